//! The links of every disease, and of some diseases with publications held out.

use std::collections::HashMap;

use rayon::prelude::*;

use super::knowledge::{Bond, Frequent, Kin, Shape, largest};
use super::{Knowledge, Settings};

/// Turns knowledge into links, given how common every term is.
#[derive(Debug)]
pub(crate) struct Model {
    background: Vec<f64>,
    /// By term: what its frequency is multiplied with on the way to narrower terms; zero for terms
    /// too common.
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
        let model = Self::new(knowledge.settings, background(knowledge));
        let totals: Vec<Total> =
            knowledge.kin.par_iter().map(|kin| model.total(kin, |d| &shapes[d as usize])).collect();
        let links = (0..shapes.len() as u32)
            .into_par_iter()
            .map_init(
                || vec![0.0; knowledge.graph.len()],
                |wide, disease| {
                    let kin = &knowledge.diseases[disease as usize].kin;
                    let own = &shapes[disease as usize];
                    let borrowed = own.borrowing(kin.iter().map(|&kin| &totals[kin as usize]));
                    model.links(knowledge, &borrowed, wide)
                },
            )
            .collect();
        (model, links)
    }

    /// The model for given backgrounds, one per term.
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

    /// Links to narrower terms that are weaker say too little to be kept.
    fn least_link(&self, term: usize) -> f64 {
        self.settings.least_link * self.leak(term)
    }

    /// The links of a disease in ascending order of term. `wide` is working memory with one number
    /// per term.
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
            if v > 0.0 && (spread > 0.0 || v >= self.least_link(term)) {
                links.push((term as u32, v.min(1.0)));
            }
        }
        links
    }

    /// The plain form of [`links`](Self::links) for one term: every ancestor is visited.
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
        if spread > 0.0 || v >= self.least_link(term as usize) { v.min(1.0) } else { 0.0 }
    }

    fn combine(&self, direct: f64, spread: f64, from_wider: f64) -> f64 {
        direct.max(spread * self.settings.wider).max(from_wider)
    }

    fn reporting(&self, shape: &Shape) -> f64 {
        let r = self.settings.reporting;
        if r > 0.0 { (r / (r + shape.expected)).powf(self.settings.reporting_exponent) } else { 1.0 }
    }

    /// Sums of the findings of related diseases, and the share of them that each borrows.
    fn total<'a>(&self, kin: &Kin, shape: impl Fn(u32) -> &'a Shape) -> Total {
        let weight = match kin.bond {
            Bond::Series => self.settings.series_weight,
            Bond::Gene => self.settings.gene_weight,
        };
        if weight <= 0.0 {
            return Total::default();
        }
        Total {
            direct: sum(kin.members.iter().map(|&member| &shape(member).direct)),
            spread: sum(kin.members.iter().map(|&member| &shape(member).spread)),
            share: weight / (kin.members.len() as f64 - 1.0),
        }
    }

    /// The diseases that change when every row that cites one of these references is left out: those
    /// with such a row, and their kin.
    pub(crate) fn leave_out(&self, knowledge: &Knowledge, references: &[u32]) -> LeftOut {
        let citing = knowledge.citing(references);
        let kin_of = |disease: &u32| knowledge.diseases[*disease as usize].kin.iter().copied();
        let with_kin = |diseases: &[u32]| {
            let mut all = diseases.to_vec();
            let kin = diseases.iter().flat_map(kin_of);
            all.extend(kin.flat_map(|kin| knowledge.kin[kin as usize].members.iter().copied()));
            all.sort_unstable();
            all.dedup();
            all
        };
        let changed = with_kin(&citing);
        // What the changed ones borrow comes from their own kin, changed or not.
        let shapes: HashMap<u32, Shape> =
            with_kin(&changed).into_iter().map(|d| (d, knowledge.shape(d, references))).collect();
        let mut totals: HashMap<u32, Total> = HashMap::new();
        for kin in changed.iter().flat_map(kin_of) {
            let total = || self.total(&knowledge.kin[kin as usize], |member| &shapes[&member]);
            totals.entry(kin).or_insert_with(total);
        }
        let diseases = changed.into_iter().map(|disease| {
            let own = &shapes[&disease];
            (disease, own.borrowing(kin_of(&disease).map(|kin| &totals[&kin])))
        });
        LeftOut { diseases: diseases.collect() }
    }
}

