//! The structure of the workspace, read from its sources: modules of the engine do not depend on
//! each other in circles, crates depend on each other one way, and `ARCHITECTURE.md` says so
//! truthfully.
//!
//! The sources are cut into words, not parsed: comments, texts and `#[cfg(test)]` items are left
//! out, then every path that starts with `crate`, `super`, `self` or the name of a child module is
//! resolved to the file that defines the item, through `pub use` where the item is re-exported.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// A module by its path from the crate's root, which is empty.
type Module = Vec<String>;

/// Files that belong to the bot and to HPO networks. The engine carries companion files without
/// knowing their names.
const FOREIGN: &[&str] = &[
    "context.csv",
    "red_flags",
    "red flag",
    "ontology.tsv",
    "annotations.tsv",
    "relations.tsv",
    "hp.obo",
    "phenotype.hpoa",
    "phenopacket",
];

/// How to bring `ARCHITECTURE.md` up to date.
const UPDATE: &str = "UPDATE_ARCHITECTURE=1 cargo test -p etio --test architecture";

#[test]
fn modules_depend_on_each_other_one_way() {
    let graphs = Sources::read().graphs();
    assert!(graphs[&Module::new()].len() > 15, "modules are found");
    let circles: String = graphs.iter().map(|(folder, graph)| circles(folder, graph)).collect();
    assert!(circles.is_empty(), "modules depend on each other in circles:\n{circles}");
}

#[test]
fn the_engine_knows_no_file_of_the_bot_or_of_hpo() {
    let mut found = String::new();
    for (path, text) in files(&manifest().join("src"), "rs") {
        for (line, text) in text.lines().enumerate() {
            for name in FOREIGN.iter().filter(|name| text.to_lowercase().contains(*name)) {
                let _ = writeln!(found, "  {}:{} mentions {name}", path.display(), line + 1);
            }
        }
    }
    assert!(found.is_empty(), "the engine mentions files of other crates:\n{found}");
}

#[test]
fn the_document_shows_the_dependencies_of_today() {
    let path = root().join("ARCHITECTURE.md");
    let old = std::fs::read_to_string(&path).unwrap();
    let (modules, crates) = (listed(&Sources::read().graphs()[&Module::new()]), listed(&crates()));
    let new = with_block(&with_block(&old, "modules", &modules), "crates", &crates);
    if std::env::var_os("UPDATE_ARCHITECTURE").is_some() {
        std::fs::write(&path, new).unwrap();
    } else {
        assert!(old == new, "ARCHITECTURE.md should say\n{crates}\n{modules}\nTo update it, run\n  {UPDATE}");
    }
}

#[test]
fn every_path_in_the_document_exists() {
    let document = std::fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let missing: String = missing_paths(&document).collect();
    assert!(missing.is_empty(), "ARCHITECTURE.md names paths that do not exist:\n{missing}");
}

#[test]
fn every_crate_and_every_module_of_the_engine_is_described() {
    let document = std::fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let sources = Sources::read();
    let top = sources.files.iter().map(|source| &source.module).filter(|module| module.len() == 1);
    let modules = top.map(|module| {
        let is_folder = manifest().join("src").join(&module[0]).is_dir();
        if is_folder { format!("`{}/`", module[0]) } else { format!("`{}.rs`", module[0]) }
    });
    let crates = crates().into_keys().map(|name| match name.as_str() {
        "etio-benches" => "`benches`".to_owned(),
        name => format!("`crates/{name}`"),
    });
    let unnamed: Vec<String> = modules.chain(crates).filter(|name| !document.contains(name)).collect();
    assert!(unnamed.is_empty(), "ARCHITECTURE.md does not describe {}", unnamed.join(", "));
}

