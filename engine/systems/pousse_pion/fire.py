"""Fire and reaction fire (PP-FIR)."""

from __future__ import annotations

from engine import events as ev
from engine.commands import Bombard
from engine.errors import IllegalOrder
from engine.hexes import Hex
from engine.ledger import Ledger
from engine.rules.fire import FireRules, check_visible
from engine.rules.line_of_sight import blocking_hexes, entered_across, is_above_line
from engine.rules.losses import alive
from engine.rules.turns import attack_options
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.systems.pousse_pion.combat.retreat import take_morale_test
from engine.systems.pousse_pion.fog import fog, visible_enemy
from engine.systems.pousse_pion.losses import lose
from engine.systems.pousse_pion.marks import FIRED, REACTED
from engine.systems.pousse_pion.movement.step_effects import StepMade
from engine.systems.pousse_pion.terrain import contact
from engine.systems.pousse_pion.units import in_order, own_unit


def bombard(scn: Scenario, ledger: Ledger, side: str, order: Bombard) -> None:
    """Fire once at one enemy unit in range and sight, resolved at once (PP-FIR-01 to 14)."""
    gun, here = own_unit(ledger.state, side, order.unit)
    target, there = visible_enemy(scn, ledger.state, side, order.target, "PP-FIR-03")
    check_gun(scn, ledger.state, gun, here)
    check_shot(scn, ledger.state, gun, here, target, there)
    ledger.tell(ev.Marked(name=FIRED, on=gun.id, rule="PP-FIR-01"))
    left = int(scn.chart("fire", "mv_after", "foot"))
    if "horse" not in gun.traits and gun["mp"] > left:
        ledger.tell(ev.Changed(unit=gun.id, value="mp", was=gun["mp"], now=left, rule="PP-FIR-14"))
    shoot(scn, ledger, gun.id, target.id, "bombard")


def check_gun(scn: Scenario, state: State, gun: Unit, here: Hex) -> None:
    """Raises IllegalOrder unless the unit may fire at all (PP-FIR-01, 02)."""
    if gun.kind != "artillery":
        raise IllegalOrder("PP-FIR-01", "only_artillery_fires", unit=gun.id, hex=here)
    if state.marked(gun.id, FIRED):
        raise IllegalOrder("PP-FIR-01", "already_fired", unit=gun.id, hex=here)
    if not in_order(state, gun):
        raise IllegalOrder("PP-FIR-02", "fire_in_disorder", unit=gun.id, hex=here)


def check_shot(scn: Scenario, state: State, gun: Unit, here: Hex, target: Unit, there: Hex) -> None:
    """Raises IllegalOrder unless the target is within range, in hexes, and in sight (PP-FIR-03)."""
    shot = {"unit": gun.id, "target": target.id, "hex": there}
    away = scn.grid.distance(here, there)
    if away > gun["range"]:
        raise IllegalOrder("PP-FIR-03", "out_of_range", **shot, away=away, range=gun["range"])
    check_visible(scn, state, gun, target)
    blockers = blocked_by(scn, here, there)
    if blockers:
        raise IllegalOrder("PP-FIR-03", "no_line_of_sight", **shot, by=blockers)


def blocked_by(scn: Scenario, a: Hex, b: Hex) -> tuple[Hex, ...]:
    """The hexes that block the line of sight between two others (PP-FIR-05 to 10)."""
    high = scn.chart("cover")
    return blocking_hexes(scn.grid, a, b, lambda hex_: is_above_line(scn, a, b, hex_, high))


def cover_of(scn: Scenario, here: Hex, there: Hex) -> int:
    """What woods, houses and an abattis on the way in take off the fire number (PP-FIR-11); at a corner both
    its hexsides must be fenced (C-09)."""
    ground = int(scn.chart("fire", "cover").get(scn.terrain(there), 0))
    crossed = entered_across(scn.grid, here, there)
    fenced = bool(crossed) and all(scn.hexside(near, there).abattis for near in crossed)
    return ground + (int(scn.chart("fire", "abattis")) if fenced else 0)


def fire_number(scn: Scenario, gun: Unit, here: Hex, there: Hex) -> int:
    """The fire number F: Vt less distance and cover; the shot hits at or below it (PP-FIR-11)."""
    beyond_the_first = scn.grid.distance(here, there) - 1
    return gun["vt"] - beyond_the_first * int(scn.chart("fire", "per_hex")) - cover_of(scn, here, there)


def shoot(scn: Scenario, ledger: Ledger, gun_id: str, target_id: str, how: str) -> None:
    """One shot: a hit costs a loss, then the target is tested (PP-FIR-12, 13, 19)."""
    gun, target = ledger.state.units[gun_id], ledger.state.units[target_id]
    here, there = gun.place, target.place
    needed = fire_number(scn, gun, here, there)
    rule = "PP-FIR-12" if how == "bombard" else "PP-FIR-19"
    sides = scn.chart("fire", "die")
    die = ledger.roll("fire", sides=sides, rule=rule, by=gun_id, outcome=lambda die: die <= needed)
    hit = die <= needed
    ledger.note(
        "fire",
        rule,
        how=how,
        unit=gun_id,
        target=target_id,
        source=here,
        place=there,
        vt=gun["vt"],
        distance=scn.grid.distance(here, there),
        cover=cover_of(scn, here, there),
        number=needed,
        die=die,
        result="hit" if hit else "miss",
    )
    if not hit:
        return
    lose(scn, ledger, target_id, int(scn.chart("fire", "losses")), "PP-FIR-13")
    if alive(ledger, target_id):
        take_morale_test(scn, ledger, target_id, 0, "PP-FIR-13")


def ready_to_react(scn: Scenario, state: State, mover: Unit) -> frozenset[str]:
    """Enemy batteries in order that have not yet reacted in this phase (PP-FIR-16, 17)."""
    return frozenset(
        gun.id
        for gun in state.units_on_map(scn.enemy(mover.side))
        if gun.kind == "artillery" and in_order(state, gun) and not state.marked(gun.id, REACTED)
    )


def _shoot_in_reaction(scn: Scenario, ledger: Ledger, gun_id: str, target_id: str) -> None:
    shoot(scn, ledger, gun_id, target_id, "reaction")


FIRE = FireRules(
    check_shooter=check_gun,
    check_shot=check_shot,
    blocked_by=blocked_by,
    contact=contact,  # PP-FIR-16
    shoot_in_reaction=_shoot_in_reaction,
    reacted_mark=REACTED,
    reaction_rule="PP-FIR-17",
)
targets = FIRE.targets  # PP-FIR-03
list_options = attack_options(Bombard, targets, fog)


def reaction_fire(scn: Scenario, ledger: Ledger, step: StepMade) -> None:
    """An effect of a step: the batteries in contact fire at the unit that has entered its hex (PP-FIR-16, 17;
    C-05)."""
    if alive(ledger, step.unit):
        ready = ready_to_react(scn, ledger.state, ledger.state.units[step.unit])
        FIRE.react(scn, ledger, step.unit, ready)
