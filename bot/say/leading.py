"""The parts of a panel by which a leader commands: whom he reaches, how many dice; the dice shared out."""

from __future__ import annotations

from collections.abc import Sequence

from bot import leads, offers
from bot.page import LONGEST_LABEL, MOST_CHOICES, Choice, Menu, Note, Press, menu_id, press_id
from bot.say import refusals, units
from bot.say.menus import Row, paged
from bot.say.names import Names
from engine.commands import Activate, Lead, Share, Volley
from engine.events import Noted
from engine.ledger import ForcedDice, OutOfDice
from engine.referee import play

LONGEST_LINE = 100
MOST_BUTTONS = 4
IN_A_ROW = 5


def possible(names: Names) -> bool:
    """Whether this is the time for leaders to command."""
    return leads.takes(names.table, Lead) or leads.takes(names.table, Activate)


def volleys(names: Names) -> bool:
    """Whether units fire together now."""
    return leads.takes(names.table, Volley)


def sharing(names: Names) -> bool:
    """Whether dice are to be shared out."""
    return leads.takes(names.table, Share)


def text(names: Names, chief: str) -> str:
    """What is to be chosen: a leader, then whom he commands and with how many dice."""
    words = names.words
    if not chief:
        return words("leading.choose")
    return words(
        "leading.whom" if leads.takes(names.table, Lead) else "leading.activate", chief=names.bold(chief)
    )


def parts(names: Names, side: str, chief: str, picked: Sequence[str]) -> tuple[list[Row], tuple[Note, ...]]:
    """The menu of whom the leader reaches and a button a number of dice; why those that were chosen cannot be
    commanded together; who else is out of his reach, and why."""
    if not _leads(names, side, chief):
        return [], ()
    found = leads.reach(names.table, side, chief)
    made: list[Row] = [_menu(names, found, picked)] if found.able else []
    notes = _barred(names, found)
    chosen = tuple(id_ for id_ in picked if id_ in names.table.state.units)
    dice = leads.numbers(names.table, side, chief, chosen) if chosen else ()
    if chosen and not dice:
        return made, (_refused(names, side, chief, chosen), *notes)
    return [*made, *_dice(names, chief, chosen, dice)] if dice else made, notes


def _leads(names: Names, side: str, chief: str) -> bool:
    """Whether that unit can command others now."""
    found = offers.commands(names.table, side, chief)
    return leads.takes(names.table, Lead) and any(isinstance(c, (Activate, Lead)) for c in found)


def presses(names: Names, side: str, chief: str) -> tuple[Press, ...]:
    """The button that activates a leader, so that he may move before he commands."""
    table = names.table
    if not any(isinstance(c, Activate) for c in offers.commands(table, side, chief) if chief):
        return ()
    id_ = press_id(table.game.id, table.stamp, "activate", chief)
    return (Press(label=names.words("button.activate", chief=names.unit(chief))[:LONGEST_LABEL], id=id_),)


def _menu(names: Names, found: leads.Reach, picked: Sequence[str]) -> Menu:
    """Several units, as many as he has dice."""
    table, choices = names.table, []
    for id_ in found.able[:MOST_CHOICES]:
        unit = table.state.units[id_]
        away = table.scenario.grid.distance(table.state.units[found.chief].place, unit.place)
        label = names.words("leading.unit", name=names.unit(id_), hex=unit.hex, away=away)
        about = f"{units.symbol(names, unit)} · {units.strength(names, unit)}"
        choices.append(
            Choice(label=label[:LONGEST_LINE], value=id_, about=about[:LONGEST_LINE], chosen=id_ in picked)
        )
    return Menu(
        id=menu_id(table.game.id, table.stamp, "muster", found.chief),
        hint=names.words("leading.menu", n=min(found.most, len(choices))),
        choices=tuple(choices),
        most=found.most,
    )


