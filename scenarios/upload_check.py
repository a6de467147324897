"""Check an uploaded battle: a zip of its folder, or one YAML text. Nothing is written to disk.

Uploads are untrusted: every size is limited, no link in them is followed and nothing in them is run. The bot
reads them in a separate process (`python -m scenarios.upload_process`).
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

import scenarios
from engine import referee, scenario_builder
from engine.errors import BadScenario
from engine.ledger import SeededDice
from engine.scenario import Scenario
from engine.systems import find
from scenarios import catalogue, upload_limits, upload_text
from scenarios.review import Draft, draft_of, review, source_line
from scenarios.text import Table, Text, parse

OWN = "own-"
"""Prefix of the ids of uploaded battles; no battle that ships with Grognard has it."""
FILES = ("scenario.yaml", "map.yaml", "units.yaml")
MOST_TOLD = 24
"""Most mistakes reported at once."""

_ZIP = b"PK"
_ENCRYPTED = 1 << 0
_PASSED_OVER = re.compile(
    r"__MACOSX/.*|(.*/)?(\.DS_Store|\._[^/]*|README[^/]*|\.schema/[^/]*\.json|[^/]*/)", re.IGNORECASE
)
_PACKED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)


def examined(data: bytes, name: str) -> Scenario | tuple[BadScenario, ...]:
    """The battle in an uploaded file called `name`, or its mistakes."""
    draft = read_upload(data, name)
    return tuple(draft.mistakes) if draft.mistakes or draft.scenario is None else draft.scenario


def read_upload(data: bytes, name: str) -> Draft:
    """The draft in an uploaded file called `name`: a battle with its text, or its mistakes alone."""
    try:
        return _read(data, name)
    except BadScenario as mistake:
        return Draft(name, mistakes=[mistake])
    except MemoryError:
        return Draft(name, mistakes=[BadScenario("takes too much memory", "(file)", name)])
    except Exception as error:  # a battle that the referee cannot set up is its author's mistake
        what = f"the referee cannot begin this battle ({type(error).__name__})"
        return Draft(name, mistakes=[BadScenario(what, "(file)", name)])


def _read(data: bytes, name: str) -> Draft:
    """As `read_upload`; raises what cannot be read."""
    printed = _assembled(data, name)
    if wrong := list(islice(_broken(printed), MOST_TOLD)):
        return Draft(name, mistakes=wrong)
    printed["charts"] = scenario_builder.merged(
        scenarios.charts(str(printed["system"])), printed.get("charts", {})
    )
    _rename(printed)
    draft = draft_of(printed)
    if draft.mistakes or draft.scenario is None:
        return Draft(name, mistakes=draft.mistakes[:MOST_TOLD])
    battle = draft.scenario
    if wrong := list(islice(upload_limits.overlarge(battle, printed["units"]), MOST_TOLD)):
        return Draft(name, mistakes=wrong)
    referee.start(find(battle.system), battle, SeededDice(b"", ()))
    return draft


def _broken(printed: Table) -> Iterator[BadScenario]:
    """Exceeded limits and forbidden texts, as far as can be seen before building."""
    theirs = scenarios.charts(scenarios.system_of(printed))  # raises where there is no such rulebook
    yield from upload_limits.exceeded(printed)
    yield from upload_text.strange(printed)
    yield from upload_limits.recharted(printed.get("charts"), theirs, tuple(theirs.get("own_edge", ())))


def _assembled(data: bytes, name: str) -> Table:
    """All entries of a battle in one mapping."""
    if len(data) > upload_limits.LARGEST:
        raise BadScenario(f"is larger than {upload_limits.LARGEST} bytes", "(file)", name)
    if not data.strip():
        raise BadScenario("is empty", "(file)", name)
    if not data.startswith(_ZIP):
        if name.lower().endswith(".zip"):
            raise BadScenario("is not a zip file", "(file)", name)
        printed = _entries(data, name)
        if "map" in printed:
            printed["map"] = scenarios.whole_map(printed["map"])
        return printed
    contents = _unpacked(data, name)
    files = {file: _entries(contents[file], file) for file in FILES}
    sheet = scenarios.whole_map(files["map.yaml"])
    printed = scenarios.assembled(files["scenario.yaml"], sheet, files["units.yaml"])
    others = {file: text for file, text in contents.items() if file not in FILES}
    catalogue.translate(printed, others, name)
    return printed


def _entries(data: bytes, name: str) -> Table:
    document = parse(data, name)
    if not isinstance(document, Table):
        raise BadScenario("should hold entries (name: value)", "(file)", document.where)
    return document


def _unpacked(data: bytes, name: str) -> dict[str, bytes]:
    """The files of a battle in a zip. The sizes in its headers are not trusted."""
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            entries = _battle_entries(archive.infolist(), name)
            contents, room = {}, upload_limits.LARGEST
            for file, entry in entries.items():
                with archive.open(entry) as stream:
                    contents[file] = stream.read(room + 1)
                room -= len(contents[file])
                if room < 0:
                    raise BadScenario(f"unpacks to more than {upload_limits.LARGEST} bytes", "(file)", name)
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError, NotImplementedError) as error:
        raise BadScenario("cannot be unpacked: the zip is damaged", "(file)", name) from error
    return contents


def _battle_entries(entries: list[zipfile.ZipInfo], name: str) -> dict[str, zipfile.ZipInfo]:
    """The three entries of a battle. Any file but these, READMEs and system files is refused."""
    if len(entries) > upload_limits.MOST_FILES:
        raise BadScenario(
            f"holds {len(entries)} files; the limit is {upload_limits.MOST_FILES}", "(file)", name
        )
    files: dict[str, zipfile.ZipInfo] = {}
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
        if "/" in folder or (file not in FILES and not catalogue.FILE.fullmatch(file)):
            what = f"holds {entry.filename!r}, which does not belong to a battle: {', '.join(FILES)}"
            raise BadScenario(what, "(file)", name)
        folders.add(folder)
        files[file] = entry
    if missing := [file for file in FILES if file not in files]:
        raise BadScenario(f"holds no {missing[0]}", "(file)", name)
    if len(folders) > 1:
        raise BadScenario("holds the files of a battle in several folders", "(file)", name)
    return files


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
        return f"holds something that is not a file: {called}"
    if entry.flag_bits & _ENCRYPTED:
        return f"is encrypted: {called}"
    return "" if entry.compress_type in _PACKED else f"is compressed in an unsupported way: {called}"


def _rename(printed: Table) -> None:
    """Give a battle a unique id: its own id and a hash of its content."""
    printed_id = printed.get("id")
    if not isinstance(printed_id, Text) or not re.fullmatch(r"[a-z0-9][a-z0-9-]{0,39}", printed_id):
        return  # building it says what is wrong
    mark = hashlib.sha256(json.dumps(scenario_builder.plain(printed), sort_keys=True).encode()).hexdigest()[
        :8
    ]
    id_ = Text(f"{OWN}{printed_id.removeprefix(OWN)[:27].rstrip('-')}-{mark}")
    id_.where = printed_id.where
    printed["id"] = id_


def packed(draft: Draft) -> bytes:
    """A draft that was read from an upload as JSON: the battle as printed with what would make it a bad one,
    or its mistakes."""
    battle = draft.scenario
    if battle is not None and not draft.mistakes:
        findings = [
            {"what": f.what[:300], "key": f.key[:100], "where": source_line(draft.printed, f)[-100:]}
            for f in review(battle)[:MOST_TOLD]
        ]
        return json.dumps({"printed": battle.printed, "findings": findings}).encode()
    mistakes = [{"what": m.what[:300], "key": m.key[:100], "where": m.where[-100:]} for m in draft.mistakes]
    return json.dumps({"mistakes": mistakes}).encode()
