"""Whose a message is, and which panel is the newest: without Discord."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.transport.component_handler import _private
from bot.transport.components import known
from bot.transport.latest_panels import LIFE, LatestPanels
from bot.transport.responses import ANSWER
from bot.ui.page import button_id

ANNA, BRUNO = 11, 12


def interaction(user: int = ANNA, *, ephemeral: bool = True, origin: int | None = ANNA, **data: Any) -> Any:
    """A press by a user on a message that was asked for by `origin`."""
    asked = None if origin is None else SimpleNamespace(user=SimpleNamespace(id=origin))
    buttons = [SimpleNamespace(custom_id=button_id(1, 2, "map"))]
    message = SimpleNamespace(
        flags=SimpleNamespace(ephemeral=ephemeral),
        interaction_metadata=asked,
        components=[SimpleNamespace(children=buttons)],
    )
    return SimpleNamespace(user=SimpleNamespace(id=user), message=message, data=data)


@pytest.mark.parametrize(
    ("press", "private"),
    [
        (interaction(), True),
        (interaction(origin=None), True),
        (interaction(BRUNO), False),
        (interaction(ephemeral=False), False),
        (SimpleNamespace(message=None), False),
    ],
)
def test_only_a_private_message_that_one_asked_for_is_replaced(press: Any, private: bool) -> None:
    assert _private(press) is private


@pytest.mark.parametrize(
    ("id_", "kind", "really"),
    [
        (button_id(1, 2, "map"), discord.ComponentType.button, True),
        (button_id(1, 2, "map"), discord.ComponentType.string_select, False),
        (button_id(2, 2, "map"), discord.ComponentType.button, False),
        ("g9:1:2:map", discord.ComponentType.button, False),
    ],
)
def test_a_button_that_is_not_in_its_message_is_none(
    id_: str, kind: discord.ComponentType, really: bool
) -> None:
    assert known(interaction(custom_id=id_, component_type=kind.value)) is really


class Asked:
    """An interaction that was answered by a private message."""

    def __init__(self, number: int, message: int, user: int = ANNA) -> None:
        self.id, self.user, self.channel_id = number, SimpleNamespace(id=user), 1
        self.extras = {ANSWER: message}
        self.deleted = False

    async def delete_original_response(self) -> None:
        self.deleted = True


async def test_the_panel_that_was_asked_for_later_stays_whichever_was_answered_first() -> None:
    panels, first, second, third = LatestPanels(), Asked(1, 101), Asked(2, 102), Asked(3, 103)
    for asked in (first, third, second):
        await panels.shown(asked, 7, 1.0)  # type: ignore[arg-type]

    assert [each.deleted for each in (first, second, third)] == [True, True, False]


async def test_panels_of_other_players_and_games_stay() -> None:
    panels, mine = LatestPanels(), Asked(1, 101)
    others = [(Asked(2, 102, BRUNO), 7), (Asked(3, 103), 8), (Asked(4, 101), 7)]
    await panels.shown(mine, 7, 1.0)  # type: ignore[arg-type]
    for asked, game in others:
        await panels.shown(asked, game, 1.0)  # type: ignore[arg-type]

    assert not mine.deleted, "the last is the same message, edited"
    assert not any(asked.deleted for asked, _ in others)


async def test_a_panel_too_old_to_be_deleted_is_let_be() -> None:
    panels, old = LatestPanels(), Asked(1, 101)
    await panels.shown(old, 7, 1.0)  # type: ignore[arg-type]
    (key,) = panels._panels
    known_ = panels._panels[key]
    panels._panels[key] = type(known_)(known_.message, known_.interaction, known_.shown - LIFE - 1)
    await panels.shown(Asked(2, 102), 7, 1.0)  # type: ignore[arg-type]

    assert not old.deleted
