//! Numbers as people read them.

use std::time::Duration;

/// A probability: `82.3%`, `>99.99%`, `1 in 5,300`.
pub(crate) fn percent(p: f64) -> String {
    match p {
        0.0 => "0%".to_owned(),
        1.0 => "100%".to_owned(),
        p if p > 0.9999 => ">99.99%".to_owned(),
        p if p > 0.999 => format!("{:.2}%", p * 100.0),
        p if p >= 0.001 => format!("{:.1}%", p * 100.0),
        p if p >= 1e-9 => format!("1 in {}", grouped(two_digits(1.0 / p))),
        p if p >= 1e-300 => format!("1 in {:.0e}", 1.0 / p),
        // The inverse may be beyond the largest double.
        p => {
            let inverse = 1.0 / (p * 1e200);
            let exponent = inverse.log10().floor();
            format!("1 in {:.0}e{}", inverse / 10f64.powf(exponent), exponent + 200.0)
        }
    }
}

/// A probability given by its natural logarithm, which may be far below the smallest double: `2.4e-312`.
pub(crate) fn probability_of_log(log: f64) -> String {
    let power = log / std::f64::consts::LN_10;
    if power > -3.0 {
        return format!("{:.3}", log.exp());
    }
    let exponent = power.floor();
    let mantissa = 10f64.powf(power - exponent);
    // 9.96 would print as 10.0.
    let (mantissa, exponent) = if mantissa >= 9.95 { (1.0, exponent + 1.0) } else { (mantissa, exponent) };
    format!("{mantissa:.1}e{exponent:.0}")
}

/// A time: `41 µs`, `3.2 ms`, `12 s`.
pub(crate) fn time(elapsed: Duration) -> String {
    let seconds = elapsed.as_secs_f64();
    let (value, unit) = match seconds {
        s if s < 1e-3 => (s * 1e6, "µs"),
        s if s < 1.0 => (s * 1e3, "ms"),
        s if s < 120.0 => (s, "s"),
        s if s < 7200.0 => (s / 60.0, "min"),
        s => (s / 3600.0, "h"),
    };
    if value < 10.0 { format!("{value:.1} {unit}") } else { format!("{value:.0} {unit}") }
}

/// A length: `812 bytes`, `3.4 MB`.
pub(crate) fn bytes(count: u64) -> String {
    let (value, unit) = match count as f64 {
        _ if count < 1000 => return counted(count as usize, "byte"),
        n if n < 999.5e3 => (n / 1e3, "kB"),
        n if n < 999.5e6 => (n / 1e6, "MB"),
        n => (n / 1e9, "GB"),
    };
    if value < 9.95 { format!("{value:.1} {unit}") } else { format!("{value:.0} {unit}") }
}

/// A whole number with commas: `10,552`.
pub(crate) fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A count and what it counts: `1 case`, `2 cases`.
pub(crate) fn counted(number: usize, what: &str) -> String {
    format!("{} {what}{}", grouped(number), if number == 1 { "" } else { "s" })
}

fn two_digits(x: f64) -> usize {
    let unit = 10f64.powf((x.log10().floor() - 1.0).max(0.0));
    ((x / unit).round() * unit) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn probabilities() {
        let cases = [
            (0.0, "0%"),
            (1.0, "100%"),
            (0.823, "82.3%"),
            (0.001, "0.1%"),
            (0.999_95, ">99.99%"),
            (0.999_21, "99.92%"),
            (0.000_1, "1 in 10,000"),
            (0.000_188_7, "1 in 5,300"),
            (2.5e-13, "1 in 4e12"),
            (2.5e-305, "1 in 4e304"),
            (5e-310, "1 in 2e309"),
        ];
        for (p, text) in cases {
            assert_eq!(percent(p), text);
        }
    }

    #[test]
    fn probabilities_from_logs() {
        assert_eq!(probability_of_log(0.0), "1.000");
        assert_eq!(probability_of_log(0.25f64.ln()), "0.250");
        assert_eq!(probability_of_log(-1000.0), "5.1e-435");
        assert_eq!(probability_of_log(9.99e-6f64.ln()), "1.0e-5");
    }

    #[test]
    fn lengths() {
        let cases = [
            (1, "1 byte"),
            (999, "999 bytes"),
            (1_500, "1.5 kB"),
            (999_499, "999 kB"),
            (999_500, "1.0 MB"),
            (64_000_000, "64 MB"),
            (1_920_000_000, "1.9 GB"),
        ];
        for (count, text) in cases {
            assert_eq!(bytes(count), text);
        }
    }

    #[test]
    fn times_and_counts() {
        assert_eq!(time(Duration::from_nanos(41_300)), "41 µs");
        assert_eq!(time(Duration::from_micros(3_240)), "3.2 ms");
        assert_eq!(time(Duration::from_secs(12)), "12 s");
        assert_eq!(time(Duration::from_mins(10)), "10 min");
        assert_eq!(
            (grouped(0), grouped(999), grouped(1_234_567)),
            ("0".into(), "999".into(), "1,234,567".into())
        );
        assert_eq!((counted(1, "case"), counted(2_000, "case")), ("1 case".into(), "2,000 cases".into()));
    }
}
