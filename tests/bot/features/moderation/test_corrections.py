"""Rulings of a marshal, without Discord: the game stays one that can be played on to its end, in every
rulebook; nothing hidden is touched; players cannot take a ruling back; the dice still prove themselves."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime

import pytest

import scenarios
from bot.core.game import Game, lay
from bot.core.order_rules.undo_rules import undoable_entry
from bot.features.agreements.undo_by_consent import last_public_order
from bot.features.moderation import corrections as moderation_corrections
from bot.features.moderation import page as moderation_page
from bot.features.moderation import playability as moderation_playability
from bot.features.moderation.corrections import GAME, OUT, PLACE
from bot.features.moderation.service import moments
from bot.features.record import checks
from bot.features.record.recorded_game import log_of, record_of
from bot.i18n.catalogue import catalogue_for
from bot.i18n.names import Names
from engine import referee
from engine.commands import Done, Move
from engine.errors import Refused
from engine.events import Noted, Unmarked, Written
from engine.ledger import SeededDice
from engine.state import Mark
from engine.systems import ALL
from engine.systems.art_of_tactic.marks import HAS_KILL_ZONE, HIDDEN
from notation.record import read, write
from storage import Entry, from_json, to_json
from tests.bot.recorded_games import sources
from tests.bot.sample_games import game_after, new_game

AT = datetime(2026, 1, 1, tzinfo=UTC)
BATTLES = {"ormes": 40, "gue": 40, "kurokawa": 30, "puits": 40}
"""A battle for each rulebook, and the orders after which it is corrected."""
RULINGS = 12
MOST_ORDERS = 3000


def known(game: Game) -> Callable[[str], bool]:
    return moderation_page.knows(Names(catalogue_for(), game))


def some_correction(game: Game, chance: random.Random) -> tuple[str, str, str]:
    """Something that is offered to be set right, of any unit or of the game, to any value."""
    seen = game.seen("")
    about = chance.choice([*(u.id for u in moderation_corrections.units(seen)), GAME])
    what = chance.choice(moderation_corrections.kinds(seen, about, known(game)) or (PLACE,))
    values = moderation_corrections.values(seen, about, what) if about != GAME or what != PLACE else ()
    return about, what, chance.choice(values or ("",))


@pytest.mark.long
@pytest.mark.parametrize(("battle", "orders"), BATTLES.items())
def test_a_corrected_game_is_played_to_its_end_or_the_correction_is_refused(battle: str, orders: int) -> None:
    chance = random.Random(battle)
    game, _ = game_after(battle, orders)
    accepted = 0
    for _ in range(RULINGS):
        try:
            correction = moderation_corrections.correction(game, *some_correction(game, chance), known(game))
        except Refused:
            continue
        after = moderation_corrections.corrected(game, correction)
        if moderation_playability.playable(after, orders=3):
            game, accepted = after, accepted + 1

    end = moderation_playability.played(game, MOST_ORDERS)

    assert accepted >= 3
    assert end.result is not None


@pytest.mark.long
def test_the_four_rulebooks_have_words_for_whatever_can_be_set_right() -> None:
    for name in scenarios.all():
        names = Names(catalogue_for(), new_game(name))
        for about in (GAME, *(u.id for u in moderation_corrections.units(names.game))):
            for what in moderation_corrections.kinds(names.game, about, moderation_page.knows(names)):
                for value in moderation_corrections.values(names.game, about, what)[:30]:
                    assert moderation_page.how(names, about, what, value)
                    assert (
                        moderation_page.read_to(
                            names, about, what, moderation_page.how(names, about, what, value)
                        )
                        == value
                    )
    assert all(system.judge_markers <= system.marks for system in ALL)


def test_enemies_are_kept_apart_and_no_one_comes_back_without_strength() -> None:
    game = new_game("ormes")
    blue = next(u for u in game.state.units_on_map("blue") if u.kind == "infantry")
    orange = next(iter(game.state.units_on_map("orange")))
    dead = replace(blue, place="@eliminated", values={**blue.values, "cs": 0})
    fallen = replace(game, state=replace(game.state, units={**game.state.units, blue.id: dead}))

    def refused(at: Game, what: str, to: str) -> str:
        with pytest.raises(Refused) as caught:
            moderation_corrections.correction(at, blue.id, what, to, known(at))
        return caught.value.reason

    assert refused(game, PLACE, str(orange.hex)) == "ruling_enemies"
    assert refused(game, PLACE, "9999") == "no_such_hex"
    assert refused(game, "value:cs", "99") == "ruling_value"
    assert refused(game, "value:cs", "0") == "ruling_value"
    assert refused(fallen, PLACE, str(blue.hex)) == "ruling_weak"
    back = moderation_corrections.correction(fallen, blue.id, "value:cs", "2", known(fallen))
    assert moderation_corrections.corrected(fallen, back).state.units[blue.id]["cs"] == 2


def test_what_a_spectator_does_not_see_is_refused_as_if_it_were_not_there() -> None:
    game = new_game("vaux")
    hidden = [u for u in game.seen("").state.units.values() if u.place == "@hidden"]

    assert hidden
    for unit in hidden:
        with pytest.raises(Refused) as caught:
            moderation_corrections.correction(game, unit.id, PLACE, OUT, known(game))
        assert caught.value.reason == "ruling_hidden"


def test_where_a_hidden_unit_stands_is_not_told_by_another_refusal() -> None:
    game = new_game("vaux")
    unit = next(u for u in game.state.units.values() if u.place == "@setup" or u.side == "blue")
    stands = replace(
        game, state=replace(game.state, units={**game.state.units, unit.id: replace(unit, place="0708")})
    )

    for to in ("0708", "0709"):
        with pytest.raises(Refused) as caught:
            moderation_corrections.correction(stands, unit.id, PLACE, to, known(stands))
        assert caught.value.reason == "ruling_hidden", to


def test_what_was_ordered_in_secret_of_a_unit_goes_when_it_is_put_elsewhere() -> None:
    game = new_game("nonaka")
    unit = next(u for u in game.state.units_on_map("red") if u.kind == "infantry")
    written = replace(game.state, envelopes={"red": {unit.id: {"order": "rest"}}, "blue": {}})
    game = replace(game, state=written)
    correction = moderation_corrections.correction(game, unit.id, PLACE, OUT, known(game))

    assert moderation_corrections.corrected(game, correction).state.envelopes.get("red", {}) == {}
    assert all(event.only == "red" for event in correction.events if isinstance(event, Written))


def marked(game: Game, *marks: Mark) -> Game:
    return replace(game, state=replace(game.state, marks=game.state.marks | {*marks}))


def test_marks_that_only_one_side_knows_of_come_off_unseen_and_keep_no_unit_from_being_put_elsewhere() -> (
    None
):
    game = new_game("kurokawa")
    archer = next(u for u in game.state.units.values() if u["ammo"] and u.hex is not None)
    aims = marked(game, Mark(name=HAS_KILL_ZONE, on=archer.id))
    correction = moderation_corrections.correction(aims, archer.id, PLACE, OUT, known(aims))

    off = [event for event in correction.events if isinstance(event, Unmarked)]
    assert [(event.name, event.only) for event in off] == [(HAS_KILL_ZONE, archer.side)]


def test_no_refusal_tells_where_a_hidden_enemy_stands() -> None:
    game = new_game("nonaka")
    red = next(u for u in game.state.units_on_map("red") if u.kind == "infantry")
    blue = next(u for u in game.state.units_on_map("blue") if u.kind == "infantry")
    with pytest.raises(Refused, match="ruling_enemies"):
        moderation_corrections.correction(game, red.id, PLACE, str(blue.hex), known(game))
    hides = marked(game, Mark(name=HIDDEN, on=blue.id))

    assert (
        moderation_corrections.correction(hides, red.id, PLACE, str(blue.hex), known(hides)).now == blue.hex
    )


def test_ammunition_is_no_business_of_a_marshal() -> None:
    game = new_game("kurokawa")
    archer = next(u for u in game.state.units.values() if u["ammo"])

    assert "value:ammo" not in moderation_corrections.kinds(game.seen(""), archer.id, known(game))


# --- the log ---------------------------------------------------------------------------------------------


def logged() -> Game:
    """Ormes: Blue has moved, a marshal has corrected, and Blue is done with its phases."""
    game = new_game("ormes")
    record = replace(game.record, printed=game.scenario.printed, seed=b"seed", status="playing")
    dice = SeededDice(b"seed")
    start = referee.start(game.system, game.scenario, dice)
    game = lay(record, (Entry(seq=1, kind="start", who=1, events=start, at=AT),))
    moves = [o.command for o in referee.options(game.system, game.scenario, game.state, "blue")]
    game = ordered(game, next(c for c in moves if isinstance(c, Move)))
    unit = next(u for u in game.state.units_on_map("orange") if u.kind == "infantry")
    correction = moderation_corrections.correction(game, unit.id, "value:cs", "1", known(game))
    facts = moderation_page.facts(
        "corrected", "a slip", about=unit.id, what=correction.what, was=correction.was, now=correction.now
    )
    events = (Noted(kind="ruling", facts=facts), *correction.events)
    game = game.added(Entry(seq=game.last + 1, kind="ruling", who=9, events=events, at=AT))
    while "blue" in game.owing:
        game = ordered(game, Done())
    return game


def ordered(game: Game, command: Move | Done) -> Game:
    dice = SeededDice(b"seed")
    number = game.last + 1
    events = referee.play(
        game.system, game.scenario, game.state, "blue", command, dice, order=number, undo=game.dice_undone
    )
    entry = Entry(seq=number, kind="order", side="blue", who=1, command=command, events=events, at=AT)
    return game.added(entry)


def test_a_ruling_is_read_from_the_log_as_it_was_written_and_no_player_takes_it_back() -> None:
    game = logged()
    ruled = game.at(3)
    again = lay(
        game.record,
        [replace(e, events=tuple(from_json(to_json(x)) for x in e.events)) for e in game.entries],
    )  # type: ignore[misc]

    assert again.state == game.state
    assert undoable_entry(ruled, "blue", 1) == (None, "undo_after_ruling")
    assert last_public_order(ruled, ("blue",)) is None
    assert "CS" in moderation_page.line(Names(catalogue_for(), ruled), ruled.entries[-1])
    assert "a slip" in moderation_page.line(Names(catalogue_for("fr"), ruled), ruled.entries[-1])


def test_dice_prove_themselves_with_rulings_between_them() -> None:
    over = logged()
    over = replace(over, record=replace(over.record, status="over"))

    record = read(write(record_of(over, sources(over))).encode())

    log = log_of(record)
    assert checks.dice_faults(record, log) == ()
    assert checks.log_is_whole(record, log)
    assert [(e.kind, e.command, e.events) for e in log] == [
        (e.kind, e.command, e.events) for e in over.entries
    ]


def test_phases_to_roll_back_to_are_counted_by_what_everyone_knows() -> None:
    game = logged()

    phases = moments(game)

    assert [m.number for m in phases] == sorted((m.number for m in phases), reverse=True)
    assert phases[-1].seq == 1
    assert phases[-1].lost == sum(e.kind == "order" for e in game.entries)
    assert all(game.at(m.seq).state.phase == m.phase for m in phases)
