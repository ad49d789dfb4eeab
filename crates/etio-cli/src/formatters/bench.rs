//! The results of `etio bench` as text.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::time::Duration;

use etio_benches::{BenchReport, Growth, Machine, NetworkTimes, S1, Times};

use crate::formatters::numbers::{grouped, time};
use crate::terminal::{BOLD, styled};

/// Tables of times beside the machine's limits.
pub(crate) fn text(report: &BenchReport) -> String {
    let mut out = String::new();
    machine(&mut out, &report.machine);
    for network in &report.networks {
        small_network(&mut out, network);
    }
    s1(&mut out, &report.s1);
    out
}

fn heading(out: &mut String, text: &str) {
    let _ = writeln!(out, "{}", styled(BOLD, text));
}

fn machine(out: &mut String, machine: &Machine) {
    heading(out, "This machine");
    let threads = machine.threads;
    let _ = writeln!(out, "{:34}{:>12}{:>12}", "", "1 thread", format!("{threads} threads"));
    let mut row = |name: &str, one: f64, all: f64| {
        let _ = writeln!(
            out,
            "{name:34}{:>12}{:>12}",
            format!("{:.1} G", one / 1e9),
            format!("{:.1} G", all / 1e9)
        );
    };
    row("bytes read from memory per second", machine.read, machine.read_all);
    row("multiply-adds (f64) per second", machine.multiply_adds, machine.multiply_adds_all);
    out.push('\n');
}

fn small_network(out: &mut String, network: &NetworkTimes) {
    heading(
        out,
        &format!(
            "{}: {} diseases, {} findings, {} links; median time of a query with 4 absent findings",
            network.name,
            grouped(network.diseases),
            grouped(network.findings),
            grouped(network.links)
        ),
    );
    by_present(out, &network.times);
}

/// One row per method, one column per number of present findings.
fn by_present(out: &mut String, times: &[Times]) {
    // How many findings a hybrid transforms changes along its row.
    let name = |times: &Times| times.method.split(':').next().unwrap_or_default().to_owned();
    let points: Vec<_> = times.iter().map(|t| (name(t), t.present, cell(t))).collect();
    pivot(out, "present findings", &points);
    if times.iter().any(|t| t.refused > 0) {
        let _ = writeln!(out, "* some of these queries were not answered by that method");
    }
    out.push('\n');
}

/// A table of (row, column, cell), rows in the order they come, columns ascending.
fn pivot(out: &mut String, corner: &str, points: &[(String, usize, String)]) {
    let columns: BTreeSet<usize> = points.iter().map(|point| point.1).collect();
    let mut rows: Vec<&str> = Vec::new();
    for (row, ..) in points {
        if !rows.contains(&row.as_str()) {
            rows.push(row);
        }
    }
    let mut line = |head: &str, cells: Vec<String>| {
        let _ = writeln!(
            out,
            "{head:24}{}",
            cells.iter().map(|c| format!("{c:>11}")).collect::<Vec<_>>().concat()
        );
    };
    line(corner, columns.iter().map(|&column| grouped(column)).collect());
    for row in rows {
        let cell = |&column: &usize| {
            let found = points.iter().find(|point| point.0 == row && point.1 == column);
            found.map_or_else(String::new, |point| point.2.clone())
        };
        line(row, columns.iter().map(cell).collect());
    }
}

fn cell(times: &Times) -> String {
    let mark = if times.refused > 0 { "*" } else { "" };
    format!("{}{mark}", seconds(times.median))
}

fn seconds(seconds: f64) -> String {
    time(Duration::from_secs_f64(seconds.max(0.0)))
}

fn s1(out: &mut String, s1: &S1) {
    heading(
        out,
        &format!(
            "S1: {} diseases, {} findings, {} links",
            grouped(s1.diseases),
            grouped(s1.findings),
            grouped(s1.links)
        ),
    );
    let _ = writeln!(out, "{:44}{:>12}", "open the file", seconds(s1.open));
    let _ =
        writeln!(out, "{:44}{:>12}", "open the file and answer a first query", seconds(s1.open_and_answer));
    let headline = format!("a query by {}, 8 present, 4 absent", s1.headline.method);
    let _ = writeln!(out, "{headline:44}{:>12}\n", cell(&s1.headline));
    elements(out, s1);
    heading(
        out,
        "S1: the paper's Figure 3, four findings exact and the rest transformed; median time of a query",
    );
    by_present(out, &s1.figure3);
    many_queries(out, s1);
    growth(out, "S1: growth with the diseases, 80% of pairs linked", &s1.by_diseases, |g| g.diseases as f64);
    growth(out, "S1: growth with the links, same diseases", &s1.by_links, |g| g.links_touched);
}

fn elements(out: &mut String, s1: &S1) {
    heading(out, "S1: quickscore, one (subset, disease) element against two multiply-adds");
    let _ = writeln!(
        out,
        "{:>8}{:>9}{:>12}{:>14}{:>12}{:>8}",
        "present", "threads", "query", "element", "limit", "ratio"
    );
    for row in &s1.quickscore {
        let _ = writeln!(
            out,
            "{:>8}{:>9}{:>12}{:>14}{:>12}{:>8.2}",
            row.times.present,
            row.times.threads,
            cell(&row.times),
            format!("{:.3} ns", row.element * 1e9),
            format!("{:.3} ns", row.limit * 1e9),
            row.element / row.limit
        );
    }
    let _ = writeln!(
        out,
        "Time per query is the median; time per element is that of the fastest query. Skipped elements are\n\
         counted too: a disease skips findings that it is not linked to.\n"
    );
}

fn many_queries(out: &mut String, s1: &S1) {
    heading(
        out,
        "S1: the variational part of N queries, 6 present of which 2 are transformed; time for all of them",
    );
    let points: Vec<_> =
        s1.many_queries.iter().map(|m| (m.step.to_owned(), m.queries, seconds(m.seconds))).collect();
    pivot(out, "queries", &points);
    let _ = writeln!(
        out,
        "vfh and jh take xi from the file, or solve for it once per finding if it is not there; jj99 solves for it in\n\
         every query. By cvx one xi takes {}. Tilting is timed in a plain loop: the engine uses vectors.\n",
        seconds(s1.parameter)
    );
}

fn growth(out: &mut String, title: &str, points: &[Growth], by: impl Fn(&Growth) -> f64) {
    heading(out, title);
    let _ = writeln!(
        out,
        "{:24}{:>10}{:>16}{:>12}{:>14}",
        "method", "diseases", "links touched", "query", "each"
    );
    for point in points {
        let _ = writeln!(
            out,
            "{:24}{:>10}{:>16}{:>12}{:>14}",
            point.times.method,
            grouped(point.diseases),
            grouped(point.links_touched as usize),
            cell(&point.times),
            format!("{:.2} ns", point.times.median / by(point) * 1e9)
        );
    }
    out.push('\n');
}
