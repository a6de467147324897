"""Twin games that differ only in what one side does while its units are hidden: the other side can tell them
apart by nothing, neither what it sees nor what it is offered nor why it is refused (MP-SET-6, C-13; C-15)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from engine import referee
from engine.commands import Attack, Bombard, Charge, Command, Done, Move, Place, Step, Unplace
from engine.errors import Refused
from engine.events import Event
from engine.evolve import replay
from engine.ledger import SeededDice
from engine.scenario import Scenario
from engine.state import State
from engine.system import System
from engine.systems import find
from engine.view import look
from engine.view.front_line import with_front_line
from notation.scripts.runner import run

DICE = SeededDice(b"mist")
BOTH = pytest.mark.parametrize("system", ["morne_plaine", "pousse_pion"])

APART = {"options": {"setup": "free", "setup_only_first_turn": "no"}, "zones": ("0101-0301", "1414-1515")}
"""The first turn is played, by units that cannot meet."""
TOUCHING = {"options": {"setup": "free"}, "zones": ("0101-0904", "0105-0909")}
"""The first turn is for set-up alone, next to the enemy."""
OVERLAPPING = {"options": {"setup": "free"}, "zones": ("0101-0905", "0105-0909")}


def battle(system: str, how: dict[str, Any]) -> Scenario:
    """A battle of infantry, a gun and a leader a side, with an objective near each of the set-up zones."""
    leader = "general" if system == "pousse_pion" else "leader"
    one_side = {"1": "off_map", "2": "off_map artillery", "3": f"off_map {leader}"}
    page = {
        "system": system,
        "columns": "15",
        "rows": "15",
        "options": how["options"],
        "zones": dict(zip(("blue", "orange"), how["zones"], strict=True)),
        "terrain": {"woods": "0302 0707"},
        "objectives": {
            "mill": {"hexes": "0102", "scored": "passing", "owner": "orange"},
            "hill": {"hexes": "0203", "scored": "passing"},
        },
        "place": {f"{side}{n}": words for side in "bo" for n, words in one_side.items()},
        "phase": "setup",
        "orders": [],
    }
    return run(page).position.scenario


FAR = (Place(unit="b1", hex="0101"), Place(unit="b2", hex="0201"), Place(unit="b3", hex="0301"), Done())
OTHER = (
    *(Place(unit="b1", hex="0301"), Place(unit="b3", hex="0201"), Place(unit="b2", hex="0201")),
    *(Place(unit="b3", hex="0101"), Place(unit="b2", hex="0201"), Done()),
)
NEAR = (Place(unit="b1", hex="0404"), Place(unit="b2", hex="0504"), Place(unit="b3", hex="0604"), Done())
MARCH = (Move(unit="b1", path=("0202", "0203")), Move(unit="b3", path=("0102",)), Done())
STAY = (Done(),)


class Game:
    """A game in which orders that are refused change nothing, and all that orange was told."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.system: System = find(scenario.system)
        events = referee.start(self.system, scenario, DICE)
        self.state: State = replay(State(), events)
        self.told: list[Event] = list(events)

    def play(self, side: str, *orders: Command) -> None:
        """Give orders; while it owes a decision, no side is passed over."""
        for order in orders:
            try:
                events = referee.play(self.system, self.scenario, self.state, side, order, DICE)
            except Refused:
                continue
            self.state = replay(self.state, events)
            self.told += [event for event in events if event.only in ("", "orange")]

    def end_turn_of(self, side: str) -> None:
        """End every phase that is left to a side."""
        while self.state.player == side and self.state.turn == 1:
            self.play(side, Done())

    def seen(self) -> dict[str, Any]:
        """All that orange and a spectator can know now."""
        view = self.system.as_seen_by(self.scenario, self.state, "orange")
        stands = self.system.as_seen_by(self.scenario, self.state, "")
        return {
            "orange": view,
            "spectator": stands,
            "owners": self.system.display.objective_owners(self.scenario, view),
            "scores": self.system.display.scores(self.scenario, view),
            "offers": referee.options(self.system, self.scenario, self.state, "orange"),
            "answers": [self._answer(order) for order in every_order(self.scenario, view)],
            "told": self.told,
            "fronts": [
                with_front_line(look(self.system, self.scenario, self.state, side)).front
                for side in ("orange", "")
            ],
        }

    def _answer(self, order: Command) -> object:
        try:
            events = referee.play(self.system, self.scenario, self.state, "orange", order, DICE)
        except Refused as refused:
            return type(refused), refused.rule, refused.reason, dict(refused.facts)
        return events


def every_order(scenario: Scenario, view: State) -> Iterator[Command]:
    """Every order of one word that orange could think of, for any unit and any hex."""
    for unit in view.units:
        yield Unplace(unit=unit)
        for hex_ in scenario.grid:
            yield Place(unit=unit, hex=hex_)
            yield Step(unit=unit, hex=hex_)
            yield Move(unit=unit, path=(hex_,))
        for target in view.units:
            yield from (kind(unit=unit, target=target) for kind in (Attack, Bombard, Charge))


def twins(scenario: Scenario, *plays: tuple[Command, ...]) -> list[list[dict[str, Any]]]:
    """What orange can know of games that blue plays differently: when blue is done, when orange has set up,
    and when orange moves."""
    seen: list[list[dict[str, Any]]] = []
    for orders in plays:
        game = Game(scenario)
        game.play("blue", *orders)
        game.end_turn_of("blue")
        assert game.state.player == "orange"
        moments = [game.seen()]
        places = sorted(scenario.zones["orange"])
        game.play("orange", *(Place(unit=f"o{n}", hex=places[n]) for n in (1, 2, 3)))
        moments.append(game.seen())
        if game.scenario.option("setup_only_first_turn") == "no":
            game.play("orange", Done())
            assert game.state.phase == "movement", "no phase opens that would tell that enemies are near"
            moments.append(game.seen())
        seen.append(moments)
    return seen


@BOTH
def test_where_the_first_turn_is_played_twins_are_alike(system: str) -> None:
    scenario = battle(system, APART)
    assert find(system).battle_fault(scenario) == ""

    first, second = twins(scenario, (*FAR, *STAY), (*OTHER, *MARCH))

    assert len(first) == 3
    for one, other in zip(first, second, strict=True):
        assert one == other


@BOTH
def test_where_zones_touch_twins_are_alike(system: str) -> None:
    scenario = battle(system, TOUCHING)
    assert find(system).battle_fault(scenario) == ""

    first, second = twins(scenario, FAR, NEAR)

    for one, other in zip(first, second, strict=True):
        assert one == other


@BOTH
def test_where_zones_overlap_there_is_no_battle(system: str) -> None:
    with pytest.raises(Exception, match="is in the set-up zones of both sides"):
        battle(system, OVERLAPPING)


@BOTH
def test_the_twins_do_differ(system: str) -> None:
    games = []
    for orders in ((*FAR, *STAY), (*OTHER, *MARCH)):
        game = Game(battle(system, APART))
        game.play("blue", *orders)
        game.end_turn_of("blue")
        games.append(game)
    first, second = (game.state for game in games)

    assert (first.units["b1"].hex, second.units["b1"].hex) == ("0101", "0203")
    assert first.units["b1"]["mp"] > second.units["b1"]["mp"]
    assert (first.targets_of_mark("hill", "owns"), second.targets_of_mark("hill", "owns")) == (
        set(),
        {"blue"},
    )
