//! Refuses files that are not two-layer noisy-or networks, naming node and line, and tests the
//! options that help.

mod common;

use std::io::Read as _;

use common::{contents, golden, refused, shared};
use etio_formats::{Format, Options, read_text};

/// A BIF network: risk -> disease1, disease2 -> finding.
fn bif(finding_rows: &str) -> String {
    format!(
        "network x {{\n}}\n\
         variable a {{\n  type discrete [ 2 ] {{ no, yes }};\n}}\n\
         variable b {{\n  type discrete [ 2 ] {{ no, yes }};\n}}\n\
         variable f {{\n  type discrete [ 2 ] {{ no, yes }};\n}}\n\
         probability ( a ) {{\n  table 0.9, 0.1;\n}}\n\
         probability ( b ) {{\n  table 0.8, 0.2;\n}}\n\
         probability ( f | a, b ) {{\n{finding_rows}}}\n"
    )
}

fn read(text: &str, options: &Options) -> Result<etio_formats::Reading, etio_formats::Error> {
    read_text(text, Format::Bif, options)
}

const AND: &str =
    "  (no, no) 1.0, 0.0;\n  (no, yes) 1.0, 0.0;\n  (yes, no) 1.0, 0.0;\n  (yes, yes) 0.2, 0.8;\n";

#[test]
fn a_table_that_is_not_a_noisy_or_is_refused_with_its_worst_row() {
    let error = refused(read(&bif(AND), &Options::default()));
    for part in
        ["node `f`", "a=yes, b=yes", "is 0.2", "noisy-or 1", "8.0e-1", "`etio convert --nearest`", "line 18"]
    {
        assert!(error.contains(part), "{part} in {error}");
    }
    let mut options = Options::default();
    options.nearest = true;
    let reading = read(&bif(AND), &options).unwrap();
    assert_eq!(reading.notes.len(), 1);
    assert!(reading.notes[0].contains("`f` is not a noisy-or: the nearest is off by"), "{:?}", reading.notes);
}

#[test]
fn the_table_of_bif_has_the_own_state_slowest() {
    // P(no) of (no,no), (no,yes), (yes,no), (yes,yes), then P(yes).
    let table = "  table 0.9, 0.45, 0.72, 0.36, 0.1, 0.55, 0.28, 0.64;\n";
    let network = read(&bif(table), &Options::default()).unwrap().network;
    let expected = [("a", 0.1), ("a -> f", 0.2), ("b", 0.2), ("b -> f", 0.5), ("leak f", 0.1)];
    for ((id, p), (known, q)) in contents(&network).iter().zip(expected) {
        assert!(id == known && (p - q).abs() < 1e-12, "{id} {p}");
    }
}

#[test]
fn six_digits_are_recognised_and_no_fewer() {
    let rows = |last: f64| {
        format!(
            "  (no, no) 0.9, 0.1;\n  (no, yes) 0.45, 0.55;\n  (yes, no) 0.72, 0.28;\n  (yes, yes) {last}, {};\n",
            1.0 - last
        )
    };
    assert!(read(&bif(&rows(0.360_002)), &Options::default()).is_ok());
    assert!(refused(read(&bif(&rows(0.360_01)), &Options::default())).contains("off by 1.0e-5"));
}

