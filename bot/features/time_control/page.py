"""The clock of a game in words: its terms, the deadlines, and what happened at them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta

from bot.clock import fixed_hour, terms
from bot.clock import vacation as clock_vacation
from bot.clock.terms import TimeControl
from bot.core.game_clock import GameClock
from bot.core.requests.actor import Actor
from bot.i18n.catalogue import Catalogue, catalogue_for
from bot.i18n.names import Names, plain
from bot.ui.menus import button
from bot.ui.page import Button, Choice, Form, Page, Question, button_id, form_id
from storage import Json, Player, departed

LONGEST_TIME = 40


def stamp(at: datetime, style: str = "f") -> str:
    """A moment as Discord shows it to everybody in their own time zone; `style` R: how long until then."""
    return f"<t:{int(at.timestamp())}:{style}>"


def length(words: Catalogue, time: timedelta) -> str:
    """A length of time, in days and hours, or hours and minutes."""
    minutes = round(time / timedelta(minutes=1))
    parts = (("days", minutes // 1440), ("hours", minutes // 60 % 24), ("minutes", minutes % 60))
    texts = [words(f"timing.{unit}", n=n) for unit, n in parts if n][:2]
    return " ".join(texts) or words("timing.minutes", n=0)


def agreed(words: Catalogue, clock: TimeControl | None) -> str:
    """What was agreed, in one line."""
    if clock is None:
        return words("timing.none")
    return words(f"timing.{clock.kind}", late=words(f"timing.late_{clock.late}"), **_facts(words, clock))


def choice(words: Catalogue, clock: TimeControl | None) -> str:
    """A clock in a few words, to be chosen."""
    if clock is None:
        return words("timing.choice_none")
    return words(f"timing.choice_{clock.kind}", **_facts(words, clock))


def _facts(words: Catalogue, clock: TimeControl) -> dict[str, str]:
    facts = {"allowance": length(words, clock.allowance)}
    if clock.kind == terms.BANK:
        facts["increment"] = length(words, clock.increment)
    if clock.kind == terms.DAILY:
        facts |= {"hour": fixed_hour.spelt(clock.hour), "zone": clock.zone}
    return facts


def lines(names: Names, clock: GameClock) -> list[str]:
    """Until when each side has time, or what it has left."""
    return [_line(names, clock, side) for side in clock.dials]


def _line(names: Names, clock: GameClock, side: str) -> str:
    words, at = names.words, clock.deadline(side)
    facts = {"sign": names.sign(side), "side": names.side(side), "player": names.player(side)}
    facts["left"] = length(words, clock.left(side))
    if at is None:
        return words("timing.stands_daily" if clock.terms.kind == terms.DAILY else "timing.stands", **facts)
    if at <= clock.now:
        return words("timing.over", at=stamp(at, "R"), **facts)
    text = words("timing.until", at=stamp(at), within=stamp(at, "R"), **facts)
    rests = clock.resting(side) if clock.terms.kind != terms.DAILY else None
    return text if rests is None else f"{text} {words('timing.rests', until=stamp(rests, 'R'))}"


def call(names: Names, clock: GameClock | None) -> str:
    """The deadlines of those who must decide, in one short line under a call; "" without any."""
    if clock is None:
        return ""
    running = [(side, at) for side in clock.running if (at := clock.deadline(side)) is not None]
    words = names.words
    dues = [words("timing.due", at=stamp(at), within=stamp(at, "R"), side=names.side(s)) for s, at in running]
    if len(dues) > 1:
        dues = [
            words("timing.due_of", due=due, side=names.side(s))
            for due, (s, _) in zip(dues, running, strict=True)
        ]
    return words("timing.call", dues=words.join_list(dues)) if dues else ""


def clock(
    names: Names, stands: TimeControl | None, clock: GameClock | None, proposed: Json, notice: str = ""
) -> Page:
    """The private page about the clock of a game."""
    words = names.words
    text = [notice] if notice else []
    text.append(agreed(words, stands))
    if clock is not None and names.game.playing:
        text += lines(names, clock)
        text += [words("timing.wanted", side=names.side(side)) for side in clock.vacancies]
    rows: tuple[tuple[Button, ...], ...] = ()
    if proposed:
        text.append(_proposal(words, proposed))
        theirs = set(names.game.sides_of(int(proposed["user"])))
        if {s.side for s in names.game.record.seats if s.user} - theirs:
            rows = ((_agree(names, proposed),),)
    if stands is None and not proposed:
        text.append(words("timing.how"))
    if names.game.record.status != "over":
        rows = (*rows, (button(names, "clockform", "button.clock_form"),))
    return Page(text="\n".join(text), rows=rows)


def form(names: Names, stands: TimeControl | None) -> Form:
    """The form in which a clock is chosen, or written, and what happens at a deadline."""
    words = names.words
    stood = stands.text if stands is not None else ""
    clocks = ((time, terms.read(time)) for time in terms.SUGGESTED)
    times = tuple(
        Choice(label=choice(words, clock), value=time, chosen=time == stood) for time, clock in clocks
    )
    late = tuple(
        Choice(label=words(f"late.{x}"), value=x, chosen=x == (stands.late if stands else terms.LATE[0]))
        for x in terms.LATE
    )
    return Form(
        id=form_id(names.game.record.id, names.game.stamp, "clock"),
        title=words("timing.form"),
        questions=(
            Question(name="time", label=words("timing.form_time"), choices=times, required=False),
            Question(name="late", label=words("timing.form_late"), choices=late),
        ),
        label=words("timing.form_own"),
        hint="10d+12h",
        text="",
        longest=LONGEST_TIME,
        optional=True,
    )


def _proposal(words: Catalogue, proposed: Json) -> str:
    time_control = terms.read(str(proposed["time"]), str(proposed["late"]))
    return words("timing.proposal", name=plain(str(proposed["name"])), terms=agreed(words, time_control))


def _agree(names: Names, proposed: Json) -> Button:
    id_ = button_id(names.game.record.id, 0, "setclock", proposed["number"])
    return Button(label=names.words("button.setclock"), id=id_, style="success")


def proposal(names: Names, proposed: Json, number: int) -> Page | None:
    """The public post of a proposal; None when it stands no more."""
    if proposed.get("number") != number:
        return None
    theirs = names.game.sides_of(int(proposed["user"]))
    people = [s.user for s in names.game.record.seats if s.user and s.side not in theirs]
    pings = tuple(user for user in dict.fromkeys(people) if not departed(user))
    called = "".join(f"<@{user}>, " for user in pings)
    text = called + _proposal(names.words, proposed)
    return Page(text=text, rows=((_agree(names, proposed),),), pings=pings)


def changed(names: Names, stands: TimeControl | None) -> Page:
    """The public post that the clock of a game is another one now."""
    return Page(text=names.words("timing.changed", terms=agreed(names.words, stands)))


def outcome(actor: Actor, key: str) -> str:
    """What was done, for the one who asked for it."""
    return catalogue_for(actor.language)(f"timing.{key}")


# --- around a deadline -------------------------------------------------------------------------------------


def reminder(names: Names, clock: GameClock | None, body: Json) -> Page | None:
    """The one reminder before a deadline; None when there is nothing to decide any more."""
    side, user = str(body["side"]), int(body["user"])
    at = None if clock is None else clock.deadline(side)
    if clock is None or at is None or at <= clock.now or clock.dials[side].period != body["period"]:
        return None
    late = names.words(f"timing.late_{clock.next(side)}")
    facts = {"sign": names.sign(side), "side": names.side(side), "late": late}
    text = names.words("timing.reminder", ping=f"<@{user}>", at=stamp(at), within=stamp(at, "R"), **facts)
    return Page(text=text, pings=(user,))


def overdue(names: Names, side: str, what: str) -> Page:
    """A deadline has passed, and what was done about it."""
    facts = {"sign": names.sign(side), "side": names.side(side), "player": names.player(side)}
    if what in terms.COMPUTER:
        holder = names.game.seat(side)
        facts["player"] = names.called(holder.user, holder.name)
        text = names.words(
            "timing.overdue_computer", level=names.words(f"computer_level.{terms.COMPUTER[what]}"), **facts
        )
        return Page(text=text, rows=((_back_button(names),),))
    page = Page(text=names.words(f"timing.overdue_{what}", **facts))
    return page if what != terms.SUBSTITUTE else Page(text=page.text, rows=((relieve(names, side),),))


def _back_button(names: Names) -> Button:
    id_ = button_id(names.game.record.id, 0, "imback")
    return Button(label=names.words("button.im_back"), id=id_, style="primary")


def back(names: Names, side: str) -> Page:
    """The private answer to a player who is back."""
    return Page(text=names.words("timing.is_back", sign=names.sign(side), side=names.side(side)))


def relieve(names: Names, side: str, *about: str, style: str = "primary") -> Button:
    label = names.words("button.relieve", side=names.side(side))
    return Button(label=label, id=button_id(names.game.record.id, 0, "relieve", side, *about), style=style)


def vacancy_post(names: Names, side: str) -> Page:
    """The public post that a side needs a substitute."""
    facts = {"sign": names.sign(side), "side": names.side(side), "player": names.player(side)}
    text = names.words("timing.seeks", title=names.title, **facts)
    return Page(text=text, rows=((relieve(names, side),),))


def sought(names: Names, side: str, withdrawn: bool) -> Page:
    """The answer to a player who looks for a substitute, or stops looking."""
    return Page(
        text=names.words("timing.sought_no_more" if withdrawn else "timing.sought", side=names.side(side))
    )


def sure(names: Names, side: str, game_clock: GameClock | None) -> Page:
    """Ask for confirmation before a player takes over a side."""
    clock = agreed(names.words, None if game_clock is None else game_clock.terms)
    text = names.words("timing.sure", side=names.side(side), title=names.title, clock=clock)
    return Page(text=text, rows=((relieve(names, side, "yes", style="success"),),))


def relieves(names: Names, side: str) -> Page:
    """What is said to the one who has taken a side over."""
    game = names.game
    orders = Button(
        label=names.words("button.panel"),
        id=button_id(game.record.id, game.stamp, "panel"),
        style="primary",
    )
    return Page(
        text=names.words("timing.relieves", side=names.side(side), title=names.title), rows=((orders,),)
    )


def relieved(names: Names, body: Json) -> Page:
    """The public post that a player has taken over a side."""
    side = str(body["side"])
    facts = {"sign": names.sign(side), "side": names.side(side), "name": plain(str(body["name"]))}
    return Page(text=names.words("timing.relieved", player=names.person(int(body["taker"])), **facts))


def vacation(words: Catalogue, body: Json) -> Page:
    """The public post that a player is away, or back early."""
    starts, ends = (datetime.fromisoformat(str(body[key])) for key in ("starts", "ends"))
    key = "timing.back" if body["back"] else "timing.away"
    name = plain(str(body["name"]))
    return Page(text=words(key, name=name, starts=stamp(starts), ends=stamp(ends)))


# --- reliability of players -------------------------------------------------------------------


def reliability(words: Catalogue, player: Player) -> str:
    """How many deadlines a player has met."""
    whole = player.deadlines_met + player.deadlines_missed
    if not whole:
        return words("timing.no_deadlines")
    percent = clock_vacation.deadlines_kept_percent(player)
    if percent is None:
        return words("timing.few", kept=player.deadlines_met, n=whole)
    return words("timing.reliable", percent=percent, n=whole)


def people(names: Names, players: Mapping[int, Player]) -> list[str]:
    """A line for each person at a table who has had a deadline so far."""
    seated: Iterable[int] = dict.fromkeys(s.user for s in names.game.record.seats if s.user is not None)
    known = [
        players[u] for u in seated if u in players and players[u].deadlines_met + players[u].deadlines_missed
    ]
    return [
        names.words("timing.person", player=names.person(p.user), how=reliability(names.words, p))
        for p in known
    ]
