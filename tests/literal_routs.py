"""Routs of Désastre Colonial once more, sentence by sentence as the rules file has them (4.8 to 4.10): a
table and a row of dice in, every possible end out. What a table is, `literal_morale` says.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from tests.literal_morale import GONE, At, Man, Rules, Table, away, everywhere, from_edge, label, near

Task = tuple[str, str, int]
"""What is left to do: test, cross (test if fragile) or rout; whom; how many hexes."""
End = tuple[tuple[tuple[str, str, int, bool], ...], tuple[tuple[str, str], ...], int]
"""Units with hex, losses and whether they are done; chiefs with hex; dice used."""
OFF: At = (0, 0)
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
    _seen: set[tuple[Table, tuple[Task, ...], int]] = field(default_factory=set)
    _count: int = 0

    def go(self, table: Table, tasks: tuple[Task, ...], used: int = 0) -> None:
        """Do the first task, then the others: nested tests go depth first (C-04)."""
        if (table, tasks, used) in self._seen:
            return
        self._seen.add((table, tasks, used))
        self._tick()
        if not tasks:
            men = sorted((man.id, label(man.at), man.losses, man.done) for man in table.men)
            self.ends.add((tuple(men), tuple(sorted((id_, label(at)) for id_, at in table.chiefs)), used))
            return
        (kind, id_, length), rest = tasks[0], tasks[1:]
        if kind == "rout":
            self._rout(table, id_, length, rest, used)
        elif kind == "test":
            self._test(table, id_, rest, used)
        else:
            self._crossed(table, id_, rest, used)

    def _tick(self) -> None:
        self._count += 1
        if self._count > self.most:
            raise TooMany

    def _crossed(self, table: Table, id_: str, rest: tuple[Task, ...], used: int) -> None:
        """DC-ROU-17, DC-ROU-29, DC-ROU-43."""
        man = table.get(id_)
        once = self.rules.on("rout.one_test_per_chain", "yes")
        if man is None or not man.fragile or (once and man.tested):
            self.go(table, rest, used)
        else:
            self._test(table.put(replace(man, tested=True)), id_, rest, used)

    def _test(self, table: Table, id_: str, rest: tuple[Task, ...], used: int) -> None:
        """DC-MOR-07 to 13, DC-NAT-01 to 05."""
        man = table.get(id_)
        assert man is not None
        if self.rules.colonial(man):
            ids = list(self.rules.circumstances(table, man))
            length = sum(id_[0] == "A" for id_ in ids) - sum(id_[0] == "F" for id_ in ids)
            if length > 0:
                length -= sum(die >= 4 for die in self.row[used : used + man.cohesion])
                used += man.cohesion
        else:
            close = [other for other in table.men if away(other.at, man.at) == 1]
            friends = sum(other.side == man.side and not other.fragile for other in close)
            enemies = sum(other.side != man.side for other in close)
            length = self.row[used] - (man.cohesion + friends - man.losses - enemies)
            used += 1
        self.go(table, (("rout", id_, length), *rest) if length > 0 else rest, used)

    def _rout(self, table: Table, id_: str, length: int, rest: tuple[Task, ...], used: int) -> None:
        man = table.get(id_)
        assert man is not None
        faces = (man.faces[0], (man.faces[0] + 3) % 6) if man.square else man.faces
        man = replace(man, done=True, square=False, faces=faces)
        table = table.put(man)
        immobile = man.gun and not {"team", "horse_artillery"} & man.traits
        if immobile and not self.rules.on("rout.artillery_without_team", "routs"):
            self.go(table.without(id_), rest, used)
            return
        with_him = frozenset(c for c, at in table.chiefs if at == man.at and c[0] == man.side)
        goals = self.rules.goals(table, man) if self.rules.colonial(man) else set()
        way = Way(man, with_him, lambda after, passed: self.go(after, (*_crossing(passed), *rest), used))
        if not self.rules.colonial(man):
            self._native(way, table, man, length, ())
        elif not goals:
            self._colonial(way, table, man.at, length, None, ())
        for goal in goals:
            fixed = self.rules.on("rout.colonial_length", "to_destination")
            self._colonial(way, table, man.at, away(man.at, goal) if fixed else length, goal, ())

    def _flee(self, table: Table, at: At, by: str) -> list[Table]:
        """The lone chiefs in a hex that a unit has entered go to their men or are lost (DC-MOV-19)."""
        if any(man.at == at and man.side != by for man in table.men):
            return [table]
        found = [table]
        for id_, there in table.chiefs:
            if there != at or id_[0] == by:
                continue
            more = []
            for one in found:
                men = {man.at for man in one.men if man.side == id_[0] and away(man.at, at) <= 2}
                more += [one.led(frozenset({id_}), to) for to in sorted(men or {GONE})]
            found = more
        return found

    def _left(self, way: Way, table: Table, at: At) -> list[Table]:
        """The table without a unit that is lost in a hex: its chiefs stay behind, not with an enemy."""
        after = table.led(way.chiefs, at).without(way.man.id)
        held = after.there(at)
        return self._flee(after, at, held.side) if held is not None and held.side != way.man.side else [after]

    def _colonial(
        self, way: Way, table: Table, at: At, length: int, goal: At | None, passed: tuple[str, ...]
    ) -> None:
        """A colonial unit on its way (DC-ROU-02 to 06, 15 to 19, 24)."""
        self._tick()
        if not length or at == goal:
            self._arrive(way, table, at, goal, passed)
            return
        for step in _steps(at, goal):
            if step == OFF:
                for after in self._left(way, table, at):
                    way.over(after, passed)
                continue
            crossed, more = self._through(way, table, step, passed)
            for after in self._flee(crossed, step, way.man.side):
                self._colonial(way, after, step, length - 1, goal, more)

    def _through(
        self, way: Way, table: Table, at: At, passed: tuple[str, ...]
    ) -> tuple[Table, tuple[str, ...]]:
        """Past a friend, who counts as activated, whatever his cohesion (DC-ROU-16 to 18)."""
        met = table.there(at, way.man.id)
        if met is None or met.side != way.man.side:
            return table, passed
        return table.put(replace(met, done=True)), (*passed, met.id)

    def _arrive(self, way: Way, table: Table, at: At, goal: At | None, passed: tuple[str, ...]) -> None:
        """Where a colonial rout ends: there, beside, farther on, or as near as there is room (DC-ROU-20, 25,
        26, 34)."""
        if table.there(at, way.man.id) is None and not self.rules.lake(at):
            self._end(way, table, at, passed)
            return
        beside = [hex_ for hex_ in near(at) if self.rules.free(table, hex_, way.man)]
        farther = [] if at == goal else [step for step in _steps(at, goal) if step != OFF]
        if beside:
            for hex_ in beside:
                self._end(way, table, hex_, passed)
        elif farther:
            for step in farther:
                crossed, more = self._through(way, table, step, passed)
                for after in self._flee(crossed, step, way.man.side):
                    self._arrive(way, after, step, goal, more)
        else:
            free = [hex_ for hex_ in everywhere() if self.rules.free(table, hex_, way.man)]
            least = min(away(at, hex_) for hex_ in free)
            for hex_ in free:
                if away(at, hex_) == least:
                    self._end(way, table, hex_, passed)

    def _end(self, way: Way, table: Table, at: At, passed: tuple[str, ...]) -> None:
        """One loss, however long it was (DC-ROU-21, DC-ROU-22)."""
        man = table.get(way.man.id)
        assert man is not None
        after = table.put(replace(man, at=at, losses=man.losses + 1)).led(way.chiefs, at)
        way.over(after.without(man.id) if man.losses + 1 >= ELIMINATED else after, passed)

    def _native(self, way: Way, table: Table, man: Man, length: int, passed: tuple[str, ...]) -> None:
        """A native unit on its way to the edge (DC-ROU-40 to 50, C-05)."""
        self._tick()
        if length <= 0 and table.there(man.at, man.id) is None and not self.rules.lake(man.at):
            way.over(table.led(way.chiefs, man.at), passed)
            return
        for step in _steps(man.at, None):
            if step == OFF:
                for after in self._left(way, table, man.at):
                    way.over(after, passed)
                continue
            met, moved, more, crossed = table.there(step, man.id), replace(man, at=step), passed, table
            if met is not None and met.side != man.side:
                moved = replace(moved, losses=man.losses + 1)
            elif met is not None and _disturbs(man, met):
                crossed, more = table.put(replace(met, done=True)), (*passed, met.id)
            for after in self._flee(crossed.put(moved), step, man.side):
                if moved.losses < ELIMINATED:
                    self._native(way, after, moved, length - 1, more)
                    continue
                for lost in self._left(way, after, step):
                    way.over(lost, more)


@dataclass(frozen=True)
class Way:
    """Who runs, the chiefs who go with him, and what follows when he has."""

    man: Man
    chiefs: frozenset[str]
    over: Callable[[Table, tuple[str, ...]], None]


def _crossing(passed: tuple[str, ...]) -> tuple[Task, ...]:
    return tuple(("cross", id_, 0) for id_ in passed)


def _steps(at: At, goal: At | None) -> list[At]:
    """The hexes one nearer to a goal, or to the edge and over it."""
    if goal is not None:
        return [hex_ for hex_ in near(at) if away(hex_, goal) == away(at, goal) - 1]
    if from_edge(at) == 0:
        return [OFF]
    return [hex_ for hex_ in near(at) if from_edge(hex_) == from_edge(at) - 1]


def _disturbs(man: Man, friend: Man) -> bool:
    """DC-ROU-43 to 45."""
    spared = friend.skirmisher or (friend.mounted and not man.mounted)
    return man.cohesion >= friend.cohesion and not spared