/// A file of another crate is missing from the package of one that embeds it.
#[test]
fn published_crates_embed_only_files_of_their_own() {
    let folders = std::fs::read_dir(root().join("crates")).unwrap().map(|entry| entry.unwrap().path());
    let mut foreign = String::new();
    for folder in folders.chain([root().join("benches")]) {
        let is_private =
            std::fs::read_to_string(folder.join("Cargo.toml")).unwrap().contains("publish = false");
        let sources = if is_private { BTreeMap::new() } else { files(&folder.join("src"), "rs") };
        for (path, text) in sources {
            let included = ["include_str!(\"", "include_bytes!(\"", "include!(\""];
            let included = included.iter().flat_map(|call| text.split(call).skip(1));
            for name in included.filter_map(|rest| rest.split('"').next()) {
                // Below the crate's folder, a file of `src` is as deep as its path has parts.
                let above = name.split('/').take_while(|part| *part == "..").count();
                if above > path.components().count() {
                    let path = folder.join("src").join(&path);
                    let _ = writeln!(foreign, "  {} includes {name}", path.display());
                }
            }
        }
    }
    assert!(foreign.is_empty(), "a package lacks files:\n{foreign}");
}

// Sources

/// One source file without what only tests see.
struct Source {
    path: PathBuf,
    module: Module,
    words: Vec<Word>,
}

/// A name or a sign, and its line.
#[derive(Clone)]
struct Word {
    text: String,
    line: usize,
}

/// A path that is written out somewhere.
struct Mention {
    segments: Vec<String>,
    /// The name that a `use` gives to its end.
    alias: Option<String>,
    is_re_export: bool,
    line: usize,
}

/// The dependencies between the modules of one folder, each with the places that it comes from.
type Graph = BTreeMap<String, BTreeMap<String, Vec<String>>>;

struct Sources {
    files: Vec<Source>,
    modules: BTreeSet<Module>,
    /// The item behind each name that a module re-exports.
    re_exports: BTreeMap<(Module, String), Vec<String>>,
}

impl Sources {
    fn read() -> Self {
        let mut files: Vec<Source> = files(&manifest().join("src"), "rs")
            .into_iter()
            .map(|(path, text)| Source { module: module_of(&path), words: words(&text), path })
            .collect();
        let mut for_tests = BTreeSet::new();
        for source in &mut files {
            for name in leave_tests_out(&mut source.words) {
                for_tests.insert([&source.module[..], &[name]].concat());
            }
        }
        files.retain(|source| !for_tests.contains(&source.module));
        let modules = files.iter().map(|source| source.module.clone()).collect();
        let mut sources = Self { files, modules, re_exports: BTreeMap::new() };
        for source in &sources.files {
            for mention in source.mentions().into_iter().filter(|mention| mention.is_re_export) {
                let Some(path) = sources.absolute(&source.module, &mention.segments) else { continue };
                let name = mention.alias.unwrap_or_else(|| path[path.len() - 1].clone());
                sources.re_exports.insert((source.module.clone(), name), path);
            }
        }
        sources
    }

    /// The dependencies between the modules of every folder. The folder's own file is not one of
    /// them: it holds what they share, and puts them together.
    fn graphs(&self) -> BTreeMap<Module, Graph> {
        let mut graphs: BTreeMap<Module, Graph> = BTreeMap::new();
        for source in &self.files {
            for (depth, node) in source.module.iter().enumerate() {
                let graph = graphs.entry(source.module[..depth].to_vec()).or_default();
                graph.entry(node.clone()).or_default();
            }
            for mention in source.mentions() {
                let Some(path) = self.absolute(&source.module, &mention.segments) else { continue };
                let owner = self.owner(&path);
                let shared = source.module.iter().zip(&owner).take_while(|(a, b)| a == b).count();
                let (Some(from), Some(to)) = (source.module.get(shared), owner.get(shared)) else { continue };
                let place =
                    format!("{}:{} {}", source.path.display(), mention.line, mention.segments.join("::"));
                let graph = graphs.entry(source.module[..shared].to_vec()).or_default();
                graph.entry(from.clone()).or_default().entry(to.clone()).or_default().push(place);
            }
        }
        graphs
    }

    /// The module whose file defines what a path from the crate's root names.
    fn owner(&self, path: &[String]) -> Module {
        let depth = (0..=path.len()).rev().find(|&depth| self.modules.contains(&path[..depth]));
        let (module, rest) = path.split_at(depth.unwrap_or(0));
        match rest.first().and_then(|name| self.re_exports.get(&(module.to_vec(), name.clone()))) {
            Some(target) => self.owner(target),
            None => module.to_vec(),
        }
    }

