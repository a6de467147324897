"""What travels through the queue is data alone, and its hash is the same in every process."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import zlib
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from bot.i18n.catalogue import catalogue_for
from bot.i18n.names import Names
from bot.images.drawn_elsewhere import bare
from bot.jobs import parcels
from bot.jobs.parcels import Unreadable, digest, pack, unpack
from bot.reports.map_picture import picture
from bot.ui.page import Picture
from engine.ledger import SeededDice
from tests.bot.cli.test_run import surroundings
from tests.bot.sample_games import game_after, new_game

ROOT = Path(__file__).resolve().parents[3]
HASH = """
from bot.jobs.parcels import digest
from tests.bot.jobs.test_parcels import drawn_by
print(digest(drawn_by("blue")).hex())
"""


def drawn_by(side: str, orders: int = 4) -> Picture:
    game, recent = game_after("tutorial", orders)
    made = bare(picture(Names(catalogue_for(), game), side, recent))
    assert isinstance(made, Picture)
    return made


@pytest.mark.parametrize("battle", ["ormes", "nonaka", "gue", "puits"])
def test_a_picture_arrives_as_it_was_sent(battle: str) -> None:
    sent = bare(picture(Names(catalogue_for(), new_game(battle)), ""))

    arrived = unpack(pack(sent))

    assert arrived == sent
    assert digest(arrived) == digest(sent)


@pytest.mark.long
def test_the_hash_is_the_same_in_another_process() -> None:
    """Where sets and mappings have another order."""
    said = {
        subprocess.run(
            [sys.executable, "-c", HASH],
            env=surroundings(PYTHONHASHSEED=seed),
            cwd=ROOT,
            capture_output=True,
            check=True,
            text=True,
        ).stdout.strip()
        for seed in ("1", "2")
    }

    assert said == {digest(drawn_by("blue")).hex()}


def test_the_hash_tells_what_is_seen_and_nothing_else() -> None:
    first = drawn_by("blue")
    counter, *others = first.view.counters
    moved = replace(first.view, counters=(replace(counter, name="another name"), *others))

    assert digest(replace(first, alt="in words", name="other.png")) == digest(first)
    for other in (
        replace(first, view=moved),
        replace(first, theme="dark"),
        replace(first, crop=frozenset({"0101"})),
        replace(first, most=1000),
        drawn_by("blue", 5),
    ):
        assert digest(other) != digest(first)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (("ab", "c"), ("a", "bc")),
        ((1, 2), (12,)),
        ((True,), (1,)),
        ((1.0,), (1,)),
        ("1", 1),
        (b"1", "1"),
        ({"a": "b"}, {"b": "a"}),
        ((("a",), "b"), ("a", ("b",))),
        (frozenset({"a", "b"}), ("a", "b")),
        (None, ""),
        ((), ((),)),
    ],
)
def test_unlike_values_have_unlike_hashes(one: object, other: object) -> None:
    assert digest(one) != digest(other)


def test_what_cannot_be_hashed_is_no_hash_of_something_else() -> None:
    with pytest.raises(TypeError):
        digest(object())


class Caller:
    """What pickle would call."""

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return os.putenv, ("WAS_CALLED", "1")


class Opener:
    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return open, (os.devnull,)


class Evaluator:
    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return eval, ("1 + 1",)


class Roller:
    """A class of ours that is no record."""

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return SeededDice, (b"seed",)


@pytest.mark.parametrize("thing", [Caller(), Opener(), Evaluator(), Roller()])
def test_nothing_is_called_by_reading(thing: object) -> None:
    parcel = zlib.compress(pickle.dumps(thing))

    with pytest.raises(Unreadable):
        unpack(parcel)


@dataclass
class Elsewhere:
    """A record of another package."""


@pytest.mark.parametrize("what", [b"", b"no parcel", zlib.compress(b"no pickle"), pack(1)[:-4]])
def test_what_is_no_parcel_is_said_to_be_none(what: bytes) -> None:
    with pytest.raises(Unreadable):
        unpack(what)


def test_a_record_of_another_package_is_not_made() -> None:
    with pytest.raises(Unreadable):
        unpack(pack(Elsewhere()))


def test_a_parcel_that_swells_is_not_unpacked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parcels, "MOST_BYTES", 1000)

    with pytest.raises(Unreadable):
        unpack(pack(b"0" * 2000))
