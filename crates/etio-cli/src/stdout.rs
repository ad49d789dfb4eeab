//! Standard output for many answers.

use std::io::{self, BufWriter, Write};

use anstream::AutoStream;

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
            Some(file) => Box::new(BufWriter::with_capacity(BUFFER, file)),
            None => Box::new(io::stdout().lock()),
        };
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
