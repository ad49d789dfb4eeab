//! Memory that a request holds at its peak, counted by the allocator: what its budget allows, and little
//! more.

mod common;

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use common::{post, send};
use etio::Network;
use etio::format::{FormatError, folder};
use etio_service::{Config, State};
use serde_json::{Value, json};

struct Counting;

static HELD: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

// SAFETY: every call is the system's own; counting touches nothing else.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let held = HELD.fetch_add(layout.size(), Relaxed) + layout.size();
        PEAK.fetch_max(held, Relaxed);
        // SAFETY: as asked of this function.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        HELD.fetch_sub(layout.size(), Relaxed);
        // SAFETY: as asked of this function.
        unsafe { System.dealloc(memory, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Forty diseases and two hundred findings, every finding linked to ten of the diseases.
fn dense() -> Result<Network, FormatError> {
    let link =
        |f: usize, k: usize| format!("d{},f{f},0.{}\n", (f * 7 + k * (1 + f % 3)) % 40, 3 + (f + k) % 6);
    let diseases = (0..40).map(|d| format!("d{d},D{d},0.0{}\n", 1 + d % 9)).collect::<Vec<_>>().concat();
    let findings = (0..200).map(|f| format!("f{f},Finding{f},0.01\n")).collect::<Vec<_>>().concat();
    let links: String = (0..200).flat_map(|f| (0..10).map(move |k| link(f, k))).collect();
    let [diseases, findings, links] = [
        format!("id,name,prior\n{diseases}"),
        format!("id,name,leak\n{findings}"),
        format!("disease,finding,probability\n{links}"),
    ];
    folder::read_embedded("dense", diseases.as_bytes(), findings.as_bytes(), links.as_bytes(), Vec::new())
}

/// Bytes held at the peak of one request, beyond those held before it.
async fn peak(memory_mb: usize, path: &str, request: &Value) -> usize {
    let config = Config {
        memory_mb,
        threads: 1,
        queue_ms: 60_000,
        budget_ms: 300,
        sessions: Some("memory".to_owned()),
        ..Config::default()
    };
    let state = State::open(config, ("dense", dense)).expect("a service");
    let before = HELD.load(Relaxed);
    PEAK.store(before, Relaxed);
    let (status, body, _) = send(&state, post(path, request)).await;
    assert!(status.is_success() || status == 422, "{path}: {body}");
    PEAK.load(Relaxed) - before
}

#[tokio::test]
async fn a_request_holds_no_more_memory_than_its_budget() {
    // Bodies, evidence, answers.
    const BESIDES: usize = 8 << 20;
    for (memory_mb, findings) in [1, 16].into_iter().flat_map(|mb| [12, 24, 60, 200].map(|count| (mb, count)))
    {
        let ids = (0..findings).map(|f| format!("f{f}"));
        let evidence: Value = ids.clone().map(|id| json!({ "id": id, "choice_id": "present" })).collect();
        let turns: Value =
            ids.map(|id| json!({ "kind": "told", "finding": id, "answer": "present" })).collect();
        for (path, request) in [
            ("/v1/explain", json!({ "target": "d0", "evidence": evidence })),
            ("/v1/diagnosis", json!({ "question": true, "evidence": evidence })),
            ("/v1/suggest", json!({ "evidence": evidence })),
            ("/v1/conversation", json!({ "turns": turns, "explain": { "id": "d0" } })),
            ("/v1/sessions", json!({ "turns": turns })),
        ] {
            let peak = peak(memory_mb, path, &request).await;
            assert!(
                peak < (memory_mb << 20) + BESIDES,
                "{path}, {findings} findings, {memory_mb} MB: {peak}"
            );
        }
    }
}