    /// A path from the crate's root; `None` if it starts in another crate.
    fn absolute(&self, module: &Module, segments: &[String]) -> Option<Vec<String>> {
        let ups = segments.iter().take_while(|segment| *segment == "super").count();
        let (base, rest) = match segments.first()?.as_str() {
            "crate" => (&module[..0], &segments[1..]),
            "self" => (&module[..], &segments[1..]),
            "super" => (&module[..module.len().checked_sub(ups)?], &segments[ups..]),
            first if self.is_child(module, first) => (&module[..], segments),
            _ => return None,
        };
        Some([base, rest].concat())
    }

    fn is_child(&self, module: &Module, name: &str) -> bool {
        self.modules.contains(&[&module[..], &[name.to_owned()]].concat())
    }
}

impl Source {
    /// The paths of all `use` items, and those that are written out in code.
    fn mentions(&self) -> Vec<Mention> {
        let words = &self.words;
        let text = |at: usize| words.get(at).map_or("", |word| word.text.as_str());
        let (mut mentions, mut at) = (Vec::new(), 0);
        while at < words.len() {
            if text(at) == "use" && !matches!(text(at + 1), "<") {
                let is_re_export = at > 0 && matches!(text(at - 1), "pub" | ")");
                at = used(words, at + 1, &[], is_re_export, &mut mentions);
            } else if text(at + 1) == "::" && (at == 0 || text(at - 1) != "::") && is_name(text(at)) {
                let line = words[at].line;
                let mut segments = vec![text(at).to_owned()];
                while text(at + 1) == "::" && is_name(text(at + 2)) {
                    at += 2;
                    segments.push(text(at).to_owned());
                }
                mentions.push(Mention { segments, alias: None, is_re_export: false, line });
                at += 1;
            } else {
                at += 1;
            }
        }
        mentions
    }
}

/// Reads a tree of a `use` item from a word on; returns the word after it.
fn used(
    words: &[Word],
    mut at: usize,
    before: &[String],
    is_re_export: bool,
    to: &mut Vec<Mention>,
) -> usize {
    let mut segments = before.to_vec();
    let text = |at: usize| words.get(at).map_or("", |word| word.text.as_str());
    let line = words.get(at).map_or(0, |word| word.line);
    while is_name(text(at)) {
        segments.push(text(at).to_owned());
        at += 1;
        if text(at) == "::" {
            at += 1;
        } else {
            break;
        }
    }
    if text(at) == "{" {
        at += 1;
        while !matches!(text(at), "}" | "") {
            at = used(words, at, &segments, is_re_export, to);
            at += usize::from(text(at) == ",");
        }
        return at + 1;
    }
    at += usize::from(text(at) == "*");
    let mut alias = None;
    if text(at) == "as" {
        alias = Some(text(at + 1).to_owned());
        at += 2;
    }
    if segments.len() > 1 && segments[segments.len() - 1] == "self" {
        segments.pop();
    }
    to.push(Mention { segments, alias, is_re_export, line });
    at
}

fn is_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_alphabetic() || c == '_') && text != "as"
}

/// The module that a file of `src` holds.
fn module_of(path: &Path) -> Module {
    let mut module: Module =
        path.with_extension("").components().map(|part| part.as_os_str().to_string_lossy().into()).collect();
    if matches!(module.last().map(String::as_str), Some("mod" | "lib")) {
        module.pop();
    }
    module
}

