//! The load: many connections, one clock.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use serde_json::json;

use crate::connection::{Connection, request};
use crate::report::Times;
use crate::{Case, Failure, Plan};

/// State shared by all connections.
struct Load {
    address: String,
    requests: Vec<Vec<u8>>,
    rate: Option<f64>,
    started: Instant,
    time: Duration,
    next: AtomicU64,
}

impl Load {
    /// The next request and when it is due; `None` when the time is over.
    fn take(&self) -> Option<(&[u8], Instant)> {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let due = match self.rate {
            Some(rate) => self.started + Duration::from_secs_f64(number as f64 / rate),
            None => Instant::now(),
        };
        let over = due.max(Instant::now()) >= self.started + self.time;
        (!over).then(|| (self.requests[number as usize % self.requests.len()].as_slice(), due))
    }
}

pub fn run(plan: Plan) -> Result<(), Failure> {
    let requests = plan.cases.iter().map(|case| request(&body(case))).collect();
    let load = Arc::new(Load {
        address: plan.target,
        requests,
        rate: plan.rate,
        started: Instant::now(),
        time: plan.time,
        next: AtomicU64::new(0),
    });
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let times = runtime.block_on(async {
        let clients: Vec<_> =
            (0..plan.connections).map(|_| tokio::spawn(client(Arc::clone(&load)))).collect();
        let mut times = Times::default();
        for client in clients {
            times.add(client.await??);
        }
        Ok::<_, Failure>(times)
    })?;
    times.print(load.started.elapsed());
    Ok(())
}

fn body(case: &Case) -> String {
    let item = |choice: &'static str| move |id: &String| json!({ "id": id, "choice_id": choice });
    let present = case.present.iter().map(item("present"));
    let evidence: Vec<_> = present.chain(case.absent.iter().map(item("absent"))).collect();
    json!({ "evidence": evidence }).to_string()
}

async fn client(load: Arc<Load>) -> Result<Times, Failure> {
    let mut connection = Connection::open(&load.address).await?;
    let mut times = Times::default();
    while let Some((request, due)) = load.take() {
        // The timer knows milliseconds; what is due sooner is sent now.
        if due > Instant::now() + Duration::from_millis(1) {
            tokio::time::sleep_until(due.into()).await;
        }
        let sent = Instant::now();
        match connection.ask(request).await {
            Ok(answer) => times.record(&answer, due.min(sent).elapsed(), sent.elapsed()),
            Err(_) => {
                times.broken += 1;
                connection = Connection::open(&load.address).await?;
            }
        }
    }
    Ok(times)
}
