//! The socket of a connection: one side reads and writes it, another learns when the client has gone.
//! Whoever only reads learns that too late if the client has sent something that is not read yet.

use std::io::{self, ErrorKind};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

#[cfg(target_os = "linux")]
use tokio::io::Interest;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;

/// The side that reads and writes.
pub struct Socket(Arc<TcpStream>);

/// The side that watches.
pub struct Watch(Arc<TcpStream>);

impl Socket {
    /// Both sides of a stream.
    pub fn new(stream: TcpStream) -> (Self, Watch) {
        // Answers are written in one piece: there is nothing to wait for before it is sent.
        stream.set_nodelay(true).ok();
        let stream = Arc::new(stream);
        (Self(Arc::clone(&stream)), Watch(stream))
    }
}

impl Watch {
    /// Waits until the client has closed the connection or its half of it. Elsewhere than on Linux it
    /// waits forever: there the reading side learns it, if a little later.
    pub async fn gone(&self) {
        // Beside its namesake, this is the interest in the end of what can be read, and in that alone.
        #[cfg(target_os = "linux")]
        if self.0.ready(Interest::PRIORITY).await.is_ok_and(|ready| ready.is_read_closed()) {
            return;
        }
        std::future::pending().await
    }
}

/// Reads without waiting.
#[cfg(target_os = "linux")]
fn read(stream: &TcpStream, buffer: &mut [u8]) -> io::Result<usize> {
    let mut part = None;
    let whole = stream.try_io(Interest::READABLE, || {
        let count = rustix::io::read(stream, &mut *buffer)?;
        if count == 0 || count == buffer.len() {
            return Ok(count);
        }
        // There was no more. Said so, the next call need not ask the system to find that out.
        part = Some(count);
        Err(ErrorKind::WouldBlock.into())
    });
    part.map_or(whole, Ok)
}

#[cfg(not(target_os = "linux"))]
fn read(stream: &TcpStream, buffer: &mut [u8]) -> io::Result<usize> {
    stream.try_read(buffer)
}

impl AsyncRead for Socket {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        loop {
            ready!(self.0.poll_read_ready(context))?;
            match read(&self.0, buffer.initialize_unfilled()) {
                Err(error) if error.kind() == ErrorKind::WouldBlock => {}
                outcome => return Poll::Ready(outcome.map(|count| buffer.advance(count))),
            }
        }
    }
}

impl Socket {
    fn poll_write_with(
        &self,
        context: &mut Context<'_>,
        write: impl Fn(&TcpStream) -> io::Result<usize>,
    ) -> Poll<io::Result<usize>> {
        loop {
            ready!(self.0.poll_write_ready(context))?;
            match write(&self.0) {
                Err(error) if error.kind() == ErrorKind::WouldBlock => {}
                outcome => return Poll::Ready(outcome),
            }
        }
    }
}

impl AsyncWrite for Socket {
    fn poll_write(self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        self.poll_write_with(context, |stream| stream.try_write(bytes))
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.poll_write_with(context, |stream| stream.try_write_vectored(slices))
    }

    fn is_write_vectored(&self) -> bool {
        true
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    /// Nothing: the connection ends right after this, and both sides of the socket are dropped.
    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpListener;

    #[tokio::test]
    async fn a_client_that_goes_is_noticed_before_what_it_sent_is_read() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let mut client = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        let (mut socket, watch) = Socket::new(listener.accept().await.unwrap().0);
        client.write_all(b"one, two").await.unwrap();
        let mut first = [0; 3];
        socket.read_exact(&mut first).await.unwrap();
        tokio::select! {
            biased;
            () = watch.gone() => panic!("it is still there"),
            () = tokio::time::sleep(std::time::Duration::from_millis(20)) => {}
        }
        socket.write_all(b"answer").await.unwrap();
        let mut answer = [0; 6];
        client.read_exact(&mut answer).await.unwrap();
        drop(client);
        watch.gone().await;
        let mut rest = String::new();
        socket.read_to_string(&mut rest).await.unwrap();
        assert_eq!((&first, &answer, rest.as_str()), (b"one", b"answer", ", two"));
    }
}