/// Removes `#[cfg(test)]` and `#[cfg(doctest)]` items; returns the names of modules in files of
/// their own among them.
fn leave_tests_out(words: &mut Vec<Word>) -> Vec<String> {
    let (mut kept, mut modules, mut at) = (Vec::new(), Vec::new(), 0);
    let texts: Vec<&str> = words.iter().map(|word| word.text.as_str()).collect();
    while at < texts.len() {
        let attribute = texts
            .get(at..at + 7)
            .is_some_and(|texts| matches!(texts, ["#", "[", "cfg", "(", "test" | "doctest", ")", "]"]));
        if !attribute {
            kept.push(words[at].clone());
            at += 1;
            continue;
        }
        let start = at + 7;
        let mut depth = 0;
        for (end, &text) in texts.iter().enumerate().skip(start) {
            depth += i32::from(matches!(text, "{" | "(" | "[")) - i32::from(matches!(text, "}" | ")" | "]"));
            at = end + 1;
            if depth == 0 && matches!(text, "}" | ";") {
                break;
            }
        }
        if let ["mod", name, ";"] = texts[start..at] {
            modules.push(name.to_owned());
        }
    }
    *words = kept;
    modules
}

/// Cuts a source into names and signs, without comments, texts and lifetimes.
fn words(text: &str) -> Vec<Word> {
    let chars: Vec<char> = text.chars().collect();
    let (mut words, mut at, mut line) = (Vec::new(), 0, 1);
    let peek = |at: usize| chars.get(at).copied().unwrap_or('\0');
    while at < chars.len() {
        let start = at;
        match (peek(at), peek(at + 1)) {
            ('/', '/') => at += chars[at..].iter().take_while(|&&c| c != '\n').count(),
            ('/', '*') => at = end_of_comment(&chars, at),
            ('r', '"' | '#') if raw_hashes(&chars, at + 1).is_some() => at = end_of_raw_text(&chars, at + 1),
            ('"', _) => at = end_of_text(&chars, at + 1),
            ('\'', '\\') => at += 2 + chars[at + 2..].iter().skip(1).take_while(|&&c| c != '\'').count() + 2,
            ('\'', _) if peek(at + 2) == '\'' => at += 3,
            ('\'', _) => at += 1 + name_length(&chars[at + 1..]),
            (':', ':') => at += 2,
            (c, _) if c.is_alphanumeric() || c == '_' => at += name_length(&chars[at..]),
            _ => at += 1,
        }
        let word: String = chars[start..at.min(chars.len())].iter().collect();
        let is_code = !word.starts_with(['"', '\'']) && !word.starts_with("//") && !word.starts_with("/*");
        let is_raw_text = word.starts_with('r') && word.ends_with(['"', '#']);
        if is_code && !is_raw_text && !word.trim().is_empty() {
            words.push(Word { text: word.clone(), line });
        }
        line += word.matches('\n').count();
    }
    words
}

fn name_length(chars: &[char]) -> usize {
    chars.iter().take_while(|&&c| c.is_alphanumeric() || c == '_').count()
}

fn end_of_comment(chars: &[char], start: usize) -> usize {
    let (mut at, mut depth) = (start + 2, 1);
    while depth > 0 && at < chars.len() {
        match chars[at..] {
            ['/', '*', ..] => (at, depth) = (at + 2, depth + 1),
            ['*', '/', ..] => (at, depth) = (at + 2, depth - 1),
            _ => at += 1,
        }
    }
    at
}

fn end_of_text(chars: &[char], mut at: usize) -> usize {
    while at < chars.len() && chars[at] != '"' {
        at += if chars[at] == '\\' { 2 } else { 1 };
    }
    at + 1
}

/// How many `#` open a raw text; `None` if none is opened.
fn raw_hashes(chars: &[char], at: usize) -> Option<usize> {
    let hashes = chars[at..].iter().take_while(|&&c| c == '#').count();
    (chars.get(at + hashes) == Some(&'"')).then_some(hashes)
}

fn end_of_raw_text(chars: &[char], at: usize) -> usize {
    let hashes = raw_hashes(chars, at).unwrap_or(0);
    let is_end = |end: usize| {
        chars[end] == '"' && chars[end + 1..].iter().take(hashes).filter(|&&c| c == '#').count() == hashes
    };
    (at + hashes + 1..chars.len()).find(|&end| is_end(end)).map_or(chars.len(), |end| end + 1 + hashes)
}

// Graphs

