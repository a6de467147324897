"""Art of Tactic as a whole: what must hold in every game played at random to its end.

SOAK=1 plays 400 games instead of 8 (LONG=1: 12).
"""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import scenarios
from engine import events as ev
from engine.commands import Command, Done, Place, Seal, Write
from engine.evolve import evolve
from engine.ledger import Ledger, SeededDice
from engine.referee import options, play, start
from engine.scenario import Scenario
from engine.state import Mark, State
from engine.systems import find
from engine.systems.art_of_tactic import SYSTEM, execution
from engine.systems.art_of_tactic.combat.facing import choose_enemies_to_face
from engine.systems.art_of_tactic.combat.melee import fight_melees
from engine.systems.art_of_tactic.combat.ranged_combat import fire_ranged_weapons
from engine.systems.art_of_tactic.marks import ALL, ENGAGED, FACES
from engine.systems.art_of_tactic.orders.special_orders import carry_out_special_orders
from engine.systems.art_of_tactic.unit_card import LEVELS
from tests.engine.art_of_tactic.fights import contact
from tests.engine.art_of_tactic.positions import plain, position, unit
from tests.long_forms import LONG, long_but

GAMES = 400 if os.environ.get("SOAK") == "1" else 12 if LONG else 8
BATTLES = ("takase", "kurokawa")
EAGER = {"assault": 6, "fire_ranged_weapons": 4, "move_and_fire": 3, "march": 2, "run": 2}  # else 1


@dataclass
class Game:
    """A game under way, every position of it checked."""

    scenario: Scenario
    chance: random.Random
    dice: SeededDice
    state: State = field(default_factory=State)
    keys: set[str] = field(default_factory=set)
    orders: int = 0

    def tell(self, events: Iterable[ev.Event]) -> None:
        for event in events:
            self.state = evolve(self.state, event)
            if isinstance(event, ev.Rolled):
                assert event.key not in self.keys, event.key
                self.keys.add(event.key)
            if isinstance(event, ev.Began):
                check(self.scenario, self.state)

    def give(self, side: str, command: Command) -> None:
        self.orders += 1
        self.tell(play(SYSTEM, self.scenario, self.state, side, command, self.dice, self.orders))

    def offered(self, side: str, unit_id: str, kind: type[Command]) -> list[Command]:
        offers = options(SYSTEM, self.scenario, self.state, side, unit_id)
        return [o.command for o in offers if isinstance(o.command, kind)]


def check(scn: Scenario, state: State) -> None:
    """What holds in every position between two stages."""
    standing = list(state.units_on_map())
    assert len({u.place for u in standing}) == len(standing)
    assert {m.name for m in state.marks} <= ALL
    for u in state.units.values():
        assert all(n >= 0 for n in u.values.values()), u
        assert bool(u["figures"]) or u.hex is None
        assert u["commander"] <= min(1, u["figures"])
        assert u["honor"] <= 1
        assert u["morale"] < len(scn.chart("morale"))
        assert u["ammo"] <= u.printed["ammo"]
    for mark in state.marks:
        if mark.name == ENGAGED:
            assert state.marked(mark.to, ENGAGED, mark.on)
            assert scn.grid.distance(state.units[mark.on].place, state.units[mark.to].place) >= 1
    if state.phase == "planning":
        check_melees(scn, state)


def check_melees(scn: Scenario, state: State) -> None:
    """Between turns every unit in melee stands next to its enemies and faces one of them."""
    for u in state.units_on_map():
        enemies, facing = state.targets_of_mark(u.id, ENGAGED), state.targets_of_mark(u.id, FACES)
        assert all(scn.grid.adjacent(u.place, state.units[id_].place) for id_ in enemies)
        assert facing <= enemies
        assert len(facing) == bool(enemies)


def choose(game: Game, side: str, offered: Sequence[Command]) -> Write:
    """An order out of those offered: the eager kinds more often, mostly towards the enemy."""
    words = [o for o in offered if isinstance(o, Write) and o.order]
    kinds = sorted({o.order["order"] for o in words})
    kind = game.chance.choices(kinds, [EAGER.get(k, 1) for k in kinds])[0]
    mine = [o for o in words if o.order["order"] == kind]
    foes = [u.place for u in game.state.units_on_map(game.scenario.enemy(side))]

    def away(o: Write) -> int:
        path = o.order.get("path", "").split()
        return min((game.scenario.grid.distance(path[-1], foe) for foe in foes), default=0) if path else 0

    if game.chance.random() < 0.7:
        nearest = min(map(away, mine))
        mine = [o for o in mine if away(o) == nearest]
    return game.chance.choice(mine)


def turned_round(state: State) -> State:
    """The same position with its units named in the opposite order."""
    return replace(state, units=dict(reversed(state.units.items())))


