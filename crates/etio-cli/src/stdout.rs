//! Standard output for many answers.

use std::io::{self, BufWriter, Write};

use anstream::{AutoStream, ColorChoice};

/// Bytes that are collected before a file is written to.
const BUFFER: usize = 1 << 18;

/// Standard output. To a terminal or a pipe answers go as soon as there are some: a person waits, or a
/// program that holds a conversation. A file is written in large pieces.
pub(crate) struct Stdout {
    stream: AutoStream<Box<dyn Write>>,
    is_file: bool,
}

impl Stdout {
    /// Standard output as it is.
    pub(crate) fn open() -> Self {
        let choice = AutoStream::choice(&io::stdout());
        let file = redirected();
        let is_file = file.is_some();
        let raw: Box<dyn Write> = match file {
            Some(file) => Box::new(file),
            None => Box::new(io::stdout().lock()),
        };
        Self::over(raw, is_file, choice)
    }

    fn over(raw: Box<dyn Write>, is_file: bool, choice: ColorChoice) -> Self {
        let raw: Box<dyn Write> = if is_file { Box::new(BufWriter::with_capacity(BUFFER, raw)) } else { raw };
        Self { stream: AutoStream::new(raw, choice), is_file }
    }

    /// Whether it is a file, which is not read while it is written.
    pub(crate) fn is_file(&self) -> bool {
        self.is_file
    }

    /// Hands on what was written, unless it goes to a file.
    pub(crate) fn hand_on(&mut self) -> io::Result<()> {
        if self.is_file { Ok(()) } else { self.stream.flush() }
    }
}

impl Write for Stdout {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.stream.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}

/// The file that standard output is redirected to, if it is one.
#[cfg(unix)]
fn redirected() -> Option<std::fs::File> {
    use std::os::fd::AsFd;

    let file = std::fs::File::from(io::stdout().as_fd().try_clone_to_owned().ok()?);
    file.metadata().is_ok_and(|metadata| metadata.is_file()).then_some(file)
}

#[cfg(not(unix))]
fn redirected() -> Option<std::fs::File> {
    None
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    /// Counts how often the system would be called.
    struct Counted(Arc<AtomicUsize>);

    impl Write for Counted {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.fetch_add(1, Ordering::Relaxed);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn writes(is_file: bool) -> usize {
        let count = Arc::new(AtomicUsize::new(0));
        let raw = Box::new(Counted(Arc::clone(&count)));
        let mut stdout = Stdout::over(raw, is_file, ColorChoice::Never);
        for _ in 0..500 {
            stdout.write_all(b"{\"id\":\"p1\"}\n").unwrap();
            stdout.hand_on().unwrap();
        }
        stdout.flush().unwrap();
        count.load(Ordering::Relaxed)
    }

    #[test]
    fn a_file_is_not_written_line_by_line() {
        assert_eq!(writes(true), 1);
        assert_eq!(writes(false), 500);
    }
}
