//! The addresses, one file a topic.

pub mod catalog;
pub mod conversation;
pub mod diagnosis;
pub mod health;
pub mod page;
pub mod sessions;
pub mod text;

use std::sync::Arc;

use axum::extract::State as Shared;

use crate::state::State;

/// What handlers receive.
pub type App = Shared<Arc<State>>;
