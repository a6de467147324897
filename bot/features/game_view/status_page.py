"""The status of a game: turn, who must act, points, objectives."""

from __future__ import annotations

from collections.abc import Sequence

from bot.features.lobby.page import lobby, options_line
from bot.i18n.names import Names
from bot.reports import setup_text
from bot.reports.result_text import objective_line, outcome, points_for_losses
from bot.reports.setup_text import rows
from bot.ui import units
from bot.ui.menus import button
from bot.ui.page import Button, Embed, Page
from engine.battle import reinforcements
from engine.scenario import Reinforcement
from engine.state import ELIMINATED, Unit

MOST_ARRIVALS = 4
"""Reinforcements told one by one."""
HIDDEN = "@hidden"
"""Where rulebooks lay what a viewer may not see."""


def status(names: Names, about: Sequence[str] = ()) -> Page:
    """A private page about the game in this channel; `about` is what else there is to say of it."""
    game, words = names.game, names.words
    if game.record.status == "lobby":
        return lobby(names, about=about)
    text = [_turn(names), *course(names), "", *(seat(names, s) for s in game.scenario.side_ids), ""]
    text += [objective_line(names, o) for o in game.scenario.objectives]
    text += [*points_for_losses(names), *options_line(names)]
    text += about
    note = Embed(title=words("status.title", title=names.title), text="\n".join(text))
    rows: tuple[tuple[Button, ...], ...] = ()
    if game.playing:
        rows = ((button(names, "panel", "button.orders"), button(names, "map", "button.map")),)
    return Page(embeds=(note,), rows=rows)


def _turn(names: Names) -> str:
    game, words = names.game, names.words
    if game.state.result is not None:
        return f"{words('status.over')} {outcome(names)}"
    if not game.playing:
        return words("status.over")
    side = game.owing[0] if game.owing else game.state.player
    facts = {"turn": game.state.turn, "turns": game.scenario.length, "phase": names.phase(game.state.phase)}
    if not game.state.player:
        return words("status.turn_all", sides=names.played(game.owing), **facts)
    if game.state.questions and side != game.state.player:
        facts |= {"asked": names.side(side), "asks": names.player(side)}
        held = game.state.player
        return words("status.turn_asked", side=names.side(held), player=names.player(held), **facts)
    return words("status.turn", side=names.side(side), player=names.player(side), **facts)


def course(names: Names) -> list[str]:
    """What else must be known of the turn: marks on sides and tracks that the rulebook has words for; who is
    still to arrive."""
    game, words, lines = names.game, names.words, []
    head = f"status.{game.scenario.system}"
    for mark in sorted(game.state.marks, key=lambda m: (m.name, m.on, m.to)):
        key = f"{head}.mark_{mark.name}"
        if mark.on in game.scenario.side_ids and key in words:
            lines.append(words(key, sign=names.sign(mark.on), side=names.side(mark.on), to=mark.to))
    tracks = ((f"{head}.track_{name}", n) for name, n in sorted(game.state.tracks.items()) if n)
    lines += [words(key, n=n) for key, n in tracks if key in words]
    for side in game.scenario.side_ids:
        chiefs = [u for u in game.state.units_on_map(side) if u.kind == "chief"]
        if chiefs and f"{head}.chiefs" in words:
            lines.append(
                words(
                    f"{head}.chiefs",
                    sign=names.sign(side),
                    chiefs=", ".join(_chief(names, c) for c in chiefs),
                )
            )
    return [*lines, *_ending(names), *setup_text.conditions(names), *arrivals(names)]


def _ending(names: Names) -> list[str]:
    """From which turn on a die may end the game, where one does."""
    game = names.game
    if game.scenario.ending is None or not game.playing or game.state.result is not None:
        return []
    ending = game.scenario.ending
    return [names.words("status.ending", turn=ending.turn, least=ending.least, last=game.scenario.turns)]


def arrivals(names: Names) -> list[str]:
    """The next reinforcements, a line each: when, who, where, by which die or on which condition."""
    game = names.game
    if not game.playing or game.state.result is not None:
        return []
    coming = [
        (arrival, waiting)
        for arrival in game.scenario.arrivals()
        if (waiting := reinforcements.waiting(game.scenario, game.state, arrival))
    ]
    lines = [_arrival(names, arrival, waiting) for arrival, waiting in coming[:MOST_ARRIVALS]]
    more = len(coming) - len(lines)
    return [*lines, *([names.words("status.arrival_more", n=more)] if more else [])]


def _arrival(names: Names, arrival: Reinforcement, waiting: Sequence[str]) -> str:
    game, words, when = names.game, names.words, arrival.when
    units = names.units(waiting)
    facts = {
        "sign": names.sign(arrival.side),
        "who": f"{words.localized(arrival.name)} ({units})" if arrival.name else units,
        "hexes": rows(game.scenario.grid, arrival.hexes),
    }
    if reinforcements.due(game.scenario, game.state, game.state.units[waiting[0]]):
        return words("status.arrival_now", **facts)
    how = [words("status.arrival_die", least=arrival.least)] if arrival.least else []
    how += [words("status.arrival_latest", latest=arrival.latest)] if arrival.latest else []
    if when is not None and when.held:
        held = rows(game.scenario.grid, when.held)
        how.append(words("status.arrival_held", side=names.side(when.by), hexes=held))
    if when is not None and when.lost:
        how.append(words("status.arrival_lost", n=when.number, units=names.units(when.lost)))
    turn = max(arrival.turn, game.state.turn)
    return words("status.arrival", turn=turn, how="".join(how), **facts)


def _chief(names: Names, chief: Unit) -> str:
    """A leader with their dice, and whether they command now or no more."""
    game = names.game
    states = game.system.display.counter_face(game.scenario, game.state, chief).states
    labels = [names.words.get(f"state.{s}", s) for s in states]
    name = f"{names.unit(chief.id)} {units.strength(names, chief)}"
    return f"{name} ({', '.join(labels)})" if labels else name


def seat(names: Names, side: str) -> str:
    """One side: player, points, units."""
    game = names.game
    own = [u for u in game.state.units.values() if u.side == side]
    hidden = bool(own) and all(u.place == HIDDEN for u in own if u.place != ELIMINATED)
    scores = game.system.display.scores(game.scenario, game.state)
    return names.words(
        "status.seat_hidden" if hidden else names.own("status", "seat"),
        sign=names.sign(side),
        side=names.side(side),
        player=names.player(side),
        score=scores.get(side, 0),
        units=sum(1 for u in own if u.hex),
        lost=sum(1 for u in own if u.place == ELIMINATED),
    )
