"""Before a game begins: who sits where, how to start."""

from __future__ import annotations

from collections.abc import Sequence

from bot import doors, switches
from bot.books import solo
from bot.clock.reliability import FEW
from bot.page import Note, Page, Press, press_id
from bot.say.fairness import hash_of, salts
from bot.say.names import Names, plain
from bot.table import Table
from engine.scenario import Objective
from storage import Door


def lobby(
    names: Names,
    invited: Sequence[int] = (),
    about: Sequence[str] = (),
    door: Door | None = None,
) -> Page:
    """The public post of a game that has not begun. `invited` are the users it calls; `about` is what else
    there is to say of the game and its players; `door` what is asked of those who sit down."""
    door = door or Door()
    table, words = names.table, names.words
    scenario, game = table.scenario, table.game
    text = [
        words("lobby.intro", intro=words.of(scenario.intro)),
        "",
        _turns(names),
        *(objective_line(names, o) for o in scenario.objectives),
        *options_line(names),
        "",
        *(
            words(
                "lobby.seat",
                sign=names.sign(side),
                side=names.side(side),
                name=names.army(side),
                player=names.player(side),
            )
            for side in scenario.side_ids
        ),
        *about,
        *_door(names, door),
        "",
        words(f"lobby.{_state(table, door)}", title=names.title),
        *(() if solo(game) else (words("lobby.dice", hash=hash_of(game), salts=salts(names)),)),
    ]
    note = Note(title=words("lobby.title", title=names.title), text="\n".join(text))
    called = tuple(user for user in invited if not table.sides_of(user))
    return Page(
        text=_invitation(names, called, door),
        notes=(note,),
        rows=_buttons(names, door),
        pings=called,
    )


def _state(table: Table, door: Door) -> str:
    """What the lobby waits for, as the end of a key."""
    free = empty_sides(table)
    if not free:
        return "ready"
    return "waits" if all(doors.missing(table, door, side) for side in free) else "how"


def _door(names: Names, door: Door) -> list[str]:
    """What is asked of those who sit down, and for whom a seat is kept."""
    words, table = names.words, names.table
    told = [words("lobby.least", least=door.least, few=FEW)] if door.least else []
    for side in table.scenario.side_ids:
        if kept := doors.missing(table, door, side):
            whom = words.several([f"<@{user}>" for user in kept])
            told.append(words("lobby.kept", sign=names.sign(side), side=names.side(side), whom=whom))
    return told


def _turns(names: Names) -> str:
    """How long the battle is and who plays first; how it is won is the rulebook's."""
    scenario = names.table.scenario
    if names.table.system.writing is not None:
        return names.words("lobby.turns_together", turns=scenario.turns)
    return names.words(
        names.own("lobby", "turns"), turns=scenario.turns, first=names.side(scenario.side_ids[0])
    )


def options_line(names: Names) -> list[str]:
    """The switches and optional rules that are not set as usual, each with its rule; nothing without any."""
    words, found = names.words, switches.unusual(names.table.scenario)
    told = [words("options.set", name=s.name, value=v, rule=s.rule) for s, v in found]
    return [words("options.line", options=", ".join(told))] if told else []


def objective_line(names: Names, objective: Objective, key: str = "status.objective") -> str:
    """One objective: where, who holds it, what it is worth to whom, how it is won (MP-VIC-2, MP-VIC-3). `key`
    is the sentence for it."""
    table, words = names.table, names.words
    held = table.system.shows.owners(table.scenario, table.state) if table.playing else {}
    owner = held.get(objective.id, "" if table.playing else objective.owner)
    points = [
        words("status.objective_points", n=n, side=names.side(side)) for side, n in objective.points.items()
    ]
    return words(
        key,
        name=words.of(objective.name),
        hexes=", ".join(sorted(objective.hexes)),
        owner=words("status.held", side=names.side(owner)) if owner else words("status.nobody"),
        points=", ".join(points),
        scored=words.get(f"status.scored_{objective.scored}", objective.scored),
    )


def _invitation(names: Names, users: Sequence[int], door: Door) -> str:
    words, sides = names.words, [names.side(side) for side in empty_sides(names.table)]
    ping = " ".join(f"<@{user}>" for user in users)
    if users and door.kept:
        return words("lobby.invited_again", ping=ping)
    return words("lobby.invited", ping=ping, side=words.several(sides)) if users and sides else ""


def takes(names: Names, sides: Sequence[str]) -> tuple[Press, ...]:
    """A button for each seat that can be taken."""
    game = names.table.game
    return tuple(
        Press(
            label=names.words("button.take", side=names.side(side)),
            id=press_id(game.id, game.revision, "take", side),
            style="primary",
        )
        for side in sides
    )


def _buttons(names: Names, door: Door) -> tuple[tuple[Press, ...], ...]:
    table, words = names.table, names.words
    game, stamp = table.game.id, table.game.revision
    free = empty_sides(table)
    kept = [side for side in table.scenario.side_ids if doors.missing(table, door, side)]
    take = takes(names, doors.wanting(table, door))
    partner = tuple(
        Press(label=words("button.partner", side=names.side(s)), id=press_id(game, stamp, "partner", s))
        for s in free
        if s not in kept
    )
    partner += tuple(
        Press(label=words("button.unkeep", side=names.side(s)), id=press_id(game, stamp, "unkeep", s))
        for s in kept
    )
    start = Press(
        label=words("button.start"),
        id=press_id(game, stamp, "start"),
        style="secondary" if free else "success",
    )
    return tuple(row for row in (take, partner, (start,)) if row)


def empty_sides(table: Table) -> tuple[str, ...]:
    """The sides nobody plays yet."""
    return tuple(s.side for s in table.game.seats if s.user is None and not s.bot)


def next_step(names: Names) -> str:
    """What is still wanted before the start."""
    free = [names.side(s) for s in empty_sides(names.table)]
    if free:
        return names.words("lobby.next_wait", sides=names.words.several(free))
    return names.words("lobby.next_start")


def seated(names: Names, side: str, user: int) -> Page:
    """Somebody sits down beside the one who holds a side."""
    facts = {"sign": names.sign(side), "side": names.side(side), "player": names.player(side)}
    return Page(text=names.words("lobby.seated", ping=f"<@{user}>", **facts), pings=(user,))


def risen(names: Names, side: str, name: str) -> Page:
    """Somebody has left a side that others go on playing."""
    facts = {"sign": names.sign(side), "side": names.side(side), "player": names.player(side)}
    return Page(text=names.words("lobby.risen", name=plain(name), **facts))


def text(names: Names, key: str, **facts: str) -> Page:
    """A short private answer."""
    return Page(text=names.words(f"lobby.{key}", title=names.title, **facts))
