"""Stateless buttons and menus: their id says everything, so they survive any restart.

    g1:<game>:<stamp>:<verb>[:about ...]    a button, version 1
    c1:<game>:<stamp>:<verb>[:about ...]    a menu, version 1
    f1:<game>:<stamp>:<verb>[:about ...]    a form, version 1

A negative game number means the presser's what-if of that game.

`stamp` is the newest entry of the game's log (in a lobby, its revision) when the button was shown.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, Protocol, Self

import discord

from bot.ui.component_press import NOTHING, ComponentPress, IdArguments
from bot.ui.page import LONGEST_LABEL, Button, Menu

REST = r":(?P<game>-?\d{1,18}):(?P<stamp>\d{1,9}):(?P<verb>[a-z]+)(?::(?P<about>.*))?"


class PressHandler(Protocol):
    """Answers presses."""

    async def pressed(self, interaction: discord.Interaction[Any], press: ComponentPress) -> None:
        """Do what a button or a menu says."""


class Client(Protocol):
    """The client, as components know it."""

    component_handler: PressHandler


def read(match: re.Match[str], picked: tuple[str, ...] = ()) -> ComponentPress:
    """What an id means, with what was chosen in a menu."""
    about = match["about"]
    return ComponentPress(
        game_id=int(match["game"]),
        stamp=int(match["stamp"]),
        verb=match["verb"],
        arguments=IdArguments(about.split(":")) if about else NOTHING,
        chosen=picked[0] if picked else "",
        picked=picked,
    )


class ButtonItem(discord.ui.DynamicItem[discord.ui.Button[Any]], template="g1" + REST):
    """A button."""

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """The button that was pressed."""
        assert isinstance(item, discord.ui.Button)
        return cls(item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Answer it."""
        match = self.template.fullmatch(self.custom_id)
        assert match is not None
        client: Client = interaction.client
        await client.component_handler.pressed(interaction, read(match))


class SelectItem(discord.ui.DynamicItem[discord.ui.Select[Any]], template="c1" + REST):
    """A menu."""

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """The menu in which something was chosen."""
        assert isinstance(item, discord.ui.Select)
        return cls(item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Answer it."""
        match = self.template.fullmatch(self.custom_id)
        assert match is not None
        client: Client = interaction.client
        await client.component_handler.pressed(interaction, read(match, picked(interaction)))


def picked(interaction: discord.Interaction[Any]) -> tuple[str, ...]:
    """What was chosen in a menu; nothing when the interaction holds nothing of the kind."""
    data: Any = interaction.data or {}
    return tuple(map(str, data.get("values") or ()))


ITEMS = (ButtonItem, SelectItem)
OF_TYPE: dict[int, type[ButtonItem] | type[SelectItem]] = {
    discord.ComponentType.button.value: ButtonItem,
    discord.ComponentType.string_select.value: SelectItem,
}


def of_this_version(kind: Any, id_: str) -> bool:
    """Whether that is the id of a component of that kind as this version writes it."""
    item = OF_TYPE.get(kind)
    return item is not None and item.__discord_ui_compiled_template__.fullmatch(id_) is not None


def known(interaction: discord.Interaction[Any]) -> bool:
    """Whether it comes from a button or a menu of this version that its message really has."""
    data: Any = interaction.data or {}
    id_ = str(data.get("custom_id", ""))
    if not of_this_version(data.get("component_type"), id_):
        return False
    parts = interaction.message.components if interaction.message is not None else []
    return any(getattr(part, "custom_id", None) == id_ for part in _walk(parts))


def _walk(parts: Iterable[Any]) -> Iterator[Any]:
    """All components of a message: those in containers, rows and sections as well."""
    for part in parts:
        yield part
        yield from _walk(getattr(part, "children", ()))
        if (accessory := getattr(part, "accessory", None)) is not None:
            yield accessory


STYLES = {
    "primary": discord.ButtonStyle.primary,
    "secondary": discord.ButtonStyle.secondary,
    "success": discord.ButtonStyle.success,
    "danger": discord.ButtonStyle.danger,
}


def button_part(press: Button, row: int | None = None) -> discord.ui.Button[Any]:
    """A button as Discord knows it; `row` in a classic message."""
    return discord.ui.Button(
        label=press.label[:LONGEST_LABEL],
        custom_id=press.id,
        style=STYLES[press.style],
        disabled=press.disabled,
        row=row,
    )


def select_part(menu: Menu, row: int | None = None) -> discord.ui.Select[Any]:
    """A menu as Discord knows it; `row` in a classic message."""
    options = [
        discord.SelectOption(
            label=c.label[:100], value=c.value[:100], description=c.about[:100] or None, default=c.chosen
        )
        for c in menu.choices
    ]
    most = max(1, min(menu.most, len(options)))
    return discord.ui.Select(
        custom_id=menu.id, placeholder=menu.hint[:150], options=options, max_values=most, row=row
    )
