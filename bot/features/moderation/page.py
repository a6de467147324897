"""Pages of moderation: possible corrections and past rulings, for a game as a spectator sees it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import timedelta

from bot.clock import terms
from bot.core import who_acts
from bot.core.game import POSITION, Game
from bot.core.who_acts import PAUSE_AGREED, PAUSE_ENDED, sides_to_notify, users
from bot.features.lobby import create as lobby_create
from bot.features.moderation import corrections as moderation_corrections
from bot.features.moderation.corrections import (
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
from bot.features.moderation.rollback_points import Moment
from bot.features.time_control.page import length
from bot.i18n.catalogue import Catalogue, catalogue_for
from bot.i18n.names import Names, plain
from bot.reports import map_picture, phase_report
from bot.reports.report_sections import sections
from bot.reports.result_text import outcome
from bot.ui import facings
from bot.ui.menus import button
from bot.ui.page import Button, Page, Picture, button_id
from engine.errors import Fact, NotOnTable
from engine.events import Event, Noted, Placed
from engine.view.overlays import OverlayRequest
from storage import Entry, OutboxMessage

LONGEST_WHY = 200
KINDS = frozenset({"ruling", "replaced"})
"""The letters that tell of rulings in a game."""
PICTURED = frozenset({"corrected", "rolled_back", POSITION})
GOING_ON = who_acts.GOING_ON | {"rolled_back", POSITION}
NUDGED, EXTENDED, SOUGHT, ADJUDICATED, FORFEITED = (
    "nudged", "extended", "sought", "adjudicated", "forfeited",
)  # fmt: skip
"""What is decided about a game of an event."""
RESULT_CORRECTED, RESULT_ANNULLED = "result_corrected", "result_annulled"
"""What is decided about the result of a finished game."""
AFTER_THE_END = frozenset({RESULT_CORRECTED, RESULT_ANNULLED})
AGREED = frozenset({PAUSE_AGREED, PAUSE_ENDED, POSITION})
"""What happens without a moderator, and without a reason to tell."""


def facts(act: str, why: str, **about: Fact) -> dict[str, Fact]:
    """What is remarked of a ruling."""
    return {"act": act, "why": why, **about}


def stamp(game: Game) -> int:
    """How much everybody knows of a game: a marshal must not even count what is hidden."""
    return len(game.known_to(""))


def title(game: Game) -> str:
    """What a game is called before it is written in anybody's language."""
    return lobby_create.find_title(game.record.printed)


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
    return f"status.{names.game.scenario.system}.track_{name}"


def about(names: Names, id_: str) -> str:
    """What is set right: a unit with the id to type, or the game."""
    return names.words("marshal.game") if id_ == GAME else names.full(id_)


def how(names: Names, id_: str, what: str, value: str) -> str:
    """How something is, or shall be."""
    words, (kind, _, name) = names.words, what.partition(":")
    if kind == PLACE:
        return words("marshal.out") if value == OUT else value if value[:1] != "@" else words("marshal.box")
    if kind == FACING:
        flat = names.game.state.marked(id_, "square")
        return "/".join(facings.way(names, int(number), flat=flat) for number in value.split())
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
    text = how(names, id_, what, moderation_corrections.now(names.game, id_, what))
    if kind == OWNER:
        return names.words("marshal.owner", objective=_objective(names, name), side=text)
    return names.words(f"marshal.{kind}", now=text) if kind in (PLACE, FACING) else text


def _objective(names: Names, id_: str) -> str:
    objective = next((o for o in names.game.scenario.objectives if o.id == id_), None)
    return names.words.localized(objective.name) if objective is not None else id_


def read_about(names: Names, text: str) -> str:
    """The unit, or the game, that is meant. Raises NotOnTable."""
    word = text.strip()
    if word.casefold() in (GAME, names.words("marshal.game").casefold()):
        return GAME
    return names.game.unit_named(word).id


def read_what(names: Names, id_: str, text: str) -> str:
    """What is meant of it, by its word or as it is told. Raises NotOnTable."""
    word, kinds = text.strip().casefold(), moderation_corrections.kinds(names.game, id_, knows(names))
    descriptions = {what: now(names, id_, what) for what in kinds}
    for what in kinds:
        short = {what.casefold(), what.rpartition(":")[2].casefold(), descriptions[what].casefold()}
        if word in short:
            return what
    raise NotOnTable("", "ruling_nothing", asked=text[:60], near=tuple(descriptions.values())[:6])


def read_to(names: Names, id_: str, what: str, text: str) -> str:
    """The value that is meant, by its word or as it is told."""
    word = text.strip().casefold()
    for value in moderation_corrections.values(names.game, id_, what):
        if word in (value.casefold(), how(names, id_, what, value).casefold()):
            return value
    words = (
        {names.words(f"marshal.{value}").casefold(): value for value in (ON, OFF)} if what[:4] == MARK else {}
    )
    return words.get(word, text.strip())


