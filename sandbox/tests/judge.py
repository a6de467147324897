"""Judges REST traffic by Discord's own OpenAPI description and the rules beside it, in both directions.

The sandbox must not be its own judge: what the bot sends, and what the sandbox answers, is held
against a file that Discord publishes (tests/data/discord/openapi.json, MIT), and against rules.py for
what that file does not say. A refusal of the sandbox must be one that these ask for; what they ask to be
refused must not pass. Every exchange of every test is judged (conftest.py at the root).

    findings = judge(sandbox.exchanges)
    assert not findings

Where the description differs from what Discord is known to do, in two small things, the bodies
are brought into its form before they are judged: `with_text_ids` and `with_numeric_codes`.
"""

import functools
import json
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jsonschema_rs

from sandbox.rest.exchanges import Exchange
from sandbox.tests import rules

Json = dict[str, Any]

DESCRIPTION = Path(__file__).parents[2] / "tests" / "data" / "discord" / "openapi.json"

NO_HANDLER, TOO_OFTEN, EMPTY = 404, 429, 50006
BY_LIMITS = (50035, EMPTY, 40005)
"""Codes of refusals for what a request says: form, nothing to show, too large."""

VALIDATORS: dict[int, Any] = {}
"""By the identity of a schema in the description, which is read once and kept."""

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What is wrong with an exchange, and whether it is one that a normal run has none of."""

    wrong: list[str]
    refused: int | None = None
    """What a bot that keeps within the limits never gets: 429, or 50035 and its like; 404 for a route that
    the sandbox does not have."""


def judge(exchanges: Iterable[Exchange]) -> list[str]:
    """All findings: requests Discord would not understand, answers Discord would not give."""
    return [wrong for exchange in exchanges for wrong in verdict(exchange).wrong]


def verdict(exchange: Exchange) -> Verdict:
    """The verdict on one exchange. What a fault made up, and what came only in part, is not judged."""
    if not exchange.whole:
        return Verdict(wrong=[])
    problems = request(exchange) or rules.broken(exchange)
    if exchange.failure:
        return Verdict(wrong=_complaints(exchange, "the sandbox stumbled", [exchange.failure]))
    if exchange.status is None or exchange.faulty:
        return Verdict(wrong=_complaints(exchange, "request", problems))
    response = exchange.response if isinstance(exchange.response, dict) else {}
    code = (
        TOO_OFTEN
        if exchange.status == TOO_OFTEN
        else response.get("code")
        if exchange.status >= 400
        else None
    )
    wrong = _complaints(exchange, f"answer {exchange.status}", answer(exchange))
    if str(response.get("message")).startswith("sandbox: no handler"):
        return Verdict(wrong=wrong, refused=NO_HANDLER)
    if code in BY_LIMITS:
        justified = problems or (rules.blank(exchange) if code == EMPTY else rules.depends(exchange))
        unasked = f"refused with {code}, for which there is no reason: {response.get('errors')}"
        wrong += [] if justified else _complaints(exchange, "answer", [unasked])
    else:
        wrong += _complaints(exchange, "request", problems)
    return Verdict(wrong=wrong, refused=code if code in (TOO_OFTEN, *BY_LIMITS) else None)


def _complaints(exchange: Exchange, what: str, problems: list[str]) -> list[str]:
    return [f"{exchange.method} {exchange.path} {what}: {f}" for f in problems]


def request(exchange: Exchange) -> list[str]:
    """What is wrong with the request."""
    operation = find(exchange.method, exchange.path)
    if operation is None:
        return [f"no such operation: {exchange.method} {exchange.path}"]
    item = description()["paths"][operation.path]
    parameters = [resolved(p) for p in operation.body.get("parameters", []) + item.get("parameters", [])]
    known = {p["name"] for p in parameters if p["in"] == "query"}
    problems = [f"unknown query parameter {key}" for key in exchange.query if key not in known]
    form = operation.body.get("requestBody")
    if exchange.json is None:
        return [*problems, "a body is required"] if form and form.get("required") else problems
    if form is None:
        return [*problems, "this operation takes no body"] if exchange.json else problems
    schema = form["content"].get(exchange.content_type)
    if schema is None:
        return [*problems, f"content type {exchange.content_type} is not accepted"]
    return problems + complaints(schema["schema"], exchange.json, with_text_ids)


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
    return complaints(content["schema"], exchange.response, with_numeric_codes)


@functools.cache
def description() -> Json:
    """Discord's description."""
    document: Json = json.loads(DESCRIPTION.read_text(encoding="utf-8"))
    return document


@functools.cache
def operations() -> list[Operation]:
    """All operations; those with fewer names in the path first, so that @original is no id."""
    operations = []
    for path, item in description()["paths"].items():
        pattern = re.compile(re.sub(r"\\{[^}]+\\}", "[^/]+", re.escape(path)))
        for method in METHODS:
            if method in item:
                body = item[method]
                operations.append(Operation(method=method.upper(), path=path, pattern=pattern, body=body))
    return sorted(operations, key=lambda operation: operation.path.count("{"))


@functools.lru_cache(maxsize=4096)
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


def complaints(schema: Json, body: Any, form: Callable[[Any], Any] = lambda body: body) -> list[str]:
    """Where and why a body does not fit a schema, neither as it is nor in the description's `form`."""
    checker = validator(schema)
    if checker.is_valid(body):
        return []
    errors = checker.iter_errors(form(body))
    return [f"{place or '(whole)'}: {message[:160]}" for place, _, message in _leaves(errors)]


def validator(schema: Json) -> Any:
    """The validator of a schema of the description; made once."""
    if id(schema) not in VALIDATORS:
        whole = schema | {"components": {"schemas": needed(schema)}}
        VALIDATORS[id(schema)] = jsonschema_rs.Draft202012Validator(whole, validate_formats=False)
    return VALIDATORS[id(schema)]


def needed(schema: Json) -> Json:
    """The schemas that a schema refers to, and those they refer to: all of them would take long to read."""
    schemas, needed, queue = description()["components"]["schemas"], {}, [schema]
    while queue:
        for name in re.findall(r'"#/components/schemas/([^"]+)"', json.dumps(queue.pop())):
            if name not in needed:
                needed[name] = schemas[name]
                queue.append(schemas[name])
    return needed


def _leaves(errors: Iterable[Any]) -> list[tuple[str, str, str]]:
    """The complaints at the bottom; of a union only those of the branch that was probably meant."""
    leaves = []
    for error in errors:
        branches = getattr(error.kind, "context", None)
        if branches:
            leaves += min((_leaves(branch) for branch in branches if branch), key=_wrongness)
        else:
            place = "/".join(map(str, error.instance_path))
            leaves.append((place, type(error.kind).__name__.split("_")[-1], error.message))
    return leaves


def _wrongness(branch: list[tuple[str, str, str]]) -> tuple[int, int]:
    """How little a branch fits: one with another `type`, or null, was not the one meant."""
    other = sum(
        (kind in ("Enum", "Constant") and place.endswith("type")) or (kind == "Type" and '"null"' in message)
        for place, kind, message in branch
    )
    return other, len(branch)
