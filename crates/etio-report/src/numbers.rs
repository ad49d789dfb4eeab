//! Numbers for people.

/// A number with three significant digits, in powers of ten if it is far from 1.
pub fn plain(x: f64) -> String {
    let size = x.abs();
    if x == 0.0 {
        "0".to_owned()
    } else if !(1e-3..1e6).contains(&size) {
        format!("{x:.1e}")
    } else if size >= 100.0 {
        format!("{x:.0}")
    } else {
        let digits = (2 - size.log10().floor() as i32).max(0) as usize;
        let text = format!("{x:.digits$}");
        if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_right() {
        assert_eq!(
            [0.0, 0.25, 1234.5, 12.0, 0.1234, 1e-5, 1.0].map(plain),
            ["0", "0.25", "1234", "12", "0.123", "1.0e-5", "1"]
        );
    }
}
