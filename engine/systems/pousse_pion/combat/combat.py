"""Combat resolved (PP-CBT-14 to 21). Only the two main units lose, are tested, win and pursue (PP-CBT-09)."""

from __future__ import annotations

from engine import events as ev
from engine.commands import Attack
from engine.hexes import Hex
from engine.ledger import Ledger
from engine.rules.combat import AttackSum, read_cell
from engine.rules.losses import alive
from engine.rules.turns import attack_options
from engine.scenario import Scenario
from engine.systems.pousse_pion.combat import odds, pursuit
from engine.systems.pousse_pion.combat.retreat import take_morale_test
from engine.systems.pousse_pion.fog import fog, visible_enemy
from engine.systems.pousse_pion.losses import gain_mo, lose, lose_main
from engine.systems.pousse_pion.marks import ATTACKED, DEFENDED, FOUGHT, VICTORIOUS
from engine.systems.pousse_pion.units import own_unit
from engine.systems.pousse_pion.victory import end_if_beaten

list_options = attack_options(Attack, odds.COMBAT.attackable, fog)  # PP-CBT-01


def attack(scn: Scenario, ledger: Ledger, side: str, order: Attack) -> None:
    """One unit attacks one enemy in contact; supports come by themselves (PP-CBT-01 to 21)."""
    attacker, here = own_unit(ledger.state, side, order.unit)
    defender, there = visible_enemy(scn, ledger.state, side, order.target, "PP-CBT-01")
    odds.check_attack(scn, ledger.state, attacker, here, defender, there)
    total = odds.COMBAT.attack_sum(scn, ledger.state, attacker.id, defender.id)
    _mark(ledger, defender.id, total)
    cell = odds.COMBAT.roll_result(scn, ledger, attacker, defender, total)
    _apply(scn, ledger, attacker.id, defender.id, cell)
    _decide(scn, ledger, attacker.id, defender.id, here, there)


def _mark(ledger: Ledger, defender: str, total: AttackSum) -> None:
    """Who attacks, who is attacked, and who of the attacking side takes part (PP-CBT-02, 21)."""
    ledger.tell(
        ev.Marked(name=ATTACKED, on=total.attackers[0].unit, rule="PP-CBT-02"),
        ev.Marked(name=DEFENDED, on=defender, rule="PP-CBT-02"),
    )
    for taking_part in total.attackers:
        if not ledger.state.marked(taking_part.unit, FOUGHT):
            ledger.tell(ev.Marked(name=FOUGHT, on=taking_part.unit, rule="PP-CBT-21"))


def _apply(scn: Scenario, ledger: Ledger, attacker: str, defender: str, cell: str) -> None:
    """Losses of both, then the tests of those still there, the attacker first (PP-CBT-16, 17)."""
    to_attacker, tests_attacker, to_defender, tests_defender = read_cell(cell)
    _lose(scn, ledger, attacker, to_attacker)
    _lose(scn, ledger, defender, to_defender)
    for unit_id, due in ((attacker, tests_attacker), (defender, tests_defender)):
        if due and alive(ledger, unit_id):
            take_morale_test(scn, ledger, unit_id, 0, "PP-CBT-17")


def _lose(scn: Scenario, ledger: Ledger, unit_id: str, count: int) -> None:
    """So many losses, or by a switch points of the main characteristic (PP-CBT-16)."""
    if scn.option("crt.unit") == "vc":
        lose_main(ledger, unit_id, count, "PP-CBT-16")
    else:
        lose(scn, ledger, unit_id, count, "PP-CBT-16")


def _decide(scn: Scenario, ledger: Ledger, attacker: str, defender: str, here: Hex, there: Hex) -> None:
    """Which unit has won, if any; the attacker may pursue (PP-CBT-18 to 20, PP-PUR-07)."""
    units = ledger.state.units
    if units[attacker].hex == here and units[defender].hex != there:
        _win(scn, ledger, attacker, defender)
        end_if_beaten(scn, ledger)
        if ledger.state.result is None:
            pursuit.propose(scn, ledger, attacker, there)
    elif alive(ledger, defender) and units[attacker].hex != here:
        _win(scn, ledger, defender, attacker)


def _win(scn: Scenario, ledger: Ledger, victor: str, loser: str) -> None:
    """Victorious until the end of the phase; the morale point for an enemy eliminated (PP-CBT-19, 20)."""
    if not ledger.state.marked(victor, VICTORIOUS):
        ledger.tell(ev.Marked(name=VICTORIOUS, on=victor, rule="PP-CBT-19"))
    if not alive(ledger, loser):
        gain_mo(ledger, victor, int(scn.chart("combat", "elimination_regains")), "PP-CBT-20")
