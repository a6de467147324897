"""Records that were damaged, changed or made to do harm: each is refused, with the line and what it lacks."""

from __future__ import annotations

import random
import re
from dataclasses import replace

import pytest

from notation.record import BadRecord, read, write
from notation.record.model import whole_hash
from notation.record.reader import LARGEST, LONGEST
from notation.record.replay import moments
from notation.record.writer import checksum
from tests.bot.recorded_games import played, recorded

RECORD = write(recorded(played("vaux", 12)))
LINES = RECORD.split("\n")


def changed(old: str, new: str, count: int = 1) -> bytes:
    """The record with a text in place of another, its checksum made to fit."""
    assert old in RECORD
    above, _, _ = RECORD.replace(old, new, count).rpartition("sum: ")
    return f"{above}sum: {checksum(above)}\n".encode(errors="surrogatepass")


def line_of(text: str) -> int:
    return RECORD[: RECORD.index(text)].count("\n") + 1


def test_a_battle_whose_games_were_counted_again_stands_for_the_same_one() -> None:
    game = read(RECORD.encode())
    counted = replace(game, printed=game.printed | {"about": {"level": "hard"}})
    earlier = RECORD.replace(f"battle hash: {game.battle_hash}", f"battle hash: {whole_hash(game.printed)}")

    assert counted.battle_hash == game.battle_hash
    assert earlier != RECORD
    assert read(earlier.encode()).printed == game.printed


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ("grognard record 1", "grognard record 2", "'grognard record 1' is expected"),
        ("rulebook: ", "rulebok: ", "'rulebook: ...' is expected"),
        ("game: 1\n", "game: -1\n", "a whole number is expected"),
        ("opened: 2026-01-01", "opened: 2026-13-01", "month must be in 1..12"),
        ("status: over", "status: lost", "'over' or 'playing' is expected"),
        ("options: {", "options: [", "a value is expected"),
        ("seals: []", "seals: [1]", "a list of words in brackets"),
        ("seed: 00", "seed: 0", "a hexadecimal number is expected"),
        ("beacon: {}", "beacon: 1", "a group in braces is expected"),
        ("player: {side:blue name:blue}", "player: {side:blue}", "{side:... name:...} is expected"),
        ("status: over", "status: playing", "expected to be over"),
        ("[log]", "[lag]", "'[log]' is expected"),
        ("2 blue: place fusil", "3 blue: place fusil", "entry 2 is expected, not 3"),
        ("\n2 blue: place", "\n2 blue; place", "'NUMBER SIDE: ORDER"),
        ("  placed unit=", "  plaecd unit=", "no event that this program knows"),
        ("  placed unit=", "  placed unit:", "'=' is expected"),
        ("  placed unit=", "  place unit=", "no event that this program knows"),
        ("[battle]", "[end]", "'[battle]'"),
    ],
)
def test_the_line_and_what_was_expected_are_named(old: str, new: str, what: str) -> None:
    with pytest.raises(BadRecord) as refused:
        read(changed(old, new))

    assert what in refused.value.what or what == "'[battle]'"
    if what not in ("expected to be over", "'[battle]'"):
        assert refused.value.line == line_of(old.strip("\n"))


def test_a_file_that_is_cut_off_anywhere_is_refused_or_known_not_to_be_intact() -> None:
    chance = random.Random(7)
    for _ in range(40):
        cut = RECORD[: chance.randrange(len(RECORD) - 66)]

        with pytest.raises(BadRecord):
            read(cut.encode())


def test_a_changed_letter_is_refused_or_noticed() -> None:
    chance, data = random.Random(11), RECORD.encode()
    for _ in range(60):
        at = chance.randrange(data.index(b"[battle]"))
        other = data[:at] + bytes([data[at] ^ 1 << chance.randrange(7)]) + data[at + 1 :]

        try:
            game = read(other)
        except BadRecord:
            continue
        assert not game.intact


def test_windows_line_ends_a_byte_order_mark_and_comments_change_nothing() -> None:
    other = "\ufeff" + RECORD.replace("\n", "\r\n")
    remark = RECORD.replace("\n[log]", "\n# a remark\n\n[log]")

    assert read(other.encode()) == read(RECORD.encode())
    assert read(other.encode()).intact
    assert read(remark.encode()) == read(RECORD.encode())


def test_an_empty_battle_stands_for_the_one_of_that_name_that_comes_with_the_program() -> None:
    brief = re.sub(r"\[battle\]\n.*\n\[end\]", "[battle]\n[end]", RECORD, flags=re.DOTALL)
    other = re.sub("battle hash: .*", f"battle hash: {'0' * 64}", brief)

    assert read(brief.encode()).printed == read(RECORD.encode()).printed
    with pytest.raises(BadRecord, match="hash"):
        read(other.encode())
    with pytest.raises(BadRecord, match="as JSON"):
        read(brief.replace("battle: vaux", "battle: vauxx").encode())


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(b"", id="empty"),
        pytest.param(b"\xff\xfe\x00", id="no text"),
        pytest.param(b"grognard record 1\n" * 9, id="heads only"),
        pytest.param(b"x" * (LARGEST + 1), id="too large"),
        pytest.param(changed("title: ", "title: " + "[" * (LONGEST - 20)), id="nested list"),
        pytest.param(changed("title: ", "title: " + "a" * LONGEST), id="long line"),
        pytest.param(changed("\n[battle]\n{", '\n[battle]\n{"a":' + "[" * 90_000), id="nested battle"),
        pytest.param(changed("\n[battle]\n{", '\n[battle]\n{"a":' + "9" * 9_000 + ","), id="long number"),
        pytest.param(changed("\n[battle]\n{", '\n[battle]\n{"a":NaN,'), id="no number"),
        pytest.param(changed("\n2 blue: place", "\n2 blue undo 1-9999999  ["), id="undoes too much"),
    ],
)
def test_what_is_made_to_do_harm_is_refused(data: bytes) -> None:
    with pytest.raises(BadRecord):
        read(data)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("blue: place fusil", "blue: place fusill"),
        ("blue: place fusil", "blue: plod fusil"),
        ("blue: place fusil", "blue: {is:place unit:fusil}"),
        ("blue: place fusil", "blue: {is:owed sides:[]}"),
        ("  placed unit=fusil", "  placed unit=fusill"),
    ],
)
def test_an_order_or_event_that_does_not_fit_the_position_is_named_by_its_line(old: str, new: str) -> None:
    if old not in RECORD:
        pytest.fail("the sample has another first order now")
    game = read(changed(old, new))

    with pytest.raises(BadRecord) as refused:
        list(moments(game))

    order = line_of(old) if "blue:" in old else line_of(old) - 1
    assert refused.value.line == order


def test_an_entry_undoes_earlier_ones_only_and_each_once() -> None:
    entry = "\n2 blue: place"
    for strikes in ("2", "3", "1 1"):
        data = changed(entry, f"\n2 blue undo {strikes}  [2026-01-01 00:00:00.000000]\n\n2 blue: place")
        with pytest.raises(BadRecord, match="earlier ones only"):
            read(data)
