"""The agreed time control: how much time each side has, and what happens at a deadline. Pure."""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from difflib import get_close_matches

from bot.clock import fixed_hour
from engine.errors import NotOnTable

log = logging.getLogger(__name__)

TURN, BANK, DAILY = "turn", "bank", "daily"
WAIT, DEFAULT, SUBSTITUTE, FORFEIT = "wait", "default", "substitute", "forfeit"
COMPUTER = {f"computer_{level}": level for level in ("easy", "normal", "hard")}
"""The levels at which the computer takes over, by what that is called."""
LATE = (DEFAULT, WAIT, SUBSTITUTE, *COMPUTER, FORFEIT)
"""What can happen at a deadline, the usual thing first."""
NONE = ("none", "no", "off", "0", "aucun", "aucune", "sans", "non", "-")
CLOCK, POLICY = "clock", "late"
"""How the two are called among the options of a new game."""

MINUTE = timedelta(minutes=1)
LEAST, MOST = timedelta(minutes=10), timedelta(days=60)
MOST_INCREMENT = timedelta(days=14)
EVENING = 21 * 60
SUGGESTED = (
    "1d",
    "2d",
    "3d",
    "7d",
    "12h",
    f"{DAILY} {fixed_hour.spelt(EVENING)}",
    "5d+12h",
    "10d+1d",
    "none",
)