/// Sums of the findings of related diseases.
#[derive(Debug, Default)]
struct Total {
    direct: Vec<Frequent>,
    spread: Vec<Frequent>,
    /// Share of the others' sums that each disease borrows.
    share: f64,
}

impl Shape {
    /// The shape with what it borrows from kin: no frequency is below its share of what the others show.
    fn borrowing<'a>(&self, kin: impl Iterator<Item = &'a Total> + Clone) -> Self {
        Self {
            direct: raised(&self.direct, kin.clone().map(|total| (&total.direct[..], total.share))),
            spread: raised(&self.spread, kin.map(|total| (&total.spread[..], total.share))),
            expected: self.expected,
        }
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

/// The mean frequency of every term over all diseases, by the rows of their own catalogue: what is
/// added from elsewhere describes some diseases better than others and says nothing about how
/// common a term is.
///
/// Diseases that only Orphanet describes do not count beside others: its rows state other frequencies.
fn background(knowledge: &Knowledge) -> Vec<f64> {
    let all = 0..knowledge.diseases.len() as u32;
    let mut counted: Vec<u32> = all.clone().filter(|&disease| !knowledge.is_orphanet(disease)).collect();
    if counted.is_empty() {
        counted = all.collect();
    }
    let count = counted.len();
    let own: Vec<Vec<Frequent>> =
        counted.into_par_iter().map(|disease| knowledge.own_spread(disease)).collect();
    let mut sums = vec![0.0; knowledge.graph.len()];
    for &(term, v) in own.iter().flatten() {
        sums[term as usize] += v;
    }
    let least = knowledge.settings.least_background;
    sums.into_iter().map(|sum| (sum / count.max(1) as f64).max(least)).collect()
}

/// Frequencies added up, in ascending order of term.
fn sum<'a>(lists: impl Iterator<Item = &'a Vec<Frequent>>) -> Vec<Frequent> {
    let mut all: Vec<Frequent> = lists.flatten().copied().collect();
    all.sort_by_key(|entry| entry.0);
    all.chunk_by(|a, b| a.0 == b.0).map(|same| (same[0].0, same.iter().map(|entry| entry.1).sum())).collect()
}

