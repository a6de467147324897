"""Values on their way through the queue of jobs: as bytes that every process of the same program reads, and
as hashes of what they hold.

They are pickled as data: of classes, only records, enumerations and those that the reader names are made. So
who can write to the queue cannot have anything else called by those who read it.
"""

from __future__ import annotations

import hashlib
import io
import pickle
import zlib
from collections.abc import Callable, Collection, Mapping, Set
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Any

import engine

PACKAGES = ("engine", "opponent", "render", "bot.ui", "bot.computer_player")
"""Where the records are declared."""
PLAIN = frozenset({"builtins.set", "builtins.frozenset"})
SOURCES = ("engine", "opponent", "render", "bot/ui", "bot/images", "bot/computer_player", "bot/jobs")
"""Folders with what the results of jobs depend on."""
MOST_BYTES = 20_000_000
"""Bytes of a parcel when unpacked."""
_BESIDE = ("bot.ui.page", frozenset({"alt", "name"}))
"""Fields of the records of a module that are about a picture, and not seen on it."""


class Unreadable(Exception):
    """What lies in the queue is no parcel of this program."""


def pack(value: object, known: Callable[[object], str | None] = lambda value: None) -> bytes:
    """The bytes of a value. What is `known` to the reader goes by its name."""

    class Packer(pickle.Pickler):
        def persistent_id(self, obj: object) -> str | None:
            return known(obj)

    packed = io.BytesIO()
    Packer(packed, pickle.HIGHEST_PROTOCOL).dump(value)
    return zlib.compress(packed.getvalue(), 1)


def unpack(parcel: bytes, known: Mapping[str, object] | None = None, classes: Collection[type] = ()) -> Any:
    """The value again, with what is `known` by name; objects of these `classes`, too, are made. Raises
    Unreadable."""
    also = {f"{each.__module__}.{each.__name__}" for each in classes}

    class Reader(pickle.Unpickler):
        def find_class(self, module: str, name: str) -> Any:
            if f"{module}.{name}" in also:
                return super().find_class(module, name)
            return _allowed(module, name, super().find_class)

        def persistent_load(self, pid: Any) -> Any:
            return (known or {})[pid]

    try:
        unzip = zlib.decompressobj()
        plain = unzip.decompress(parcel, MOST_BYTES)
        if not unzip.eof:
            raise Unreadable("too large")
        return Reader(io.BytesIO(plain)).load()
    except Unreadable:
        raise
    except Exception as error:
        raise Unreadable(type(error).__name__) from None


def _allowed(module: str, name: str, find: Callable[[str, str], Any]) -> Any:
    if f"{module}.{name}" in PLAIN:
        return find(module, name)
    if not any(module == package or module.startswith(f"{package}.") for package in PACKAGES) or "." in name:
        raise Unreadable(f"{module}.{name}")
    found = find(module, name)
    record = isinstance(found, type) and found.__module__ == module
    if record and (is_dataclass(found) or issubclass(found, Enum) or hasattr(found, "_fields")):
        return found
    raise Unreadable(f"{module}.{name}")


@cache
def program() -> str:
    """12 hexadecimal digits, a hash of what the results of jobs depend on: only processes of the same program
    do each other's jobs."""
    digest, root = hashlib.sha256(), Path(engine.__file__).parent.parent
    for folder in SOURCES:
        for path in sorted((root / folder).rglob("*")):
            if path.is_file() and path.suffix != ".pyc":
                digest.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:12]


def digest(value: object, known: Callable[[object], bytes | None] = lambda value: None) -> bytes:
    """A hash of what a value holds, the same in every process: that of a set does not depend on its order,
    nor that of a mapping. Of a picture only what is seen counts. `known` gives hashes made before."""
    sha = hashlib.sha256()
    _feed(value, sha.update, known)
    return sha.digest()


def _feed(value: Any, out: Callable[[bytes], None], known: Callable[[object], bytes | None]) -> None:
    if value is None or isinstance(value, (bool, int, float)):
        out(f"{type(value).__name__}:{value!r};".encode())
    elif isinstance(value, Enum):
        out(f"{type(value).__qualname__}.{value.name};".encode())
    elif isinstance(value, str):
        encoded = value.encode("utf-8", "surrogatepass")
        out(b"str%d:" % len(encoded) + encoded)
    elif isinstance(value, bytes):
        out(b"bytes%d:" % len(value) + value)
    elif (before := known(value)) is not None:
        out(b"known" + before)
    elif isinstance(value, (tuple, list)):
        out(f"{type(value).__name__}{len(value)}(".encode())
        for each in value:
            _feed(each, out, known)
    elif isinstance(value, Set):
        out(b"set%d:" % len(value) + b"".join(sorted(digest(each) for each in value)))
    elif isinstance(value, Mapping):
        items = sorted(digest(each) for each in value.items())
        out(b"map%d:" % len(items) + b"".join(items))
    elif is_dataclass(value):
        _feed_record(value, out, known)
    else:
        raise TypeError(f"a {type(value).__name__} has no hash")


def _feed_record(value: Any, out: Callable[[bytes], None], known: Callable[[object], bytes | None]) -> None:
    class_ = type(value)
    module, beside = _BESIDE
    out(f"{class_.__module__}.{class_.__qualname__}(".encode())
    for field in fields(value):
        if field.compare and not (class_.__module__ == module and field.name in beside):
            _feed(getattr(value, field.name), out, known)
