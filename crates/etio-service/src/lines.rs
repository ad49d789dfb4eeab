//! Splits a body into lines. Each byte is read once, however the lines are cut.

use std::time::Duration;

use axum::body::Bytes;
use futures_util::{Stream, StreamExt, stream};
use tokio::time::Instant;

use crate::pace::Pace;
use crate::problem::{Code, Problem};

/// Maximum length of a line.
const LONGEST_LINE: usize = 64 << 10;

/// Cuts chunks of bytes into lines; empty ones are passed over.
#[derive(Default)]
struct Splitter {
    buffer: Vec<u8>,
    /// Start of the current line.
    start: usize,
    /// How far it has been searched for its end.
    searched: usize,
    /// Whether the current line is too long, and was already reported.
    is_skipped: bool,
    /// Bytes that were read or moved.
    #[cfg(test)]
    work: usize,
}

impl Splitter {
    fn push(&mut self, chunk: &[u8]) {
        #[cfg(test)]
        {
            self.work += self.buffer.len() - self.start + chunk.len();
        }
        self.buffer.drain(..self.start);
        self.searched -= self.start;
        self.start = 0;
        self.buffer.extend_from_slice(chunk);
    }

    /// The next whole line.
    fn next(&mut self) -> Option<Result<Vec<u8>, Problem>> {
        loop {
            let end = self.buffer[self.searched..].iter().position(|byte| *byte == b'\n');
            #[cfg(test)]
            {
                self.work += end.map_or(self.buffer.len() - self.searched, |at| at + 1);
            }
            let Some(at) = end else {
                self.searched = self.buffer.len();
                return self.too_long();
            };
            let line = self.start..self.searched + at;
            self.start = line.end + 1;
            self.searched = self.start;
            if std::mem::take(&mut self.is_skipped) {
                continue;
            }
            if line.len() > LONGEST_LINE {
                return Some(Err(too_long()));
            }
            let text = self.buffer[line].trim_ascii();
            if !text.is_empty() {
                return Some(Ok(text.to_vec()));
            }
        }
    }

    /// Drops what there is of a line that is too long, and reports it once.
    fn too_long(&mut self) -> Option<Result<Vec<u8>, Problem>> {
        if self.buffer.len() - self.start <= LONGEST_LINE {
            return None;
        }
        self.buffer.clear();
        (self.start, self.searched) = (0, 0);
        (!std::mem::replace(&mut self.is_skipped, true)).then(|| Err(too_long()))
    }

    /// The last line, if it does not end in a line feed.
    fn finish(&mut self) -> Option<Result<Vec<u8>, Problem>> {
        let rest = std::mem::take(&mut self.buffer);
        let text = rest[std::mem::take(&mut self.start)..].trim_ascii();
        self.searched = 0;
        (!self.is_skipped && !text.is_empty()).then(|| Ok(text.to_vec()))
    }
}

fn too_long() -> Problem {
    Problem::new(Code::TOO_LARGE, format!("a line is longer than {LONGEST_LINE} bytes"))
}

/// The problem of a batch that takes too long.
pub fn over(longest: Duration) -> Problem {
    Problem::new(Code::REQUEST_TIMEOUT, format!("a batch may take {} s", longest.as_secs()))
}

