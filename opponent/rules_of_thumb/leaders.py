"""Leaders who command units one group after another: whom to activate, which units to command, when to stop.

Which units may be commanded, and in which groups, is in the options that the rulebook lists.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.commands import Activate, Command, Lead, Share
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.system import Option, System
from opponent.plans import Plan
from opponent.rules_of_thumb.evaluation import Evaluation

GAIN = 3.0
"""The most that a better place counts for."""
CHIEF_GAIN = 0.5
"""By how much a leader must stand better elsewhere to be moved first."""
IN_RANGE = 2.0
IN_TOUCH = 2.0


def lead(
    system: System, scenario: Scenario, state: State, side: str, offered: Sequence[Option], plan: Plan
) -> Command | None:
    """Share dice out, activate a leader or command units; None where no leader gives commands.

    The command chosen is the most useful one; a leader who would stand better elsewhere is activated first.
    """
    for option in offered:
        if isinstance(option.command, Share):
            return option.command
    leads = [o.command for o in offered if isinstance(o.command, Lead)]
    able = [o.command for o in offered if isinstance(o.command, Activate)]
    evaluation = Evaluation(system, scenario, state, side, plan)
    best = _best_lead(system, scenario, state, evaluation, leads)
    for order in able:
        meant = best is None or order.chief == best.chief
        if meant and _would_move_first(system, scenario, state, evaluation, order):
            return order
    return best or (able[0] if able else None)


def lead_at_a_glance(
    scenario: Scenario, state: State, offered: Sequence[Option], evaluation: Evaluation
) -> Command | None:
    """The same as `lead` by what the hexes next to each unit are worth: quicker, and not as good."""
    leads = []
    able = []
    for option in offered:
        if isinstance(option.command, Share):
            return option.command
        if isinstance(option.command, Lead):
            leads.append(option.command)
        elif isinstance(option.command, Activate):
            able.append(option.command)
    if not leads and not able:
        return None
    use = {id_: _use(scenario, evaluation, state.units[id_]) for lead in leads for id_ in lead.units}
    best = max(leads, key=lambda lead: (sum(use[u] for u in lead.units), lead.dice, lead.units), default=None)
    for order in able:
        meant = best is None or order.chief == best.chief
        if meant and _gain_next_to(scenario, evaluation, state.units[order.chief]) > CHIEF_GAIN:
            return order
    return best or (able[0] if able else None)


def _use(scenario: Scenario, evaluation: Evaluation, unit: Unit) -> float:
    near = evaluation.nearest_enemy(unit.place)
    fires = 2 <= near <= evaluation.fire_range(unit)
    gain = min(GAIN, max(0.0, _gain_next_to(scenario, evaluation, unit)))
    return 0.2 + gain + IN_RANGE * fires + IN_TOUCH * (near == 1)


def _gain_next_to(scenario: Scenario, evaluation: Evaluation, unit: Unit) -> float:
    """How much more the best of the hexes next to a unit is worth to it."""
    stays = evaluation.worth(unit, unit.place)
    around = scenario.grid.neighbours(unit.place).values()
    return max((evaluation.worth(unit, h) for h in around), default=stays) - stays


def has_units_to_command(system: System, scenario: Scenario, state: State, side: str) -> bool:
    """Whether any unit is left to command."""
    return any(lead.units for lead in system.display.leadership(scenario, state, side).leaders)


def _best_lead(
    system: System, scenario: Scenario, state: State, evaluation: Evaluation, leads: Sequence[Lead]
) -> Lead | None:
    ids = {id_ for lead in leads for id_ in lead.units}
    use = {id_: _usefulness(system, scenario, state, evaluation, state.units[id_]) for id_ in sorted(ids)}
    return max(leads, key=lambda lead: (sum(use[u] for u in lead.units), lead.dice, lead.units), default=None)


def _usefulness(
    system: System, scenario: Scenario, state: State, evaluation: Evaluation, unit: Unit
) -> float:
    """How useful it is that a unit can act: move to a better place, fire, fight."""
    stays = evaluation.worth(unit, unit.place)
    gains = (evaluation.worth(unit, h) - stays for h in system.display.routes(scenario, state, unit.id))
    sight = system.display.sight(scenario, state, unit.id)
    fires = sight is not None and any(not target.reason for target in sight.targets)
    touches = evaluation.nearest_enemy(unit.place) == 1
    return 0.2 + min(GAIN, max((0.0, *gains))) + IN_RANGE * fires + IN_TOUCH * touches


def _would_move_first(
    system: System, scenario: Scenario, state: State, evaluation: Evaluation, order: Activate
) -> bool:
    """Whether a leader would stand better elsewhere before commanding."""
    chief = state.units[order.chief]
    here = evaluation.worth(chief, chief.place) + 0.25
    return any(evaluation.worth(chief, h) > here for h in system.display.routes(scenario, state, chief.id))
