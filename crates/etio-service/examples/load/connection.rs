//! One keep-alive connection. It reads only as much of HTTP as a load needs: the status, the
//! length, Retry-After.

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::Failure;

pub struct Connection {
    stream: TcpStream,
    buffer: Vec<u8>,
}

/// The parts of an answer that the load generator needs.
pub struct Answer {
    pub status: u16,
    pub retry_after: bool,
}

impl Connection {
    pub async fn open(address: &str) -> Result<Self, Failure> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        Ok(Self { stream, buffer: Vec::with_capacity(16 << 10) })
    }

    /// Sends a request and waits for the whole answer.
    pub async fn ask(&mut self, request: &[u8]) -> Result<Answer, Failure> {
        self.stream.write_all(request).await?;
        self.buffer.clear();
        loop {
            if self.stream.read_buf(&mut self.buffer).await? == 0 {
                return Err("the connection was closed".into());
            }
            let Some(end) = self.buffer.windows(4).position(|w| w == b"\r\n\r\n") else { continue };
            let head = std::str::from_utf8(&self.buffer[..end])?;
            let status = head.get(9..12).ok_or("no status")?.parse()?;
            let value = |name: &str| head.lines().find_map(|line| line.strip_prefix(name));
            let length: usize = value("content-length: ").ok_or("no length")?.parse()?;
            let retry_after = value("retry-after: ").is_some();
            while self.buffer.len() < end + 4 + length {
                if self.stream.read_buf(&mut self.buffer).await? == 0 {
                    return Err("the answer was cut off".into());
                }
            }
            return Ok(Answer { status, retry_after });
        }
    }
}

/// A diagnosis request, byte by byte.
pub fn request(body: &str) -> Vec<u8> {
    format!(
        "POST /v1/diagnosis HTTP/1.1\r\nhost: etio\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    )
    .into_bytes()
}