#[test]
fn deeper_layers_and_many_states_come_before_tables() {
    let deep = bif(AND).replace(
        "probability ( b ) {\n  table 0.8, 0.2;",
        "probability ( b | a ) {\n  (no) 0.8, 0.2;\n  (yes) 0.5, 0.5;",
    );
    let error = refused(read(&deep, &Options::default()));
    assert!(error.contains("node `b` has parents and children, and") && error.contains("line 6"), "{error}");
    // With the risk factor known, two layers are left, and an AND with one parent is a noisy-or.
    let mut options = Options::default();
    options.given = vec![("a".to_owned(), "yes".to_owned())];
    let reading = read(&deep, &options).unwrap();
    let expected = [("b", 0.5), ("b -> f", 0.8), ("leak f", 0.0)];
    for ((id, p), (known, q)) in contents(&reading.network).iter().zip(expected) {
        assert!(id == known && (p - q).abs() < 1e-12, "{id} {p}");
    }
    assert!(reading.notes[0].contains("`a` is taken as `yes`"), "{:?}", reading.notes);
    for (node, state, words) in
        [("z", "yes", "there is no node `z`"), ("a", "maybe", "are `no`, `yes`"), ("b", "yes", "has parents")]
    {
        options.given = vec![(node.to_owned(), state.to_owned())];
        let error = refused(read(&deep, &options));
        assert!(error.contains(words), "{error}");
    }
    let many = bif(AND)
        .replacen("[ 2 ] { no, yes }", "[ 3 ] { no, mild, severe }", 1)
        .replace("table 0.9, 0.1", "table 0.8, 0.1, 0.1");
    let many = many.replace(AND, "  default 0.5, 0.5;\n");
    let error = refused(read(&many, &Options::default()));
    assert!(error.contains("node `a` has no parents and 3 states"), "{error}");
}

#[test]
fn states_that_do_not_tell_which_is_absent_are_asked_for() {
    let rows = "  (left, no) 0.9, 0.1;\n  (left, yes) 0.45, 0.55;\n  (right, no) 0.72, 0.28;\n  (right, yes) 0.36, 0.64;\n";
    let text = bif(rows).replacen("{ no, yes }", "{ left, right }", 1);
    let error = refused(read(&text, &Options::default()));
    assert!(error.contains("`a` (left, right)") && error.contains("--absent a=STATE"), "{error}");
    let mut options = Options::default();
    options.absent = vec![(Some("a".to_owned()), "left".to_owned())];
    assert_eq!(contents(&read(&text, &options).unwrap().network)[0].1, 0.1);
    options.absent = vec![(None, "left".to_owned())];
    assert_eq!(contents(&read(&text, &options).unwrap().network)[0].1, 0.1);
    options.absent = vec![(Some("a".to_owned()), "up".to_owned())];
    assert!(refused(read(&text, &options)).contains("the states of `a` are"), "a wrong state");
}