# --- what was ruled ------------------------------------------------------------------------------------


def ruled(entry: Entry) -> Noted | None:
    """The remark of a ruling; None of any other entry."""
    return next((e for e in entry.events if isinstance(e, Noted) and e.kind == "ruling"), None)


def act_of(entry: Entry) -> str:
    """What a ruling did; "" of any other entry."""
    noted = ruled(entry)
    return str(noted.facts["act"]) if noted is not None else ""


def line(names: Names, entry: Entry, key: str = "marshal.log") -> str:
    """A ruling in a line: who, what, why; of the table as it is after it."""
    noted = ruled(entry)
    if noted is None:
        return ""
    known: Mapping[str, Fact] = noted.facts
    key = f"{key}_agreed" if known["act"] in AGREED else key
    words, who = names.words, f"<@{entry.who}>" if entry.who is not None else names.words("marshal.someone")
    return words(key, who=who, what=_what(names, known), why=plain(str(known["why"]), LONGEST_WHY))


def _what(names: Names, known: Mapping[str, Fact]) -> str:
    """What a ruling did."""
    words, act = names.words, str(known["act"])
    if act == "corrected":
        id_, what = str(known["about"]), str(known["what"])
        was, to = (how(names, id_, what, str(known[key])) for key in ("was", "now"))
        kind, _, name = what.partition(":")
        if kind == OWNER:
            previous = words("marshal.owner", objective=_objective(names, name), side=was)
        else:
            previous = words(f"marshal.{kind}", now=was) if kind in (PLACE, FACING) else was
        if kind == MARK:
            return words("marshal.did_mark", about=about(names, id_), now=to)
        return words("marshal.did_corrected", about=about(names, id_), was=previous, now=to)
    if act == "rolled_back":
        to = _phase(names, int(str(known["turn"])), str(known["player"]), str(known["phase"]))
        return words("marshal.did_rolled_back", to=to, n=int(str(known["lost"])))
    if act == POSITION:
        to = _phase(names, int(str(known["turn"])), str(known["player"]), str(known["phase"]))
        return words("marshal.did_imported_position", to=to)
    if act == EXTENDED:
        time = length(words, terms.duration(str(known["time"])) or timedelta())
        return words("marshal.did_extended", sides=_sides(names, known), time=time)
    if act in (NUDGED, FORFEITED):
        both = act == FORFEITED and len(_named(known)) > 1
        return words(f"marshal.did_{act}_both" if both else f"marshal.did_{act}", sides=_sides(names, known))
    if act == RESULT_CORRECTED:
        return words("marshal.did_result_corrected", result=outcome(names))
    if act == ADJUDICATED:
        basis = "_computer" if known.get("by_computer") else "_score" if known["by_score"] else ""
        return words(f"marshal.did_adjudicated{basis}", result=outcome(names))
    side = names.side(str(known["side"])) if "side" in known else ""
    return words(f"marshal.did_{act}", side=side)


def _named(known: Mapping[str, Fact]) -> tuple[str, ...]:
    """The sides that a ruling is about."""
    sides = known.get("sides", ())
    return sides if isinstance(sides, tuple) else ()


def _sides(names: Names, known: Mapping[str, Fact]) -> str:
    return names.words.join_list([names.side(side) for side in _named(known)])


def _phase(names: Names, turn: int, player: str, phase: str) -> str:
    words = names.words
    key = "marshal.moment_side" if player else "marshal.moment"
    return words(key, turn=turn, side=names.side(player) if player else "", phase=names.phase(phase))


def moment(names: Names, target: Moment) -> str:
    """A phase to which the game can be rolled back."""
    return _phase(names, target.turn, target.player, target.phase)


def lost(names: Names, target: Moment) -> str:
    """The same, with how much is struck then."""
    return names.words("marshal.lost", to=moment(names, target), n=target.lost)


# --- pages ---------------------------------------------------------------------------------------------


