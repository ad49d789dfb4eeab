//! Conversations on the starter network.

use std::path::Path;
use std::sync::LazyLock;

use etio::{Limits, Network};
use etio_bot::{FoldSettings, Guide, InterviewSettings, Language, Languages, Turn, View, fold};

pub static GUIDE: LazyLock<Guide> = LazyLock::new(|| {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../networks/starter"));
    Guide::of(&Network::open(folder).expect("the starter network")).expect("a guide")
});
pub static ENGLISH: LazyLock<std::sync::Arc<Language>> =
    LazyLock::new(|| Languages::built_in().expect("languages").english().clone());

/// What a screen shows after some turns.
pub fn view(turns: &[Turn]) -> View {
    // Without a clock, so that nothing depends on how busy the machine is.
    let limits = Limits { time: None, ..Limits::default() };
    let interview = InterviewSettings { limits, ..InterviewSettings::default() };
    fold(&GUIDE, &ENGLISH, turns, &FoldSettings { interview, ..FoldSettings::default() }).expect("a view")
}
