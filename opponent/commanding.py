"""Chiefs: who is activated, whom he commands, whether he goes on.

What may be commanded, and in which groups, is what the rulebook offers.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.commands import Activate, Command, Lead, Share
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.system import Option, System
from opponent.judgement import Judgement

GAIN = 3.0
"""The most that a better place counts for."""
IN_RANGE = 2.0
IN_TOUCH = 2.0


def command(
    system: System, scenario: Scenario, seen: State, side: str, offered: Sequence[Option]
) -> Command | None:
    """The dice shared out in the best way; else the command that does most good, by a chief who goes first
    where he would reach more; None where nobody gives commands."""
    for option in offered:
        if isinstance(option.command, Share):
            return option.command
    leads = [o.command for o in offered if isinstance(o.command, Lead)]
    able = [o.command for o in offered if isinstance(o.command, Activate)]
    judgement = Judgement(system, scenario, seen, side)
    best = _best(system, scenario, seen, judgement, leads)
    for order in able:
        meant = best is None or order.chief == best.chief
        if meant and _restless(system, scenario, seen, judgement, order):
            return order
    return best or (able[0] if able else None)


def goes_on(system: System, scenario: Scenario, seen: State, side: str) -> bool:
    """Whether there is anybody left to command."""
    return any(lead.units for lead in system.shows.leadership(scenario, seen, side).leads)


def _best(
    system: System, scenario: Scenario, seen: State, judgement: Judgement, leads: Sequence[Lead]
) -> Lead | None:
    ids = {id_ for lead in leads for id_ in lead.units}
    use = {id_: _use(system, scenario, seen, judgement, seen.units[id_]) for id_ in sorted(ids)}
    return max(leads, key=lambda lead: (sum(use[u] for u in lead.units), lead.dice, lead.units), default=None)


def _use(system: System, scenario: Scenario, seen: State, judgement: Judgement, unit: Unit) -> float:
    """What it would be good for that a unit could act: to stand better, to fire, to fight."""
    stays = judgement.worth(unit, unit.place)
    gains = (judgement.worth(unit, h) - stays for h in system.shows.routes(scenario, seen, unit.id))
    sight = system.shows.sight(scenario, seen, unit.id)
    fires = sight is not None and any(not target.reason for target in sight.targets)
    touches = judgement.nearest_foe(unit.place) == 1
    return 0.2 + min(GAIN, max((0.0, *gains))) + IN_RANGE * fires + IN_TOUCH * touches


def _restless(system: System, scenario: Scenario, seen: State, judgement: Judgement, order: Activate) -> bool:
    """Whether a chief would stand better elsewhere, before he commands."""
    chief = seen.units[order.chief]
    here = judgement.worth(chief, chief.place) + 0.25
    return any(judgement.worth(chief, h) > here for h in system.shows.routes(scenario, seen, chief.id))
