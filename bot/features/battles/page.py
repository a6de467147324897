"""The gallery of battles, a few lines and a small map each; one battle with its map. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from functools import cache
from math import ceil

import scenarios
from bot.i18n.catalogue import Catalogue
from bot.reports import battle_preview
from bot.ui.page import Button, Choice, Menu, Page, Section, button_id, menu_id
from engine.scenario import LEVELS, Scenario
from storage.queries.league.results import BattleRecord

ON_A_PAGE = 6
LONGEST_LINE = 100


@cache
def order() -> tuple[str, ...]:
    """All battles, the easiest and shortest first; those that say nothing of themselves last."""
    return tuple(sorted(scenarios.all(), key=_effort))


def _effort(id_: str) -> tuple[int, int, str]:
    about = scenarios.load(id_).about
    return (len(LEVELS), 0, id_) if about is None else (LEVELS.index(about.level), about.minutes, id_)


def pages() -> int:
    """How many pages the gallery has."""
    return -(-len(order()) // ON_A_PAGE)


def on_page(number: int) -> tuple[str, ...]:
    """The battles of a page."""
    return order()[number * ON_A_PAGE :][:ON_A_PAGE]


def gallery(words: Catalogue, number: int, played: Mapping[str, BattleRecord]) -> Page:
    """A page of the battles, with how games of each ended; one is chosen from the menu."""
    known = order()
    shown = [scenarios.load(id_) for id_ in on_page(number)]
    choices = tuple(
        Choice(
            label=words.localized(battle.title)[:LONGEST_LINE],
            value=battle.id,
            about=battle_preview.rulebook(words, battle)[:LONGEST_LINE],
        )
        for battle in map(scenarios.load, known)
    )
    turn = tuple(
        Button(label=words(f"button.{key}"), id=button_id(0, 0, "battles", to))
        for key, to in (("before", number - 1), ("after", number + 1))
        if 0 <= to < pages()
    )
    menu = Menu(id=menu_id(0, 0, "battle"), hint=words("battles.menu"), choices=choices)
    return Page(
        text=words("battles.title", page=number + 1, pages=pages()),
        sections=tuple(_line(words, battle, played.get(battle.id)) for battle in shown),
        rows=(menu, turn) if turn else (menu,),
    )


def _line(words: Catalogue, battle: Scenario, played: BattleRecord | None) -> Section:
    """A battle in a few lines, with a small map."""
    text = words(
        "battles.line",
        title=words.localized(battle.title),
        book=battle_preview.rulebook(words, battle),
        size=battle_preview.size(words, battle),
        facts=battle_preview.facts(words, battle),
    )
    text = "\n".join([text, *_played(words, battle, played)])
    return Section(text=text, thumbnail=battle_preview.thumbnail(words.language, battle.id))


def _played(words: Catalogue, battle: Scenario, played: BattleRecord | None) -> list[str]:
    """How finished games of a battle between people ended, with how many they were; nothing without any."""
    if played is None or not played.games:
        return []
    wins = dict(played.wins)
    parts = [
        words("battles.won", side=words.get(f"side.{side}.name", side.capitalize()), n=wins.get(side, 0))
        for side in battle.side_ids
    ]
    parts += [words("battles.drawn", n=played.drawn)] if played.drawn else []
    time = words("battles.days", n=ceil(played.lasted / timedelta(days=1)) or 1)
    typical = words("battles.typical", turn=played.turns, time=time)
    return [words("battles.played", n=played.games, won=words.join_list(parts), typical=typical)]


def battle(words: Catalogue, battle: Scenario, played: BattleRecord | None = None) -> Page:
    """One battle: its map, story and facts, how games of it ended; the ways to begin it."""
    text = words(
        "battles.one",
        title=words.localized(battle.title),
        book=battle_preview.rulebook(words, battle),
        size=battle_preview.size(words, battle),
        facts=battle_preview.facts(words, battle),
        intro="\n".join([*_played(words, battle, played), words.localized(battle.intro)]),
    )
    full = Button(label=words("button.table_full"), id=button_id(0, 0, "table", battle.id, "full"))
    back = Button(label=words("button.battles"), id=button_id(0, 0, "battles", _page_of(battle.id)))
    story = Button(label=words("button.background"), id=button_id(0, 0, "background", battle.id))
    return Page(
        text=text,
        picture=battle_preview.picture(words, battle),
        foot=words("battles.how"),
        rows=(
            (play_now(words, battle.id), table(words, battle.id)),
            (full, *((story,) if battle.background else ()), back),
        ),
    )


def background(words: Catalogue, battle: Scenario) -> Page:
    """The battle as it was, how it was made into this one, and by which sources."""
    back = Button(label=words("button.battle_back"), id=button_id(0, 0, "battle", battle.id))
    told = battle.background
    if told is None:
        return Page(text=words("battles.no_background"), rows=((back,),))
    text = words(
        "battles.background",
        title=words.localized(battle.title),
        history=words.localized(told.history),
        design=words.localized(told.design),
    )
    return Page(
        text=text,
        foot=words("battles.sources", sources="; ".join(told.sources)) if told.sources else "",
        rows=((back,),),
    )


def _page_of(id_: str) -> int:
    return order().index(id_) // ON_A_PAGE


def play_now(words: Catalogue, id_: str) -> Button:
    """The button that begins a battle against the computer at once."""
    return Button(label=words("button.play_now"), id=button_id(0, 0, "playnow", id_), style="primary")


def table(words: Catalogue, id_: str) -> Button:
    """The button that opens a table where others can take a seat."""
    return Button(label=words("button.table"), id=button_id(0, 0, "table", id_))


def choose(words: Catalogue) -> Button:
    """The button that opens the gallery."""
    return Button(label=words("button.battles"), id=button_id(0, 0, "battles", 0))
