"""Parts of the leader panel: units in reach, number of dice, shares of the dice."""

from __future__ import annotations

from collections.abc import Sequence

from bot.core.order_rules import legal_orders
from bot.features.leaders import options as leaders_options
from bot.i18n.names import Names
from bot.ui import refusals, units
from bot.ui.menus import Row, paged
from bot.ui.page import LONGEST_LABEL, MOST_CHOICES, Button, Choice, Embed, Menu, button_id, menu_id
from engine.commands import Activate, Bombard, Lead, Share, Volley
from engine.events import Noted
from engine.ledger import ForcedDice, OutOfDice
from engine.referee import play

LONGEST_LINE = 100
MOST_BUTTONS = 4
IN_A_ROW = 5


def possible(names: Names) -> bool:
    """Whether this is the time for leaders to command."""
    return leaders_options.takes(names.game, Lead) or leaders_options.takes(names.game, Activate)


def volleys(names: Names) -> bool:
    """Whether units fire together now."""
    return leaders_options.takes(names.game, Volley)


def fires(names: Names) -> bool:
    """Whether units fire now, together or one by one."""
    return volleys(names) or leaders_options.takes(names.game, Bombard)


def sharing(names: Names) -> bool:
    """Whether dice are to be shared out."""
    return leaders_options.takes(names.game, Share)


def text(names: Names, chief: str) -> str:
    """What is to be chosen: a leader, then whom they command and with how many dice."""
    words = names.words
    if not chief:
        return words("leading.choose")
    return words(
        "leading.whom" if leaders_options.takes(names.game, Lead) else "leading.activate",
        chief=names.bold(chief),
    )


def parts(names: Names, side: str, chief: str, picked: Sequence[str]) -> tuple[list[Row], tuple[Embed, ...]]:
    """The menu of whom the leader reaches and a button a number of dice; why those that were chosen cannot be
    commanded together, or why no one can be commanded."""
    if not _leads(names, side, chief):
        return [], ()
    reach = leaders_options.reach(names.game, side, chief)
    rows: list[Row] = [_menu(names, reach, picked)] if reach.able else []
    notes = () if reach.able else _barred(names, reach)
    chosen = tuple(id_ for id_ in picked if id_ in names.game.state.units)
    dice = leaders_options.numbers(names.game, side, chief, chosen) if chosen else ()
    if chosen and not dice:
        return rows, (_refused(names, side, chief, chosen), *notes)
    return [*rows, *_dice(names, chief, chosen, dice)] if dice else rows, notes


def _leads(names: Names, side: str, chief: str) -> bool:
    """Whether that unit can command others now."""
    commands = legal_orders.commands(names.game, side, chief)
    return leaders_options.takes(names.game, Lead) and any(isinstance(c, (Activate, Lead)) for c in commands)


def presses(names: Names, side: str, chief: str) -> tuple[Button, ...]:
    """The button that activates a leader, so that they may move before they command."""
    game = names.game
    if not any(isinstance(c, Activate) for c in legal_orders.commands(game, side, chief) if chief):
        return ()
    id_ = button_id(game.record.id, game.stamp, "activate", chief)
    return (Button(label=names.words("button.activate", chief=names.unit(chief))[:LONGEST_LABEL], id=id_),)


def _menu(names: Names, reach: leaders_options.CommandReach, picked: Sequence[str]) -> Menu:
    """Several units, as many as they have dice."""
    game, choices = names.game, []
    for id_ in reach.able[:MOST_CHOICES]:
        unit = game.state.units[id_]
        away = game.scenario.grid.distance(game.state.units[reach.chief].place, unit.place)
        label = names.words("leading.unit", name=names.full(id_), hex=unit.hex, away=away)
        about = f"{units.symbol(names, unit)} · {units.strength(names, unit)}"
        choices.append(
            Choice(label=label[:LONGEST_LINE], value=id_, about=about[:LONGEST_LINE], chosen=id_ in picked)
        )
    return Menu(
        id=menu_id(game.record.id, game.stamp, "muster", reach.chief),
        hint=names.words("leading.menu", n=min(reach.most, len(choices))),
        choices=tuple(choices),
        most=reach.most,
    )


