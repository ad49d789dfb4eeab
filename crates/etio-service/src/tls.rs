//! TLS by rustls, with a certificate that can be renewed while the service runs.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use arc_swap::ArcSwap;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::server::TlsStream;

use crate::config::Config;

/// A certificate chain and its key, and where they were read from.
pub struct Tls {
    certificate: PathBuf,
    key: PathBuf,
    current: ArcSwap<ServerConfig>,
}

/// A certificate or key that cannot be used.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{file}: {problem}")]
pub struct TlsError {
    file: String,
    problem: String,
}

impl TlsError {
    fn at(file: &Path, problem: impl std::fmt::Display) -> Self {
        Self { file: file.display().to_string(), problem: problem.to_string() }
    }
}

impl Tls {
    /// Reads the certificate of the configuration; `None` if it names none.
    pub fn configured(config: &Config) -> Result<Option<Self>, TlsError> {
        let (Some(certificate), Some(key)) = (&config.tls_certificate, &config.tls_key) else {
            return Ok(None);
        };
        let current = ArcSwap::from(read(certificate, key)?);
        Ok(Some(Self { certificate: certificate.clone(), key: key.clone(), current }))
    }

    /// Reads both files again; open connections keep what they have. If the files are bad, nothing changes.
    pub fn reload(&self) -> Result<(), TlsError> {
        self.current.store(read(&self.certificate, &self.key)?);
        Ok(())
    }

    /// Answers a connection with the current certificate.
    pub(crate) async fn accept<S>(&self, stream: S) -> std::io::Result<TlsStream<S>>
    where
        S: AsyncRead + AsyncWrite + Unpin,
    {
        TlsAcceptor::from(self.current.load_full()).accept(stream).await
    }
}

fn read(certificate: &Path, key: &Path) -> Result<Arc<ServerConfig>, TlsError> {
    let chain: Vec<CertificateDer<'static>> = CertificateDer::pem_file_iter(certificate)
        .and_then(Iterator::collect)
        .map_err(|e| TlsError::at(certificate, e))?;
    if chain.is_empty() {
        return Err(TlsError::at(certificate, "no certificate in PEM is in it"));
    }
    let secret = PrivateKeyDer::from_pem_file(key).map_err(|e| TlsError::at(key, e))?;
    let mut config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(|e| TlsError::at(certificate, e))?
        .with_no_client_auth()
        .with_single_cert(chain, secret)
        .map_err(|e| TlsError::at(certificate, e))?;
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    Ok(Arc::new(config))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(dir: &Path, host: &str) {
        let made = rcgen::generate_simple_self_signed([host.to_owned()]).unwrap();
        std::fs::write(dir.join("certificate.pem"), made.cert.pem()).unwrap();
        std::fs::write(dir.join("key.pem"), made.signing_key.serialize_pem()).unwrap();
    }

    #[test]
    fn a_bad_certificate_is_named_and_the_old_one_kept() {
        let dir = tempfile::tempdir().unwrap();
        let file = |name: &str| Some(dir.path().join(name));
        let config = Config {
            tls_certificate: file("certificate.pem"),
            tls_key: file("key.pem"),
            ..Config::default()
        };
        let error = Tls::configured(&config).err().unwrap().to_string();
        assert!(error.contains("certificate.pem"), "{error}");
        write(dir.path(), "localhost");
        let tls = Tls::configured(&config).unwrap().unwrap();
        let before = tls.current.load_full();
        std::fs::write(dir.path().join("key.pem"), "nonsense").unwrap();
        assert!(tls.reload().unwrap_err().to_string().contains("key.pem"));
        assert!(Arc::ptr_eq(&before, &tls.current.load_full()));
        write(dir.path(), "localhost");
        tls.reload().unwrap();
        assert!(!Arc::ptr_eq(&before, &tls.current.load_full()));
    }
}