def post(words: Catalogue, game: Game, post: OutboxMessage) -> Page | None:
    """The public post of a ruling, for both sides; `game` is the referee's own, as it is now."""
    then = game.at(int(post.body["seq"]))
    entry = then.entries[-1]
    noted = ruled(entry)
    if noted is None:
        return None
    names, act = Names(words, then), str(noted.facts["act"])
    text = [line(names, entry, "marshal.post")]
    if post.kind == "replaced":
        text.append(_replaced(names, post))
    if act in GOING_ON and then.owing and then.playing:
        sides, phase = names.played(then.owing), names.phase(then.state.phase)
        text.append(words("undo.now", sides=sides, phase=phase, turn=then.state.turn))
    called = {user for side in sides_to_notify(game.at(entry.seq - 1), then) for user in users(then, side)}
    pings = tuple(user for user in _told(names, noted) if user not in called)  # a call goes to those
    if pings:
        text.append(words("marshal.told", players=" ".join(f"<@{user}>" for user in pings)))
    picture = _picture(names, entry) if act in PICTURED else None
    rows: tuple[tuple[Button, ...], ...] = (
        (button(names, "panel", "button.orders", "primary"), button(names, "map", "button.map")),
    )
    if act == PAUSE_AGREED:
        resume = Button(label=words("button.resume"), id=button_id(game.record.id, 0, "resume"))
        rows = ((resume,),)
    if act in AFTER_THE_END:
        return Page(text="\n".join(text), pings=pings)
    if then.state.result is not None:
        notes = tuple(note for section in sections() for note in section.end_notes(names))
        return Page(text="\n".join(text), pings=pings, embeds=notes, rows=phase_report.end_rows(names))
    going = act in {*GOING_ON, PAUSE_AGREED, NUDGED} and then.last == game.last and game.playing
    return Page(text="\n".join(text), pings=pings, picture=picture, rows=rows if going else ())


def _told(names: Names, noted: Noted) -> tuple[int, ...]:
    """Whom the post of a ruling pings: all players; of a nudge those whom the game waits for."""
    if noted.facts["act"] != NUDGED:
        return _players(names.game)
    return tuple(user for side in _named(noted.facts) for user in users(names.game, side))


def _players(game: Game) -> tuple[int, ...]:
    return tuple(dict.fromkeys(s.user for s in game.record.seats if s.user is not None))


def _replaced(names: Names, post: OutboxMessage) -> str:
    side, taker = str(post.body["side"]), post.body["taker"]
    leaver = plain(str(post.body["name"])) if post.body["name"] else names.words("player.partner")
    new = names.words("player.partner") if taker is None else f"<@{taker}>"
    facts = {"sign": names.sign(side), "side": names.side(side), "left": leaver, "taker": new}
    return names.words("marshal.seat", **facts)


def _picture(names: Names, entry: Entry) -> Picture | None:
    """Where it happened; of what concerns the whole table, all of it."""
    noted = ruled(entry)
    assert noted is not None
    if noted.facts["act"] in ("rolled_back", POSITION):
        return map_picture.picture(names, "", ())
    around = _around(names, entry.events)
    if not around:
        return None
    view = map_picture.view_of(names, "", (), OverlayRequest())
    return map_picture.close_up(names, view, around)


def _around(names: Names, events: tuple[Event, ...]) -> str:
    """The hex in which something was set right: where a unit stands, else where it was taken from."""
    for event in events:
        unit = names.game.state.units.get(getattr(event, "unit", "") or getattr(event, "on", ""))
        if unit is not None and unit.hex is not None:
            return unit.hex
        if isinstance(event, Placed) and not event.origin.startswith("@"):
            return event.origin
    return ""


def removed(words: Catalogue, post: OutboxMessage) -> Page:
    """The public post that a lobby was closed by a marshal."""
    facts = {"who": f"<@{post.body['by']}>", "title": plain(str(post.body["title"]))}
    return Page(text=words("marshal.lobby", why=plain(str(post.body["why"]), LONGEST_WHY), **facts))


def paused(names: Names, why: str, since: str) -> str:
    """That a game stands still, and why."""
    if not why:
        return names.words("marshal.paused_agreed", since=since)
    return names.words("marshal.paused", why=plain(why, LONGEST_WHY), since=since)


def done(language: str, act: str = "again") -> Page:
    """What is said to the marshal themselves."""
    return Page(text=catalogue_for(language)(f"marshal.done_{act}"))


def corrected(names: Names, correction: Correction) -> Page:
    """What is said to the marshal who has set something right."""
    text = [names.words("marshal.done_corrected")]
    if correction.crowded:
        text.append(names.words("marshal.crowded", units=names.units(correction.crowded), hex=correction.now))
    return Page(text="\n".join(text))


def sure(names: Names, act: str, receipt: int, to: Moment | None) -> Page:
    """Ask for confirmation before much is lost."""
    words, game = names.words, names.game
    where = moment(names, to) if to is not None else ""
    text = words(f"marshal.sure_{act}", to=where, n=to.lost if to is not None else 0, title=names.title)
    id_ = button_id(game.record.id, len(game.known_to("")), "ruling", receipt)
    return Page(text=text, rows=((Button(label=words(f"button.{act}"), id=id_, style="danger"),),))
