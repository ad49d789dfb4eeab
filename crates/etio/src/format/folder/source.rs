//! The bytes of a table on their way to the CSV reader: plain line ends, and no row without an end.

use std::io::{self, Read};

use super::MAX_ROW_BYTES;

/// A source with Windows line ends made plain ones. The CSV reader takes the `\n` of `\r\n` for the
/// first byte of the next row, and would give every row the number of the line before.
pub(super) struct PlainLines<R> {
    source: R,
    /// Bytes that were read, and how many of them were handed on.
    ready: Vec<u8>,
    handed_on: usize,
    /// Whether a `\r` follows them, with the byte after it still to come.
    held: bool,
}

impl<R: Read> PlainLines<R> {
    const CHUNK: u64 = 1 << 16;

    pub(super) fn new(source: R) -> Self {
        Self { source, ready: Vec::new(), handed_on: 0, held: false }
    }

    /// The first bytes, before any were handed on: a chunk, or all if they are fewer.
    pub(super) fn beginning(&mut self) -> io::Result<&[u8]> {
        if self.ready.is_empty() {
            self.refill()?;
        }
        Ok(&self.ready)
    }

    fn refill(&mut self) -> io::Result<()> {
        self.ready.clear();
        self.handed_on = 0;
        if std::mem::take(&mut self.held) {
            self.ready.push(b'\r');
        }
        let read = self.source.by_ref().take(Self::CHUNK).read_to_end(&mut self.ready)?;
        self.held = read > 0 && self.ready.ends_with(b"\r") && self.ready.pop().is_some();
        if self.ready.contains(&b'\r') {
            let mut kept = 0;
            for at in 0..self.ready.len() {
                if !self.ready[at..].starts_with(b"\r\n") {
                    self.ready[kept] = self.ready[at];
                    kept += 1;
                }
            }
            self.ready.truncate(kept);
        }
        Ok(())
    }
}

impl<R: Read> Read for PlainLines<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.handed_on == self.ready.len() {
            self.refill()?;
            if self.ready.is_empty() && !self.held {
                return Ok(0);
            }
        }
        let ready = &self.ready[self.handed_on..];
        let count = ready.len().min(buffer.len());
        buffer[..count].copy_from_slice(&ready[..count]);
        self.handed_on += count;
        Ok(count)
    }
}

/// A source that fails instead of letting one row grow beyond [`MAX_ROW_BYTES`].
pub(super) struct Bounded<R> {
    source: R,
    /// Number of bytes handed on so far.
    read: u64,
    /// Position at which the current row is too long.
    end: u64,
    pub(super) exceeded: bool,
}

impl<R> Bounded<R> {
    /// A source whose first row starts at once.
    pub(super) fn new(source: R) -> Self {
        let mut bounded = Self { source, read: 0, end: 0, exceeded: false };
        bounded.start_row(0);
        bounded
    }

    /// Starts a row at a position. It may end at `MAX_ROW_BYTES` after it, but not go on.
    pub(super) fn start_row(&mut self, position: u64) {
        self.end = position + MAX_ROW_BYTES as u64 + 1;
    }
}

impl<R: Read> Read for Bounded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        // All bytes handed on so far are parsed, so those since the start of the row belong to it.
        if self.read >= self.end {
            self.exceeded = true;
            return Err(io::Error::other("the row is too long"));
        }
        let read = self.source.read(buffer)?;
        self.read += read as u64;
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_ends_are_plain_wherever_a_chunk_ends() {
        let plain = |text: &[u8]| {
            let mut lines = PlainLines::new(text);
            let mut read = Vec::new();
            lines.read_to_end(&mut read).unwrap();
            read
        };
        assert_eq!(plain(b"a\r\nb\rc\r\r\nd\n\r"), b"a\nb\rc\r\nd\n\r");
        for pad in PlainLines::<&[u8]>::CHUNK as usize - 2..=PlainLines::<&[u8]>::CHUNK as usize {
            let text = [vec![b'x'; pad], b"\r\ny\r".to_vec()].concat();
            assert_eq!(plain(&text), [vec![b'x'; pad], b"\ny\r".to_vec()].concat());
        }
    }
}
