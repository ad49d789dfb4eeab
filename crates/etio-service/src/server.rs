//! Listening, and stopping without losing a request: connections are bounded, slow clients cut off,
//! requests that were sent are answered.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use axum::Router;
use hyper::Request;
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::{GracefulShutdown, Watcher};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tower::ServiceExt;

use crate::app::app;
use crate::callers::Peer;
use crate::guests::{Arriving, Guest, Guests, InHand, Leaving};
use crate::networks::Reload;
use crate::pace::{Pace, Paced};
use crate::signals::{Hangup, Stop};
use crate::socket::{Socket, Watch};
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
    let mut door = Door {
        app: app(Arc::clone(&state)),
        guests: Guests::new(state.config.connections),
        newcomer: None,
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
    guests: Arc<Guests>,
    /// A connection that waits for its place.
    newcomer: Option<(TcpStream, SocketAddr)>,
    graceful: GracefulShutdown,
}

impl Door {
    /// Takes connections until something happens.
    async fn accept_until<T>(&mut self, event: impl Future<Output = T>) -> T {
        let mut event = std::pin::pin!(event);
        loop {
            tokio::select! {
                happened = &mut event => return happened,
                () = self.accept() => {}
            }
        }
    }

    /// Takes one connection. May be dropped at any time, without losing it.
    async fn accept(&mut self) {
        let peer = match &self.newcomer {
            Some((_, from)) => Peer(from.ip()),
            None => match self.listener.accept().await {
                Ok(newcomer) => Peer(self.newcomer.insert(newcomer).1.ip()),
                Err(error) => {
                    // Out of file descriptors, most likely: wait for some to come back.
                    tracing::warn!(%error, "accept");
                    tokio::time::sleep(Duration::from_millis(50)).await;
                    return;
                }
            },
        };
        let seat = self.guests.seat(peer.network()).await;
        let Some((stream, _)) = self.newcomer.take() else { return };
        let (socket, watch) = Socket::new(stream);
        let visit = Visit { app: self.app.clone(), peer, guest: Arc::clone(&seat.guest), watch };
        let (state, watcher) = (Arc::clone(&self.state), self.graceful.watcher());
        tokio::spawn(async move {
            if let Err(error) = visit.last(socket, &state, watcher).await {
                tracing::debug!(error, "connection");
            }
            drop(seat);
        });
    }

    /// Goes on taking requests for a while, each answered with `Connection: close`, so that nobody
    /// who has not yet heard of the stop loses one. Then finishes those in flight.
    async fn drain(mut self, waits: bool, mut stop: Stop) {
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

/// One connection, and the service as its client meets it.
struct Visit {
    app: Router,
    peer: Peer,
    guest: Arc<Guest>,
    watch: Watch,
}

impl Visit {
    /// The connection from its first byte to its last, or until it must make room, or its client goes:
    /// then its requests are dropped, and their work is cancelled.
    async fn last(self, socket: Socket, state: &State, watcher: Watcher) -> Result<(), String> {
        tokio::select! {
            // First whatever has come: the last request may be there already when the client goes.
            biased;
            ended = self.talk(socket, state, watcher) => ended,
            () = self.watch.gone() => Err("the client has gone".to_owned()),
            () = self.guest.must_leave() => Err("it made room for another".to_owned()),
        }
    }

    /// In TLS if there is a certificate.
    async fn talk(&self, socket: Socket, state: &State, watcher: Watcher) -> Result<(), String> {
        let config = &state.config;
        let patience = Duration::from_secs(config.header_seconds);
        let pace = Pace::new(Duration::from_secs(config.write_seconds), config.least_rate);
        let stream = Paced::new(socket, pace, Some(Arc::clone(&self.guest)));
        let Some(tls) = &state.tls else { return self.http(stream, patience, watcher).await };
        match tokio::time::timeout(patience, tls.accept(stream)).await {
            Ok(Ok(stream)) => self.http(stream, patience, watcher).await,
            Ok(Err(error)) => Err(error.to_string()),
            Err(_) => Err("the TLS handshake took too long".to_owned()),
        }
    }

    async fn http<S>(&self, stream: S, patience: Duration, watcher: Watcher) -> Result<(), String>
    where
        S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
    {
        let (app, peer, guest) = (self.app.clone(), self.peer, Arc::clone(&self.guest));
        let answer = service_fn(move |request: Request<Incoming>| {
            let in_hand = InHand::new(&guest);
            let mut request = request.map(|body| Arriving::new(body, &guest));
            request.extensions_mut().insert(peer);
            let answered = app.clone().oneshot(request);
            async move { answered.await.map(|answer| answer.map(|body| Leaving::new(body, in_hand))) }
        });
        let connection = hyper::server::conn::http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(patience)
            .max_buf_size(64 << 10)
            .serve_connection(TokioIo::new(stream), answer);
        watcher.watch(connection).await.map_err(|error| error.to_string())
    }
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
            _ = look.tick() => if watch > 0 { reload_networks(&state, Reload::Changed).await },
            () = hangup.recv() => {
                reload_networks(&state, Reload::All).await;
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

async fn reload_networks(state: &Arc<State>, which: Reload) {
    let shared = Arc::clone(state);
    let report = tokio::task::spawn_blocking(move || shared.registry.reload(which)).await.unwrap_or_default();
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
