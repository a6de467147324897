"""The public posts of a game: what happened in a phase, whose turn it is, how it ended, the welcome."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import scenarios
from bot.chapters import Chapter, Part, events, inside, showing, told_of
from bot.page import Note, Page, Press, press_id
from bot.planning import possible
from bot.say import deployment
from bot.say.board import picture
from bot.say.fairness import dice
from bot.say.lessons import lesson_note, lesson_press
from bot.say.names import Names
from bot.say.report import in_notes, lines
from bot.say.status import end, press
from bot.table import Table
from bot.words import Words
from engine import events as ev
from engine.commands import Command, Done, Expired, Seal, Unseal
from engine.state import State
from storage import Entry

TUTORIAL = "tutorial"
READY: Mapping[type[Command] | type[None], str] = {Seal: "sealed", Unseal: "unsealed", Expired: "expired"}
"""What is told when a side has made up its mind by such an order."""


def report(names: Names, chapter: Chapter, part: Part, *, current: bool = True) -> Page:
    """A part of a finished chapter. `names.table` is the table at its end; `current`: it stands so still."""
    table, words = names.table, names.words
    entries = inside(table, chapter)
    recent = events(entries) if part.first else entries[-1].events[part.start :]
    notes = _stage(names, part, recent) if part.stage else _report(names, entries)
    text = []
    if part.first and any(e.kind == "start" for e in entries):
        text.append(words("post.begins", title=names.title))
    if table.state.result is not None:
        notes, over = (*notes, end(names)), picture(names, "", recent)
        return Page(notes=notes, picture=over, rows=_after(names), papers=(dice(names),))
    if not part.last:
        shown = picture(names, "", recent) if showing(recent) else None
        return Page(text="\n".join(text), notes=notes, picture=shown)
    call, pings = _call(names, chapter)
    text.append(call)
    sides = [side for side in table.owing if not table.seat(side).bot]
    rows = _buttons(names, sides) if sides and current else ()
    lesson = lesson_note(names, sides[0]) if _taught(names, sides) and current else ()
    return Page(
        text="\n".join(text),
        notes=(*notes, *lesson),
        picture=picture(names, "", recent),
        rows=rows,
        pings=pings if current else (),
    )


def _stage(names: Names, part: Part, recent: Sequence[ev.Event]) -> tuple[Note, ...]:
    """What happened in phases that play themselves."""
    told = lines(names, [e for e in recent if not e.only])
    if not told:
        return ()
    turn = next((e.turn for e in recent if isinstance(e, ev.Began) and e.phase == part.stage), 0)
    title = names.words("report.title_stage", phase=names.headed(part.stage), turn=turn)
    return in_notes(names, title, told)


def _report(names: Names, entries: tuple[Entry, ...]) -> tuple[Note, ...]:
    """What happened, under the phase in which the first of it happened."""
    told = lines(names, _public(entries))
    first = next((e for e in entries if told_of(e)), entries[0])
    before = names.table.at(first.seq - 1).state
    side = before.player or names.table.state.player
    if not side:
        return _together(names, before, told)
    if deployment.setting_up(names, before) and names.table.state.result is None:
        told = [
            names.words(names.own("report", "set_up"), sign=names.sign(side), side=names.side(side)),
            *told,
        ]
    if not told:
        return ()
    title = ""
    if before.phase and before.phase != "opening":
        title = names.words(
            "report.title",
            sign=names.sign(side),
            side=names.side(side),
            phase=names.phase(before.phase),
            turn=before.turn,
        )
    return in_notes(names, title, told, side)


def _together(names: Names, before: State, told: list[str]) -> tuple[Note, ...]:
    """What happened in a phase that belongs to no player-turn."""
    if deployment.setting_up(names, before) and names.table.state.result is None:
        told = [names.words("report.set_up_all"), *told]
    if not told:
        return ()
    title = names.words("report.title_stage", phase=names.headed(before.phase), turn=before.turn)
    return in_notes(names, title, told)


def _public(entries: tuple[Entry, ...]) -> list[ev.Event]:
    """What everybody may know."""
    return [e for e in events(entries) if not e.only]


def _call(names: Names, chapter: Chapter) -> tuple[str, tuple[int, ...]]:
    """Whose decision is awaited, and the users to be called: everybody on the sides that must act."""
    table, words = names.table, names.words
    state = table.state
    if len(table.owing) > 1:
        return _call_all(names)
    side = table.owing[0] if table.owing else state.player
    seat = table.seat(side)
    facts = {
        "sign": names.sign(side),
        "side": names.side(side),
        "player": names.player(side),
        "phase": names.phase(state.phase),
        "turn": state.turn,
        "turns": table.scenario.turns,
    }
    asked = bool(state.questions)
    if seat.bot:
        return words("post.turn_partner" if chapter.turn_begins else "post.goes_on_partner", **facts), ()
    if not chapter.turn_begins and not asked:
        return words("post.goes_on", **facts), ()
    pings = _users(table, side)
    ping = _called(pings)
    return words("post.question" if asked else "post.turn", ping=ping, **facts), pings


def _call_all(names: Names) -> tuple[str, tuple[int, ...]]:
    """Both sides are to decide."""
    table, words = names.table, names.words
    pings = tuple(dict.fromkeys(user for side in table.owing for user in _users(table, side)))
    facts = {"turn": table.state.turn, "turns": table.scenario.turns, "phase": names.phase(table.state.phase)}
    told = words("post.turn_all", sides=names.played(table.owing), ping=_called(pings), **facts)
    return told, pings


def _users(table: Table, side: str) -> tuple[int, ...]:
    """The people on a side."""
    return tuple(seat.user for seat in table.seats(side) if seat.user is not None)


def _called(pings: Sequence[int]) -> str:
    """The words that notify them."""
    return "".join(f"<@{user}>, " for user in pings)


def ready(names: Names) -> Page:
    """One side has made up its mind, or opens it again, while the other decides, too."""
    table, words = names.table, names.words
    entry = table.entries[-1]
    kind = READY.get(type(entry.command), "done")
    waits = [side for side in table.owing if side != entry.side]
    facts = {"sign": names.sign(entry.side), "side": names.side(entry.side), "waits": names.played(waits)}
    who = names.person(entry.who) or names.player(entry.side)
    return Page(text=words(f"post.{kind}", player=who, phase=names.phase(table.state.phase), **facts))


def answered(names: Names) -> Page:
    """Calls whoever can go on now that the other side has answered."""
    table, words = names.table, names.words
    side = table.owing[0]
    pings = _users(table, side)
    facts = {"sign": names.sign(side), "side": names.side(side), "player": names.player(side)}
    facts |= {"phase": names.phase(table.state.phase), "ping": _called(pings)}
    return Page(text=words("post.answered", **facts), rows=_buttons(names, [side]), pings=pings)


def _taught(names: Names, sides: Sequence[str]) -> bool:
    """Whether everybody may read the open lesson: one that proposes a secret order is for its side alone."""
    return bool(sides) and (len(sides) == 1 or not possible(names.table))


def _buttons(names: Names, sides: Sequence[str]) -> tuple[tuple[Press, ...], ...]:
    lesson = lesson_press(names, sides[0]) if _taught(names, sides) else ()
    orders = press(names, "panel", "button.orders", "secondary" if lesson else "primary")
    looks = (press(names, "map", "button.map"), press(names, "status", "button.status"))
    if Done not in names.table.system.phases[names.table.state.phase].takes:
        return ((*lesson, orders, *looks),)
    phase = names.phase(names.table.state.phase)
    done = Press(
        label=names.words("button.done", phase=phase),
        id=press_id(names.table.game.id, names.table.stamp, "done"),
    )
    if names.table.state.phase == "rally":
        done = press(names, "done", "button.rally")
    ends = () if names.table.state.questions else (done,)
    return ((*lesson, orders, *ends, *looks),)


def _after(names: Names) -> tuple[tuple[Press, ...], ...]:
    """Buttons under the end of a game."""
    game, id_ = names.table.game.id, names.table.scenario.id
    words = names.words
    if id_ == TUTORIAL:
        battle = scenarios.load(scenarios.FIRST)
        label = words("button.battle", title=words.of(battle.title))
        return ((Press(label=label, id=press_id(game, 0, "new", scenarios.FIRST), style="primary"),),)
    again = Press(label=words("button.rematch"), id=press_id(game, 0, "new", id_), style="primary")
    return ((again, Press(label=words("button.new"), id=press_id(game, 0, "new"))),)


def taken_back(names: Names, side: str) -> Page:
    """The note that the end of a phase was taken back after its report was posted."""
    state = names.table.state
    facts = {"side": names.side(side), "phase": names.phase(state.phase), "turn": state.turn}
    return Page(text=names.words("report.struck", **facts))


def welcome(words: Words) -> Page:
    """The greeting in a new server, with the one button that says what to do."""
    note = Note(
        title=words("welcome.title"),
        text=words("welcome.text") + "\n\n" + words("welcome.after"),
        tone="lesson",
    )
    start = Press(label=words("button.tutorial"), id=press_id(0, 0, "tutorial"), style="primary")
    return Page(notes=(note,), rows=((start,),))
