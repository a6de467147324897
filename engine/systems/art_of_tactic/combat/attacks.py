"""One attack, in melee or by fire: values, dice, hits, casualties (AT-MEL-22 to AT-MEL-25, AT-RNG-03)."""

from __future__ import annotations

from dataclasses import dataclass

from engine.ledger import Ledger
from engine.scenario import Scenario
from engine.state import Unit
from engine.systems.art_of_tactic import dice
from engine.systems.art_of_tactic.combat.casualties import Casualties, count_casualties, count_hits
from engine.systems.art_of_tactic.combat.modified_values import ModifiedValue


@dataclass(frozen=True, slots=True, kw_only=True)
class Attack:
    """An attack worked out on the position before any dice of its step.

    `kind` is what the dice are for: melee, fire, move_and_fire, kill_zone. `side`: the side of the target
    from which it comes. `value`: Attack Value or Firepower. `defense`: of the target.
    """

    kind: str
    unit: Unit
    target: Unit
    side: str
    value: ModifiedValue
    defense: ModifiedValue
    dice: int


def roll_attack(
    scn: Scenario, ledger: Ledger, attack: Attack, substep: str, *, note: str, dice_rule: str, hits_rule: str
) -> Casualties:
    """Roll the dice of an attack and report it by a note of the given kind; its casualties."""
    unit, target = attack.unit, attack.target
    rolled = ledger.pool(
        attack.kind,
        attack.dice,
        sides=dice.faces(scn),
        rule=dice_rule,
        by=unit.id,
        key=dice.roll_key(ledger.state, substep, unit.id, attack.kind),
        outcome=lambda die: count_hits((die,), attack.value.total),
    )
    hits = count_hits(rolled, attack.value.total)
    figures = count_casualties(scn, hits, attack.defense.total, target["figures"])
    ledger.note(
        note,
        hits_rule,
        unit=unit.id,
        target=target.id,
        source=unit.place,
        place=target.place,
        how=attack.kind,
        base=attack.value.base,
        value=attack.value.total,
        modifiers=attack.value.modifier_facts,
        n=len(rolled),
        hits=hits,
        defense=attack.defense.total,
        defense_modifiers=attack.defense.modifier_facts,
        casualties=figures,
        side=attack.side,
        result=str(figures),
    )
    return Casualties(attacker=unit.id, unit=target.id, figures=figures)
