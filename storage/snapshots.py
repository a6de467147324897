"""Snapshots: the state of a game after an entry, so that a long log need not be applied from its start.

Only a cache: a snapshot that is missing, damaged or of another program is ignored, and the log decides.
Values are stored in the order of their class's fields, since no other program reads them.
"""

from __future__ import annotations

import hashlib
import inspect
import json
import logging
import secrets
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from engine import codec, events, evolve, state
from engine.state import State

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Snapshot:
    """The state just after entry `seq`."""

    seq: int
    state: State


@cache
def made_by() -> str:
    """A fingerprint of the code that decides what a log leads to and how a state is stored."""
    try:
        sources = [
            inspect.getsource(module) for module in (state, events, evolve, codec, sys.modules[__name__])
        ]
    except OSError:  # installed without its source: this process trusts only its own snapshots
        sources = [secrets.token_hex()]
    return _digest(*sources)[:16]


def row(game: int, snapshot: Snapshot) -> dict[str, Any]:
    """The row of a snapshot."""
    body = json.dumps(_form(State).write(snapshot.state), separators=(",", ":"), allow_nan=False)
    seal = _digest(game, snapshot.seq, made_by(), body)
    return {"game": game, "seq": snapshot.seq, "made_by": made_by(), "seal": seal, "body": body}


def read(game: int, seq: int, maker: str, seal: str, body: str) -> Snapshot | None:
    """The snapshot of a row; None when it cannot be used: damaged, or another program's."""
    if maker != made_by():
        return None
    if seal != _digest(game, seq, maker, body):
        log.warning("game %s: the snapshot after entry %s is damaged; the log is read instead", game, seq)
        return None
    return Snapshot(seq=seq, state=_form(State).read(json.loads(body)))


def _digest(*parts: object) -> str:
    return hashlib.sha256("\n".join(map(str, parts)).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class _Form:
    """How values of one type are written and read; `_same` when JSON stores them unchanged."""

    write: Callable[[Any], Any]
    read: Callable[[Any], Any]


def _same(value: Any) -> Any:
    return value


@cache
def _form(hint: Any) -> _Form:
    """How values of that type are stored. Raises TypeError for an unsupported type."""
    origin, inner = get_origin(hint), get_args(hint)
    if hint in (str, int, bool):
        return _Form(_same, _same)
    if origin in (Union, UnionType) and inner[1:] == (NoneType,):
        form = _form(inner[0])
        return _Form(*(_unless_none(way) for way in (form.write, form.read)))
    if origin is tuple and inner[1:] == (...,):
        form = _form(inner[0])
        return _Form(_each(form.write, list), _each(form.read, tuple))
    if origin is frozenset:
        form = _form(inner[0])
        return _Form(_each(form.write, sorted), _each(form.read, frozenset))
    if origin is not None and issubclass(origin, Mapping) and inner[0] is str:
        form = _form(inner[1])
        return _Form(_values(form.write), _values(form.read))
    if isinstance(hint, type) and is_dataclass(hint):
        return _record(hint)
    raise TypeError(f"no stored form for the type {hint}")


def _unless_none(way: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda value: None if value is None else way(value)


def _each(way: Callable[[Any], Any], kind: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return kind if way is _same else lambda values: kind([way(value) for value in values])


def _values(way: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return dict if way is _same else lambda values: {key: way(value) for key, value in values.items()}


def _record(class_: Any) -> _Form:
    """Values in the order of the fields. Fields that are computed from others (`init=False`) are left out."""
    hints = get_type_hints(class_)
    names = [field.name for field in fields(class_) if field.init]
    forms = [_form(hints[name]) for name in names]
    writing = [(name, form.write) for name, form in zip(names, forms, strict=True)]
    reading = [(place, name, form.read) for place, (name, form) in enumerate(zip(names, forms, strict=True))]
    changed = [(place, name, way) for place, name, way in reading if way is not _same]

    def read(stored: list[Any]) -> Any:
        values = dict(zip(names, stored, strict=True))
        for place, name, way in changed:
            values[name] = way(stored[place])
        return class_(**values)

    return _Form(lambda thing: [way(getattr(thing, name)) for name, way in writing], read)
