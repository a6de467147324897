"""The help page: suggested next steps, then the commands by topic from the command tree."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import scenarios
from bot.features.battles import page as battles_page
from bot.features.help.topics import TOPICS
from bot.i18n.catalogue import Catalogue
from bot.i18n.names import Names
from bot.ui.menus import button
from bot.ui.page import Button, Choice, Embed, Menu, Page, button_id, menu_id
from engine import commands as orders
from engine.commands import Command

NOW = "now"
TYPED: Mapping[type[Command], str] = {
    orders.Activate: "unit.activate", orders.Lead: "unit.lead", orders.Share: "unit.deal",
    orders.Volley: "fire", orders.Write: "plan.write", orders.Seal: "plan.lock",
    orders.Place: "unit.place", orders.Bombard: "unit.bombard", orders.Attack: "attack",
    orders.Move: "move", orders.Step: "move", orders.Charge: "charge", orders.Face: "unit.face",
    orders.Form: "unit.form", orders.Rally: "rally", orders.Unplace: "unit.unplace",
    orders.Unseal: "plan.unlock", orders.Done: "done",
}  # fmt: skip
"""How each order is typed, those that are wanted first in their phases first."""
MOST_TYPED = 3
CLAUSE = 12
"""Letters of a clause, at least: of a description only the first is told."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandHelp:
    """A command in a language: its name, what it does, the names of its subcommands; its topic, its place
    there."""

    id: str
    name: str
    about: str
    subs: tuple[str, ...] = ()
    topic: str = ""
    place: int = 0


def topic(words: Catalogue, commands: Mapping[str, CommandHelp], topic: str, guide: bool) -> Page:
    """The commands of a topic, a line each."""
    listed = sorted((c for c in commands.values() if c.topic == topic), key=lambda c: c.place)
    text = [line(words, command) for command in listed]
    if f"help.more.{topic}" in words:
        text += ["", words(f"help.more.{topic}")]
    note = Embed(title=words("help.topic", topic=words(f"help.topics.{topic}")), text="\n".join(text))
    return Page(embeds=(note,), rows=_rows(words, topic, guide))


def now(
    names: Names | None, words: Catalogue, commands: Mapping[str, CommandHelp], user: int, guide: bool
) -> Page:
    """What to do here and now; `names` where there is a game."""
    head, ids, buttons = _here(names, words, user)
    listed = (commands.get(id_.replace(".", " ")) for id_ in ids)
    text = [head, "", *(line(words, command) for command in listed if command is not None)]
    text += ["", words("help.further")]
    note = Embed(title=words("help.title"), text="\n".join(text))
    rows = _rows(words, NOW, guide)
    return Page(embeds=(note,), rows=(buttons, *rows) if buttons else rows)


def line(words: Catalogue, command: CommandHelp) -> str:
    """A command in a line: its first clause, or its subcommands."""
    if command.subs:
        return words(
            "help.group", name=command.name, subs=" · ".join(command.subs), about=command.about.rstrip(".")
        )
    return words("help.line", name=command.name, about=_clause(command.about))


def _clause(about: str) -> str:
    """What a command does, in a few words.

    >>> _clause("Show the map; only you see it."), _clause("Write many orders at once, one a line")
    ('Show the map', 'Write many orders at once')
    """
    cuts = [at for at in (about.find(mark) for mark in (";", ",", ":")) if at >= CLAUSE]
    about = about[: min(cuts)] if cuts else about
    return about.rstrip(". \u00a0\u202f")


def _here(names: Names | None, words: Catalogue, user: int) -> tuple[str, Sequence[str], tuple[Button, ...]]:
    """Where one stands, the commands that fit, and buttons for the likeliest."""
    if names is None:
        title = words.localized(scenarios.load(scenarios.FIRST).title)
        return words("help.none", title=title), ("learn", "lobby", "game.new"), ways_in(words)
    game = names.game
    mine = game.sides_of(user)
    if game.record.status == "lobby":
        ready = all(seat.user is not None or seat.bot for seat in game.record.seats)
        key, ids = (
            ("lobby_full", ("game.start", "dice.salt")) if ready else ("lobby_waits", ("lobby", "game.start"))
        )
        if not mine:
            key, ids = "lobby_free", ("game.join", "game.status")
        return words(f"help.{key}", title=names.title), ids, (button(names, "status", "button.status"),)
    looks = (button(names, "map", "button.map"), button(names, "status", "button.status"))
    if not game.playing:
        return (
            words("help.over", title=names.title),
            ("log", "dice.luck", "dice.verify", "game.rematch"),
            looks,
        )
    if not mine:
        return (
            words("help.watching", title=names.title),
            ("map", "game.board", "log", "why", "me.predictions"),
            looks,
        )
    panel = button(names, "panel", "button.orders", "primary")
    if not set(mine) & set(game.owing):
        facts = {"who": names.played(game.owing), "phase": names.phase(game.state.phase)}
        return words("help.waiting", **facts), ("map", "log", "why", "whatif", "time.clock"), looks
    if game.state.questions:
        return words("help.asked"), ("plan.standing", "map", "undo"), (panel, *looks)
    head = words("help.yours", phase=names.phase(game.state.phase), turn=game.state.turn)
    return head, (*typed(names), "undo"), (panel, *looks)


def typed(names: Names) -> tuple[str, ...]:
    """The commands that are wanted now: a few orders of the phase, and what ends it."""
    phase = names.game.state.phase
    takes = names.game.system.phases[phase].takes
    fit = dict.fromkeys(name for kind, name in TYPED.items() if kind in takes)
    if orders.Bombard in takes and phase == TYPED[orders.Volley]:  # the rulebook calls it so
        fit = dict.fromkeys(phase if name == TYPED[orders.Bombard] else name for name in fit)
    ends = [name for name in ("plan.lock", "done") if name in fit]
    return (*[name for name in fit if name not in ends][:MOST_TYPED], *ends[:1])


def _rows(words: Catalogue, topic: str, guide: bool) -> tuple[Menu | tuple[Button, ...], ...]:
    """The menu of topics, and the way to all that can be read."""
    choices = tuple(
        Choice(label=words(f"help.topics.{name}"), value=name, chosen=name == topic)
        for name in (NOW, *TOPICS)
    )
    menu = Menu(id=menu_id(0, 0, "help"), hint=words("help.menu"), choices=choices)
    whole = Button(label=words("button.guide"), id=button_id(0, 0, "guide"))
    return (menu, (whole,)) if guide else (menu,)


def ways_in(words: Catalogue) -> tuple[Button, ...]:
    """What to begin with: a game at once, a battle to choose, lessons."""
    learn = Button(label=words("button.learn"), id=button_id(0, 0, "learn"))
    return (battles_page.play_now(words, scenarios.FIRST), battles_page.choose(words), learn)


def welcome(words: Catalogue) -> Page:
    """The greeting in a new server: the tutorial, or the battles to choose from."""
    note = Embed(
        title=words("welcome.title"),
        text=words("welcome.text") + "\n\n" + words("welcome.after"),
        tone="lesson",
    )
    start = Button(label=words("button.tutorial"), id=button_id(0, 0, "tutorial"), style="primary")
    return Page(embeds=(note,), rows=((start, battles_page.choose(words)),))
