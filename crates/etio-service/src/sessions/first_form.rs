//! Sessions as version 0.1 stored them: evidence and a person in place of a log of turns.

use etio_bot::Person;
use serde::Deserialize;

use super::Session;
use crate::diagnosis::EvidenceItem;
use crate::routes::sessions::about;

/// A session of version 0.1.
#[derive(Deserialize)]
pub(super) struct FirstForm {
    network: String,
    person: Person,
    evidence: Vec<EvidenceItem>,
    expires: u64,
}

impl From<FirstForm> for Session {
    fn from(first: FirstForm) -> Self {
        let mut turns = about(first.person);
        turns.extend(first.evidence.into_iter().map(EvidenceItem::into_turn));
        Self {
            owner: String::new(),
            network: first.network,
            language: etio_bot::ENGLISH.to_owned(),
            turns,
            expires: first.expires,
        }
    }
}

#[cfg(test)]
mod tests {
    use etio_bot::conversation::Age;
    use etio_bot::{Answer, Sex, Turn};

    use super::super::{Change, RedbStore, SessionId, tests};
    use super::*;

    /// As a service of version 0.1 wrote it, byte for byte.
    const STORED: &str = r#"{"network":"starter","person":{"age":34.0,"sex":"female"},"evidence":[{"id":"fever","choice_id":"present"},{"id":"cough","choice_id":"absent","asked":true},{"id":"headache","choice_id":"unknown","asked":true}],"expires":4102444800}"#;
    /// A session without statements.
    const EMPTY: &str = r#"{"network":"starter","person":{},"evidence":[],"expires":4102444800}"#;

    #[test]
    fn sessions_of_the_first_form_become_turns() {
        let session = Session::decode(STORED).unwrap();
        assert_eq!((session.network.as_str(), session.language.as_str()), ("starter", "en"));
        assert_eq!(session.expires, 4_102_444_800);
        let answered = |finding: &str, answer| Turn::Answered { finding: finding.to_owned(), answer };
        assert_eq!(
            session.turns,
            [
                Turn::About { age: Some(Some(Age::Years(34.0))), sex: Some(Some(Sex::Female)) },
                Turn::Told { finding: "fever".to_owned(), answer: Answer::Present },
                answered("cough", Answer::Absent),
                answered("headache", Answer::Unknown),
            ]
        );
        let again = Session::decode(&session.encode().unwrap()).unwrap();
        assert_eq!(again, session, "it is stored as it is now");
        assert!(Session::decode(EMPTY).unwrap().turns.is_empty());
        // PostgreSQL gives members back in another order and with blanks.
        let jsonb = r#"{"person": {}, "expires": 4102444800, "network": "starter", "evidence": []}"#;
        assert_eq!(Session::decode(jsonb).unwrap(), Session::decode(EMPTY).unwrap());
        assert!(Session::decode(r#"{"network":"starter"}"#).is_err());
    }

    /// A file with the tables and bytes that version 0.1 wrote is read, added to and read again.
    #[tokio::test]
    async fn a_file_of_the_first_form_goes_on() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("sessions");
        let id = SessionId::parse("0123456789abcdef0123456789abcdef").unwrap();
        {
            let database = redb::Database::create(&path).unwrap();
            let transaction = database.begin_write().unwrap();
            let sessions: redb::TableDefinition<'_, &str, &str> = redb::TableDefinition::new("sessions-1");
            let ends: redb::TableDefinition<'_, (u64, &str), ()> = redb::TableDefinition::new("ends-1");
            transaction.open_table(sessions).unwrap().insert(id.as_str(), STORED).unwrap();
            transaction.open_table(ends).unwrap().insert((4_102_444_800, id.as_str()), ()).unwrap();
            transaction.commit().unwrap();
        }
        let store = RedbStore::open(&path, tests::LARGE).unwrap();
        assert_eq!(store.get(&id).await.unwrap().unwrap(), Session::decode(STORED).unwrap());
        let added = Turn::TakenBack { turn: 1 };
        let turn = added.clone();
        let push: Change = Box::new(move |session| {
            session.turns.push(turn);
            Ok(())
        });
        store.update(&id, push).await.unwrap();
        assert_eq!(store.get(&id).await.unwrap().unwrap().turns.last(), Some(&added));
        assert!(store.delete(&id).await.unwrap());
        assert_eq!(store.purge().await.unwrap(), 0, "its end was moved along with it");
    }
}
