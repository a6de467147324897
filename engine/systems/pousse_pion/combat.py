"""Combat resolved (PP-CBT-14 to 21). Only the two main units lose, are tested, win and pursue (PP-CBT-09)."""

from __future__ import annotations

from engine import events as ev
from engine.commands import Attack
from engine.hexes import Hex
from engine.ledger import Ledger
from engine.rules.losses import alive
from engine.rules.odds import Sum
from engine.rules.results import look_up, numbers
from engine.rules.turns import offers_against
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.systems.pousse_pion import odds, orders, pursuit
from engine.systems.pousse_pion.losses import gain_mo, lose, lose_main
from engine.systems.pousse_pion.marks import ATTACKED, DEFENDED, FOUGHT, VICTORIOUS
from engine.systems.pousse_pion.retreat import tested
from engine.systems.pousse_pion.victory import end_if_beaten


def attack(scn: Scenario, ledger: Ledger, side: str, order: Attack) -> None:
    """One unit attacks one enemy in contact; supports come by themselves (PP-CBT-01 to 21)."""
    attacker, here = orders.own(ledger.state, side, order.unit)
    defender, there = orders.foe(scn, ledger.state, side, order.target, "PP-CBT-01")
    odds.check_attack(scn, ledger.state, attacker, here, defender, there)
    total = odds.add_up(scn, ledger.state, attacker.id, defender.id)
    _mark(ledger, defender.id, total)
    cell = look_up(
        scn,
        ledger,
        attacker,
        defender,
        total,
        die_rule="PP-CBT-14",
        cell_rule="PP-CBT-15",
        odds_rule="PP-CBT-13",
    )
    _apply(scn, ledger, attacker.id, defender.id, cell)
    _decide(scn, ledger, attacker.id, defender.id, here, there)


def _mark(ledger: Ledger, defender: str, total: Sum) -> None:
    """Who attacks, who is attacked, and who of the attacking side takes part (PP-CBT-02, 21)."""
    ledger.tell(
        ev.Marked(name=ATTACKED, on=total.attack[0].unit, rule="PP-CBT-02"),
        ev.Marked(name=DEFENDED, on=defender, rule="PP-CBT-02"),
    )
    for share in total.attack:
        if not ledger.state.marked(share.unit, FOUGHT):
            ledger.tell(ev.Marked(name=FOUGHT, on=share.unit, rule="PP-CBT-21"))


def _apply(scn: Scenario, ledger: Ledger, attacker: str, defender: str, cell: str) -> None:
    """Losses of both, then the tests of those still there, the attacker first (PP-CBT-16, 17)."""
    to_attacker, tests_attacker, to_defender, tests_defender = numbers(cell)
    _lose(scn, ledger, attacker, to_attacker)
    _lose(scn, ledger, defender, to_defender)
    for unit_id, due in ((attacker, tests_attacker), (defender, tests_defender)):
        if due and alive(ledger, unit_id):
            tested(scn, ledger, unit_id, 0, "PP-CBT-17")


def _lose(scn: Scenario, ledger: Ledger, unit_id: str, count: int) -> None:
    """So many losses, or by a switch points of the main characteristic (PP-CBT-16)."""
    if scn.option("crt.unit") == "vc":
        lose_main(ledger, unit_id, count, "PP-CBT-16")
    else:
        lose(scn, ledger, unit_id, count, "PP-CBT-16")


def _decide(scn: Scenario, ledger: Ledger, attacker: str, defender: str, here: Hex, there: Hex) -> None:
    """Who has won, if anybody; the attacker may pursue (PP-CBT-18 to 20, PP-PUR-07)."""
    units = ledger.state.units
    if units[attacker].hex == here and units[defender].hex != there:
        _triumph(scn, ledger, attacker, defender)
        end_if_beaten(scn, ledger)
        if ledger.state.result is None:
            pursuit.propose(scn, ledger, attacker, there)
    elif alive(ledger, defender) and units[attacker].hex != here:
        _triumph(scn, ledger, defender, attacker)


def _triumph(scn: Scenario, ledger: Ledger, victor: str, loser: str) -> None:
    """Victorious until the end of the phase; the morale point for an enemy eliminated (PP-CBT-19, 20)."""
    if not ledger.state.marked(victor, VICTORIOUS):
        ledger.tell(ev.Marked(name=VICTORIOUS, on=victor, rule="PP-CBT-19"))
    if not alive(ledger, loser):
        gain_mo(ledger, victor, int(scn.chart("combat", "elimination_regains")), "PP-CBT-20")


def targets(scn: Scenario, state: State, unit_id: str) -> tuple[Unit, ...]:
    """The enemies a unit may attack now."""
    unit = state.units[unit_id]
    if unit.hex is None or not odds.able(state, unit) or state.marked(unit_id, ATTACKED):
        return ()
    return odds.targets(scn, state, unit)


offers = offers_against(Attack, targets)  # PP-CBT-01
