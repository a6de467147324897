"""Combat resolved (MP-CBT-30 to 63), with advance after combat (MP-ADV). Order of effects: MP-CBT-38.

Only the two main units lose, test, retreat, win and advance (MP-CBT-16, 61, MP-ADV-6).
"""

from __future__ import annotations

from dataclasses import dataclass

from engine import events as ev
from engine.commands import Attack
from engine.hexes import Hex
from engine.ledger import Ledger
from engine.rules.combat import read_cell
from engine.rules.turns import attack_options
from engine.scenario import Scenario
from engine.state import Question, State, Unit
from engine.systems.morne_plaine.combat.odds import COMBAT, check_attack
from engine.systems.morne_plaine.combat.retreat import displace, retreat
from engine.systems.morne_plaine.fog import fog, visible_enemy
from engine.systems.morne_plaine.losses import alive, gain_morale, lose_morale, lose_strength
from engine.systems.morne_plaine.marks import ATTACKED, DEFENDED, VICTORIOUS
from engine.systems.morne_plaine.terrain import covered
from engine.systems.morne_plaine.units import demoralised, own_unit
from engine.systems.morne_plaine.victory import (
    capture_after_displacement,
    capture_by_passing,
    end_if_wiped_out,
)
from engine.systems.morne_plaine.zoc import controlled

list_options = attack_options(Attack, COMBAT.attackable, fog)  # MP-CBT-2, 4


@dataclass(frozen=True, slots=True)
class MainUnit:
    """The attacking or the defending unit of an attack, and the hex on which it stood when it began."""

    id: str
    hex: Hex

    def has_left(self, ledger: Ledger) -> bool:
        """Whether it was eliminated or has retreated from its hex."""
        return ledger.state.units[self.id].hex != self.hex


def attack(scn: Scenario, ledger: Ledger, side: str, order: Attack) -> None:
    """One unit attacks one enemy in contact; supports come by themselves (MP-CBT-1 to 38)."""
    attacker, here = own_unit(ledger.state, side, order.unit)
    defender, there = visible_enemy(scn, ledger.state, side, order.target, "MP-CBT-2")
    check_attack(scn, ledger.state, attacker, here, defender, there)
    total = COMBAT.attack_sum(scn, ledger.state, attacker.id, defender.id)
    ledger.tell(
        ev.Marked(name=ATTACKED, on=attacker.id, rule="MP-CBT-3"),
        ev.Marked(name=DEFENDED, on=defender.id, rule="MP-CBT-3"),
    )
    cell = COMBAT.roll_result(scn, ledger, attacker, defender, total)
    _apply(scn, ledger, MainUnit(attacker.id, here), MainUnit(defender.id, there), cell)


def _apply(scn: Scenario, ledger: Ledger, attacker: MainUnit, defender: MainUnit, cell: str) -> None:
    """Losses, eliminations, test, retreat, victor, advance, objectives, in that order (MP-CBT-36, 38)."""
    attacker_loss, attacker_tests, defender_loss, defender_tests = read_cell(cell)
    lose_strength(ledger, attacker.id, attacker_loss, "MP-CBT-35")
    lose_strength(ledger, defender.id, defender_loss, "MP-CBT-35")
    if attacker_tests:
        _test(scn, ledger, attacker, against=defender)
    if defender_tests:
        _test(scn, ledger, defender, against=attacker)
    if alive(ledger, attacker.id) and defender.has_left(ledger):
        _win(scn, ledger, attacker, defender)
    elif alive(ledger, defender.id) and attacker.has_left(ledger):
        _win(scn, ledger, defender, attacker)
    # else no unit is victorious: both held, or both were eliminated (MP-CBT-62)


def _test(scn: Scenario, ledger: Ledger, main: MainUnit, against: MainUnit) -> None:
    """The combat morale test of a main unit: it fails above its MV and then retreats (MP-MOR-5 to 8).

    Without the switch `test_after_elimination`, none is made once the opponent is gone (MP-CBT-37).
    """
    unit = ledger.state.units[main.id]
    if unit.hex is None or unit.kind == "leader":  # MP-MOR-6
        return
    if scn.option("test_after_elimination") == "no" and not alive(ledger, against.id):
        return
    sides, needed = scn.chart("combat", "morale_test_die"), unit["mv"]
    die = ledger.roll("morale", sides=sides, rule="MP-MOR-5", by=unit.id, outcome=lambda die: die > needed)
    failed = die > needed
    result = "failed" if failed else "passed"
    ledger.note(
        "morale_test", "MP-MOR-5", unit=unit.id, hex=unit.place, die=die, mv=unit["mv"], result=result
    )
    if not failed:
        return
    if scn.option("failed_test_costs_morale") == "yes":
        lose_morale(ledger, unit.id, 1, "MP-MOR-8")
    if alive(ledger, unit.id):
        retreat(scn, ledger, unit.id, against.hex, "MP-MOR-7")


def _win(scn: Scenario, ledger: Ledger, victor: MainUnit, loser: MainUnit) -> None:
    """The victor, in the order of MP-CBT-38: status, morale point, advance, objectives.

    An attacker that eliminates the defender and fails its own test (C-05) has already retreated, away from
    the emptied hex and never into it. It is victorious and regains its point like any victor, but it does not
    advance.
    """
    ledger.tell(ev.Marked(name=VICTORIOUS, on=victor.id, rule="MP-CBT-60"))
    if not alive(ledger, loser.id):
        regained = int(scn.chart("combat", "elimination_regains"))
        gain_morale(ledger, victor.id, regained, "MP-MOR-9")  # before the advance (C-08)
    if not victor.has_left(ledger):  # C-05
        _advance(scn, ledger, victor.id, loser.hex)
    capture_after_displacement(scn, ledger, loser.id, loser.hex)
    capture_after_displacement(scn, ledger, victor.id, victor.hex)


def _advance(scn: Scenario, ledger: Ledger, victor: str, vacated: Hex) -> None:
    """The victor takes the vacated hex, or by a switch its owner is asked (MP-ADV-1 to 3)."""
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
    """Whether the victor takes the vacated hex: it gives up no cover, height or objective for it (MP-ADV-4),
    and when demoralised it enters no enemy zone (MP-ADV-5)."""
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


def answer_advance(scn: Scenario, ledger: Ledger, question: Question, option: str) -> None:
    """The owner's answer where the advance is optional (MP-ADV-3)."""
    unit_id, to = ledger.state.agenda[0].about
    ledger.tell(ev.Popped())
    if option == "yes":
        displace(ledger, unit_id, to, "advance", "MP-ADV-1")
        capture_by_passing(scn, ledger, unit_id, to)
    end_if_wiped_out(scn, ledger)
