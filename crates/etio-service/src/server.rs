//! Listening, and stopping well: connections are bounded, slow headers cut off, what is in flight is finished.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::{GracefulShutdown, Watcher};
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;

use crate::app::app;
use crate::metrics;
use crate::state::{StartError, State};
use crate::tls::Tls;

/// The longest that is waited for requests in flight when stopping.
const DRAIN_TIME: Duration = Duration::from_secs(10);

/// Serves until told to stop by SIGINT or SIGTERM. `ready` is called with the address once it listens.
pub async fn serve(state: Arc<State>, ready: impl FnOnce(std::net::SocketAddr)) -> Result<(), StartError> {
    let listen = state.config.listen;
    let cannot = |source| StartError::Io { what: format!("cannot listen on {listen}"), source };
    let listener = TcpListener::bind(listen).await.map_err(cannot)?;
    ready(listener.local_addr().map_err(cannot)?);
    let housekeeping = tokio::spawn(keep_house(Arc::clone(&state)));
    accept(listener, &state).await;
    housekeeping.abort();
    Ok(())
}

async fn accept(listener: TcpListener, state: &Arc<State>) {
    let app = app(Arc::clone(state));
    let slots = Arc::new(Semaphore::new(state.config.connections));
    let graceful = GracefulShutdown::new();
    let mut stop = std::pin::pin!(stop_signal());
    loop {
        // A connection beyond the limit waits in the kernel's queue until one ends.
        let slot = tokio::select! {
            slot = Arc::clone(&slots).acquire_owned() => slot,
            () = &mut stop => break,
        };
        let stream = tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok((stream, _)) => stream,
                Err(error) => {
                    // Out of file descriptors, most likely: wait for some to come back.
                    tracing::warn!(%error, "accept");
                    tokio::time::sleep(Duration::from_millis(50)).await;
                    continue;
                }
            },
            () = &mut stop => break,
        };
        let (state, app, watcher) = (Arc::clone(state), app.clone(), graceful.watcher());
        tokio::spawn(async move {
            if let Err(error) = talk(stream, &state, app, watcher).await {
                tracing::debug!(error, "connection");
            }
            drop(slot);
        });
    }
    tracing::info!("stopping; finishing what is in flight");
    if tokio::time::timeout(DRAIN_TIME, graceful.shutdown()).await.is_err() {
        tracing::warn!("some requests did not end in time");
    }
}

/// One connection, from its first byte to its last, in TLS where there is a certificate.
async fn talk(stream: TcpStream, state: &State, app: Router, watcher: Watcher) -> Result<(), String> {
    stream.set_nodelay(true).ok();
    let patience = Duration::from_secs(state.config.header_seconds);
    let Some(tls) = &state.tls else { return http(stream, patience, app, watcher).await };
    match tokio::time::timeout(patience, tls.acceptor().accept(stream)).await {
        Ok(Ok(stream)) => http(stream, patience, app, watcher).await,
        Ok(Err(error)) => Err(error.to_string()),
        Err(_) => Err("the TLS handshake took too long".to_owned()),
    }
}

async fn http<S>(stream: S, patience: Duration, app: Router, watcher: Watcher) -> Result<(), String>
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let connection = hyper::server::conn::http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(patience)
        .max_buf_size(64 << 10)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(app));
    watcher.watch(connection).await.map_err(|error| error.to_string())
}

async fn stop_signal() {
    let interrupt = tokio::signal::ctrl_c();
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminate) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = interrupt => {}
                _ = terminate.recv() => {}
            }
            return;
        }
    }
    interrupt.await.ok();
}

/// Swaps networks that changed, forgets sessions that have ended, and sorts metrics.
async fn keep_house(state: Arc<State>) {
    let every = |seconds| tokio::time::interval(Duration::from_secs(seconds));
    let watch = state.config.watch_seconds;
    let (mut look, mut forget, mut tidy) =
        (every(if watch == 0 { 3600 } else { watch }), every(60), every(5));
    let mut hangup = hangup();
    loop {
        tokio::select! {
            _ = look.tick() => if watch > 0 { reload_networks(&state).await },
            () = hangup.recv() => {
                reload_networks(&state).await;
                reload_certificate(&state);
            }
            _ = forget.tick() => {
                // In the background: a database that does not answer must not hold up the rest.
                let state = Arc::clone(&state);
                tokio::spawn(async move { forget_ended(&state).await });
            }
            _ = tidy.tick() => metrics::tidy(),
        }
    }
}

async fn forget_ended(state: &State) {
    loop {
        match state.sessions.purge().await {
            Ok(0) => return,
            Ok(_) => {}
            Err(error) => {
                tracing::warn!(%error, "ended sessions were not forgotten");
                return;
            }
        }
    }
}

async fn reload_networks(state: &Arc<State>) {
    let shared = Arc::clone(state);
    let report = tokio::task::spawn_blocking(move || shared.registry.reload()).await.unwrap_or_default();
    for outcome in report {
        match outcome {
            Ok(message) => tracing::info!(message),
            Err(error) => tracing::error!(%error, "kept the network as it was"),
        }
    }
}

fn reload_certificate(state: &State) {
    match state.tls.as_ref().map(Tls::reload) {
        Some(Err(error)) => tracing::error!(%error, "kept the certificate as it was"),
        Some(Ok(())) => tracing::info!("read the certificate again"),
        None => {}
    }
}

/// SIGHUP, where there is such a thing.
struct Hangup {
    #[cfg(unix)]
    signal: Option<tokio::signal::unix::Signal>,
}

fn hangup() -> Hangup {
    Hangup {
        #[cfg(unix)]
        signal: tokio::signal::unix::signal(tokio::signal::unix::SignalKind::hangup()).ok(),
    }
}

impl Hangup {
    async fn recv(&mut self) {
        #[cfg(unix)]
        if let Some(signal) = &mut self.signal {
            signal.recv().await;
            return;
        }
        std::future::pending::<()>().await;
    }
}
