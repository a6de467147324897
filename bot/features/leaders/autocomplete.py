"""Autocompletion for commands of leaders, dice, turns, volleys and standing orders. At most 25."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from bot.core.order_rules import legal_orders
from bot.core.requests.actor import Actor
from bot.features.leaders import facing_menu, standing_orders
from bot.features.leaders import options as leaders_options
from bot.features.leaders import panel as leaders_panel
from bot.i18n.names import Names
from bot.ui import facings, units
from bot.ui.autocomplete import LONGEST, matching_choices
from bot.ui.page import MOST_CHOICES, Choice
from engine.commands import Face, Form, Lead, Share
from engine.errors import Refused
from engine.rules.standing_answers import ANY

APART = re.compile(r"[\s,;]+")


def led(names: Names, actor: Actor, chief: str, text: str) -> list[Choice]:
    """How a list of units for a leader can go on: with those they may command together with them."""
    game, side = names.game, names.game.side_for(actor.user)
    leader = _unit(names, chief)
    if not side or not leader:
        return []

    def fits(so_far: Sequence[str]) -> list[str]:
        able = leaders_options.reach(game, side, leader).able
        more = (id_ for id_ in able if id_ not in so_far)
        return [
            id_ for id_ in more
            if legal_orders.barred(
                game, side, Lead(chief=leader, units=(*so_far, id_), dice=len(so_far) + 1)
            ) is None
        ]  # fmt: skip

    return _list(names, text, fits)


def shooters(names: Names, actor: Actor, target: str, text: str) -> list[Choice]:
    """How a list of those who fire at a target can go on."""
    game, side = names.game, names.game.side_for(actor.user)
    aim = _unit(names, target)
    if not side or not aim:
        return []
    able, together = leaders_options.shooters(game, side, aim), leaders_panel.volleys(names)
    return _list(
        names, text, lambda so_far: [s for s in able if s not in so_far] if together or not so_far else []
    )


def _list(names: Names, text: str, fits: Callable[[Sequence[str]], list[str]]) -> list[Choice]:
    """Lists that go on with one more, or with what has been begun; first the list as it stands."""
    words = [word for word in APART.split(text.strip()) if word]
    begun = words.pop() if words and not text[-1:].isspace() and words[-1] not in _known(names) else ""
    lists = [[*words, name] for name in fits(words) if name.casefold().startswith(begun.casefold())]
    if words and not begun:
        lists.insert(0, words)
    pairs = [(" ".join(one), " ".join(map(_called(names), one))) for one in lists]
    return [Choice(label=label[:LONGEST], value=value) for value, label in pairs if len(value) <= LONGEST][
        :MOST_CHOICES
    ]


def _known(names: Names) -> frozenset[str]:
    ids = names.game.state.units
    return frozenset(ids) | {f"{id_}/{base}" for id_, unit in ids.items() for base in unit.facing}


def _called(names: Names) -> Callable[[str], str]:
    """A unit, or a base of one, in a list: its name with what is typed."""

    def called(name: str) -> str:
        unit, _, base = name.partition("/")
        base_name = names.words.get(f"base.{base}", base)
        return f"{names.unit(unit)} ({name})" if not base else f"{names.unit(unit)}, {base_name} ({name})"

    return called


def shares(names: Names, actor: Actor, text: str) -> list[Choice]:
    """The best ways to share dice out, as they are typed."""
    game, side = names.game, names.game.side_for(actor.user)
    if not side or not leaders_panel.sharing(names) or side not in game.owing:
        return []
    choices = [
        Choice(
            label=leaders_panel.share(names, order),
            value=", ".join(
                f"{unit} {' '.join(map(str, dice))}" for unit, dice in order.given.items() if dice
            ),
        )
        for order in leaders_options.dice_allocations(game, side)
    ]
    return matching_choices(choices, text)


def _shared(order: Share) -> str:
    """A way to share dice, as it is typed."""
    return ", ".join(f"{unit} {' '.join(map(str, dice))}" for unit, dice in order.given.items() if dice)


def facing_choices(names: Names, actor: Actor, unit: str, formation: str, text: str) -> list[Choice]:
    """The ways a unit can turn to, or look in a formation, as they are typed."""
    side, mine = names.game.side_for(actor.user), _unit(names, unit)
    if not side or not mine or names.game.state.units[mine].side != side:
        return []
    choices = []
    for order in facing_menu.every(names, side, mine):
        if not formation and isinstance(order, Face):
            flat = names.game.state.marked(mine, "square")
        elif formation and isinstance(order, Form) and order.formation == formation:
            flat = formation == "square"
        else:
            continue
        choices.append(Choice(label=facing_menu.label(names, order), value=_typed(names, order, flat=flat)))
    return matching_choices(choices, text)


def _typed(names: Names, order: Face | Form, *, flat: bool) -> str:
    """A facing as it is typed: one way, or base by base."""
    ways = {base: facings.way(names, n, flat=flat) for base, n in order.facing.items()}
    if isinstance(order, Form) or len(set(ways.values())) == 1:
        return next(iter(ways.values()), "")
    return " ".join(f"{base} {way}" for base, way in ways.items())


def aims(names: Names, actor: Actor, text: str) -> list[Choice]:
    """The enemies that can be fired at now."""
    side = names.game.side_for(actor.user)
    targets = leaders_options.aims(names.game, side) if side and leaders_panel.fires(names) else ()
    counters = (names.game.state.units[id_] for id_ in targets)
    return matching_choices(
        (
            Choice(label=f"{names.full(u.id)} · {u.hex} · {units.strength(names, u)}", value=u.id)
            for u in counters
        ),
        text,
    )


def questions(names: Names, actor: Actor, text: str) -> list[Choice]:
    """The questions that can be answered beforehand, those that are first."""
    mine = names.game.state.standing.get(names.game.side_for(actor.user), {})
    kinds = sorted(names.game.system.standing_answers, key=lambda kind: kind not in mine)
    return matching_choices(
        (Choice(label=_question(names, k, mine.get(k, "")), value=k) for k in kinds), text
    )


def _question(names: Names, kind: str, answer: str) -> str:
    text = standing_orders.question(names, kind)
    return f"{text} → {standing_orders.answer_text(names, kind, answer)}" if answer else text


def answers(names: Names, actor: Actor, kind: str, text: str) -> list[Choice]:
    """The answers to a question, and that which takes a standing order back."""
    known = [a for a in names.game.system.standing_answers.get(kind.strip(), ()) if a != ANY]
    choices = [
        Choice(label=standing_orders.answer_text(names, kind.strip(), answer), value=answer)
        for answer in known
    ]
    choices.append(Choice(label=names.words("button.standing_back"), value="-"))
    return matching_choices(choices, text)


def _unit(names: Names, text: str) -> str:
    """The id of the unit that a text means, or ""."""
    try:
        return names.game.unit_named(text).id
    except Refused:
        return ""
