//! How far the approximations are from the exact posterior, beside how often they find the label.

use serde_json::json;

use super::{Axis, Chart, Claim, Finished, Line, Series, Settings, Table, Verdict, accuracy};
use crate::numbers::{percent, plain};
use crate::study::{Cell, Contestant, Measure};
use crate::{QuerySet, ReproError};

const METHODS: [(&str, usize); 6] = [
    ("vfh+cvx+fdo:2", 0),
    ("vfh+ppf+fdo:2", 1),
    ("jj99+cvx+gdo:2", 2),
    ("vfh+cvx+gdo:2", 3),
    // The original of 1999.
    ("jj99-joint+cvx-joint+gdo:2", 4),
    ("vfh+cvx-joint+fdo:2", 5),
];

const SETS: [QuerySet; 2] = [QuerySet::Random20, QuerySet::Chronic40];

pub(super) fn run(settings: &Settings<'_>) -> Result<Finished, ReproError> {
    let contestants =
        METHODS.iter().map(|(spelling, _)| Contestant::method(spelling)).collect::<Result<Vec<_>, _>>()?;
    let cells = accuracy::with_and_without_leak(settings, &SETS, &contestants)?;
    let mut finished = Finished {
        table: Table::of(&cells)?,
        claims: claims(&cells),
        charts: charts(&cells),
        notes: vec![format!(
            "The error of a query is the largest difference of a posterior from the stable exact one; the charts show its mean \
             over {} queries per point. A method can find the label and still be wrong about how sure it is.",
            settings.profile.compared_queries()
        )],
        ..Finished::default()
    };
    finished.results.insert("cells".to_owned(), json!(cells));
    Ok(finished)
}

fn mean_of(cells: &[Cell], method: &str, value: Measure) -> f64 {
    let values: Vec<f64> = cells.iter().filter(|c| c.method == method).map(value).collect();
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

fn claims(cells: &[Cell]) -> Vec<Claim> {
    let mean_error = |method: &str| mean_of(cells, method, |c| c.mean_error);
    let errors: Vec<(&str, f64)> = METHODS.iter().map(|&(m, _)| (m, mean_error(m))).collect();
    let vfh = mean_error(METHODS[0].0);
    let baseline = mean_error(METHODS[2].0);
    let best = errors.iter().min_by(|a, b| a.1.total_cmp(&b.1)).map_or("", |best| best.0);
    let top1 = |method: &str| mean_of(cells, method, |c| c.top1);
    let most_labels =
        METHODS.iter().map(|m| m.0).max_by(|a, b| top1(a).total_cmp(&top1(b))).unwrap_or_default();
    let listed: Vec<String> = errors.iter().map(|(m, e)| format!("{m} {}", plain(*e))).collect();
    vec![
        Claim::new(
            "FDO is the more stable order: VFH+CVX+FDO approximates the posterior better than JJ99+CVX+GDO",
            if vfh < baseline { Verdict::Holds } else { Verdict::DoesNotHold },
            format!("mean error over all points: {}", listed.join(", ")),
        ),
        Claim::new(
            "Implied: the method that finds most labels approximates best",
            if most_labels == best { Verdict::Holds } else { Verdict::DoesNotHold },
            format!(
                "most labels are found by {most_labels} ({} top-1 over the same points); nearest to the exact posterior is {best} ({})",
                percent(top1(most_labels)),
                percent(top1(best)),
            ),
        ),
    ]
}

fn charts(cells: &[Cell]) -> Vec<Chart> {
    let mut charts = Vec::new();
    for leak in [0.0, accuracy::LEAK] {
        for set in SETS {
            let series = METHODS.iter().map(|&(method, style)| Series {
                name: method.to_owned(),
                style,
                line: Line::Marked,
                points: cells
                    .iter()
                    .filter(|c| c.set == set && c.leak == leak && c.method == method)
                    .map(|c| (c.mean_prior, c.mean_error))
                    .collect(),
            });
            charts.push(Chart {
                title: format!("{set}, leak {leak}"),
                x: Axis::log("mean prior P(d)"),
                y: Axis::linear("mean of largest error").within(0.0, 1.0),
                series: series.collect(),
            });
        }
    }
    charts
}
