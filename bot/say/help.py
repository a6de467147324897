"""Help on one screen: what to do here and now, then the commands by topic, as the command tree tells them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.page import Choice, Menu, Note, Page, Press, menu_id, press_id
from bot.say.names import Names
from bot.say.status import press
from bot.words import Words
from engine import commands as orders
from engine.commands import Command

NOW = "now"
TOPICS: Mapping[str, tuple[str, ...]] = {
    "start": ("help", "learn", "lobby", "game", "games"),
    "orders": (
        *("move", "back", "charge", "attack", "bombard", "rally", "place", "unplace"),
        *("orders", "standing", "done"),
    ),
    "chiefs": ("activate", "lead", "deal", "face", "form", "fire", "order", "sheet", "lock", "unlock"),
    "looking": ("map", "board", "odds", "rule", "log", "why", "share"),
    "time": ("clock", "hours", "vacation", "substitute"),
    "undo": ("undo", "whatif", "verify", "luck", "salt"),
    "teams": ("team", "predictions"),
    "server": ("server", "marshal"),
    "privacy": ("preferences", "privacy"),
}
"""Every command, in the one topic where it is looked for."""
TYPED: Mapping[type[Command], str] = {
    orders.Activate: "activate", orders.Lead: "lead", orders.Share: "deal", orders.Volley: "fire",
    orders.Write: "order", orders.Seal: "lock", orders.Place: "place", orders.Bombard: "bombard",
    orders.Attack: "attack", orders.Move: "move", orders.Step: "move", orders.Charge: "charge",
    orders.Face: "face", orders.Form: "form", orders.Rally: "rally", orders.Unplace: "unplace",
    orders.Unseal: "unlock", orders.Done: "done",
}  # fmt: skip
"""How each order is typed, those that are wanted first in their phases first."""
MOST_TYPED = 3
CLAUSE = 12
"""Letters of a clause, at least: of a description only the first is told."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """A command in a language: its name, what it does, the names of its subcommands."""

    id: str
    name: str
    about: str
    subs: tuple[str, ...] = ()


def topic(words: Words, commands: Mapping[str, Told], asked: str, guide: bool) -> Page:
    """The commands of a topic, a line each."""
    found = [commands[id_] for id_ in TOPICS[asked] if id_ in commands]
    text = [line(words, told) for told in found]
    if f"help.more.{asked}" in words:
        text += ["", words(f"help.more.{asked}")]
    note = Note(title=words("help.topic", topic=words(f"help.topics.{asked}")), text="\n".join(text))
    return Page(notes=(note,), rows=_rows(words, asked, guide))


def now(names: Names | None, words: Words, commands: Mapping[str, Told], user: int, guide: bool) -> Page:
    """What to do here and now; `names` where there is a game."""
    head, ids, buttons = _here(names, words, user)
    found = (commands.get(id_.replace(".", " ")) for id_ in ids)
    text = [head, "", *(line(words, told) for told in found if told is not None)]
    text += ["", words("help.further")]
    note = Note(title=words("help.title"), text="\n".join(text))
    rows = _rows(words, NOW, guide)
    return Page(notes=(note,), rows=(buttons, *rows) if buttons else rows)


def line(words: Words, told: Told) -> str:
    """A command in a line: its first clause, or its subcommands."""
    if told.subs:
        return words("help.group", name=told.name, subs=" · ".join(told.subs), about=told.about.rstrip("."))
    return words("help.line", name=told.name, about=_clause(told.about))


def _clause(about: str) -> str:
    """What a command does, in a few words.

    >>> _clause("Show the map, to you alone."), _clause("Write many orders at once, one a line; they are ...")
    ('Show the map', 'Write many orders at once')
    """
    cuts = [at for at in (about.find(mark) for mark in (";", ",", ":")) if at >= CLAUSE]
    about = about[: min(cuts)] if cuts else about
    return about.rstrip(". \u00a0\u202f")


def _here(names: Names | None, words: Words, user: int) -> tuple[str, Sequence[str], tuple[Press, ...]]:
    """Where one stands, the commands that fit, and buttons for the likeliest."""
    if names is None:
        start = Press(label=words("button.tutorial"), id=press_id(0, 0, "tutorial"), style="primary")
        return words("help.none"), ("learn", "lobby", "game.new"), (start,)
    table = names.table
    mine = table.sides_of(user)
    if table.game.status == "lobby":
        ready = all(seat.user is not None or seat.bot for seat in table.game.seats)
        key, ids = (
            ("lobby_full", ("game.start", "salt")) if ready else ("lobby_waits", ("lobby", "game.start"))
        )
        if not mine:
            key, ids = "lobby_free", ("game.join", "game.status")
        return words(f"help.{key}", title=names.title), ids, (press(names, "status", "button.status"),)
    looks = (press(names, "map", "button.map"), press(names, "status", "button.status"))
    if not table.playing:
        return words("help.over", title=names.title), ("log", "luck", "verify", "game.rematch"), looks
    if not mine:
        return words("help.watching", title=names.title), ("map", "board", "log", "why", "predictions"), looks
    panel = press(names, "panel", "button.orders", "primary")
    if not set(mine) & set(table.owing):
        facts = {"who": names.played(table.owing), "phase": names.phase(table.state.phase)}
        return words("help.waiting", **facts), ("map", "log", "why", "whatif", "clock"), looks
    if table.state.questions:
        return words("help.asked"), ("standing", "map", "undo"), (panel, *looks)
    head = words("help.yours", phase=names.phase(table.state.phase), turn=table.state.turn)
    return head, (*typed(names), "undo"), (panel, *looks)


def typed(names: Names) -> tuple[str, ...]:
    """The commands that are wanted now: a few orders of the phase, and what ends it."""
    takes = names.table.system.phases[names.table.state.phase].takes
    fit = dict.fromkeys(name for kind, name in TYPED.items() if kind in takes)
    ends = [name for name in ("lock", "done") if name in fit]
    return (*[name for name in fit if name not in ends][:MOST_TYPED], *ends[:1])


def _rows(words: Words, asked: str, guide: bool) -> tuple[Menu | tuple[Press, ...], ...]:
    """The menu of topics, and the way to all that can be read."""
    choices = tuple(
        Choice(label=words(f"help.topics.{name}"), value=name, chosen=name == asked)
        for name in (NOW, *TOPICS)
    )
    menu = Menu(id=menu_id(0, 0, "help"), hint=words("help.menu"), choices=choices)
    whole = Press(label=words("button.guide"), id=press_id(0, 0, "guide"))
    return (menu, (whole,)) if guide else (menu,)
