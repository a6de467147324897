"""The terms of a tournament as announced: format, battle, rounds, sign-up, deadlines. No Discord."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from datetime import datetime, timedelta
from typing import Literal, get_args

from league.standings import DEFAULT_ORDER, TieBreak
from storage import Json

Format = Literal["swiss", "robin", "double_robin", "single", "double"]
FORMATS: tuple[Format, ...] = get_args(Format)
BRACKETS: tuple[Format, ...] = ("single", "double")
ROBINS: tuple[Format, ...] = ("robin", "double_robin")
Verdict = Literal["score", "organiser", "computer"]
VERDICTS: tuple[Verdict, ...] = get_args(Verdict)
MOST_ENTRANTS = 200
MOST_ROUNDS = 15
MOST_IN_ROBIN = 32
MOST_IN_BRACKET = 128
MOST_TEAMS = 32
MOST_BOARDS = 8
MOST_BIDDING = 48
"""The most entrants who bid for sides: one post calls all of them."""
CHECK_IN_OPENS = timedelta(hours=24)
"""How long before the end of the sign-up entrants can check in."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """What was announced.

    `rounds` are those of a Swiss tournament, 0 for as many as the entrants need. `options` and `clock` are
    those of its games, as typed; `clock_late` is what happens at a deadline of the clock. `cap` is the most
    entrants, 0 for as many as the format takes; the others wait. `closes` ends the sign-up. A round lasts
    `round_hours`, 0 for as long as it takes; then games are decided as `verdict` says. Late players may come
    in up to round `late`. `duplicate`: each pairing is two games with the sides swapped. `by_itself`: the
    next round is paired as soon as the last result is in. `rated`: its games count for ratings.
    `bid_hours`: players bid for the sides of each game for so long, 0 for sides that are balanced over the
    rounds. `seeded`: entrants are numbered in the order of sign-up, not by rating. `tie_breaks` are in the
    order in which they separate players of the same score. `boards`: teams meet on so many boards, 0 for
    players.
    """

    format: Format = "swiss"
    battle: str
    rounds: int = 0
    options: str = ""
    clock: str = ""
    clock_late: str = ""
    cap: int = 0
    check_in: bool = False
    closes: datetime | None = None
    round_hours: int = 0
    verdict: Verdict = "score"
    late: int = 2
    duplicate: bool = False
    public_dice: bool = True
    by_itself: bool = False
    rated: bool = True
    bid_hours: int = 0
    seeded: bool = False
    tie_breaks: tuple[TieBreak, ...] = DEFAULT_ORDER
    boards: int = 0

    @property
    def bracket(self) -> bool:
        """Whether it is an elimination."""
        return self.format in BRACKETS

    @property
    def most(self) -> int:
        """The most entrants."""
        limit = MOST_IN_BRACKET if self.bracket else MOST_IN_ROBIN if self.format in ROBINS else MOST_ENTRANTS
        limit = min(limit, MOST_BIDDING) if self.bid_hours else limit
        limit = min(limit, MOST_TEAMS) if self.boards else limit
        return min(self.cap, limit) if self.cap else limit

    @property
    def game_options(self) -> str:
        """The options of its games, with their clock, as typed."""
        return " ".join(
            filter(None, (self.options, self.clock and f"clock={self.clock} late={self.clock_late}"))
        )

    def open_at(self, now: datetime) -> bool:
        """Whether the sign-up is open."""
        return self.closes is None or now < self.closes

    @property
    def check_in_opens(self) -> datetime | None:
        """When entrants can check in; None: from the beginning."""
        return None if self.closes is None else self.closes - CHECK_IN_OPENS

    def check_in_open_at(self, now: datetime) -> bool:
        """Whether entrants can check in."""
        return self.check_in and (self.check_in_opens is None or now >= self.check_in_opens)

    def deadline(self, began: datetime) -> datetime | None:
        """When a round ends that began then."""
        return began + timedelta(hours=self.round_hours) if self.round_hours else None

    def json(self) -> Json:
        """As stored."""
        closes = None if self.closes is None else self.closes.isoformat()
        return {**asdict(self), "closes": closes, "tie_breaks": [str(each) for each in self.tie_breaks]}


def stored(json: Json) -> Terms:
    """The terms as stored; what another version has added is left out."""
    known = {name: value for name, value in json.items() if name in {field.name for field in fields(Terms)}}
    closes = known.get("closes")
    known["closes"] = None if closes is None else datetime.fromisoformat(closes)
    known["tie_breaks"] = tuple(TieBreak(each) for each in known.get("tie_breaks", DEFAULT_ORDER))
    return Terms(**known)


def rounds_for(entrants: int) -> int:
    """The rounds of a Swiss tournament without a stated number: enough that one player alone can win all.

    >>> [rounds_for(n) for n in (2, 3, 8, 9, 16, 200)]
    [1, 2, 3, 4, 4, 8]
    """
    return max(1, (entrants - 1).bit_length())