#[test]
fn mistakes_have_lines() {
    for (from, to, words) in [
        ("table 0.9, 0.1;", "table 0.9, x;", "line 13: `x` is not a number"),
        ("table 0.9, 0.1;", "table 0.9;", "line 12: node `a`: its table needs 2 numbers and has 1"),
        ("table 0.9, 0.1;", "table 0.9, 0.3;", "add up to 1.2"),
        ("table 0.9, 0.1;", "table 0.9, 1e-400;", "too small for a double"),
        ("| a, b", "| a, c", "parent `c` of node `f` is not defined"),
        ("variable b", "variable a", "defined twice"),
        ("(no, no)", "(no, maybe)", "line 19: node `f`: no parent has the state `maybe`"),
        ("(no, yes)", "(no, no)", "line 20: node `f`: the row (no, no) is given twice"),
        ("table 0.9, 0.1;", "table 0.9, 0.1; table 0.5, 0.5;", "line 13: node `a`: a second `table`"),
        ("table 0.9, 0.1;", "table 0.9, 0.1; () 0.5, 0.5;", "line 13: node `a`: a `table` has all rows"),
        ("table 0.9, 0.1;", "default 0.5, 0.5; table 0.9, 0.1;", "line 13: node `a`: a `table` has all rows"),
        ("[ 2 ] { no, yes }", "[ 7 ] { no, yes }", "line 4: variable `a` has 2 states, not `7`"),
        (
            "table 0.9, 0.1;",
            "table 0.905, 0.104;",
            "line 12: node `a`: the probabilities of a row add up to 1.009",
        ),
        (
            "(no, no) 1.0, 0.0",
            "(no, no) 0.9, 0.12",
            "line 19: node `f`: the probabilities of a row add up to 1.02",
        ),
    ] {
        let error = refused(read(&bif(AND).replacen(from, to, 1), &Options::default()));
        assert!(error.contains(words), "{words} in {error}");
    }
    // What was rounded to two and to six digits.
    assert!(read(&bif("  default 0.33, 0.67;\n"), &Options::default()).is_ok());
    for row in ["0.33, 0.66", "0.123457, 0.876544"] {
        let rounded = bif("  default 0.9, 0.1;\n")
            .replace("0.9, 0.1;\n}\nprobability ( b", &format!("{row};\n}}\nprobability ( b"));
        assert!(rounded.contains(row) && read(&rounded, &Options::default()).is_ok(), "{row}");
    }
    let uai = std::fs::read_to_string(golden("pyagrum.uai")).unwrap() + "\nmore 1 2\n";
    let error = refused(read_text(&uai, Format::Uai, &Options::default()));
    assert!(error.contains("after the last table, found `more`"), "{error}");
    let mut options = Options::default();
    let state = |state: &str| ("a".to_owned(), state.to_owned());
    options.given = vec![state("yes"), state("no")];
    assert!(refused(read(&bif(AND), &options)).contains("`a` is given twice"));
    options.given.clear();
    options.absent = ["yes", "no"].map(|state| (Some("a".to_owned()), state.to_owned())).to_vec();
    assert!(refused(read(&bif(AND), &options)).contains("--absent a=... is given twice"));
    let error = refused(read_text("<smile><nodes>", Format::Xdsl, &Options::default()));
    assert!(error.contains("has no end"), "{error}");
}

/// Such a finding has no parents any more, and is no disease of three states.
#[test]
fn a_finding_whose_diseases_are_given_may_have_grades() {
    let rows = "  (no, no) 0.9, 0.06, 0.04;\n  (no, yes) 0.5, 0.3, 0.2;\n  (yes, no) 0.4, 0.3, 0.3;\n  \
                (yes, yes) 0.2, 0.3, 0.5;\n";
    let text = bif(rows).replace(
        "variable f {\n  type discrete [ 2 ] { no, yes }",
        "variable f {\n  type discrete [ 3 ] { no, mild, severe }",
    );
    let mut options = Options::default();
    options.given = [("a", "yes"), ("b", "no")].map(|(a, b)| (a.to_owned(), b.to_owned())).to_vec();
    let reading = read(&text, &options).unwrap();
    assert_eq!((reading.network.disease_count(), reading.network.finding_count()), (0, 1));
    assert!((reading.network.leak(reading.network.finding("f").unwrap()) - 0.6).abs() < 1e-12);
    assert!(reading.notes.iter().any(|note| note.contains("grades are lost")), "{:?}", reading.notes);
}

#[test]
fn a_short_file_cannot_ask_for_much_memory() {
    let uai = format!("BAYES\n50\n{}\n0\n", "16777216 ".repeat(50));
    let error = refused(read_text(&uai, Format::Uai, &Options::default()));
    assert!(error.contains("more states than the file has numbers"), "{error}");
    let jgum = "{\"type\": \"BN\", \"nodes\": [\"a[1000000000]\"], \"parents\": {}, \"cpt\": {}}";
    let error = refused(read_text(jgum, Format::Jgum, &Options::default()));
    assert!(error.contains("`a[1000000000]` has more states"), "{error}");
    let mut bif = vec!["network x {\n}\n".to_owned()];
    let names: Vec<String> = (0..23).map(|at| format!("d{at}")).collect();
    for name in names.iter().map(String::as_str).chain(["f", "g"]) {
        bif.push(format!("variable {name} {{\n  type discrete [ 2 ] {{ no, yes }};\n}}\n"));
    }
    for name in &names {
        bif.push(format!("probability ( {name} ) {{\n  table 0.9, 0.1;\n}}\n"));
    }
    for name in ["f", "g"] {
        bif.push(format!("probability ( {name} | {} ) {{\n  default 0.5, 0.5;\n}}\n", names.join(", ")));
    }
    let error = refused(read(&bif.concat(), &Options::default()));
    assert!(error.contains("up to `g` together is larger than 16777216 entries"), "{error}");
}

