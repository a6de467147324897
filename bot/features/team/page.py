"""Who commands what on a shared side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.i18n.names import Names, plain
from bot.ui.button_rows import join_within
from bot.ui.commanded_units import commanded, parts
from bot.ui.page import Button, Embed, Page, button_id

LONGEST_LIST = 700
"""Characters for the units of one person, on a page of their own."""


def page(names: Names, side: str, notice: str = "") -> Page:
    """Everybody on a side with what they command, and what is everybody's."""
    game, words = names.game, names.words
    lines = []
    for n, seat in enumerate(game.seats(side)):
        what = join_within(names, parts(names, side, commanded(names, side, seat.user)), LONGEST_LIST)
        key = "team.holder" if n == 0 else "team.mate"
        name = names.computer_player(seat.level) if seat.bot else names.called(seat.user, seat.name)
        lines.append(words(key, player=name, what=what or words("team.nothing")))
    rest = join_within(names, parts(names, side, commanded(names, side, None)), LONGEST_LIST)
    if rest:
        lines.append(words("team.rest", what=rest))
    title = words("team.title", sign=names.sign(side), side=names.side(side))
    alone = len(game.seats(side)) < 2
    footer = words("team.alone" if alone else "team.how")
    return Page(text=notice, embeds=(Embed(title=title, text="\n".join(lines), footer=footer, tone=side),))


def assignment_text(names: Names, key: str, names_of: Sequence[str], player: str = "") -> str:
    """The units just assigned or released."""
    what = join_within(names, list(names_of), LONGEST_LIST) or names.words("team.nothing")
    return names.words(f"team.{key}", player=plain(player), what=what)


def sure(names: Names, waiting: Mapping[int, Sequence[str]], verb: str, about: Sequence[str] = ()) -> Page:
    """Ask for confirmation before a phase ends in which teammates' units can still act; `about` is what else
    the button says."""
    words = names.words
    lines = [
        words(
            "team.can_write" if verb == "lock" else "team.can_act",
            player=names.person(user),
            units=join_within(names, [names.unit(id_) for id_ in ids], LONGEST_LIST),
        )
        for user, ids in waiting.items()
    ]
    phase = names.phase(names.game.state.phase)
    game_id, stamp = names.game.record.id, names.game.stamp
    again = Button(
        label=words(f"button.{verb}_all_the_same", phase=phase),
        id=button_id(game_id, stamp, verb, *about, "yes"),
        style="danger",
    )
    orders = Button(label=words("button.orders"), id=button_id(game_id, stamp, "panel"), style="primary")
    return Page(text="\n".join([*lines, words("team.sure")]), rows=((again, orders),))
