//! Which cause explains which finding, for drawing: the stated findings on one side, the leading
//! causes on the other, and between them how much of a finding each cause accounts for.

use etio::{DiseaseId, FindingId};

use super::transcript::Teller;
use super::view::{Picture, PictureEnd, PictureLine};
use crate::interview::Advice;

/// Maximum number of causes and findings that are drawn.
const CAUSES: usize = 4;
const FINDINGS: usize = 8;
/// Thinner lines are not drawn.
const VISIBLE: f64 = 0.05;

impl Teller<'_> {
    /// The picture; nothing if no cause explains anything.
    pub(super) fn picture(&self, advice: &Advice<'_>) -> Option<Picture> {
        let network = &advice.reading.network;
        let causes: Vec<DiseaseId> = advice.causes(CAUSES).into_iter().map(|(d, _)| d).collect();
        let mut lines = Vec::new();
        let mut findings: Vec<FindingId> = Vec::new();
        for &finding in advice.reading.evidence.present() {
            let weight = |(d, p): (DiseaseId, f64)| advice.posterior.marginal(d) * p;
            let all: f64 = network.leak(finding) + network.parents(finding).iter().map(weight).sum::<f64>();
            let share = |d: &DiseaseId| {
                network.link(*d, finding).map_or(0.0, |(p, _)| weight((*d, p)) / all.max(f64::MIN_POSITIVE))
            };
            let drawn =
                causes.iter().enumerate().map(|(at, d)| (at, share(d))).filter(|(_, s)| *s >= VISIBLE);
            let drawn: Vec<(usize, f64)> = drawn.collect();
            if !drawn.is_empty() && findings.len() < FINDINGS {
                let place = findings.len();
                lines.extend(drawn.into_iter().map(|(cause, share)| PictureLine {
                    finding: place,
                    cause,
                    share,
                }));
                findings.push(finding);
            }
        }
        let network = self.guide.network();
        (!lines.is_empty()).then(|| Picture {
            title: self.language.text("picture-title"),
            text: self.language.text("picture-text"),
            findings: findings
                .iter()
                .map(|f| PictureEnd { id: self.id(*f), name: self.name(*f).to_owned() })
                .collect(),
            causes: causes
                .iter()
                .map(|d| PictureEnd {
                    id: network.disease_id(*d).to_owned(),
                    name: network.disease_name(*d).to_owned(),
                })
                .collect(),
            lines,
        })
    }
}
