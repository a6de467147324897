"""Boards in words: one game at a glance, all games of a server, all games of a person. Only what everybody
may know."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.core.game import Game
from bot.core.game_clock import GameClock
from bot.features.game_view.status_page import course, seat
from bot.features.lobby.page import empty_sides, options_line
from bot.features.time_control.turn_ping_page import presses, until, within
from bot.i18n.catalogue import Catalogue
from bot.i18n.names import Names
from bot.reports.result_text import outcome
from bot.ui.page import Button, Embed, Page, button_id

LONGEST_LIST = 3900
"""Characters of a list of games: a note holds 4,096."""
A_PAGE = 8
"""Games listed on a page."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameSummary:
    """One game in a list: the table and its time as they are, and where to jump to."""

    game: Game
    clock: GameClock | None
    link: str
    channel: str = ""
    server: str = ""
    paused: bool = False


def game(
    names: Names,
    clock: GameClock | None,
    last_map: str = "",
    paused: bool = False,
    about: Sequence[str] = (),
) -> Page:
    """The board of a game. `last_map` links to the newest report; `clock` is the time of the game; `about` is
    what else there is to say of its points."""
    game, words = names.game, names.words
    text = [words("boards.paused")] if paused and game.playing else []
    text += [*turn(names, clock), *course(names), ""]
    text += [*(seat(names, side) for side in game.scenario.side_ids), *about]
    text += [*objectives(names), *options_line(names)]
    if last_map:
        text += ["", words("boards.last_map", link=last_map)]
    note = Embed(title=names.title, text="\n".join(text), tone=_tone(names))
    return Page(embeds=(note,), rows=(_buttons(names),) if game.playing else ())


def objectives(names: Names) -> list[str]:
    """Who holds which objectives, a line each, and the unclaimed ones."""
    game, words = names.game, names.words
    held = game.system.display.objective_owners(game.scenario, game.state)
    lines = []
    for side in (*game.scenario.side_ids, ""):
        mine = [words.localized(o.name) for o in game.scenario.objectives if held.get(o.id, "") == side]
        if mine:
            key = "boards.holds" if side else "boards.free"
            lines.append(words(key, side=names.side(side) if side else "", names=" · ".join(mine)))
    return lines


def _tone(names: Names) -> str:
    """The colour of the side that is to decide; of the winner at the end."""
    state = names.game.state
    if state.result is not None or not names.game.playing:
        return "victory"
    return names.game.owing[0] if len(names.game.owing) == 1 else ""


def _buttons(names: Names) -> tuple[Button, ...]:
    label = names.words("button.status")
    return (*presses(names), Button(label=label, id=button_id(names.game.record.id, 0, "status")))


def turn(names: Names, clock: GameClock | None) -> list[str]:
    """The turn, and who has to decide what until when; how the game ended."""
    game, words, state = names.game, names.words, names.game.state
    if state.result is not None:
        return [words("boards.over", result=outcome(names))]
    if not game.playing:
        return [words("boards.stopped")]
    facts = {"turn": state.turn, "turns": game.scenario.length, "phase": names.headed(state.phase)}
    return [words("boards.turn", **facts), *decisions(names, clock)]


def decisions(names: Names, clock: GameClock | None) -> list[str]:
    """Who has to decide, one line a side; who is held up by it or has finished."""
    game, words, lines = names.game, names.words, []
    together = game.simultaneous and not game.state.questions
    for side in game.scenario.side_ids:
        facts = {"sign": names.sign(side), "side": names.side(side), "player": names.player(side)}
        if side in game.owing:
            kind = "thinks" if game.seat(side).bot else "answers" if game.state.questions else "decides"
            lines.append(words(f"boards.{kind}", **facts) + until(names, side, clock))
        elif together:
            lines.append(words("boards.ready", **facts))
        elif game.state.questions and side == game.state.player:
            lines.append(words("boards.held", **facts))
    return lines


def brief(words: Catalogue, standing: GameSummary) -> str:
    """One game in a list, in two lines."""
    names = Names(words, standing.game)
    game = names.game
    facts = {"title": names.title, "link": standing.link}
    place = f"{standing.server} {standing.channel}".strip()
    head = words("boards.line", place=place, **facts) if place else words("boards.line_here", **facts)
    if game.record.status == "lobby":
        free = words.join_list([names.side(side) for side in empty_sides(game)])
        return f"{head}\n{words('boards.line_open', sides=free) if free else words('boards.line_full')}"
    if not game.playing:
        return f"{head}\n{turn(names, None)[0]}"
    sides = " – ".join(f"{names.sign(s)} {names.player(s)}" for s in game.scenario.side_ids)
    waits = [
        words("boards.line_decides", side=names.side(s)) + within(names, s, standing.clock)
        for s in game.owing
    ]
    facts = {"turn": str(game.state.turn), "turns": game.scenario.length, "sides": sides}
    tail = words("boards.line_paused") if standing.paused else words.join_list(waits)
    return f"{head}\n{words('boards.line_turn', waits=tail, **facts)}"


def server(words: Catalogue, standings: Sequence[GameSummary]) -> Page:
    """All unfinished games of a server, as many as there is room for."""
    text = fitted(words, [brief(words, s) for s in standings]) or words("boards.none")
    return Page(embeds=(Embed(title=words("boards.server"), text=text, footer=words("boards.how")),))


def fitted(words: Catalogue, lines: Sequence[str], most: int = LONGEST_LIST) -> str:
    """As many of these as there is room for, and how many more there are."""
    fitting: list[str] = []
    for line in lines:
        if sum(map(len, fitting)) + 2 * len(fitting) + len(line) > most:
            break
        fitting.append(line)
    omitted = len(lines) - len(fitting)
    return "\n\n".join([*fitting, *([words("boards.more", n=omitted)] if omitted else [])])


def mine(
    words: Catalogue,
    here: Sequence[GameSummary],
    *,
    number: int,
    last: int,
    waiting: Sequence[GameSummary] = (),
    n: int = 0,
    over: bool = False,
) -> Page:
    """Page `number` of a player's games (`last` is the last one): those of it that are `waiting` for them, of
    `n` in all, and the others `here`. `over`: those that are finished."""
    text = [words("boards.yours", n=n), *(brief(words, s) for s in waiting)] if waiting else []
    if here and not over:
        text.append(words("boards.theirs" if n else "boards.nothing_waits"))
    text += [brief(words, s) for s in here]
    text = [fitted(words, text or [words("boards.no_past" if over else "boards.no_games")])]
    title = words("boards.mine_over" if over else "boards.mine")
    footer = words("boards.page", page=number + 1, pages=last + 1) if last else ""
    note = Embed(title=title, text="\n\n".join(text), footer=footer)
    return Page(embeds=(note,), rows=(_turning(words, number, last, over),))


def _turning(words: Catalogue, number: int, last: int, over: bool) -> tuple[Button, ...]:
    """Buttons to the pages before and after, and to the other list."""
    which = "over" if over else "on"
    other = Button(
        label=words("button.games" if over else "button.past_games"),
        id=button_id(0, 0, "games", "on" if over else "over", 0),
    )
    if not last:
        return (other,)
    before = Button(
        label=words("button.before"),
        id=button_id(0, 0, "games", which, max(0, number - 1)),
        disabled=number == 0,
    )
    after = Button(
        label=words("button.after"), id=button_id(0, 0, "games", which, number + 1), disabled=number == last
    )
    return (before, after, other)
