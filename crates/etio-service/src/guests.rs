//! Room for connections. When all of it is taken, a newcomer gets the place of the connection that has
//! kept the service waiting longest, of the address that has most of them. So whoever holds many
//! connections without using them keeps out nobody but themselves. Connections whose requests are being
//! answered are left alone.

use std::collections::HashMap;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use axum::body::{Bytes, HttpBody};
use hyper::body::{Frame, SizeHint};
use tokio::sync::Notify;

/// How often it is looked whether a connection has begun to wait, if none could be ended.
const LOOK_AGAIN: Duration = Duration::from_millis(10);
/// In place of a time: the service is at work, and not its client.
const AT_WORK: u64 = u64::MAX;

/// All connections.
pub struct Guests {
    most: usize,
    opened: Instant,
    seats: Mutex<Seats>,
    /// Tells whoever waits for a seat that one has become free.
    freed: Notify,
}

#[derive(Default)]
struct Seats {
    taken: HashMap<u64, Arc<Guest>>,
    /// Number of seats by network.
    counts: HashMap<u64, usize>,
    next: u64,
}

/// One connection.
pub struct Guest {
    /// What tells its client from others.
    network: u64,
    opened: Instant,
    /// Since when the service waits for the client, in microseconds after `opened`, or [`AT_WORK`].
    waits_since: AtomicU64,
    /// Whether there is a request that is not answered yet.
    has_request: AtomicBool,
    leave: Notify,
}

impl Guest {
    fn new(network: u64, opened: Instant) -> Self {
        let guest = Self {
            network,
            opened,
            waits_since: AtomicU64::new(AT_WORK),
            has_request: AtomicBool::new(false),
            leave: Notify::new(),
        };
        guest.wait();
        guest
    }

    /// From now on it is the client's turn.
    pub fn wait(&self) {
        self.waits_since.store(self.opened.elapsed().as_micros() as u64, Relaxed);
    }

    /// The client has done what was waited for. During a request, it is the service's turn now.
    pub fn resume(&self) {
        if self.has_request.load(Relaxed) {
            self.waits_since.store(AT_WORK, Relaxed);
        }
    }

    fn waiting_since(&self) -> Option<u64> {
        Some(self.waits_since.load(Relaxed)).filter(|&since| since != AT_WORK)
    }

    /// Waits until the connection must be ended for somebody else.
    pub async fn must_leave(&self) {
        loop {
            self.leave.notified().await;
            // A request may have come in between.
            if self.waiting_since().is_some() {
                return;
            }
        }
    }
}

impl Guests {
    /// Room for a number of connections.
    pub fn new(most: usize) -> Arc<Self> {
        let seats = Mutex::default();
        Arc::new(Self { most, opened: Instant::now(), seats, freed: Notify::new() })
    }

    fn lock(&self) -> MutexGuard<'_, Seats> {
        self.seats.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for a seat, and ends another connection for it if there is one to end.
    pub async fn seat(self: &Arc<Self>, network: u64) -> Seat {
        loop {
            let freed = self.freed.notified();
            if let Some(seat) = self.free_seat(network) {
                return seat;
            }
            if let Some(guest) = self.lock().to_leave(network) {
                guest.leave.notify_one();
            }
            let _ = tokio::time::timeout(LOOK_AGAIN, freed).await;
        }
    }

    fn free_seat(self: &Arc<Self>, network: u64) -> Option<Seat> {
        let mut seats = self.lock();
        if seats.taken.len() >= self.most {
            return None;
        }
        let (number, guest) = (seats.next, Arc::new(Guest::new(network, self.opened)));
        seats.next += 1;
        seats.taken.insert(number, Arc::clone(&guest));
        *seats.counts.entry(network).or_default() += 1;
        Some(Seat { guests: Arc::clone(self), number, guest })
    }

    fn leave(&self, number: u64) {
        let mut seats = self.lock();
        if let Some(guest) = seats.taken.remove(&number) {
            let count = seats.counts.entry(guest.network).or_default();
            *count -= 1;
            if *count == 0 {
                seats.counts.remove(&guest.network);
            }
        }
        drop(seats);
        self.freed.notify_one();
    }
}

impl Seats {
    /// Whose seat a newcomer from a network gets: of the network with most seats, of its own if none has
    /// more, the one that has waited longest.
    fn to_leave(&self, newcomer: u64) -> Option<Arc<Guest>> {
        let count = |network: u64| self.counts.get(&network).copied().unwrap_or(0);
        let own = count(newcomer);
        let waiting = self.taken.values().filter_map(|guest| {
            let (since, seats) = (guest.waiting_since()?, count(guest.network));
            let is_own = guest.network == newcomer;
            (is_own || seats > own).then_some(((seats, is_own, std::cmp::Reverse(since)), guest))
        });
        waiting.max_by_key(|(order, _)| *order).map(|(_, guest)| Arc::clone(guest))
    }
}

