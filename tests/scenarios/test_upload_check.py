"""Battles that strangers send: good ones are read, everything else is refused, quickly and in plain words."""

from __future__ import annotations

import os
import subprocess
import sys
import tracemalloc
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import scenarios
from engine import scenario_builder
from engine.errors import BadScenario
from engine.scenario import Scenario
from scenarios import upload_check, upload_limits
from tests.scenarios import uploaded_files
from tests.scenarios.uploaded_files import entry, folder, single, with_entries, zipped

LONG = os.environ.get("SOAK") == "1"
LOOPS = "a: &a [*a]\n"
LAUGHS = "a: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"{new}: &{new} [{', '.join([f'*{old}'] * 9)}]\n" for old, new in zip("abcdefgh", "bcdefghi", strict=True)
)


def problems_in(data: bytes | str, name: str = "battle.yaml") -> str:
    """What is wrong with a file, in one text; "" when it is a battle."""
    result = upload_check.examined(data.encode() if isinstance(data, str) else data, name)
    return "" if isinstance(result, Scenario) else "\n".join(map(str, result))


LARGER = tuple(
    id_ for id_ in scenarios.all() if len(scenarios.load(id_).counters) > upload_limits.MOST["units"]
)
"""Battles of the house with more units than one that is sent may have."""


@pytest.mark.fault(24)
@pytest.mark.parametrize("battle", [id_ for id_ in scenarios.all() if id_ not in LARGER])
def test_every_shipped_battle_could_be_sent_as_a_zip_or_as_one_text(battle: str) -> None:
    loaded = scenarios.load(battle)

    for data in (zipped({f"{battle}/{n}": t for n, t in folder(battle).items()}), single(battle).encode()):
        result = upload_check.examined(data, "battle.zip" if data.startswith(b"PK") else "battle.yaml")

        assert isinstance(result, Scenario), list(map(str, result))
        assert result.id.startswith(f"own-{battle}-")
        assert result.id not in scenarios.all()
        assert result.printed == {**loaded.printed, "id": result.id}


@pytest.mark.parametrize("battle", LARGER)
def test_only_the_number_of_its_units_keeps_a_large_battle_from_being_sent(battle: str) -> None:
    entries = len(scenarios.load(battle).counters)

    assert f"units: has {entries} entries; the limit is 60" in problems_in(single(battle))
    assert len(problems_in(single(battle)).splitlines()) == 1


def test_no_shipped_battle_has_an_id_like_one_that_was_sent() -> None:
    assert not [battle for battle in scenarios.all() if battle.startswith(upload_check.OWN)]


def test_what_systems_and_authors_leave_in_a_zip_is_passed_over() -> None:
    rest = {"README.md": b"\xff", "__MACOSX/._map.yaml": b"\0", ".DS_Store": b"\0", "maps/": b""}

    assert problems_in(zipped({**folder("ormes"), **rest}), "x.zip") == ""


def strange_zips() -> Iterator[tuple[str, bytes, str]]:
    files: dict[str, Any] = folder("ormes")
    link = entry("map2.yaml", b"/etc/passwd", create_system=3, external_attr=0o120777 << 16)
    locked = bytearray(zipped(files))
    at = locked.index(b"PK\1\2")
    locked[at + 8] |= 1
    yield "a bomb that lies of its size", uploaded_files.bomb(), "damaged"
    yield "a bomb that does not", zipped({**files, "map.yaml": b"#" * 9_000_000}), "unpacks to more than"
    yield "a zip in a zip", zipped({"scenario.zip": zipped(files)}), "does not belong to a battle"
    yield "one stretch three times", uploaded_files.overlapping(), "damaged"
    yield "too many entries", zipped({f"README{n}": "" for n in range(17)}), "holds 17 files"
    yield "nothing", zipped({}), "holds no scenario.yaml"
    yield "a file too few", zipped({n: files[n] for n in upload_check.FILES[:2]}), "holds no units.yaml"
    yield "two folders", zipped({f"{n[0]}/{n}": t for n, t in files.items()}), "several folders"
    yield "twice", with_entries(entry("MAP.yaml"), entry("map.YAML")), "twice"
    yield "one up", with_entries(entry("../map.yaml")), "leads elsewhere"
    yield "from the root", with_entries(entry("/etc/cron.d/x")), "leads elsewhere"
    yield "a drive", with_entries(entry("C:map.yaml")), "leads elsewhere"
    yield "backslashes", with_entries(entry("a\\..\\map.yaml")), "leads elsewhere"
    yield "deep", with_entries(entry("a/b/map.yaml")), "does not belong"
    yield "a link", with_entries(link), "not a file"
    yield "a name in other letters", with_entries(entry("kärte.yaml")), "not plain"
    yield "control characters", with_entries(entry("a\x1b[2J")), "not plain"
    yield "locked", bytes(locked), "encrypted"
    yield "packed otherwise", zipped(files, compression=zipfile.ZIP_LZMA), "compressed in an unsupported way"
    yield "cut short", zipped(files)[:-30], "damaged"
    yield "a picture", uploaded_files.picture(), "not a zip"
    yield "another text in it", zipped({**files, "notes.txt": "x"}), "notes.txt"


