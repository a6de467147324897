"""The loose leaves of a rulebook: its tables as printed, its switches and optional rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from bot.features.lobby.rule_options import RuleOption, rule_options
from bot.features.rulebook.search import Entry
from bot.i18n.catalogue import Catalogue, catalogue_for
from bot.ui.page import Embed

OPTION = "option."
"""How the id of an option's leaf begins."""

Of = Callable[[Mapping[str, Any]], str]
"""A text in the reader's language."""


def entries(printed: Mapping[str, Any], system: str, languages: Iterable[str]) -> list[Entry]:
    """What can be found: tables by id and title, options by name and meaning."""
    chapters = {name: catalogue_for(name)("rule.options") for name in languages}
    return [
        *(
            Entry(
                id=id_, texts={name: (str(text), "", "") for name, text in table["title"].items()}, leaf=True
            )
            for id_, table in printed.items()
        ),
        *(
            Entry(
                id=OPTION + s.name,
                texts={
                    name: (title(s), chapters[name], str(s.text[name])) for name in chapters if name in s.text
                },
                leaf=True,
            )
            for s in rule_options(system).values()
        ),
    ]


def title(switch: RuleOption) -> str:
    """An option's name as it is typed, and as words."""
    return f"{switch.name} ({switch.name.replace('_', ' ')})"


def table(of: Of, id_: str, printed: Mapping[str, Any], footer: str) -> Embed:
    """A table as printed, in fixed width."""
    return Embed(
        title=f"{id_} · {of(printed['title'])}", text=f"```\n{of(printed).rstrip()}\n```", footer=footer
    )


def option(of: Of, switch: RuleOption, words: Catalogue, set_to: str, footer: str) -> Embed:
    """An option: its rule, its values, what they mean, how it is set here."""
    paragraphs = [
        of(switch.text),
        words("rule.option_values", values=", ".join(f"`{v}`" for v in switch.values)),
    ]
    if set_to:
        paragraphs.append(words("rule.option_here", value=set_to))
    paragraphs.append(words("refused.read", rule=switch.rule))
    return Embed(title=f"⚙️ {switch.name}", text="\n\n".join(paragraphs), footer=footer)


def options_of(rule: str, system: str) -> list[RuleOption]:
    """The options that change a rule."""
    return [s for s in rule_options(system).values() if s.rule == rule]