def _dice(names: Names, chief: str, chosen: Sequence[str], dice: Sequence[int]) -> list[Row]:
    """One button a number of dice; the most first, as most players want it."""
    table, sides = names.table, names.table.state.units[chief]["die"]
    packed = leads.pack(table, chosen)
    made = tuple(
        Press(
            label=names.words("button.lead", n=n, sides=sides),
            id=press_id(table.game.id, table.stamp, "lead", chief, n, packed),
            style="danger" if n == max(dice) else "secondary",
        )
        for n in sorted(dice, reverse=True)[:IN_A_ROW]
    )
    return [made]


def _refused(names: Names, side: str, chief: str, chosen: Sequence[str]) -> Note:
    """Why these units cannot be commanded together."""
    order = Lead(chief=chief, units=tuple(chosen), dice=len(chosen))
    refused = offers.barred(names.table, side, order)
    told = refusals.brief(names.words, refused, names) if refused is not None else ""
    return Note(text=told, tone="refusal")


def _barred(names: Names, found: leads.Reach) -> tuple[Note, ...]:
    """Who cannot be commanded, those with the same reason together."""
    words, why = names.words, dict[str, list[str]]()
    for unit, refused in found.barred.items():
        key = f"leading.reason.{refused.reason}"
        told = words.get(key, "") or refusals.reason(words, refused, names)
        reason = words("rose.reason", reason=told, rule=refused.rule) if refused.rule else told
        why.setdefault(reason, []).append(unit)
    lines = [words("leading.barred", units=names.units(ids), reason=reason) for reason, ids in why.items()]
    return (Note(title=words("leading.others"), text="\n".join(lines)),) if lines else ()


# --- the dice shared out --------------------------------------------------------------------------


def pool(names: Names) -> str:
    """The dice that lie there to be shared, and how to share them by hand."""
    dice = names.table.state.pools.get("command", ())
    return names.words("leading.share", dice=" ".join(map(str, dice)) or "–")


def given(names: Names, side: str) -> list[Row]:
    """The best ways to share them: buttons, or a menu where there are many."""
    table, found = names.table, leads.shares(names.table, side)
    if len(found) > MOST_BUTTONS:
        choices = [
            Choice(label=_with_outcome(names, side, s)[:LONGEST_LINE], value=str(n))
            for n, s in enumerate(found)
        ]
        return paged(names, choices, 0, ("share", ()), None, ("choose_share", "choose_share"))
    made = [
        Press(
            label=_with_outcome(names, side, s)[:LONGEST_LABEL],
            id=press_id(table.game.id, table.stamp, "share", n),
            style="primary" if n == 0 else "secondary",
        )
        for n, s in enumerate(found)
    ]
    return [tuple(made)] if made else []


def share(names: Names, order: Share) -> str:
    """A way to share dice in words: who is given which."""
    parts = [
        names.words("leading.given", unit=names.unit(unit), dice=" ".join(map(str, dice)) or "–")
        for unit, dice in order.given.items()
    ]
    return " · ".join(parts)


def _with_outcome(names: Names, side: str, order: Share) -> str:
    """The same, after what comes of it: of a long label the end is cut."""
    told, given = _outcome(names, side, order), share(names, order)
    return names.words("leading.way", outcome=told, given=given) if told else given


def _outcome(names: Names, side: str, order: Share) -> str:
    """Whom it activates, as the referee says."""
    table = names.table
    seen = table.system.seen(table.scenario, table.state, side)
    try:
        told = play(table.system, table.scenario, seen, side, order, ForcedDice(()))
    except OutOfDice:
        return ""
    notes = [e for e in told if isinstance(e, Noted)]
    moved = [str(e.facts["unit"]) for e in notes if e.kind == "activated"]
    stay = [str(e.facts["unit"]) for e in notes if e.kind == "not_activated"]
    if not stay:
        return names.words("leading.activates_all")
    if not moved:
        return names.words("leading.activates_none")
    few = len(stay) < len(moved)
    key = "leading.activates_but" if few else "leading.activates"
    return names.words(key, units=names.units(stay if few else moved))[:LONGEST_LINE]