/// An XDSL network of one disease and one noisy-max finding.
fn xdsl(disease: [&str; 2], finding: [&str; 2], strengths: &str, parameters: &str) -> String {
    let states = |names: [&str; 2]| names.map(|name| format!("<state id=\"{name}\" />")).concat();
    format!(
        "<smile><nodes>\n\
         <cpt id=\"d\">{}<probabilities>0.7 0.3</probabilities></cpt>\n\
         <noisymax id=\"f\">{}<parents>d</parents><strengths>{strengths}</strengths>\n\
         <parameters>{parameters}</parameters></noisymax>\n</nodes></smile>",
        states(disease),
        states(finding)
    )
}

#[test]
fn a_noisy_max_against_the_names_of_its_states_is_told() {
    let read = |text: &str, options: &Options| read_text(text, Format::Xdsl, options);
    let sound = xdsl(["no", "yes"], ["present", "absent"], "1 0", "0.8 0.2 0 1 0.1 0.9");
    let reading = read(&sound, &Options::default()).unwrap();
    assert_eq!(contents(&reading.network), known([0.3, 0.8, 0.1]));
    assert!(reading.notes.is_empty(), "{:?}", reading.notes);

    // The columns say that "yes" has no effect.
    let swapped = xdsl(["no", "yes"], ["present", "absent"], "1 0", "0 1 0.8 0.2 0.1 0.9");
    let error = refused(read(&swapped, &Options::default()));
    assert!(error.contains("line 2") && error.contains("make `yes` the absent state of node `d`"), "{error}");
    let mut options = Options::default();
    options.absent = vec![(Some("d".to_owned()), "yes".to_owned())];
    assert_eq!(contents(&read(&swapped, &options).unwrap().network), known([0.7, 0.8, 0.1]));
    options.absent = vec![(Some("d".to_owned()), "no".to_owned())];
    assert!(refused(read(&swapped, &options)).contains("with parent `d` no it is not surely `absent`"));

    // The last state is the distinguished one, whatever its name.
    let reversed = xdsl(["no", "yes"], ["absent", "present"], "1 0", "0.8 0.2 0 1 0.1 0.9");
    let reading = read(&reversed, &Options::default()).unwrap();
    assert!(
        reading.notes[0].contains("`f` is taken as absent in its state `present`"),
        "{:?}",
        reading.notes
    );
    options.absent = vec![(Some("f".to_owned()), "absent".to_owned())];
    let error = refused(read(&reversed, &options));
    assert!(error.contains("line 3") && error.contains("whose absent state is `present`"), "{error}");

    for (strengths, words) in [
        ("-3 1.7", "strengths are not whole numbers"),
        ("0 0", "strengths have a state of `d` twice"),
        ("0 2", "too few"),
        ("0 1 0", "more strengths"),
    ] {
        let text = sound.replace("<strengths>1 0", &format!("<strengths>{strengths}"));
        let error = refused(read(&text, &Options::default()));
        assert!(error.contains("line 3: node `f`") && error.contains(words), "{strengths}: {error}");
    }
}

/// Prior, link and leak of a network of one disease and one finding.
fn known([prior, link, leak]: [f64; 3]) -> Vec<(String, f64)> {
    [("d", prior), ("d -> f", link), ("leak f", leak)].map(|(id, p)| (id.to_owned(), p)).to_vec()
}

