//! Stand-in for TLS in a build without it: a certificate is refused when the service starts.

use crate::config::Config;

/// A certificate, of which a build without TLS has none.
pub enum Tls {}

/// A certificate was given to a build without TLS.
#[derive(Clone, Debug, thiserror::Error)]
#[error(
    "--tls-certificate: this etio was built without TLS; use a released binary, build it with `--features tls`, or \
     let a reverse proxy terminate TLS"
)]
pub struct TlsError;

impl Tls {
    /// `None` if the configuration names no certificate.
    pub fn configured(config: &Config) -> Result<Option<Self>, TlsError> {
        if config.tls_certificate.is_some() { Err(TlsError) } else { Ok(None) }
    }

    /// Reads the certificate again.
    pub fn reload(&self) -> Result<(), TlsError> {
        match *self {}
    }

    /// Answers a connection.
    #[allow(clippy::unused_async, reason = "as with TLS")]
    pub(crate) async fn accept<S>(&self, _: S) -> std::io::Result<S> {
        match *self {}
    }
}
