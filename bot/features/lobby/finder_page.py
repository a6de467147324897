"""Open seats and those who look for one, in words; invitations; a rematch."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import scenarios
from bot.clock.terms import TimeControl
from bot.features.lobby import join_rules
from bot.features.lobby import page as lobby_page
from bot.features.time_control import page as time_control_page
from bot.i18n.catalogue import Catalogue
from bot.i18n.names import Names, plain
from bot.ui.page import LONGEST_LABEL, MOST_CHOICES, Button, Choice, Embed, Menu, Page, button_id, menu_id
from storage import JoinRules, Player, Seeker

GAMES, SEEKERS = 4, 8
"""On one page."""
LONGEST_LINE = 100
LONGEST_NOTE = 100
"""Most characters of a seeker's note."""
MOST_NAMED = 8
"""Most seekers named to the host of a game."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seats:
    """A game with seats for the asker: the `sides` they could take; `wanted`: to take over from a player."""

    names: Names
    door: JoinRules
    clock: TimeControl | None
    players: Mapping[int, Player]
    sides: tuple[str, ...]
    vacant: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Looking:
    """A player who is looking for a game, with their record."""

    seeker: Seeker
    player: Player


def system_name(words: Catalogue, system: str) -> str:
    """What a rulebook is called."""
    return (
        words("finding.any")
        if system == join_rules.ANY
        else words.localized(scenarios.rulebook(system)["title"])
    )


def page(
    words: Catalogue,
    seats: Sequence[Seats],
    looking: Sequence[Looking],
    me: Player,
    *,
    number: int = 0,
    system: str = "",
    notice: str = "",
) -> Page:
    """A page of the open seats of a server, each with its button, and of those who look for a game."""
    pages = max(1, -(-len(seats) // GAMES), -(-len(looking) // SEEKERS))
    number = min(number, pages - 1)
    on_page = seats[number * GAMES :][:GAMES]
    lines = "\n\n".join(_seats(words, s) for s in on_page)
    title = words("finding.title_of", system=system_name(words, system)) if system else words("finding.title")
    notes = [Embed(title=title, text=lines or words("finding.more" if seats else "finding.none"))]
    if people := looking[number * SEEKERS :][:SEEKERS]:
        text = "\n".join(_looking(words, one) for one in people)
        notes.append(Embed(title=words("finding.seekers"), text=text))
    how = words("finding.how")
    notes[-1] = Embed(title=notes[-1].title, text=f"{notes[-1].text}\n\n{how}")
    rows = [_buttons(words, s, me) for s in on_page]
    turn = [
        Button(label=words(f"button.{key}"), id=button_id(0, 0, "lobby", to, system))
        for key, to in (("before", number - 1), ("after", number + 1))
        if 0 <= to < pages
    ]
    return Page(text=notice, embeds=tuple(notes), rows=tuple(row for row in (*rows, tuple(turn)) if row))


def _seats(words: Catalogue, seats: Seats) -> str:
    """One game: battle, channel, players, join requirement."""
    names, game = seats.names, seats.names.game
    clock = time_control_page.choice(words, seats.clock)
    text = [
        words("finding.game", title=names.title, channel=f"<#{game.record.channel}>"),
        words("finding.terms", system=system_name(words, game.scenario.system), clock=clock),
    ]
    for side in game.scenario.side_ids:
        key = (
            "finding.side"
            if side not in seats.sides
            else "finding.wanted"
            if seats.vacant
            else "finding.free"
        )
        people = [_sitter(words, names, s.user, seats) for s in game.seats(side) if s.user is not None]
        who = words.join_list(people) or names.player(side)
        text.append(words(key, sign=names.sign(side), side=names.side(side), who=who))
    requirements = (
        [words("finding.least", least=seats.door.min_reliability)] if seats.door.min_reliability else []
    )
    return "\n".join([*text, *requirements])


def _sitter(words: Catalogue, names: Names, user: int, seats: Seats) -> str:
    player = seats.players.get(user)
    name = names.person(user)
    if player is None or not player.deadlines_met + player.deadlines_missed:
        return name
    return words("finding.sitter", name=name, how=time_control_page.reliability(words, player))


def _looking(words: Catalogue, one: Looking) -> str:
    """A player who is looking for a game. The mention notifies no one: this is an answer to one person."""
    seeker = one.seeker
    facts = {
        "who": f"<@{seeker.user}>",
        "systems": words.join_list([system_name(words, s) for s in seeker.systems]),
        "how": time_control_page.reliability(words, one.player)
        if _counted(one.player)
        else words("finding.new"),
        "since": time_control_page.stamp(seeker.since, "R"),
    }
    note = words("finding.note", note=plain(seeker.note, LONGEST_NOTE)) if seeker.note else ""
    clock = words("finding.clock", clock=seeker.clock) if seeker.clock else ""
    return words("finding.seeker", **facts) + clock + note


def _counted(player: Player) -> bool:
    return bool(player.deadlines_met + player.deadlines_missed)


def _buttons(words: Catalogue, seats: Seats, me: Player) -> tuple[Button, ...]:
    """A button for each seat; closed where it asks for more than the asker's record."""
    names, game = seats.names, seats.names.game
    mine = me.user == game.record.owner or any(me.user in users for users in seats.door.reserved.values())
    closed = not mine and not join_rules.admits(seats.door, me)
    verb = "relieve" if seats.vacant else "take"
    return tuple(
        Button(
            label=words(f"button.{verb}_in", side=names.side(side), title=names.title)[:LONGEST_LABEL],
            id=button_id(game.record.id, game.record.revision, verb, side),
            style="secondary" if closed else "primary",
            disabled=closed,
        )
        for side in seats.sides
    )