def _dice(names: Names, chief: str, chosen: Sequence[str], dice: Sequence[int]) -> list[Row]:
    """One button a number of dice; the most first, as most players want it."""
    game, sides = names.game, names.game.state.units[chief]["die"]
    packed = leaders_options.pack(game, chosen)
    buttons = tuple(
        Button(
            label=names.words("button.lead", n=n, sides=sides),
            id=button_id(game.record.id, game.stamp, "lead", chief, n, packed),
            style="danger" if n == max(dice) else "secondary",
        )
        for n in sorted(dice, reverse=True)[:IN_A_ROW]
    )
    return [buttons]


def _refused(names: Names, side: str, chief: str, chosen: Sequence[str]) -> Embed:
    """Why these units cannot be commanded together."""
    order = Lead(chief=chief, units=tuple(chosen), dice=len(chosen))
    refused = legal_orders.barred(names.game, side, order)
    reason = refusals.brief(names.words, refused, names) if refused is not None else ""
    return Embed(text=reason, tone="refusal")


def _barred(names: Names, reach: leaders_options.CommandReach) -> tuple[Embed, ...]:
    """Who cannot be commanded, those with the same reason together."""
    words, why = names.words, dict[str, list[str]]()
    for unit, refused in reach.barred.items():
        key = f"leading.reason.{refused.reason}"
        explanation = words.get(key, "") or refusals.reason(words, refused, names)
        reason = explanation
        if refused.rule:
            reason = words("step_panel.reason", reason=explanation, rule=refused.rule)
        why.setdefault(reason, []).append(unit)
    lines = [words("leading.barred", units=names.units(ids), reason=reason) for reason, ids in why.items()]
    return (Embed(title=words("leading.others"), text="\n".join(lines)),) if lines else ()


# --- the dice shared out --------------------------------------------------------------------------


def pool(names: Names) -> str:
    """The dice that lie there to be shared, and how to share them by hand."""
    dice = names.game.state.pools.get("command", ())
    return names.words("leading.share", dice=" ".join(map(str, dice)) or "–")


def sharing_rows(names: Names, side: str) -> list[Row]:
    """The best ways to share them: buttons, or a menu where there are many."""
    game, allocations = names.game, leaders_options.dice_allocations(names.game, side)
    if len(allocations) > MOST_BUTTONS:
        choices = [
            Choice(label=_with_outcome(names, side, s)[:LONGEST_LINE], value=str(n))
            for n, s in enumerate(allocations)
        ]
        return paged(names, choices, 0, ("share", ()), None, ("choose_share", "choose_share"))
    buttons = [
        Button(
            label=_with_outcome(names, side, s)[:LONGEST_LABEL],
            id=button_id(game.record.id, game.stamp, "share", n),
            style="primary" if n == 0 else "secondary",
        )
        for n, s in enumerate(allocations)
    ]
    return [tuple(buttons)] if buttons else []


def share(names: Names, order: Share) -> str:
    """A way to share dice in words: who is given which."""
    parts = [
        names.words("leading.given", unit=names.unit(unit), dice=" ".join(map(str, dice)) or "–")
        for unit, dice in order.given.items()
    ]
    return " · ".join(parts)


def _with_outcome(names: Names, side: str, order: Share) -> str:
    """The same, after what comes of it: of a long label the end is cut."""
    outcome, allocation = _outcome(names, side, order), share(names, order)
    return names.words("leading.way", outcome=outcome, given=allocation) if outcome else allocation


def _outcome(names: Names, side: str, order: Share) -> str:
    """Whom it activates, as the referee says."""
    game = names.game
    visible = game.system.as_seen_by(game.scenario, game.state, side)
    try:
        events = play(game.system, game.scenario, visible, side, order, ForcedDice(()))
    except OutOfDice:
        return ""
    notes = [e for e in events if isinstance(e, Noted)]
    moved = [str(e.facts["unit"]) for e in notes if e.kind == "activated"]
    stay = [str(e.facts["unit"]) for e in notes if e.kind == "not_activated"]
    if not stay:
        return names.words("leading.activates_all")
    if not moved:
        return names.words("leading.activates_none")
    few = len(stay) < len(moved)
    key = "leading.activates_but" if few else "leading.activates"
    return names.words(key, units=names.units(stay if few else moved))[:LONGEST_LINE]
