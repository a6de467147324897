"""The settings of a game in words."""

from __future__ import annotations

from bot.i18n.catalogue import Catalogue
from bot.ui.page import Embed, Page


def page(words: Catalogue, pictures: str, *, own: bool) -> Page:
    """Which pictures the reports have: the game's `own` choice, or as the server has it."""
    text = words("game_settings.pictures", choice=words(f"report_pictures.{pictures}"))
    lines = [text] if own else [text, words("game_settings.as_server")]
    return Page(embeds=(Embed(title=words("game_settings.title"), text="\n".join(lines)),))


def changed(words: Catalogue, pictures: str) -> Page:
    """The public notice of a change."""
    return Page(text=words("game_settings.pictures", choice=words(f"report_pictures.{pictures}")))