/// A connection's seat, free again when it is dropped.
pub struct Seat {
    guests: Arc<Guests>,
    number: u64,
    /// The connection.
    pub guest: Arc<Guest>,
}

impl Drop for Seat {
    fn drop(&mut self) {
        self.guests.leave(self.number);
    }
}

/// A request that is being answered, until it is dropped.
pub struct InHand(Arc<Guest>);

impl InHand {
    /// A request has come in.
    pub fn new(guest: &Arc<Guest>) -> Self {
        guest.has_request.store(true, Relaxed);
        guest.resume();
        Self(Arc::clone(guest))
    }
}

impl Drop for InHand {
    fn drop(&mut self) {
        self.0.has_request.store(false, Relaxed);
        self.0.wait();
    }
}

/// The body of a request: whoever reads it waits for the client.
pub struct Arriving<B> {
    body: B,
    guest: Arc<Guest>,
    is_waiting: bool,
}

impl<B> Arriving<B> {
    /// A body that a client sends.
    pub fn new(body: B, guest: &Arc<Guest>) -> Self {
        Self { body, guest: Arc::clone(guest), is_waiting: false }
    }
}

impl<B: HttpBody<Data = Bytes> + Unpin> HttpBody for Arriving<B> {
    type Data = Bytes;
    type Error = B::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, B::Error>>> {
        let frame = Pin::new(&mut self.body).poll_frame(context);
        if self.is_waiting != frame.is_pending() {
            self.is_waiting = frame.is_pending();
            if self.is_waiting { self.guest.wait() } else { self.guest.resume() }
        }
        frame
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// The body of an answer, with the request that it belongs to.
pub struct Leaving<B> {
    body: B,
    _in_hand: InHand,
}

impl<B> Leaving<B> {
    /// A body to send.
    pub fn new(body: B, in_hand: InHand) -> Self {
        Self { body, _in_hand: in_hand }
    }
}

impl<B: HttpBody<Data = Bytes> + Unpin> HttpBody for Leaving<B> {
    type Data = Bytes;
    type Error = B::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, B::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seated(guests: &Arc<Guests>, networks: &[u64]) -> Vec<Seat> {
        let seat = |&network: &u64| guests.free_seat(network).unwrap();
        let seats: Vec<Seat> = networks.iter().map(seat).collect();
        for (at, seat) in seats.iter().enumerate() {
            seat.guest.waits_since.store(at as u64, Relaxed);
        }
        seats
    }

    fn leaves(guests: &Guests, seats: &[Seat], newcomer: u64) -> Option<usize> {
        let leaving = guests.lock().to_leave(newcomer)?;
        seats.iter().position(|seat| Arc::ptr_eq(&seat.guest, &leaving))
    }

    #[test]
    fn the_longest_silent_connection_of_whoever_has_most_makes_room() {
        let guests = Guests::new(5);
        let seats = seated(&guests, &[1, 2, 1, 2, 1]);
        assert!(guests.free_seat(3).is_none());
        assert_eq!(leaves(&guests, &seats, 3), Some(0));
        assert_eq!(leaves(&guests, &seats, 2), Some(0));
        assert_eq!(leaves(&guests, &seats, 1), Some(0), "its own: nobody has more");
        let request = InHand::new(&seats[0].guest);
        assert_eq!(leaves(&guests, &seats, 3), Some(2), "what is being answered is left alone");
        seats[0].guest.wait();
        seats[0].guest.waits_since.store(0, Relaxed);
        assert_eq!(leaves(&guests, &seats, 3), Some(0), "not if its answer is not read");
        seats[0].guest.resume();
        let requests = [InHand::new(&seats[2].guest), InHand::new(&seats[4].guest)];
        assert_eq!(leaves(&guests, &seats, 3), Some(1), "the next that has more than the newcomer");
        assert_eq!(leaves(&guests, &seats, 1), None, "nobody has more who waits");
        drop((request, requests));
        assert!(leaves(&guests, &seats, 3).is_some_and(|at| at % 2 == 0), "and now they wait again");
    }

    #[tokio::test]
    async fn a_newcomer_waits_only_while_everybody_is_busy() {
        let guests = Guests::new(1);
        let seat = guests.seat(1).await;
        let request = InHand::new(&seat.guest);
        let newcomer = tokio::spawn({
            let guests = Arc::clone(&guests);
            async move { guests.seat(1).await.guest.network }
        });
        tokio::time::sleep(3 * LOOK_AGAIN).await;
        assert!(!newcomer.is_finished());
        drop(request);
        seat.guest.must_leave().await;
        drop(seat);
        assert_eq!(newcomer.await.unwrap(), 1);
        assert!(guests.lock().counts.is_empty());
    }
}
