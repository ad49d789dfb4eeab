//! An HTTP client that takes every status as an answer.

use std::time::Duration;

use serde_json::Value;

#[derive(Clone)]
pub struct Client {
    agent: ureq::Agent,
    base: String,
}

impl Client {
    pub fn new(address: &str) -> Self {
        let config = ureq::Agent::config_builder()
            .http_status_as_error(false)
            .timeout_global(Some(Duration::from_secs(30)))
            .build();
        Self { agent: config.into(), base: format!("http://{address}") }
    }

    /// Status and body; `Err` where the connection failed.
    pub fn try_post(&self, path: &str, body: &Value) -> Result<(u16, Value), ureq::Error> {
        let mut response = self.agent.post(format!("{}{path}", self.base)).send_json(body)?;
        let text = response.body_mut().read_to_string()?;
        Ok((response.status().as_u16(), serde_json::from_str(&text).unwrap_or(Value::String(text))))
    }

    pub fn try_get(&self, path: &str) -> Result<(u16, Value), ureq::Error> {
        let mut response = self.agent.get(format!("{}{path}", self.base)).call()?;
        let text = response.body_mut().read_to_string()?;
        Ok((response.status().as_u16(), serde_json::from_str(&text).unwrap_or(Value::String(text))))
    }

    /// With an API key.
    #[track_caller]
    pub fn get_as(&self, key: &str, path: &str) -> (u16, Value) {
        let request = self.agent.get(format!("{}{path}", self.base)).header("x-api-key", key);
        let mut response = request.call().expect("an answer");
        let text = response.body_mut().read_to_string().expect("a body");
        (response.status().as_u16(), serde_json::from_str(&text).unwrap_or(Value::String(text)))
    }

    #[track_caller]
    pub fn post(&self, path: &str, body: &Value) -> (u16, Value) {
        self.try_post(path, body).expect("an answer")
    }

    #[track_caller]
    pub fn get(&self, path: &str) -> (u16, Value) {
        self.try_get(path).expect("an answer")
    }

    /// Sends a body as it is.
    pub fn send(&self, path: &str, content_type: &str, body: &[u8]) -> Result<(u16, Value), ureq::Error> {
        let request = self.agent.post(format!("{}{path}", self.base)).content_type(content_type);
        let mut response = request.send(body)?;
        let text = response.body_mut().read_to_string()?;
        Ok((response.status().as_u16(), serde_json::from_str(&text).unwrap_or(Value::String(text))))
    }
}

/// Head and body of a diagnosis request, byte by byte as a client sends them.
pub fn raw_request(body: &str) -> (String, &str) {
    let head = format!(
        "POST /v1/diagnosis HTTP/1.1\r\nhost: etio\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n",
        body.len()
    );
    (head, body)
}
