//! Listening, and stopping well: connections are bounded, slow headers cut off, what is in flight is finished.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

use crate::app::app;
use crate::state::{StartError, State};

/// The longest a client may take to send its headers.
const HEADER_TIME: Duration = Duration::from_secs(10);
/// The longest that is waited for requests in flight when stopping.
const DRAIN_TIME: Duration = Duration::from_secs(10);

/// Serves until told to stop by SIGINT or SIGTERM. `ready` is called with the address once it listens.
pub async fn serve(state: Arc<State>, ready: impl FnOnce(std::net::SocketAddr)) -> Result<(), StartError> {
    let listen = state.config.listen;
    let cannot = |source| StartError::Io { what: format!("cannot listen on {listen}"), source };
    let listener = TcpListener::bind(listen).await.map_err(cannot)?;
    ready(listener.local_addr().map_err(cannot)?);
    let housekeeping = tokio::spawn(keep_house(Arc::clone(&state)));
    accept(listener, app(Arc::clone(&state)), state.config.connections).await;
    housekeeping.abort();
    Ok(())
}

async fn accept(listener: TcpListener, app: Router, connections: usize) {
    let slots = Arc::new(Semaphore::new(connections.max(1)));
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
        stream.set_nodelay(true).ok();
        let connection = hyper::server::conn::http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(HEADER_TIME)
            .max_buf_size(64 << 10)
            .serve_connection(TokioIo::new(stream), TowerToHyperService::new(app.clone()));
        let connection = graceful.watch(connection);
        tokio::spawn(async move {
            if let Err(error) = connection.await {
                tracing::debug!(%error, "connection");
            }
            drop(slot);
        });
    }
    tracing::info!("stopping; finishing what is in flight");
    if tokio::time::timeout(DRAIN_TIME, graceful.shutdown()).await.is_err() {
        tracing::warn!("some requests did not end in time");
    }
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

/// Swaps networks that changed, and forgets sessions that have ended.
async fn keep_house(state: Arc<State>) {
    let watch = state.config.watch_seconds;
    let mut look = tokio::time::interval(Duration::from_secs(if watch == 0 { 3600 } else { watch }));
    let mut tidy = tokio::time::interval(Duration::from_secs(60));
    let mut hangup = hangup();
    loop {
        let reload = tokio::select! {
            _ = look.tick() => watch > 0,
            () = hangup.recv() => true,
            _ = tidy.tick() => {
                let store = Arc::clone(&state.sessions);
                tokio::task::spawn_blocking(move || store.purge()).await.ok();
                false
            }
        };
        if reload {
            let state = Arc::clone(&state);
            let report =
                tokio::task::spawn_blocking(move || state.registry.reload()).await.unwrap_or_default();
            for outcome in report {
                match outcome {
                    Ok(message) => tracing::info!(message),
                    Err(error) => tracing::error!(%error, "kept the network as it was"),
                }
            }
        }
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