#[test]
fn jgum_against_the_names_of_its_states_is_told() {
    let text = "{\"type\": \"BN\", \"nodes\": [\"d{no|yes}\", \"f{present|absent}\"], \"parents\": {\"f\": [\"d\"]}, \
                \"cpt\": {\"d\": [0.7, 0.3], \"f\": {\"kind\": \"ici\", \"name\": \"MultiDimNoisyORNet\", \
                \"externalWeight\": 0.1, \"causalWeights\": {\"d\": 0.8}}}}";
    let reading = read_text(text, Format::Jgum, &Options::default()).unwrap();
    assert_eq!(reading.notes.len(), 1, "{:?}", reading.notes);
    assert!(reading.notes[0].contains("`f` is taken as absent in its state `present`"));
}

/// OpenMarkov's largest is by the order of states, and no leak is a leak of 0.
#[test]
fn openmarkov_without_a_leak() {
    let network = common::read_golden("openmarkov-no-leak.pgmx").network;
    for (id, p) in contents(&network) {
        match id.as_str() {
            "leak fever" | "leak cough" => assert_eq!(p, 0.0, "{id}"),
            "leak ache" => assert!((p - 0.03).abs() < 1e-12),
            _ => assert!(p > 0.0, "{id}"),
        }
    }
    let text = std::fs::read_to_string(golden("openmarkov-no-leak.pgmx")).unwrap();
    let nearly = text.replace("1.0 0.0 0.2 0.8", "0.9999999999 0.0000000001 0.2 0.8");
    let network = read_text(&nearly, Format::Pgmx, &Options::default()).unwrap().network;
    assert_eq!(network.leak(network.finding("cough").unwrap()), 0.0);
    // The first state is the least: with the others' order this is an AND of what is present.
    let states = ["absent", "present"].map(|name| format!("<State name=\"{name}\" />"));
    let reversed = text
        .replace(&states[0], "first")
        .replace(&states[1], &states[0])
        .replace("first", &states[1])
        .replace("1.0 0.0 0.2 0.8", "1 0 0 1");
    let error = refused(read_text(&reversed, Format::Pgmx, &Options::default()));
    assert!(error.contains("make `present` the absent state of node `flu`"), "{error}");
}

#[test]
fn an_edge_given_twice_has_its_lines() {
    let mut options = Options::default();
    (options.prior, options.leak) = (Some(0.01), Some(0.01));
    let text = "disease,finding,weight\nflu,fever,0.9\nflu,cough,0.8\nflu,fever,0.7\n";
    let error = refused(read_text(text, Format::Edges, &options));
    assert!(
        error.contains("line 4: the link from `flu` to `fever` is given twice, first on line 2"),
        "{error}"
    );
}

fn unpacked(name: &str) -> Option<String> {
    let path = shared(name)?;
    let mut text = String::new();
    flate2::read::GzDecoder::new(std::fs::File::open(path).unwrap()).read_to_string(&mut text).unwrap();
    Some(text)
}

/// The first node with parents and children, in the order of the file.
#[test]
fn thirteen_public_networks_are_refused_by_their_first_inner_node() {
    for (name, node) in [
        ("alarm", "LVEDVOLUME"),
        ("andes", "RApp1"),
        ("asia", "tub"),
        ("cancer", "Cancer"),
        ("child", "HypDistrib"),
        ("earthquake", "Alarm"),
        ("hailfinder", "CombVerMo"),
        ("hepar2", "THepatitis"),
        ("insurance", "SocioEcon"),
        ("pathfinder", "F97"),
        ("sachs", "Erk"),
        ("survey", "E"),
        ("win95pts", "AppData"),
    ] {
        let Some(text) = unpacked(&format!("formats/{name}.bif.gz")) else { return };
        let error = refused(read(&text, &Options::default()));
        assert!(error.contains(&format!("node `{node}` has parents and children")), "{name}: {error}");
    }
}

