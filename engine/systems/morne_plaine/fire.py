"""Bombardment, reaction fire and line of sight (MP-BOM)."""

from __future__ import annotations

from engine import events as ev
from engine.commands import Bombard
from engine.errors import IllegalOrder
from engine.hexes import Hex
from engine.ledger import Ledger
from engine.rules.fire import FireRules, check_visible
from engine.rules.line_of_sight import blocking_hexes, is_above_line
from engine.rules.turns import attack_options
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.systems.morne_plaine.fog import fog, visible_enemy
from engine.systems.morne_plaine.losses import alive, lose_morale, lose_strength
from engine.systems.morne_plaine.marks import FIRED, REACTED
from engine.systems.morne_plaine.movement.step_cost import moves_after_fire
from engine.systems.morne_plaine.terrain import contact, covered
from engine.systems.morne_plaine.units import own_unit
from engine.systems.morne_plaine.zoc import controlled

HIGH = frozenset({"village", "woods", "fort", "palm_grove", "dune"})  # stand a level above their ground


def bombard(scn: Scenario, ledger: Ledger, side: str, order: Bombard) -> None:
    """Fire once at one enemy unit within range, resolved at once (MP-BOM-1 to 12)."""
    gun, here = own_unit(ledger.state, side, order.unit)
    target, there = visible_enemy(scn, ledger.state, side, order.target, "MP-BOM-4")
    check_gun(scn, ledger.state, gun, here)
    check_shot(scn, ledger.state, gun, here, target, there)
    ledger.tell(ev.Marked(name=FIRED, on=gun.id, rule="MP-BOM-2"))
    half = gun["ma"] // 2
    if moves_after_fire(scn, ledger.state, gun) and gun["mp"] > half:
        ledger.tell(ev.Changed(unit=gun.id, value="mp", was=gun["mp"], now=half, rule="MP-BOM-3"))
    shoot(scn, ledger, gun.id, target.id, "bombard", "MP-BOM-12")


def check_gun(scn: Scenario, state: State, gun: Unit, here: Hex) -> None:
    """Raises IllegalOrder unless the unit may bombard at all (MP-BOM-1, 2, 5)."""
    if gun.kind != "artillery":
        raise IllegalOrder("MP-BOM-1", "only_artillery_fires", unit=gun.id, hex=here)
    if state.marked(gun.id, FIRED):
        raise IllegalOrder("MP-BOM-2", "already_fired", unit=gun.id, hex=here)
    if covered(scn, here):
        raise IllegalOrder("MP-BOM-5", "no_fire_from_cover", unit=gun.id, hex=here, terrain=scn.terrain(here))


def check_shot(scn: Scenario, state: State, gun: Unit, here: Hex, target: Unit, there: Hex) -> None:
    """Raises IllegalOrder unless the target is within range, in hexes (MP-BOM-4), and, by a switch, within
    sight (MP-BOM-7, O-1)."""
    away = scn.grid.distance(here, there)
    if away > gun["range"]:
        raise IllegalOrder(
            "MP-BOM-4",
            "out_of_range",
            unit=gun.id,
            target=target.id,
            hex=there,
            away=away,
            range=gun["range"],
        )
    check_visible(scn, state, gun, target)
    blockers = blocked_by(scn, here, there)
    if blockers:
        raise IllegalOrder(
            "MP-BOM-7", "no_line_of_sight", unit=gun.id, target=target.id, hex=there, by=blockers
        )


def effective(scn: Scenario, gun: Unit, there: Hex) -> int:
    """Effective bombardment value against a target in a hex: less in a village, never below 0 (MP-BOM-9)."""
    shelter = scn.chart("bombardment", "village_bv_modifier") if scn.terrain(there) == "village" else 0
    return max(0, gun["bv"] + int(shelter))


def shoot(scn: Scenario, ledger: Ledger, gun_id: str, target_id: str, how: str, rule: str) -> None:
    """Draw and apply Table 6.5 (MP-BOM-12). A leader hit hard loses the strength point alone (C-09)."""
    gun, target = ledger.state.units[gun_id], ledger.state.units[target_id]
    value = effective(scn, gun, target.place)
    hit = value - int(scn.chart("bombardment", "hit_below"))
    strong = value - int(scn.chart("bombardment", "strong_hit_below"))

    def result_of(die: int) -> str:
        return "miss" if die > hit else "strong" if die <= strong else "hit"

    sides = scn.chart("bombardment", "die")
    die = ledger.roll("fire", sides=sides, rule=rule, by=gun_id, outcome=result_of)
    result = result_of(die)
    ledger.note(
        "fire",
        rule,
        how=how,
        unit=gun_id,
        target=target_id,
        source=gun.place,
        place=target.place,
        bv=gun["bv"],
        effective=value,
        die=die,
        result=result,
    )
    if result == "miss":
        return
    entry = "strong_hit" if result == "strong" else "hit"
    lose_morale(ledger, target_id, scn.chart("bombardment", entry, "morale"), "MP-BOM-12")
    if result == "strong" and alive(ledger, target_id):
        lose_strength(ledger, target_id, scn.chart("bombardment", "strong_hit", "strength"), "MP-BOM-12")


def ready_to_react(scn: Scenario, state: State, mover: Unit) -> frozenset[str]:
    """Enemy guns able to react, judged before the mover's step (MP-BOM-20, 22, 23, 29; C-04)."""
    return frozenset(
        gun.id
        for gun in state.units_on_map()
        if gun.kind == "artillery"
        and gun.side != mover.side
        and not state.marked(gun.id, REACTED)
        and not covered(scn, gun.place)
        and not controlled(scn, state, gun.place, mover.side)
    )


def blocked_by(scn: Scenario, a: Hex, b: Hex) -> tuple[Hex, ...]:
    """The hexes that block the line between the centres of two hexes; none without the switch (O-1). In the
    base rules terrain never hinders fire (MP-BOM-7)."""
    if scn.option("line_of_sight") != "yes":
        return ()
    return blocking_hexes(scn.grid, a, b, lambda hex_: is_above_line(scn, a, b, hex_, HIGH))


def _shoot_in_reaction(scn: Scenario, ledger: Ledger, gun_id: str, target_id: str) -> None:
    shoot(scn, ledger, gun_id, target_id, "reaction", "MP-BOM-28")


FIRE = FireRules(
    check_shooter=check_gun,
    check_shot=check_shot,
    blocked_by=blocked_by,
    contact=contact,  # MP-BOM-21
    shoot_in_reaction=_shoot_in_reaction,
    reacted_mark=REACTED,
    reaction_rule="MP-BOM-20",
)
targets = FIRE.targets  # MP-BOM-4
list_options = attack_options(Bombard, targets, fog)
