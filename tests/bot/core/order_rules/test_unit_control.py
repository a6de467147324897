"""Who commands which units of a shared side: a corps, or single units."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from bot.core.game import Game
from bot.core.order_rules import legal_orders, unit_control
from bot.features.leaders import options as leaders_options
from bot.features.team import service as team_service
from bot.i18n.catalogue import catalogue_for
from bot.i18n.names import Names
from engine import commands as co
from engine.errors import NotOnTable, NotYours
from engine.state import State
from storage import Seat
from tests.bot.sample_games import new_game

ANNA, BRUNO, CLARA = 1, 2, 3


def shared(name: str, side: str, of: Mapping[int, tuple[str, ...]]) -> Game:
    """A battle in which Anna and Clara play a side; each commands what is said."""
    game = new_game(name)
    mates = [Seat(side=side, user=u, name=str(u), corps=of.get(u, ())) for u in (ANNA, CLARA)]
    other = Seat(side=game.scenario.enemy(side), user=BRUNO, name="Bruno")
    return replace(game, record=replace(game.record, seats=(*mates, other)))


def test_the_units_of_a_side_are_those_of_the_table_and_before_it_those_printed() -> None:
    game = new_game("ormes")
    before, blue = replace(game, state=State()), [u for u in game.state.units.values() if u.side == "blue"]
    fewer = replace(game, state=replace(game.state, units={u.id: u for u in blue[:2]}))

    assert unit_control.members(game, "blue") == tuple(blue)
    assert unit_control.members(fewer, "blue") == tuple(blue[:2])
    assert unit_control.members(fewer, "orange") == ()
    printed = unit_control.members(before, "blue")
    assert printed == tuple(c for c in game.scenario.counters.values() if c.side == "blue")
    assert printed


NAMED: tuple[tuple[co.Command, tuple[str, ...]], ...] = (
    (co.Move(unit="u", path=("0101",)), ("u",)),
    (co.Step(unit="u", hex="0101"), ("u",)),
    (co.Attack(unit="u", target="e"), ("u",)),
    (co.Bombard(unit="u", target="e"), ("u",)),
    (co.Charge(unit="u", target="e"), ("u",)),
    (co.Place(unit="u", hex="0101"), ("u",)),
    (co.Unplace(unit="u"), ("u",)),
    (co.Write(unit="u", order={"order": "march"}), ("u",)),
    (co.Activate(chief="c"), ("c",)),
    (co.Lead(chief="c", units=("u", "v"), dice=2), ("c", "u", "v")),
    (co.Share(given={"u": (1,), "v": ()}), ("u",)),
    (co.Face(unit="u", facing={}), ("u",)),
    (co.Form(unit="u", formation="line"), ("u",)),
    (co.Volley(target="e", shooters=("u/left", "u/right", "v")), ("u", "v")),
)
WHOLE = "Release Rally Seal Unseal Answer Instruct Done Resign Draw Expired"
"""Orders that are the whole side's."""


def test_every_order_says_for_which_units_it_is() -> None:
    game = new_game("ormes")
    known = {type(command).__name__ for command, _ in NAMED} | {*WHOLE.split()}

    assert known == {kind.__name__ for kind in co.Command.__subclasses__()}
    for command, units in NAMED:
        assert tuple(filter(None, unit_control.ordered(game, command))) == units, command


def test_the_next_of_the_declared_melees_is_the_whole_sides_to_choose() -> None:
    game = new_game("puits")
    melee = replace(game, state=replace(game.state, phase="melee"))

    assert unit_control.ordered(melee, co.Attack(unit="line-1", target="lions")) == ()
    assert unit_control.ordered(melee, co.Write(unit="line-1", order={})) == ("line-1",), "this alone"


def test_a_unit_given_by_name_goes_before_its_corps_and_what_no_one_has_is_everybodys() -> None:
    game = shared("ormes", "blue", {ANNA: ("II",), CLARA: ("line-4",)})
    of = {id_: unit_control.commander(game, game.state.units[id_]) for id_ in ("drag-5", "line-4", "line-1")}

    assert {id_: seat.user if seat else None for id_, seat in of.items()} == {
        "drag-5": ANNA,
        "line-4": CLARA,
        "line-1": None,
    }
    assert unit_control.may(game, "uhlans", CLARA), "an enemy is nobody's mate"


def test_an_order_to_a_mates_unit_is_refused_but_for_the_referee() -> None:
    game = shared("ormes", "blue", {CLARA: ("II",)})
    order = co.Move(unit="drag-5", path=("1309",))

    with pytest.raises(NotYours) as refused:
        unit_control.check(game, "blue", order, ANNA)
    unit_control.check(game, "blue", order, CLARA)
    unit_control.check(game, "blue", order, None)

    assert refused.value.facts == {"unit": "drag-5", "mate": str(CLARA)}


@pytest.mark.parametrize(("side", "unit"), [("blue", "uhlans"), ("orange", "drag-5")])
def test_a_unit_of_the_enemy_is_no_mates_whoever_has_it_there(side: str, unit: str) -> None:
    game = shared("ormes", "blue" if side == "orange" else "orange", {CLARA: (unit,)})

    assert unit_control.barred(game, game.scenario.enemy(side), (unit,), ANNA) is not None
    assert unit_control.barred(game, side, (unit,), BRUNO) is None


def test_what_can_be_done_is_offered_to_each_for_his_own() -> None:
    game = shared("ormes", "blue", {CLARA: ("II",)})
    game = replace(game, state=replace(game.state, phase="movement"))

    able = {who: set(legal_orders.able(game.seen("blue", who), "blue")) for who in (ANNA, CLARA)}

    assert {game.state.units[id_].corps for id_ in able[ANNA]} == {"I"}
    assert {game.state.units[id_].corps for id_ in able[CLARA]} == {"I", "II"}
    assert team_service.left(game, "blue", ANNA) == {
        CLARA: tuple(i for i in able_in_order(game) if i not in able[ANNA])
    }
    assert team_service.left(game, "blue", CLARA) == {}


def able_in_order(game: Game) -> tuple[str, ...]:
    return legal_orders.able(game.seen("blue"), "blue")


def test_a_chief_leads_no_one_whom_a_mate_commands() -> None:
    game = shared("puits", "colonial", {CLARA: ("line-1", "gun")})
    state = replace(game.state, phase="command", player="colonial", active=frozenset({"colonial"}))
    seen = replace(game, state=state).seen("colonial", ANNA)

    in_reach = leaders_options.reach(seen, "colonial", "merlin")

    assert {"line-1", "gun"}.isdisjoint(in_reach.able)
    assert {in_reach.barred[id_].reason for id_ in ("line-1", "gun")} == {"mates_unit"}


def test_corps_arms_and_units_are_read_as_they_are_called() -> None:
    names = Names(catalogue_for("fr"), new_game("ormes"))
    colonial = Names(catalogue_for("en"), new_game("puits"))

    assert team_service.read(names, "blue", "corps ii, 1er de ligne") == ("II", "line-1")
    assert team_service.read(colonial, "colonial", "Infantry") == ("line-1", "line-2", "askari")
    with pytest.raises(NotOnTable):
        team_service.read(names, "blue", "III")
