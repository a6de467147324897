"""What can be typed next of a command, a sharing of dice, a turn, a volley, a standing order. At most 25."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from bot import leads, offers, typed
from bot.desk import By
from bot.fitting import LONGEST, fitting
from bot.page import MOST_CHOICES, Choice
from bot.say import leading, standing, turning, units
from bot.say.names import Names
from engine.commands import Face, Form, Lead, Share
from engine.errors import Refused
from engine.standing import ANY

APART = re.compile(r"[\s,;]+")


def led(names: Names, by: By, chief: str, text: str) -> list[Choice]:
    """How a list of units for a leader can go on: with those he may command together with them."""
    table, side = names.table, names.table.side_for(by.user)
    leader = _unit(names, chief)
    if not side or not leader:
        return []

    def fits(so_far: Sequence[str]) -> list[str]:
        able = leads.reach(table, side, leader).able
        more = (id_ for id_ in able if id_ not in so_far)
        return [
            id_ for id_ in more
            if offers.barred(
                table, side, Lead(chief=leader, units=(*so_far, id_), dice=len(so_far) + 1)
            ) is None
        ]  # fmt: skip

    return _list(names, text, fits)


def shooters(names: Names, by: By, target: str, text: str) -> list[Choice]:
    """How a list of those who fire at a target can go on."""
    table, side = names.table, names.table.side_for(by.user)
    aim = _unit(names, target)
    if not side or not aim:
        return []
    able = leads.shooters(table, side, aim)
    return _list(names, text, lambda so_far: [s for s in able if s not in so_far])


def _list(names: Names, text: str, fits: Callable[[Sequence[str]], list[str]]) -> list[Choice]:
    """Lists that go on with one more, or with what has been begun; first the list as it stands."""
    words = [word for word in APART.split(text.strip()) if word]
    begun = words.pop() if words and not text[-1:].isspace() and words[-1] not in _known(names) else ""
    lists = [[*words, name] for name in fits(words) if name.casefold().startswith(begun.casefold())]
    if words and not begun:
        lists.insert(0, words)
    found = [(" ".join(one), " ".join(map(_called(names), one))) for one in lists]
    return [Choice(label=label[:LONGEST], value=value) for value, label in found if len(value) <= LONGEST][
        :MOST_CHOICES
    ]


def _known(names: Names) -> frozenset[str]:
    ids = names.table.state.units
    return frozenset(ids) | {f"{id_}/{base}" for id_, unit in ids.items() for base in unit.facing}


def _called(names: Names) -> Callable[[str], str]:
    """A unit, or a base of one, in a list: its name with what is typed."""

    def called(name: str) -> str:
        unit, _, base = name.partition("/")
        told = names.words.get(f"base.{base}", base)
        return f"{names.unit(unit)} ({name})" if not base else f"{names.unit(unit)}, {told} ({name})"

    return called


def shares(names: Names, by: By, text: str) -> list[Choice]:
    """The best ways to share dice out, as they are typed."""
    table, side = names.table, names.table.side_for(by.user)
    if not side or not leading.sharing(names) or side not in table.owing:
        return []
    found = [
        Choice(
            label=leading.share(names, order),
            value=", ".join(
                f"{unit} {' '.join(map(str, dice))}" for unit, dice in order.given.items() if dice
            ),
        )
        for order in leads.shares(table, side)
    ]
    return fitting(found, text)


def _shared(order: Share) -> str:
    """A way to share dice, as it is typed."""
    return ", ".join(f"{unit} {' '.join(map(str, dice))}" for unit, dice in order.given.items() if dice)


def facings(names: Names, by: By, unit: str, formation: str, text: str) -> list[Choice]:
    """The ways a unit can turn to, or look in a formation, as they are typed."""
    side, mine = names.table.side_for(by.user), _unit(names, unit)
    if not side or not mine or names.table.state.units[mine].side != side:
        return []
    found = []
    for order in turning.every(names, side, mine):
        if not formation and isinstance(order, Face):
            flat = names.table.state.marked(mine, "square")
        elif formation and isinstance(order, Form) and order.formation == formation:
            flat = formation == "square"
        else:
            continue
        found.append(Choice(label=turning.label(names, order), value=_typed(names, order, flat=flat)))
    return fitting(found, text)


def _typed(names: Names, order: Face | Form, *, flat: bool) -> str:
    """A facing as it is typed: one way, or base by base."""
    ways = {base: turning.way(names, n, flat=flat) for base, n in order.facing.items()}
    if isinstance(order, Form) or len(set(ways.values())) == 1:
        return next(iter(ways.values()), "")
    return " ".join(f"{base} {way}" for base, way in ways.items())


def aims(names: Names, by: By, text: str) -> list[Choice]:
    """The enemies that somebody can fire at now."""
    side = names.table.side_for(by.user)
    found = leads.aims(names.table, side) if side and leading.volleys(names) else ()
    counters = (names.table.state.units[id_] for id_ in found)
    return fitting(
        (
            Choice(label=f"{names.unit(u.id)} ({u.id}) · {u.hex} · {units.strength(names, u)}", value=u.id)
            for u in counters
        ),
        text,
    )


def questions(names: Names, by: By, text: str) -> list[Choice]:
    """The questions that can be answered beforehand, those that are first."""
    mine = names.table.state.standing.get(names.table.side_for(by.user), {})
    kinds = sorted(names.table.system.standing, key=lambda kind: kind not in mine)
    return fitting((Choice(label=_question(names, k, mine.get(k, "")), value=k) for k in kinds), text)


def _question(names: Names, kind: str, answer: str) -> str:
    told = standing.question(names, kind)
    return f"{told} → {standing.said(names, kind, answer)}" if answer else told


def answers(names: Names, by: By, kind: str, text: str) -> list[Choice]:
    """The answers to a question, and that which takes a standing order back."""
    known = [a for a in names.table.system.standing.get(kind.strip(), ()) if a != ANY]
    found = [Choice(label=standing.said(names, kind.strip(), answer), value=answer) for answer in known]
    found.append(Choice(label=names.words("button.standing_back"), value="-"))
    return fitting(found, text)


def _unit(names: Names, text: str) -> str:
    """The id of the unit that a text means, or ""."""
    try:
        return typed.read_unit(names.table, text).id
    except Refused:
        return ""
