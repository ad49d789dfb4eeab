//! Habits of spreadsheets: tabs, semicolons, decimal commas and percentages.

/// The byte between the columns of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Separator {
    /// CSV.
    Comma,
    /// TSV.
    Tab,
}

impl Separator {
    /// The separator of a table: the one that its first line has most of, a comma if it has none. The
    /// error says how to save a table that is separated in another way. Semicolons are not read, since
    /// the numbers of such a table are likely to have decimal commas; nor are spaces, which names contain.
    pub fn of(table: &[u8]) -> Result<Self, &'static str> {
        let header = table.split(|&byte| byte == b'\n' || byte == b'\r').next().unwrap_or_default();
        let [commas, tabs, semicolons] =
            [b',', b'\t', b';'].map(|separator| header.split(|&byte| byte == separator).count() - 1);
        if semicolons > commas.max(tabs) {
            Err(
                "the columns are separated by semicolons; save the file as CSV with commas and decimal points, \
                 or as text with tabs",
            )
        } else if tabs > commas {
            Ok(Self::Tab)
        } else if commas == 0 && header.trim_ascii().contains(&b' ') {
            Err("the columns are separated by spaces; save the file as CSV with commas, or as text with tabs")
        } else {
            Ok(Self::Comma)
        }
    }

    /// The byte itself.
    pub const fn byte(self) -> u8 {
        match self {
            Self::Comma => b',',
            Self::Tab => b'\t',
        }
    }
}

/// `"; write 0.05"` for a text that is no number but means one, such as `5%` or `0,05`; or nothing.
pub fn number_hint(text: &str) -> String {
    let point = text.replace(',', ".");
    let (digits, power) = match point.strip_suffix('%') {
        Some(percent) => (percent.trim_end(), -2),
        None => (point.as_str(), 0),
    };
    let is_plain = digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    match format!("{digits}e{power}").parse::<f64>() {
        Ok(meant) if is_plain && meant <= 1.0 => format!("; write {meant}"),
        _ => String::new(),
    }
}

/// A hint for a number that is no probability, but would be one as a percentage; or nothing.
pub fn percent_hint(value: f64) -> String {
    match format!("{value}e-2").parse::<f64>() {
        Ok(meant) if value > 1.0 && meant <= 1.0 => format!("; if it is a percentage, write {meant}"),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_header_tells_the_separator() {
        for (table, separator) in [
            ("id,name,prior\n1;2;3;4;5", Separator::Comma),
            ("id\tname, in full\tprior\r\n", Separator::Tab),
            ("id, the name, prior", Separator::Comma),
            ("id ", Separator::Comma),
            ("", Separator::Comma),
        ] {
            assert_eq!(Separator::of(table.as_bytes()), Ok(separator), "{table}");
        }
        for (table, found) in [("id;name;prior", "semicolons"), ("id name prior\n1,2,3", "spaces")] {
            let problem = Separator::of(table.as_bytes()).unwrap_err();
            assert!(problem.contains(found), "{problem}");
        }
    }

    #[test]
    fn what_is_meant_by_a_text_that_is_no_number() {
        for (text, meant) in [("5%", "0.05"), ("5.7 %", "0.057"), ("0,05", "0.05"), ("12,5%", "0.125")] {
            assert_eq!(number_hint(text), format!("; write {meant}"), "{text}");
        }
        for text in ["often", "", "%", "1.2.3", "150%", "-5%", "NaN%", "inf%"] {
            assert_eq!(number_hint(text), "", "{text}");
        }
    }

    #[test]
    fn numbers_that_may_be_percentages() {
        assert_eq!(percent_hint(5.7), "; if it is a percentage, write 0.057");
        for value in [-5.0, 0.5, 101.0, f64::NAN, f64::INFINITY] {
            assert_eq!(percent_hint(value), "");
        }
    }
}
