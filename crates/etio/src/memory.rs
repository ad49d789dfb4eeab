//! How much memory there is.

use std::path::Path;

/// The memory of this machine, or of the container if it has less, in bytes; `None` if unknown.
pub(crate) fn total() -> Option<usize> {
    let number = |path: &str| std::fs::read_to_string(Path::new(path)).ok()?.trim().parse::<usize>().ok();
    let limits = ["/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"];
    let machine = std::fs::read_to_string("/proc/meminfo").ok().as_deref().and_then(machine_bytes);
    limits.into_iter().filter_map(number).chain(machine).min()
}

/// The total of `/proc/meminfo`.
fn machine_bytes(text: &str) -> Option<usize> {
    let line = text.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<usize>().ok()?.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_total_is_read_in_bytes() {
        let text = "MemTotal:       24602404 kB\nMemFree:        20602404 kB\n";
        assert_eq!(machine_bytes(text), Some(24_602_404 * 1024));
        assert_eq!(machine_bytes("MemTotal: plenty"), None);
    }
}
