"""Melee: whom each engaged unit faces, the fight itself, what it leaves behind (rules file, 4.8)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine import events as ev
from engine.ledger import Ledger
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.systems.art_of_tactic import board, front
from engine.systems.art_of_tactic.card import order
from engine.systems.art_of_tactic.fire import casualties
from engine.systems.art_of_tactic.front import engaged, faced, opponents, strongest
from engine.systems.art_of_tactic.losses import Hit, key
from engine.systems.art_of_tactic.marks import FACES, LATECOMER
from engine.systems.art_of_tactic.morale import FortitudeTest, suffer, take_tests
from engine.systems.art_of_tactic.values import FRONT, REAR, Sum, attack, defense
from engine.systems.art_of_tactic.zones import guards


@dataclass(frozen=True, slots=True, kw_only=True)
class Attack:
    """An attack of the step: who, whom, from which side of the target."""

    unit: str
    target: str
    side: str


def choose_targets(scn: Scenario, ledger: Ledger) -> None:
    """Every unit newly in contact faces an enemy, whom it will attack (AT-MEL-03, -04, -09, -10)."""
    state = ledger.state
    for unit in sorted(state.fielded(), key=lambda u: u.id):
        if engaged(scn, state, unit.id) and faced(scn, state, unit.id) is None:
            face(scn, ledger, unit, _choice(scn, state, unit))


def _choice(scn: Scenario, state: State, unit: Unit) -> Unit:
    """Whom a unit chooses among its contacts: its assault's target if it can, the strongest in front of its
    Defense Zone, the strongest of those that came first (C-02, C-04, AT-MEL-12)."""
    enemies = opponents(scn, state, unit.id)
    if guards(scn, state, unit):
        ahead = [e for e in enemies if front.geometry(scn, e, unit, "defense_zone") == FRONT]
        return strongest(scn, state, unit, ahead or enemies)[0]
    first = [e for e in enemies if not state.marked(unit.id, LATECOMER, e.id)] or list(enemies)
    sought = state.orders.get(unit.id, {}).get("target") if order(state, unit.id) == "assault" else None
    return next((e for e in first if e.id == sought), strongest(scn, state, unit, first)[0])


def face(scn: Scenario, ledger: Ledger, unit: Unit, enemy: Unit) -> None:
    """Set whom a unit faces, and turn it there unless its Defense Zone holds it (AT-MEL-03, C-04)."""
    for old in sorted(ledger.state.pointed(unit.id, FACES) - {enemy.id}):
        ledger.tell(ev.Unmarked(name=FACES, on=unit.id, to=old, rule="AT-MEL-34"))
    ledger.tell(ev.Marked(name=FACES, on=unit.id, to=enemy.id, rule="AT-MEL-03"))
    if not guards(scn, ledger.state, unit):
        turn(scn, ledger, unit, enemy)


def turn(scn: Scenario, ledger: Ledger, unit: Unit, enemy: Unit) -> None:
    """Turn a unit towards a neighbour (AT-MEL-03)."""
    way = scn.grid.direction(unit.place, enemy.place)
    assert way is not None, f"{unit.id} faces {enemy.id} from afar"
    if way != board.facing(scn.grid, unit):
        facing = {board.FRONT: scn.grid.directions.index(way)}
        ledger.tell(ev.Turned(unit=unit.id, facing=facing, rule="AT-MEL-03"))


def melee(scn: Scenario, ledger: Ledger) -> None:
    """The Melee Combat step: tests of those taken in flank or rear, then all attacks at once, casualties and
    their tests (6.2, AT-MEL-20 to AT-MEL-29)."""
    attacks = _attacks(scn, ledger.state)
    take_tests(scn, ledger, _surprised(attacks), "before")
    state = ledger.state
    ready = [a for a in attacks if state.units[a.unit].hex and state.units[a.target].hex]
    sums = [_sums(scn, state, a) for a in ready]
    hits = [_strike(scn, ledger, a, *s) for a, s in zip(ready, sums, strict=True)]
    suffer(scn, ledger, hits, "after", honors=True)


def _attacks(scn: Scenario, state: State) -> list[Attack]:
    """One attack for each engaged unit, on the enemy it faces, in order of ids (AT-MEL-21)."""
    found = []
    for unit in sorted(state.fielded(), key=lambda u: u.id):
        enemy = faced(scn, state, unit.id)
        if enemy is not None:
            side = front.side(scn, state, unit, enemy)
            found.append(Attack(unit=unit.id, target=enemy.id, side=side))
    return found


def _surprised(attacks: Sequence[Attack]) -> list[FortitudeTest]:
    """One test for every unit attacked in the rear or the flank, the rear first (AT-MEL-20, AT-MOR-14)."""
    sides: dict[str, str] = {}
    for a in attacks:
        if a.side == REAR or (a.side != FRONT and a.target not in sides):
            sides[a.target] = a.side
    return [FortitudeTest(unit=unit, cause=side) for unit, side in sides.items()]


def _sums(scn: Scenario, state: State, a: Attack) -> tuple[Sum, Sum]:
    """The Attack Value and the Defense of an attack (AT-MEL-22, AT-MEL-26)."""
    unit, target = state.units[a.unit], state.units[a.target]
    return attack(scn, state, unit, target, a.side), defense(scn, state, target)


def _strike(scn: Scenario, ledger: Ledger, a: Attack, value: Sum, shield: Sum) -> Hit:
    """The dice of one attack and the remark that tells it (AT-MEL-23 to AT-MEL-25)."""
    unit, target = ledger.state.units[a.unit], ledger.state.units[a.target]
    dice = ledger.pool(
        "melee",
        unit["figures"] * unit["dice"],
        sides=int(scn.chart("die")),
        rule="AT-MEL-23",
        by=unit.id,
        key=key(ledger.state, "0", unit.id, "melee"),
    )
    hits, lost = casualties(scn, dice, value.total, shield.total, target["figures"])
    ledger.note(
        "melee",
        "AT-MEL-24",
        unit=unit.id,
        target=target.id,
        source=unit.place,
        place=target.place,
        how="melee",
        base=value.base,
        value=value.total,
        modifiers=value.told,
        n=len(dice),
        hits=hits,
        defense=shield.total,
        defense_modifiers=shield.told,
        casualties=lost,
        side=a.side,
        result=str(lost),
    )
    return Hit(by=unit.id, unit=target.id, casualties=lost)
