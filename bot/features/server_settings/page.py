"""The settings of a server in words."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from bot.core.report_pictures import SETTING
from bot.core.report_pictures import named as report_pictures
from bot.features.server_settings.model import Setting
from bot.i18n.catalogue import Catalogue, catalogue_for
from bot.ui.page import Embed, Page


def page(language: str, settled: Sequence[Setting], changed: Collection[str] = ()) -> Page:
    """The private page about a server: a line for everything it can settle."""
    words = catalogue_for(language)
    text = [words("server.changed")] if changed else []
    text += [_line(words, each) for each in settled]
    note = Embed(title=words("server.title"), text="\n".join(text), footer=words("server.how"))
    return Page(embeds=(note,))


def _line(words: Catalogue, settled: Setting) -> str:
    name = settled.name
    if settled.value is None:
        return words(f"server.no_{name}")
    if name == SETTING:
        return words(f"server.{name}", choice=words(f"report_pictures.{report_pictures(settled.value)}"))
    if settled.gone:
        return words(f"server.gone_{name}")
    text = words(f"server.{name}", id=settled.value)
    if not settled.missing:
        return text
    missing = words.join_list([words.get(f"permission.{p}", p) for p in settled.missing])
    return f"{text}\n{words('server.lacking', missing=missing)}"
