"""Who commands what on a side that several people share."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from bot import corps
from bot.page import Note, Page, Press, press_id
from bot.say.names import Names, plain
from bot.say.rows import row
from engine.state import ELIMINATED

LONGEST_LINE, LONGEST_LIST = 160, 700
"""Characters for the units of one person: in a line above other things, on a page of their own."""


def line(names: Names, side: str) -> list[str]:
    """What the reader commands alone, and each of his mates, in one line; nothing where nobody does."""
    table = names.table
    if table.reader is None or not corps.divided(table, side):
        return []
    told = []
    for seat in sorted(table.seats(side), key=lambda s: s.user != table.reader):
        what = row(names, parts(names, side, commanded(names, side, seat.user)), LONGEST_LINE)
        if what and seat.user == table.reader:
            told.append(names.words("team.mine", what=what))
        elif what:
            told.append(names.words("team.mates", player=names.called(seat.user, seat.name), what=what))
    return [" · ".join(told)] if told else []


def page(names: Names, side: str, told: str = "") -> Page:
    """Everybody on a side with what he commands, and what is everybody's."""
    table, words = names.table, names.words
    lines = []
    for n, seat in enumerate(table.seats(side)):
        what = row(names, parts(names, side, commanded(names, side, seat.user)), LONGEST_LIST)
        key = "team.holder" if n == 0 else "team.mate"
        name = words("player.partner") if seat.bot else names.called(seat.user, seat.name)
        lines.append(words(key, player=name, what=what or words("team.nothing")))
    rest = row(names, parts(names, side, commanded(names, side, None)), LONGEST_LIST)
    if rest:
        lines.append(words("team.rest", what=rest))
    title = words("team.title", sign=names.sign(side), side=names.side(side))
    alone = len(table.seats(side)) < 2
    footer = words("team.alone" if alone else "team.how")
    return Page(text=told, notes=(Note(title=title, text="\n".join(lines), footer=footer, tone=side),))


def commanded(names: Names, side: str, user: int | None) -> list[str]:
    """The units that somebody commands alone; with None, those that are everybody's."""
    found = []
    for unit in corps.members(names.table, side):
        seat = corps.commander(names.table, unit)
        if getattr(unit, "place", "") != ELIMINATED and (seat.user if seat else None) == user:
            found.append(unit.id)
    return found


def parts(names: Names, side: str, ids: Collection[str]) -> list[str]:
    """Units as whole corps where they are, else one by one."""
    own = [u for u in corps.members(names.table, side) if getattr(u, "place", "") != ELIMINATED]
    if own and len(ids) == len(own):
        return [names.words("team.all", n=len(own))]
    told, apart = [], list[str]()
    for name in dict.fromkeys(u.corps for u in own):
        of_it = [u.id for u in own if u.corps == name]
        if name and all(id_ in ids for id_ in of_it):
            told.append(names.words("team.corps", corps=name, n=len(of_it)))
        else:
            apart += [id_ for id_ in of_it if id_ in ids]
    return [*told, *map(names.printed, apart)]


def said(names: Names, key: str, names_of: Sequence[str], player: str = "") -> str:
    """What was given to somebody, or given back."""
    what = row(names, list(names_of), LONGEST_LIST) or names.words("team.nothing")
    return names.words(f"team.{key}", player=plain(player), what=what)


def sure(names: Names, left: Mapping[int, Sequence[str]], verb: str) -> Page:
    """Asks once more before a phase is ended in which mates' units can still act."""
    words = names.words
    lines = [
        words(
            "team.can_act" if verb == "done" else "team.can_write",
            player=names.person(user),
            units=row(names, [names.unit(id_) for id_ in ids], LONGEST_LIST),
        )
        for user, ids in left.items()
    ]
    phase = names.phase(names.table.state.phase)
    game, stamp = names.table.game.id, names.table.stamp
    again = Press(
        label=words(f"button.{verb}_all_the_same", phase=phase),
        id=press_id(game, stamp, verb, "yes"),
        style="danger",
    )
    orders = Press(label=words("button.orders"), id=press_id(game, stamp, "panel"), style="primary")
    return Page(text="\n".join([*lines, words("team.sure")]), rows=((again, orders),))
