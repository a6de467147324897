"""Parts shared by panels: the head line, paged menus, buttons laid out like the directions."""

from __future__ import annotations

from collections.abc import Sequence

from bot.i18n.names import Names
from bot.ui.commanded_units import team_line
from bot.ui.page import MOST_CHOICES, Button, Choice, Menu, button_id, menu_id

Row = Menu | tuple[Button, ...]
MOST_ROWS, IN_A_ROW = 5, 5
"""Rows of a message, and buttons in a row."""

ROWS = (("NW", "N", "NE"), ("W", "E"), ("SW", "S", "SE"))
"""Where the directions lie, for hexes that stand on a point and for those that stand on a side."""


def head(names: Names, side: str) -> str:
    """Phase, turn, side; of a side that several people share by corps, whose is what."""
    state = names.game.state
    heading = names.words(
        "panel.head",
        sign=names.sign(side),
        phase=names.headed(state.phase),
        turn=state.turn,
        turns=names.game.scenario.length,
        side=names.side(side),
    )
    return "\n".join([heading, *team_line(names, side)])


def button(names: Names, verb: str, key: str, style: str = "secondary") -> Button:
    """A button about this game."""
    id_ = button_id(names.game.record.id, names.game.stamp, verb)
    return Button(label=names.words(key), id=id_, style=style)


def paged(
    names: Names,
    choices: list[Choice],
    page: int,
    menu: tuple[str, tuple[str, ...]],
    turn: tuple[str, tuple[str, ...]] | None,
    hints: tuple[str, str],
) -> list[Row]:
    """One page of a menu, and buttons to turn pages where there are several."""
    pages = max(1, -(-len(choices) // MOST_CHOICES))
    page = page % pages
    part = choices[page * MOST_CHOICES : (page + 1) * MOST_CHOICES]
    if not part:
        return []
    game_id, last, words = names.game.record.id, names.game.stamp, names.words
    start = page * MOST_CHOICES + 1
    several, one = (f"panel.{h}" for h in hints)
    hint = words(several, **{"from": start, "to": start + len(part) - 1, "n": len(choices)})
    select = Menu(
        id=menu_id(game_id, last, menu[0], *menu[1]),
        hint=hint if pages > 1 else words(one),
        choices=tuple(part),
    )
    if pages == 1 or turn is None:
        return [select]
    verb, args = turn
    before = Button(
        label=words("button.before"), id=button_id(game_id, last, verb, *args, (page - 1) % pages)
    )
    after = Button(
        label=words("button.after"), id=button_id(game_id, last, verb, *args, pages + (page + 1) % pages)
    )
    return [select, (before, after)]


def fitted(rows: Sequence[Row]) -> tuple[Row, ...]:
    """The rows as a message can hold them. Where there are too many the buttons move together, the first ones
    first: what finds no room has a command of its own."""
    rows = [row for row in rows if row]
    if len(rows) <= MOST_ROWS:
        return tuple(rows)
    menus = [row for row in rows if isinstance(row, Menu)][: MOST_ROWS - 1]
    buttons = [press for row in rows if not isinstance(row, Menu) for press in row]
    room = MOST_ROWS - len(menus)
    packed = [tuple(buttons[n : n + IN_A_ROW]) for n in range(0, len(buttons), IN_A_ROW)]
    return (*menus, *packed[:room])
