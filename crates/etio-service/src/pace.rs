//! Time limits and a minimum rate for reading from clients and writing to them.

use std::io::{self, ErrorKind};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep};

use crate::guests::Guest;

/// Remaining waiting time for one side of a stream. Waiting uses it up; bytes that are transferred
/// restore it at the minimum rate.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    most: Duration,
    /// Bytes per second.
    least_rate: u64,
    left: Duration,
}

impl Pace {
    /// The full waiting time `most`; every `least_rate` bytes restore one second.
    pub fn new(most: Duration, least_rate: u64) -> Self {
        Self { most, least_rate: least_rate.max(1), left: most }
    }

    /// The time that may be waited for the next byte.
    pub fn left(&self) -> Duration {
        self.left
    }

    /// Uses up waiting time.
    pub fn waited(&mut self, time: Duration) {
        self.left = self.left.saturating_sub(time);
    }

    /// Restores waiting time for transferred bytes.
    pub fn moved(&mut self, bytes: usize) {
        let restored = Duration::from_secs_f64(bytes as f64 / self.least_rate as f64);
        self.left = self.left.saturating_add(restored).min(self.most);
    }
}

/// A stream whose reader may not keep its writer waiting for longer than a [`Pace`] allows.
pub struct Paced<S> {
    stream: S,
    pace: Pace,
    /// When the write that is blocked began to wait.
    blocked: Option<Instant>,
    alarm: Pin<Box<Sleep>>,
    /// The client, who is told that it is waited for.
    guest: Option<Arc<Guest>>,
}

impl<S> Paced<S> {
    /// A stream that is written to at a pace.
    pub fn new(stream: S, pace: Pace, guest: Option<Arc<Guest>>) -> Self {
        Self { stream, pace, blocked: None, alarm: Box::pin(tokio::time::sleep(pace.left())), guest }
    }

    /// Accounts for an attempt to write, and fails it once patience is used up.
    fn account<T>(
        &mut self,
        context: &mut Context<'_>,
        outcome: Poll<io::Result<T>>,
        bytes: impl FnOnce(&T) -> usize,
    ) -> Poll<io::Result<T>> {
        match outcome {
            Poll::Pending => {
                if self.blocked.is_none() {
                    let now = Instant::now();
                    self.blocked = Some(now);
                    self.alarm.as_mut().reset(now + self.pace.left());
                    self.guest.iter().for_each(|guest| guest.wait());
                }
                ready!(self.alarm.as_mut().poll(context));
                Poll::Ready(Err(io::Error::new(ErrorKind::TimedOut, "the client does not read its answer")))
            }
            Poll::Ready(outcome) => {
                if let Some(since) = self.blocked.take() {
                    self.pace.waited(since.elapsed());
                    self.guest.iter().for_each(|guest| guest.resume());
                }
                if let Ok(written) = &outcome {
                    self.pace.moved(bytes(written));
                }
                Poll::Ready(outcome)
            }
        }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Paced<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Paced<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let outcome = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.account(context, outcome, |written| *written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let outcome = Pin::new(&mut self.stream).poll_write_vectored(context, slices);
        self.account(context, outcome, |written| *written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let outcome = Pin::new(&mut self.stream).poll_flush(context);
        self.account(context, outcome, |()| 0)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let outcome = Pin::new(&mut self.stream).poll_shutdown(context);
        self.account(context, outcome, |()| 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn waiting_uses_patience_up_and_bytes_restore_it() {
        let mut pace = Pace::new(10 * SECOND, 100);
        pace.waited(4 * SECOND);
        pace.moved(200);
        assert_eq!(pace.left(), 8 * SECOND);
        pace.moved(1_000_000);
        assert_eq!(pace.left(), 10 * SECOND, "nothing is saved up");
        let bytes = (1..100).find(|_| {
            pace.waited(2 * SECOND);
            pace.moved(1);
            pace.left() < 2 * SECOND
        });
        assert_eq!(bytes, Some(5), "one byte every two seconds");
    }

    #[tokio::test(start_paused = true)]
    async fn a_client_that_does_not_read_is_given_up() {
        let (ours, theirs) = tokio::io::duplex(1000);
        let mut ours = Paced::new(ours, Pace::new(10 * SECOND, 100), None);
        let error = ours.write_all(&[0; 5000]).await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::TimedOut);
        drop(theirs);
    }

    #[tokio::test(start_paused = true)]
    async fn a_client_that_reads_byte_by_byte_is_given_up_and_a_slow_one_is_served() {
        for (bytes, is_served) in [(1, false), (500, true)] {
            let (ours, mut theirs) = tokio::io::duplex(1000);
            let mut ours = Paced::new(ours, Pace::new(10 * SECOND, 100), None);
            tokio::spawn(async move {
                let mut read = vec![0; bytes];
                while theirs.read_exact(&mut read).await.is_ok() {
                    tokio::time::sleep(2 * SECOND).await;
                }
            });
            assert_eq!(ours.write_all(&vec![0; 50_000]).await.is_ok(), is_served);
        }
    }
}
