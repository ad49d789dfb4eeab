//! Listening, and stopping without losing a request: connections are bounded, slow clients cut off,
//! requests that were sent are answered.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use axum::Router;
use hyper::Request;
use hyper::body::Incoming;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::{GracefulShutdown, Watcher};
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tower::ServiceExt;

use crate::app::app;
use crate::callers::Peer;
use crate::pace::{Pace, Paced};
use crate::signals::{Hangup, Stop};
use crate::state::{StartError, State};
use crate::tls::Tls;

/// Maximum time for requests in flight to be finished, after the drain.
const FINISH_TIME: Duration = Duration::from_secs(10);
/// How long connections that wait in the kernel's queue are taken before the listening socket is closed.
const LAST_CALL: Duration = Duration::from_millis(100);
/// How often the session store is probed.
const PROBE_SECONDS: u64 = 2;

/// Serves until told to stop by SIGINT or SIGTERM. `ready` is called with the address once it listens.
pub async fn serve(state: Arc<State>, ready: impl FnOnce(SocketAddr)) -> Result<(), StartError> {
    let listen = state.config.listen;
    let cannot = |source| StartError::Io { what: format!("cannot listen on {listen}"), source };
    let listener = TcpListener::bind(listen).await.map_err(cannot)?;
    // Before anybody can know of the service: a signal that nobody listens for ends the process.
    let (mut stop, hangup) = (Stop::listen(), Hangup::listen());
    ready(listener.local_addr().map_err(cannot)?);
    let housekeeping = tokio::spawn(keep_house(Arc::clone(&state), hangup));
    let door = Door {
        app: app(Arc::clone(&state)),
        slots: Arc::new(Semaphore::new(state.config.connections)),
        graceful: GracefulShutdown::new(),
        listener,
        state,
    };
    let waits = door.accept_until(stop.recv()).await;
    door.drain(waits, stop).await;
    housekeeping.abort();
    Ok(())
}

/// The listening socket and what a connection needs.
struct Door {
    listener: TcpListener,
    state: Arc<State>,
    app: Router,
    slots: Arc<Semaphore>,
    graceful: GracefulShutdown,
}

impl Door {
    /// Takes connections until something happens.
    async fn accept_until<T>(&self, event: impl Future<Output = T>) -> T {
        let mut event = std::pin::pin!(event);
        loop {
            tokio::select! {
                happened = &mut event => return happened,
                () = self.accept() => {}
            }
        }
    }

    async fn accept(&self) {
        // A connection beyond the limit waits in the kernel's queue until one ends.
        let Ok(slot) = Arc::clone(&self.slots).acquire_owned().await else { return };
        let (stream, from) = match self.listener.accept().await {
            Ok(accepted) => accepted,
            Err(error) => {
                // Out of file descriptors, most likely: wait for some to come back.
                tracing::warn!(%error, "accept");
                tokio::time::sleep(Duration::from_millis(50)).await;
                return;
            }
        };
        let (state, watcher) = (Arc::clone(&self.state), self.graceful.watcher());
        let app = Visited { app: self.app.clone(), peer: Peer(from.ip()) };
        tokio::spawn(async move {
            if let Err(error) = talk(stream, &state, app, watcher).await {
                tracing::debug!(error, "connection");
            }
            drop(slot);
        });
    }

    /// Goes on taking requests for a while, each answered with `Connection: close`, so that nobody
    /// who has not yet heard of the stop loses one. Then finishes those in flight.
    async fn drain(self, waits: bool, mut stop: Stop) {
        self.state.is_draining.store(true, Relaxed);
        let time = Duration::from_secs(if waits { self.state.config.drain_seconds } else { 0 });
        tracing::info!(seconds = time.as_secs(), "stopping; still taking requests");
        // A second signal ends the wait.
        let over = async { tokio::time::timeout(time, stop.recv()).await.is_ok() };
        self.accept_until(over).await;
        // Connections that the kernel has already accepted are served too.
        self.accept_until(tokio::time::sleep(LAST_CALL)).await;
        drop(self.listener);
        tracing::info!("finishing requests in flight");
        if tokio::time::timeout(FINISH_TIME, self.graceful.shutdown()).await.is_err() {
            tracing::warn!("some requests did not end in time");
        }
    }
}

/// The service as one client meets it.
struct Visited {
    app: Router,
    peer: Peer,
}

/// One connection, from its first byte to its last, in TLS if there is a certificate.
async fn talk(stream: TcpStream, state: &State, app: Visited, watcher: Watcher) -> Result<(), String> {
    stream.set_nodelay(true).ok();
    let config = &state.config;
    let patience = Duration::from_secs(config.header_seconds);
    let pace = Pace::new(Duration::from_secs(config.write_seconds), config.least_rate);
    let stream = Paced::new(stream, pace);
    let Some(tls) = &state.tls else { return http(stream, patience, app, watcher).await };
    match tokio::time::timeout(patience, tls.accept(stream)).await {
        Ok(Ok(stream)) => http(stream, patience, app, watcher).await,
        Ok(Err(error)) => Err(error.to_string()),
        Err(_) => Err("the TLS handshake took too long".to_owned()),
    }
}

async fn http<S>(stream: S, patience: Duration, app: Visited, watcher: Watcher) -> Result<(), String>
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let Visited { app, peer } = app;
    let app = app.map_request(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(peer);
        request
    });
    let connection = hyper::server::conn::http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(patience)
        .max_buf_size(64 << 10)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(app));
    watcher.watch(connection).await.map_err(|error| error.to_string())
}

/// Swaps networks that changed, removes expired sessions and checks the session
/// store.
async fn keep_house(state: Arc<State>, mut hangup: Hangup) {
    let every = |seconds| tokio::time::interval(Duration::from_secs(seconds));
    let watch = state.config.watch_seconds;
    let (mut look, mut forget, mut probe) =
        (every(if watch == 0 { 3600 } else { watch }), every(60), every(PROBE_SECONDS));
    loop {
        tokio::select! {
            _ = look.tick() => if watch > 0 { reload_networks(&state).await },
            () = hangup.recv() => {
                reload_networks(&state).await;
                reload_certificate(&state);
                reload_keys(&state);
            }
            // In the background: a database that does not answer must not hold up the rest.
            _ = forget.tick() => drop(tokio::spawn(forget_ended(Arc::clone(&state)))),
            _ = probe.tick() => drop(tokio::spawn(probe_sessions(Arc::clone(&state)))),
        }
    }
}

async fn forget_ended(state: Arc<State>) {
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

async fn probe_sessions(state: Arc<State>) {
    if let Err(error) = state.sessions.ready().await {
        tracing::warn!(%error, "the session store is not ready");
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

fn reload_keys(state: &State) {
    match state.gate.reload() {
        Some(Err(error)) => tracing::error!(error, "kept the keys as they were"),
        Some(Ok(count)) => tracing::info!(count, "read the keys again"),
        None => {}
    }
}
