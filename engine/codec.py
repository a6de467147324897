"""Events and commands to and from JSON, by short stored names: {"is": "moved", "unit": "r1", ...}.

Types are read from the dataclasses; a field equal to its default is left out. Stored names never
change: a class may be renamed, the name beside it here may not. Reading is strict: an unknown name or field
was written by a newer program, and half a log is worse than none.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from functools import cache
from sys import intern
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from engine import commands as co
from engine import events as ev

WORD = 32
"""Characters up to which a text that is read is kept in memory once, however many events name it: names of
units, hexes and values make up most of a log."""


class Unreadable(Exception):
    """Stored JSON that this program cannot read: written by a newer one, or by hand."""

    def __init__(self, what: str, where: str = "") -> None:
        super().__init__(f"{where}: {what}" if where else what)
        self.what = what
        self.where = where


EVENTS: Mapping[str, type[ev.Event]] = {
    "introduced": ev.Introduced,
    "began": ev.Began,
    "owed": ev.Owed,
    "moved": ev.Moved,
    "placed": ev.Placed,
    "turned": ev.Turned,
    "changed": ev.Changed,
    "marked": ev.Marked,
    "unmarked": ev.Unmarked,
    "selected": ev.Selected,
    "released": ev.Released,
    "rolled": ev.Rolled,
    "pooled": ev.Pooled,
    "written": ev.Written,
    "sealed": ev.Sealed,
    "unsealed": ev.Unsealed,
    "opened": ev.Opened,
    "ordered": ev.Ordered,
    "instructed": ev.Instructed,
    "asked": ev.Asked,
    "answered": ev.Answered,
    "pushed": ev.Pushed,
    "popped": ev.Popped,
    "painted": ev.Painted,
    "noted": ev.Noted,
    "ended": ev.Ended,
}

COMMANDS: Mapping[str, type[co.Command]] = {
    "move": co.Move,
    "step": co.Step,
    "release": co.Release,
    "attack": co.Attack,
    "bombard": co.Bombard,
    "charge": co.Charge,
    "rally": co.Rally,
    "place": co.Place,
    "unplace": co.Unplace,
    "write": co.Write,
    "seal": co.Seal,
    "unseal": co.Unseal,
    "activate": co.Activate,
    "lead": co.Lead,
    "share": co.Share,
    "face": co.Face,
    "form": co.Form,
    "volley": co.Volley,
    "instruct": co.Instruct,
    "answer": co.Answer,
    "done": co.Done,
    "resign": co.Resign,
    "draw": co.Draw,
    "expired": co.Expired,
}

_CLASSES: Mapping[str, Any] = {**EVENTS, **COMMANDS}
_NAMES = {class_: name for name, class_ in _CLASSES.items()}


def to_json(thing: ev.Event | co.Command) -> dict[str, Any]:
    """The event or command as JSON. Raises TypeError when it does not hold what its class declares."""
    class_: Any = type(thing)
    if class_ not in _NAMES:
        raise TypeError(f"{class_.__name__} has no stored name: give it one in engine/codec.py")
    name = _NAMES[class_]
    stored: dict[str, Any] = _form(class_).write(thing, name)
    return {"is": name, **stored}


def from_json(stored: Mapping[str, Any]) -> ev.Event | co.Command:
    """The event or command that was stored. Raises Unreadable for a name, field or value not known here."""
    if not isinstance(stored, Mapping) or not isinstance(name := stored.get("is"), str):
        raise Unreadable("neither an event nor a command")
    if name not in _CLASSES:
        raise Unreadable("no such event or command", name)
    rest = {key: value for key, value in stored.items() if key != "is"}
    thing: ev.Event | co.Command = _form(_CLASSES[name]).read(rest, name)
    return thing


@dataclass(frozen=True, slots=True)
class _Form:
    """How values of one type are stored. Both functions take the value and where it stands."""

    write: Callable[[Any, str], Any]
    read: Callable[[Any, str], Any]


@cache
def _form(hint: Any) -> _Form:
    """How values of that type are stored. Raises TypeError for an unsupported type."""
    origin, inner = get_origin(hint), get_args(hint)
    if hint in (str, int, bool, NoneType):
        return _plain(hint)
    if origin in (Union, UnionType):
        return _either([_form(part) for part in inner])
    if origin is tuple and inner[1:] == (...,):
        return _several(_form(inner[0]), tuple)
    if origin is frozenset:
        return _several(_form(inner[0]), frozenset)
    if origin is not None and issubclass(origin, Mapping) and inner[0] is str:
        return _mapping(_form(inner[1]))
    if isinstance(hint, type) and is_dataclass(hint):
        return _record(hint)
    raise TypeError(f"no stored form for the type {hint}")


def _plain(kind: type) -> _Form:
    def write(value: Any, where: str) -> Any:
        if not isinstance(value, kind):
            raise TypeError(f"{where}: {value!r} is not {kind.__name__}")
        return value

    def read(value: Any, where: str) -> Any:
        if not isinstance(value, kind):
            raise Unreadable(f"{value!r} is not {kind.__name__}", where)
        return _once(value) if isinstance(value, str) else value

    return _Form(write, read)


def _once(text: str) -> str:
    return intern(text) if len(text) <= WORD else text


def _either(forms: list[_Form]) -> _Form:
    def write(value: Any, where: str) -> Any:
        return _first([form.write for form in forms], value, where, TypeError)

    def read(value: Any, where: str) -> Any:
        return _first([form.read for form in forms], value, where, Unreadable)

    return _Form(write, read)


def _first(ways: list[Callable[[Any, str], Any]], value: Any, where: str, error: type[Exception]) -> Any:
    for way in ways[:-1]:
        try:
            return way(value, where)
        except error:
            continue
    return ways[-1](value, where)


def _several(form: _Form, kind: type[tuple[Any, ...]] | type[frozenset[Any]]) -> _Form:
    def write(value: Any, where: str) -> Any:
        if not isinstance(value, kind):
            raise TypeError(f"{where}: {value!r} is not {kind.__name__}")
        stored = [form.write(part, where) for part in value]
        return sorted(stored) if kind is frozenset else stored

    def read(value: Any, where: str) -> Any:
        if not isinstance(value, list):
            raise Unreadable(f"{value!r} is not a list", where)
        return kind(form.read(part, where) for part in value)

    return _Form(write, read)


def _mapping(form: _Form) -> _Form:
    def write(value: Any, where: str) -> Any:
        if not isinstance(value, Mapping) or not all(isinstance(key, str) for key in value):
            raise TypeError(f"{where}: {value!r} is not a mapping from text")
        return {key: form.write(part, f"{where}.{key}") for key, part in value.items()}

    def read(value: Any, where: str) -> Any:
        if not isinstance(value, Mapping):
            raise Unreadable(f"{value!r} is not an object", where)
        return {_once(key): form.read(part, f"{where}.{key}") for key, part in value.items()}

    return _Form(write, read)


def _record(class_: type) -> _Form:
    hints = get_type_hints(class_)
    known = {field.name: field for field in fields(class_) if field.init}
    forms = {name: _form(hints[name]) for name in known}

    def write(value: Any, where: str) -> Any:
        if type(value) is not class_:
            raise TypeError(f"{where}: {value!r} is not {class_.__name__}")
        held = {name: getattr(value, name) for name in known}
        return {
            name: forms[name].write(part, f"{where}.{name}")
            for name, part in held.items()
            if not _is_default(known[name], part)
        }

    def read(value: Any, where: str) -> Any:
        if not isinstance(value, Mapping):
            raise Unreadable(f"{value!r} is not an object", where)
        if strangers := sorted(value.keys() - known.keys()):
            raise Unreadable(f"no such field: {', '.join(strangers)}", where)
        if missing := [name for name, field in known.items() if name not in value and _needed(field)]:
            raise Unreadable(f"field missing: {', '.join(missing)}", where)
        return class_(**{name: forms[name].read(part, f"{where}.{name}") for name, part in value.items()})

    return _Form(write, read)


def _needed(field: Any) -> bool:
    return field.default is MISSING and field.default_factory is MISSING


def _is_default(field: Any, value: Any) -> bool:
    if _needed(field):
        return False
    default = field.default if field.default_factory is MISSING else field.default_factory()
    return bool(value == default)
