//! The protocol's side: which tools there are, and what a call is answered with.

use std::sync::Arc;

use etio_service::State;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, CustomRequest, CustomResult,
    ErrorCode, Implementation, ListToolsResult, PaginatedRequestParams, ServerCapabilities, ServerConfig,
    Tool, ToolAnnotations,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler};
use serde_json::Value;

use super::tools::{CAUTION, INSTRUCTIONS, TOOLS, ToolOfOurs};

/// Answers one client.
pub(super) struct Server {
    state: Arc<State>,
}

impl Server {
    pub(super) fn new(state: Arc<State>) -> Self {
        Self { state }
    }
}

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        let etio = Implementation::new("etio", env!("CARGO_PKG_VERSION")).with_title("Etio");
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(etio)
            .with_instructions(INSTRUCTIONS)
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(TOOLS.iter().map(described).collect()))
    }

    async fn call_tool(
        &self,
        call: CallToolRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let Some(tool) = TOOLS.iter().find(|tool| tool.name == call.name) else {
            let names: Vec<&str> = TOOLS.iter().map(|tool| tool.name).collect();
            let message = format!("there is no tool `{}`; there are {}", call.name, names.join(", "));
            return Err(ErrorData::invalid_params(message, None));
        };
        let arguments = Value::Object(call.arguments.unwrap_or_default()).to_string();
        let answer = (tool.ask)(Arc::clone(&self.state), arguments.into_bytes()).await;
        Ok(match answer {
            Ok(answer) => answered((tool.shorten)(answer)),
            Err(problem) => CallToolResult::error(vec![ContentBlock::text(problem.to_string())]),
        }
        .into())
    }

    async fn on_custom_request(
        &self,
        request: CustomRequest,
        _: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        Err(not_understood(request.method))
    }
}

/// Error for a known method with unusable parameters: the library takes such a call for a method of
/// ours.
fn not_understood(method: String) -> ErrorData {
    if method == "tools/call" {
        let message =
            "the parameters of tools/call are `name`, the name of a tool, and `arguments`, a JSON object";
        return ErrorData::invalid_params(message, None);
    }
    ErrorData::new(ErrorCode::METHOD_NOT_FOUND, method, None)
}

fn described(tool: &ToolOfOurs) -> Tool {
    let annotations = ToolAnnotations::new().read_only(true).open_world(false);
    Tool::new(tool.name, tool.description(), Arc::new((tool.schema)()))
        .with_title(tool.title)
        .with_annotations(annotations)
}

/// Emergencies come first, then the answer, then the caution.
fn answered(answer: Value) -> CallToolResult {
    let mut content: Vec<ContentBlock> = urgent(&answer).into_iter().map(ContentBlock::text).collect();
    content.push(ContentBlock::text(answer.to_string()));
    content.push(ContentBlock::text(CAUTION));
    let mut result = CallToolResult::structured(answer);
    result.content = content;
    result
}

/// Red flags that must interrupt at once, in words.
fn urgent(answer: &Value) -> Vec<String> {
    let lists = ["emergencies", "red_flags"].into_iter().filter_map(|name| answer[name].as_array());
    let say = |flag: &Value| {
        let part = |name: &str| flag[name].as_str().unwrap_or_default().to_owned();
        format!(
            "EMERGENCY: tell the person this before anything else. {} {}",
            part("message"),
            part("action")
        )
    };
    lists.flatten().map(say).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn emergencies_come_before_the_answer() {
        let flag = json!({ "id": "x", "message": "Could be a stroke.", "action": "Call 112." });
        for list in ["emergencies", "red_flags"] {
            let result = answered(json!({ list: [flag.clone()] }));
            let texts: Vec<&str> =
                result.content.iter().filter_map(|c| c.as_text().map(|t| t.text.as_str())).collect();
            assert!(texts[0].ends_with("Could be a stroke. Call 112."), "{texts:?}");
            assert_eq!((texts.len(), texts[2]), (3, CAUTION));
        }
        assert_eq!(answered(json!({ "red_flags": [] })).content.len(), 2);
    }

    #[test]
    fn a_call_whose_parameters_do_not_fit_is_told_what_does() {
        let refusal = not_understood("tools/call".to_owned());
        assert_eq!(refusal.code, ErrorCode::INVALID_PARAMS);
        assert!(refusal.message.contains("`arguments`, a JSON object"), "{}", refusal.message);
        assert_eq!(not_understood("tools/cal".to_owned()).code, ErrorCode::METHOD_NOT_FOUND);
    }

    #[test]
    fn every_tool_is_described_with_its_caution_and_arguments() {
        for tool in TOOLS.iter().map(described) {
            let text = tool.description.as_deref().unwrap_or_default();
            assert!(text.contains("not a medical device"), "{}: {text}", tool.name);
            let schema = Value::Object((*tool.input_schema).clone());
            assert_eq!(schema["type"], "object", "{schema}");
            assert!(!schema.to_string().contains("$ref"), "{}: {schema}", tool.name);
            assert!(schema["properties"].as_object().is_some_and(|members| !members.is_empty()));
        }
    }
}
