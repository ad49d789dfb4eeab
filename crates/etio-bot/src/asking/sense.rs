//! Questions that make sense to a person after what they said.
//!
//! A refinement waits until what it refines is confirmed, a range of a measure is closed once
//! another range holds, and a question for others is left out.

use etio::{Evidence, FindingId, Hierarchy, Network};
use etio_case::{Group, Person, Reading};

/// Conditions under which the findings of a network may be asked about.
pub(crate) struct Sense {
    /// For each finding, the people it makes sense to ask.
    audience: Vec<Group>,
    ranges: Vec<Range>,
}

/// A finding that stands for part of a measure: the `quantity` column.
struct Range {
    finding: FindingId,
    /// The measure, and the findings that it refines.
    measure: (String, Vec<FindingId>),
    low: f64,
    high: f64,
}

impl Sense {
    /// Reads the `sex`, `age_min`, `age_max` and `quantity` columns; an error names the finding.
    pub(crate) fn of(network: &Network, hierarchy: &Hierarchy) -> Result<Self, (FindingId, String)> {
        let catalog = network.finding_catalog();
        let cell = |f: FindingId, column: &str| catalog.attribute(f.index(), column).unwrap_or_default();
        let audience = network
            .findings()
            .map(|f| Group::parse(cell(f, "sex"), cell(f, "age_min"), cell(f, "age_max")).map_err(|e| (f, e)))
            .collect::<Result<_, _>>()?;
        let ranges = network.findings().filter_map(|f| range(f, cell(f, "quantity"), hierarchy)).collect();
        Ok(Self { audience, ranges })
    }

    /// Whether a finding is for a person at all.
    pub(crate) fn suits(&self, finding: FindingId, person: &Person) -> bool {
        self.audience[finding.index()].may_include(person)
    }

    /// Whether a question about a finding makes sense now.
    pub(crate) fn may_ask(
        &self,
        finding: FindingId,
        reading: &Reading,
        person: &Person,
        hierarchy: &Hierarchy,
    ) -> bool {
        self.is_open(finding, reading, person, hierarchy)
            && (hierarchy.parents(finding).is_empty()
                || hierarchy.parents(finding).iter().any(|p| is_present(*p, &reading.stated, hierarchy)))
    }

    /// Whether a finding is not known yet and concerns the person; what it refines may be unknown.
    pub(crate) fn is_open(
        &self,
        finding: FindingId,
        reading: &Reading,
        person: &Person,
        hierarchy: &Hierarchy,
    ) -> bool {
        reading.holds.iter().all(|s| s.finding != finding)
            && !hierarchy.is_settled(finding, &reading.stated)
            && !self.is_out_of_range(finding, &reading.stated)
            && self.suits(finding, person)
    }

    /// Whether another range of the same measure leaves no room for this one.
    fn is_out_of_range(&self, finding: FindingId, stated: &Evidence) -> bool {
        let of = |f: FindingId| self.ranges.iter().filter(move |range| range.finding == f);
        let closes = |mine: &Range, other: &Range, is_present: bool| {
            let is_apart = other.high <= mine.low || mine.high <= other.low;
            let is_inside = other.low <= mine.low && mine.high <= other.high;
            mine.measure == other.measure && if is_present { is_apart } else { is_inside }
        };
        of(finding).any(|mine| {
            stated.present().iter().flat_map(|f| of(*f)).any(|other| closes(mine, other, true))
                || stated.absent().iter().flat_map(|f| of(*f)).any(|other| closes(mine, other, false))
        })
    }
}

/// Whether a finding is known to be present, by itself or by one that refines it.
pub(crate) fn is_present(finding: FindingId, stated: &Evidence, hierarchy: &Hierarchy) -> bool {
    let refined = hierarchy.descendants(finding);
    stated.present().iter().any(|f| *f == finding || refined.contains(f))
}

/// `temperature:38:39`; cells that are not a range were refused when the network's words were read.
fn range(finding: FindingId, cell: &str, hierarchy: &Hierarchy) -> Option<Range> {
    let mut parts = cell.split(':').map(str::trim);
    let kind = parts.next().filter(|kind| !kind.is_empty())?.to_owned();
    let mut bound = |open: f64| match parts.next()? {
        "" => Some(open),
        text => text.parse::<f64>().ok(),
    };
    let (low, high) = (bound(f64::NEG_INFINITY)?, bound(f64::INFINITY)?);
    // A range may refine a wider one: both measure the finding at the root.
    let mut roots: Vec<FindingId> =
        hierarchy.ancestors(finding).into_iter().filter(|f| hierarchy.parents(*f).is_empty()).collect();
    roots.sort_unstable();
    Some(Range { finding, measure: (kind, roots), low, high })
}

#[cfg(test)]
mod tests {
    use super::*;
    use etio::NetworkBuilder;
    use etio_case::{Answer, Case, Reader, Statement};

    fn open(present: &[&str], absent: &[&str], person: Person) -> Vec<String> {
        let mut builder = NetworkBuilder::new();
        builder.disease("d", "", 0.1).unwrap();
        for (id, parent, quantity, sex) in [
            ("fever", "", "", ""),
            ("low", "fever", "temperature:37.5:38", ""),
            ("high", "fever", "temperature:39:", ""),
            ("very_high", "high", "temperature:40:", ""),
            ("three_days", "fever", "duration:3:8", ""),
            ("headache", "", "", ""),
            ("throbbing", "headache", "", ""),
            ("pregnant", "", "", "female"),
        ] {
            let finding = builder.finding(id, "", 0.1).unwrap();
            for (column, cell) in [("parent", parent), ("quantity", quantity), ("sex", sex)] {
                builder.finding_attribute(finding, column, cell).unwrap();
            }
        }
        let network = builder.build().unwrap();
        let reader = Reader::of(&network).unwrap();
        let told = |ids: &[&str], answer| {
            ids.iter().map(|id| Statement::told(network.finding(id).unwrap(), answer)).collect::<Vec<_>>()
        };
        let statements = [told(present, Answer::Present), told(absent, Answer::Absent)].concat();
        let reading = reader.read(&Case { statements, person, ..Case::default() }).unwrap();
        let sense = Sense::of(&network, reader.hierarchy()).unwrap();
        let asked = network.findings().filter(|f| sense.may_ask(*f, &reading, &person, reader.hierarchy()));
        asked.map(|f| network.finding_id(f).to_owned()).collect()
    }

    #[test]
    fn a_refinement_waits_for_what_it_refines() {
        assert_eq!(open(&[], &[], Person::default()), ["fever", "headache", "pregnant"]);
        let with_fever = open(&["fever"], &[], Person::default());
        assert_eq!(with_fever, ["low", "high", "three_days", "headache", "pregnant"]);
        assert!(!open(&[], &["headache"], Person::default()).contains(&"throbbing".to_owned()));
    }

    #[test]
    fn a_range_closes_the_others_of_its_measure() {
        let high = open(&["high"], &[], Person::default());
        assert_eq!(high, ["very_high", "three_days", "headache", "pregnant"]);
        let low = open(&["low"], &[], Person::default());
        assert_eq!(low, ["three_days", "headache", "pregnant"]);
    }

    #[test]
    fn nobody_is_asked_what_concerns_others() {
        let man = Person { age: None, sex: Some(etio_case::Sex::Male) };
        assert_eq!(open(&[], &[], man), ["fever", "headache"]);
    }
}
