"""How a game stands: turn, who must act, points, objectives; and how it ended."""

from __future__ import annotations

from collections.abc import Sequence

from bot.page import Note, Page, Press, press_id
from bot.say import units
from bot.say.ending import outcome
from bot.say.fairness import proof
from bot.say.lobby import lobby, objective_line, options_line
from bot.say.names import Names
from engine.events import Ended
from engine.state import ELIMINATED, Unit

HIDDEN = "@hidden"
"""Where rulebooks lay what a viewer may not see."""


def status(names: Names, about: Sequence[str] = ()) -> Page:
    """A private page about the game in this channel; `about` is what else there is to say of it."""
    table, words = names.table, names.words
    if table.game.status == "lobby":
        return lobby(names, about=about)
    text = [_turn(names), *course(names), "", *(seat(names, s) for s in table.scenario.side_ids), ""]
    text += [objective_line(names, o) for o in table.scenario.objectives] + options_line(names)
    text += about
    note = Note(title=words("status.title", title=names.title), text="\n".join(text))
    rows: tuple[tuple[Press, ...], ...] = ()
    if table.playing:
        rows = ((press(names, "panel", "button.orders"), press(names, "map", "button.map")),)
    return Page(notes=(note,), rows=rows)


def press(names: Names, verb: str, key: str, style: str = "secondary") -> Press:
    """A button about this game."""
    return Press(
        label=names.words(key), id=press_id(names.table.game.id, names.table.stamp, verb), style=style
    )


def _turn(names: Names) -> str:
    table, words = names.table, names.words
    if table.state.result is not None:
        return f"{words('status.over')} {outcome(names)}"
    if not table.playing:
        return words("status.over")
    side = table.owing[0] if table.owing else table.state.player
    facts = {"turn": table.state.turn, "turns": table.scenario.turns, "phase": names.phase(table.state.phase)}
    if not table.state.player:
        return words("status.turn_all", sides=names.played(table.owing), **facts)
    if table.state.questions and side != table.state.player:
        facts |= {"asked": names.side(side), "asks": names.player(side)}
        held = table.state.player
        return words("status.turn_asked", side=names.side(held), player=names.player(held), **facts)
    return words("status.turn", side=names.side(side), player=names.player(side), **facts)


def course(names: Names) -> list[str]:
    """What else must be known of the turn: marks on sides and tracks that the rulebook has words for."""
    table, words, told = names.table, names.words, []
    head = f"status.{table.scenario.system}"
    for mark in sorted(table.state.marks, key=lambda m: (m.name, m.on, m.to)):
        key = f"{head}.mark_{mark.name}"
        if mark.on in table.scenario.side_ids and key in words:
            told.append(words(key, sign=names.sign(mark.on), side=names.side(mark.on), to=mark.to))
    tracks = ((f"{head}.track_{name}", n) for name, n in sorted(table.state.tracks.items()) if n)
    told += [words(key, n=n) for key, n in tracks if key in words]
    for side in table.scenario.side_ids:
        chiefs = [u for u in table.state.fielded(side) if u.kind == "chief"]
        if chiefs and f"{head}.chiefs" in words:
            told.append(
                words(
                    f"{head}.chiefs",
                    sign=names.sign(side),
                    chiefs=", ".join(_chief(names, c) for c in chiefs),
                )
            )
    return told


def _chief(names: Names, chief: Unit) -> str:
    """A leader with his dice, and whether he commands now or no more."""
    table = names.table
    states = table.system.shows.face(table.scenario, table.state, chief).states
    told = [names.words.get(f"state.{s}", s) for s in states]
    name = f"{names.unit(chief.id)} {units.strength(names, chief)}"
    return f"{name} ({', '.join(told)})" if told else name


def seat(names: Names, side: str) -> str:
    """One side: player, points, units."""
    table = names.table
    own = [u for u in table.state.units.values() if u.side == side]
    hidden = bool(own) and all(u.place == HIDDEN for u in own if u.place != ELIMINATED)
    scores = table.system.shows.scores(table.scenario, table.state)
    return names.words(
        "status.seat_hidden" if hidden else names.own("status", "seat"),
        sign=names.sign(side),
        side=names.side(side),
        player=names.player(side),
        score=scores.get(side, 0),
        units=sum(1 for u in own if u.hex),
        lost=sum(1 for u in own if u.place == ELIMINATED),
    )


def end(names: Names) -> Note:
    """How the game ended: level, points, losses, the dice's seed."""
    table, words = names.table, names.words
    result = table.state.result
    assert result is not None
    loser = next(s for s in table.scenario.side_ids if s != result.winner)
    ended = (e for entry in reversed(table.living) for e in entry.events if isinstance(e, Ended))
    rule = next((e.rule for e in ended), "")
    text = [
        words.get(f"over.reason_{result.reason}", "", side=names.side(loser), rule=rule),
        "",
        *(_score(names, side) for side in table.scenario.side_ids),
    ]
    winner = table.seat(result.winner) if result.winner else None
    if winner is not None and winner.user is not None:
        text += ["", words("over.congratulations", player=names.player(winner.side))]
    text += ["", proof(names)]
    title = words("over.title", result=outcome(names))
    sign = names.sign(result.winner) if result.winner else words("over.draw_sign")
    return Note(title=f"{sign} {title}".strip(), text="\n".join(text), tone="victory")


def _score(names: Names, side: str) -> str:
    table, words = names.table, names.words
    own = [u for u in table.state.units.values() if u.side == side]
    lost = [u for u in own if u.place == ELIMINATED]
    told = {
        value: sum(max(0, u.printed[value] - u[value]) for u in own if value in u.printed)
        for value in ("cs", "vc", "vt", "figures")
        if any(value in u.printed for u in own)
    }
    if any("losses" in u.values for u in own):
        told["losses"] = sum(max(0, u["losses"] - u.printed.get("losses", 0)) for u in own)
    return words(
        names.own("over", "score" if lost else "score_no_loss"),
        sign=names.sign(side),
        side=names.side(side),
        score=table.system.shows.scores(table.scenario, table.state).get(side, 0),
        lost=len(lost),
        units=names.units(u.id for u in lost),
        losses=", ".join(words(f"over.lost_{value}", n=n) for value, n in told.items()),
    )