@pytest.mark.long
@pytest.mark.fault(24)
def test_strange_zips_are_refused_in_a_sentence_and_take_little_memory() -> None:
    cases = list(strange_zips())
    tracemalloc.start()
    try:
        wrong = {
            name: problems
            for name, data, words in cases
            if words not in (problems := problems_in(data, "x.zip"))
        }
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()

    assert wrong == {}
    assert peak < 8_000_000


STRANGE_TEXTS = {
    "empty": (b"", "is empty"),
    "blanks": (b" \n\n ", "is empty"),
    "a word": (b"hello", "should hold entries"),
    "a list": (b"- a", "should hold entries"),
    "UTF-16": (single("ormes").encode("utf-16"), "not UTF-8"),
    "UTF-16 without a mark": ("id: ormes".encode("utf-16-le"), "U+0000"),
    "Latin-1": (single("ormes").encode("latin-1", "replace").replace(b"Bataille", b"\xe9"), "UTF-8"),
    "NUL": (b"id: a\0b", "battle.yaml:1: (file): holds the character U+0000"),
    "two documents": (b"a: 1\n---\nb: 2", "battle.yaml:2"),
    "twice": (b"id: x\nid: y", "battle.yaml:2: id: appears twice"),
    "a billion laughs": (LAUGHS.encode(), "battle.yaml:1: (YAML): a word beginning with & is an anchor"),
    "a circle": (LOOPS.encode(), "anchor or alias"),
    "merged": (b"a: {b: 1}\n<<: *a", "battle.yaml:2: (YAML): a word beginning with *"),
    "a tag": (b"id: !!python/object/apply:os.system ['true']", "tag"),
    "deep": (b"a: " + b"[" * 100_000, "inside one another"),
    "long": (b"a: [" + b"1," * 70_000 + b"]", "more than 60000 words"),
    "huge": (b"a" * (upload_limits.LARGEST + 1), "is larger than"),
    "no mapping": (b"? [a]\n: b", "one word"),
    "a picture": (uploaded_files.picture(), "UTF-8"),
    "no system": (b"id: x\nsystem: [1]", "no such rulebook"),
    "a file elsewhere": (b"system: ../../etc/passwd", "no such rulebook"),
}


@pytest.mark.fault(24)
@pytest.mark.parametrize("name", STRANGE_TEXTS)
def test_strange_texts_are_refused_with_file_and_line(name: str) -> None:
    data, words = STRANGE_TEXTS[name]

    assert words in problems_in(data)


CHANGES = {
    # what an author writes instead of something in ormes, and what he is told
    "a mention": ("The bridge at Ormes", "'@everyone'", "title.en: '@' is not allowed in a name"),
    "marks": ("The bridge at Ormes", "'**Ormes**'", "'*' is not allowed in a name"),
    "a link": ("The bridge at Ormes", "http://ormes", "in a name like this"),
    "turned round": ("The bridge at Ormes", '"Or\\u202Emes"', "U+202E"),
    "without width": ("The bridge at Ormes", '"Or\\u200Bmes"', "U+200B"),
    "a control sign": ("The bridge at Ormes", '"Or\\x07mes"', "U+0007"),
    "a blank that is none": ("The bridge at Ormes", '"Or\\u3164mes"', "U+3164"),
    "from right to left": ("The bridge at Ormes", '"\\u05d0\\u05d1"', "right to left"),
    "heaps of accents": ("The bridge at Ormes", '"O' + "\\u0301" * 9 + '"', "heaps of accents"),
    "two lines": ("The bridge at Ormes", '"Or\\nmes"', "in a name"),
    "too long": ("The bridge at Ormes", "O" * 61, "61 characters; the limit for an uploaded battle is 60"),
    "marks left open": ("Two advance guards", "**Two advance guards", "has a * or ` that belongs to no"),
    "a heading": ("Two advance guards", "'# Two", "'#' is not allowed in a text to read"),
    "a spoiler": ("Two advance guards", "||Two||", "'|' is not allowed"),
    "many turns": ("turns: 8", "turns: 100", "from 1 to 99"),
    "a long number": ("turns: 8", f"turns: {'9' * 90}", "from 1 to 99"),
    "another side": ("id: blue", "id: green", "'green'"),
    "a map too large": ("columns: 16", "columns: 99", "99 x 12 are 1188 hexes; the limit is 600"),
    "a free hex": ("turns: 8", "turns: 8\ncharts: {movement_cost: {clear: {infantry: 0}}}", "from 1 to 6"),
    "a hex that pays": ("turns: 8", "turns: 8\ncharts: {movement_cost: {clear: {infantry: -1}}}", "1 to 6"),
    "units on wings": ("ma: 3", "ma: 13", "13 is more than 12"),
    "another word": ("turns: 8", "turns: 8\ncharts: {movement_cost: {clear: x}}", "only numbers"),
    "another table": ("turns: 8", "turns: 8\ncharts: {crt: {die_max: 8}}", "cannot be replaced"),
}  # fmt: skip


