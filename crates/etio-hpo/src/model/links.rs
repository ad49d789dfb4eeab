//! The links of every disease, and of some diseases with publications left out.

use rayon::prelude::*;

use super::knowledge::{Frequent, Shape};
use super::{Knowledge, Settings};

/// Turns knowledge into links, given how common every term is.
#[derive(Debug)]
pub(crate) struct Model {
    background: Vec<f64>,
    /// By term: what its frequency is multiplied with on the way to narrower terms; zero for terms too common.
    sends: Vec<f64>,
    /// By term: what arrives from wider terms is multiplied with this.
    receives: Vec<f64>,
    settings: Settings,
}

impl Model {
    /// The model of the knowledge itself, with the links of every disease.
    pub(crate) fn with_links(knowledge: &Knowledge) -> (Self, Vec<Vec<Frequent>>) {
        let shapes: Vec<Shape> =
            (0..knowledge.diseases.len() as u32).into_par_iter().map(|d| knowledge.shape(d, &[])).collect();
        let model = Self::new(knowledge.settings, background(knowledge, &shapes));
        let mut borrowed: Vec<Option<Shape>> = vec![None; shapes.len()];
        for members in &knowledge.series {
            let own: Vec<&Shape> = members.iter().map(|&d| &shapes[d as usize]).collect();
            for (&member, shape) in members.iter().zip(model.borrow_all(&own)) {
                borrowed[member as usize] = Some(shape);
            }
        }
        let links = shapes
            .par_iter()
            .zip(&borrowed)
            .map_init(
                || vec![0.0; knowledge.graph.len()],
                |wide, (own, borrowed)| model.links(knowledge, borrowed.as_ref().unwrap_or(own), wide),
            )
            .collect();
        (model, links)
    }

    /// The model for given backgrounds, one a term.
    pub(crate) fn new(settings: Settings, background: Vec<f64>) -> Self {
        let sends = background
            .iter()
            .map(|&b| if b <= settings.narrower_ceiling { b.powf(-settings.narrower_exponent) } else { 0.0 });
        let receives = background.iter().map(|&b| settings.narrower * b.powf(settings.narrower_exponent));
        Self { sends: sends.collect(), receives: receives.collect(), background, settings }
    }

    /// How often a term is seen for reasons outside the disease.
    pub(crate) fn leak(&self, term: usize) -> f64 {
        self.settings.leak * self.background[term]
    }

    /// The links of a disease in ascending order of term. `wide` is working memory, one number a term.
    fn links(&self, knowledge: &Knowledge, shape: &Shape, wide: &mut [f64]) -> Vec<Frequent> {
        let reporting = self.reporting(shape);
        let (mut direct, mut spread) = (shape.direct.iter().peekable(), shape.spread.iter().peekable());
        let mut own = vec![0.0; if self.settings.narrower > 0.0 { wide.len() } else { 0 }];
        let mut links = Vec::with_capacity(shape.spread.len());
        for term in 0..wide.len() {
            let spread = spread.next_if(|entry| entry.0 == term as u32).map_or(0.0, |entry| entry.1);
            let direct = direct.next_if(|entry| entry.0 == term as u32).map_or(0.0, |entry| entry.1);
            let mut from_wider = 0.0;
            if self.settings.narrower > 0.0 {
                let parents = knowledge.graph.parents(term).iter();
                let widest = parents.fold(0.0f64, |most, &p| most.max(wide[p as usize]).max(own[p as usize]));
                (wide[term], own[term]) = (widest, spread * self.sends[term]);
                from_wider = widest * self.receives[term];
            }
            let v = self.combine(direct, spread, from_wider) * reporting;
            if v > 0.0 && (spread > 0.0 || v >= self.leak(term)) {
                links.push((term as u32, v.min(1.0)));
            }
        }
        links
    }

    /// The plain form of [`links`](Self::links) for one term: every ancestor is looked at.
    fn link(&self, knowledge: &Knowledge, shape: &Shape, term: u32) -> f64 {
        let at = |list: &[Frequent], term: u32| {
            list.binary_search_by_key(&term, |entry| entry.0).map_or(0.0, |found| list[found].1)
        };
        let spread = at(&shape.spread, term);
        let ancestors = knowledge.graph.ancestors(term as usize).iter();
        let widest =
            ancestors.fold(0.0f64, |most, &a| most.max(at(&shape.spread, a) * self.sends[a as usize]));
        let from_wider = widest * self.receives[term as usize];
        let v = self.combine(at(&shape.direct, term), spread, from_wider);
        let v = v * self.reporting(shape);
        if spread > 0.0 || v >= self.leak(term as usize) { v.min(1.0) } else { 0.0 }
    }

