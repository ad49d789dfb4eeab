"""Calls every tool of `etio mcp` with the official Python client, and compares the answers with those of the service.

Arguments: the program, the network as NAME=PATH, the address of a service with the same network."""

import asyncio
import json
import os
import sys
import tempfile
import urllib.request

from mcp import ClientSession, MCPError, StdioServerParameters
from mcp.client.stdio import stdio_client

SECRET = "I have a terrible cough"
EVIDENCE = [{"id": "fever", "choice_id": "present"}, {"id": "cough", "choice_id": "absent"}]
# Of each tool its arguments and the address that answers the same.
CALLS = {
    "read_text": ({"text": SECRET}, "/v1/parse"),
    "next_question": ({"turns": [{"kind": "said", "text": SECRET}, {"kind": "about", "age": 34}]}, "/v1/conversation"),
    "diagnose": ({"evidence": EVIDENCE, "age": 34, "sex": "female"}, "/v1/diagnosis"),
    "explain": ({"target": "influenza", "evidence": EVIDENCE}, "/v1/explain"),
    "find_findings": ({"phrase": "feverich"}, "/v1/search"),
    "related_findings": ({"evidence": EVIDENCE}, "/v1/suggest"),
}
# Wrong arguments, and what the error must say.
WRONG = [
    ("diagnose", {"evidence": [{"id": "fevr", "choice_id": "present"}]}, ["evidence[0].id", "fevr", "such as `fever`"]),
    ("diagnose", {"evidence": [{"id": "fever", "choice_id": "yes"}]}, ["evidence[0].choice_id", "yes", "present"]),
    ("diagnose", {"age": 200}, ["age", "0 to 130"]),
    ("explain", {"evidence": []}, ["target"]),
    ("next_question", {"turns": [{"kind": "shouted"}]}, ["turns[0].kind", "shouted"]),
    ("find_findings", {"phrase": "fever", "top": 0}, ["top", "1 to 100"]),
    ("read_text", {"txt": "fever"}, ["txt"]),
]


def over_http(address: str, path: str, arguments: dict) -> dict:
    body = json.dumps(arguments).encode()
    request = urllib.request.Request(address + path, body, {"content-type": "application/json"})
    with urllib.request.urlopen(request) as response:
        return json.load(response)


def comparable(answer: dict) -> dict:
    return {name: member for name, member in answer.items() if name != "elapsed_us"}


async def calls(session: ClientSession, address: str) -> None:
    greeting = await session.initialize()
    assert greeting.server_info.name == "etio" and "not a medical device" in greeting.instructions, greeting
    tools = {tool.name: tool for tool in (await session.list_tools()).tools}
    assert tools.keys() == CALLS.keys(), tools.keys()
    for name, (arguments, path) in CALLS.items():
        tool = tools[name]
        assert "not a medical device" in tool.description and tool.annotations.read_only_hint is True, tool
        result = await session.call_tool(name, arguments)
        assert not result.is_error, result
        told, expected = comparable(result.structured_content), comparable(over_http(address, path, arguments))
        if name == "next_question":
            # Without what only a screen needs; everything that is left is the same.
            assert {"question", "result", "red_flags", "caution"} <= told.keys(), told.keys()
            expected = {member: expected[member] for member in told}
            expected["result"].pop("picture", None)
        assert told == expected, (name, told, expected)
        assert json.loads(result.content[0].text) == result.structured_content, result.content
        assert "not a medical device" in result.content[-1].text, result.content
    for name, arguments, parts in WRONG:
        result = await session.call_tool(name, arguments)
        text = result.content[0].text
        assert result.is_error and all(part in text for part in parts), (name, arguments, text)
    alarm = await session.call_tool("read_text", {"text": "crushing chest pain spreading to my arm, cold sweat"})
    assert alarm.content[0].text.startswith("EMERGENCY"), alarm.content
    try:
        await session.call_tool("cure", {})
    except MCPError as error:
        assert "cure" in str(error) and "diagnose" in str(error), error
    else:
        raise AssertionError("a tool that does not exist was called")


async def main(program: str, network: str, address: str) -> None:
    # However much is to be logged, nothing that was said is.
    environment = {**os.environ, "RUST_LOG": "trace", "ETIO_LOG": "trace"}
    server = StdioServerParameters(command=program, args=["mcp", "--network", network], env=environment)
    with tempfile.TemporaryFile("w+") as log:
        async with stdio_client(server, errlog=log) as (reading, writing), ClientSession(reading, writing) as session:
            await calls(session, address)
        log.seek(0)
        assert log.read() == "", "something was logged"


asyncio.run(main(*sys.argv[1:]))