/// Splits a body into lines as it arrives, at the given pace and until the given time is over. A
/// body that breaks these rules ends with an error.
pub fn lines<E>(
    chunks: impl Stream<Item = Result<Bytes, E>> + Send + Unpin + 'static,
    pace: Pace,
    longest: Duration,
) -> impl Stream<Item = Result<Vec<u8>, Problem>> {
    let end = Instant::now() + longest;
    let start = Some((chunks, Splitter::default(), pace));
    stream::unfold(start, move |state| async move {
        let (mut chunks, mut splitter, mut pace) = state?;
        loop {
            if end <= Instant::now() {
                return Some((Err(over(longest)), None));
            }
            if let Some(line) = splitter.next() {
                return Some((line, Some((chunks, splitter, pace))));
            }
            // Chunks that bring no line must not keep others from this thread.
            tokio::task::yield_now().await;
            let (asked, left) = (Instant::now(), end.saturating_duration_since(Instant::now()));
            let arrived = tokio::time::timeout(pace.left().min(left), chunks.next()).await;
            pace.waited(asked.elapsed());
            let problem = match arrived {
                Ok(Some(Ok(chunk))) => {
                    pace.moved(chunk.len());
                    splitter.push(&chunk);
                    continue;
                }
                Ok(None) => return splitter.finish().map(|line| (line, None)),
                Ok(Some(Err(_))) => Problem::new(Code::BAD_REQUEST, "the body could not be read to its end"),
                Err(_) if end <= Instant::now() => over(longest),
                Err(_) => Problem::new(Code::REQUEST_TIMEOUT, "the lines did not arrive fast enough"),
            };
            return Some((Err(problem), None));
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(chunks: &[&[u8]]) -> (Vec<Result<String, u16>>, usize) {
        let mut splitter = Splitter::default();
        let mut found = Vec::new();
        for chunk in chunks {
            splitter.push(chunk);
            found.extend(std::iter::from_fn(|| splitter.next()));
        }
        found.extend(splitter.finish());
        let shown = |line: Result<Vec<u8>, Problem>| match line {
            Ok(line) => Ok(String::from_utf8(line).unwrap()),
            Err(problem) => Err(problem.status()),
        };
        (found.into_iter().map(shown).collect(), splitter.work)
    }

    #[test]
    fn lines_are_cut_wherever_chunks_are() {
        let expected = vec![Ok("one".to_owned()), Ok("two".to_owned()), Ok("three".to_owned())];
        let text = b"one\n\n two \r\n\n\nthree";
        assert_eq!(split(&[text]).0, expected);
        let bytes: Vec<&[u8]> = text.chunks(1).collect();
        assert_eq!(split(&bytes).0, expected);
        let long = vec![b'x'; 70_000];
        assert_eq!(split(&[b"a\n", &long, &long, b"x\nb\n"]).0, [Ok("a".into()), Err(413), Ok("b".into())]);
        let cut = [&long[..], b"\nb"].concat();
        assert_eq!(split(&[&cut]).0, [Err(413), Ok("b".into())]);
    }

    #[test]
    fn the_work_is_linear_in_the_bytes() {
        let newlines = vec![b'\n'; 1 << 20];
        let work = |size| split(&newlines.chunks(size).collect::<Vec<_>>()).1;
        for size in [1 << 20, 64 << 10, 100] {
            assert!(work(size) <= 3 << 20, "{} for chunks of {size}", work(size));
        }
        let one_line = vec![b'x'; LONGEST_LINE];
        assert!(split(&one_line.chunks(1000).collect::<Vec<_>>()).1 < 70 * LONGEST_LINE);
    }

    /// The lines of a body that sends a byte every two seconds, ten thousand times; the last one is
    /// an error's status.
    async fn crawl(pace: Pace, longest: Duration) -> (usize, Option<u16>) {
        let bytes = stream::iter(0..10_000).then(|_| async {
            tokio::time::sleep(Duration::from_secs(2)).await;
            Ok::<_, std::convert::Infallible>(Bytes::from_static(b"x\n"))
        });
        let all: Vec<_> = lines(Box::pin(bytes), pace, longest).collect().await;
        let last = all.last().and_then(|line| line.as_ref().err()).map(Problem::status);
        (all.len(), last)
    }

    #[tokio::test(start_paused = true)]
    async fn a_body_that_crawls_is_cut_off() {
        let (hour, ten) = (Duration::from_hours(1), Duration::from_secs(10));
        assert_eq!(crawl(Pace::new(ten, 1000), hour).await, (6, Some(408)), "five lines and the error");
        let (lines, last) = crawl(Pace::new(ten, 1), hour).await;
        assert!(
            (1800..=1801).contains(&lines) && last == Some(408),
            "and so is one that never ends: {lines}"
        );
        assert_eq!(crawl(Pace::new(ten, 1), 10 * hour).await, (10_000, None));
    }

    #[tokio::test(start_paused = true)]
    async fn a_batch_ends_in_time_even_if_all_of_it_has_arrived() {
        let text = Ok::<_, std::convert::Infallible>(Bytes::from("x\n".repeat(50)));
        let pace = Pace::new(Duration::from_secs(10), 1000);
        let lines = lines(stream::iter([text]), pace, Duration::from_secs(10));
        let answered = lines.then(|line| async move {
            tokio::time::sleep(Duration::from_secs(1)).await;
            line.map(drop).map_err(|problem| problem.status())
        });
        let answered: Vec<_> = answered.collect().await;
        assert_eq!(answered.len(), 11, "ten lines and the error");
        assert_eq!(answered.last(), Some(&Err(408)));
    }
}
