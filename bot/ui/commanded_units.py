"""Which units each player of a shared side commands."""

from __future__ import annotations

from collections.abc import Collection

from bot.core.order_rules import unit_control
from bot.i18n.names import Names
from bot.ui.button_rows import join_within
from engine.state import ELIMINATED

LONGEST_LINE = 160
"""Characters for the units of one person, in a line above other things."""


def team_line(names: Names, side: str) -> list[str]:
    """The units assigned to the reader and to each teammate, in one line; empty without assignments."""
    game = names.game
    if game.reader is None or not unit_control.divided(game, side):
        return []
    texts = []
    for seat in sorted(game.seats(side), key=lambda s: s.user != game.reader):
        what = join_within(names, parts(names, side, commanded(names, side, seat.user)), LONGEST_LINE)
        if what and seat.user == game.reader:
            texts.append(names.words("team.mine", what=what))
        elif what:
            texts.append(names.words("team.mates", player=names.called(seat.user, seat.name), what=what))
    return [" · ".join(texts)] if texts else []


def commanded(names: Names, side: str, user: int | None) -> list[str]:
    """The units assigned to a player; with None, the shared ones."""
    ids = []
    for unit in unit_control.members(names.game, side):
        seat = unit_control.commander(names.game, unit)
        if getattr(unit, "place", "") != ELIMINATED and (seat.user if seat else None) == user:
            ids.append(unit.id)
    return ids


def parts(names: Names, side: str, ids: Collection[str]) -> list[str]:
    """Units as whole corps where they are, else one by one."""
    own = [u for u in unit_control.members(names.game, side) if getattr(u, "place", "") != ELIMINATED]
    if own and len(ids) == len(own):
        return [names.words("team.all", n=len(own))]
    parts, apart = [], list[str]()
    for name in dict.fromkeys(u.corps for u in own):
        of_it = [u.id for u in own if u.corps == name]
        if name and all(id_ in ids for id_ in of_it):
            parts.append(names.words("team.corps", corps=name, n=len(of_it)))
        else:
            apart += [id_ for id_ in of_it if id_ in ids]
    return [*parts, *map(names.unit, apart)]
