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
    /// For each finding, those of which one must be confirmed before it makes sense.
    after: Vec<Vec<FindingId>>,
    /// For each finding, those that leave no sense in asking about it.
    unless: Vec<Vec<FindingId>>,
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
    /// Reads the `sex`, `age_min`, `age_max`, `asked_after` and `quantity` columns; an error names
    /// the finding. Limits of age and sex also hold for refinements: a baby that cannot tell of a headache
    /// cannot tell whether it throbs.
    pub(crate) fn of(network: &Network, hierarchy: &Hierarchy) -> Result<Self, (FindingId, String)> {
        let catalog = network.finding_catalog();
        let cell = |f: FindingId, column: &str| catalog.attribute(f.index(), column).unwrap_or_default();
        let own = network
            .findings()
            .map(|f| Group::parse(cell(f, "sex"), cell(f, "age_min"), cell(f, "age_max")).map_err(|e| (f, e)))
            .collect::<Result<Vec<_>, _>>()?;
        let audience = network
            .findings()
            .map(|f| hierarchy.ancestors(f).into_iter().fold(own[f.index()], |a, b| both(a, own[b.index()])))
            .collect();
        let mut after = vec![Vec::new(); network.finding_count()];
        let mut unless = after.clone();
        for f in network.findings() {
            for entry in cell(f, "asked_after").split('|').map(str::trim).filter(|entry| !entry.is_empty()) {
                let (id, list) = match entry.strip_prefix('!') {
                    Some(id) => (id, &mut unless),
                    None => (entry, &mut after),
                };
                let unknown = || (f, format!("`asked_after` names `{id}`, which is not a finding"));
                list[f.index()].push(network.finding(id).ok_or_else(unknown)?);
            }
        }
        let ranges = network.findings().filter_map(|f| range(f, cell(f, "quantity"), hierarchy)).collect();
        Ok(Self { audience, after, unless, ranges })
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
        let is_confirmed =
            |of: &[FindingId]| of.is_empty() || of.iter().any(|f| is_present(*f, &reading.stated, hierarchy));
        self.is_open(finding, reading, person, hierarchy)
            && is_confirmed(hierarchy.parents(finding))
            && is_confirmed(self.after(finding))
    }

    /// The findings of which one must be confirmed first: nobody is asked how they have felt since the
    /// birth who did not give birth.
    pub(crate) fn after(&self, finding: FindingId) -> &[FindingId] {
        &self.after[finding.index()]
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
            && !self.unless[finding.index()].iter().any(|f| is_present(*f, &reading.stated, hierarchy))
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

/// Who belongs to two groups. If their sexes differ, the first one's counts: nobody belongs to both.
fn both(one: Group, other: Group) -> Group {
    let bound = |a: Option<f64>, b: Option<f64>, tighter: fn(f64, f64) -> f64| match (a, b) {
        (Some(a), Some(b)) => Some(tighter(a, b)),
        (a, b) => a.or(b),
    };
    Group {
        sex: one.sex.or(other.sex),
        age_min: bound(one.age_min, other.age_min, f64::max),
        age_max: bound(one.age_max, other.age_max, f64::min),
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
            ("waters_broke", "pregnant", "", ""),
            ("contractions", "", "", ""),
        ] {
            let finding = builder.finding(id, "", 0.1).unwrap();
            if id == "contractions" {
                builder
                    .finding_attribute(finding, "asked_after", "pregnant|three_days|!waters_broke")
                    .unwrap();
            }
            if id == "headache" {
                builder.finding_attribute(finding, "age_min", "3").unwrap();
            }
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
    fn a_question_waits_for_what_gives_it_sense() {
        let contractions = |present: &[&str], absent: &[&str]| {
            open(present, absent, Person::default()).contains(&"contractions".to_owned())
        };
        assert!(contractions(&["pregnant"], &[]) && contractions(&["three_days"], &[]));
        assert!(!contractions(&["fever"], &[]) && !contractions(&[], &["pregnant"]));
        assert!(!contractions(&["waters_broke"], &[]), "\"!\" names what leaves no sense in it");
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
        // Not even if it was said: whoever cannot be asked about a finding cannot tell it more precisely.
        let throbbing = |age| {
            let person = Person { age: Some(age), sex: None };
            open(&["headache"], &[], person).contains(&"throbbing".to_owned())
        };
        assert!(throbbing(3.0) && !throbbing(2.9));
        let waters =
            |sex| open(&["pregnant"], &[], Person { age: None, sex }).contains(&"waters_broke".to_owned());
        assert!(waters(None) && !waters(Some(etio_case::Sex::Male)));
    }
}
