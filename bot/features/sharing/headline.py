"""The headline of a shared picture: what a stranger would tell of it in a line. Public facts only. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bot.features.sharing.public_moments import Moment
from bot.i18n.names import Names
from bot.reports.result_text import outcome
from engine.state import ELIMINATED, State

MOST_NAMED = 2


def headline(names: Names, moment: Moment) -> str:
    """The end of the game, else who has just taken what and who fell, else who holds what; the title without
    any of it."""
    if names.game.state.result is not None:
        return outcome(names)
    before = replace(moment.game, state=moment.before).seen("").state
    taken = _holders(names, before)
    fallen = [
        names.words(names.own("sharing", "falls"), unit=names.full(unit)) for unit in _fallen(names, before)
    ]
    told = [*taken, *fallen] or _holders(names, State())
    return " · ".join(told[:MOST_NAMED]) or names.title


def _holders(names: Names, before: State) -> list[str]:
    """Who stands on an objective and did not before."""
    return [
        names.words("sharing.holds", unit=names.full(unit), place=place)
        for unit, place in _taken(names, before)
    ]


def leader(names: Names, scores: dict[str, int]) -> str:
    """Who is ahead, by how much; "" before anyone has a point."""
    ranked = sorted(scores.items(), key=lambda score: -score[1])
    if len(ranked) < 2 or not ranked[0][1]:
        return ""
    facts = {"side": names.side(ranked[0][0]), "n": ranked[0][1], "m": ranked[1][1]}
    return names.words("sharing.level" if ranked[0][1] == ranked[1][1] else "sharing.leads", **facts)


def _taken(names: Names, before: State) -> Iterator[tuple[str, str]]:
    """Units that stand on an objective where none of their side stood before, each with its place."""
    state = names.game.state
    for goal in names.game.scenario.objectives:
        held = {unit.side for unit in before.units.values() if unit.place in goal.hexes}
        new = [u for u in state.units.values() if u.place in goal.hexes and u.side not in held]
        if new:
            yield new[0].id, names.words.localized(goal.name)


def _fallen(names: Names, before: State) -> Iterator[str]:
    """Units that were lost."""
    for unit in names.game.state.units.values():
        known = before.units.get(unit.id)
        if unit.place == ELIMINATED and known is not None and known.place != ELIMINATED:
            yield unit.id
