"""What a marshal can set right, and what he has ruled, in words: of a table as a spectator sees it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from bot import correcting, founding, typed
from bot.clock.period import users
from bot.correcting import (
    FACING,
    GAME,
    MARK,
    NOBODY,
    OFF,
    ON,
    OUT,
    OWNER,
    PLACE,
    TRACK,
    VALUE,
    Correction,
)
from bot.due import due
from bot.page import Page, Paper, Picture, Press, press_id
from bot.say import board, turning
from bot.say.names import Names, plain
from bot.say.status import press
from bot.table import Table
from bot.words import Words, speak
from engine.errors import Fact, NotOnTable
from engine.events import Event, Noted, Placed
from engine.overlays import Asked
from storage import Entry, Letter

if TYPE_CHECKING:
    from bot.marshal import Moment

LONGEST_WHY = 200
KINDS = frozenset({"ruling", "replaced"})
"""The letters that tell of rulings in a game."""
PICTURED = frozenset({"corrected", "rolled_back"})
GOING_ON = frozenset({"resumed", "rolled_back"})


def facts(act: str, why: str, **about: Fact) -> dict[str, Fact]:
    """What is remarked of a ruling."""
    return {"act": act, "why": why, **about}


def stamp(table: Table) -> int:
    """How much everybody knows of a game: a marshal must not even count what is hidden."""
    return len(table.known_to(""))


def title(table: Table) -> str:
    """What a game is called before it is written in anybody's language."""
    return founding.find_title(table.game.printed)


# --- what can be set right -----------------------------------------------------------------------------


def knows(names: Names) -> Callable[[str], bool]:
    """Which numbers and tracks players have a word for."""

    def known(what: str) -> bool:
        kind, _, name = what.partition(":")
        return (_value_key(names, name) if kind == VALUE else _track_key(names, name)) in names.words

    return known


def _value_key(names: Names, name: str) -> str:
    key = names.own("value", name)
    return key if key in names.words else f"marshal.value.{name}"


def _track_key(names: Names, name: str) -> str:
    return f"status.{names.table.scenario.system}.track_{name}"


def about(names: Names, id_: str) -> str:
    """What is set right: a unit with the id to type, or the game."""
    return names.words("marshal.game") if id_ == GAME else f"{names.unit(id_)} ({id_})"


def how(names: Names, id_: str, what: str, value: str) -> str:
    """How something is, or shall be."""
    words, (kind, _, name) = names.words, what.partition(":")
    if kind == PLACE:
        return words("marshal.out") if value == OUT else value if value[:1] != "@" else words("marshal.box")
    if kind == FACING:
        flat = names.table.state.marked(id_, "square")
        return "/".join(turning.way(names, int(number), flat=flat) for number in value.split())
    if kind == VALUE:
        return words(_value_key(names, name), n=int(value))
    if kind == MARK:
        return words(f"marshal.mark_{value}", mark=_mark(names, name))
    if kind == OWNER:
        return words("marshal.nobody") if value == NOBODY else names.side(value)
    if kind == TRACK:
        return words(_track_key(names, name), n=int(value))
    return words("marshal.turn", n=int(value))


def _mark(names: Names, name: str) -> str:
    return names.words.get(f"state.{name}", "") or names.words(f"marshal.marks.{name}")


def now(names: Names, id_: str, what: str) -> str:
    """Something that can be set right, with how it is now."""
    kind, _, name = what.partition(":")
    told = how(names, id_, what, correcting.now(names.table, id_, what))
    if kind == OWNER:
        return names.words("marshal.owner", objective=_objective(names, name), side=told)
    return names.words(f"marshal.{kind}", now=told) if kind in (PLACE, FACING) else told


def _objective(names: Names, id_: str) -> str:
    found = next((o for o in names.table.scenario.objectives if o.id == id_), None)
    return names.words.of(found.name) if found is not None else id_


