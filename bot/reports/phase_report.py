"""The public posts of a game: what happened in a phase, how it ended, the welcome. They ping no one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain

from bot.core.game import Game
from bot.core.report_pictures import PHASE
from bot.core.report_segments import (
    ReportPart,
    ReportSegment,
    events,
    has_news,
    inside,
    player_turn,
    showing,
    worth_telling,
)
from bot.i18n.names import Names
from bot.reports import battle_preview, event_lines, setup_text
from bot.reports.event_lines import LONGEST_MORE, LONGEST_REPORT
from bot.reports.map_picture import picture
from bot.reports.report_sections import Fight, sections
from bot.ui.button_rows import added
from bot.ui.menus import button
from bot.ui.page import Button, Embed, Page, Section, button_id
from engine import events as ev
from engine.commands import Done, Rally
from engine.state import State
from engine.system import OPENING
from storage import Entry


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportBody:
    """What a message tells of a player-turn: what happened, line by line and to be drawn, and its buttons."""

    text: tuple[str, ...] = ()
    notes: tuple[Embed, ...] = ()
    events: tuple[ev.Event, ...] = ()
    buttons: tuple[Button, ...] = ()

    def then(self, later: ReportBody) -> ReportBody:
        """The same with what came later."""
        return ReportBody(
            text=(*self.text, *later.text),
            notes=_joined(self.notes, later.notes),
            events=(*self.events, *later.events),
            buttons=later.buttons or self.buttons,
        )


NOTHING = ReportBody()


def _joined(notes: tuple[Embed, ...], later: tuple[Embed, ...]) -> tuple[Embed, ...]:
    """The notes one after the other; what has the same title, and room, in one: a phase of several chiefs."""
    if not notes or not later:
        return (*notes, *later)
    last, first = notes[-1], later[0]
    whole = f"{last.text}\n{first.text}"
    if not last.title or (last.title, last.tone) != (first.title, first.tone) or len(whole) > LONGEST_REPORT:
        return (*notes, *later)
    shown, after = first.picture or last.picture, first.sections
    if last.sections and first.text:  # text stands above the fights: what came after them is told after them
        whole, after = last.text, (Section(text=first.text), *first.sections)
    both = replace(last, text=whole.strip("\n"), picture=shown, sections=(*last.sections, *after))
    return (*notes[:-1], both, *later[1:])


def body_of(names: Names, chapter: ReportSegment, part: ReportPart, *, called: bool = False) -> ReportBody:
    """The content of a part of a finished segment. `names.game` is the game at its end; `called`: a separate
    post pings the players who must act."""
    game, words = names.game, names.words
    entries = inside(game, chapter)
    recent = events(entries) if part.first else entries[-1].events[part.start :]
    fights = [fight for section in sections() for fight in section.fights(names, entries, part.stage)]
    notes = _stage(names, part, recent, fights) if part.stage else _report(names, entries, called, fights)
    if notes and part.stage and showing(step := [e for e in recent if not e.only]):
        notes = (replace(notes[0], picture=picture(names, "", step)), *notes[1:])
    text: tuple[str, ...] = ()
    if part.first and any(e.kind == "start" for e in entries):
        lines = [line for section in sections() for line in section.opening_lines(names)]
        text = (words("post.begins", title=names.title), *battle_preview.first_minute(names), *lines)
        notes = (*(note for section in sections() for note in section.opening_notes(names)), *notes)
    buttons = [button for section in sections() for button in section.buttons(names, entries, part.stage)]
    return ReportBody(text=text, notes=notes, events=recent, buttons=tuple(buttons))


def report(
    names: Names,
    chapter: ReportSegment,
    part: ReportPart,
    *,
    current: bool = True,
    called: bool = False,
    earlier: ReportBody = NOTHING,
    pictures: str = PHASE,
) -> Page | None:
    """A part of a finished chapter, below what its message tells already; None when nothing happened.

    `names.game` is the game at its end; `current`: it has not changed since; `called`: a separate post
    pings the players who must act; `pictures`: unless PHASE, one at the end of the player-turn, of all of it.
    """
    game = names.game
    whole = earlier.then(body_of(names, chapter, part, called=called))
    text, notes, recent, whys = list(whole.text), _steps(whole.notes), whole.events, whole.buttons
    pictured = pictures == PHASE or (part.last and chapter.ends_turn)
    if pictures != PHASE:
        notes = tuple(replace(note, picture=None) for note in notes)
        recent = _of_turn(game, chapter) if pictured else ()
    stepwise = any(note.picture is not None for note in notes)
    if game.state.result is not None:
        notes = (*(note for section in sections() for note in section.end_notes(names)), *notes)
        last = picture(names, "", recent)
        return Page(embeds=notes, picture=last, rows=added(end_rows(names), whys))
    if not part.last:
        map_picture = picture(names, "", recent) if showing(recent) and not stepwise else None
        return Page(
            text="\n".join(text),
            embeds=notes,
            picture=map_picture,
            rows=added((), whys),
        )
    if called and not text and not notes:
        if pictures == PHASE or not showing(recent):
            return None
        text = [_title(names, game.at(chapter.first - 1).state, chapter.player)]
    foot = _next(names, chapter) if current and not called else ""
    sides = [side for side in game.owing if not game.seat(side).bot]
    rows = _buttons(names, sides) if sides and current and not called else ()
    lesson = [note for section in sections() for note in section.notes(names, sides)] if current else []
    return Page(
        text="\n".join(text),
        embeds=(*notes, *lesson),
        picture=picture(names, "", recent) if pictured and not stepwise else None,
        foot=foot,
        rows=added(rows, whys),
    )


def _of_turn(game: Game, chapter: ReportSegment) -> tuple[ev.Event, ...]:
    """What happened in the player-turn of a chapter, to its end."""
    return events(entry for each in player_turn(game, chapter) for entry in inside(game, each))


SMALL_PRINT = "-# "
MOST_FIGHTS = 8
"""Fights with a button of their own; *Why?* leads from one to the others."""
MOST_STEPS = 4
"""Pictures of a report: one for each of the last steps in which something happened."""


def _steps(notes: tuple[Embed, ...]) -> tuple[Embed, ...]:
    """The notes with a picture for each step; without any where one picture shows all that happened."""
    at = [n for n, note in enumerate(notes) if note.picture is not None]
    kept = at[-MOST_STEPS:] if len(at) > 1 else []
    numbers = {n: number for number, n in enumerate(kept, start=1)}
    return tuple(
        replace(
            note,
            picture=replace(note.picture, name=f"step-{numbers[n]}.png")
            if note.picture is not None and n in numbers
            else None,
        )
        for n, note in enumerate(notes)
    )


def _told(
    names: Names, title: str, happened: Sequence[ev.Event], all_fights: Sequence[Fight], tone: str = ""
) -> tuple[Embed, ...]:
    """What happened, under a title, each fight in a line with its button; nothing where nothing is worth
    telling."""
    here = {id(event) for event in happened}
    fights = [fight for fight in all_fights if {id(event) for event in fight.events} <= here]
    before, *told = event_lines.parts(names, happened, fights)
    size = sum(len(line) + 1 for part in (before, *told) for line in part)
    buttons = [button for fight in fights[:MOST_FIGHTS] for button in (fight.button, None)]
    if len(fights) > MOST_FIGHTS:
        told[2 * MOST_FIGHTS - 1 :] = [list(chain.from_iterable(told[2 * MOST_FIGHTS - 1 :]))]
    if size > LONGEST_REPORT:
        before = list(chain(before, *told[:-2]))
        told, buttons = told[-2:], buttons[-2:]
    sections = tuple(
        Section(text="\n".join(lines), button=press)
        for lines, press in zip(told, buttons, strict=True)
        if lines
    )
    if not before and not sections:
        return ()
    if title and not sections and all(line.startswith(SMALL_PRINT) for line in before):
        before.insert(
            0, names.words("report.nothing")
        )  # else the title would stand above what was passed over
    *notes, last = in_notes(names, title, before, tone)
    return (*notes, replace(last, sections=sections))


def in_notes(names: Names, title: str, report_lines: list[str], tone: str = "") -> tuple[Embed, ...]:
    """A report in one note, or in two when much has happened: no result may be lost."""
    fits, size = 0, 0
    while fits < len(report_lines) and size + len(report_lines[fits]) + 1 <= LONGEST_REPORT:
        size += len(report_lines[fits]) + 1
        fits += 1
    if fits == len(report_lines) or not fits:
        return (Embed(title=title, text=event_lines.cut(names, report_lines, LONGEST_REPORT), tone=tone),)
    more = Embed(text=event_lines.cut(names, report_lines[fits:], LONGEST_MORE), tone=tone)
    return (Embed(title=title, text="\n".join(report_lines[:fits]), tone=tone), more)


def _stage(
    names: Names, part: ReportPart, recent: Sequence[ev.Event], fights: Sequence[Fight]
) -> tuple[Embed, ...]:
    """What happened in phases that play themselves."""
    turn = next((e.turn for e in recent if isinstance(e, ev.Began) and e.phase == part.stage), 0)
    title = names.words("report.title_stage", phase=names.headed(part.stage), turn=turn)
    return _told(names, title, [e for e in recent if not e.only], fights)


def _report(
    names: Names, entries: tuple[Entry, ...], called: bool, fights: Sequence[Fight]
) -> tuple[Embed, ...]:
    """What happened, under the phase in which the first of it happened."""
    public = _public(entries)
    happened = public if not called or any(map(worth_telling, public)) else []
    first = next((e for e in entries if has_news(e)), entries[0])
    before = names.game.at(first.seq - 1).state
    side = before.player or names.game.state.player
    return _set_up(names, before, side, _told(names, _title(names, before, side), happened, fights, side))


def _title(names: Names, before: State, side: str) -> str:
    if not side:
        return names.words("report.title_stage", phase=names.headed(before.phase), turn=before.turn)
    if not before.phase or names.game.system.role_of(before.phase) == OPENING:
        return ""
    facts = {"sign": names.sign(side), "side": names.side(side), "phase": names.phase(before.phase)}
    return names.words("report.title", turn=before.turn, **facts)


def _set_up(names: Names, before: State, side: str, notes: tuple[Embed, ...]) -> tuple[Embed, ...]:
    """The notes with a line that a set-up is over."""
    if not setup_text.setting_up(names, before) or names.game.state.result is not None:
        return notes
    key = names.own("report", "set_up") if side else "report.set_up_all"
    facts = {"sign": names.sign(side), "side": names.side(side)} if side else {}
    first, *rest = notes or (Embed(title=_title(names, before, side), tone=side),)
    text = "\n".join(part for part in (names.words(key, **facts), first.text) if part)
    return (replace(first, text=text), *rest)


def _public(entries: tuple[Entry, ...]) -> list[ev.Event]:
    """What everybody may know."""
    return [e for e in events(entries) if not e.only]


def _next(names: Names, chapter: ReportSegment) -> str:
    """Whose decision is awaited."""
    game, words = names.game, names.words
    phase = names.phase(game.state.phase)
    facts = {"turn": game.state.turn, "turns": game.scenario.length, "phase": phase}
    if len(game.owing) > 1:
        return words("post.turn_all", sides=names.played(game.owing), **facts)
    side = game.owing[0] if game.owing else game.state.player
    facts |= {"sign": names.sign(side), "side": names.side(side), "player": names.player(side)}
    if game.seat(side).bot:
        return words("post.turn_partner" if chapter.turn_begins else "post.goes_on_partner", **facts)
    if game.state.questions:
        return words("post.question", **facts)
    return words("post.turn" if chapter.turn_begins else "post.goes_on", **facts)


def expired(names: Names) -> Page:
    """The clock has locked the orders of a side while the other one decides still."""
    game = names.game
    side = game.entries[-1].side
    waits = names.played(s for s in game.owing if s != side)
    return Page(text=names.words("post.expired", sign=names.sign(side), side=names.side(side), waits=waits))


def _buttons(names: Names, sides: Sequence[str]) -> tuple[tuple[Button, ...], ...]:
    lesson = [button for section in sections() for button in section.first_buttons(names, sides)]
    orders = button(names, "panel", "button.orders", "secondary" if lesson else "primary")
    looks = (button(names, "map", "button.map"), button(names, "status", "button.status"))
    if Done not in names.game.system.phases[names.game.state.phase].takes:
        return ((*lesson, orders, *looks),)
    phase = names.phase(names.game.state.phase)
    done = Button(
        label=names.words("button.done", phase=phase),
        id=button_id(names.game.record.id, names.game.stamp, "done"),
    )
    if Rally in names.game.system.phases[names.game.state.phase].takes:
        done = button(names, "done", "button.rally")
    ends = () if names.game.state.questions else (done,)
    return ((*lesson, orders, *ends, *looks),)


def end_rows(names: Names) -> tuple[tuple[Button, ...], ...]:
    """Buttons under the end of a game."""
    game_id, words = names.game.record.id, names.words
    first = tuple(button for section in sections() for button in section.end_buttons(names))
    again = Button(
        label=words("button.rematch"),
        id=button_id(game_id, 0, "rematch"),
        style="secondary" if first else "primary",
    )
    whole = (again, *(_look(names, verb) for verb in ("mattered", "film", "record")))
    if first:  # what to learn next matters more to a beginner than dice and log
        return (first, whole)
    new = Button(label=words("button.new"), id=button_id(game_id, 0, "new"))
    return (whole, (new, *(_look(names, verb) for verb in ("log", "map", "luck", "verify"))))


def _look(names: Names, verb: str) -> Button:
    """A button that shows something of this very game, whichever is played in the channel later."""
    return Button(label=names.words(f"button.{verb}"), id=button_id(names.game.record.id, 0, verb))


def taken_back(names: Names, side: str) -> Page:
    """The note that the end of a phase was taken back after its report was posted."""
    state = names.game.state
    facts = {"side": names.side(side), "phase": names.phase(state.phase), "turn": state.turn}
    return Page(text=names.words("report.struck", **facts))