@pytest.mark.parametrize("seed", long_but([0, 7], range(GAMES)))
def test_random_games_go_to_their_end_AT_GEN_02(seed: int) -> None:
    scn = scenarios.load(BATTLES[seed % 2])
    scn = replace(scn, options={**scn.options, "level": LEVELS[seed // 2 % 4]})
    game = Game(scenario=scn, chance=random.Random(seed), dice=SeededDice(bytes([seed % 251])))
    assert find(scn.system) is SYSTEM
    game.tell(start(SYSTEM, scn, game.dice))
    while game.state.phase == "setup":
        side = min(game.state.active)
        for u in [u for u in game.state.units.values() if u.side == side]:
            game.give(side, game.chance.choice(game.offered(side, u.id, Place)))
        game.give(side, Done())
    while game.state.result is None:
        side = min(game.state.active)
        for u in list(game.state.units_on_map(side)):
            offered = [o for o in game.offered(side, u.id, Write) if isinstance(o, Write) and o.order]
            if offered and game.chance.random() < 0.95:
                game.give(side, choose(game, side, offered))
        other = play(SYSTEM, scn, turned_round(game.state), side, Seal(), game.dice, game.orders + 1)
        before = game.state
        game.give(side, Seal())
        assert replayed(turned_round(before), other) == plainly(game.state)

    assert game.state.turn <= scn.turns


def plainly(state: State) -> tuple[object, ...]:
    return dict(state.units), state.marks, dict(state.orders), state.result, state.turn, state.phase


def replayed(state: State, events: Iterable[ev.Event]) -> tuple[object, ...]:
    for event in events:
        state = evolve(state, event)
    return plainly(state)


# --- any melee ----------------------------------------------------------------------------------------------

CARDS = ("ashigaru_yari", "ashigaru_archers", "monks", "mounted_samurai", "ninja", "general_staff")
ORDERS = ("rest", "assault", "run", "defend", "all_around_defense", "ambush", "march", "fire_and_retreat")


@st.composite
def melees(draw: st.DrawFn) -> tuple[Scenario, State]:
    """Up to nine units on a small field, adjacent enemies in contact."""
    scn = plain(columns=4, rows=4, level=draw(st.sampled_from(LEVELS)))
    places = draw(st.lists(st.sampled_from(sorted(scn.grid)), min_size=2, max_size=9, unique=True))
    units = []
    for n, place in enumerate(places):
        units.append(
            unit(
                f"u{n}",
                ("red", "blue")[n % 2],
                place,
                card=draw(st.sampled_from(CARDS[: -1 if n > 1 else None])),
                way=draw(st.sampled_from(scn.grid.directions)),
                morale=draw(st.integers(0, 3)),
                honor=draw(st.integers(0, 1)),
                fatigue=draw(st.integers(0, 7)),
            )
        )
    forced = {2: "flee", 3: "panic"}
    orders = {
        u.id: {
            "order": forced.get(u["morale"]) or draw(st.sampled_from(ORDERS)),
            "facing": scn.grid.directions[u.facing["unit"]],
        }
        for u in units
    }
    met = [
        mark
        for a in units
        for b in units
        if a.side < b.side and scn.grid.adjacent(a.place, b.place)
        for mark in contact(a.id, b.id)
    ]
    locked = draw(st.sets(st.sampled_from([u.id for u in units])))
    return scn, position(
        units, orders, [*met, *(Mark(name="locked", on=id_) for id_ in locked)], phase="melee"
    )


def _fought(scn: Scenario, state: State) -> Ledger:
    ledger = Ledger(state, SeededDice(b"melee"))
    choose_enemies_to_face(scn, ledger)
    carry_out_special_orders(scn, ledger)
    execution.melee_combat(scn, ledger)
    execution.retreat_orders(scn, ledger)
    execution.turn_end(scn, ledger)
    return ledger


@pytest.mark.long
@given(position=melees())
@settings(max_examples=150)
def test_any_melee_leaves_a_valid_position_in_any_order_of_units_AT_GEN_07(
    position: tuple[Scenario, State],
) -> None:
    scn, state = position

    ledger = _fought(scn, state)

    check(scn, ledger.state)
    check_melees(scn, ledger.state)
    assert plainly(_fought(scn, turned_round(state)).state) == plainly(ledger.state)


@pytest.mark.long
@given(position=melees())
@settings(max_examples=100)
def test_every_engaged_unit_attacks_once_the_unit_it_faces_AT_MEL_21(
    position: tuple[Scenario, State],
) -> None:
    scn, state = position
    ledger = Ledger(state, SeededDice(b"melee"))
    choose_enemies_to_face(scn, ledger)
    chosen = {u.id: ledger.state.targets_of_mark(u.id, FACES) for u in state.units_on_map()}

    fight_melees(scn, ledger)

    attacks = [e for e in ledger.events if isinstance(e, ev.Noted) and e.kind == "melee"]
    assert max(Counter(e.facts["unit"] for e in attacks).values(), default=1) == 1
    assert all(chosen[str(e.facts["unit"])] == {e.facts["target"]} for e in attacks)


def test_simultaneous_fire_does_not_depend_on_the_order_of_units_AT_RNG_02() -> None:
    scn = plain(level="intermediate")
    units = [
        unit(f"{side[0]}{n}", side, f"{10 + 3 * (side == 'blue')}{10 + n}", card="ashigaru_arquebus")
        for side in ("red", "blue")
        for n in range(4)
    ]
    orders = {
        u.id: {"order": "fire_ranged_weapons", "target": ("b" if u.side == "red" else "r") + "01"[i % 2]}
        for i, u in enumerate(units)
    }
    state = position(units, orders, phase="ranged")
    one, two = (Ledger(s, SeededDice(b"volley")) for s in (state, turned_round(state)))

    fire_ranged_weapons(scn, one)
    fire_ranged_weapons(scn, two)

    assert plainly(one.state) == plainly(two.state)
