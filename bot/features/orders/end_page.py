"""Asks again before a phase ends in which the player's own units can still act."""

from __future__ import annotations

from collections.abc import Sequence

from bot.i18n.names import Names
from bot.ui.button_rows import join_within
from bot.ui.page import Button, Page, button_id

LONGEST_LIST = 700
"""Characters for the units."""


def sure(names: Names, units: Sequence[str], verb: str, about: Sequence[str] = ()) -> Page:
    """Ask: `units` can still act, or have no order yet when `verb` is "lock"; `about` is what else the button
    says."""
    words = names.words
    key = "ending.can_write" if verb == "lock" else "ending.can_act"
    listed = join_within(names, [names.unit(id_) for id_ in units], LONGEST_LIST)
    game_id, stamp = names.game.record.id, names.game.stamp
    again = Button(
        label=words(f"button.{verb}_all_the_same", phase=names.phase(names.game.state.phase)),
        id=button_id(game_id, stamp, verb, *about, "yes"),
        style="danger",
    )
    orders = Button(label=words("button.orders"), id=button_id(game_id, stamp, "panel"), style="primary")
    return Page(text=words(key, n=len(units), units=listed), rows=((again, orders),))