_UNITS = {"w": 7 * 1440, "d": 1440, "h": 60, "m": 1}
_WORDS = {"week": "w", "day": "d", "hour": "h", "minute": "m", "min": "m", "jour": "d", "j": "d"}
_PIECE = re.compile(r"([0-9]{1,5})([a-z]+)")
_OPTION = re.compile(
    rf"(?:^|(?<=[\s,;]))({CLOCK}|{POLICY})\s*[=:]\s*({fixed_hour.TYPED}(?=$|[\s,;])|[^\s,;=:]+)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeControl:
    """How much time a side has: `allowance` for each player-turn (kind "turn"), or for the whole game, with
    `increment` for each player-turn of its own, up to the allowance (kind "bank"), or until the next time a
    wall clock in the `zone` shows the `hour`, in minutes after midnight, once the allowance has passed (kind
    "daily"). `late` is what happens at a deadline."""

    kind: str
    allowance: timedelta
    increment: timedelta = timedelta()
    late: str = DEFAULT
    hour: int = 0
    zone: str = ""

    def renewed(self, remaining: timedelta | None, *, own: bool) -> timedelta:
        """What a side has at the beginning of a player-turn, with so much left of before (None: nothing was
        used yet). No side begins with less than the increment."""
        if self.kind != BANK or remaining is None:
            return self.allowance
        return max(self.increment, min(self.allowance, remaining + self.increment) if own else remaining)

    @property
    def fresh(self) -> timedelta:
        """Extra time for a side, once, when it needs a substitute or one has just joined."""
        return self.increment if self.kind == BANK else self.allowance

    @property
    def text(self) -> str:
        """How it is typed: "3d", "10d+12h", "daily 21:00 Europe/Paris"."""
        if self.kind == DAILY:
            return f"{DAILY} {fixed_hour.spelt(self.hour)} {self.zone}"
        text = spelt(self.allowance)
        return text if self.kind == TURN else f"{text}+{spelt(self.increment)}"

    @property
    def options(self) -> str:
        """How it is typed among the options of a new game."""
        return f"{CLOCK}={self.text} {POLICY}={self.late}"

    def json(self) -> dict[str, object]:
        """As stored."""
        return {"time": self.text, "late": self.late}


def stored(row: Mapping[str, object]) -> TimeControl | None:
    """The terms as stored; None without any, and for those of another version."""
    if not row:
        return None
    try:
        return read(str(row["time"]), str(row["late"]))
    except NotOnTable as refused:
        log.warning("a clock cannot be read (%s): the game continues without it", refused.reason)
        return None


def read(text: str, late: str = "", zone: str = "") -> TimeControl | None:
    """Parse typed terms: "3d", "36h", "1d12h", "10d+12h", "daily 21:00" (in the `zone`, if they name none),
    "none". Raises NotOnTable: no_such_clock, clock_out_of_bounds, no_such_policy, no_such_zone."""
    late = (late or DEFAULT).strip().casefold()
    if late not in LATE:
        near = tuple(get_close_matches(late, LATE, n=1))
        raise NotOnTable("", "no_such_policy", option=late[:40], near=near, known=LATE)
    compact = re.sub(r"\s+", "", text.casefold())
    if compact in NONE:
        return None
    if fixed := fixed_hour.read(text, zone):
        hour, where = fixed
        return TimeControl(kind=DAILY, allowance=fixed_hour.NOTICE, late=late, hour=hour, zone=where)
    whole, plus, more = compact.partition("+")
    allowance, increment = duration(whole), duration(more) if plus else timedelta()
    if allowance is None or increment is None:
        raise NotOnTable("", "no_such_clock", option=text[:40])
    least = increment if plus else LEAST
    if not LEAST <= allowance <= MOST or (plus and not LEAST <= least <= min(allowance, MOST_INCREMENT)):
        bounds = {"least": spelt(LEAST), "most": spelt(MOST), "increment": spelt(MOST_INCREMENT)}
        raise NotOnTable("", "clock_out_of_bounds", option=text[:40], **bounds)
    return TimeControl(kind=BANK if plus else TURN, allowance=allowance, increment=increment, late=late)


def check_people_play(agreed: TimeControl | None) -> None:
    """Raises NotOnTable (tournament_computer) for terms by which the computer may take over: in a tournament
    each plays their own games."""
    if agreed is not None and agreed.late in COMPUTER:
        known = tuple(policy for policy in LATE if policy not in COMPUTER)
        raise NotOnTable("", "tournament_computer", option=agreed.late, known=known)


def duration(text: str) -> timedelta | None:
    """A length of time as typed: "3d", "1d12h", "90 min"; None when it is none.

    >>> duration("1d12h"), duration("2 weeks"), duration("soon")
    (datetime.timedelta(days=1, seconds=43200), datetime.timedelta(days=14), None)
    """
    compact = re.sub(r"\s+", "", text.casefold())
    if not compact or _PIECE.sub("", compact):
        return None
    minutes = 0
    for number, word in _PIECE.findall(compact):
        short = word.rstrip("s") if len(word) > 1 else word
        unit = _UNITS.get(_WORDS.get(short, short))
        if unit is None:
            return None
        minutes += int(number) * unit
    return minutes * MINUTE


def spelt(length: timedelta) -> str:
    """A length of time as it is typed, in days, hours and minutes.

    >>> spelt(timedelta(days=1, hours=12)), spelt(timedelta(minutes=90)), spelt(timedelta())
    ('1d12h', '1h30m', '0m')
    """
    minutes = round(length / MINUTE)
    days, hours, minutes = minutes // 1440, minutes // 60 % 24, minutes % 60
    parts = [f"{n}{unit}" for n, unit in ((days, "d"), (hours, "h"), (minutes, "m")) if n]
    return "".join(parts) or "0m"


def taken_from(options: str, zone: str = "") -> tuple[TimeControl | None, str]:
    """The terms among the options of a new game, for one in that time zone, and the other options. Raises
    NotOnTable."""
    by_name = {pair[1].casefold(): pair[2] for pair in _OPTION.finditer(options)}
    rest = _OPTION.sub("", options)
    if CLOCK in by_name:
        return read(by_name[CLOCK], by_name.get(POLICY, ""), zone), rest
    if POLICY in by_name:
        raise NotOnTable("", "policy_without_clock", option=f"{POLICY}={by_name[POLICY][:40]}")
    return None, rest


def completions(text: str) -> list[str]:
    """How options that are being typed can go on with a clock: the whole text then."""
    before, _, begun = text.rpartition(" ")
    lead, prefix = (f"{before.strip()} " if before.strip() else ""), begun.casefold().replace(":", "=")
    every = [f"{CLOCK}={time}" for time in SUGGESTED if f"{CLOCK}=" not in before]
    if f"{CLOCK}=" in before and f"{POLICY}=" not in before:
        every += [f"{POLICY}={late}" for late in LATE]
    return [lead + pair for pair in every if prefix and pair.startswith(prefix)]
