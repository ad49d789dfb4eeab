//! Files that say what cannot be meant are refused with their line and node, and what they say is not
//! changed in silence.

mod common;

use common::{contents, refused};
use etio_formats::{Format, Options, read, read_text};

fn refusal(format: Format, text: &str) -> String {
    refused(read_text(text, format, &Options::default()))
}

/// Checks that the text after a replacement is refused with some words, and without it is read.
fn check(format: Format, text: &str, from: &str, to: &str, words: &str) {
    assert!(read_text(text, format, &Options::default()).is_ok(), "{text}");
    assert!(text.contains(from), "{from} in {text}");
    let error = refusal(format, &text.replacen(from, to, 1));
    assert!(error.contains(words), "{to}: {words} in {error}");
}

const JGUM: &str = r#"{"type": "BN", "GumJsonVersion": "1.0",
"nodes": ["d{no|yes}",
"f{no|yes}"],
"parents": {"f": ["d"]},
"cpt": {"d": [0.7, 0.3],
"f": {"kind": "ici", "name": "MultiDimNoisyORNet", "externalWeight": 0.1, "causalWeights": {"d": 0.8}}}}"#;

#[test]
fn jgum() {
    for (from, to, words) in [
        ("\"BN\"", "\"ID\"", "line 1: the network is of type ID"),
        ("f{no|yes}", "f{no|yes", "line 3: `f{no|yes` does not describe a discrete variable"),
        ("f{no|yes}", "f{no|no}", "line 3: node `f` has the state `no` twice"),
        (
            "\"d\": [0.7",
            "\"x\": [0.5, 0.5],\n\"d\": [0.7",
            "line 5: `cpt` has `x`, which is not one of the nodes",
        ),
        ("{\"f\": [\"d\"]}", "{\"f\": [\"d\"],\n\"x\": []}", "line 5: `parents` has `x`, which is not one"),
        ("0.8}", "1.5}", "node `f`: its causalWeight 1.5 for `d` is not a probability"),
        ("0.8}", "\"a\"}", "node `f`: its causalWeight \"a\" for `d` is not a probability"),
        ("{\"d\": 0.8}", "{}", "node `f`: its causalWeights have none for `d`"),
        ("0.7, 0.3", "1, 1e-400", "line 5: `1e-400` is too small for a double"),
        ("\"ici\"", "\"other\"", "node `f` is an other `MultiDimNoisyORNet`"),
        ("[\"d\"]", "7", "line 3: node `f`: invalid type: integer `7`, expected a sequence"),
    ] {
        check(Format::Jgum, JGUM, from, to, words);
    }
    let error = refusal(Format::Jgum, "[]");
    assert!(
        error.contains("line 1: invalid length 0, expected an object with nodes, parents and cpt"),
        "{error}"
    );
    assert!(!error.contains("column"), "{error}");
    // Strings are not numbers, and ends of strings may be escaped.
    let text = JGUM.replacen("\"GumJson", "\"note\": \"1e-400 \\\" 1e-400 \\\\\", \"GumJson", 1);
    assert!(read_text(&text, Format::Jgum, &Options::default()).is_ok());
}

const XDSL: &str = "<smile><nodes>
<cpt id=\"d\"><state id=\"no\" /><state id=\"yes\" /><probabilities>0.7 0.3</probabilities></cpt>
<cpt id=\"f\"><state id=\"no\" /><state id=\"yes\" /><parents>d</parents>
<probabilities>0.9 0.1 0.2 0.8</probabilities></cpt>
</nodes></smile>";

