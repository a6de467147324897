"""The public posts of a game: what happened in a phase, whose turn it is, how it ended, the welcome."""

from __future__ import annotations

import scenarios
from bot.chapters import Chapter, events, inside, told_of
from bot.page import Note, Page, Press, press_id
from bot.say import deployment
from bot.say.board import picture
from bot.say.fairness import dice
from bot.say.lessons import lesson_note, lesson_press
from bot.say.names import Names
from bot.say.report import cut, lines
from bot.say.status import end, press
from bot.words import Words
from engine import events as ev
from storage import Entry

LONGEST_REPORT = 3400
TUTORIAL, FIRST_BATTLE = "tutorial", "ormes"


def report(names: Names, chapter: Chapter, *, current: bool = True) -> Page:
    """One finished chapter. `names.table` is the table at its end; `current` when it still stands so."""
    table, words = names.table, names.words
    entries = inside(table, chapter)
    notes = _report(names, entries)
    text = []
    if any(e.kind == "start" for e in entries):
        text.append(words("post.begins", title=names.title))
    if table.state.result is not None:
        notes = (*notes, end(names))
        shown = picture(names, "", events(entries))
        return Page(notes=notes, picture=shown, rows=_after(names), papers=(dice(names),))
    call, ping = _call(names, chapter)
    text.append(call)
    side = table.owing[0] if table.owing else ""
    human = bool(side) and not table.seat(side).bot
    rows = _buttons(names, side) if human and current else ()
    lesson = lesson_note(names, side) if human and current else ()
    return Page(
        text="\n".join(text),
        notes=(*notes, *lesson),
        picture=picture(names, "", events(entries)),
        rows=rows,
        ping=ping if current else None,
    )


def _report(names: Names, entries: tuple[Entry, ...]) -> tuple[Note, ...]:
    """What happened, under the phase in which the first of it happened."""
    told = lines(names, _public(entries))
    first = next((e for e in entries if told_of(e)), entries[0])
    before = names.table.at(first.seq - 1).state
    side = before.player or names.table.state.player
    if deployment.possible(names, before) and names.table.state.result is None:
        told = [names.words("report.set_up", sign=names.sign(side), side=names.side(side)), *told]
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
    return (Note(title=title, text=cut(names, told, LONGEST_REPORT), tone=side),)


def _public(entries: tuple[Entry, ...]) -> list[ev.Event]:
    """What everybody may know."""
    return [e for e in events(entries) if not e.only]


def _call(names: Names, chapter: Chapter) -> tuple[str, int | None]:
    """Whose decision is awaited, and the user to be called."""
    table, words = names.table, names.words
    state = table.state
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
        return words("post.turn_partner" if chapter.turn_begins else "post.goes_on_partner", **facts), None
    if not chapter.turn_begins and not asked:
        return words("post.goes_on", **facts), None
    ping = f"<@{seat.user}>, " if seat.user else ""
    return words("post.question" if asked else "post.turn", ping=ping, **facts), seat.user


def _buttons(names: Names, side: str) -> tuple[tuple[Press, ...], ...]:
    lesson = lesson_press(names, side)
    orders = press(names, "panel", "button.orders", "secondary" if lesson else "primary")
    phase = names.phase(names.table.state.phase)
    done = Press(
        label=names.words("button.done", phase=phase),
        id=press_id(names.table.game.id, names.table.stamp, "done"),
    )
    if names.table.state.phase == "rally":
        done = press(names, "done", "button.rally")
    ends = () if names.table.state.questions else (done,)
    return (
        (*lesson, orders, *ends, press(names, "map", "button.map"), press(names, "status", "button.status")),
    )


def _after(names: Names) -> tuple[tuple[Press, ...], ...]:
    """Buttons under the end of a game."""
    game, id_ = names.table.game.id, names.table.scenario.id
    words = names.words
    if id_ == TUTORIAL:
        battle = scenarios.load(FIRST_BATTLE)
        label = words("button.battle", title=words.of(battle.title))
        return ((Press(label=label, id=press_id(game, 0, "new", FIRST_BATTLE), style="primary"),),)
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
