"""The history of a game in words, page by page: orders, times, players, undone orders."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from bot.core.game import Game
from bot.features.history import log_sections
from bot.features.history.log_sections import LogFilter, LogSection
from bot.features.moderation import page as moderation_page
from bot.i18n.names import Names
from bot.reports import event_lines, questions
from bot.reports.result_text import outcome
from bot.ui.page import Button, Choice, Embed, Menu, Page, button_id, menu_id
from engine.commands import Answer, Command, Done, Draw, Expired, Seal, Unseal
from engine.events import Answered, Ended, Noted
from engine.state import State
from engine.system import OPENING
from storage import Entry

LONGEST_PAGE = 1700
"""Characters of a page: two or three screens of a phone."""
PASSED = "passed"
"""The remark of a phase in which there was nothing to do: here it would fill the pages."""
SAID: Mapping[type[Command] | type[None], str] = {
    Done: "done", Seal: "sealed", Unseal: "unsealed", Expired: "expired", Draw: "draw",
}  # fmt: skip
"""Orders told by what they are; the others are told by what they led to."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """What one entry led to in one phase, in words."""

    entry: Entry
    turn: int
    phase: str
    player: str
    first: bool
    lines: tuple[str, ...]

    @property
    def under(self) -> tuple[int, str, str]:
        """Under which heading it stands."""
        return self.turn, self.phase, self.player


def items(names: Names, game: Game, agreed: Mapping[int, str], unit: str = "") -> tuple[Item, ...]:
    """Everything worth telling that the reader of `names` may know, or all of it about a unit, oldest first.

    `game` is the referee's own; `agreed` says of undos how they were agreed to.
    """
    teller = _Teller(names, game, agreed, unit)
    sections = (teller.item(s) for s in log_sections.stretches(game, names.game.viewer or ""))
    return tuple(item for item in sections if item.lines)


class _Teller:
    """Finds the words for one stretch after another."""

    def __init__(self, names: Names, game: Game, agreed: Mapping[int, str], unit: str) -> None:
        self.names = names
        self.then = names
        self.agreed = agreed
        self.unit = unit
        self.known = {entry.seq: entry for entry in game.known_to(names.game.viewer or "")}
        self.gone: dict[int, list[Entry]] = {}
        for entry in self.known.values():
            if entry.struck is not None:
                self.gone.setdefault(entry.struck, []).append(entry)

    def item(self, stretch: LogSection) -> Item:
        """A stretch in words; without any where there is nothing to say."""
        entry = stretch.entry
        events = log_sections.about(self.unit, stretch.events) if self.unit else stretch.events
        events = tuple(e for e in events if not (isinstance(e, Noted) and e.kind == PASSED))
        if events:
            self.then = self._veiled(stretch.state)
        lines = list(self._itself(stretch)) if stretch.first else []
        if events and moderation_page.ruled(entry) is None:
            lines += event_lines.lines(self.then, events, full=True)
        if any(isinstance(e, Ended) for e in stretch.events):
            lines.append(self.names.words("history.over", outcome=outcome(self.then)))
        if lines and entry.struck is not None:
            lines = [*(f"~~{line.strip('　 ')}~~" for line in lines), self._struck(entry)]
        return Item(
            entry=entry,
            turn=stretch.turn,
            phase=stretch.phase,
            player=stretch.player,
            first=stretch.first,
            lines=tuple(lines),
        )

    def _veiled(self, state: State) -> Names:
        """What was called how on the table as it was then, for the same eyes."""
        visible = self.names.game
        veiled = visible.system.as_seen_by(visible.scenario, state, visible.viewer or "")
        return Names(self.names.words, replace(visible, state=veiled))

    def _itself(self, stretch: LogSection) -> Iterator[str]:
        """The text of an entry itself, without its results."""
        words, entry = self.names.words, stretch.entry
        if moderation_page.ruled(entry) is not None:
            if not self.unit or log_sections.about(self.unit, stretch.events):
                yield moderation_page.line(self._veiled(stretch.state), entry)
        elif entry.kind == "undo":
            gone = self.gone.get(entry.seq, [])
            if not self.unit or any(log_sections.about(self.unit, e.events) for e in gone):
                yield self._how(entry, "history.undo")
        elif self.unit:
            return
        elif entry.kind == "order":
            yield from self._order(stretch)
        else:
            kind = "copied" if entry.kind == "start" and self.names.game.record.id < 0 else entry.kind
            if f"history.{kind}" in words:
                yield words(f"history.{kind}", title=self.names.title, who=self._who(entry))

    def _order(self, stretch: LogSection) -> Iterator[str]:
        """What is said of an order that is not told by what it led to."""
        names, entry, command = self.names, stretch.entry, stretch.entry.command
        facts = {"who": self._who(entry), "side": names.side(entry.side), "sign": names.sign(entry.side)}
        if isinstance(command, Answer):
            said_to = next((e.only for e in entry.events if isinstance(e, Answered)), "")
            if said_to not in ("", names.game.viewer):
                return
            pending = stretch.before.questions
            kind, about = (pending[0].kind, pending[0].about) if pending else ("", "")
            yield names.words(
                "history.answered", answer=questions.answer(self.then, command.option, kind, about), **facts
            )
        elif key := SAID.get(type(command)):
            yield names.words(f"history.{key}", phase=names.phase(stretch.before.phase), **facts)

    def _who(self, entry: Entry) -> str:
        """Who did something; for former players and the computer player, the player of that
        side."""
        return self.names.person(entry.who) or (self.names.player(entry.side) if entry.side else "")

    def _struck(self, entry: Entry) -> str:
        undo = self.known.get(entry.struck or 0, entry)
        ruled = moderation_page.ruled(undo) is not None
        return self.names.words("marshal.struck") if ruled else self._how(undo, "history.struck")

    def _how(self, undo: Entry, key: str) -> str:
        """Who took something back, and whether they were free to."""
        gone, how = self.gone.get(undo.seq, []), self.agreed.get(undo.seq, "free")
        entry = next((e for e in gone if e.side == undo.side), undo) if how == "player" else undo
        return self.names.words(f"{key}_{how}", who=self._who(entry), by=self._who(undo), n=len(gone))


def paged(names: Names, items: Sequence[Item]) -> list[str]:
    """The items under their headings, as many to a page as are read at once, oldest first. A page that is
    full stays what it is, however much is added."""
    pages, size, under, day = [list[str]()], 0, (0, "", ""), None
    for item in items:
        item_lines = list(_timed_lines(item))
        fresh = item.under != under or not pages[-1]
        while item_lines:
            dated = not pages[-1] or item.entry.at.date() != day
            head = [_heading(names, item, dated=dated)] if fresh else []
            room = LONGEST_PAGE - size - sum(map(len, head))
            if pages[-1] and room < len(item_lines[0]):
                pages.append([])
                size, fresh = 0, True
                continue
            fitting = _fitting(item_lines, room)
            pages[-1] += [*head, *item_lines[:fitting]]
            size += sum(len(line) + 1 for line in [*head, *item_lines[:fitting]])
            item_lines, fresh, under, day = item_lines[fitting:], False, item.under, item.entry.at.date()
    return ["\n".join(lines).strip() for lines in pages if lines]


def _fitting(lines: Sequence[str], room: int) -> int:
    """How many of some lines have room: the first one always."""
    fitting = size = 0
    for line in lines:
        size += len(line) + 1
        if fitting and size > room:
            break
        fitting += 1
    return fitting


def _timed_lines(item: Item) -> Iterator[str]:
    """The lines of an item, the first with its time."""
    at = f"<t:{int(item.entry.at.timestamp())}:t> " if item.first else ""
    for number, line in enumerate(item.lines):
        yield line if number else f"{at}{line}"


def _heading(names: Names, item: Item, *, dated: bool) -> str:
    """Turn, phase, whose; the day where it is another one."""
    words = names.words
    if not item.phase or names.game.system.role_of(item.phase) == OPENING:
        heading = words("history.opening")
    else:
        facts = {"turn": item.turn, "phase": names.headed(item.phase)}
        key = "history.heading_side" if item.player else "history.heading"
        heading = words(key, sign=names.sign(item.player), side=names.side(item.player), **facts)
    return f"\n{heading} · <t:{int(item.entry.at.timestamp())}:d>" if dated else f"\n{heading}"


def page(
    names: Names,
    items: Sequence[Item],
    log_filter: LogFilter,
    number: int = 0,
    others: Sequence[Choice] = (),
) -> Page:
    """One page, the newest for 0; a menu of the `others` that were played in the channel."""
    words = names.words
    pages = paged(names, [i for i in items if log_filter.takes(i.turn, i.phase)])
    number = number if 0 < number <= len(pages) else len(pages)
    text = pages[number - 1] if pages else words("history.nothing")
    only = _only(names, log_filter)
    note = Embed(
        title=words("history.title", title=names.title),
        text=f"{only}\n\n{text}".strip(),
        footer=words("history.page", page=number, pages=len(pages)) if pages else "",
    )
    rows = (*_turning(names, log_filter, number, len(pages)), *_others(names, others))
    return Page(embeds=(note,), rows=rows)


def _others(names: Names, choices: Sequence[Choice]) -> tuple[Menu | tuple[Button, ...], ...]:
    """What can be asked about a game that is over; the games of the channel."""
    game = names.game
    looks = tuple(
        Button(label=names.words(f"button.{verb}"), id=button_id(game.record.id, 0, verb))
        for verb in ("map", "why", "luck", "verify")
    )
    rows: list[Menu | tuple[Button, ...]] = [looks] if game.record.status == "over" else []
    if choices:
        id_ = menu_id(game.record.id, game.stamp, "logs")
        rows.append(Menu(id=id_, hint=names.words("history.games"), choices=tuple(choices)))
    return tuple(rows)


def _only(names: Names, log_filter: LogFilter) -> str:
    """What the history was filtered by."""
    words = names.words
    filters = [words("history.only_unit", unit=names.unit(log_filter.unit))] if log_filter.unit else []
    filters += [words("history.only_turn", turn=log_filter.turn)] if log_filter.turn else []
    filters += [words("history.only_phase", phase=names.phase(log_filter.phase))] if log_filter.phase else []
    return words("history.only", only=" · ".join(filters)) if filters else ""


def _turning(names: Names, log_filter: LogFilter, number: int, pages: int) -> tuple[tuple[Button, ...], ...]:
    """The buttons that turn pages; what the history was filtered by stays."""
    if pages < 2:
        return ()
    to = {"first": 1, "back": number - 1, "on": number + 1, "last": pages}
    closed = {"first": number == 1, "back": number == 1, "on": number == pages, "last": number == pages}
    row = tuple(
        Button(
            label=names.words(f"button.log_{where}"),
            id=_id(names, where, page, log_filter),
            disabled=closed[where],
        )
        for where, page in to.items()
    )
    return (row,)


def _id(names: Names, where: str, number: int, log_filter: LogFilter) -> str:
    """A button's id: `where` keeps those apart that lead to the same page."""
    game = names.game
    to = 0 if where == "last" else number
    return button_id(
        game.record.id, game.stamp, "log", where[0], to, log_filter.turn, log_filter.phase, log_filter.unit
    )