def read_about(names: Names, text: str) -> str:
    """The unit, or the game, that is meant. Raises NotOnTable."""
    asked = text.strip()
    if asked.casefold() in (GAME, names.words("marshal.game").casefold()):
        return GAME
    return typed.read_unit(names.table, asked).id


def read_what(names: Names, id_: str, text: str) -> str:
    """What is meant of it, by its word or as it is told. Raises NotOnTable."""
    asked, found = text.strip().casefold(), correcting.kinds(names.table, id_, knows(names))
    told = {what: now(names, id_, what) for what in found}
    for what in found:
        short = {what.casefold(), what.rpartition(":")[2].casefold(), told[what].casefold()}
        if asked in short:
            return what
    raise NotOnTable("", "ruling_nothing", asked=text[:60], near=tuple(told.values())[:6])


def read_to(names: Names, id_: str, what: str, text: str) -> str:
    """The value that is meant, by its word or as it is told."""
    asked = text.strip().casefold()
    for value in correcting.values(names.table, id_, what):
        if asked in (value.casefold(), how(names, id_, what, value).casefold()):
            return value
    words = (
        {names.words(f"marshal.{value}").casefold(): value for value in (ON, OFF)} if what[:4] == MARK else {}
    )
    return words.get(asked, text.strip())


# --- what was ruled ------------------------------------------------------------------------------------


def ruled(entry: Entry) -> Noted | None:
    """The remark of a ruling; None of any other entry."""
    return next((e for e in entry.events if isinstance(e, Noted) and e.kind == "ruling"), None)


def line(names: Names, entry: Entry, key: str = "marshal.log") -> str:
    """A ruling in a line: who, what, why; of the table as it is after it."""
    noted = ruled(entry)
    if noted is None:
        return ""
    known: Mapping[str, Fact] = noted.facts
    words, who = names.words, f"<@{entry.who}>" if entry.who is not None else names.words("marshal.somebody")
    return words(key, who=who, what=_what(names, known), why=plain(str(known["why"]), LONGEST_WHY))


def _what(names: Names, known: Mapping[str, Fact]) -> str:
    """What a ruling did."""
    words, act = names.words, str(known["act"])
    if act == "corrected":
        id_, what = str(known["about"]), str(known["what"])
        was, to = (how(names, id_, what, str(known[key])) for key in ("was", "now"))
        kind, _, name = what.partition(":")
        if kind == OWNER:
            told = words("marshal.owner", objective=_objective(names, name), side=was)
        else:
            told = words(f"marshal.{kind}", now=was) if kind in (PLACE, FACING) else was
        if kind == MARK:
            return words("marshal.did_mark", about=about(names, id_), now=to)
        return words("marshal.did_corrected", about=about(names, id_), was=told, now=to)
    if act == "rolled_back":
        to = _phase(names, int(str(known["turn"])), str(known["player"]), str(known["phase"]))
        return words("marshal.did_rolled_back", to=to, n=int(str(known["lost"])))
    side = names.side(str(known["side"])) if "side" in known else ""
    return words(f"marshal.did_{act}", side=side)


def _phase(names: Names, turn: int, player: str, phase: str) -> str:
    words = names.words
    key = "marshal.moment_side" if player else "marshal.moment"
    return words(key, turn=turn, side=names.side(player) if player else "", phase=names.phase(phase))


def moment(names: Names, found: Moment) -> str:
    """A phase to which the game can be rolled back."""
    return _phase(names, found.turn, found.player, found.phase)


def lost(names: Names, found: Moment) -> str:
    """The same, with how much is struck then."""
    return names.words("marshal.lost", to=moment(names, found), n=found.lost)


# --- pages ---------------------------------------------------------------------------------------------


