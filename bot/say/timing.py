"""The clock of a game in words: what was agreed, until when somebody has time, what came of a deadline."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta

from bot.clock import reliability as figures
from bot.clock import terms
from bot.clock.terms import Terms
from bot.desk import By
from bot.page import Page, Press, press_id
from bot.say.names import Names, plain
from bot.timekeeper import Times
from bot.words import Words, speak
from storage import Json, Player, departed


def stamp(at: datetime, style: str = "f") -> str:
    """A moment as Discord shows it to everybody in his own time zone; `style` R: how long until then."""
    return f"<t:{int(at.timestamp())}:{style}>"


def length(words: Words, time: timedelta) -> str:
    """A length of time, in days and hours, or hours and minutes."""
    minutes = round(time / timedelta(minutes=1))
    parts = (("days", minutes // 1440), ("hours", minutes // 60 % 24), ("minutes", minutes % 60))
    told = [words(f"timing.{unit}", n=n) for unit, n in parts if n][:2]
    return " ".join(told) or words("timing.minutes", n=0)


def agreed(words: Words, clock: Terms | None) -> str:
    """What was agreed, in one line."""
    if clock is None:
        return words("timing.none")
    facts = {"allowance": length(words, clock.allowance), "increment": length(words, clock.increment)}
    return words(f"timing.{clock.kind}", late=words(f"timing.late_{clock.late}"), **facts)


def choice(words: Words, clock: Terms | None) -> str:
    """A clock in a few words, to be chosen."""
    if clock is None:
        return words("timing.choice_none")
    facts = {"allowance": length(words, clock.allowance), "increment": length(words, clock.increment)}
    return words(f"timing.choice_{clock.kind}", **facts)


def lines(names: Names, found: Times) -> list[str]:
    """Until when each side has time, or what it has left."""
    return [_line(names, found, side) for side in found.dials]


def _line(names: Names, found: Times, side: str) -> str:
    words, at = names.words, found.deadline(side)
    facts = {"sign": names.sign(side), "side": names.side(side), "player": names.player(side)}
    facts["left"] = length(words, found.left(side))
    if at is None:
        return words("timing.stands", **facts)
    if at <= found.now:
        return words("timing.over", at=stamp(at, "R"), **facts)
    told = words("timing.until", at=stamp(at), within=stamp(at, "R"), **facts)
    rests = found.resting(side)
    return told if rests is None else f"{told} {words('timing.rests', until=stamp(rests, 'R'))}"


def call(names: Names, found: Times | None) -> str:
    """The deadlines of those who must decide, in one short line under a call; "" without any."""
    if found is None:
        return ""
    running = [(side, at) for side in found.running if (at := found.deadline(side)) is not None]
    words = names.words
    told = [words("timing.due", at=stamp(at), within=stamp(at, "R"), side=names.side(s)) for s, at in running]
    if len(told) > 1:
        told = [
            words("timing.due_of", due=due, side=names.side(s))
            for due, (s, _) in zip(told, running, strict=True)
        ]
    return words("timing.call", dues=words.several(told)) if told else ""


def clock(names: Names, stands: Terms | None, found: Times | None, proposed: Json, told: str = "") -> Page:
    """The private page about the clock of a game."""
    words = names.words
    text = [told] if told else []
    text.append(agreed(words, stands))
    if found is not None and names.table.playing:
        text += lines(names, found)
        text += [words("timing.wanted", side=names.side(side)) for side in found.wanted]
    rows: tuple[tuple[Press, ...], ...] = ()
    if proposed:
        text.append(_proposal(words, proposed))
        theirs = set(names.table.sides_of(int(proposed["user"])))
        if {s.side for s in names.table.game.seats if s.user} - theirs:
            rows = ((_agree(names, proposed),),)
    if stands is None and not proposed:
        text.append(words("timing.how"))
    return Page(text="\n".join(text), rows=rows)


def _proposal(words: Words, proposed: Json) -> str:
    wished = terms.read(str(proposed["time"]), str(proposed["late"]))
    return words("timing.proposal", name=plain(str(proposed["name"])), terms=agreed(words, wished))


def _agree(names: Names, proposed: Json) -> Press:
    id_ = press_id(names.table.game.id, 0, "setclock", proposed["number"])
    return Press(label=names.words("button.setclock"), id=id_, style="success")


def proposal(names: Names, proposed: Json, number: int) -> Page | None:
    """The public post of a proposal; None when it stands no more."""
    if proposed.get("number") != number:
        return None
    theirs = names.table.sides_of(int(proposed["user"]))
    people = [s.user for s in names.table.game.seats if s.user and s.side not in theirs]
    pings = tuple(user for user in dict.fromkeys(people) if not departed(user))
    called = "".join(f"<@{user}>, " for user in pings)
    text = called + _proposal(names.words, proposed)
    return Page(text=text, rows=((_agree(names, proposed),),), pings=pings)


def changed(names: Names, stands: Terms | None) -> Page:
    """The public post that the clock of a game is another one now."""
    return Page(text=names.words("timing.changed", terms=agreed(names.words, stands)))


def said(by: By, key: str) -> str:
    """What was done, for the one who asked for it."""
    return speak(by.language)(f"timing.{key}")


# --- around a deadline -------------------------------------------------------------------------------------


def reminder(names: Names, found: Times | None, body: Json) -> Page | None:
    """The one reminder before a deadline; None when there is nothing to decide any more."""
    side, user = str(body["side"]), int(body["user"])
    at = None if found is None else found.deadline(side)
    if found is None or at is None or at <= found.now or found.dials[side].period != body["period"]:
        return None
    late = names.words(f"timing.late_{found.next(side)}")
    facts = {"sign": names.sign(side), "side": names.side(side), "late": late}
    text = names.words("timing.reminder", ping=f"<@{user}>", at=stamp(at), within=stamp(at, "R"), **facts)
    return Page(text=text, pings=(user,))


def overdue(names: Names, side: str, what: str) -> Page:
    """A deadline has passed, and what was done about it."""
    facts = {"sign": names.sign(side), "side": names.side(side), "player": names.player(side)}
    page = Page(text=names.words(f"timing.overdue_{what}", **facts))
    return page if what != terms.SUBSTITUTE else Page(text=page.text, rows=((relieve(names, side),),))


def relieve(names: Names, side: str, *about: str, style: str = "primary") -> Press:
    label = names.words("button.relieve", side=names.side(side))
    return Press(label=label, id=press_id(names.table.game.id, 0, "relieve", side, *about), style=style)


def wanted(names: Names, side: str) -> Page:
    """The public post that somebody is wanted for a side."""
    facts = {"sign": names.sign(side), "side": names.side(side), "player": names.player(side)}
    text = names.words("timing.seeks", title=names.title, **facts)
    return Page(text=text, rows=((relieve(names, side),),))


def sought(names: Names, side: str, withdrawn: bool) -> Page:
    """What is said to the one who looks for somebody, or looks no more."""
    return Page(
        text=names.words("timing.sought_no_more" if withdrawn else "timing.sought", side=names.side(side))
    )


def sure(names: Names, side: str, found: Times | None) -> Page:
    """Ask once more before somebody takes a side over."""
    clock = agreed(names.words, None if found is None else found.terms)
    text = names.words("timing.sure", side=names.side(side), title=names.title, clock=clock)
    return Page(text=text, rows=((relieve(names, side, "yes", style="success"),),))


def relieves(names: Names, side: str) -> Page:
    """What is said to the one who has taken a side over."""
    table = names.table
    orders = Press(
        label=names.words("button.panel"), id=press_id(table.game.id, table.stamp, "panel"), style="primary"
    )
    return Page(
        text=names.words("timing.relieves", side=names.side(side), title=names.title), rows=((orders,),)
    )


def relieved(names: Names, body: Json) -> Page:
    """The public post that somebody has taken a side over."""
    side = str(body["side"])
    facts = {"sign": names.sign(side), "side": names.side(side), "name": plain(str(body["name"]))}
    return Page(text=names.words("timing.relieved", player=names.person(int(body["taker"])), **facts))


def vacation(words: Words, body: Json) -> Page:
    """The public post that somebody is away, or back before his time."""
    starts, ends = (datetime.fromisoformat(str(body[key])) for key in ("starts", "ends"))
    key = "timing.back" if body["back"] else "timing.away"
    name = plain(str(body["name"]))
    return Page(text=words(key, name=name, starts=stamp(starts), ends=stamp(ends)))


# --- how far somebody can be relied on -------------------------------------------------------------------


def reliability(words: Words, player: Player) -> str:
    """How many of his deadlines somebody has kept."""
    whole = player.kept + player.missed
    if not whole:
        return words("timing.no_deadlines")
    percent = figures.percent(player)
    if percent is None:
        return words("timing.few", kept=player.kept, n=whole)
    return words("timing.reliable", percent=percent, n=whole)


def people(names: Names, players: Mapping[int, Player]) -> list[str]:
    """A line for each person at a table who has had a deadline so far."""
    seated: Iterable[int] = dict.fromkeys(s.user for s in names.table.game.seats if s.user is not None)
    known = [players[u] for u in seated if u in players and players[u].kept + players[u].missed]
    return [
        names.words("timing.person", player=names.person(p.user), how=reliability(names.words, p))
        for p in known
    ]
