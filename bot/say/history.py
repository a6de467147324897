"""The history of a game in words, page by page: what was done, when, by whom; what was taken back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from bot import history
from bot.history import Stretch, Wanted
from bot.page import Note, Page, Press, press_id
from bot.say import asking, marshal, report
from bot.say.ending import outcome
from bot.say.names import Names
from bot.table import Table
from engine.commands import Answer, Command, Done, Draw, Expired, Seal, Unseal
from engine.events import Answered, Ended, Noted
from engine.state import State
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


def items(names: Names, table: Table, agreed: Mapping[int, str], unit: str = "") -> tuple[Item, ...]:
    """Everything worth telling that the reader of `names` may know, or all of it about a unit, oldest first.

    `table` is the referee's own; `agreed` says of undos how they were agreed to.
    """
    teller = _Teller(names, table, agreed, unit)
    made = (teller.item(s) for s in history.stretches(table, names.table.viewer or ""))
    return tuple(item for item in made if item.lines)


class _Teller:
    """Finds the words for one stretch after another."""

    def __init__(self, names: Names, table: Table, agreed: Mapping[int, str], unit: str) -> None:
        self.names = names
        self.then = names
        self.agreed = agreed
        self.unit = unit
        self.known = {entry.seq: entry for entry in table.known_to(names.table.viewer or "")}
        self.gone: dict[int, list[Entry]] = {}
        for entry in self.known.values():
            if entry.struck is not None:
                self.gone.setdefault(entry.struck, []).append(entry)

    def item(self, stretch: Stretch) -> Item:
        """A stretch in words; without any where there is nothing to say."""
        entry = stretch.entry
        events = history.about(self.unit, stretch.events) if self.unit else stretch.events
        events = tuple(e for e in events if not (isinstance(e, Noted) and e.kind == PASSED))
        if events:
            self.then = self._veiled(stretch.state)
        told = list(self._itself(stretch)) if stretch.first else []
        if events and marshal.ruled(entry) is None:
            told += [line for text in report.lines(self.then, events) for line in text.split("\n")]
        if any(isinstance(e, Ended) for e in stretch.events):
            told.append(self.names.words("history.over", outcome=outcome(self.then)))
        if told and entry.struck is not None:
            told = [*(f"~~{line.strip('　 ')}~~" for line in told), self._struck(entry)]
        return Item(
            entry=entry,
            turn=stretch.turn,
            phase=stretch.phase,
            player=stretch.player,
            first=stretch.first,
            lines=tuple(told),
        )

    def _veiled(self, state: State) -> Names:
        """What was called how on the table as it was then, for the same eyes."""
        seen = self.names.table
        veiled = seen.system.seen(seen.scenario, state, seen.viewer or "")
        return Names(self.names.words, replace(seen, state=veiled))

    def _itself(self, stretch: Stretch) -> Iterator[str]:
        """What is said of an entry itself, besides what it led to."""
        words, entry = self.names.words, stretch.entry
        if marshal.ruled(entry) is not None:
            if not self.unit or history.about(self.unit, stretch.events):
                yield marshal.line(self._veiled(stretch.state), entry)
        elif entry.kind == "undo":
            gone = self.gone.get(entry.seq, [])
            if not self.unit or any(history.about(self.unit, e.events) for e in gone):
                yield self._how(entry, "history.undo")
        elif self.unit:
            return
        elif entry.kind == "order":
            yield from self._order(stretch)
        else:
            kind = "copied" if entry.kind == "start" and self.names.table.game.id < 0 else entry.kind
            if f"history.{kind}" in words:
                yield words(f"history.{kind}", title=self.names.title, who=self._who(entry))

    def _order(self, stretch: Stretch) -> Iterator[str]:
        """What is said of an order that is not told by what it led to."""
        names, entry, command = self.names, stretch.entry, stretch.entry.command
        facts = {"who": self._who(entry), "side": names.side(entry.side), "sign": names.sign(entry.side)}
        if isinstance(command, Answer):
            said_to = next((e.only for e in entry.events if isinstance(e, Answered)), "")
            if said_to not in ("", names.table.viewer):
                return
            asked = stretch.before.questions
            kind, about = (asked[0].kind, asked[0].about) if asked else ("", "")
            yield names.words(
                "history.answered", answer=asking.answer(self.then, command.option, kind, about), **facts
            )
        elif said := SAID.get(type(command)):
            yield names.words(f"history.{said}", phase=names.phase(stretch.before.phase), **facts)

    def _who(self, entry: Entry) -> str:
        """Who did something; of those who sit here no more, and of the sparring partner, whoever plays that
        side."""
        return self.names.person(entry.who) or (self.names.player(entry.side) if entry.side else "")

    def _struck(self, entry: Entry) -> str:
        undo = self.known.get(entry.struck or 0, entry)
        ruled = marshal.ruled(undo) is not None
        return self.names.words("marshal.struck") if ruled else self._how(undo, "history.struck")

    def _how(self, undo: Entry, key: str) -> str:
        """Who took something back, and whether he was free to."""
        gone, how = self.gone.get(undo.seq, []), self.agreed.get(undo.seq, "free")
        asked = next((e for e in gone if e.side == undo.side), undo) if how == "player" else undo
        return self.names.words(f"{key}_{how}", who=self._who(asked), by=self._who(undo), n=len(gone))


def paged(names: Names, found: Sequence[Item]) -> list[str]:
    """The items under their headings, as many to a page as are read at once, oldest first. A page that is
    full stays what it is, however much is added."""
    pages, size, under, day = [list[str]()], 0, (0, "", ""), None
    for item in found:
        told = list(_told(item))
        fresh = item.under != under or not pages[-1]
        while told:
            dated = not pages[-1] or item.entry.at.date() != day
            head = [_heading(names, item, dated=dated)] if fresh else []
            room = LONGEST_PAGE - size - sum(map(len, head))
            if pages[-1] and room < len(told[0]):
                pages.append([])
                size, fresh = 0, True
                continue
            kept = _fitting(told, room)
            pages[-1] += [*head, *told[:kept]]
            size += sum(len(line) + 1 for line in [*head, *told[:kept]])
            told, fresh, under, day = told[kept:], False, item.under, item.entry.at.date()
    return ["\n".join(lines).strip() for lines in pages if lines]


def _fitting(told: Sequence[str], room: int) -> int:
    """How many of some lines have room: the first one always."""
    kept = size = 0
    for line in told:
        size += len(line) + 1
        if kept and size > room:
            break
        kept += 1
    return kept


def _told(item: Item) -> Iterator[str]:
    """The lines of an item, the first with its time."""
    at = f"<t:{int(item.entry.at.timestamp())}:t> " if item.first else ""
    for number, line in enumerate(item.lines):
        yield line if number else f"{at}{line}"


def _heading(names: Names, item: Item, *, dated: bool) -> str:
    """Turn, phase, whose; the day where it is another one."""
    words = names.words
    if not item.phase or item.phase == "opening":
        told = words("history.opening")
    else:
        facts = {"turn": item.turn, "phase": names.headed(item.phase)}
        key = "history.heading_side" if item.player else "history.heading"
        told = words(key, sign=names.sign(item.player), side=names.side(item.player), **facts)
    return f"\n{told} · <t:{int(item.entry.at.timestamp())}:d>" if dated else f"\n{told}"


def page(names: Names, found: Sequence[Item], wanted: Wanted, number: int = 0) -> Page:
    """One page, the newest for 0."""
    words = names.words
    pages = paged(names, [i for i in found if wanted.takes(i.turn, i.phase)])
    number = min(number, len(pages)) or len(pages)
    text = pages[number - 1] if pages else words("history.nothing")
    only = _only(names, wanted)
    note = Note(
        title=words("history.title", title=names.title),
        text=f"{only}\n\n{text}".strip(),
        footer=words("history.page", page=number, pages=len(pages)) if pages else "",
    )
    return Page(notes=(note,), rows=_turning(names, wanted, number, len(pages)))


def _only(names: Names, wanted: Wanted) -> str:
    """What the history was filtered by."""
    words = names.words
    told = [words("history.only_unit", unit=names.unit(wanted.unit))] if wanted.unit else []
    told += [words("history.only_turn", turn=wanted.turn)] if wanted.turn else []
    told += [words("history.only_phase", phase=names.phase(wanted.phase))] if wanted.phase else []
    return words("history.only", only=" · ".join(told)) if told else ""


def _turning(names: Names, wanted: Wanted, number: int, pages: int) -> tuple[tuple[Press, ...], ...]:
    """The buttons that turn pages; what the history was filtered by stays."""
    if pages < 2:
        return ()
    to = {"first": 1, "back": number - 1, "on": number + 1, "last": pages}
    closed = {"first": number == 1, "back": number == 1, "on": number == pages, "last": number == pages}
    row = tuple(
        Press(
            label=names.words(f"button.log_{where}"), id=_id(names, where, page, wanted), closed=closed[where]
        )
        for where, page in to.items()
    )
    return (row,)


def _id(names: Names, where: str, number: int, wanted: Wanted) -> str:
    """A button's id: `where` keeps those apart that lead to the same page."""
    table = names.table
    to = 0 if where == "last" else number
    return press_id(table.game.id, table.stamp, "log", where[0], to, wanted.turn, wanted.phase, wanted.unit)
