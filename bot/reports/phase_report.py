"""The public posts of a game: what happened in a phase, how it ended, the welcome. They ping no one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.core.report_segments import (
    ReportPart,
    ReportSegment,
    events,
    has_news,
    inside,
    showing,
    worth_telling,
)
from bot.i18n.names import Names
from bot.reports import setup_text
from bot.reports.event_lines import LONGEST_REPORT, in_notes, lines
from bot.reports.map_picture import picture
from bot.reports.report_sections import sections
from bot.ui.button_rows import added
from bot.ui.menus import button
from bot.ui.page import Button, Embed, Page, button_id
from engine import events as ev
from engine.commands import Done, Rally
from engine.state import State
from engine.system import OPENING
from storage import Entry


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportBody:
    """What a message tells of a player-turn: what happened, line by line and to be drawn; the button that
    asks why the last dice fell as they did."""

    text: tuple[str, ...] = ()
    notes: tuple[Embed, ...] = ()
    events: tuple[ev.Event, ...] = ()
    whys: tuple[Button, ...] = ()

    def then(self, later: ReportBody) -> ReportBody:
        """The same with what came later."""
        return ReportBody(
            text=(*self.text, *later.text),
            notes=_joined(self.notes, later.notes),
            events=(*self.events, *later.events),
            whys=later.whys or self.whys,
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
    return (*notes[:-1], replace(last, text=whole), *later[1:])


def body_of(names: Names, chapter: ReportSegment, part: ReportPart, *, called: bool = False) -> ReportBody:
    """The content of a part of a finished segment. `names.game` is the game at its end; `called`: a separate
    post pings the players who must act."""
    game, words = names.game, names.words
    entries = inside(game, chapter)
    recent = events(entries) if part.first else entries[-1].events[part.start :]
    notes = _stage(names, part, recent) if part.stage else _report(names, entries, called)
    text: tuple[str, ...] = ()
    if part.first and any(e.kind == "start" for e in entries):
        lines = [line for section in sections() for line in section.opening_lines(names)]
        text = (words("post.begins", title=names.title), *lines)
        notes = (*(note for section in sections() for note in section.opening_notes(names)), *notes)
    buttons = [button for section in sections() for button in section.buttons(names, entries, part.stage)]
    return ReportBody(text=text, notes=notes, events=recent, whys=tuple(buttons))


def report(
    names: Names,
    chapter: ReportSegment,
    part: ReportPart,
    *,
    current: bool = True,
    called: bool = False,
    earlier: ReportBody = NOTHING,
) -> Page | None:
    """A part of a finished chapter, below what its message tells already; None when nothing happened.

    `names.game` is the game at its end; `current`: it has not changed since; `called`: a separate post
    pings the players who must act.
    """
    game = names.game
    whole = earlier.then(body_of(names, chapter, part, called=called))
    text, notes, recent, whys = list(whole.text), whole.notes, whole.events, whole.whys
    if game.state.result is not None:
        notes = (*notes, *(note for section in sections() for note in section.end_notes(names)))
        files = tuple(file for section in sections() for file in section.end_files(names))
        last = picture(names, "", recent)
        return Page(embeds=notes, picture=last, rows=added(_after(names), whys), files=files)
    if not part.last:
        map_picture = picture(names, "", recent) if showing(recent) else None
        return Page(text="\n".join(text), embeds=notes, picture=map_picture, rows=added((), whys))
    if called and not text and not notes:
        return None
    if current and not called:
        text.append(_next(names, chapter))
    sides = [side for side in game.owing if not game.seat(side).bot]
    rows = _buttons(names, sides) if sides and current and not called else ()
    lesson = [note for section in sections() for note in section.notes(names, sides)] if current else []
    return Page(
        text="\n".join(text),
        embeds=(*notes, *lesson),
        picture=picture(names, "", recent),
        rows=added(rows, whys),
    )


def _stage(names: Names, part: ReportPart, recent: Sequence[ev.Event]) -> tuple[Embed, ...]:
    """What happened in phases that play themselves."""
    report_lines = lines(names, [e for e in recent if not e.only])
    if not report_lines:
        return ()
    turn = next((e.turn for e in recent if isinstance(e, ev.Began) and e.phase == part.stage), 0)
    title = names.words("report.title_stage", phase=names.headed(part.stage), turn=turn)
    return in_notes(names, title, report_lines)


def _report(names: Names, entries: tuple[Entry, ...], called: bool) -> tuple[Embed, ...]:
    """What happened, under the phase in which the first of it happened."""
    public = _public(entries)
    report_lines = lines(names, public) if not called or any(map(worth_telling, public)) else []
    first = next((e for e in entries if has_news(e)), entries[0])
    before = names.game.at(first.seq - 1).state
    side = before.player or names.game.state.player
    if not side:
        return _together(names, before, report_lines)
    if setup_text.setting_up(names, before) and names.game.state.result is None:
        report_lines = [
            names.words(names.own("report", "set_up"), sign=names.sign(side), side=names.side(side)),
            *report_lines,
        ]
    if not report_lines:
        return ()
    title = ""
    if before.phase and names.game.system.role_of(before.phase) != OPENING:
        title = names.words(
            "report.title",
            sign=names.sign(side),
            side=names.side(side),
            phase=names.phase(before.phase),
            turn=before.turn,
        )
    return in_notes(names, title, report_lines, side)


def _together(names: Names, before: State, report_lines: list[str]) -> tuple[Embed, ...]:
    """What happened in a phase that belongs to no player-turn."""
    if setup_text.setting_up(names, before) and names.game.state.result is None:
        report_lines = [names.words("report.set_up_all"), *report_lines]
    if not report_lines:
        return ()
    title = names.words("report.title_stage", phase=names.headed(before.phase), turn=before.turn)
    return in_notes(names, title, report_lines)


def _public(entries: tuple[Entry, ...]) -> list[ev.Event]:
    """What everybody may know."""
    return [e for e in events(entries) if not e.only]


def _next(names: Names, chapter: ReportSegment) -> str:
    """Whose decision is awaited."""
    game, words = names.game, names.words
    phase = names.phase(game.state.phase)
    facts = {"turn": game.state.turn, "turns": game.scenario.turns, "phase": phase}
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


def _after(names: Names) -> tuple[tuple[Button, ...], ...]:
    """Buttons under the end of a game."""
    game_id, words = names.game.record.id, names.words
    for section in sections():
        if own := section.end_buttons(names):
            return (own,)
    again = Button(label=words("button.rematch"), id=button_id(game_id, 0, "rematch"), style="primary")
    return ((again, Button(label=words("button.new"), id=button_id(game_id, 0, "new"))),)


def taken_back(names: Names, side: str) -> Page:
    """The note that the end of a phase was taken back after its report was posted."""
    state = names.game.state
    facts = {"side": names.side(side), "phase": names.phase(state.phase), "turn": state.turn}
    return Page(text=names.words("report.struck", **facts))
