"""The next step of a unit: offered exactly when play accepts it, a charge told exactly when one follows."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest

import scenarios
from engine import events as ev
from engine.commands import Done, Move, Release, Step
from engine.display import StepOffer
from engine.errors import NotYours, Refused, WrongPhase
from engine.evolve import replay
from engine.ledger import SeededDice
from engine.referee import check_admitted, options, play, start
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.system import System
from engine.systems import find
from engine.view import fights, look

DICE = SeededDice(b"rose", ("salt",))
ORDERS = 220


def opened(name: str) -> tuple[System, Scenario, State]:
    scenario = scenarios.load(name)
    system = find(scenario.system)
    return system, scenario, replay(State(), start(system, scenario, DICE))


def done_to(name: str, phase: str) -> tuple[System, Scenario, State]:
    """The position of a battle when a phase opens for the first time."""
    system, scenario, state = opened(name)
    while state.phase != phase:
        state = replay(state, play(system, scenario, state, min(state.active), Done(), DICE))
    return system, scenario, state


def wandering(name: str, seed: int) -> Iterator[tuple[System, Scenario, State, int]]:
    """Positions of a game in which units wander step by step, mostly the one in hand, mostly straight on."""
    system, scenario, state = opened(name)
    chance = random.Random(seed)
    for order in range(1, ORDERS):
        if state.result is not None:
            return
        if state.phase == "movement":
            yield system, scenario, state, order
        side = state.questions[0].side if state.questions else min(state.active)
        commands = [
            o.command for o in options(system, scenario, state, side) if not isinstance(o.command, Move)
        ]
        hand = state.selection.unit if state.selection is not None else ""
        on = [c for c in commands if isinstance(c, Step) and c.unit == hand]
        steps = [c for c in commands if isinstance(c, Step)]
        ahead = [c for c in on if c.hex == straight_on(scenario, state)]
        on = ahead if ahead and chance.random() < 0.6 else on
        again = on if on and chance.random() < 0.8 else steps if chance.random() < 0.95 else []
        state = replay(
            state, play(system, scenario, state, side, chance.choice(again or commands), DICE, order)
        )


def straight_on(scenario: Scenario, state: State) -> str | None:
    """The hex beyond the last step of the unit in hand."""
    hand = state.selection
    if hand is None or not hand.steps:
        return None
    return scenario.grid.beyond(hand.steps[-1].origin, state.units[hand.unit].place)


def judged(
    system: System, scenario: Scenario, state: State, unit: str, hex_: str, order: int
) -> tuple[str, str, int]:
    """What play says of a step: rule and reason of its refusal, or the unit charged and the cost."""
    try:
        events = play(system, scenario, state, state.player, Step(unit=unit, hex=hex_), DICE, order)
    except Refused as refused:
        return refused.rule, refused.reason, 0
    charge = next((e for e in events if isinstance(e, ev.Noted) and e.kind == "charge"), None)
    paid = next((e.was - e.now for e in events if isinstance(e, ev.Changed) and e.value == "mp"), 0)
    return "", str(charge.facts["target"]) if charge is not None else "", paid


def units_to_check(state: State, order: int) -> list[Unit]:
    """The unit in hand; every few orders all of the side's."""
    hand = state.selection.unit if state.selection is not None else ""
    return [u for u in state.units_on_map(state.player) if u.id == hand or order % 7 == 0]


def offer_facts(offer: StepOffer) -> tuple[str, str, int]:
    """The same of an offer."""
    if offer.refusal is not None:
        return offer.refusal.rule, offer.refusal.reason, 0
    return "", offer.charges, offer.cost


@pytest.mark.long
def test_a_step_is_offered_exactly_when_play_accepts_it_and_a_charge_when_one_follows_MP_CHG_10() -> None:
    seen: Counter[str] = Counter()
    for seed, name in enumerate(["ormes"] * 8 + ["tutorial"] * 4):
        for system, scenario, state, order in wandering(name, seed):
            for unit in units_to_check(state, order):
                offers = system.display.next_steps(scenario, state, unit.id)
                assert list(offers) == list(scenario.grid.neighbours(unit.place).values())
                for hex_, offer in offers.items():
                    assert offer_facts(offer) == judged(system, scenario, state, unit.id, hex_, order), (
                        unit,
                        hex_,
                    )
                    seen["charge" if offer.charges else offer_facts(offer)[0] or "step"] += 1

    assert seen["charge"] >= 5
    assert seen["step"] >= 1000
    assert {"MP-MOV-3", "MP-MOV-5", "MP-MOV-6", "MP-MOV-12", "MP-MOV-14"} <= {*seen}


def test_a_unit_off_the_map_has_no_next_step() -> None:
    system, scenario, state = opened("ormes")
    state = replay(state, [ev.Placed(unit="line-1", origin="0709", place="@eliminated", manner="")])

    assert system.display.next_steps(scenario, state, "line-1") == {}


def test_letting_go_takes_the_charge_away_MP_CHG_10() -> None:
    system, scenario, state = done_to("tutorial", "movement")
    state = replay(state, play(system, scenario, state, "blue", Step(unit="cav-1", hex="0706"), DICE))
    before = system.display.next_steps(scenario, state, "cav-1")["0805"]

    state = replay(state, play(system, scenario, state, "blue", Release(), DICE))

    assert before.charges == "recruits"
    assert system.display.next_steps(scenario, state, "cav-1")["0805"].charges == ""


def test_a_view_of_a_unit_in_hand_holds_prices_closed_hexes_and_charges() -> None:
    system, scenario, state = done_to("tutorial", "movement")
    state = replay(state, play(system, scenario, state, "blue", Step(unit="cav-1", hex="0706"), DICE))

    view = look(system, scenario, state, "blue", in_hand="cav-1")

    assert view.selected == "cav-1"
    assert view.steps == {"0805": 1, "0806": 1, "0807": 1, "0707": 1, "0606": 3, "0705": 1}
    assert view.charges_by_step == (("0805", "0804"),)
    assert view.closed == frozenset()
    assert view.reach == {}
    assert view.clashes == ()


def test_the_fights_of_an_attacker_are_shown_alone_with_all_who_can_fight() -> None:
    system, scenario, state = done_to("tutorial", "movement")
    for unit, path in (("guard", ("0206", "0305")), ("marin", ("0307", "0206", "0205"))):
        state = replay(state, play(system, scenario, state, "blue", Move(unit=unit, path=path), DICE))
    whole = look(system, scenario, state, "blue")

    view = fights(whole, "guard")

    assert {c.attacker for c in whole.clashes} == {"guard", "marin"}
    assert {(c.attacker, c.defender) for c in view.clashes} == {("guard", "militia"), ("guard", "gun-2")}
    assert view.fighters == {"guard", "marin", "militia", "gun-2"}
    assert fights(whole).clashes == whole.clashes


def test_an_order_is_admitted_by_its_kind_alone() -> None:
    system, _, state = done_to("tutorial", "movement")

    check_admitted(system, state, "blue", Step)
    with pytest.raises(NotYours):
        check_admitted(system, state, "orange", Step)
    rally = ev.Began(phase="rally", turn=1, player="blue", owing=("blue",))
    with pytest.raises(WrongPhase) as refused:
        check_admitted(system, replay(state, [rally]), "blue", Step)

    assert refused.value.facts["fitting"] == ("movement",)
