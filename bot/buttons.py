"""Buttons and menus that need no memory: everything they mean is in their id, so they survive any restart.

    g1:<game>:<stamp>:<verb>[:about ...]    a button, version 1
    c1:<game>:<stamp>:<verb>[:about ...]    a menu, version 1
    f1:<game>:<stamp>:<verb>[:about ...]    a form, version 1

A game's number below zero means the what-if about it of whoever presses.

`stamp` is the newest entry of the game's log (in a lobby, its revision) when the button was shown.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Protocol, Self

import discord

from bot.parts import Parts

NOTHING = Parts()
REST = r":(?P<game>-?\d{1,18}):(?P<stamp>\d{1,9}):(?P<verb>[a-z]+)(?::(?P<about>.*))?"


@dataclass(frozen=True, slots=True, kw_only=True)
class Pressed:
    """A button that was pressed, or a choice made in a menu (`chosen`; of several, all are `picked`)."""

    game: int
    stamp: int
    verb: str
    about: Parts = NOTHING
    chosen: str = ""
    picked: tuple[str, ...] = ()


class Listener(Protocol):
    """The client, as buttons know it."""

    async def pressed(self, interaction: discord.Interaction[Any], pressed: Pressed) -> None:
        """Do what a button says."""


def read(match: re.Match[str], picked: tuple[str, ...] = ()) -> Pressed:
    """What an id means, with what was chosen in a menu."""
    about = match["about"]
    return Pressed(
        game=int(match["game"]),
        stamp=int(match["stamp"]),
        verb=match["verb"],
        about=Parts(about.split(":")) if about else NOTHING,
        chosen=picked[0] if picked else "",
        picked=picked,
    )


class PressItem(discord.ui.DynamicItem[discord.ui.Button[Any]], template="g1" + REST):
    """A button."""

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """The button that was pressed."""
        assert isinstance(item, discord.ui.Button)
        return cls(item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Tell the client."""
        match = self.template.fullmatch(self.custom_id)
        assert match is not None
        listener: Listener = interaction.client
        await listener.pressed(interaction, read(match))


class ChooseItem(discord.ui.DynamicItem[discord.ui.Select[Any]], template="c1" + REST):
    """A menu."""

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """The menu in which something was chosen."""
        assert isinstance(item, discord.ui.Select)
        return cls(item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Tell the client."""
        match = self.template.fullmatch(self.custom_id)
        assert match is not None
        listener: Listener = interaction.client
        await listener.pressed(interaction, read(match, picked(interaction)))


def picked(interaction: discord.Interaction[Any]) -> tuple[str, ...]:
    """What was chosen in a menu; nothing when the interaction holds nothing of the kind."""
    data: Any = interaction.data or {}
    return tuple(map(str, data.get("values") or ()))


ITEMS = (PressItem, ChooseItem)
OF_TYPE: dict[int, type[PressItem] | type[ChooseItem]] = {
    discord.ComponentType.button.value: PressItem,
    discord.ComponentType.string_select.value: ChooseItem,
}


FORM = re.compile("f1" + REST)
FIELD = "text"
"""The id of a form's field."""


def submitted(interaction: discord.Interaction[Any]) -> tuple[Pressed, str] | None:
    """The form that was sent and what was written in it; None when it is none of this version."""
    data: Any = interaction.data or {}
    match = FORM.fullmatch(str(data.get("custom_id", "")))
    return None if match is None else (read(match), _written(data.get("components") or []))


def _written(components: Any) -> str:
    """The field's value, however deep rows and labels lie around it."""
    for component in components if isinstance(components, list) else [components]:
        if component.get("custom_id") == FIELD:
            return str(component.get("value") or "")
        for inner in ("components", "component"):
            if found := _written(component.get(inner) or []):
                return found
    return ""


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
    rows = interaction.message.components if interaction.message is not None else []
    shown = [part for row in rows if isinstance(row, discord.ActionRow) for part in row.children]
    return any(getattr(part, "custom_id", None) == id_ for part in shown)
