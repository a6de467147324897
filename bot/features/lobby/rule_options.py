"""Switches of the rulings and optional rules, as `/game new` sets them: "line_of_sight=yes". Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache

import scenarios
from engine import scenario_builder
from engine.errors import BadScenario, NotOnTable
from engine.scenario import Scenario

YES, NO = ("yes", "on", "true", "oui", "1"), ("no", "off", "false", "non", "0")
LONGEST = 600
_PAIR = re.compile(r"([^\s=:]+)\s*[=:]\s*([^\s,;=:]+)")


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleOption:
    """An option of a rulebook: the rule it belongs to, its values, the usual one first, what they mean."""

    name: str
    rule: str
    values: tuple[str, ...]
    text: Mapping[str, str]


@cache
def rule_options(system: str) -> Mapping[str, RuleOption]:
    """What can be set before a game, by name."""
    return {
        str(name): RuleOption(
            name=str(name),
            rule=str(option["rule"]),
            values=tuple(dict.fromkeys((str(option["default"]), *map(str, option["values"])))),
            text={key: str(option[key]) for key in ("en", "fr") if key in option},
        )
        for name, option in scenarios.rulebook(system).get("options", {}).items()
    }


def read(text: str, system: str) -> dict[str, str]:
    """The options a text sets. Raises NotOnTable: options_unreadable, no_such_switch, no_such_value."""
    options: dict[str, str] = {}
    rest = _PAIR.sub(lambda pair: _keep(options, system, pair[1], pair[2]), text[:LONGEST])
    if word := re.sub(r"[\s,;]+", " ", rest).strip():
        known = rule_options(system)
        near = _near(word.split()[0], known)
        raise NotOnTable("", "options_unreadable", option=word[:60], near=near)
    return options


def _keep(options: dict[str, str], system: str, name: str, value: str) -> str:
    known, name = rule_options(system), name.strip(",;").casefold().replace("-", "_")
    if name not in known:
        raise NotOnTable("", "no_such_switch", option=name[:60], near=_near(name, known), known=tuple(known))
    switch = known[name]
    value = _value(value.casefold(), switch.values)
    if value not in switch.values:
        near = tuple(get_close_matches(value, switch.values, n=1))
        raise NotOnTable(
            switch.rule, "no_such_value", switch=name, option=value[:60], near=near, known=switch.values
        )
    options[name] = value
    return " "


def _value(value: str, values: Iterable[str]) -> str:
    if "yes" in values:
        return "yes" if value in YES else "no" if value in NO else value
    return value


def _near(name: str, known: Iterable[str]) -> tuple[str, ...]:
    """Names that may have been meant: those that hold it, then those spelt alike."""
    name = name.casefold()
    holding = [
        k for k in known if len(name) > 2 and (name in k or name.replace("_", "") in k.replace("_", ""))
    ]
    return tuple(dict.fromkeys([*holding, *get_close_matches(name, list(known), n=3, cutoff=0.5)]))[:3]


def apply(battle: Scenario, chosen: Mapping[str, str]) -> Scenario:
    """The battle with these options printed into it. Raises NotOnTable when the battle does not bear them."""
    if not chosen:
        return battle
    printed = dict(battle.printed)
    printed["options"] = {**printed.get("options", {}), **chosen}
    try:
        changed = scenario_builder.build(printed)
    except BadScenario as error:
        raise NotOnTable("", "option_does_not_fit", option=" ".join(chosen), why=error.what) from error
    try:
        return scenarios.checked(changed, printed)
    except BadScenario as error:
        known = rule_options(battle.system)
        rule = next((known[name].rule for name in chosen if name in known), "")
        raise NotOnTable(rule, "option_gives_away", option=" ".join(chosen)) from error


def unusual(scenario: Scenario) -> tuple[tuple[RuleOption, str], ...]:
    """The options of a battle that are not set as usual, and how they are set."""
    chosen = ((switch, scenario.option(switch.name)) for switch in rule_options(scenario.system).values())
    return tuple((switch, value) for switch, value in chosen if value not in ("", switch.values[0]))


def chosen_of(battle: Scenario, options: Mapping[str, str]) -> str:
    """The text that sets these options of a battle."""
    known = rule_options(battle.system)
    return " ".join(
        f"{name}={options[name]}" for name in known if options.get(name, "") not in ("", battle.option(name))
    )


def completions(text: str, system: str) -> list[tuple[str, RuleOption, str]]:
    """How a text that is being typed can go on: the whole text then, the switch, its value."""
    before, _, begun = text.rpartition(" ")
    used = {pair[1].casefold() for pair in _PAIR.finditer(before)}
    lead = f"{before.strip()} " if before.strip() else ""
    typed = begun.casefold().replace(":", "=")
    every = [
        (f"{s.name}={v}", s, v) for s in rule_options(system).values() if s.name not in used for v in s.values
    ]
    first = [x for x in every if x[0].startswith(typed)]
    rest = [x for x in every if typed in x[0] and x not in first]
    return [(lead + pair, switch, value) for pair, switch, value in (*first, *rest)]
