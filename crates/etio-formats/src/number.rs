//! Numbers as files write them.

use etio::format::spreadsheet::number_hint;

use crate::error::{Fault, Result};

/// A finite number. One that is not 0 and too small for a double is an error: it would become 0.
pub(crate) fn number(text: &str, line: u64) -> Result<f64> {
    let value = match text.parse::<f64>() {
        Ok(value) if value.is_finite() => value,
        _ => {
            return Err(Fault::syntax(
                line,
                format!("`{}` is not a number{}", shortened(text), number_hint(text)),
            ));
        }
    };
    let digits = text.split(['e', 'E']).next().unwrap_or_default();
    if value == 0.0 && digits.bytes().any(|byte| (b'1'..=b'9').contains(&byte)) {
        return Err(Fault::syntax(line, format!("`{}` is too small for a double", shortened(text))));
    }
    Ok(value)
}

/// All numbers of a text, parted by blanks or commas.
pub(crate) fn numbers(text: &str, line: u64) -> Result<Vec<f64>> {
    let words = text.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty());
    words.map(|word| number(word, line)).collect()
}

/// A text that may be long, for an error.
pub(crate) fn shortened(text: &str) -> String {
    if text.chars().count() <= 40 {
        text.to_owned()
    } else {
        text.chars().take(40).collect::<String>() + "..."
    }
}
