//! Ages, as phenopackets write them.

use serde::Serialize;

/// An age in years.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd, Serialize)]
#[serde(transparent)]
pub struct Age(f64);

impl Age {
    /// An age in years, if a person can have it.
    pub fn from_years(years: f64) -> Option<Self> {
        (0.0..=150.0).contains(&years).then_some(Self(years))
    }

    /// Reads a duration such as `P6Y3M` or `P2W`, or a plain number of years.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let Some(duration) = text.strip_prefix('P') else {
            return Self::from_years(text.parse().ok()?);
        };
        // What follows the T are hours: too short to matter, and M means minutes there.
        let days = duration.split('T').next()?;
        let (mut years, mut number) = (0.0, String::new());
        for c in days.chars() {
            let unit = match c {
                'Y' => 1.0,
                'M' => 1.0 / 12.0,
                'W' => 7.0 / 365.25,
                'D' => 1.0 / 365.25,
                _ => {
                    number.push(c);
                    continue;
                }
            };
            years += unit * number.parse::<f64>().ok()?;
            number.clear();
        }
        if !number.is_empty() || duration.is_empty() {
            return None;
        }
        Self::from_years(years)
    }

    /// The years.
    pub const fn years(self) -> f64 {
        self.0
    }
}

impl std::fmt::Display for Age {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let months = (self.0 * 12.0).round();
        match months {
            m if m < 1.0 => write!(f, "{} days", (self.0 * 365.25).round()),
            m if m < 24.0 => write!(f, "{m} months"),
            _ => write!(f, "{} years", self.0.floor()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Age;

    #[test]
    fn durations_and_years_are_read() {
        for (text, years) in
            [("P6Y", 6.0), ("P1Y6M", 1.5), ("P2W", 14.0 / 365.25), ("P0Y", 0.0), ("34", 34.0)]
        {
            assert!((Age::parse(text).unwrap().years() - years).abs() < 1e-9, "{text}");
        }
        assert_eq!(Age::parse("PT3H").unwrap().years(), 0.0);
        for text in ["", "P", "P3", "PXY", "old", "-1", "P900Y"] {
            assert_eq!(Age::parse(text), None, "{text}");
        }
        let shown = |text| Age::parse(text).unwrap().to_string();
        assert_eq!([shown("P3D"), shown("P18M"), shown("P6Y3M")], ["3 days", "18 months", "6 years"]);
    }
}
