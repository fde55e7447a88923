"""The same questions as tools for assistants: `meldproof serve --mcp`, with the official SDK of the protocol."""

from __future__ import annotations

import json
import signal
from typing import Any

import anyio
import msgspec
from mcp import types
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server

import meldproof
from meldproof.messages import in_language, say
from meldproof.table import requests
from meldproof.table.answering import failure, reply

OFFERED: tuple[type[requests.Request], ...] = (
    requests.Variants,
    requests.Parameters,
    requests.Solve,
    requests.Check,
    requests.Legal,
    requests.Replay,
    requests.Verify,
)
TO_ASSISTANTS = (
    "Rummy rules as cited clauses, and provably best arrangements. What these tools answer is proved, or judged by the "
    "rules of the variant named: repeat it with the clause it cites, and say nothing of rules that they do not say. "
    "Ask `variants` for the ids, `parameters` for a variant's clauses. Cards are written like 4s Th JK, a wild's card "
    "like JK=7s."
)


def tool_of(kind: type[requests.Request]) -> types.Tool:
    """A question as a tool: its name, what it is for, the schema of what it takes."""
    (_,), definitions = msgspec.json.schema_components([kind], ref_template="#/$defs/{name}")
    schema: dict[str, Any] = definitions.pop(kind.__name__)
    properties = {name: value for name, value in schema["properties"].items() if name not in ("ask", "id")}
    required = [name for name in schema["required"] if name in properties]
    shape = {"type": "object", "properties": properties, "required": required, "additionalProperties": False}
    if definitions:
        shape["$defs"] = definitions
    return types.Tool(name=name_of(kind), description=" ".join(str(kind.__doc__).split()), input_schema=shape)


def name_of(kind: type[requests.Request]) -> str:
    return str(kind.__struct_config__.tag)


def call(name: str, arguments: dict[str, Any], seconds: float, language: str) -> types.CallToolResult:
    """The reply to a tool's question: as data, and as the text of the same."""
    if name not in map(name_of, OFFERED):
        with in_language(language):
            said = say(
                "there is no tool {name!r}; there are {names}", name=name[:60], names=", ".join(map(name_of, OFFERED))
            )
        return _result(failure("ProblemError", said))
    answer = json.loads(reply(msgspec.json.encode({**arguments, "ask": name}), seconds, language))
    answer.pop("id")
    return _result(answer)


def _result(answer: dict[str, Any]) -> types.CallToolResult:
    text = types.TextContent(type="text", text=json.dumps(answer, ensure_ascii=False))
    return types.CallToolResult(content=[text], structured_content=answer, is_error="error" in answer)


def run(seconds: float, language: str) -> None:
    """Speak the protocol on standard input and output until they end."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # else Ctrl-C waits for the thread that reads, and that for a line
    anyio.run(_speak, seconds, language)


async def _speak(seconds: float, language: str) -> None:
    async def list_tools(context: Any, params: Any) -> types.ListToolsResult:
        return types.ListToolsResult(tools=[tool_of(kind) for kind in OFFERED])

    async def call_tool(context: Any, params: types.CallToolRequestParams) -> types.CallToolResult:
        asked = dict(params.arguments or {})
        return await anyio.to_thread.run_sync(call, params.name, asked, seconds, language)

    server: Server[Any] = Server(
        "meldproof",
        version=meldproof.__version__,
        instructions=TO_ASSISTANTS,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )
    async with stdio_server() as (reading, writing):
        await server.run(reading, writing, server.create_initialization_options())
