"""The moments of a replay: what a viewer may know of a game, order by order and phase by phase. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bot.core.game import Game
from bot.features.history import log_sections
from bot.features.history.log_sections import LogSection
from bot.features.moderation import page as moderation_page
from bot.i18n.catalogue import Catalogue
from bot.i18n.names import Names
from bot.reports import event_lines
from bot.reports.map_picture import caption, view_of
from bot.reports.result_text import outcome
from bot.reports.sentences import fight_words
from bot.ui.plain_text import aside, unmarked
from engine.events import Ended, Noted
from engine.scenario import Scenario
from engine.state import State
from engine.view.overlays import OverlayRequest
from render.replay import ReplayLine, ReplayMoment

PASSED = "passed"
"""The remark of a phase in which there was nothing to do."""
SMALL, ASIDE = "-# ", "　"
"""Begin a line that only says what there was not, and one that explains the line above it."""
POSSIBLE = OverlayRequest(overlays=frozenset({"zones", "supports"}))
"""What a reader of a replay can have shown as well."""


def opened(game: Game) -> Game:
    """A game with nothing hidden from anyone: what becomes of the referee's own once it is over."""
    entries = tuple(
        replace(
            entry, events=tuple(replace(event, only="") if event.only else event for event in entry.events)
        )
        for entry in game.entries
    )
    return replace(game, entries=entries, system=replace(game.system, fog=_no_fog))


def _no_fog(scenario: Scenario, state: State, viewer: str) -> State:
    return state


def moments(words: Catalogue, game: Game, viewer: str) -> Iterator[ReplayMoment]:
    """The moments of the referee's own game that a side, or a spectator (""), may know of, oldest first, but
    for those of which there is nothing to tell. What was undone is left out. Entries are numbered by those
    that the viewer knows of, so that numbers do not tell of others."""
    numbers = {known.seq: number for number, known in enumerate(game.known_to(viewer), start=1)}
    counting = replace(game, entries=game.active_entries, bases=())
    entry, part = 0, 0
    for section in log_sections.stretches(counting, viewer):
        names = Names(words, replace(game, state=section.state).seen(viewer))
        lines = tuple(_lines(names, section))
        if lines:
            number = numbers[section.entry.seq]
            entry, part = number, part + 1 if number == entry else 1
            yield _moment(names, viewer, section, lines, entry, part)


def _moment(
    names: Names, viewer: str, section: LogSection, lines: tuple[ReplayLine, ...], entry: int, part: int
) -> ReplayMoment:
    view = view_of(names, viewer, section.events, OverlayRequest())
    drawn = replace(view, zones={}, clashes=tuple(c for c in view.clashes if not c.odds))
    asked = view_of(names, viewer, (), POSSIBLE)
    return ReplayMoment(
        view=drawn,
        caption=caption(names, drawn),
        possible=asked if any(c.odds for c in asked.clashes) else None,
        zones=asked.zones,
        entry=entry,
        part=part,
        turn=section.turn,
        phase=section.phase,
        player=section.player,
        heading=_heading(names, section),
        lines=lines,
    )


def _heading(names: Names, section: LogSection) -> str:
    """Turn, phase and side of a moment."""
    if not section.phase:
        return names.words("replay.heading_start")
    facts = {"turn": section.turn, "phase": names.headed(section.phase)}
    if not section.player:
        return names.words("replay.heading_all", **facts)
    return names.words("replay.heading", side=names.side(section.player), **facts)


def _lines(names: Names, section: LogSection) -> Iterator[ReplayLine]:
    """What happened, in sentences."""
    words, entry = names.words, section.entry
    if moderation_page.ruled(entry) is not None:
        who = names.person(entry.who) or words("marshal.someone")
        told = [moderation_page.line(names, entry).replace(f"<@{entry.who}>", who)]
    else:
        events = [e for e in section.events if not (isinstance(e, Noted) and e.kind == PASSED)]
        told = event_lines.lines(names, events, full=True)
        if fight_words.any_fight(names, events):  # in plain words, then how it came about
            plain = event_lines.lines(names, events, numbers=False)
            told = [*plain, *(f"{ASIDE}{line.lstrip(ASIDE)}" for line in told if line not in plain)]
    first = True
    for line in told:
        text = unmarked(line, rules=aside(line))
        if text and not line.startswith(SMALL):
            yield ReplayLine(text=text, aside=aside(line) and not first)
            first = False
    if any(isinstance(event, Ended) for event in section.events):
        yield ReplayLine(text=unmarked(words("history.over", outcome=outcome(names))))