@pytest.mark.promise(17)
@pytest.mark.fault(24)
@pytest.mark.parametrize("name", CHANGES)
def test_what_would_garble_a_page_or_stop_the_referee_is_refused(name: str) -> None:
    old, new, words = CHANGES[name]
    text = single("ormes")
    assert old in text

    assert words in problems_in(text.replace(old, new, 1))


def test_a_battle_in_one_language_may_say_as_much_and_with_every_letter_of_it() -> None:
    koorn = Path(__file__).parents[1] / "data" / "koorn"
    files = {name: (koorn / name).read_text(encoding="utf-8") for name in upload_check.FILES}
    french = {
        "title: The wagons at Koorn drift": "title: Les chariots au gué",
        "name: The south road": "name: La route de l’été",
        "name: The third clan": "name: Le troisième clan",
        "name: Koorn farm": "name: La ferme brûlée",
        "name: The convoy": "name: Le convoi à pied",
        "history: The battle never was; it": "history: Elle n’a jamais été livrée ; elle",
    }
    for english, words in french.items():
        assert english in files["scenario.yaml"]
        files["scenario.yaml"] = files["scenario.yaml"].replace(english, words)

    assert problems_in(zipped(files), "koorn.zip") == ""
    files["scenario.yaml"] = files["scenario.yaml"].replace("A company,", "A company, " * 75)
    assert "the limit for an uploaded battle is 900" in problems_in(zipped(files), "koorn.zip")


def test_names_of_exits_are_names() -> None:
    koorn = Path(__file__).parents[1] / "data" / "koorn"
    files = {name: (koorn / name).read_text(encoding="utf-8") for name in upload_check.FILES}
    files["scenario.yaml"] = files["scenario.yaml"].replace("name: The south road", 'name: "**south**"')

    assert "exits[1].name: '*' is not allowed in a name" in problems_in(zipped(files), "koorn.zip")


def test_several_mistakes_are_told_at_once() -> None:
    text = single("ormes").replace("The bridge at Ormes", "A_B").replace("Two advance guards", "#")

    assert len(problems_in(text).splitlines()) == 2


def test_a_battle_may_have_so_many_units_and_no_more() -> None:
    rows = "".join(f"  - {{id: x-{n}, side: blue}}\n" for n in range(60))

    assert "units: has 80 entries; the limit is 60" in problems_in(single("ormes") + rows)


@pytest.mark.long
def test_its_own_costs_are_in_force_and_its_id_depends_on_all_that_is_printed() -> None:
    text = single("ormes")
    dear = upload_check.examined(
        (text + "\ncharts: {movement_cost: {orchard: {cavalry: 2}}}").encode(), "x.yaml"
    )
    usual = upload_check.examined(text.encode(), "x.yaml")

    assert isinstance(dear, Scenario)
    assert isinstance(usual, Scenario)
    assert dear.chart("movement_cost", "orchard", "cavalry") == 2
    assert dear.id != usual.id
    assert scenario_builder.build(dear.printed) == dear


@pytest.mark.long
@pytest.mark.fault(24)
@pytest.mark.skipif(sys.platform != "linux", reason="the limits are Linux's")
def test_the_process_that_reads_has_little_memory_and_writes_no_file(tmp_path: Path) -> None:
    greedy = f"""
from scenarios.upload_process import MEMORY, confine
confine()
try:
    bytearray(MEMORY)
except MemoryError:
    print("no memory")
open({str(tmp_path / "file")!r}, "wb", buffering=0).write(b"x")
"""
    ended = subprocess.run([sys.executable, "-c", greedy], capture_output=True, text=True, check=False)

    assert ended.stdout == "no memory\n"
    assert ended.returncode != 0
    assert (tmp_path / "file").read_bytes() == b""


GOOD = {"x.zip": zipped(folder("nonaka")), "x.yaml": single("nonaka").encode()}


@pytest.mark.fault(24)
@settings(max_examples=3000 if LONG else 20)
@given(
    name=st.sampled_from(sorted(GOOD)),
    places=st.lists(st.tuples(st.floats(0, 0.999), st.binary(max_size=6), st.integers(0, 9)), max_size=4),
)
def test_whatever_is_mangled_in_a_good_file_it_is_a_battle_or_says_what_is_wrong(
    name: str, places: list[tuple[float, bytes, int]]
) -> None:
    data = GOOD[name]
    for at, new, gone in places:
        start = int(at * len(data))
        data = data[:start] + new + data[start + gone :]

    result = upload_check.examined(data, name)

    assert isinstance(result, Scenario) or all(isinstance(m, BadScenario) and m.what for m in result)
    assert "the referee cannot begin" not in problems_in(data, name)
