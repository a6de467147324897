"""Combat resolved (MP-CBT-30 to 63), with advance after combat (MP-ADV). Order of effects: MP-CBT-38.

Only the two main units lose, test, retreat, win and advance (MP-CBT-16, 61, MP-ADV-6).
"""

from __future__ import annotations

from engine import events as ev
from engine.commands import Attack
from engine.hexes import Hex
from engine.ledger import Ledger
from engine.rules import results
from engine.rules.turns import offers_against
from engine.scenario import Scenario
from engine.state import Question, State, Unit
from engine.systems.morne_plaine import orders
from engine.systems.morne_plaine.ground import covered, demoralised, touching
from engine.systems.morne_plaine.losses import alive, gain_morale, lose_morale, lose_strength
from engine.systems.morne_plaine.marks import ATTACKED, DEFENDED, VICTORIOUS
from engine.systems.morne_plaine.odds import add_up, check_attack
from engine.systems.morne_plaine.retreat import displace, retreat
from engine.systems.morne_plaine.victory import end_if_wiped_out, pass_through, take_new_ground
from engine.systems.morne_plaine.zoc import controlled


def attack(scn: Scenario, ledger: Ledger, side: str, order: Attack) -> None:
    """One unit attacks one enemy in contact; supports come by themselves (MP-CBT-1 to 38)."""
    attacker, here = orders.own(ledger.state, side, order.unit)
    defender, there = orders.foe(ledger.state, side, order.target)
    check_attack(scn, ledger.state, attacker, here, defender, there)
    total = add_up(scn, ledger.state, attacker.id, defender.id)
    ledger.tell(
        ev.Marked(name=ATTACKED, on=attacker.id, rule="MP-CBT-3"),
        ev.Marked(name=DEFENDED, on=defender.id, rule="MP-CBT-3"),
    )
    cell = results.look_up(
        scn,
        ledger,
        attacker,
        defender,
        total,
        die_rule="MP-CBT-30",
        cell_rule="MP-CBT-34",
        odds_rule="MP-CBT-29",
    )
    _apply(scn, ledger, attacker.id, defender.id, here, there, cell)


def _apply(
    scn: Scenario, ledger: Ledger, attacker: str, defender: str, here: Hex, there: Hex, cell: str
) -> None:
    """Losses, eliminations, test, retreat, victor, advance, in that order (MP-CBT-36, 38).

    No victor when neither main unit is left (MP-CBT-62).
    """
    to_attacker, attacker_tests, to_defender, defender_tests = results.numbers(cell)
    lose_strength(ledger, attacker, to_attacker, "MP-CBT-35")
    lose_strength(ledger, defender, to_defender, "MP-CBT-35")
    if attacker_tests:
        _test(scn, ledger, attacker, there, other=defender)
    if defender_tests:
        _test(scn, ledger, defender, here, other=attacker)
    if alive(ledger, attacker) and _beaten(ledger, defender, there):
        _triumph(scn, ledger, attacker, defender, here, there)
    elif alive(ledger, defender) and _beaten(ledger, attacker, here):
        _triumph(scn, ledger, defender, attacker, there, here)


def _test(scn: Scenario, ledger: Ledger, unit_id: str, cause: Hex, other: str) -> None:
    """The combat morale test of a main unit: fails above its MV and then retreats (MP-MOR-5 to 8).

    Without the switch `test_after_elimination`, none is made once the opponent is gone (MP-CBT-37).
    """
    unit = ledger.state.units[unit_id]
    if unit.hex is None or unit.kind == "leader":
        return
    if scn.option("test_after_elimination") == "no" and not alive(ledger, other):
        return
    die = ledger.roll("morale", sides=scn.chart("combat", "morale_test_die"), rule="MP-MOR-5", by=unit_id)
    failed = die > unit["mv"]
    result = "failed" if failed else "passed"
    ledger.note(
        "morale_test", "MP-MOR-5", unit=unit_id, hex=unit.place, die=die, mv=unit["mv"], result=result
    )
    if not failed:
        return
    if scn.option("failed_test_costs_morale") == "yes":
        lose_morale(ledger, unit_id, 1, "MP-MOR-8")
    if alive(ledger, unit_id):
        retreat(scn, ledger, unit_id, cause, "MP-MOR-7")


def _beaten(ledger: Ledger, unit_id: str, stood: Hex) -> bool:
    """Whether a main unit was eliminated or made to retreat from its hex (MP-CBT-60)."""
    return ledger.state.units[unit_id].hex != stood


def _triumph(scn: Scenario, ledger: Ledger, victor: str, loser: str, stood: Hex, vacated: Hex) -> None:
    """Victorious status, the morale point, the advance, objectives (MP-CBT-38, 60, MP-MOR-9, C-05, C-08)."""
    ledger.tell(ev.Marked(name=VICTORIOUS, on=victor, rule="MP-CBT-60"))
    if not alive(ledger, loser):
        gain_morale(ledger, victor, int(scn.chart("combat", "elimination_regains")), "MP-MOR-9")
    if ledger.state.units[victor].hex == stood:
        _advance(scn, ledger, victor, vacated)
    take_new_ground(scn, ledger, loser, vacated)
    take_new_ground(scn, ledger, victor, stood)


def _advance(scn: Scenario, ledger: Ledger, victor: str, vacated: Hex) -> None:
    """The victor takes the vacated hex, or by a switch its owner is asked (MP-ADV-1, 3)."""
    if not may_advance(scn, ledger.state, ledger.state.units[victor], vacated):
        return
    if scn.option("optional_advance") == "yes":
        unit = ledger.state.units[victor]
        ledger.tell(ev.Pushed(kind="advance", about=(victor, vacated), rule="MP-ADV-3"))
        question = Question(
            kind="advance", side=unit.side, about=victor, options=("yes", "no"), default="yes"
        )
        ledger.tell(ev.Asked(question=question, rule="MP-ADV-3"))
        return
    displace(ledger, victor, vacated, "advance", "MP-ADV-1")


def may_advance(scn: Scenario, state: State, unit: Unit, to: Hex) -> bool:
    """Whether the victor takes the vacated hex: no cover, height or objective is given up for it (MP-ADV-4),
    and a demoralised unit enters no enemy zone (MP-ADV-5)."""
    here = unit.place
    if state.on(to):
        return False
    if covered(scn, here) and not covered(scn, to):
        return False
    if scn.slope(here, to) < 0:
        return False
    if scn.objectives_at(here) and not scn.objectives_at(to):
        return False
    return not (demoralised(unit) and controlled(scn, state, to, scn.enemy(unit.side)))


def settle_advance(scn: Scenario, ledger: Ledger, question: Question, option: str) -> None:
    """The owner's word on an advance, where the advance is optional (MP-ADV-3)."""
    unit_id, to = ledger.state.agenda[0].about
    ledger.tell(ev.Popped())
    if option == "yes":
        displace(ledger, unit_id, to, "advance", "MP-ADV-1")
        pass_through(scn, ledger, unit_id, to)
    end_if_wiped_out(scn, ledger)


def targets(scn: Scenario, state: State, unit_id: str) -> tuple[Unit, ...]:
    """The enemies a unit may attack now."""
    unit = state.units[unit_id]
    if unit.hex is None or demoralised(unit) or state.marked(unit_id, ATTACKED):
        return ()
    near = touching(scn, state, unit.hex, scn.enemy(unit.side))
    return tuple(enemy for enemy in near if not state.marked(enemy.id, DEFENDED))


offers = offers_against(Attack, targets)  # MP-CBT-2, 4
