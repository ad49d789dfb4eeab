//! Arguments of the fuzzers: the number of questions and the first seed.

use std::process::ExitCode;

/// Number of questions and the first seed, or how to end if they are not numbers.
pub fn questions(program: &str, default_count: u64) -> Result<(u64, u64), ExitCode> {
    let number = |position: usize, default: u64| match std::env::args().nth(position) {
        None => Ok(default),
        Some(text) => text.replace('_', "").parse().map_err(|_| {
            eprintln!("`{text}` is not a whole number; usage: {program} [COUNT] [FIRST_SEED]");
            ExitCode::from(2)
        }),
    };
    Ok((number(1, default_count)?, number(2, 0)?))
}
