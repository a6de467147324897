"""How a request reaches its handler: a `Call`, and a table of routes that handlers sign up to."""

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from sandbox.messages.uploads import Upload
from sandbox.model.refusals import Form
from sandbox.simulation import Simulation

Json = dict[str, Any]
Answer = tuple[int, Any]


@dataclass(slots=True, kw_only=True)
class Call:
    """One request: `at` holds the ids from the path."""

    sandbox: Simulation
    at: dict[str, str]
    query: dict[str, str]
    json: Any = None
    files: list[Upload] = field(default_factory=list)

    @property
    def body(self) -> Json:
        """The JSON object sent; refuses anything else with 50035."""
        if self.json is None:
            return {}
        if not isinstance(self.json, dict):
            form = Form()
            form.fault("", "DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType")
            form.check()
        body: Json = self.json
        return body


Handler = Callable[[Call], Awaitable[Answer]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Route:
    """A method and path with {names}, and who handles it. `open`: the token in the path is enough."""

    method: str
    pattern: re.Pattern[str]
    names: int
    handler: Handler
    open: bool


ROUTES: list[Route] = []


def route(method: str, path: str, *, open: bool = False) -> Callable[[Handler], Handler]:  # noqa: A002
    """Sign a handler up for a method and path."""

    def sign_up(handler: Handler) -> Handler:
        pattern = re.compile(re.sub(r"\\{(\w+)\\}", r"(?P<\1>[^/]+)", re.escape(path)))
        signed = Route(method=method, pattern=pattern, names=path.count("{"), handler=handler, open=open)
        ROUTES.append(signed)
        ROUTES.sort(key=lambda r: r.names)  # words before names: @original is no message id
        return handler

    return sign_up


def find(method: str, path: str) -> tuple[Route, dict[str, str]] | None:
    """The route for a request, with the ids in its path."""
    for candidate in ROUTES:
        if candidate.method == method and (match := candidate.pattern.fullmatch(path)):
            return candidate, match.groupdict()
    return None