/// A member's frequencies, none below its share of what the others of any group have together.
fn raised<'a>(own: &[Frequent], groups: impl Iterator<Item = (&'a [Frequent], f64)>) -> Vec<Frequent> {
    let mut all = own.to_vec();
    for (total, share) in groups {
        let mut own = own.iter().peekable();
        all.extend(total.iter().filter_map(|&(term, sum)| {
            let mine = own.next_if(|entry| entry.0 == term).map_or(0.0, |entry| entry.1);
            let v = share * (sum - mine);
            (v > mine).then_some((term, v))
        }));
    }
    largest(all)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::{Graph, KnowledgeBuilder, KnownDisease, Source, SourceRow};
    use super::*;
    use crate::annotation::frequency::Frequency;
    use crate::annotation::genes::Gene;

    const TERMS: usize = 12;

    /// A row of the first, second, ... disease: term, patients with it, publication.
    type Rows = Vec<Vec<(u32, u32, u32)>>;

    fn graphs() -> impl Strategy<Value = Vec<Vec<u32>>> {
        prop::collection::vec(prop::collection::btree_set(0u32..TERMS as u32, 0..3), TERMS).prop_map(
            |lists| {
                let below = |at: usize, set: std::collections::BTreeSet<u32>| {
                    set.into_iter().filter(|&p| (p as usize) < at).collect()
                };
                lists.into_iter().enumerate().map(|(at, set)| below(at, set)).collect()
            },
        )
    }

    fn rows() -> impl Strategy<Value = Rows> {
        prop::collection::vec(prop::collection::vec((0..TERMS as u32, 1u32..9, 0u32..3), 1..6), 2..5)
    }

    fn knowledge(parents: &[Vec<u32>], rows: &Rows, without: Option<u32>) -> Knowledge {
        let mut builder =
            KnowledgeBuilder::new(Settings::default(), Graph::new(parents.iter().map(Vec::as_slice)));
        let references = [0, 1, 2].map(|at| builder.reference(&format!("PMID:{at}")));
        for (at, rows) in rows.iter().enumerate() {
            let rows = rows.iter().filter(|row| Some(row.2) != without).map(|row| SourceRow {
                term: row.0,
                frequency: Frequency::Counted { observed: f64::from(row.1), patients: 9.0 },
                references: vec![references[row.2 as usize]],
                ..SourceRow::default()
            });
            let own = builder.source(Source { id: format!("OMIM:{at}"), rows: rows.collect() });
            builder.disease(KnownDisease { own, ..KnownDisease::default() });
        }
        // The first two are a series; the second and the third share a gene.
        let stems = (0..rows.len()).map(|at| if at < 2 { Some("series") } else { None });
        let gene = |at: usize| Gene { symbol: at.to_string(), id: String::new() };
        let genes = (0..rows.len()).map(|at| vec![gene(if at == 2 { 1 } else { at })]);
        builder.build(stems.collect::<Vec<_>>(), genes.collect::<Vec<_>>())
    }

    /// Findings of a disease with those it borrows, straight from the definition.
    fn plain(model: &Model, knowledge: &Knowledge, disease: u32) -> Shape {
        let own = knowledge.shape(disease, &[]);
        let (mut direct, mut spread) = (own.direct.clone(), own.spread.clone());
        for &kin in &knowledge.diseases[disease as usize].kin {
            let kin = &knowledge.kin[kin as usize];
            let weight = match kin.bond {
                Bond::Series => model.settings.series_weight,
                Bond::Gene => model.settings.gene_weight,
            };
            let others: Vec<Shape> =
                kin.members.iter().filter(|&&d| d != disease).map(|&d| knowledge.shape(d, &[])).collect();
            let mean = |lists: Vec<&Vec<Frequent>>| -> Vec<Frequent> {
                let count = lists.len() as f64;
                sum(lists.into_iter()).into_iter().map(|(term, v)| (term, weight * v / count)).collect()
            };
            direct.extend(mean(others.iter().map(|shape| &shape.direct).collect()));
            spread.extend(mean(others.iter().map(|shape| &shape.spread).collect()));
        }
        Shape { direct: largest(direct), spread: largest(spread), expected: own.expected }
    }

    proptest! {
        #[test]
        fn the_sweep_over_terms_equals_a_look_at_every_ancestor(parents in graphs(), rows in rows()) {
            let knowledge = knowledge(&parents, &rows, None);
            let (model, links) = Model::with_links(&knowledge);
            for (disease, links) in links.iter().enumerate() {
                let shape = plain(&model, &knowledge, disease as u32);
                for term in 0..TERMS as u32 {
                    let swept = links.iter().find(|link| link.0 == term).map_or(0.0, |link| link.1);
                    let looked = model.link(&knowledge, &shape, term);
                    prop_assert!((swept - looked).abs() < 1e-12, "{swept} {looked}");
                    prop_assert!((0.0..=1.0).contains(&swept));
                }
            }
        }

        #[test]
        fn leaving_a_publication_out_equals_never_having_read_it(parents in graphs(), rows in rows()) {
            let whole = knowledge(&parents, &rows, None);
            let (model, links) = Model::with_links(&whole);
            let never = knowledge(&parents, &rows, Some(1));
            let left_out = model.leave_out(&whole, &[whole.reference("PMID:1").unwrap()]);
            let terms: Vec<u32> = (0..TERMS as u32).collect();
            let changed = left_out.links(&model, &whole, &terms);
            for disease in 0..rows.len() as u32 {
                let shape = plain(&model, &never, disease);
                let expected: Vec<f64> = terms.iter().map(|&t| model.link(&never, &shape, t)).collect();
                let found = changed.iter().find(|entry| entry.0 == disease).map_or_else(
                    || {
                        let of = |t: &u32| links[disease as usize].iter().find(|l| l.0 == *t).map_or(0.0, |l| l.1);
                        terms.iter().map(of).collect()
                    },
                    |entry| entry.1.clone(),
                );
                for (found, expected) in found.iter().zip(&expected) {
                    prop_assert!((found - expected).abs() < 1e-12, "disease {disease}: {found} {expected}");
                }
            }
        }
    }
}
