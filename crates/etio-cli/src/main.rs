//! The `etio` command.

fn main() {}
