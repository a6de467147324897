"""The results table of a combat: the die thrown, the cell read, both told."""

from __future__ import annotations

from engine.ledger import Ledger
from engine.rules.odds import Share, Sum
from engine.scenario import Scenario
from engine.state import Unit


def look_up(
    scn: Scenario,
    ledger: Ledger,
    attacker: Unit,
    defender: Unit,
    total: Sum,
    *,
    die_rule: str,
    cell_rule: str,
    odds_rule: str,
) -> str:
    """Roll, modify, read the results table: a cell such as "1/2*". The note says how it came about."""
    die = ledger.roll("combat", sides=scn.chart("combat", "die"), rule=die_rule, by=attacker.id)
    row = max(int(scn.chart("crt", "die_min")), min(int(scn.chart("crt", "die_max")), die + total.drm))
    at = list(scn.chart("crt", "columns")).index(total.column)
    cell = str(scn.chart("crt", "rows", str(row))[at])
    ledger.note(
        "attack",
        cell_rule,
        how="attack",
        unit=attacker.id,
        target=defender.id,
        source=attacker.place,
        place=defender.place,
        attack=total.attack_total,
        defence=total.defence_total,
        attackers=tuple(map(_told, total.attack)),
        defenders=tuple(map(_told, total.defence)),
        column=total.column,
        modifiers=tuple(f"{m.adds:+d}|{m.reason}|{m.rule}" for m in total.modifiers),
        drm=total.drm,
        die=die,
        row=row,
        result=cell,
        odds_rule=odds_rule,
        die_rule=die_rule,
    )
    return cell


def _told(share: Share) -> str:
    return f"{share.unit}|{share.strength}|{share.counted}|{','.join(share.rules)}"


def numbers(cell: str) -> tuple[int, bool, int, bool]:
    """What a cell brings: the attacker's points and whether it must test, then the defender's.

    >>> numbers("1/2*")
    (1, False, 2, True)
    """
    attacker, defender = cell.split("/")
    return (
        int(attacker.rstrip("*")),
        attacker.endswith("*"),
        int(defender.rstrip("*")),
        defender.endswith("*"),
    )
