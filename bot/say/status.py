"""How a game stands: turn, who must act, points, objectives; and how it ended."""

from __future__ import annotations

from bot.page import Note, Page, Press, press_id
from bot.say.board import outcome
from bot.say.fairness import proof
from bot.say.lobby import lobby, objective_line, options_line
from bot.say.names import Names
from engine.scenario import OFF_MAP
from engine.state import ELIMINATED


def status(names: Names) -> Page:
    """A private page about the game in this channel."""
    table, words = names.table, names.words
    if table.game.status == "lobby":
        return lobby(names)
    text = [_turn(names), "", *(seat(names, s) for s in table.scenario.side_ids), ""]
    text += [objective_line(names, o) for o in table.scenario.objectives] + options_line(names)
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
    return words(
        "status.turn",
        turn=table.state.turn,
        turns=table.scenario.turns,
        phase=names.phase(table.state.phase),
        side=names.side(side),
        player=names.player(side),
    )


def seat(names: Names, side: str) -> str:
    """One side: player, points, units."""
    table = names.table
    own = [u for u in table.state.units.values() if u.side == side]
    hidden = any(u.hex is None and u.place not in (ELIMINATED, OFF_MAP) for u in own)
    scores = table.system.shows.scores(table.scenario, table.state)
    return names.words(
        "status.seat_hidden" if hidden else "status.seat",
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
    rule = {"last_turn": "MP-VIC-7", "wiped_out": "MP-VIC-11"}.get(result.reason, "")
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
    return Note(title=f"{names.sign(result.winner)} {title}".strip(), text="\n".join(text), tone="victory")


def _score(names: Names, side: str) -> str:
    table, words = names.table, names.words
    own = [u for u in table.state.units.values() if u.side == side]
    lost = [u for u in own if u.place == ELIMINATED]
    strength = sum(max(0, u.printed.get("cs", 0) - u["cs"]) for u in own)
    return words(
        "over.score" if lost else "over.score_no_loss",
        sign=names.sign(side),
        side=names.side(side),
        score=table.system.shows.scores(table.scenario, table.state).get(side, 0),
        lost=len(lost),
        units=names.units(u.id for u in lost),
        cs=strength,
    )