#[test]
fn nasonet_is_refused_by_its_first_inner_node() {
    let Some(text) = unpacked("formats/nasonet.pgmx.gz") else { return };
    let error = refused(read_text(&text, Format::Pgmx, &Options::default()));
    let node = "Primary infiltrating tumor on nasopharyngeal anterior wall";
    assert!(error.contains(&format!("node `{node}` has parents and children")), "{error}");
}

#[test]
fn a_path_is_named_once() {
    let error = etio_formats::read("nowhere", &Options::default()).unwrap_err().to_string();
    assert_eq!(error.matches("nowhere").count(), 1, "{error}");
}

#[test]
fn a_file_without_a_node_is_not_a_network() {
    let error = refused(read_text("", Format::Bif, &Options::default()));
    assert!(error.contains("no node"), "{error}");
}

#[test]
fn an_error_repeats_little_of_the_file() {
    let long = "x".repeat(1 << 20);
    for (format, text) in [
        (Format::Bif, format!("/*{long}")),
        (Format::Bif, format!("network x {{\n}}\n{long}")),
        (Format::Net, long.clone()),
        (Format::Xdsl, format!("<smile/><{long}/>")),
        (Format::Bif, format!("network x {{\n}}\nvariable a {{\n type {long} [ 2 ] {{ a, b }};\n}}")),
        (Format::Bif, format!("network x {{\n}}\nprobability ( {long} ) {{ table 0.1, 0.9; }}")),
        (Format::XmlBif, format!("<BIF><NETWORK><DEFINITION><FOR>{long}</FOR></DEFINITION></NETWORK></BIF>")),
        (Format::XmlBif, format!("<BIF><{long}></BIF>")),
        (Format::Jgum, format!("{{\"nodes\": {{\"a\": \"{long}\"}}}}")),
        (Format::Uai, long.clone()),
        (Format::Edges, format!("disease,finding,weight\na,b,{long}\n")),
    ] {
        let error = refused(read_text(&text, format, &Options::default()));
        assert!(error.len() < 1000 && error.contains("line "), "{format:?}: {} {error:.300}", error.len());
    }
}

#[test]
fn a_document_has_one_root() {
    let error = refused(read_text("<smile/>\n<smile/>", Format::Xdsl, &Options::default()));
    assert!(error.contains("line 2: <smile> comes after the end of the root element"), "{error}");
}

#[test]
fn jgum_that_contradicts_or_omits_is_refused() {
    let law = "\"kind\": \"ici\", \"name\": \"MultiDimNoisyORNet\", \"externalWeight\": 0.1, \"causalWeights\": {\"d\": 0.8}";
    let text = |cpt: &str| {
        format!(
            "{{\"type\": \"BN\", \"nodes\": [\"d{{no|yes}}\", \"f{{no|yes}}\"], \"parents\": {{\"f\": [\"d\"]}}, \
             \"cpt\": {{\"d\": [0.7, 0.3],\n{cpt}}}}}"
        )
    };
    let refusal = |cpt: &str| refused(read_text(&text(cpt), Format::Jgum, &Options::default()));
    assert!(read_text(&text(&format!("\"f\": {{{law}}}")), Format::Jgum, &Options::default()).is_ok());
    for (cpt, reason) in [
        (format!("\"f\": {{{law}}}, \"d\": [0.6, 0.4]"), "line 2: the key `d` is given twice"),
        (
            format!("\"f\": {{{}}}", law.replace("0.8}", "0.8, \"d\": 0.7}")),
            "line 2: the key `d` is given twice",
        ),
        (
            format!("\"f\": {{{}}}", law.replace("\"externalWeight\": 0.1, ", "")),
            "node `f`: missing field `externalWeight`",
        ),
        (format!("\"f\": {{{}}}", law.replace("\"ici\"", "\"noisy\"")), "noisy `MultiDimNoisyORNet`"),
    ] {
        let error = refusal(&cpt);
        assert!(error.contains(reason), "{reason}: {error}");
    }
}
