"""A question that a rule asks in the middle of a phase: its sentence and its answers."""

from __future__ import annotations

from bot.page import MOST_CHOICES, Choice, Menu, Press, menu_id, press_id
from bot.say.names import Names

MOST_ANSWERS = 5
"""Answers that fit as buttons into one row."""
LONGEST_LINE = 100


def question(names: Names) -> str:
    """What is asked now."""
    asked, words = names.table.state.questions[0], names.words
    unit = names.bold(asked.about) if asked.about else ""
    plain = words("panel.question", unit=unit, kind=asked.kind)
    return words.get(f"panel.question_{asked.kind}", plain, unit=unit, **_facts(names, asked.about))


def _facts(names: Names, about: str) -> dict[str, object]:
    """Where the movement that waits begins and leads to, and how often a general may still do as asked."""
    table = names.table
    state, unit = table.state, table.state.units.get(about)
    proposed = table.system.shows.proposals(table.scenario, state)
    way = next((path for id_, path, _ in proposed if id_ == about), ())
    passed = state.agenda[0].about[1:] if state.agenda else ()
    chart = table.scenario.charts.get("manoeuvre", {})
    uses = int(chart.get("uses", 0)) - (unit["manoeuvres"] if unit is not None else 0)
    return {"from": way[0] if way else "", "hex": [*passed, *way][-1] if passed or way else "", "uses": uses}


def answers(names: Names) -> Menu | tuple[Press, ...]:
    """Buttons for the question that waits; a menu where there are many answers."""
    asked, game, last = names.table.state.questions[0], names.table.game.id, names.table.stamp
    labels = [answer(names, option, asked.kind) for option in asked.options[:MOST_CHOICES]]
    if len(labels) > MOST_ANSWERS:
        choices = tuple(Choice(label=label[:LONGEST_LINE], value=str(n)) for n, label in enumerate(labels))
        return Menu(
            id=menu_id(game, last, "answer"), hint=names.words("panel.choose_answer"), choices=choices
        )
    return tuple(
        Press(
            label=label,
            id=press_id(game, last, "answer", number),
            style="primary" if asked.options[number] == asked.default else "secondary",
        )
        for number, label in enumerate(labels)
    )


def answer(names: Names, option: str, kind: str) -> str:
    """What an answer is called: a word of its own, to that kind of question or to any, an objective, a unit,
    or as it is."""
    objective = next((o for o in names.table.scenario.objectives if o.id == option), None)
    named = names.words.of(objective.name) if objective else names.unit(option)
    known = objective is not None or option in names.table.state.units
    plain = names.words.get(f"button.answer_{option}", named if known else option)
    return names.words.get(f"button.answer_{kind}_{option}", plain)
