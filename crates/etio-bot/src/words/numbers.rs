//! How numbers, ages and lists of names are shown, in any language.

use crate::{Person, Sex};

use super::Language;

impl Language {
    /// A number with a given count of decimals.
    pub(crate) fn decimal(&self, number: f64, decimals: usize) -> String {
        format!("{number:.decimals$}").replace('.', &self.text("decimal-mark"))
    }

    /// A probability: "42%", "4.2%". It never claims certainty: "> 95%", "< 0.1%".
    pub fn share(&self, p: f64) -> String {
        let (message, number) = match 100.0 * p {
            p if p > 95.0 => ("share-above", self.decimal(95.0, 0)),
            p if p < 0.1 => ("share-below", self.decimal(0.1, 1)),
            p if p < 10.0 => ("share", self.decimal(p, 1)),
            p => ("share", self.decimal(p, 0)),
        };
        self.say(message, &[("number", &number)])
    }

    /// A factor with two digits: "1.5", "10".
    pub(crate) fn factor(&self, factor: f64) -> String {
        let digits = usize::from(factor < 9.5 && (10.0 * factor).round() % 10.0 != 0.0);
        self.decimal(factor, digits)
    }

    /// An age in whole days, weeks, months or years, never rounded up: babies' rules end at an age.
    pub fn age(&self, years: f64) -> String {
        const DAYS: f64 = 365.25;
        // Eight weeks are eight weeks after they went through years.
        let whole = |amount: f64| (amount + 1e-6).floor() as usize;
        let days = years * DAYS;
        match days {
            d if d < 14.0 => self.count("age-days", whole(d)),
            d if d < 84.0 => self.count("age-weeks", whole(d / 7.0)),
            _ if years < 2.0 => self.count("age-months", whole(years * 12.0)),
            _ => self.count("age-years", whole(years)),
        }
    }

    /// Age and sex in words.
    pub fn person(&self, person: &Person) -> String {
        let sex = person.sex.map(|sex| match sex {
            Sex::Female => self.text("female"),
            Sex::Male => self.text("male"),
        });
        match (person.age.map(|age| self.age(age)), sex) {
            (Some(age), Some(sex)) => self.say("person-both", &[("age", &age), ("sex", &sex)]),
            (Some(only), None) | (None, Some(only)) => only,
            (None, None) => self.text("person-unknown"),
        }
    }

    /// A name inside a sentence.
    pub(crate) fn inside(&self, name: &str) -> String {
        let first = name.split(' ').next().unwrap_or_default();
        let is_proper = self.words("proper-names").iter().any(|proper| {
            first.strip_prefix(proper.as_str()).is_some_and(|rest| !rest.starts_with(char::is_alphabetic))
        });
        if is_proper { name.to_owned() } else { self.say("name-inside", &[("name", &name)]) }
    }

    /// Names inside a sentence as alternatives: "influenza, strep throat or COVID-19".
    pub(crate) fn any_of(&self, names: &[impl AsRef<str>]) -> String {
        let inside: Vec<String> = names.iter().map(|name| self.inside(name.as_ref())).collect();
        match inside.split_last() {
            Some((last, first)) if !first.is_empty() => {
                self.say("list-or", &[("first", &self.all_of(first)), ("last", last)])
            }
            Some((only, _)) => only.clone(),
            None => String::new(),
        }
    }

    /// Parts one after the other: "a, b, c".
    pub fn all_of(&self, parts: &[impl AsRef<str>]) -> String {
        let mut parts = parts.iter().map(AsRef::as_ref);
        let first = parts.next().unwrap_or_default().to_owned();
        parts.fold(first, |first, next| self.say("list-comma", &[("first", &first), ("next", &next)]))
    }
}

#[cfg(test)]
mod tests {
    use super::super::Languages;
    use super::*;

    #[test]
    fn shares_never_claim_certainty() {
        let english = Languages::built_in().unwrap().english().clone();
        for (p, shown) in [(1.0, "> 95%"), (0.96, "> 95%"), (0.0, "< 0.1%"), (0.042, "4.2%"), (0.42, "42%")] {
            assert_eq!(english.share(p), shown);
        }
        for (factor, shown) in [(1.5, "1.5"), (2.0, "2"), (10.0, "10"), (1.96, "2")] {
            assert_eq!(english.factor(factor), shown);
        }
    }

    #[test]
    fn ages_are_never_rounded_up() {
        let english = Languages::built_in().unwrap().english().clone();
        let weeks = |n: f64| n * 7.0 / 365.25;
        for (age, shown) in [
            (1.0 / 365.25, "1 day"),
            (weeks(8.0), "8 weeks"),
            (0.24, "2 months"),
            (0.5, "6 months"),
            (1.99, "23 months"),
            (34.9, "34 years"),
        ] {
            assert_eq!(english.age(age), shown);
        }
        let both = Person { age: Some(34.0), sex: Some(Sex::Female) };
        assert_eq!(english.person(&both), "34 years, female");
        assert_eq!(english.person(&Person::default()), "age and sex not given");
    }

    #[test]
    fn names_fit_into_a_sentence() {
        let english = Languages::built_in().unwrap().english().clone();
        assert_eq!(english.inside("Strep throat"), "strep throat");
        assert_eq!(
            english.any_of(&["Influenza", "Strep throat", "COVID-19"]),
            "influenza, strep throat or COVID-19"
        );
        assert_eq!(english.any_of(&["COVID-19"]), "COVID-19");
        assert_eq!(english.all_of(&[""; 0]), "");
    }
}
