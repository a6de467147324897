"""Rulings of a marshal, without Discord: the table stays one that can be played on to its end, in every
rulebook; nothing hidden is touched; players cannot take a ruling back; the dice still prove themselves."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime

import pytest

import scenarios
from bot import correcting, proof, record, trial
from bot.correcting import GAME, OUT, PLACE
from bot.marshal import moments
from bot.say import marshal as saying
from bot.say.names import Names
from bot.table import Table, lay
from bot.taking_back import wanted
from bot.words import speak
from engine import referee
from engine.commands import Done, Move
from engine.errors import Refused
from engine.events import Noted
from engine.ledger import SeededDice
from engine.systems import ALL
from storage import Entry, from_json, to_json
from tests.bot.tables import laid, played

AT = datetime(2026, 1, 1, tzinfo=UTC)
BATTLES = {"ormes": 40, "gue": 40, "kurokawa": 30, "puits": 40}
"""A battle for each rulebook, and the orders after which it is corrected."""
RULINGS = 12
MOST_ORDERS = 3000


def known(table: Table) -> Callable[[str], bool]:
    return saying.knows(Names(speak(), table))


def some_correction(table: Table, chance: random.Random) -> tuple[str, str, str]:
    """Something that is offered to be set right, of any unit or of the game, to any value."""
    seen = table.seen("")
    about = chance.choice([*(u.id for u in correcting.units(seen)), GAME])
    what = chance.choice(correcting.kinds(seen, about, known(table)) or (PLACE,))
    values = correcting.values(seen, about, what) if about != GAME or what != PLACE else ()
    return about, what, chance.choice(values or ("",))


@pytest.mark.parametrize(("battle", "orders"), BATTLES.items())
def test_a_table_set_right_anyhow_is_played_to_its_end_or_the_ruling_was_refused(
    battle: str, orders: int
) -> None:
    chance = random.Random(battle)
    table, _ = played(battle, orders)
    accepted = 0
    for _ in range(RULINGS):
        try:
            found = correcting.correction(table, *some_correction(table, chance), known(table))
        except Refused:
            continue
        after = correcting.corrected(table, found)
        if trial.playable(after, orders=3):
            table, accepted = after, accepted + 1

    end = trial.played(table, MOST_ORDERS)

    assert accepted >= 3
    assert end.result is not None


def test_the_four_rulebooks_have_words_for_whatever_can_be_set_right() -> None:
    for name in scenarios.all():
        names = Names(speak(), laid(name))
        for about in (GAME, *(u.id for u in correcting.units(names.table))):
            for what in correcting.kinds(names.table, about, saying.knows(names)):
                for value in correcting.values(names.table, about, what)[:30]:
                    assert saying.how(names, about, what, value)
                    assert saying.read_to(names, about, what, saying.how(names, about, what, value)) == value
    assert all(system.markers <= system.marks for system in ALL)


def test_enemies_are_kept_apart_and_nobody_comes_back_without_strength() -> None:
    table = laid("ormes")
    blue = next(u for u in table.state.fielded("blue") if u.kind == "infantry")
    orange = next(iter(table.state.fielded("orange")))
    dead = replace(blue, place="@eliminated", values={**blue.values, "cs": 0})
    fallen = replace(table, state=replace(table.state, units={**table.state.units, blue.id: dead}))

    def refused(at: Table, what: str, to: str) -> str:
        with pytest.raises(Refused) as caught:
            correcting.correction(at, blue.id, what, to, known(at))
        return caught.value.reason

    assert refused(table, PLACE, str(orange.hex)) == "ruling_enemies"
    assert refused(table, PLACE, "9999") == "no_such_hex"
    assert refused(table, "value:cs", "99") == "ruling_value"
    assert refused(table, "value:cs", "0") == "ruling_value"
    assert refused(fallen, PLACE, str(blue.hex)) == "ruling_weak"
    back = correcting.correction(fallen, blue.id, "value:cs", "2", known(fallen))
    assert correcting.corrected(fallen, back).state.units[blue.id]["cs"] == 2


def test_what_a_spectator_does_not_see_is_refused_as_if_it_were_not_there() -> None:
    table = laid("vaux")
    hidden = [u for u in table.seen("").state.units.values() if u.place == "@hidden"]

    assert hidden
    for unit in hidden:
        with pytest.raises(Refused) as caught:
            correcting.correction(table, unit.id, PLACE, OUT, known(table))
        assert caught.value.reason == "ruling_hidden"


def test_ammunition_is_no_business_of_a_marshal() -> None:
    table = laid("kurokawa")
    archer = next(u for u in table.state.units.values() if u["ammo"])

    assert "value:ammo" not in correcting.kinds(table.seen(""), archer.id, known(table))


# --- the log ---------------------------------------------------------------------------------------------


def logged() -> Table:
    """Ormes: Blue has moved, a marshal has corrected, and Blue is done with its phases."""
    table = laid("ormes")
    game = replace(table.game, printed=table.scenario.printed, seed=b"seed", status="playing")
    dice = SeededDice(b"seed")
    start = referee.start(table.system, table.scenario, dice)
    table = lay(game, (Entry(seq=1, kind="start", who=1, events=start, at=AT),))
    moves = [o.command for o in referee.options(table.system, table.scenario, table.state, "blue")]
    table = ordered(table, next(c for c in moves if isinstance(c, Move)))
    unit = next(u for u in table.state.fielded("orange") if u.kind == "infantry")
    found = correcting.correction(table, unit.id, "value:cs", "1", known(table))
    facts = saying.facts("corrected", "a slip", about=unit.id, what=found.what, was=found.was, now=found.now)
    events = (Noted(kind="ruling", facts=facts), *found.events)
    table = table.added(Entry(seq=table.last + 1, kind="ruling", who=9, events=events, at=AT))
    while "blue" in table.owing:
        table = ordered(table, Done())
    return table


def ordered(table: Table, command: Move | Done) -> Table:
    dice = SeededDice(b"seed")
    number = table.last + 1
    events = referee.play(
        table.system, table.scenario, table.state, "blue", command, dice, order=number, undo=table.dice_undone
    )
    entry = Entry(seq=number, kind="order", side="blue", who=1, command=command, events=events, at=AT)
    return table.added(entry)


def test_a_ruling_is_read_from_the_log_as_it_was_written_and_no_player_takes_it_back() -> None:
    table = logged()
    ruled = table.at(3)
    again = lay(
        table.game, [replace(e, events=tuple(from_json(to_json(x)) for x in e.events)) for e in table.entries]
    )  # type: ignore[misc]

    assert again.state == table.state
    assert ruled.takes_back("blue", 1) == (None, "undo_after_ruling")
    assert wanted(ruled, ("blue",)) is None
    assert "CS" in saying.line(Names(speak(), ruled), ruled.entries[-1])
    assert "a slip" in saying.line(Names(speak("fr"), ruled), ruled.entries[-1])


def test_dice_prove_themselves_with_rulings_between_them() -> None:
    over = logged()
    over = replace(over, game=replace(over.game, status="over"))

    written = record.text(over)

    assert proof.faults(proof.read(record.dice_in(written))) == ()


def test_phases_to_roll_back_to_are_counted_by_what_everybody_knows() -> None:
    table = logged()

    found = moments(table)

    assert [m.number for m in found] == sorted((m.number for m in found), reverse=True)
    assert found[-1].seq == 1
    assert found[-1].lost == sum(e.kind == "order" for e in table.entries)
    assert all(table.at(m.seq).state.phase == m.phase for m in found)
