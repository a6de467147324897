"""A game as it lies on the table: its record, its log, and the state the log leads to. Pure."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace

from engine import scenario_builder
from engine.events import Began, Event, Noted, Rolled
from engine.evolve import replay
from engine.ledger import rolled_by_stream
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.system import System
from engine.systems import find
from notation import order_text
from notation.order_words import LONGEST, OrderContext, read_unit
from storage import BY_STREAM, Entry, GameRecord, Json, Seat, Snapshot

EVENTS_APART = 25
"""Events between one base and the next: to apply so many takes a fraction of a millisecond."""
BASES_KEPT = 16
"""Bases that stay in memory, the newest: an older table is worked out from the beginning of the log."""
OF_A_GAME, OF_AN_ENTRY, OF_A_BASE = 25_000, 2_500, 5_000
"""Bytes of memory, as measured over games of eleven battles (entries from 1,400 to 2,600)."""
SCENARIOS_KEPT = 16
IMPORTED = "imported"
"""The act of the ruling with which the log of an imported game ends."""
POSITION = "imported_position"
"""The act of the ruling from which a game is played on that begins with an imported record."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """A game with everything that follows from its log. `entries` are all of them, struck ones included.

    `bases` are some tables the log led to lately, oldest first: whatever is worked out again begins at the
    newest that fits. They are the referee's, for every viewer.

    The referee's own table, until `seen` makes it the table as one side may know it: whatever is said or
    shown is said of such a table. `reader` is the one person to whom it is said, if it is one.
    """

    record: GameRecord
    scenario: Scenario
    system: System
    entries: tuple[Entry, ...] = ()
    state: State
    bases: tuple[Snapshot, ...] = ()
    viewer: str | None = None
    reader: int | None = None
    _kept: dict[str | None, tuple[Entry, ...]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )
    """The entries of which a viewer knows, and under None those that count: asked for often."""

    def seen(self, viewer: str, reader: int | None = None) -> Game:
        """The table as a side may know it, or a spectator (""). What is worked out about its state goes with
        it: of tables that are remembered, hundreds, no routes are."""
        state = self.system.as_seen_by(self.scenario, self.state, viewer).altered()
        return replace(self, state=state, viewer=viewer, reader=reader)

    def order_context(self, side: str) -> OrderContext:
        """What the orders of a side are read against: the position as that side may know it."""
        return order_text.order_context(self.system, self.scenario, self.seen(side).state, side)

    def unit_named(self, text: str) -> Unit:
        """The unit of that id or name, or alone on that hex, of those the viewer knows. Raises NotOnTable,
        with ids that may have been meant."""
        return read_unit(text.strip()[:LONGEST], self.state, self.scenario)

    @property
    def last(self) -> int:
        """The number of the newest entry, 0 before the start."""
        return self.entries[-1].seq if self.entries else 0

    @property
    def version(self) -> tuple[int, int]:
        """How often its record was changed, and the number of its newest entry: another table differs in
        it."""
        return self.record.revision, self.last

    @property
    def stamp(self) -> int:
        """How many entries the viewer knows of. It never goes down: buttons carry it."""
        return len(self.known_to(self.viewer)) if self.viewer is not None else len(self.entries)

    def known_to(self, viewer: str) -> tuple[Entry, ...]:
        """The entries of which a side, or a spectator, was told anything; undone ones and their undoing, too.

        What is hidden must not even be counted: numbers are seen on buttons.
        """
        if (known := self._kept.get(viewer)) is None:
            known = self._kept[viewer] = self._known_to(viewer)
        return known

    def _known_to(self, viewer: str) -> tuple[Entry, ...]:
        hidden = {e.seq for e in self.entries if is_hidden(e, viewer)}
        if not hidden:
            return self.entries
        undone = {e.struck for e in self.entries if e.seq in hidden and e.struck is not None}
        undone -= {e.struck for e in self.entries if e.seq not in hidden} | {
            e.seq for e in self.entries if e.audience
        }
        return tuple(e for e in self.entries if e.seq not in hidden | undone)

    @property
    def imported(self) -> bool:
        """Whether the game was played elsewhere and brought in from its record: its log ends by saying so."""
        noted = self.entries[-1].events[:1] if self.entries and self.entries[-1].kind == "ruling" else ()
        return any(isinstance(event, Noted) and event.facts.get("act") == IMPORTED for event in noted)

    @property
    def own_entries(self) -> tuple[Entry, ...]:
        """The entries that were played here: all but the imported beginning of a game."""
        return self.entries[self.record.imported_after :] if self.record.imported_after else self.entries

    @property
    def playing(self) -> bool:
        """Whether orders can be given."""
        return self.record.status == "playing"

    @property
    def active_entries(self) -> tuple[Entry, ...]:
        """The entries that count, oldest first."""
        if (active := self._kept.get(None)) is None:
            active = self._kept[None] = tuple(e for e in self.entries if e.struck is None)
        return active

    def at(self, seq: int) -> Game:
        """The table as it was just after entry `seq`."""
        if seq >= self.last:
            return self
        known = tuple(
            replace(e, struck=None) if e.struck is not None and e.struck > seq else e
            for e in self.entries
            if e.seq <= seq
        )
        return self._with(known, _state(known, self.bases))

    def until(self, stop: int) -> Game:
        """The table as it was after so many events of its newest entry."""
        entry = self.entries[-1]
        if stop >= len(entry.events):
            return self
        known = (*self.entries[:-1], replace(entry, events=entry.events[:stop]))
        return self._with(known, _state(known, [b for b in self.bases if b.seq < entry.seq]))

    def _with(self, entries: tuple[Entry, ...], state: State) -> Game:
        """The same table with another log, for the same eyes."""
        if self.viewer is not None:
            state = self.system.as_seen_by(self.scenario, state, self.viewer)
        return replace(self, entries=entries, state=state)

    def added(self, entry: Entry) -> Game:
        """The table with one more entry."""
        assert self.viewer is None, "only the referee's own table is written on"
        return replace(self, entries=(*self.entries, entry), state=replay(self.state, entry.events))

    def struck(self, seqs: Collection[int], undo: Entry) -> Game:
        """The table after an undo has struck entries out."""
        kept_entries = tuple(replace(e, struck=undo.seq) if e.seq in seqs else e for e in self.entries)
        bases = tuple(b for b in self.bases if b.seq < min(seqs))
        return replace(
            self, entries=(*kept_entries, undo), bases=bases, state=_state((*kept_entries, undo), bases)
        )

    @property
    def dice_undone(self) -> int:
        """The number of the newest undo that took dice back, 0 without any."""
        undone = (e.struck for e in self.entries if e.struck is not None and rolled_dice(e.events))
        return max(undone, default=0)

    @property
    def rolled(self) -> dict[str, int] | None:
        """The rolls of each stream so far, undone ones included; None where orders key the dice."""
        if self.record.dice_keys != BY_STREAM:
            return None
        return rolled_by_stream(event for entry in self.entries for event in entry.events)

    @property
    def base_due(self) -> bool:
        """Whether so much has happened since the newest base that another is worth keeping."""
        since = self.bases[-1].seq if self.bases else 0
        happened = 0
        for entry in reversed(self.entries):
            if entry.seq <= since or happened >= EVENTS_APART:
                break
            happened += len(entry.events)
        return happened >= EVENTS_APART

    def based(self) -> Game:
        """The table with a base more: itself, but for what was found out about it and would be kept, too."""
        kept = self.bases[1 - BASES_KEPT :]
        return replace(self, bases=(*kept, Snapshot(seq=self.last, state=replace(self.state))))

    @property
    def memory(self) -> int:
        """About how many bytes of memory it takes, without its battle, which games share."""
        return OF_A_GAME + OF_AN_ENTRY * len(self.entries) + OF_A_BASE * len(self.bases)

    def seat(self, side: str) -> Seat:
        """The holder of a side: its first player."""
        return self.seats(side)[0]

    def seats(self, side: str) -> tuple[Seat, ...]:
        """Everybody who plays a side, its holder first."""
        return tuple(s for s in self.record.seats if s.side == side)

    def sides_of(self, user: int) -> tuple[str, ...]:
        """The sides a user plays."""
        return tuple(s.side for s in self.record.seats if s.user == user)

    @property
    def owing(self) -> tuple[str, ...]:
        """The sides from which a decision is awaited now, first player first."""
        if self.state.questions:
            return (self.state.questions[0].side,)
        return tuple(side for side in self.scenario.side_ids if side in self.state.active)

    def side_for(self, user: int) -> str:
        """The side a user speaks for: of several, the one that owes a decision; "" when they play none."""
        sides = self.sides_of(user)
        owing = (side for side in self.owing if side in sides)
        return next(owing, sides[0] if sides else "")

    @property
    def computer_side(self) -> str:
        """The side for which the computer player must decide now, or ""."""
        if not self.playing or self.state.result is not None:
            return ""
        return next((side for side in self.owing if self.seat(side).bot), "")

    @property
    def phase_began(self) -> int:
        """The number of the entry in which the phase that is open now began."""
        return next((e.seq for e in reversed(self.active_entries) if _began(e.events)), 0)

    def actions_this_phase(self, side: str) -> tuple[Entry, ...]:
        """What a side has done in this phase of this turn, oldest first, however often the phase came: the
        orders it gave, the pages of a tutorial it passed."""
        now, then = (self.state.turn, self.state.phase), (0, "")
        entries = []
        for entry in self.active_entries:
            if then == now and entry.side == side and (entry.command or entry.kind == "pass"):
                entries.append(entry)
            then = next(((e.turn, e.phase) for e in reversed(entry.events) if isinstance(e, Began)), then)
        return tuple(entries)

    @property
    def simultaneous(self) -> bool:
        """Whether both sides decide at the same time in the phase that is open."""
        began = (
            e
            for entry in reversed(self.active_entries)
            for e in reversed(entry.events)
            if isinstance(e, Began)
        )
        return len(next((e.owing for e in began), ())) > 1


def lay(record: GameRecord, entries: Iterable[Entry] = (), base: Snapshot | None = None) -> Game:
    """The table of a game: its scenario as it was printed when it began, its log applied to its base."""
    scenario, log = _scenario(record.printed), tuple(entries)
    bases = () if base is None else (base,)
    return Game(
        record=record,
        scenario=scenario,
        system=find(scenario.system),
        entries=log,
        state=_state(log, bases),
        bases=bases,
    )


def _scenario(printed: Json) -> Scenario:
    """The scenario printed so. Games of one battle share it: it takes longer to build than a game to load."""
    known = next((s for source, s in _BUILT if source is printed or source == printed), None)
    if known is None:
        known = scenario_builder.build(printed)
        _BUILT.appendleft((printed, known))
    return known


_BUILT: deque[tuple[Json, Scenario]] = deque(maxlen=SCENARIOS_KEPT)


def _state(entries: Sequence[Entry], bases: Sequence[Snapshot] = ()) -> State:
    """What the living entries lead to, from the newest base that lies within them."""
    last = entries[-1].seq if entries else 0
    seq, state = next(((b.seq, b.state) for b in reversed(bases) if b.seq <= last), (0, State()))
    after = [e for e in entries if e.seq > seq and e.struck is None]
    return replay(state, (event for e in after for event in e.events))


def rules_on(entry: Entry) -> bool:
    """Whether an entry is a ruling that has set something right on the table."""
    return entry.kind == "ruling" and any(not isinstance(event, Noted) for event in entry.events)


def is_hidden(entry: Entry, viewer: str) -> bool:
    """Whether a side, or a spectator, was told nothing of an entry."""
    return bool(entry.audience) and not entry.audience & {"", viewer}


def rolled_dice(events: tuple[Event, ...]) -> bool:
    """Whether dice were rolled."""
    return any(isinstance(event, Rolled) for event in events)


def _began(events: tuple[Event, ...]) -> bool:
    return any(isinstance(event, Began) for event in events)
