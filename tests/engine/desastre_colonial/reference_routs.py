"""Routs of Désastre Colonial again, sentence by sentence as the rules file has them (4.8 to 4.10): a
position and a row of dice in, every possible end out. What a position is, `reference_morale` says.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from tests.engine.desastre_colonial.reference_morale import (
    GONE,
    Board,
    Hex,
    Rules,
    Unit,
    away,
    everywhere,
    from_edge,
    label,
    near,
)

Task = tuple[str, str, int]
"""What is left to do: test, cross (test if fragile) or rout; whom; how many hexes."""
End = tuple[tuple[tuple[str, str, int, bool], ...], tuple[tuple[str, str], ...], int]
"""Units with hex, losses and whether they are done; chiefs with hex; dice used."""
OFF: Hex = (0, 0)
ELIMINATED = 5


class TooMany(Exception):
    """There are more ways to go than it is worth to follow."""


@dataclass
class Walk:
    """All ends of a test or rout when the dice fall as in the row, whatever is answered. Raises TooMany."""

    rules: Rules
    row: list[int]
    most: int = 4000
    ends: set[End] = field(default_factory=set)
    _seen: set[tuple[Board, tuple[Task, ...], int]] = field(default_factory=set)
    _count: int = 0

    def go(self, board: Board, tasks: tuple[Task, ...], used: int = 0) -> None:
        """Do the first task, then the others: nested tests go depth first (C-04)."""
        if (board, tasks, used) in self._seen:
            return
        self._seen.add((board, tasks, used))
        self._tick()
        if not tasks:
            units = sorted((unit.id, label(unit.at), unit.losses, unit.done) for unit in board.units)
            self.ends.add((tuple(units), tuple(sorted((id_, label(at)) for id_, at in board.chiefs)), used))
            return
        (kind, id_, length), rest = tasks[0], tasks[1:]
        if kind == "rout":
            self._rout(board, id_, length, rest, used)
        elif kind == "test":
            self._test(board, id_, rest, used)
        else:
            self._crossed(board, id_, rest, used)

    def _tick(self) -> None:
        self._count += 1
        if self._count > self.most:
            raise TooMany

    def _crossed(self, board: Board, id_: str, rest: tuple[Task, ...], used: int) -> None:
        """DC-ROU-17, DC-ROU-29, DC-ROU-43."""
        unit = board.get(id_)
        once = self.rules.on("rout.one_test_per_chain", "yes")
        if unit is None or not unit.fragile or (once and unit.tested):
            self.go(board, rest, used)
        else:
            self._test(board.put(replace(unit, tested=True)), id_, rest, used)

    def _test(self, board: Board, id_: str, rest: tuple[Task, ...], used: int) -> None:
        """DC-MOR-07 to 13, DC-NAT-01 to 05."""
        unit = board.get(id_)
        assert unit is not None
        if self.rules.colonial(unit):
            ids = list(self.rules.circumstances(board, unit))
            length = sum(id_[0] == "A" for id_ in ids) - sum(id_[0] == "F" for id_ in ids)
            if length > 0:
                length -= sum(die >= 4 for die in self.row[used : used + unit.cohesion])
                used += unit.cohesion
        else:
            close = [other for other in board.units if away(other.at, unit.at) == 1]
            friends = sum(other.side == unit.side and not other.fragile for other in close)
            enemies = sum(other.side != unit.side for other in close)
            length = self.row[used] - (unit.cohesion + friends - unit.losses - enemies)
            used += 1
        self.go(board, (("rout", id_, length), *rest) if length > 0 else rest, used)

    def _rout(self, board: Board, id_: str, length: int, rest: tuple[Task, ...], used: int) -> None:
        unit = board.get(id_)
        assert unit is not None
        faces = (unit.faces[0], (unit.faces[0] + 3) % 6) if unit.square else unit.faces
        unit = replace(unit, done=True, square=False, faces=faces)
        board = board.put(unit)
        immobile = unit.gun and not {"team", "horse_artillery"} & unit.traits
        if immobile and not self.rules.on("rout.artillery_without_team", "routs"):
            self.go(board.without(id_), rest, used)
            return
        with_him = frozenset(c for c, at in board.chiefs if at == unit.at and c[0] == unit.side)
        goals = self.rules.goals(board, unit) if self.rules.colonial(unit) else set()
        way = Way(unit, with_him, lambda after, passed: self.go(after, (*_crossing(passed), *rest), used))
        if not self.rules.colonial(unit):
            self._native(way, board, unit, length, ())
        elif not goals:
            self._colonial(way, board, unit.at, length, None, ())
        for goal in goals:
            fixed = self.rules.on("rout.colonial_length", "to_destination")
            self._colonial(way, board, unit.at, away(unit.at, goal) if fixed else length, goal, ())

    def _flee(self, board: Board, at: Hex, entering_side: str) -> list[Board]:
        """The lone chiefs in a hex that a unit has entered go to their men or are lost (DC-MOV-19, C-10)."""
        if any(unit.at == at and unit.side != entering_side for unit in board.units):
            return [board]
        ends = [board]
        for id_, there in board.chiefs:
            if there != at or id_[0] == entering_side:
                continue
            more = []
            for one in ends:
                first = self._open_to_chief(one, at, id_[0])
                second = {hex_ for step in first for hex_ in self._open_to_chief(one, step, id_[0])}
                units = {unit.at for unit in one.units if unit.side == id_[0]} & (first | second)
                more += [one.led(frozenset({id_}), to) for to in sorted(units or {GONE})]
            ends = more
        return ends

    def _open_to_chief(self, board: Board, at: Hex, side: str) -> set[Hex]:
        """Where a lone chief may go by one step: not into a lake, nor where an enemy unit stands (C-10)."""
        held = {unit.at for unit in board.units if unit.side != side}
        return {hex_ for hex_ in near(at) if hex_ not in held and not self.rules.lake(hex_)}

    def _left(self, way: Way, board: Board, at: Hex) -> list[Board]:
        """The position without a unit that is lost in a hex: its chiefs stay behind, not with an enemy."""
        after = board.led(way.chiefs, at).without(way.unit.id)
        held = after.there(at)
        return (
            self._flee(after, at, held.side) if held is not None and held.side != way.unit.side else [after]
        )

    def _colonial(
        self, way: Way, board: Board, at: Hex, length: int, goal: Hex | None, passed: tuple[str, ...]
    ) -> None:
        """A colonial unit on its way (DC-ROU-02 to 06, 15 to 19, 24)."""
        self._tick()
        if not length or at == goal:
            self._arrive(way, board, at, goal, passed)
            return
        for step in _steps(at, goal):
            if step == OFF:
                for after in self._left(way, board, at):
                    way.over(after, passed)
                continue
            crossed, more = self._through(way, board, step, passed)
            for after in self._flee(crossed.put(replace(way.unit, at=step)), step, way.unit.side):
                self._colonial(way, after, step, length - 1, goal, more)

    def _through(
        self, way: Way, board: Board, at: Hex, passed: tuple[str, ...]
    ) -> tuple[Board, tuple[str, ...]]:
        """Past a friend, who counts as activated, whatever his cohesion (DC-ROU-16 to 18)."""
        met = board.there(at, way.unit.id)
        if met is None or met.side != way.unit.side:
            return board, passed
        return board.put(replace(met, done=True)), (*passed, met.id)

    def _arrive(self, way: Way, board: Board, at: Hex, goal: Hex | None, passed: tuple[str, ...]) -> None:
        """Where a colonial rout ends: there, beside, farther on, or as near as there is room (DC-ROU-20, 25,
        26, 34)."""
        if board.there(at, way.unit.id) is None and not self.rules.lake(at):
            self._end(way, board, at, passed)
            return
        beside = [hex_ for hex_ in near(at) if self.rules.free(board, hex_, way.unit)]
        farther = [] if at == goal else [step for step in _steps(at, goal) if step != OFF]
        if beside:
            for hex_ in beside:
                self._end(way, board, hex_, passed)
        elif farther:
            for step in farther:
                crossed, more = self._through(way, board, step, passed)
                for after in self._flee(crossed.put(replace(way.unit, at=step)), step, way.unit.side):
                    self._arrive(way, after, step, goal, more)
        else:
            free = [hex_ for hex_ in everywhere() if self.rules.free(board, hex_, way.unit)]
            least = min(away(at, hex_) for hex_ in free)
            for hex_ in free:
                if away(at, hex_) == least:
                    self._end(way, board, hex_, passed)

    def _end(self, way: Way, board: Board, at: Hex, passed: tuple[str, ...]) -> None:
        """One loss, however long it was (DC-ROU-21, DC-ROU-22)."""
        unit = board.get(way.unit.id)
        assert unit is not None
        after = board.put(replace(unit, at=at, losses=unit.losses + 1)).led(way.chiefs, at)
        way.over(after.without(unit.id) if unit.losses + 1 >= ELIMINATED else after, passed)

    def _native(self, way: Way, board: Board, unit: Unit, length: int, passed: tuple[str, ...]) -> None:
        """A native unit on its way to the edge (DC-ROU-40 to 50, C-05)."""
        self._tick()
        if length <= 0 and board.there(unit.at, unit.id) is None and not self.rules.lake(unit.at):
            way.over(board.led(way.chiefs, unit.at), passed)
            return
        for step in _steps(unit.at, None):
            if step == OFF:
                for after in self._left(way, board, unit.at):
                    way.over(after, passed)
                continue
            met, moved, more, crossed = board.there(step, unit.id), replace(unit, at=step), passed, board
            if met is not None and met.side != unit.side:
                moved = replace(moved, losses=unit.losses + 1)
            elif met is not None and _disturbs(unit, met):
                crossed, more = board.put(replace(met, done=True)), (*passed, met.id)
            for after in self._flee(crossed.put(moved), step, unit.side):
                if moved.losses < ELIMINATED:
                    self._native(way, after, moved, length - 1, more)
                    continue
                for lost in self._left(way, after, step):
                    way.over(lost, more)


@dataclass(frozen=True)
class Way:
    """Who runs, the chiefs who go with him, and what follows when he has."""

    unit: Unit
    chiefs: frozenset[str]
    over: Callable[[Board, tuple[str, ...]], None]


def _crossing(passed: tuple[str, ...]) -> tuple[Task, ...]:
    return tuple(("cross", id_, 0) for id_ in passed)


def _steps(at: Hex, goal: Hex | None) -> list[Hex]:
    """The hexes one nearer to a goal, or to the edge and over it."""
    if goal is not None:
        return [hex_ for hex_ in near(at) if away(hex_, goal) == away(at, goal) - 1]
    if from_edge(at) == 0:
        return [OFF]
    return [hex_ for hex_ in near(at) if from_edge(hex_) == from_edge(at) - 1]


def _disturbs(unit: Unit, friend: Unit) -> bool:
    """DC-ROU-43 to 45."""
    spared = friend.skirmisher or (friend.mounted and not unit.mounted)
    return unit.cohesion >= friend.cohesion and not spared