    fn combine(&self, direct: f64, spread: f64, from_wider: f64) -> f64 {
        direct.max(spread * self.settings.wider).max(from_wider)
    }

    fn reporting(&self, shape: &Shape) -> f64 {
        let r = self.settings.reporting;
        if r > 0.0 { (r / (r + shape.expected)).sqrt() } else { 1.0 }
    }

    /// Each member's shape with what it borrows from the rest of its series.
    fn borrow_all(&self, members: &[&Shape]) -> Vec<Shape> {
        let weight = self.settings.series_weight;
        if weight <= 0.0 {
            return members.iter().map(|&shape| shape.clone()).collect();
        }
        let direct = total(members.iter().map(|shape| &shape.direct));
        let spread = total(members.iter().map(|shape| &shape.spread));
        let share = weight / (members.len() as f64 - 1.0);
        members
            .iter()
            .map(|shape| Shape {
                direct: raised(&shape.direct, &direct, share),
                spread: raised(&shape.spread, &spread, share),
                expected: shape.expected,
            })
            .collect()
    }

    /// The diseases that change when every row that cites one of these references is left out.
    pub(crate) fn leave_out(&self, knowledge: &Knowledge, references: &[u32]) -> LeftOut {
        let mut left_out = LeftOut::default();
        let mut series_done = Vec::new();
        for disease in knowledge.citing(references) {
            match knowledge.diseases[disease as usize].series {
                Some(series) if series_done.contains(&series) => {}
                Some(series) => {
                    series_done.push(series);
                    let members = &knowledge.series[series as usize];
                    let shapes: Vec<Shape> =
                        members.iter().map(|&d| knowledge.shape(d, references)).collect();
                    let shapes = self.borrow_all(&shapes.iter().collect::<Vec<_>>());
                    left_out.diseases.extend(members.iter().copied().zip(shapes));
                }
                None => left_out.diseases.push((disease, knowledge.shape(disease, references))),
            }
        }
        left_out.diseases.sort_by_key(|entry| entry.0);
        left_out
    }
}

/// Diseases without some of their annotations.
#[derive(Clone, Debug, Default)]
pub(crate) struct LeftOut {
    diseases: Vec<(u32, Shape)>,
}

impl LeftOut {
    pub(crate) fn is_empty(&self) -> bool {
        self.diseases.is_empty()
    }

    /// For each disease that changes, its links to these terms, zero for none.
    pub(crate) fn links(&self, model: &Model, knowledge: &Knowledge, terms: &[u32]) -> Vec<(u32, Vec<f64>)> {
        self.diseases
            .iter()
            .map(|(disease, shape)| {
                (*disease, terms.iter().map(|&term| model.link(knowledge, shape, term)).collect())
            })
            .collect()
    }
}

/// The mean frequency of every term over all diseases.
fn background(knowledge: &Knowledge, shapes: &[Shape]) -> Vec<f64> {
    let mut sums = vec![0.0; knowledge.graph.len()];
    for &(term, v) in shapes.iter().flat_map(|shape| &shape.spread) {
        sums[term as usize] += v;
    }
    let count = shapes.len().max(1) as f64;
    sums.into_iter().map(|sum| (sum / count).max(knowledge.settings.least_background)).collect()
}

/// Frequencies added up, in ascending order of term.
fn total<'a>(lists: impl Iterator<Item = &'a Vec<Frequent>>) -> Vec<Frequent> {
    let mut all: Vec<Frequent> = lists.flatten().copied().collect();
    all.sort_by_key(|entry| entry.0);
    all.chunk_by(|a, b| a.0 == b.0).map(|same| (same[0].0, same.iter().map(|entry| entry.1).sum())).collect()
}

/// A member's frequencies, none below its share of what the others have together.
fn raised(own: &[Frequent], total: &[Frequent], share: f64) -> Vec<Frequent> {
    let mut own = own.iter().peekable();
    total
        .iter()
        .filter_map(|&(term, sum)| {
            let mine = own.next_if(|entry| entry.0 == term).map_or(0.0, |entry| entry.1);
            let v = mine.max(share * (sum - mine));
            (v > 0.0).then_some((term, v))
        })
        .collect()
}
