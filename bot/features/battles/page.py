"""The gallery of battles, a few lines and a small map each; one battle with its map. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import cache
from math import ceil

import scenarios
from bot.i18n.catalogue import Catalogue
from bot.i18n.names import coded, plain
from bot.reports import battle_preview
from bot.ui.page import Button, Choice, Menu, Page, Section, button_id, menu_id
from engine import scenario as battle_levels
from engine.scenario import Scenario
from opponent.levels import LEVELS
from scenarios import play_time
from storage import CustomBattle
from storage.queries.league.results import BattleRecord

ON_A_PAGE = 6
LONGEST_LINE = 100
LONGEST_FINDING = 200
MOST_FINDINGS = 2500
"""Characters of one hint about an uploaded battle, and of all of them."""


@cache
def order() -> tuple[str, ...]:
    """All battles that come with the bot, the easiest and shortest first; those that say nothing last."""
    return tuple(sorted(scenarios.all(), key=_effort))


def _effort(id_: str) -> tuple[int, int, str]:
    battle = scenarios.load(id_)
    about, levels, time = battle.about, battle_levels.LEVELS, play_time.minutes(battle)
    return (len(levels) if about is None else levels.index(about.level), time, id_)


@dataclass(frozen=True, slots=True, kw_only=True)
class Listed:
    """A battle in the gallery: what commands and buttons call it, how finished games of it ended; of one that
    a member of the server uploaded, author and version."""

    key: str
    battle: Scenario
    played: BattleRecord | None = None
    kept: CustomBattle | None = None


def gallery(words: Catalogue, shown: Sequence[Listed], number: int, pages: int, own_page: int | None) -> Page:
    """A page of the battles, with how games of each ended; one is chosen from the menu. `own_page` is the
    first page with battles of the server, None without any."""
    choices = tuple(
        Choice(
            label=words.localized(each.battle.title)[:LONGEST_LINE],
            value=each.key,
            about=battle_preview.rulebook(words, each.battle)[:LONGEST_LINE],
        )
        for each in shown
    )
    turn = [
        Button(label=words(f"button.{key}"), id=button_id(0, 0, "battles", to))
        for key, to in (("before", number - 1), ("after", number + 1))
        if 0 <= to < pages
    ]
    if own_page is not None and number < own_page:
        label = words("button.server_battles")
        turn.append(Button(label=label, id=button_id(0, 0, "battles", own_page, "own")))
    menu = Menu(id=menu_id(0, 0, "battle"), hint=words("battles.menu"), choices=choices)
    return Page(
        text=words("battles.title", page=number + 1, pages=pages),
        sections=tuple(_line(words, each) for each in shown),
        rows=(menu, tuple(turn)) if turn else (menu,),
    )


def _line(words: Catalogue, listed: Listed) -> Section:
    """A battle in a few lines, with a small map."""
    battle = listed.battle
    text = words(
        "battles.line",
        title=words.localized(battle.title),
        book=battle_preview.rulebook(words, battle),
        size=battle_preview.size(words, battle),
        facts=battle_preview.facts(words, battle, listed.played),
    )
    text = "\n".join([text, *_kept(words, listed), *_played(words, battle, listed.played)])
    return Section(text=text, thumbnail=battle_preview.thumbnail(words.language, battle))


def _kept(words: Catalogue, listed: Listed) -> list[str]:
    """Who wrote a battle of a server, and which version it is."""
    kept = listed.kept
    return [] if kept is None else [words("battles.by", author=plain(kept.name), n=kept.version)]


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
    typical = words("battles.typical", turn=played.turns, time=_lasted(words, played.lasted))
    return [words("battles.played", n=played.games, won=words.join_list(parts), typical=typical)]


def _lasted(words: Catalogue, time: timedelta) -> str:
    """From beginning to end of a game: hours on the day it began, else days."""
    if time < timedelta(days=1):
        return battle_preview.minutes_of_play(words, round(time / timedelta(minutes=1)))
    return words("battles.days", n=ceil(time / timedelta(days=1)))


def battle(words: Catalogue, listed: Listed, number: int) -> Page:
    """One battle: its map, story and facts, how games of it ended; the ways to begin it. `number` is its page
    of the gallery."""
    battle, key = listed.battle, listed.key
    told = (
        *_kept(words, listed),
        *battle_preview.measured(words, battle),
        *_played(words, battle, listed.played),
        words.localized(battle.intro),
    )
    text = words(
        "battles.one",
        title=words.localized(battle.title),
        book=battle_preview.rulebook(words, battle),
        size=battle_preview.size(words, battle),
        facts=battle_preview.facts(words, battle, listed.played),
        intro="\n".join(told),
    )
    full = Button(label=words("button.table_full"), id=button_id(0, 0, "table", key, "full"))
    back = Button(label=words("button.battles"), id=button_id(0, 0, "battles", number))
    story = Button(label=words("button.background"), id=button_id(0, 0, "background", key))
    trial = Button(label=words("button.try_battle"), id=button_id(0, 0, "trybattle", key))
    return Page(
        text=text,
        picture=battle_preview.picture(words, battle),
        foot=words("battles.how"),
        rows=(
            _against_computer(words, listed),
            (play_now(words, key), table(words, key)),
            (full, trial, *((story,) if battle.background else ()), back),
        ),
    )


def uploaded(words: Catalogue, listed: Listed, number: int, findings: Sequence[str]) -> Page:
    """The answer to an upload: that it is kept, hints about it in fixed width, its page."""
    assert listed.kept is not None
    shown = battle(words, listed, number)
    title = words.localized(listed.battle.title)
    text = words("battles.uploaded", title=title, n=listed.kept.version)
    if findings:
        text = "\n".join([text, "", words("battles.findings"), *_within(findings)])
    return replace(shown, text=text, foot="")


def _within(findings: Sequence[str]) -> Iterator[str]:
    """The findings, as many as there is room for."""
    room = MOST_FINDINGS
    for number, finding in enumerate(findings, 1):
        line = f"{number}. {coded(finding, LONGEST_FINDING)}"
        room -= len(line) + 1
        if room < 0:
            yield "…"
            return
        yield line


def _against_computer(words: Catalogue, listed: Listed) -> Menu:
    """The menu that begins a battle against the computer: the side to play, and the computer's level."""
    choices = tuple(
        Choice(
            label=words(
                "battles.as_side",
                side=words.get(f"side.{side}.name", side.capitalize()),
                level=words(f"computer_level.{level}"),
            ),
            value=f"{side} {level}",
            about=words(f"lobby.level_{level}"),
        )
        for side in listed.battle.side_ids
        for level in LEVELS
    )
    return Menu(id=menu_id(0, 0, "playas", listed.key), hint=words("battles.computer"), choices=choices)


def background(words: Catalogue, listed: Listed) -> Page:
    """The battle as it was, how it was made into this one, and by which sources."""
    battle = listed.battle
    back = Button(label=words("button.battle_back"), id=button_id(0, 0, "battle", listed.key))
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


def play_now(words: Catalogue, id_: str) -> Button:
    """The button that begins a battle against the computer at once."""
    return Button(label=words("button.play_now"), id=button_id(0, 0, "playnow", id_), style="primary")


def table(words: Catalogue, id_: str) -> Button:
    """The button that opens a table where others can take a seat."""
    return Button(label=words("button.table"), id=button_id(0, 0, "table", id_))


def choose(words: Catalogue) -> Button:
    """The button that opens the gallery."""
    return Button(label=words("button.battles"), id=button_id(0, 0, "battles", 0))
