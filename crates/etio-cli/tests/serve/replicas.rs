//! Two replicas behind nginx share their sessions; one of them may die.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::client::Client;
use crate::conversation::{Failure, Ledger};
use crate::nginx::Nginx;
use crate::postgres::Postgres;
use crate::server::{EXAMPLE, Server, free_port};

#[test]
fn a_replica_killed_under_load_loses_no_session() {
    let Some(postgres) = Postgres::start() else { return };
    let ports = [free_port(), free_port()];
    let url = postgres.url();
    let start = |port| Server::start_on(port, &["--network", EXAMPLE, "--sessions", &url]);
    // Both at once on an empty database: one of them makes the tables.
    let (first, second) = std::thread::scope(|scope| {
        let first = scope.spawn(|| start(ports[0]));
        (first.join().expect("started"), start(ports[1]))
    });
    let Some(nginx) = Nginx::start(&ports) else { return };
    let (ledger, client, stop) = (Ledger::default(), Client::new(&nginx.address), AtomicBool::new(false));
    let lasted = std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| ledger.converse(&client, &stop, Failure::Never));
        }
        std::thread::sleep(Duration::from_millis(800));
        first.kill();
        std::thread::sleep(Duration::from_millis(800));
        // It comes back, and the other one dies.
        let first = start(ports[0]);
        std::thread::sleep(Duration::from_millis(2500));
        second.kill();
        std::thread::sleep(Duration::from_millis(800));
        stop.store(true, Ordering::Relaxed);
        first
    });
    assert!(ledger.check(&client) > 10);
    assert!(ledger.check(&lasted.client()) > 10);
}