# --- inviting ----------------------------------------------------------------------------------------------


def offered(names: Names, notice: str, looking: Sequence[Looking]) -> Page:
    """What was done, and who looks for such a game, to be invited from a menu."""
    if not looking:
        return Page(text=notice)
    words, game = names.words, names.game
    who = [f"<@{one.seeker.user}>" for one in looking[:MOST_NAMED]]
    rest = len(looking) - len(who)
    some = words.join_list([*who, words("finding.others", n=rest)] if rest else who)
    text = words("finding.offered", who=some, n=len(looking), system=system_name(words, game.scenario.system))
    choices = tuple(_choice(words, one) for one in looking[:MOST_CHOICES])
    menu = Menu(id=menu_id(game.record.id, 0, "invite"), hint=words("finding.invite"), choices=choices)
    return Page(text=f"{notice}\n{text}", rows=(menu,))


def _choice(words: Catalogue, one: Looking) -> Choice:
    how = time_control_page.reliability(words, one.player) if _counted(one.player) else words("finding.new")
    about = f"{how} · {one.seeker.note}" if one.seeker.note else how
    name = " ".join(one.seeker.name.split()) or "?"
    return Choice(label=name[:LONGEST_LINE], value=str(one.seeker.user), about=about[:LONGEST_LINE])


def invitation(
    names: Names, door: JoinRules, clock: TimeControl | None, user: int, side: str, by: int
) -> Page | None:
    """The public post that calls who is invited; None when there is no seat for them any more."""
    game, words = names.game, names.words
    free = [s for s in join_rules.open_sides(game, door) if join_rules.may_take_seat(game, door, s, user)]
    sides = [s for s in free if side in ("", s)]
    if game.record.status != "lobby" or game.sides_of(user) or not sides:
        return None
    text = words(
        "finding.invited",
        ping=f"<@{user}>",
        player=names.person(by) or words("finding.someone"),
        side=words.join_list([names.side(s) for s in sides], "list.or"),
        title=names.title,
        clock=time_control_page.choice(words, clock),
    )
    return Page(text=text, rows=(lobby_page.takes(names, sides),), pings=(user,))
