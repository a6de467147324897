"""The public posts of a game: what happened in a phase, how it ended, the welcome. They call nobody."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.books import book_taught, solo
from bot.chapters import Chapter, Part, events, inside, showing, told_of, worth_telling
from bot.page import Note, Page, Press, press_id
from bot.planning import possible
from bot.say import deployment, learning, why
from bot.say.beside import added
from bot.say.board import picture
from bot.say.fairness import dice, hash_of, salts
from bot.say.lessons import lesson_note, lesson_press
from bot.say.names import Names
from bot.say.report import LONGEST_REPORT, in_notes, lines
from bot.say.status import end, press
from bot.words import Words
from engine import events as ev
from engine.commands import Done
from engine.state import State
from storage import Entry


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """What a message tells of a player-turn: what happened, line by line and to be drawn; the button that
    asks why the last dice fell as they did."""

    text: tuple[str, ...] = ()
    notes: tuple[Note, ...] = ()
    events: tuple[ev.Event, ...] = ()
    whys: tuple[Press, ...] = ()

    def then(self, later: Told) -> Told:
        """The same with what came later."""
        return Told(
            text=(*self.text, *later.text),
            notes=_joined(self.notes, later.notes),
            events=(*self.events, *later.events),
            whys=later.whys or self.whys,
        )


NOTHING = Told()
BROKEN_OFF = ("agreed", "resigned")
"""Ends that a lesson may come to before it is over."""


def _joined(notes: tuple[Note, ...], later: tuple[Note, ...]) -> tuple[Note, ...]:
    """The notes one after the other; what has the same title, and room, in one: a phase of several chiefs."""
    if not notes or not later:
        return (*notes, *later)
    last, first = notes[-1], later[0]
    whole = f"{last.text}\n{first.text}"
    if not last.title or (last.title, last.tone) != (first.title, first.tone) or len(whole) > LONGEST_REPORT:
        return (*notes, *later)
    return (*notes[:-1], replace(last, text=whole), *later[1:])


def tell(names: Names, chapter: Chapter, part: Part, *, called: bool = False) -> Told:
    """What a part of a finished chapter tells. `names.table` is the table at its end; `called`: whoever must
    act then is called by a post of its own."""
    table, words = names.table, names.words
    entries = inside(table, chapter)
    recent = events(entries) if part.first else entries[-1].events[part.start :]
    notes = _stage(names, part, recent) if part.stage else _report(names, entries, called)
    text: tuple[str, ...] = ()
    if part.first and any(e.kind == "start" for e in entries):
        facts = {"hash": hash_of(table.game), "salts": salts(names)}
        fair = () if solo(table.game) else (words("post.dice", **facts),)
        text = (words("post.begins", title=names.title), *fair)
        notes = (*learning.story(words, table.scenario), *notes)
    return Told(text=text, notes=notes, events=recent, whys=why.press(names, entries, part.stage))


def report(
    names: Names,
    chapter: Chapter,
    part: Part,
    *,
    current: bool = True,
    called: bool = False,
    earlier: Told = NOTHING,
) -> Page | None:
    """A part of a finished chapter, below what its message tells already; None when nothing happened.

    `names.table` is the table at its end; `current`: it stands so still; `called`: whoever must act now is
    called by a post of its own.
    """
    table, words = names.table, names.words
    whole = earlier.then(tell(names, chapter, part, called=called))
    text, notes, recent, whys = list(whole.text), whole.notes, whole.events, whole.whys
    if table.state.result is not None:
        played = table.state.result.reason not in BROKEN_OFF and book_taught(table.scenario.id)
        taught = (learning.over(words, table.scenario.id),) if played else ()
        notes, over = (*notes, end(names), *taught), picture(names, "", recent)
        return Page(notes=notes, picture=over, rows=added(_after(names), whys), papers=(dice(names),))
    if not part.last:
        shown = picture(names, "", recent) if showing(recent) else None
        return Page(text="\n".join(text), notes=notes, picture=shown, rows=added((), whys))
    if called and not text and not notes:
        return None
    if current and not called:
        text.append(_next(names, chapter))
    sides = [side for side in table.owing if not table.seat(side).bot]
    rows = _buttons(names, sides) if sides and current and not called else ()
    lesson = lesson_note(names, sides[0]) if _taught(names, sides) and current else ()
    return Page(
        text="\n".join(text),
        notes=(*notes, *lesson),
        picture=picture(names, "", recent),
        rows=added(rows, whys),
    )


def _stage(names: Names, part: Part, recent: Sequence[ev.Event]) -> tuple[Note, ...]:
    """What happened in phases that play themselves."""
    told = lines(names, [e for e in recent if not e.only])
    if not told:
        return ()
    turn = next((e.turn for e in recent if isinstance(e, ev.Began) and e.phase == part.stage), 0)
    title = names.words("report.title_stage", phase=names.headed(part.stage), turn=turn)
    return in_notes(names, title, told)


def _report(names: Names, entries: tuple[Entry, ...], called: bool) -> tuple[Note, ...]:
    """What happened, under the phase in which the first of it happened."""
    public = _public(entries)
    told = lines(names, public) if not called or any(map(worth_telling, public)) else []
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


def _next(names: Names, chapter: Chapter) -> str:
    """Whose decision is awaited."""
    table, words = names.table, names.words
    phase = names.phase(table.state.phase)
    facts = {"turn": table.state.turn, "turns": table.scenario.turns, "phase": phase}
    if len(table.owing) > 1:
        return words("post.turn_all", sides=names.played(table.owing), **facts)
    side = table.owing[0] if table.owing else table.state.player
    facts |= {"sign": names.sign(side), "side": names.side(side), "player": names.player(side)}
    if table.seat(side).bot:
        return words("post.turn_partner" if chapter.turn_begins else "post.goes_on_partner", **facts)
    if table.state.questions:
        return words("post.question", **facts)
    return words("post.turn" if chapter.turn_begins else "post.goes_on", **facts)


def expired(names: Names) -> Page:
    """The clock has locked the orders of a side while the other one decides still."""
    table = names.table
    side = table.entries[-1].side
    waits = names.played(s for s in table.owing if s != side)
    return Page(text=names.words("post.expired", sign=names.sign(side), side=names.side(side), waits=waits))


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
    if book_taught(id_):
        return (learning.presses_after(words, game, id_),)
    again = Press(label=words("button.rematch"), id=press_id(game, 0, "rematch"), style="primary")
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
