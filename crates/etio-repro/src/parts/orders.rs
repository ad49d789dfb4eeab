//! Which findings to transform: fewest parents first (FDO), most parents first, or by the bound (GDO).

use serde_json::json;

use super::{Axis, Chart, Claim, Finished, Line, Series, Settings, Table, Verdict, accuracy};
use crate::numbers::plain;
use crate::study::{Cell, Contestant, Measure};
use crate::{QuerySet, ReproError};

const FDO: &str = "vfh+cvx+fdo:2";
const GDO: &str = "vfh+cvx+gdo:2";
const REVERSE: &str = "vfh+cvx+reverse-fdo:2";

const NAMES: [(&str, &str, usize); 3] = [
    (FDO, "FDO: fewest parents", 0),
    (GDO, "GDO: least fall of the bound", 2),
    (REVERSE, "reverse FDO: most parents", 4),
];

pub(super) fn run(settings: &Settings<'_>) -> Result<Finished, ReproError> {
    let contestants = [Contestant::method(FDO)?, Contestant::method(GDO)?, Contestant::ReverseFdo(2)];
    let cells = accuracy::with_and_without_leak(settings, &QuerySet::ALL, &contestants)?;
    let mut finished = Finished {
        table: Table::of(&cells)?,
        claims: claims(&cells),
        charts: charts(&cells),
        notes: vec![
            "All three are VFH+CVX with two findings transformed; only the choice of findings differs. Means over the four query \
             sets."
                .to_owned(),
        ],
        ..Finished::default()
    };
    finished.results.insert("cells".to_owned(), json!(cells));
    Ok(finished)
}

fn mean(cells: &[Cell], method: &str, leak: f64, value: Measure) -> f64 {
    let values: Vec<f64> = cells.iter().filter(|c| c.method == method && c.leak == leak).map(value).collect();
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

fn claims(cells: &[Cell]) -> Vec<Claim> {
    let leaks = [0.0, accuracy::LEAK];
    let top1 = |method: &str, leak: f64| mean(cells, method, leak, |c| c.top1);
    let error = |method: &str, leak: f64| mean(cells, method, leak, |c| c.mean_error);
    let listed = |value: &dyn Fn(&str, f64) -> f64| {
        let each = |leak: f64| {
            let numbers = NAMES.map(|(method, _, _)| plain(value(method, leak)));
            format!("leak {leak}: {}", numbers.join(" / "))
        };
        leaks.map(each).join("; ")
    };
    let first = |better: &dyn Fn(f64) -> bool| match leaks.iter().filter(|&&leak| better(leak)).count() {
        2 => Verdict::Holds,
        1 => Verdict::HoldsOnlyIf,
        _ => Verdict::DoesNotHold,
    };
    vec![
        Claim::under(
            "the leak is right",
            "FDO finds the label more often than GDO",
            first(&|leak| top1(FDO, leak) > top1(GDO, leak)),
            format!("mean top-1 accuracy FDO / GDO / reverse FDO: {}", listed(&top1)),
        ),
        Claim::under(
            "the leak is right",
            "FDO is the most stable order of transformation",
            first(&|leak| error(FDO, leak) < error(GDO, leak) && error(FDO, leak) < error(REVERSE, leak)),
            format!("mean error against the exact posterior FDO / GDO / reverse FDO: {}", listed(&error)),
        ),
    ]
}

fn charts(cells: &[Cell]) -> Vec<Chart> {
    let values: [(&str, Measure); 2] =
        [("top-1 accuracy", |c| c.top1), ("mean of largest error", |c| c.mean_error)];
    let mut charts = Vec::new();
    for (label, value) in values {
        for leak in [0.0, accuracy::LEAK] {
            charts.push(Chart {
                title: format!("{label}, leak {leak}"),
                x: Axis::log("mean prior P(d)"),
                y: Axis::linear(label).within(0.0, 1.0),
                series: NAMES
                    .iter()
                    .map(|&(method, name, style)| Series {
                        name: name.to_owned(),
                        style,
                        line: Line::Marked,
                        points: over_sets(cells, method, leak, value),
                    })
                    .collect(),
            });
        }
    }
    charts
}

/// Per mean prior, the mean over the query sets.
fn over_sets(cells: &[Cell], method: &str, leak: f64, value: Measure) -> Vec<(f64, f64)> {
    let own = |c: &&Cell| c.method == method && c.leak == leak;
    let mut priors: Vec<f64> = cells.iter().filter(own).map(|c| c.mean_prior).collect();
    priors.sort_by(f64::total_cmp);
    priors.dedup();
    let mean_at = |prior: f64| {
        let values: Vec<f64> =
            cells.iter().filter(own).filter(|c| c.mean_prior == prior).map(value).collect();
        values.iter().sum::<f64>() / values.len().max(1) as f64
    };
    priors.into_iter().map(|prior| (prior, mean_at(prior))).collect()
}
