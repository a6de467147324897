"""YAML as text: words stay words, and whatever YAML would do behind an author's back is refused."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

import scenarios
import scenarios.text
from engine.errors import BadScenario


@pytest.fixture(autouse=True, params=["CBaseLoader", "BaseLoader"])
def reader(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The reader in C, which not every machine has, and the one in Python must say the same."""
    if not hasattr(yaml, request.param):
        pytest.skip("PyYAML without libyaml")
    monkeypatch.setattr(scenarios.text, "_READER", getattr(yaml, request.param))


WORDS = "0101 3:1 no yes ~ null 1e3 0x1F 2026-01-01 1_000 -0 +1 1.5 ="


@pytest.mark.parametrize("word", WORDS.split())
def test_a_word_stays_the_word_that_was_written(word: str) -> None:
    read = scenarios.read(f"{word}: {word}\nlist: [{word}, {{a: {word}}}]")

    assert read == {word: word, "list": [word, {"a": word}]}


def test_an_entry_without_a_value_is_the_empty_text() -> None:
    assert scenarios.read("a:\nb: ''") == {"a": "", "b": ""}


def test_everything_remembers_its_file_and_line() -> None:
    read = scenarios.read("a: 1\nb:\n  - c: |\n      d\n      e\n", "map.yaml")

    assert read.where == "map.yaml:1"
    assert [key.where for key in read] == ["map.yaml:1", "map.yaml:2"]
    assert read["b"].where == "map.yaml:3"
    assert read["b"][0]["c"] == "d\ne\n"
    assert read["b"][0]["c"].where == "map.yaml:3"


def test_a_list_is_read_as_a_list() -> None:
    assert scenarios.read_list("- 0101\n- [a, b]") == ["0101", ["a", "b"]]


def test_a_file_from_another_editor_is_read(tmp_path: Path) -> None:
    file = tmp_path / "map.yaml"
    file.write_bytes("\ufeffname: Möckern\r\nrows: 2\r\n".encode())

    assert scenarios.read(file) == {"name": "Möckern", "rows": "2"}


BOMB = "a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]"


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        pytest.param("a: 1\nb: 2\na: 3", 3, "twice", id="equal keys"),
        pytest.param("a: 1\n'a': 3", 2, "twice", id="equal keys, one in quotes"),
        pytest.param("- {a: 1, a: 1}", 1, "twice", id="equal keys in a line"),
        pytest.param(BOMB, 1, "anchor", id="anchors that swell"),
        pytest.param("a: *b", 1, "anchor", id="an alias"),
        pytest.param("a: &b 1", 1, "anchor", id="an anchor"),
        pytest.param("a:\n  <<: *b", 2, "anchor", id="a merge"),
        pytest.param("a: !!python/object/apply:os.system [ls]", 1, "tag", id="a tag that runs"),
        pytest.param("a: !!int 3", 1, "tag", id="a tag"),
        pytest.param("a: ! 3", 1, "tag", id="an empty tag"),
        pytest.param("a:\n\tb: 1", 2, "tab", id="a tab"),
        pytest.param("a: 1\n---\nb: 2", 2, "one document", id="two documents"),
        pytest.param("[a, b]: 1", 1, "one word", id="a list as a key"),
        pytest.param("? {a: b}\n: 1", 1, "one word", id="entries as a key"),
        pytest.param("[" * 60 + "]" * 60, 1, "inside one another", id="too deep"),
        pytest.param("[" * 100_000, 1, "", id="far too deep"),
        pytest.param("a: b: c", 1, "colon in quotes", id="two colons"),
        pytest.param("a: 'b", 1, "", id="an open quote"),
        pytest.param("a: [b", 1, "", id="an open bracket"),
        pytest.param("a: @b", 1, "", id="a reserved sign"),
        pytest.param("a: 1\nb: c\0d", 2, "U+0000", id="NUL"),
        pytest.param("a: \x1b[31m", 1, "U+001B", id="a control character"),
        pytest.param("a: \ud800", 1, "U+D800", id="half a character"),
        pytest.param("- a\n- b", 1, "entries", id="a list where entries are due"),
        pytest.param("just words", 1, "entries", id="words where entries are due"),
    ],
)
def test_a_trap_is_refused_with_its_line(text: str, line: int, says: str) -> None:
    with pytest.raises(BadScenario) as caught:
        scenarios.read(text, "units.yaml")

    assert caught.value.where.startswith("units.yaml:")
    assert abs(int(caught.value.where.partition(":")[2]) - line) <= (1 if not says else 0)
    assert says in caught.value.what


@pytest.mark.parametrize(
    ("content", "says"),
    [
        pytest.param("a: Möckern\nb: é".encode("latin-1"), "UTF-8", id="latin-1"),
        pytest.param("a: 1\nb: 2".encode("utf-16"), "UTF-8", id="utf-16"),
        pytest.param("a: 1\nb: 2".encode("utf-16-le"), "U.0000", id="utf-16 without a mark"),
        pytest.param(b"", "empty", id="nothing"),
        pytest.param(b"# only a remark\n", "empty", id="a remark"),
        pytest.param(b"a: " + b"x" * 3_000_000, "longer", id="too long"),
    ],
)
def test_a_file_that_is_no_text_is_refused_by_name(tmp_path: Path, content: bytes, says: str) -> None:
    file = tmp_path / "map.yaml"
    file.write_bytes(content)

    with pytest.raises(BadScenario, match=says) as caught:
        scenarios.read(file)

    assert f"{tmp_path.name}/map.yaml" in caught.value.where


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadScenario, match=r"map\.yaml"):
        scenarios.read(tmp_path / "map.yaml")


def test_a_list_where_entries_are_due_and_the_other_way_round() -> None:
    with pytest.raises(BadScenario, match="list"):
        scenarios.read_list("a: 1")
