"""Ranged combat: ordered fire, shots at the end of a move, fire into the Kill Zone (rules file, 4.6, 4.7)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine import events as ev
from engine.hexes import Hex
from engine.ledger import Ledger
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.systems.art_of_tactic.board import facing
from engine.systems.art_of_tactic.card import order
from engine.systems.art_of_tactic.card import ranged as shoots
from engine.systems.art_of_tactic.command import has_access
from engine.systems.art_of_tactic.front import engaged
from engine.systems.art_of_tactic.losses import Hit, key
from engine.systems.art_of_tactic.marks import AIMS, SHOT
from engine.systems.art_of_tactic.morale import FortitudeTest, suffer
from engine.systems.art_of_tactic.sight import in_sight
from engine.systems.art_of_tactic.values import FRONT, Sum, defense, firepower
from engine.systems.art_of_tactic.zones import guards, kill_zone

FIRE, MOVE_AND_FIRE, KILL_ZONE = "fire", "move_and_fire", "kill_zone"
REACTS = "fire_and_retreat"  # shoots only at whoever assaults it (AT-ORD-24)
_RULES = {FIRE: "AT-RNG-03", MOVE_AND_FIRE: "AT-ORD-44", KILL_ZONE: "AT-DZ-12"}


def casualties(scn: Scenario, dice: Sequence[int], value: int, shield: int, figures: int) -> tuple[int, int]:
    """Hits and casualties of one attack: dice at or under the value, less Defense (AT-MEL-24, -25, R-40).

    Defense below the least there is counts as that; nobody loses more figures than he has.
    """
    hits = sum(die <= value for die in dice)
    spared = max(int(scn.chart("casualties", "least_defense")), shield)
    return hits, min(figures, max(0, hits - spared))


def aim(scn: Scenario, ledger: Ledger) -> None:
    """Mark the units that have a Kill Zone this turn (AT-DZ-10, AT-DZ-15); access to a Commander counts now
    (AT-ORD-14)."""
    state = ledger.state
    for unit in sorted(state.fielded(), key=lambda u: u.id):
        if order(state, unit.id) not in scn.chart("zones", "kill_zone_orders") or not shoots(unit):
            continue
        led = scn.option("kill_zone_needs_commander") == "no" or has_access(scn, state, unit)
        if led and unit["ammo"] > 0:
            ledger.tell(ev.Marked(name=AIMS, on=unit.id, rule="AT-DZ-10", only=unit.side))


def ranged(scn: Scenario, ledger: Ledger) -> None:
    """Every Fire Ranged Weapons order on one snapshot, then casualties and tests (AT-RNG-02, AT-RNG-13)."""
    _volley(scn, ledger, "fire_ranged_weapons", FIRE, "0")


def move_and_fire(scn: Scenario, ledger: Ledger) -> None:
    """The shots of units that end a Move and Fire out of contact (AT-ORD-44, R-20)."""
    _volley(scn, ledger, "move_and_fire", MOVE_AND_FIRE, "end")


def _volley(scn: Scenario, ledger: Ledger, name: str, how: str, when: str) -> None:
    """All shots at written targets; who cannot shoot holds his fire and spends nothing."""
    state = ledger.state
    shots = []
    for unit in sorted(state.fielded(), key=lambda u: u.id):
        if order(state, unit.id) != name:
            continue
        target = state.units[state.orders[unit.id]["target"]]
        rule, reason = hindrance(scn, state, unit, target)
        if reason:
            ledger.note("held_fire", rule, unit=unit.id, target=target.id, reason=reason)
        else:
            shots.append((unit, target))
    _shoot(scn, ledger, shots, how, when)


def hindrance(scn: Scenario, state: State, unit: Unit, target: Unit) -> tuple[str, str]:
    """The rule and the reason why a unit cannot shoot at its target; two empty words when it can."""
    if engaged(scn, state, unit.id):
        return "AT-RNG-11", "in_melee"
    if target.hex is None:
        return "AT-RNG-01", "target_gone"
    if unit["ammo"] < 1:
        return "AT-RNG-01", "no_ammunition"
    if engaged(scn, state, target.id):
        return "AT-RNG-11", "target_in_melee"
    if scn.grid.distance(unit.place, target.hex) > unit["range"]:
        return "AT-RNG-05", "out_of_range"
    return ("", "") if in_sight(scn, state, unit, target) else ("AT-RNG-06", "out_of_sight")


def kill_zone_shots(
    scn: Scenario, ledger: Ledger, substep: int, entered: Mapping[str, Hex]
) -> frozenset[str]:
    """Fire into Kill Zones at units that moved into them or set out inside; who is to stop (AT-DZ-12, -17).

    `entered` says of each unit that moved in this sub-step where it came from; of one about to set out, where
    it stands. Stopped are the destroyed, whoever lost his order, and after any failed test the target of Fire
    and Retreat (R-29).
    """
    before = ledger.state
    shots = []
    for shooter in sorted(before.fielded(), key=lambda u: u.id):
        target = _trigger(scn, before, shooter, entered)
        if target is not None:
            ledger.tell(ev.Marked(name=SHOT, on=shooter.id, rule="AT-DZ-15"))
            shots.append((shooter, target))
    failed = _shoot(scn, ledger, shots, KILL_ZONE, str(substep))
    after = ledger.state
    halted = {test.unit for test in failed if order(before, test.by) == REACTS}
    dropped = {u.id for u in before.fielded() if order(before, u.id) != order(after, u.id)}
    return frozenset(halted | dropped)


def _trigger(scn: Scenario, state: State, shooter: Unit, entered: Mapping[str, Hex]) -> Unit | None:
    """Whom a unit shoots into its Kill Zone: by its written preference, then the nearest, the one of most
    figures, the lowest id (AT-DZ-14)."""
    if not _ready(scn, state, shooter):
        return None
    words = state.orders[shooter.id]
    reach = min(int(words.get("max_range", shooter["range"])), shooter["range"])
    zone = kill_zone(scn, shooter.place, facing(scn.grid, shooter), reach)
    coming = (state.units[id_] for id_, origin in entered.items() if origin not in zone)
    setting_out = (state.units[id_] for id_, origin in entered.items() if origin == state.units[id_].place)
    found = [u for u in (*coming, *setting_out) if u.side != shooter.side and u.place in zone]
    free = [u for u in found if not engaged(scn, state, u.id) and _provokes(state, shooter, u)]
    liked = words.get("prefer", "").split()
    return min(
        free,
        key=lambda u: (
            liked.index(u.id) if u.id in liked else len(liked),
            scn.grid.distance(shooter.place, u.place),
            -u["figures"],
            u.id,
        ),
        default=None,
    )


def _ready(scn: Scenario, state: State, unit: Unit) -> bool:
    """Whether a unit can still fire into its Kill Zone (AT-DZ-15, AT-DZ-16, C-11)."""
    if not state.marked(unit.id, AIMS) or state.marked(unit.id, SHOT) or unit["ammo"] < 1:
        return False
    holds = order(state, unit.id) in scn.chart("zones", "kill_zone_orders") and guards(scn, state, unit)
    return holds and not engaged(scn, state, unit.id)


def _provokes(state: State, shooter: Unit, target: Unit) -> bool:
    """Whether an enemy draws fire: any from Defend, whoever assaults it from Fire and Retreat (R-17)."""
    if order(state, shooter.id) != REACTS:
        return True
    words = state.orders.get(target.id, {})
    return words.get("order") == "assault" and words.get("target") == shooter.id


@dataclass(frozen=True, slots=True, kw_only=True)
class _Blow:
    """One shot worked out on the snapshot, before its dice."""

    unit: Unit
    target: Unit
    value: Sum
    shield: Sum


def _shoot(
    scn: Scenario, ledger: Ledger, shots: Sequence[tuple[Unit, Unit]], how: str, when: str
) -> tuple[FortitudeTest, ...]:
    """Simultaneous shots: dice on one snapshot, then ammunition, casualties and tests; those failed."""
    state = ledger.state
    blows = [
        _Blow(unit=u, target=t, value=firepower(scn, state, u), shield=defense(scn, state, t))
        for u, t in shots
    ]
    hits = [_roll(scn, ledger, blow, how, when) for blow in blows]
    return suffer(scn, ledger, hits, when, honors=False, each=how == KILL_ZONE)


def _roll(scn: Scenario, ledger: Ledger, blow: _Blow, how: str, when: str) -> Hit:
    """One shot: an arrow or a bullet less, dice, and the remark that tells it (AT-RNG-03, AT-RNG-04)."""
    unit, target = blow.unit, blow.target
    left = max(0, unit["ammo"] - int(scn.chart("ammo_spent")))
    ledger.tell(
        ev.Changed(unit=unit.id, value="ammo", was=unit["ammo"], now=left, rule="AT-RNG-04", only=unit.side)
    )
    dice = ledger.pool(
        how,
        unit["figures"] * unit["fire_dice"],
        sides=int(scn.chart("die")),
        rule=_RULES[how],
        by=unit.id,
        key=key(ledger.state, when, unit.id, how),
    )
    hits, lost = casualties(scn, dice, blow.value.total, blow.shield.total, target["figures"])
    ledger.note(
        "shot",
        _RULES[how],
        unit=unit.id,
        target=target.id,
        source=unit.place,
        place=target.place,
        how=how,
        base=blow.value.base,
        value=blow.value.total,
        modifiers=blow.value.told,
        n=len(dice),
        hits=hits,
        defense=blow.shield.total,
        defense_modifiers=blow.shield.told,
        casualties=lost,
        side=FRONT,
        result=str(lost),
    )
    return Hit(by=unit.id, unit=target.id, casualties=lost)
