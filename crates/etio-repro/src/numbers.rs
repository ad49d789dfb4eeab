//! Numbers as the report states them.

pub(crate) use etio_report::plain;

/// Rounds to eight significant digits: what is stated must not depend on the order of additions.
pub(crate) fn round(x: f64) -> f64 {
    format!("{x:.7e}").parse().unwrap_or(x)
}

/// The smallest power of ten that is not below: differences at the level of rounding are stated so.
pub(crate) fn power_of_ten_above(x: f64) -> f64 {
    if x <= 0.0 { 0.0 } else { format!("1e{}", x.log10().ceil()).parse().unwrap_or(x) }
}

/// The middle one.
pub(crate) fn median(values: &mut [f64]) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied()
}

/// A share as whole percent.
pub(crate) fn percent(share: f64) -> String {
    format!("{:.0}%", share * 100.0)
}

/// A time given in microseconds, for people.
pub(crate) fn duration(micros: f64) -> String {
    match micros {
        us if us < 1e3 => format!("{} \u{b5}s", plain(us)),
        us if us < 1e6 => format!("{} ms", plain(us / 1e3)),
        us => format!("{} s", plain(us / 1e6)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_right() {
        assert_eq!([12.0, 1.5e3, 2e6].map(duration), ["12 \u{b5}s", "1.5 ms", "2 s"]);
        assert_eq!(round(0.123_456_789_012), 0.123_456_79);
        assert_eq!([3e-13, 0.0, 1e-3].map(power_of_ten_above), [1e-12, 0.0, 1e-3]);
        assert_eq!(median(&mut [3.0, 1.0, 2.0]), Some(2.0));
        assert_eq!(median(&mut []), None);
    }
}
