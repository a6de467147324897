"""A rout under way, as a record and as the task on the agenda that stores it between two decisions."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.hexes import Hex
from engine.ledger import Ledger
from engine.systems.desastre_colonial.general.agenda import pop, push

ROUT = "rout"
"""Task: a unit routs on."""
EDGE = "edge"
"""The goal of a unit that flees to the edge of the map."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Flight:
    """A unit that routs.

    `left`: hexes still to go. `goal`: the hex it routs to, EDGE, or "" before that is chosen. `to_ask`:
    Chiefs in its hex whose player has not yet said whether they follow. `followers`: Chiefs who do.
    `to_test`: friends it has passed through who must test, in order (DC-ROU-28). `path`: the hexes still to
    be entered of the path its player chose (C-14); empty before that.
    """

    unit: str
    left: int
    goal: Hex = ""
    to_ask: tuple[str, ...] = ()
    followers: tuple[str, ...] = ()
    to_test: tuple[str, ...] = ()
    path: tuple[Hex, ...] = ()

    def encode(self) -> tuple[str, ...]:
        """The flight as words of a task.

        >>> Flight(unit="c1", left=2, goal="0305", followers=("c8", "c9"), to_test=("c2",)).encode()
        ('c1', '2', '0305', '', 'c8,c9', 'c2', '')
        """
        lists = (self.to_ask, self.followers, self.to_test, self.path)
        return self.unit, str(self.left), self.goal, *map(",".join, lists)

    @classmethod
    def decode(cls, words: tuple[str, ...]) -> Flight:
        """The flight that a task stores; an older one has no path.

        >>> Flight.decode(("c1", "2", "0305", "", "c8,c9", "c2")).followers
        ('c8', 'c9')
        """
        unit, left, goal, *lists = words
        read = [tuple(filter(None, names.split(","))) for names in lists]
        to_ask, followers, to_test, *path = read
        return cls(
            unit=unit,
            left=int(left),
            goal=goal,
            to_ask=to_ask,
            followers=followers,
            to_test=to_test,
            path=path[0] if path else (),
        )

    def headed_for(self, goal: Hex, left: int) -> Flight:
        """The flight once its goal and length are known."""
        return replace(self, goal=goal, left=left)

    def after_step(self) -> Flight:
        """The flight with one hex less to go; a path may lead on beyond its length (DC-ROU-26, DC-ROU-47)."""
        return replace(self, left=max(0, self.left - 1), path=self.path[1:])

    def with_answer(self, chief: str, *, follows: bool) -> Flight:
        """The flight once the player of a Chief has said whether they follow."""
        followers = (*self.followers, chief) if follows else self.followers
        return replace(self, to_ask=self.to_ask[1:], followers=followers)


def store(ledger: Ledger, flight: Flight) -> None:
    """Put a flight on the agenda, to go on after whatever is put before it."""
    push(ledger, ROUT, *flight.encode())


def take_stored(ledger: Ledger) -> Flight:
    """Take the flight whose question has been answered from the agenda."""
    return Flight.decode(pop(ledger, ROUT))
