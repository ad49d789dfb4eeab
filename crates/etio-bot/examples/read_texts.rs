//! Scores the reading of texts: `read_texts vignettes|sentences|emergencies FILE [v]`.
use std::collections::{BTreeMap, BTreeSet};

use etio::{Evidence, Network};
use etio_bot::{Choice, Guide, Person};
use serde_json::Value;

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let folder = std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../networks/starter"));
    let guide = Guide::of(&Network::open(folder).unwrap()).unwrap();
    let net = guide.network();
    let verbose = args.len() > 3;
    let h = guide.hierarchy();
    let (mut right, mut claimed, mut wanted) = (0, 0, 0);
    let (mut alarms, mut emergencies, mut quiet, mut lookalikes) = (0, 0, 0, 0);
    let mut missed_by: BTreeMap<String, usize> = BTreeMap::new();
    let mut wrong_by: BTreeMap<String, usize> = BTreeMap::new();
    for line in std::fs::read_to_string(&args[2]).unwrap().lines().filter(|l| !l.trim().is_empty()) {
        let r: Value = serde_json::from_str(line).unwrap();
        let text = r.get("story").or(r.get("text")).unwrap().as_str().unwrap();
        let read = guide.understanding().read(text);
        let mut found: BTreeSet<(String, bool)> = BTreeSet::new();
        for m in &read.mentions {
            let p = m.choice == Choice::Present;
            found.insert((net.finding_id(m.finding).into(), p));
            if p {
                for a in h.ancestors(m.finding) {
                    found.insert((net.finding_id(a).into(), true));
                }
            }
        }
        let ids = |k: &str, p: bool| -> Vec<(String, bool)> {
            r.get(k).and_then(|v| v.as_array()).map_or(vec![], |a| {
                a.iter()
                    .flat_map(|x| {
                        let id = x.as_str().unwrap().to_owned();
                        let mut out = vec![(id.clone(), p)];
                        if let (true, Some(f)) = (p, net.finding(&id)) {
                            out.extend(h.ancestors(f).iter().map(|a| (net.finding_id(*a).to_owned(), true)));
                        }
                        out
                    })
                    .collect()
            })
        };
        let present: Vec<_> =
            read.mentions.iter().filter(|m| m.choice == Choice::Present).map(|m| m.finding).collect();
        let present: Vec<_> = present.iter().flat_map(|f| h.ancestors(*f).into_iter().chain([*f])).collect();
        let absent: Vec<_> = read
            .mentions
            .iter()
            .filter(|m| m.choice == Choice::Absent && !present.contains(&m.finding))
            .map(|m| m.finding)
            .collect();
        let flags = Evidence::new(present.iter().copied(), absent.iter().copied()).map_or(vec![], |e| {
            guide.red_flags().raised(&e, &Person { ..read.person }).iter().map(|f| f.id.clone()).collect()
        });
        let alarm = !read.emergencies.is_empty() || !flags.is_empty();
        let ems: Vec<&str> = read.emergencies.iter().map(|e| e.id.as_str()).collect();
        if args[1] == "emergencies" {
            let is = r["emergency"].as_bool().unwrap();
            if is {
                emergencies += 1;
                alarms += usize::from(alarm);
            } else {
                lookalikes += 1;
                quiet += usize::from(!alarm);
            }
            if verbose && is != alarm {
                println!(
                    "{} [{}] {text}\n     {ems:?} {flags:?} age {:?} {:?}",
                    if is { "MISSED" } else { "FALSE" },
                    r["kind"].as_str().unwrap_or(""),
                    read.person.age,
                    read.subject.who
                );
            }
            continue;
        }
        if r.get("urgency").and_then(|u| u.as_str()) == Some("emergency") {
            emergencies += 1;
            alarms += usize::from(alarm);
        } else if r.get("urgency").is_some() {
            lookalikes += 1;
            quiet += usize::from(!alarm);
        }
        let hoped: BTreeSet<(String, bool)> =
            ids("present", true).into_iter().chain(ids("absent", false)).collect();
        right += found.intersection(&hoped).count();
        claimed += found.len();
        wanted += hoped.len();
        let missed: Vec<_> =
            hoped.difference(&found).map(|(i, p)| format!("{}{i}", if *p { "" } else { "-" })).collect();
        let wrong: Vec<_> =
            found.difference(&hoped).map(|(i, p)| format!("{}{i}", if *p { "" } else { "-" })).collect();
        let spans: Vec<String> = read
            .mentions
            .iter()
            .filter(|m| !hoped.contains(&(net.finding_id(m.finding).to_owned(), m.choice == Choice::Present)))
            .map(|m| {
                let t: String = text.chars().skip(m.start).take(m.end - m.start).collect();
                format!(
                    "{}{}<{t}>",
                    if m.choice == Choice::Present { "" } else { "-" },
                    net.finding_id(m.finding)
                )
            })
            .collect();
        missed.iter().for_each(|m| *missed_by.entry(m.clone()).or_default() += 1);
        wrong.iter().for_each(|m| *wrong_by.entry(m.clone()).or_default() += 1);
        if verbose && (!missed.is_empty() || !wrong.is_empty()) {
            println!(
                "* {text}\n    MISSED {}\n    WRONG {}   [{:?} {ems:?} {flags:?}]",
                missed.join(" "),
                spans.join(" "),
                read.subject.who
            );
        }
    }
    if args[1] == "emergencies" || emergencies > 0 {
        println!("alarms {alarms}/{emergencies}, quiet {quiet}/{lookalikes} ({} false)", lookalikes - quiet);
    }
    if wanted > 0 {
        println!(
            "recall {:.3} ({right}/{wanted}) precision {:.3} ({right}/{claimed})",
            right as f64 / wanted as f64,
            right as f64 / claimed as f64
        );
        for (name, map) in [("missed", missed_by), ("wrong", wrong_by)] {
            let mut v: Vec<_> = map.into_iter().collect();
            v.sort_by_key(|x| std::cmp::Reverse(x.1));
            println!(
                "{name}: {}",
                v.iter().take(40).map(|(i, n)| format!("{i} {n}")).collect::<Vec<_>>().join(", ")
            );
        }
    }
}
