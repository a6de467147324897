"""A question that a rule asks in the middle of a phase: its sentence and its answers."""

from __future__ import annotations

import re

from bot.i18n.names import Names
from bot.ui.menus import Row, paged
from bot.ui.page import LONGEST_LABEL, Button, Choice, button_id
from bot.ui.units import strength

POINTS = re.compile(r"\w+:\d( \w+:\d)*")
MOST_ANSWERS = 5
"""Answers that fit as buttons into one row."""
LONGEST_LINE = 100


def question(names: Names) -> str:
    """What is asked now."""
    pending, words = names.game.state.questions[0], names.words
    unit = names.bold(pending.about.partition("/")[0]) if pending.about else ""
    plain = words("panel.question", unit=unit, kind=pending.kind)
    facts = _facts(names, pending.kind, pending.about.partition("/")[0])
    return words.get(names.own("panel", f"question_{pending.kind}"), plain, unit=unit, **facts)


POOLS = {"reroll": "command", "protection": "fire"}
"""The dice that lie on the table while a question about them waits."""


def _facts(names: Names, kind: str, about: str) -> dict[str, object]:
    """Where the movement that waits begins and leads to, how often a general may still do as asked, who
    attacks, which dice lie there."""
    game = names.game
    state, unit = game.state, game.state.units.get(about)
    proposed = game.system.display.proposed_moves(game.scenario, state)
    way = next((path for id_, path, _ in proposed if id_ == about), ())
    passed = state.agenda[0].about[1:] if state.agenda else ()
    chart = game.scenario.charts.get("manoeuvre", {})
    uses = int(chart.get("uses", 0)) - (unit["manoeuvres"] if unit is not None else 0)
    return {
        "here": unit.place if unit is not None else "",
        "from": way[0] if way else "",
        "hex": [*passed, *way][-1] if passed or way else "",
        "uses": uses,
        "dice": " ".join(map(str, state.pools.get(POOLS.get(kind, ""), ()))),
        "card": names.words.get(f"fact.card.{about}", about),
        "attackers": names.units(_attackers(names, about)),
    }


def _attackers(names: Names, about: str) -> list[str]:
    """Who is in melee with the unit asked about."""
    game = names.game
    clashes = game.system.display.clashes(game.scenario, game.state) if about in game.state.units else ()
    return list(dict.fromkeys(c.attacker for c in clashes if c.defender == about))


def answers(names: Names, page: int = 0) -> list[Row]:
    """Buttons for the question that waits; a menu where there are many answers, page by page."""
    pending, game_id, last = names.game.state.questions[0], names.game.record.id, names.game.stamp
    labels = [answer(names, option, pending.kind, pending.about) for option in pending.options]
    if len(labels) > MOST_ANSWERS:
        usual = names.words("panel.usual")
        choices = [
            Choice(label=label[:LONGEST_LINE], value=str(n), about=usual if option == pending.default else "")
            for n, (label, option) in enumerate(zip(labels, pending.options, strict=True))
        ]
        hints = ("choose_answer_of", "choose_answer")
        return paged(names, choices, page, ("answer", ()), ("units", ()), hints)
    buttons = tuple(
        Button(
            label=label[:LONGEST_LABEL],
            id=button_id(game_id, last, "answer", number),
            style="primary" if pending.options[number] == pending.default else "secondary",
        )
        for number, label in enumerate(labels)
    )
    return [buttons]


def answer(names: Names, option: str, kind: str, about: str = "") -> str:
    """What an answer is called: a word of its own, to that kind of question or to any, an objective, a unit,
    a hex with its ground, or as it is. Of an answer of two words the first has a word of its own, and the
    second says which."""
    words = names.words
    heads = (f"button.{names.game.scenario.system}.answer_{kind}", f"button.answer_{kind}", "button.answer")
    key = next((k for k in (f"{head}_{option}" for head in heads) if k in words), "")
    if key:
        return words(key)
    if POINTS.fullmatch(option):
        return _points(names, option, about)
    first, _, which = option.partition(" ")
    key = next((f"{head}_which" for head in heads[:2] if f"{head}_which" in words), "")
    if key and option.isdecimal():
        return words(key, which=option)
    key = next((k for k in (f"{head}_{first}_which" for head in heads) if k in words), "")
    return words(key, which=_called(names, which, about)) if which and key else _called(names, option, about)


def _points(names: Names, option: str, about: str) -> str:
    """Points shared out among effects: "staff 2, radius 1, die 0"."""
    parts = [part.split(":") for part in option.split()]
    head = f"points.{names.game.scenario.system}.{about}"
    return ", ".join(f"{names.words.get(f'{head}.{effect}', effect)} {n}" for effect, n in parts)


def _called(names: Names, option: str, about: str) -> str:
    """An objective, a unit with its hex, a hex with its ground and how far it is, or just the words."""
    game, words = names.game, names.words
    objective = next((o for o in game.scenario.objectives if o.id == option), None)
    if objective is not None:
        return words.localized(objective.name)
    here = game.state.units[about].hex if about in game.state.units else None
    if option in game.scenario.grid and here is not None:
        printed = game.scenario.hexes[option]
        terrain = game.state.terrain.get(option, printed.terrain)
        away = game.scenario.grid.distance(here, option)
        ground = words.get(f"terrain.{terrain}", terrain)
        return words("panel.hex_away", hex=option, terrain=ground, away=away)
    unit = game.state.units.get(option)
    if unit is None:
        head = f"points.{game.scenario.system}"
        tables = (f"{head}.{mark.to}.{option}" for mark in game.state.marks if mark.on == about)
        known = next((key for key in (*tables, f"terrain.{option}") if key in words), "")
        return words(known) if known else option
    if unit.hex is None:
        return names.unit(option)
    if here is None:
        return words("panel.plain", name=names.unit(option), hex=unit.hex, strength=strength(names, unit))
    away = game.scenario.grid.distance(here, unit.hex)
    return words("panel.unit_away", name=names.unit(option), hex=unit.hex, away=away)