def post(words: Words, table: Table, letter: Letter) -> Page | None:
    """The public post of a ruling, for both sides; `table` is the referee's own, as it is now."""
    then = table.at(int(letter.body["seq"]))
    entry = then.entries[-1]
    noted = ruled(entry)
    if noted is None:
        return None
    names, act = Names(words, then), str(noted.facts["act"])
    text = [line(names, entry, "marshal.post")]
    if letter.kind == "replaced":
        text.append(_replaced(names, letter))
    if act in GOING_ON and then.owing and then.playing:
        sides, phase = names.played(then.owing), names.phase(then.state.phase)
        text.append(words("undo.now", sides=sides, phase=phase, turn=then.state.turn))
    called = {user for side in due(table.at(entry.seq - 1), then) for user in users(then, side)}
    pings = tuple(user for user in _players(table) if user not in called)  # a call goes to those
    if pings:
        text.append(words("marshal.told", players=" ".join(f"<@{user}>" for user in pings)))
    picture = _picture(names, entry) if act in PICTURED else None
    rows = ((press(names, "panel", "button.orders", "primary"), press(names, "map", "button.map")),)
    going = act in GOING_ON and then.last == table.last and table.playing
    return Page(text="\n".join(text), pings=pings, picture=picture, rows=rows if going else ())


def _players(table: Table) -> tuple[int, ...]:
    return tuple(dict.fromkeys(s.user for s in table.game.seats if s.user is not None))


def _replaced(names: Names, letter: Letter) -> str:
    side, taker = str(letter.body["side"]), letter.body["taker"]
    left = plain(str(letter.body["name"])) if letter.body["name"] else names.words("player.partner")
    new = names.words("player.partner") if taker is None else f"<@{taker}>"
    told = {"sign": names.sign(side), "side": names.side(side), "left": left, "taker": new}
    return names.words("marshal.seat", **told)


def _picture(names: Names, entry: Entry) -> Picture | None:
    """Where it happened; of what concerns the whole table, all of it."""
    noted = ruled(entry)
    assert noted is not None
    if noted.facts["act"] == "rolled_back":
        return board.picture(names, "", ())
    around = _around(names, entry.events)
    if not around:
        return None
    view = board.view_of(names, "", (), Asked())
    return board.close_up(names, view, around)


def _around(names: Names, events: tuple[Event, ...]) -> str:
    """The hex in which something was set right: where a unit stands, else where it was taken from."""
    for event in events:
        unit = names.table.state.units.get(getattr(event, "unit", "") or getattr(event, "on", ""))
        if unit is not None and unit.hex is not None:
            return unit.hex
        if isinstance(event, Placed) and not event.origin.startswith("@"):
            return event.origin
    return ""


def removed(words: Words, letter: Letter) -> Page:
    """The public post that a lobby was closed by a marshal."""
    told = {"who": f"<@{letter.body['by']}>", "title": plain(str(letter.body["title"]))}
    return Page(text=words("marshal.lobby", why=plain(str(letter.body["why"]), LONGEST_WHY), **told))


def paused(names: Names, why: str, since: str) -> str:
    """That a game stands still, and why."""
    return names.words("marshal.paused", why=plain(why, LONGEST_WHY), since=since)


def done(language: str, act: str = "again") -> Page:
    """What is said to the marshal himself."""
    return Page(text=speak(language)(f"marshal.done_{act}"))


def corrected(names: Names, found: Correction) -> Page:
    """What is said to the marshal who has set something right."""
    text = [names.words("marshal.done_corrected")]
    if found.crowded:
        text.append(names.words("marshal.crowded", units=names.units(found.crowded), hex=found.now))
    return Page(text="\n".join(text))


def sure(names: Names, act: str, asked: int, to: Moment | None) -> Page:
    """Ask once more before much is lost."""
    words, table = names.words, names.table
    where = moment(names, to) if to is not None else ""
    text = words(f"marshal.sure_{act}", to=where, n=to.lost if to is not None else 0, title=names.title)
    id_ = press_id(table.game.id, len(table.known_to("")), "ruling", asked)
    return Page(text=text, rows=((Press(label=words(f"button.{act}"), id=id_, style="danger"),),))


def exported(names: Names, paper: Paper) -> Page:
    """The file of a game."""
    key = "over" if names.table.game.status == "over" else "on"
    return Page(text=names.words(f"marshal.exported_{key}", title=names.title), papers=(paper,))
