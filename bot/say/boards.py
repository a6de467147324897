"""Boards in words: one game at a glance, all games of a server, all games of a person. Only what everybody
may know."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.books import solo
from bot.page import Note, Page, Press, press_id
from bot.say.calls import presses, until, within
from bot.say.ending import outcome
from bot.say.fairness import hash_of, salts
from bot.say.lobby import empty_sides, options_line
from bot.say.names import Names
from bot.say.status import course, seat
from bot.table import Table
from bot.timekeeper import Times
from bot.words import Words

LONGEST_LIST = 3900
"""Characters of a list of games: a note holds 4,096."""
A_PAGE = 8
"""Games on a page of one's own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """One game in a list: the table and its time as they are, and where to jump to."""

    table: Table
    times: Times | None
    link: str
    channel: str = ""
    server: str = ""
    paused: bool = False


def game(names: Names, found: Times | None, last_map: str = "", paused: bool = False) -> Page:
    """The board of a game. `last_map` links to the newest report; `found` is the time of the game."""
    table, words = names.table, names.words
    text = [words("boards.paused")] if paused and table.playing else []
    text += [*turn(names, found), *course(names), ""]
    text += [seat(names, side) for side in table.scenario.side_ids]
    text += [*objectives(names), *options_line(names)]
    if last_map:
        text += ["", words("boards.last_map", link=last_map)]
    facts = {"hash": hash_of(table.game), "salts": salts(names)}
    footer = "" if solo(table.game) else words("boards.dice", **facts)
    note = Note(title=names.title, text="\n".join(text), footer=footer, tone=_tone(names))
    return Page(notes=(note,), rows=(_buttons(names),) if table.playing else ())


def objectives(names: Names) -> list[str]:
    """Who holds which objectives, a line each; those that nobody holds."""
    table, words = names.table, names.words
    held = table.system.shows.owners(table.scenario, table.state)
    told = []
    for side in (*table.scenario.side_ids, ""):
        mine = [words.of(o.name) for o in table.scenario.objectives if held.get(o.id, "") == side]
        if mine:
            key = "boards.holds" if side else "boards.free"
            told.append(words(key, side=names.side(side) if side else "", names=" · ".join(mine)))
    return told


def _tone(names: Names) -> str:
    """The colour of the side that is to decide; of the winner at the end."""
    state = names.table.state
    if state.result is not None or not names.table.playing:
        return "victory"
    return names.table.owing[0] if len(names.table.owing) == 1 else ""


def _buttons(names: Names) -> tuple[Press, ...]:
    label = names.words("button.status")
    return (*presses(names), Press(label=label, id=press_id(names.table.game.id, 0, "status")))


def turn(names: Names, found: Times | None) -> list[str]:
    """The turn, and who has to decide what until when; how the game ended."""
    table, words, state = names.table, names.words, names.table.state
    if state.result is not None:
        return [words("boards.over", result=outcome(names))]
    if not table.playing:
        return [words("boards.stopped")]
    facts = {"turn": state.turn, "turns": table.scenario.turns, "phase": names.headed(state.phase)}
    return [words("boards.turn", **facts), *decisions(names, found)]


def decisions(names: Names, found: Times | None) -> list[str]:
    """Who has to decide, one line a side; who is held up by it or has finished."""
    table, words, told = names.table, names.words, []
    together = table.together and not table.state.questions
    for side in table.scenario.side_ids:
        facts = {"sign": names.sign(side), "side": names.side(side), "player": names.player(side)}
        if side in table.owing:
            kind = "thinks" if table.seat(side).bot else "answers" if table.state.questions else "decides"
            told.append(words(f"boards.{kind}", **facts) + until(names, side, found))
        elif together:
            told.append(words("boards.ready", **facts))
        elif table.state.questions and side == table.state.player:
            told.append(words("boards.held", **facts))
    return told


def brief(words: Words, standing: Standing) -> str:
    """One game in a list, in two lines."""
    names = Names(words, standing.table)
    table = names.table
    facts = {"title": names.title, "link": standing.link}
    place = f"{standing.server} {standing.channel}".strip()
    head = words("boards.line", place=place, **facts) if place else words("boards.line_here", **facts)
    if table.game.status == "lobby":
        free = words.several([names.side(side) for side in empty_sides(table)])
        return f"{head}\n{words('boards.line_open', sides=free) if free else words('boards.line_full')}"
    if not table.playing:
        return f"{head}\n{turn(names, None)[0]}"
    sides = " – ".join(f"{names.sign(s)} {names.player(s)}" for s in table.scenario.side_ids)
    waits = [
        words("boards.line_decides", side=names.side(s)) + within(names, s, standing.times)
        for s in table.owing
    ]
    facts = {"turn": str(table.state.turn), "turns": str(table.scenario.turns), "sides": sides}
    tail = words("boards.line_paused") if standing.paused else words.several(waits)
    return f"{head}\n{words('boards.line_turn', waits=tail, **facts)}"


def server(words: Words, standings: Sequence[Standing]) -> Page:
    """All unfinished games of a server, as many as there is room for."""
    text = fitted(words, [brief(words, s) for s in standings]) or words("boards.none")
    return Page(notes=(Note(title=words("boards.server"), text=text, footer=words("boards.how")),))


def fitted(words: Words, lines: Sequence[str], most: int = LONGEST_LIST) -> str:
    """As many of these as there is room for, and how many more there are."""
    kept: list[str] = []
    for line in lines:
        if sum(map(len, kept)) + 2 * len(kept) + len(line) > most:
            break
        kept.append(line)
    left = len(lines) - len(kept)
    return "\n\n".join([*kept, *([words("boards.more", n=left)] if left else [])])


def mine(
    words: Words,
    here: Sequence[Standing],
    *,
    number: int,
    last: int,
    waiting: Sequence[Standing] = (),
    n: int = 0,
    over: bool = False,
) -> Page:
    """Page `number` of somebody's games (`last` is the last one): those of it that are `waiting` for him, of
    `n` in all, and the others `here`. `over`: those that are finished."""
    text = [words("boards.yours", n=n), *(brief(words, s) for s in waiting)] if waiting else []
    if here and not over:
        text.append(words("boards.theirs" if n else "boards.nothing_waits"))
    text += [brief(words, s) for s in here]
    text = [fitted(words, text or [words("boards.no_past" if over else "boards.no_games")])]
    title = words("boards.mine_over" if over else "boards.mine")
    footer = words("boards.page", page=number + 1, pages=last + 1) if last else ""
    note = Note(title=title, text="\n\n".join(text), footer=footer)
    return Page(notes=(note,), rows=(_turning(words, number, last, over),))


def _turning(words: Words, number: int, last: int, over: bool) -> tuple[Press, ...]:
    """Buttons to the pages before and after, and to the other list."""
    which = "over" if over else "on"
    other = Press(
        label=words("button.games" if over else "button.past_games"),
        id=press_id(0, 0, "games", "on" if over else "over", 0),
    )
    if not last:
        return (other,)
    before = Press(
        label=words("button.before"),
        id=press_id(0, 0, "games", which, max(0, number - 1)),
        closed=number == 0,
    )
    after = Press(
        label=words("button.after"), id=press_id(0, 0, "games", which, number + 1), closed=number == last
    )
    return (before, after, other)
