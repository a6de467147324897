"""Judges recorded REST traffic by Discord's own OpenAPI description, in both directions.

The sandbox must not be its own judge: what the bot sends, and what the sandbox answers, is held
against a file that Discord publishes (tests/data/discord/openapi.json, MIT).

    findings = judge(sandbox.exchanges)
    assert not findings

Where the description differs from what Discord is known to do, in two small things, the bodies
are brought into its form before they are judged: `with_text_ids` and `with_numeric_codes`.
"""

import functools
import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jsonschema_rs

from sandbox.exchanges import Exchange

Json = dict[str, Any]

DESCRIPTION = Path(__file__).parents[2] / "tests" / "data" / "discord" / "openapi.json"

METHODS = ("get", "post", "put", "patch", "delete")

NUMBERED = (
    "attachments.id",
    "recipient_id",
    "users",
    "roles",
    "messages",
    "message_id",
    "channel_id",
    "guild_id",
)
"""Keys whose integers are ids in requests (the description wants strings)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """One method of one path of the description."""

    method: str
    path: str
    pattern: re.Pattern[str]
    body: Json


def judge(exchanges: Iterable[Exchange]) -> list[str]:
    """All findings: requests Discord would not understand, answers Discord would not give."""
    findings = []
    for exchange in exchanges:
        line = f"{exchange.method} {exchange.path}"
        refused = exchange.status is not None and exchange.status >= 400
        found = [] if refused else [f"request: {f}" for f in request(exchange)]
        if not exchange.faulty and exchange.status is not None:
            found += [f"answer {exchange.status}: {f}" for f in answer(exchange)]
        findings += [f"{line} {f}" for f in found]
    return findings


def request(exchange: Exchange) -> list[str]:
    """What is wrong with the request."""
    operation = find(exchange.method, exchange.path)
    if operation is None:
        return [f"no such operation: {exchange.method} {exchange.path}"]
    item = description()["paths"][operation.path]
    parameters = [resolved(p) for p in operation.body.get("parameters", []) + item.get("parameters", [])]
    known = {p["name"] for p in parameters if p["in"] == "query"}
    found = [f"unknown query parameter {key}" for key in exchange.query if key not in known]
    form = operation.body.get("requestBody")
    if exchange.json is None:
        return [*found, "a body is required"] if form and form.get("required") else found
    if form is None:
        return [*found, "this operation takes no body"] if exchange.json else found
    schema = form["content"].get(exchange.content_type)
    if schema is None:
        return [*found, f"content type {exchange.content_type} is not accepted"]
    return found + complaints(schema["schema"], with_text_ids(exchange.json))


def answer(exchange: Exchange) -> list[str]:
    """What is wrong with the answer."""
    operation = find(exchange.method, exchange.path)
    if operation is None:
        return []  # the request's finding already
    status = exchange.status or 0
    answers = operation.body["responses"]
    described = answers.get(str(status)) or answers.get(f"{status // 100}XX") or answers.get("default")
    if described is None:
        return [f"status {status} is not described; there is {sorted(answers)}"]
    content = resolved(described).get("content", {}).get("application/json")
    if content is None or exchange.response is None:
        return []
    return complaints(content["schema"], with_numeric_codes(exchange.response))


@functools.cache
def description() -> Json:
    """Discord's description."""
    read: Json = json.loads(DESCRIPTION.read_text(encoding="utf-8"))
    return read


@functools.cache
def operations() -> list[Operation]:
    """All operations; those with fewer names in the path first, so that @original is no id."""
    found = []
    for path, item in description()["paths"].items():
        pattern = re.compile(re.sub(r"\\{[^}]+\\}", "[^/]+", re.escape(path)))
        for method in METHODS:
            if method in item:
                body = item[method]
                found.append(Operation(method=method.upper(), path=path, pattern=pattern, body=body))
    return sorted(found, key=lambda operation: operation.path.count("{"))


def find(method: str, path: str) -> Operation | None:
    """The operation a request is meant for."""
    fitting = (o for o in operations() if o.method == method and o.pattern.fullmatch(path))
    return next(fitting, None)


def resolved(node: Json) -> Json:
    """What a reference stands for."""
    if "$ref" not in node:
        return node
    steps = node["$ref"][2:].split("/")
    return functools.reduce(lambda at, step: at[step], steps, description())


def with_text_ids(body: Any, key: str = "") -> Any:
    """The body with ids as strings: Discord takes integers as well, and discord.py sends some so."""
    if isinstance(body, dict):
        return {k: with_text_ids(v, f"{key}.{k}" if k == "id" else k) for k, v in body.items()}
    if isinstance(body, list):
        return [with_text_ids(part, key) for part in body]
    return str(body) if isinstance(body, int) and key in NUMBERED else body


def with_numeric_codes(body: Any) -> Any:
    """The answer with numbers for the codes of field errors.

    The description says integer there; Discord, and its documentation, give names such as
    BASE_TYPE_REQUIRED.
    """
    if isinstance(body, dict):
        named = {"code": 0} if set(body) == {"code", "message"} and isinstance(body["code"], str) else {}
        return {key: with_numeric_codes(value) for key, value in body.items()} | named
    return [with_numeric_codes(part) for part in body] if isinstance(body, list) else body


@functools.cache
def validator(schema: str) -> Any:
    """The validator of a schema, given as JSON text."""
    whole = json.loads(schema) | {"components": description()["components"]}
    return jsonschema_rs.Draft202012Validator(whole, validate_formats=False)


def complaints(schema: Json, body: Any) -> list[str]:
    """Where and why a body does not fit a schema."""
    errors = validator(json.dumps(schema, sort_keys=True)).iter_errors(body)
    return [f"{place or '(whole)'}: {message[:160]}" for place, _, message in _leaves(errors)]


def _leaves(errors: Iterable[Any]) -> list[tuple[str, str, str]]:
    """The complaints at the bottom; of a union only those of the branch that was probably meant."""
    found = []
    for error in errors:
        branches = getattr(error.kind, "context", None)
        if branches:
            found += min((_leaves(branch) for branch in branches if branch), key=_wrongness)
        else:
            place = "/".join(map(str, error.instance_path))
            found.append((place, type(error.kind).__name__.split("_")[-1], error.message))
    return found


def _wrongness(branch: list[tuple[str, str, str]]) -> tuple[int, int]:
    """How little a branch fits: one with another `type`, or null, was not the one meant."""
    other = sum(
        (kind in ("Enum", "Constant") and place.endswith("type")) or (kind == "Type" and '"null"' in message)
        for place, kind, message in branch
    )
    return other, len(branch)
