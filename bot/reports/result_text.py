"""How a game ended and what its objectives are, in a line each."""

from __future__ import annotations

from bot.i18n.catalogue import Catalogue
from bot.i18n.names import Names
from engine.battle.handicap import kind
from engine.scenario import Handicap, Objective, Scenario

NOBODY_WON = {"forfeit": "over.both_forfeit", "annulled": "over.annulled"}
"""Sentences for games without a winner that are no draws, by reason."""


def outcome(names: Names) -> str:
    """How the game ended, in a few words; "" before its end."""
    result = names.game.state.result
    if result is None:
        return ""
    if not result.winner:
        return names.words(NOBODY_WON.get(result.reason, "over.drawn"))
    level = names.words.get(f"level.{result.level}", result.level)
    return names.words("over.won", sign="", side=names.side(result.winner), level=level).strip()


def objective_line(names: Names, objective: Objective, key: str = "status.objective") -> str:
    """One objective: where, who holds it, what it is worth to whom, how it is won. `key`
    is the sentence for it."""
    game, words = names.game, names.words
    held = game.system.display.objective_owners(game.scenario, game.state) if game.playing else {}
    owner = held.get(objective.id, "" if game.playing else objective.owner)
    worth = {side: n for side, n in objective.points.items() if n} or objective.points
    points = [words("status.objective_points", n=n, side=names.side(side)) for side, n in worth.items()]
    return words(
        key,
        name=words.localized(objective.name),
        hexes=", ".join(sorted(objective.hexes)),
        owner=words("status.held", side=names.side(owner)) if owner else words("status.nobody"),
        points=", ".join(points),
        scored=words.get(f"status.scored_{objective.scored}", objective.scored),
    )


def handicap(words: Catalogue, battle: Scenario, given: Handicap) -> str:
    """What one side gives the other, in a few words."""
    gets = battle.enemy(given.gives)
    own = f"handicap.{battle.system}.{kind(given)}_{given.gives}"
    return words(
        own if own in words else f"handicap.{kind(given)}",
        gives=words.get(f"side.{given.gives}.name", given.gives.capitalize()),
        gets=words.get(f"side.{gets}.name", gets.capitalize()),
        n=given.points,
    )


def handicap_line(words: Catalogue, battle: Scenario) -> list[str]:
    """The handicap of a game; nothing without one."""
    if battle.handicap is None:
        return []
    return [words("handicap.line", handicap=handicap(words, battle, battle.handicap))]


def points_for_losses(names: Names) -> list[str]:
    """What enemy units destroyed are worth beside the objectives, where the rulebook has words for it."""
    scenario, key = names.game.scenario, names.own("status", "destroyed")
    if key not in names.words:
        return []
    glory = scenario.charts["glory"]
    each = [glory["unit"][counter.symbol] for counter in scenario.counters.values()]
    staff = glory["unit"]["general_staff"] + glory["general_staff"]
    return [names.words(key, least=min(each), most=max(each), staff=staff)]