/// The circles of a graph, with the places that each of their edges comes from.
fn circles(folder: &Module, graph: &Graph) -> String {
    let reachable: BTreeMap<&str, BTreeSet<&str>> =
        graph.keys().map(|node| (node.as_str(), reach(graph, node))).collect();
    let path = [&["crate".to_owned()], &folder[..]].concat().join("::");
    let mut text = String::new();
    for (from, edges) in graph {
        for (to, places) in edges.iter().filter(|(to, _)| reachable[to.as_str()].contains(from.as_str())) {
            let _ = writeln!(text, "  in {path}: {from} -> {to}");
            for place in places {
                let _ = writeln!(text, "    {place}");
            }
        }
    }
    text
}

/// All that a module depends on, directly or not.
fn reach<'g>(graph: &'g Graph, node: &str) -> BTreeSet<&'g str> {
    let mut reached = BTreeSet::new();
    let mut open: Vec<&str> = graph[node].keys().map(String::as_str).collect();
    while let Some(next) = open.pop() {
        if reached.insert(next) {
            open.extend(graph[next].keys().map(String::as_str));
        }
    }
    reached
}

/// A graph as text: what uses most first, each with all that it uses directly.
fn listed(graph: &Graph) -> String {
    let mut order: Vec<(usize, &String)> = graph.keys().map(|node| (height(graph, node), node)).collect();
    order.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(b.1)));
    let width = graph.keys().map(String::len).max().unwrap_or(0);
    let mut text = String::from("```text\n");
    for (_, node) in order {
        let uses: Vec<&str> = graph[node].keys().map(String::as_str).collect();
        let uses = if uses.is_empty() { "-".to_owned() } else { uses.join(", ") };
        let _ = writeln!(text, "{node:width$}  {uses}");
    }
    text + "```"
}

/// The longest way down from a module. Circles are another test's business: they end after as many
/// steps as there are modules.
fn height(graph: &Graph, node: &str) -> usize {
    fn down(graph: &Graph, node: &str, steps: usize) -> usize {
        let below = graph[node].keys().filter(|_| steps > 0);
        below.map(|next| 1 + down(graph, next, steps - 1)).max().unwrap_or(0)
    }
    down(graph, node, graph.len().min(12))
}

/// The crates of the workspace and those of them that each depends on, tests not counted.
fn crates() -> Graph {
    let mut folders: Vec<PathBuf> =
        std::fs::read_dir(root().join("crates")).unwrap().map(|entry| entry.unwrap().path()).collect();
    folders.push(root().join("benches"));
    let mut graph = Graph::new();
    for folder in folders {
        let text = std::fs::read_to_string(folder.join("Cargo.toml")).unwrap();
        let name = text.lines().find_map(|line| line.strip_prefix("name = ")).unwrap().trim_matches('"');
        let edges = graph.entry(name.to_owned()).or_default();
        let dependencies = text.split("\n[").filter(|table| table.starts_with("dependencies]"));
        for line in dependencies.flat_map(str::lines).filter(|line| line.starts_with("etio")) {
            let used = line.split(['.', ' ', '=']).next().unwrap_or_default();
            edges.entry(used.to_owned()).or_default().push(line.to_owned());
        }
    }
    graph
}

// The document

/// A document with what stands between two markers replaced.
fn with_block(document: &str, name: &str, block: &str) -> String {
    let (start, end) = (format!("<!-- {name}: checked by `{UPDATE}` -->"), format!("<!-- end of {name} -->"));
    let parts = document.split_once(&start).zip(document.split_once(&end));
    let Some(((before, _), (_, after))) = parts else {
        panic!("ARCHITECTURE.md has no block between\n  {start}\n  {end}");
    };
    format!("{before}{start}\n{block}\n{end}{after}")
}

