"""A battle that somebody sends: a zip of its folder, or one YAML text. Nothing is written to the disk.

What comes in is taken for hostile: every size is bounded, nothing in it is followed or run. Whoever reads a
stranger's file does so in a process of its own (`python -m scenarios.reading`).
"""

from __future__ import annotations

import hashlib
import json
import re
import stat
import zipfile
import zlib
from collections.abc import Iterator
from io import BytesIO
from itertools import islice
from typing import Any

import scenarios
from engine import box, referee
from engine.errors import BadScenario
from engine.ledger import SeededDice
from engine.scenario import Scenario
from engine.systems import find
from scenarios import bounds, signs
from scenarios.text import Table, Text, parse

OWN = "own-"
"""The ids of such battles begin so; no battle of the house's own folder does."""
FILES = ("scenario.yaml", "map.yaml", "units.yaml")
MOST_TOLD = 8
"""Mistakes that are told at once."""

_ZIP = b"PK"
_ENCRYPTED = 1 << 0
_PASSED_OVER = re.compile(r"__MACOSX/.*|(.*/)?(\.DS_Store|\._[^/]*|README[^/]*|[^/]*/)", re.IGNORECASE)
_PACKED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)


def examined(data: bytes, name: str) -> Scenario | tuple[BadScenario, ...]:
    """The battle in a file of that name, or what is wrong with it."""
    try:
        printed = _assembled(data, name)
        if wrong := tuple(islice(_broken(printed), MOST_TOLD)):
            return wrong
        printed["charts"] = box.merged(scenarios.charts(str(printed["system"])), printed.get("charts", {}))
        _rename(printed)
        battle = box.build(printed)
        if wrong := tuple(islice(bounds.overlarge(battle, printed["units"]), MOST_TOLD)):
            return wrong
        referee.start(find(battle.system), battle, SeededDice(b"", ()))
    except BadScenario as mistake:
        return (mistake,)
    except MemoryError:
        return (BadScenario("takes too much memory", "(file)", name),)
    except Exception as error:  # a battle that the referee cannot set out is its author's mistake
        return (
            BadScenario(f"the referee cannot begin this battle ({type(error).__name__})", "(file)", name),
        )
    return battle


def _broken(printed: Table) -> Iterator[BadScenario]:
    """What is too much, too strange or too far off, as far as can be seen before building."""
    theirs = scenarios.charts(scenarios.system_of(printed))  # raises where there is no such rulebook
    yield from bounds.exceeded(printed)
    yield from signs.strange(printed)
    yield from bounds.recharted(printed.get("charts"), theirs, tuple(theirs.get("own_edge", ())))


def _assembled(data: bytes, name: str) -> Table:
    """All entries of a battle in one mapping."""
    if len(data) > bounds.LARGEST:
        raise BadScenario(f"is larger than {bounds.LARGEST} bytes", "(file)", name)
    if not data.strip():
        raise BadScenario("is empty", "(file)", name)
    if not data.startswith(_ZIP):
        if name.lower().endswith(".zip"):
            raise BadScenario("is no zip file", "(file)", name)
        return _entries(data, name)
    files = {file: _entries(text, file) for file, text in _unpacked(data, name).items()}
    return scenarios.assembled(files["scenario.yaml"], files["map.yaml"], files["units.yaml"])


def _entries(data: bytes, name: str) -> Table:
    found = parse(data, name)
    if not isinstance(found, Table):
        raise BadScenario("should hold entries (name: value)", "(file)", found.where)
    return found


def _unpacked(data: bytes, name: str) -> dict[str, bytes]:
    """The files of a battle out of a zip. What its headers say of sizes is not believed."""
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            wanted = _wanted(archive.infolist(), name)
            found, room = {}, bounds.LARGEST
            for file, entry in wanted.items():
                with archive.open(entry) as stream:
                    found[file] = stream.read(room + 1)
                room -= len(found[file])
                if room < 0:
                    raise BadScenario(f"unpacks to more than {bounds.LARGEST} bytes", "(file)", name)
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError, NotImplementedError) as error:
        raise BadScenario("cannot be unpacked: the zip is damaged", "(file)", name) from error
    return found


def _wanted(entries: list[zipfile.ZipInfo], name: str) -> dict[str, zipfile.ZipInfo]:
    """The three entries of a battle; everything else but what systems and authors leave there is refused."""
    if len(entries) > bounds.MOST_FILES:
        raise BadScenario(f"holds {len(entries)} files, {bounds.MOST_FILES} are the most", "(file)", name)
    found: dict[str, zipfile.ZipInfo] = {}
    folders, seen = set(), set()
    for entry in entries:
        if what := _misnamed(entry):
            raise BadScenario(what, "(file)", name)
        if entry.filename.casefold() in seen:
            raise BadScenario(f"holds {entry.filename!r} twice", "(file)", name)
        seen.add(entry.filename.casefold())
        if _PASSED_OVER.fullmatch(entry.filename):
            continue
        folder, _, file = entry.filename.rpartition("/")
        if file not in FILES or "/" in folder:
            what = f"holds {entry.filename!r}, which does not belong to a battle: {', '.join(FILES)}"
            raise BadScenario(what, "(file)", name)
        folders.add(folder)
        found[file] = entry
    if missing := [file for file in FILES if file not in found]:
        raise BadScenario(f"holds no {missing[0]}", "(file)", name)
    if len(folders) > 1:
        raise BadScenario("holds the files of a battle in several folders", "(file)", name)
    return found


def _misnamed(entry: zipfile.ZipInfo) -> str:
    """What is wrong with the name or kind of an entry, or ""."""
    called = repr(entry.filename[:60])
    parts = entry.orig_filename.rstrip("/").split("/")
    if not re.fullmatch(r"[\x20-\x7e]{1,100}", entry.orig_filename):
        return f"holds a name that is not plain: {called}"
    if "\\" in entry.orig_filename or ":" in entry.orig_filename or not all(p.strip(". ") for p in parts):
        return f"holds a path that leads elsewhere: {called}"
    kind = stat.S_IFMT(entry.external_attr >> 16)
    if kind not in (0, stat.S_IFREG, stat.S_IFDIR):
        return f"holds something that is no file: {called}"
    if entry.flag_bits & _ENCRYPTED:
        return f"is encrypted: {called}"
    return "" if entry.compress_type in _PACKED else f"is packed in a way that is not read here: {called}"


def _rename(printed: Table) -> None:
    """Give a battle an id that no other one has: its own, and a hash of all that is printed."""
    said = printed.get("id")
    if not isinstance(said, Text) or not re.fullmatch(r"[a-z0-9][a-z0-9-]{0,39}", said):
        return  # building it says what is wrong
    mark = hashlib.sha256(json.dumps(box.plain(printed), sort_keys=True).encode()).hexdigest()[:8]
    id_ = Text(f"{OWN}{said.removeprefix(OWN)[:27].rstrip('-')}-{mark}")
    id_.where = said.where
    printed["id"] = id_


def packed(battle: Any) -> bytes:
    """What is handed on of an examination: the battle as printed, or the mistakes, as JSON."""
    if isinstance(battle, Scenario):
        return json.dumps({"printed": battle.printed}).encode()
    told = [{"what": m.what[:300], "key": m.key[:100], "where": m.where[-100:]} for m in battle]
    return json.dumps({"mistakes": told}).encode()
