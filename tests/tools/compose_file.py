"""What a compose file and the Dockerfile of its image say is started, as far as a machine without Docker can
do it: commands, environment, health checks, order."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

_VARIABLE = re.compile(r"\$\{(\w+)(?::([-?])([^}]*))?\}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Service:
    """One container: `health` is the command that says whether it is well, empty where the file disables
    it; `after` are the services that have to be well before."""

    command: tuple[str, ...]
    environment: Mapping[str, str]
    volumes: tuple[str, ...]
    health: tuple[str, ...]
    after: tuple[str, ...]
    grace: float


def services(
    text: str, image: Path, given: Mapping[str, str], profiles: Collection[str]
) -> dict[str, Service]:
    """Those of a compose file that are started with these variables and profiles. Raises KeyError, as compose
    ends, where a variable is missing that it asks for."""
    known = _filled(yaml.safe_load(text)["services"], given)
    dockerfile = image.read_text()
    return {
        name: _service(each, dockerfile)
        for name, each in known.items()
        if "profiles" not in each or {*each["profiles"]} & {*profiles}
    }


def _filled(part: Any, given: Mapping[str, str]) -> Any:
    """A part of the file with its variables in it; compose reads the YAML first."""
    if isinstance(part, dict):
        return {name: _filled(each, given) for name, each in part.items()}
    if isinstance(part, list):
        return [_filled(each, given) for each in part]
    return _VARIABLE.sub(lambda match: _value(match, given), part) if isinstance(part, str) else part


def _value(match: re.Match[str], given: Mapping[str, str]) -> str:
    name, how, otherwise = match.groups()
    if how == "-":
        return given.get(name) or otherwise
    if not given.get(name):
        raise KeyError(f"{name}: {otherwise}")
    return given[name]


def _service(each: Mapping[str, Any], image: str) -> Service:
    own = "build" in each
    command = (*_words(image, "ENTRYPOINT"), *each.get("command", _words(image, "CMD"))) if own else ()
    waited_for = each.get("depends_on", {}).items()
    check = tuple(each.get("healthcheck", {}).get("test", ()))[1:]
    if "healthcheck" not in each:
        check = _words(image, r"HEALTHCHECK .*CMD")
    return Service(
        command=command,
        environment=each.get("environment", {}),
        volumes=tuple(each.get("volumes", ())),
        health=check,
        after=tuple(name for name, how in waited_for if how["condition"] == "service_healthy"),
        grace=float(each.get("stop_grace_period", "10s").removesuffix("s")),
    )


def _words(image: str, instruction: str) -> tuple[str, ...]:
    found = re.findall(rf"^{instruction} (\[.*\])$", image, re.MULTILINE)
    return tuple(json.loads(found[-1]))