#[test]
fn xdsl() {
    let long = format!("id=\"{}\"", "d".repeat(1001));
    for (from, to, words) in [
        (
            "id=\"d\"",
            long.as_str(),
            "line 2: node `dddddddddddddddddddddddddddddddddddddddd...`: a disease id is longer",
        ),
        ("id=\"d\"", "id=\"\"", "line 2: node ``: a disease id is empty"),
        ("id=\"d\"", "id=\"d&#1;\"", "line 2: node `d\u{1}` has a control character in its name"),
        ("<state id=\"yes\" /><par", "<state id=\"no\" /><par", "line 3: node `f` has the state `no` twice"),
        ("<cpt id=\"d\"", "<equation id=\"d\"", "is an equation node"),
        ("<state id=\"yes\" /><prob", "<prob", "line 2"),
    ] {
        let text = XDSL.replace("<parents>d</parents>", "<parents></parents>").replace(" 0.2 0.8", "");
        let to = to.to_owned();
        let text = if to.contains("equation") { text.replacen("</cpt>", "</equation>", 1) } else { text };
        let error = refusal(Format::Xdsl, &text.replacen(from, &to, 1));
        assert!(error.contains(words), "{to:.80}: {words} in {error}");
    }
    // A root of one state.
    let one = XDSL.replacen("<state id=\"yes\" /><probabilities>0.7 0.3", "<probabilities>1", 1);
    let one = one.replace("0.9 0.1 0.2 0.8", "0.9 0.1");
    assert!(refusal(Format::Xdsl, &one).contains("has no parents and 1 state; a disease"));
}

/// What a comment or an element parts are two numbers, not one.
#[test]
fn comments_in_xml_part_words() {
    let known = contents(&read_text(XDSL, Format::Xdsl, &Options::default()).unwrap().network);
    for between in ["<!-- and -->", "<?and this?>", "<and />"] {
        let text = XDSL.replace("0.7 0.3", &format!("0.7{between}0.3"));
        let network = read_text(&text, Format::Xdsl, &Options::default()).unwrap().network;
        assert_eq!(contents(&network), known, "{between}");
        // Once read as 0.71 and 0.3.
        let error = refusal(Format::Xdsl, &XDSL.replace("0.7 0.3", &format!("0.7{between}1 0.3")));
        assert!(error.contains("node `d`: its table needs 2 numbers and has 3"), "{error}");
    }
}

const XMLBIF: &str = "<BIF><NETWORK>
<VARIABLE TYPE=\"nature\"><NAME>d</NAME><OUTCOME>no</OUTCOME><OUTCOME>yes</OUTCOME></VARIABLE>
<VARIABLE><NAME>f</NAME><OUTCOME>no</OUTCOME><OUTCOME>yes</OUTCOME></VARIABLE>
<DEFINITION><FOR>d</FOR><TABLE>0.7 0.3</TABLE></DEFINITION>
<DEFINITION><FOR>f</FOR><GIVEN>d</GIVEN><TABLE>0.9 0.1 0.2 0.8</TABLE></DEFINITION>
</NETWORK></BIF>";

#[test]
fn xmlbif() {
    for (from, to, words) in [
        ("TYPE=\"nature\"", "TYPE=\"decision\"", "line 2: node `d` is a decision variable"),
        ("TYPE=\"nature\"", "TYPE=\"utility\"", "line 2: node `d` is a utility variable"),
        ("<NAME>f", "<NAME>d", "line 3: node `d` is defined twice"),
    ] {
        check(Format::XmlBif, XMLBIF, from, to, words);
    }
}

#[test]
fn pgmx() {
    let text = "<ProbModelXML><ProbNet type=\"BayesianNetwork\"><Variables>
<Variable name=\"d\"><States><State name=\"no\" /><State name=\"yes\" /></States></Variable>
<Variable name=\"f\"><States><State name=\"no\" /><State name=\"yes\" /></States></Variable>
</Variables><Potentials>
<Potential type=\"Table\"><Variables><Variable name=\"d\" /></Variables><Values>0.7 0.3</Values></Potential>
<Potential type=\"Table\"><Variables><Variable name=\"f\" /><Variable name=\"d\" /></Variables>
<Values>0.9 0.1 0.2 0.8</Values></Potential>
</Potentials></ProbNet></ProbModelXML>";
    for (from, to, words) in [
        ("name=\"f\"", "name=\"d\"", "line 3: node `d` is defined twice"),
        ("BayesianNetwork", "InfluenceDiagram", "line 1: the network is an InfluenceDiagram"),
        ("type=\"Table\"", "type=\"Uniform\"", "line 5: node `d` is a Uniform potential"),
    ] {
        check(Format::Pgmx, text, from, to, words);
    }
}

