"""The table of a what-if: made of what its owner may know, with dice that are none of the game's."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import UTC, datetime

import pytest

import opponent
from bot.table import Table
from bot.whatif import copy
from engine import referee
from engine.commands import Command, Resign, Seal, Write
from engine.errors import IllegalOrder, Refused
from engine.events import Noted, Rolled
from engine.evolve import replay
from engine.ledger import SeededDice
from engine.state import State
from storage import Entry, WhatIf
from tests.bot.tables import laid

NOON = datetime(2026, 1, 1, tzinfo=UTC)
ANNA = 7
BATTLES = ("ormes", "vaux", "plateau", "takase", "kurokawa", "colonne")


def started(name: str, seed: bytes = b"real") -> Table:
    """A battle at its beginning, with its log."""
    table = laid(name)
    events = referee.start(table.system, table.scenario, SeededDice(seed))
    start = Entry(seq=1, kind="start", events=events, at=NOON)
    return replace(table, entries=(start,), state=replay(State(), events))


def with_order(table: Table, side: str, command: object, dice: object) -> Table:
    events = referee.play(
        table.system, table.scenario, table.state, side, command, dice, order=table.last + 1
    )
    entry = Entry(seq=table.last + 1, kind="order", side=side, command=command, events=events, at=NOON)
    return table.added(entry)


def played(name: str, orders: int) -> Table:
    """A battle after so many orders of two sparring partners."""
    table, dice = started(name), SeededDice(b"real")
    for _ in range(orders):
        if not table.owing or table.state.result is not None:
            break
        side = table.owing[0]
        table = with_order(table, side, advised(table, side), dice)
    return table


def advised(table: Table, side: str) -> Command:
    return opponent.choose(table.system, table.scenario, table.state, side)


def kept(table: Table, side: str, seed: bytes = b"what if") -> WhatIf:
    return WhatIf(game=1, user=ANNA, channel=1, side=side, after=table.last, seed=seed)


@pytest.mark.parametrize("name", BATTLES)
def test_anything_legal_can_be_tried_on_a_copy_without_it_breaking(name: str) -> None:
    chance = random.Random(name)
    for orders in (0, 30):
        real = played(name, orders)
        for viewer in (*real.scenario.side_ids, ""):
            what = kept(real, viewer)
            table = copy.lay(real, what, "Anna")
            for _ in range(40):
                if table.state.result is not None or not table.owing:
                    break
                side = table.side_for(ANNA)
                seen = table.seen(side)
                unit = chance.choice(["", *(u.id for u in seen.state.fielded(side))])
                found = referee.options(seen.system, seen.scenario, seen.state, side, unit)
                commands = [o.command for o in found] or [advised(seen, side)]
                command = chance.choice(commands)
                try:
                    table = with_order(table, side, command, copy.dice(what, table.last + 1))
                except Refused:
                    continue
            assert table.last > 1 or not table.owing


def test_the_copy_of_two_games_that_differ_in_secrets_is_the_same_AT_ORD_03() -> None:
    real = started("kurokawa")
    red, blue = real.scenario.side_ids
    dice = SeededDice(b"real")
    some = with_order(real, red, Write(unit="yari-1", order={"order": "defend", "facing": "NE"}), dice)
    other = with_order(real, red, Write(unit="nagi-1", order={"order": "rest"}), dice)
    other = with_order(other, red, Write(unit="yari-1", order={"order": "rest"}), dice)

    for viewer in (blue, ""):
        first, second = (copy.lay(t, kept(t, viewer), "Anna") for t in (some, other))

        assert first.state == second.state == copy.lay(real, kept(real, viewer), "Anna").state
        assert first.entries == second.entries
        assert first.bases == second.bases
        assert first.game == second.game
        assert not copy.outdated(some, kept(real, viewer)), "not even that Red has written may be seen"
    assert copy.lay(some, kept(some, red), "Anna").state.envelopes[red]


def test_neither_seed_nor_log_of_the_game_are_in_a_copy() -> None:
    real = played("ormes", 60)
    real = replace(real, game=replace(real.game, seed=b"the secret seed", salts=("a",)))

    table = copy.lay(real, kept(real, "blue"), "Anna")

    assert b"secret" not in repr(table.game).encode()
    assert table.game.salts == ()
    assert [e.kind for e in table.entries] == ["start"]
    assert not any(isinstance(e, (Rolled, Noted)) for e in table.entries[0].events)


def test_what_is_unknown_counts_as_printed() -> None:
    real = started("kurokawa")
    red, blue = real.scenario.side_ids
    archers = next(u for u in real.state.units.values() if u.side == red and u["ammo"])
    assert "ammo" not in real.seen(blue).state.units[archers.id].values

    copied = copy.lay(real, kept(real, blue), "Anna").state.units[archers.id]

    assert copied["ammo"] == archers.printed["ammo"]


def test_an_order_given_again_rolls_anew() -> None:
    real = started("ormes")
    what = kept(real, "blue")

    faces = {copy.dice(what, order).draw("1/1/1", 1000) for order in range(2, 30)}

    assert len(faces) > 20


def test_dice_that_were_laid_fall_first_and_only_faces_there_are() -> None:
    what = replace(kept(started("ormes"), "blue"), faces=(3, 9))
    dice = copy.dice(what, 2)

    assert dice.draw("1/1/1", 6) == 3
    with pytest.raises(IllegalOrder):
        dice.draw("1/2/1", 6)
    assert dice.draw("1/2/1", 10) == 9
    assert dice.used == 2
    assert 1 <= dice.draw("1/3/1", 6) <= 6


def entry(*events: object, command: object = None, side: str = "blue", struck: int | None = None) -> Entry:
    return Entry(  # type: ignore[arg-type]
        seq=2, kind="order", side=side, command=command, events=events, at=NOON, struck=struck
    )


def rolled(face: int, key: str = "2/1", only: str = "") -> Rolled:
    return Rolled(purpose="combat", key=key, sides=6, dice=(face,), only=only)


def test_an_order_has_turned_out_otherwise_when_its_side_can_tell() -> None:
    said = Noted(kind="attack", facts={"unit": "line-1"})

    assert copy.differs(entry(rolled(3), said), entry(rolled(3, key="9/1"), said)) == ""
    assert copy.differs(entry(rolled(3)), entry(rolled(4))) == "dice"
    assert copy.differs(entry(rolled(3)), entry(rolled(3), said)) == "otherwise"
    assert copy.differs(entry(rolled(3)), entry(rolled(3), rolled(5, only="orange"))) == ""


def test_only_living_orders_of_ones_own_side_are_sent_and_no_surrender() -> None:
    seal = entry(command=Seal())
    what = replace(
        kept(started("kurokawa"), "blue"),
        entries=(
            seal,
            entry(command=Seal(), side="red"),
            entry(command=Seal(), struck=9),
            entry(command=Resign()),
        ),
    )

    assert copy.orders(what, ("blue",)) == (seal,)
    assert copy.orders(what, ()) == ()
