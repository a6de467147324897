"""The handicap of a game: "handicap=blue-2.5" among its options, and the offer of the one that was counted.

Half a point is the draw: who is given two and a half points gets two, and wins a game that would be drawn.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from engine.errors import BadScenario, NotOnTable
from engine.scenario import Handicap, Scenario
from engine.scenario_builder.battle_facts.handicap import MOST_GIVEN
from scenarios import handicaps as battle_handicaps

COUNTED, NONE = "counted", "none"
"""Words in place of a side and points: what games of the computer came to, and no handicap."""
_OPTION = re.compile(r"\bhandicap\s*[=:]\s*(?P<value>[^\s,;]+)[\s,;]*", re.IGNORECASE)


def taken_from(options: str) -> tuple[str, str]:
    """What the options of a new game say of a handicap, "" for nothing, and the other options.

    >>> taken_from("line_of_sight=yes handicap=blue-2")
    ('blue-2', 'line_of_sight=yes ')
    """
    found = _OPTION.search(options)
    return (found["value"], _OPTION.sub("", options)) if found else ("", options)


def applied(battle: Scenario, value: str) -> Scenario:
    """The battle with what an option says of its handicap; as it is where that says nothing.

    Raises NotOnTable: no_such_handicap, no_counted_handicap, option_does_not_fit.
    """
    if not value:
        return battle
    if value.casefold() == NONE:
        return with_handicap(battle, None)
    if value.casefold() == COUNTED:
        if (counted := battle_handicaps.counted(battle)) is None:
            raise NotOnTable("", "no_counted_handicap", known=battle.side_ids)
        return with_handicap(battle, counted)
    given = battle_handicaps.read(value)
    if given is None or given.gives not in battle.side_ids:
        raise NotOnTable("", "no_such_handicap", option=value[:60], known=battle.side_ids, most=MOST_GIVEN)
    return with_handicap(battle, given)


def with_handicap(battle: Scenario, handicap: Handicap | None) -> Scenario:
    """The battle with this handicap. Raises NotOnTable, option_does_not_fit, for one that would decide it."""
    try:
        return battle_handicaps.with_handicap(battle, handicap)
    except BadScenario as error:
        option = text_of(handicap)
        raise NotOnTable("", "option_does_not_fit", option=option, why=error.what) from error


def text_of(handicap: Handicap | None) -> str:
    """The option that sets a handicap.

    >>> text_of(Handicap(gives="blue", points=2, draw=True)), text_of(None)
    ('handicap=blue-2.5', 'handicap=none')
    """
    return f"handicap={NONE if handicap is None else battle_handicaps.written(handicap)}"


def chosen_of(original: Scenario, battle: Scenario) -> str:
    """The option that makes the handicap of a battle out of that of the original; "" where it is the same."""
    return "" if original.handicap == battle.handicap else text_of(battle.handicap)


def completions(text: str, battle: Scenario) -> Iterator[tuple[str, Handicap]]:
    """How options that are being typed can go on with a handicap: the whole text then, and what it means."""
    before, _, begun = text.rpartition(" ")
    typed = begun.casefold().replace(":", "=")
    if taken_from(before)[0] or not typed:
        return
    counted = battle_handicaps.counted(battle)
    usual = [Handicap(gives=side, points=n) for side in battle.side_ids for n in (1, 2)]
    for given in dict.fromkeys([*([counted] if counted is not None else []), *usual]):
        if text_of(given).startswith(typed):
            yield f"{before.strip()} {text_of(given)}".strip(), given