/// The paths in backticks that do not exist: from the first folder that its entry of a list names,
/// from the first folder that its section names, or from the root.
fn missing_paths(document: &str) -> impl Iterator<Item = String> + '_ {
    let (mut section, mut entry): (Option<PathBuf>, Option<PathBuf>) = (None, None);
    document.lines().enumerate().flat_map(move |(number, line)| {
        if line.starts_with("## ") {
            (section, entry) = (None, None);
        }
        if line.starts_with("- ") {
            entry = None;
        }
        let mut missing = Vec::new();
        for path in line.split('`').skip(1).step_by(2).filter(|text| is_path(text)) {
            let sources = section.as_ref().map(|section| section.join("src"));
            let bases = [entry.clone(), sources, section.clone(), Some(root())];
            match bases.into_iter().flatten().map(|base| base.join(path)).find(|path| path.exists()) {
                Some(found) if found.is_dir() && section.is_none() => section = Some(found),
                Some(found) if found.is_dir() && entry.is_none() => entry = Some(found),
                Some(_) => {}
                None => missing.push(format!("  line {}: {path}\n", number + 1)),
            }
        }
        missing
    })
}

/// Whether a text in backticks is meant as a path of the workspace.
fn is_path(text: &str) -> bool {
    let is_plain = text.chars().all(|c| c.is_alphanumeric() || "/._-".contains(c)) && !text.starts_with('/');
    let endings = [".rs", ".md", ".js", ".css", ".html", ".json", ".toml", ".sql"];
    let has_ending = endings.iter().any(|ending| text.ends_with(ending));
    is_plain && (text.contains('/') || has_ending || root().join(text).is_dir())
}

// Files

fn manifest() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn root() -> PathBuf {
    manifest().join("../..")
}

/// All files below a folder with an ending, by their path from there, and their texts.
fn files(folder: &Path, ending: &str) -> BTreeMap<PathBuf, String> {
    let (mut found, mut open) = (BTreeMap::new(), vec![folder.to_owned()]);
    while let Some(next) = open.pop() {
        for entry in std::fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|found| found == ending) {
                let name = path.strip_prefix(folder).unwrap().to_owned();
                found.insert(name, std::fs::read_to_string(&path).unwrap());
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_texts_and_tests_are_left_out() {
        let source = "// crate::a\nuse crate::b; /* crate::c /* */ crate::d */ let x = \"crate::e\";\n\
                      let y = '\"'; let z: &'static str = r#\"crate::f\"#;\n#[cfg(test)]\nmod tests { use crate::g; }\n\
                      #[cfg(test)]\nmod apart;\ncrate::h::i();\n";
        let mut words = words(source);
        assert_eq!(leave_tests_out(&mut words), ["apart"]);
        let text: Vec<&str> = words.iter().map(|word| word.text.as_str()).collect();
        let text = text.join(" ");
        for gone in ["a", "c", "d", "e", "f", "g"] {
            assert!(!text.contains(&format!("crate :: {gone}")), "{text}");
        }
        assert!(text.starts_with("use crate :: b ;") && text.ends_with("crate :: h :: i ( ) ;"), "{text}");
        assert_eq!(words[words.len() - 1].line, 8);
    }

    #[test]
    fn trees_of_uses_are_read() {
        let mut mentions = Vec::new();
        let words = words("crate::{a::{self, B as C}, d, e::*};");
        used(&words, 0, &[], false, &mut mentions);
        let paths: Vec<String> = mentions.iter().map(|mention| mention.segments.join("::")).collect();
        assert_eq!(paths, ["crate::a", "crate::a::B", "crate::d", "crate::e"]);
        assert_eq!(mentions[1].alias.as_deref(), Some("C"));
    }

    #[test]
    fn circles_are_found() {
        let edge = |to: &str| (to.to_owned(), vec![format!("x.rs:1 crate::{to}")]);
        let mut graph = Graph::from([
            ("a".to_owned(), BTreeMap::from([edge("b")])),
            ("b".to_owned(), BTreeMap::from([edge("c")])),
            ("c".to_owned(), BTreeMap::new()),
        ]);
        assert_eq!(circles(&Module::new(), &graph), "");
        graph.insert("c".to_owned(), BTreeMap::from([edge("b")]));
        let found = circles(&Module::new(), &graph);
        assert!(found.contains("b -> c") && found.contains("c -> b") && !found.contains("a -> b"), "{found}");
    }
}
