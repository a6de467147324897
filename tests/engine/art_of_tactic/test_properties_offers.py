"""Planning in Art of Tactic: an order is accepted exactly when it is offered, on tiny maps of everything."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from itertools import product

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.commands import Command, Done, Place, Seal, Unseal, Write
from engine.errors import Refused
from engine.hexes import Hex
from engine.ledger import SeededDice
from engine.referee import options, play
from engine.scenario import Scenario
from engine.state import Mark, State, Unit
from engine.systems.art_of_tactic import SYSTEM
from tests.engine.art_of_tactic.positions import plain, position, unit

COLUMNS, ROWS = 4, 2
HEXES = [f"{c:02d}{r:02d}" for r in range(1, ROWS + 1) for c in range(1, COLUMNS + 1)]
GROUNDS = ("plains", "light_woods", "heavy_woods", "rice_fields", "village", "river", "ford", "rocky_ground")
CARDS = ("ashigaru_yari", "ashigaru_archers", "mounted_samurai_archers", "mounted_samurai", "ninja")
DICE = SeededDice(b"agreement")
EXAMPLES = 200 if os.environ.get("SOAK") == "1" else 8
SAYS = {  # the words of every order, written down a second time
    "march": ("path",),
    "run": ("path",),
    "assault": ("path", "target"),
    "move_and_fire": ("path", "target"),
    "retreat": ("path",),
    "defend": ("facing",),
    "fire_and_retreat": ("facing", "path"),
    "ambush": ("facing",),
    "fire_ranged_weapons": ("target",),
    "reconnaissance": ("target",),
    "join_up": ("with",),
    "all_around_defense": (),
    "receive_supplies": (),
    "rest": (),
    "flee": (),
    "pursue": (),
    "dance": (),
}


@st.composite
def positions(draw: st.DrawFn) -> tuple[Scenario, State]:
    """A tiny map in planning: a few units of any card, some led, tired, shaken, engaged or in ambush."""
    ground = draw(st.dictionaries(st.sampled_from(HEXES), st.sampled_from(GROUNDS), max_size=4))
    levels = draw(st.dictionaries(st.sampled_from(HEXES), st.integers(1, 3), max_size=2))
    scn = plain(COLUMNS, ROWS, levels, ground, level="expert")
    places = draw(st.lists(st.sampled_from(HEXES), min_size=4, max_size=4, unique=True))
    names = ("R1", "R2", "B1", "B2")
    units = {n: _unit(draw, n, place) for n, place in zip(names, places, strict=True)}
    red, blue = draw(st.sampled_from(["R1", "R2"])), draw(st.sampled_from(["B1", "B2"]))
    near = scn.grid.adjacent(units[red].place, units[blue].place)
    marks = [Mark(name="engaged", on=a, to=b) for a, b in ((red, blue), (blue, red)) if near]
    hidden = draw(st.sampled_from([*names, ""]))
    marks += [Mark(name="hidden", on=hidden)] if hidden and hidden not in (red, blue) else []
    written = {"R1": {"order": "rest"}} if draw(st.booleans()) else {}
    state = position(units.values(), {}, marks, "planning")
    return scn, replace(state, active=frozenset({"red", "blue"}), envelopes={"red": written})


def _unit(draw: st.DrawFn, name: str, place: Hex) -> Unit:
    values = {
        "commander": draw(st.integers(0, 1)),
        "figures": draw(st.sampled_from([2, 6])),
        "fatigue": draw(st.sampled_from([0, 0, 4, 6])),
        "morale": draw(st.sampled_from([0, 0, 0, 1, 2])),
    }
    side = "red" if name.startswith("R") else "blue"
    made = unit(name, side, place, card=draw(st.sampled_from(CARDS)), **values)
    return replace(made, values={**made.values, "ammo": draw(st.integers(0, 1)) * made["ammo"]})


def walks(scn: Scenario, here: Hex, most: int) -> Iterator[str]:
    """Every walk of neighbours up to that length, and a leap."""
    edge: list[tuple[Hex, ...]] = [()]
    for _ in range(most):
        edge = [(*w, h) for w in edge for h in scn.grid.neighbours(w[-1] if w else here).values()]
        yield from (" ".join(w) for w in edge)
    yield from (h for h in scn.grid if not scn.grid.adjacent(here, h))


def every_command(scn: Scenario, state: State, unit_id: str) -> Iterator[Command]:
    """Every imaginable order for a unit, maximum ranges at their greatest, no preferred targets."""
    own = state.units[unit_id]
    most = 5 if own.kind == "cavalry" else 3
    choices = {
        "path": [*walks(scn, own.place, most)],
        "facing": [*scn.grid.directions, "N"],
        "target": [*state.units],
        "with": [*state.units],
    }
    yield Write(unit=unit_id, order={})
    for order, words in SAYS.items():
        aim = {"max_range": str(own["range"])} if own["firepower"] else {}
        extra = aim if order in ("defend", "fire_and_retreat") else {}
        for chosen in product(*(choices[word] for word in words)):
            said = dict(zip(words, chosen, strict=True))
            yield Write(unit=unit_id, order={"order": order, **said, **extra})
    yield Write(unit=unit_id, order={"order": "reconnaissance"})


def accepted(scn: Scenario, state: State, command: Command) -> bool:
    try:
        play(SYSTEM, scn, state, "red", command, DICE)
    except Refused:
        return False
    return True


@pytest.mark.long
@settings(max_examples=EXAMPLES, suppress_health_check=[HealthCheck.too_slow])
@given(positions(), st.sampled_from(["R1", "R2"]))
def test_an_order_is_accepted_exactly_when_it_is_offered_AT_ORD_08(
    position: tuple[Scenario, State], unit_id: str
) -> None:
    scn, state = position
    offered = [option.command for option in options(SYSTEM, scn, state, "red", unit_id)]
    known = {_key(c) for c in offered}
    thought_of = {_key(c): c for c in every_command(scn, state, unit_id)}

    assert len(known) == len(offered), "nothing is offered twice"
    assert known - set(thought_of) == set()
    assert [k for k, c in thought_of.items() if accepted(scn, state, c) != (k in known)] == []


@pytest.mark.long
def test_an_assault_out_and_back_is_offered_like_any_other_AT_ORD_08() -> None:
    """An example that the test above found: from its hill a unit can only go up to the next and back."""
    scn = plain(COLUMNS, ROWS, {"0401": 3, "0302": 2}, level="expert", kill_zone_needs_commander="yes")
    units = [
        unit("R1", "red", "0302", card="mounted_samurai"),
        unit("R2", "red", "0101"),
        unit("B1", "blue", "0202"),
        unit("B2", "blue", "0102"),
    ]
    state = replace(position(units, {}, phase="planning"), active=frozenset({"red", "blue"}))
    there_and_back = {"order": "assault", "target": "B1", "path": "0401 0302"}

    offered = [option.command for option in options(SYSTEM, scn, state, "red", "R1")]
    known = {_key(c) for c in offered}

    assert accepted(scn, state, Write(unit="R1", order=there_and_back))
    assert Write(unit="R1", order=there_and_back) in offered
    assert [
        _key(c) for c in every_command(scn, state, "R1") if accepted(scn, state, c) != (_key(c) in known)
    ] == []


def _key(command: Command) -> tuple[tuple[str, str], ...]:
    assert isinstance(command, Write)
    return tuple(sorted(command.order.items()))


@pytest.mark.long
@given(positions())
def test_apart_from_orders_only_sealing_is_accepted(position: tuple[Scenario, State]) -> None:
    scn, state = position

    assert [option.command for option in options(SYSTEM, scn, state, "red", "")] == [Seal()]
    assert not any(accepted(scn, state, c) for c in (Unseal(), Done(), Place(unit="R1", hex="0101")))


@given(positions(), st.sampled_from(["R1", "R2"]))
def test_every_card_without_a_refusal_has_an_order_on_offer_and_no_other(
    position: tuple[Scenario, State], unit_id: str
) -> None:
    scn, state = position
    assert SYSTEM.secret_orders is not None
    offered = {
        option.command.order.get("order")
        for option in options(SYSTEM, scn, state, "red", unit_id)
        if isinstance(option.command, Write)
    }
    seen = SYSTEM.fog(scn, state, "red")
    free = {
        card.order for card in SYSTEM.secret_orders.order_cards(scn, seen, unit_id) if card.refusal is None
    }

    assert offered - {None} == free