#[test]
fn net() {
    let text = "net\n{\n}\nnode d\n{\n  states = (\"no\" \"yes\");\n}\ndiscrete node f\n{\n  states = (\"no\" \"yes\");\n}\n\
                potential (d)\n{\n  data = (0.7 0.3);\n}\n\
                potential (f | d)\n{\n  data = ((0.9 0.1)(0.2 0.8));\n}\n";
    for (from, to, words) in [
        ("node d", "continuous node d", "line 4: node `d` is a continuous node"),
        ("node d", "decision d", "line 4: node `d` is a decision node"),
        ("node d", "utility node", "line 4: node `node` is a utility node"),
        ("(f | d)", "(f d)", "line 16: the potential of `f` is one of `d` too"),
    ] {
        check(Format::Net, text, from, to, words);
    }
}

#[test]
fn uai() {
    let text = "BAYES\n2\n2 2\n2\n1 0\n2 0 1\n\n2\n0.7 0.3\n4\n0.9 0.1 0.2 0.8\n";
    for (from, to, words) in [
        (
            "2\n1 0\n2 0 1\n\n2\n0.7 0.3\n4\n0.9 0.1 0.2 0.8",
            "1\n1 0\n\n2\n0.7 0.3",
            "line 4: variable 1 has no function: there are 1 for 2",
        ),
        ("1 0\n", "1 7\n", "line 5: expected a variable, 1 at most, found `7`"),
    ] {
        check(Format::Uai, text, from, to, words);
    }
}

/// Windows-1252 differs from Latin-1 between 0x80 and 0x9f, and files that say Latin-1 mean the former.
#[test]
fn xml_in_windows_1252() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("a.xdsl");
    for encoding in ["windows-1252", "ISO-8859-1"] {
        let declared = format!("<?xml version=\"1.0\" encoding=\"{encoding}\"?>\n{XDSL}");
        let write = |byte: u8| {
            let mut bytes = declared.replace("id=\"d\"", "id=\"d#\"").replace(">d<", ">d#<").into_bytes();
            bytes.iter_mut().filter(|b| **b == b'#').for_each(|b| *b = byte);
            std::fs::write(&path, bytes).unwrap();
            read(&path, &Options::default())
        };
        for (byte, c) in [(0xe9, 'é'), (0x80, '€'), (0x92, '’'), (0x9f, 'Ÿ')] {
            let network = write(byte).unwrap().network;
            assert!(network.disease(&format!("d{c}")).is_some(), "{c}: {:?}", contents(&network));
        }
        let error = refused(write(0x81));
        assert!(error.contains("line 3: the text has a byte that Windows-1252 does not use"), "{error}");
    }
}

#[test]
fn names_of_an_edge_list_that_get_numbers_are_told() {
    let mut options = Options::default();
    (options.prior, options.leak) = (Some(0.01), Some(0.02));
    let read = |text: &str| read_text(text, Format::Edges, &options).unwrap();
    let reading = read("disease,finding,weight\nFlu,fever,0.9\nflu,cough,0.8\nFLU,Fever,0.7\n");
    assert_eq!(reading.network.disease_count(), 3);
    let told = |words: &str| reading.notes.iter().any(|note| note.contains(words));
    assert!(told("2 of the disease names differ") && told("`flu` is `flu_2`"), "{:?}", reading.notes);
    assert!(told("1 of the finding names differ") && told("`Fever` is `fever_2`"), "{:?}", reading.notes);
    assert_eq!(read("disease,finding,weight\nFlu,fever,0.9\nFlu,cough,0.8\n").notes.len(), 1);
}
