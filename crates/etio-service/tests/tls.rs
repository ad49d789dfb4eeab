//! The service in TLS, as a client that checks certificates sees it.

mod common;

use std::net::SocketAddr;
use std::sync::Arc;

use common::service;
use etio_service::{Config, serve};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::rustls::{ClientConfig, RootCertStore, crypto::ring};

fn trusting(certificate: &str) -> TlsConnector {
    let mut roots = RootCertStore::empty();
    roots.add(CertificateDer::from_pem_slice(certificate.as_bytes()).expect("PEM")).expect("a root");
    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .expect("versions")
        .with_root_certificates(roots)
        .with_no_client_auth();
    TlsConnector::from(Arc::new(config))
}

async fn ask(address: SocketAddr, connector: &TlsConnector) -> std::io::Result<String> {
    let stream = TcpStream::connect(address).await?;
    let name = ServerName::try_from("localhost").expect("a name");
    let mut stream = connector.connect(name, stream).await?;
    stream.write_all(b"GET /healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n").await?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await?;
    Ok(answer)
}

#[tokio::test]
async fn tls_is_spoken_where_there_is_a_certificate() {
    let dir = tempfile::tempdir().expect("a folder");
    let make = || rcgen::generate_simple_self_signed(["localhost".to_owned()]).expect("a certificate");
    let (ours, other) = (make(), make());
    let file = |name: &str, text: String| {
        std::fs::write(dir.path().join(name), text).expect("written");
        Some(dir.path().join(name))
    };
    let state = service(Config {
        listen: SocketAddr::from(([127, 0, 0, 1], 0)),
        tls_certificate: file("certificate.pem", ours.cert.pem()),
        tls_key: file("key.pem", ours.signing_key.serialize_pem()),
        ..Config::default()
    });
    let (listening, address) = tokio::sync::oneshot::channel();
    let server = tokio::spawn(serve(state, |address| {
        listening.send(address).ok();
    }));
    let address = address.await.expect("it listens");
    let answer = ask(address, &trusting(&ours.cert.pem())).await.expect("an answer");
    assert!(answer.starts_with("HTTP/1.1 200") && answer.contains("strict-transport-security"), "{answer}");
    assert!(
        ask(address, &trusting(&other.cert.pem())).await.is_err(),
        "a stranger's certificate is not trusted"
    );
    let mut plain = TcpStream::connect(address).await.expect("connected");
    plain.write_all(b"GET /healthz HTTP/1.1\r\n\r\n").await.expect("sent");
    let mut answer = Vec::new();
    plain.read_to_end(&mut answer).await.ok();
    assert!(!answer.starts_with(b"HTTP"), "nothing is said in the clear");
    server.abort();
}
