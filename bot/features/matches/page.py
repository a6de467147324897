"""What two players who were paired are told."""

from __future__ import annotations

from collections.abc import Sequence

import scenarios
from bot.core.game import Game
from bot.features.lobby.finder_page import LONGEST_LINE, system_name
from bot.i18n.catalogue import Catalogue
from bot.reports import battle_preview
from bot.ui.page import MOST_CHOICES, Choice, Menu, Page, menu_id


def matched(
    words: Catalogue,
    letter: int,
    users: Sequence[int],
    ratings: Sequence[int],
    systems: Sequence[str],
    battles: Sequence[str],
    clock: str,
) -> Page:
    """The public post that tells two players of each other: one of them chooses a battle."""
    one, two = (f"<@{user}>" for user in users)
    names = words.join_list([system_name(words, system) for system in systems], "list.or")
    facts = {"one": one, "two": two, "systems": names, "first": ratings[0], "second": ratings[1]}
    text = [words("match.found", **facts)]
    text += [words("match.clock", clock=clock)] if clock else []
    text.append(words("match.choose"))
    choices = tuple(
        Choice(
            label=words.localized(battle.title)[:LONGEST_LINE],
            value=battle.id,
            about=battle_preview.facts(words, battle)[:LONGEST_LINE],
        )
        for battle in map(scenarios.load, battles[:MOST_CHOICES])
    )
    menu = Menu(id=menu_id(0, 0, "match", letter), hint=words("match.menu"), choices=choices)
    return Page(text="\n".join(text), rows=(menu,), pings=tuple(users))


def opened(words: Catalogue, game: Game) -> Page:
    """Where the game of a pair is."""
    title = words.localized(game.scenario.title)
    return Page(text=words("match.opened", title=title, channel=f"<#{game.record.channel}>"))
