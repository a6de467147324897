"""Advice: the orders that the computer player would compare first, each with what it leads to.

A plan is searched for as at the level *normal*; then single orders are compared by playouts in which that
plan is followed afterwards. From a view alone; the same question always has the same answer.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.commands import Command, Done, Rally
from opponent.advice.alternatives import Alternatives, Outcome, followed_plan
from opponent.plans import Plan
from opponent.rulebooks import rulebook
from opponent.rules_of_thumb.policy import next_command
from opponent.search import PlanSearch
from opponent.view import View, require_view

PLANNING, COMPARING = 1000.0, 2000.0
"""Milliseconds for the search of a plan and for the comparison of orders, as the rulebook reckons them."""
FIRST, THEN, MOST = 2, 4, 4
"""Playouts of each order; of those that come out best; how many of those there are."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Advice:
    """Suggested orders, the best first, and what ending the phase instead leads to (None where that is one of
    them, or no choice). An order without playouts is a rule of thumb."""

    suggestions: tuple[Outcome, ...]
    instead: Outcome | None = None


def advise(view: View, seed: bytes) -> Advice:
    """Orders for a side that has something to decide; none where it has not. TypeError for anything but a
    view."""
    require_view(view)
    if view.system.role_of(view.state.phase):
        return by_rules_of_thumb(view)
    if len(Alternatives(view, seed, COMPARING).candidates()) < 2:  # no choice
        return by_rules_of_thumb(view)
    plan = _plan(view, seed)
    alternatives = Alternatives(view, seed, COMPARING, plan)
    candidates = alternatives.candidates()
    if not view.writes_orders:
        usual = followed_plan(view, plan)
        candidates = [usual, *(c for c in candidates if c != usual)]
    first = alternatives.outcomes(candidates, FIRST)
    alternatives.left = COMPARING
    best = alternatives.outcomes([o.command for o in first[:MOST]], THEN)
    if not best:
        return by_rules_of_thumb(view)
    ends = next((c for c in candidates if isinstance(c, Done | Rally)), None)
    instead = alternatives.outcome(ends, THEN) if ends is not None and ends != best[0].command else None
    return Advice(suggestions=tuple(best), instead=instead)


def by_rules_of_thumb(view: View) -> Advice:
    """One order, without a comparison: quick."""
    try:
        command: Command = next_command(view, rulebook(view.system.name).usual_plan(view.side))
    except ValueError:
        return Advice(suggestions=())
    return Advice(suggestions=(Outcome(command=command, value=0.0),))


def _plan(view: View, seed: bytes) -> Plan:
    book = rulebook(view.system.name)
    enemy = book.usual_plan(view.scenario.enemy(view.side))
    search = PlanSearch(view, seed, PLANNING, 0)
    return replace(search.best(book.usual_plan(view.side), enemy), missed=0)
