//! The signals that a service obeys: SIGINT and SIGTERM stop it, SIGHUP has it read its files again.

#[cfg(unix)]
use tokio::signal::unix::{Signal, SignalKind, signal};

/// Requests to stop.
pub struct Stop {
    #[cfg(unix)]
    terminate: Option<Signal>,
}

impl Stop {
    /// Listens from now on.
    pub fn listen() -> Self {
        Self {
            #[cfg(unix)]
            terminate: signal(SignalKind::terminate()).ok(),
        }
    }

    /// Waits for one. True if clients are to be given time to hear of it: after SIGTERM, which
    /// comes from whoever runs the service, but not after Ctrl-C.
    pub async fn recv(&mut self) -> bool {
        #[cfg(unix)]
        if let Some(terminate) = &mut self.terminate {
            return tokio::select! {
                _ = tokio::signal::ctrl_c() => false,
                _ = terminate.recv() => true,
            };
        }
        tokio::signal::ctrl_c().await.ok();
        false
    }
}

/// SIGHUP, on systems that have it.
pub struct Hangup {
    #[cfg(unix)]
    signal: Option<Signal>,
}

impl Hangup {
    /// Listens from now on.
    pub fn listen() -> Self {
        Self {
            #[cfg(unix)]
            signal: signal(SignalKind::hangup()).ok(),
        }
    }

    /// Waits for the next one.
    pub async fn recv(&mut self) {
        #[cfg(unix)]
        if let Some(signal) = &mut self.signal {
            signal.recv().await;
            return;
        }
        std::future::pending::<()>().await;
    }
}
