"""Open seats and those who look for one, in words; invitations; a rematch."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import scenarios
from bot import doors
from bot.clock.terms import Terms
from bot.page import LONGEST_LABEL, MOST_CHOICES, Choice, Menu, Note, Page, Press, menu_id, press_id
from bot.say import lobby, timing
from bot.say.names import Names, plain
from bot.words import Words
from storage import Door, Player, Seeker

GAMES, SEEKERS = 4, 8
"""On one page."""
LONGEST_LINE = 100
LONGEST_NOTE = 100
"""Characters that somebody may say of the game he looks for."""
MOST_NAMED = 8
"""Seekers named to whoever opens a game."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seats:
    """A table with seats for the asker: the `sides` he could take; `wanted`: over from somebody who plays."""

    names: Names
    door: Door
    clock: Terms | None
    players: Mapping[int, Player]
    sides: tuple[str, ...]
    wanted: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Looking:
    """Somebody who looks for a game, and what is counted of him."""

    seeker: Seeker
    player: Player


def system_name(words: Words, system: str) -> str:
    """What a rulebook is called."""
    return words("finding.any") if system == doors.ANY else words.of(scenarios.rulebook(system)["title"])


def page(
    words: Words,
    seats: Sequence[Seats],
    looking: Sequence[Looking],
    me: Player,
    *,
    number: int = 0,
    system: str = "",
    told: str = "",
) -> Page:
    """A page of the open seats of a server, each with its button, and of those who look for a game."""
    pages = max(1, -(-len(seats) // GAMES), -(-len(looking) // SEEKERS))
    number = min(number, pages - 1)
    shown = seats[number * GAMES :][:GAMES]
    lines = "\n\n".join(_seats(words, s) for s in shown)
    title = words("finding.title_of", system=system_name(words, system)) if system else words("finding.title")
    notes = [Note(title=title, text=lines or words("finding.more" if seats else "finding.none"))]
    if people := looking[number * SEEKERS :][:SEEKERS]:
        text = "\n".join(_looking(words, one) for one in people)
        notes.append(Note(title=words("finding.seekers"), text=text))
    how = words("finding.how")
    notes[-1] = Note(title=notes[-1].title, text=f"{notes[-1].text}\n\n{how}")
    rows = [_buttons(words, s, me) for s in shown]
    turn = [
        Press(label=words(f"button.{key}"), id=press_id(0, 0, "lobby", to, system))
        for key, to in (("before", number - 1), ("after", number + 1))
        if 0 <= to < pages
    ]
    return Page(text=told, notes=tuple(notes), rows=tuple(row for row in (*rows, tuple(turn)) if row))


def _seats(words: Words, seats: Seats) -> str:
    """One table: battle, where, who sits there, what is asked of who sits down."""
    names, table = seats.names, seats.names.table
    clock = timing.choice(words, seats.clock)
    text = [
        words("finding.game", title=names.title, channel=f"<#{table.game.channel}>"),
        words("finding.terms", system=system_name(words, table.scenario.system), clock=clock),
    ]
    for side in table.scenario.side_ids:
        key = (
            "finding.side"
            if side not in seats.sides
            else "finding.wanted"
            if seats.wanted
            else "finding.free"
        )
        people = [_sitter(words, names, s.user, seats) for s in table.seats(side) if s.user is not None]
        who = words.several(people) or names.player(side)
        text.append(words(key, sign=names.sign(side), side=names.side(side), who=who))
    asked = [words("finding.least", least=seats.door.least)] if seats.door.least else []
    return "\n".join([*text, *asked])


def _sitter(words: Words, names: Names, user: int, seats: Seats) -> str:
    player = seats.players.get(user)
    name = names.person(user)
    if player is None or not player.kept + player.missed:
        return name
    return words("finding.sitter", name=name, how=timing.reliability(words, player))


def _looking(words: Words, one: Looking) -> str:
    """One who looks for a game. The mention notifies nobody: this is an answer to one person."""
    seeker = one.seeker
    facts = {
        "who": f"<@{seeker.user}>",
        "systems": words.several([system_name(words, s) for s in seeker.systems]),
        "how": timing.reliability(words, one.player) if _counted(one.player) else words("finding.new"),
        "since": timing.stamp(seeker.since, "R"),
    }
    note = words("finding.note", note=plain(seeker.note, LONGEST_NOTE)) if seeker.note else ""
    return words("finding.seeker", **facts) + note


def _counted(player: Player) -> bool:
    return bool(player.kept + player.missed)


def _buttons(words: Words, seats: Seats, me: Player) -> tuple[Press, ...]:
    """A button for each seat; closed where it asks for more than the asker's record."""
    names, table = seats.names, seats.names.table
    mine = me.user == table.game.owner or any(me.user in users for users in seats.door.kept.values())
    closed = not mine and not doors.admits(seats.door, me)
    verb = "relieve" if seats.wanted else "take"
    return tuple(
        Press(
            label=words(f"button.{verb}_in", side=names.side(side), title=names.title)[:LONGEST_LABEL],
            id=press_id(table.game.id, table.game.revision, verb, side),
            style="secondary" if closed else "primary",
            closed=closed,
        )
        for side in seats.sides
    )


# --- inviting ----------------------------------------------------------------------------------------------


def offered(names: Names, told: str, looking: Sequence[Looking]) -> Page:
    """What was done, and who looks for such a game, to be invited from a menu."""
    if not looking:
        return Page(text=told)
    words, table = names.words, names.table
    who = [f"<@{one.seeker.user}>" for one in looking[:MOST_NAMED]]
    rest = len(looking) - len(who)
    some = words.several([*who, words("finding.others", n=rest)] if rest else who)
    text = words(
        "finding.offered", who=some, n=len(looking), system=system_name(words, table.scenario.system)
    )
    choices = tuple(_choice(words, one) for one in looking[:MOST_CHOICES])
    menu = Menu(id=menu_id(table.game.id, 0, "invite"), hint=words("finding.invite"), choices=choices)
    return Page(text=f"{told}\n{text}", rows=(menu,))


def _choice(words: Words, one: Looking) -> Choice:
    how = timing.reliability(words, one.player) if _counted(one.player) else words("finding.new")
    about = f"{how} · {one.seeker.note}" if one.seeker.note else how
    name = " ".join(one.seeker.name.split()) or "?"
    return Choice(label=name[:LONGEST_LINE], value=str(one.seeker.user), about=about[:LONGEST_LINE])


def invitation(names: Names, door: Door, clock: Terms | None, user: int, side: str, by: int) -> Page | None:
    """The public post that calls who is invited; None when there is no seat for him any more."""
    table, words = names.table, names.words
    free = [s for s in doors.wanting(table, door) if doors.open_to(table, door, s, user)]
    sides = [s for s in free if side in ("", s)]
    if table.game.status != "lobby" or table.sides_of(user) or not sides:
        return None
    text = words(
        "finding.invited",
        ping=f"<@{user}>",
        player=names.person(by) or words("finding.somebody"),
        side=words.several([names.side(s) for s in sides], "list.or"),
        title=names.title,
        clock=timing.choice(words, clock),
    )
    return Page(text=text, rows=(lobby.takes(names, sides),), pings=(user,))
