"""Autocompletion for secret orders: units, orders, paths, targets. Only what the player may know."""

from __future__ import annotations

from collections.abc import Mapping

from bot.core.order_rules import unit_control
from bot.core.requests.actor import Actor
from bot.features.secret_orders import order_builder
from bot.i18n.names import Names
from bot.reports import written_orders
from bot.ui import units as ui_units
from bot.ui.autocomplete import LONGEST, matching_choices
from bot.ui.page import MOST_CHOICES, Choice
from engine.errors import Refused
from engine.state import Unit
from notation.order_text import read_path


def units(names: Names, actor: Actor) -> list[Choice]:
    """The units of the asker's side that can be given an order, those without one first."""
    game = names.game
    side = game.side_for(actor.user)
    if not side or not order_builder.possible(game):
        return []
    waiting, have = order_builder.waiting(game, side), order_builder.written(game, side)
    able = [
        u for u in order_builder.led(game, side) if u.id in waiting or order_builder.open_cards(game, u.id)
    ]
    return [_unit(names, u, have.get(u.id)) for u in sorted(able, key=lambda u: u.id not in waiting)]


def _unit(names: Names, unit: Unit, have: Mapping[str, str] | None) -> Choice:
    label = f"{names.full(unit.id)} · {unit.hex} · {ui_units.strength(names, unit)}"
    return Choice(label=f"{label} · {written_orders.order(names, have)}" if have else label, value=unit.id)


def words(names: Names, actor: Actor, field: str, typed: Mapping[str, str]) -> list[Choice]:
    """One word of an order, given the others that were typed."""
    game = names.game
    side = game.side_for(actor.user)
    if not side or not order_builder.possible(game):
        return []
    try:
        unit = game.unit_named(typed["unit"])
    except Refused:
        return []
    if unit.side != side or unit.hex is None or not unit_control.may_order(game, unit.id):
        return []
    return _WORDS[field](names, unit, typed)


def _orders(names: Names, unit: Unit, typed: Mapping[str, str]) -> list[Choice]:
    able = order_builder.open_cards(names.game, unit.id)
    options = [(c.order, written_orders.kind(names, c.order), c.needs) for c in able]
    asks = {o: ", ".join(names.words.get(f"sheet.need.{n}", n) for n in needs) for o, _, needs in options}
    every = (Choice(label=f"{name}: {asks[o]}" if asks[o] else name, value=o) for o, name, _ in options)
    return matching_choices(every, typed["order"])


def _chosen(names: Names, unit: Unit, typed: Mapping[str, str]) -> dict[str, str]:
    """The order that was typed, as its words; none when it is no order of the unit's card."""
    word = typed["order"].strip().casefold()
    names_ = {
        c.order: written_orders.kind(names, c.order).casefold()
        for c in order_builder.open_cards(names.game, unit.id)
    }
    match = next((order for order, name in names_.items() if word in (order, name)), "")
    return {"order": match} if match else {}


def _paths(names: Names, unit: Unit, typed: Mapping[str, str]) -> list[Choice]:
    """The path so far, where it is enough, and every hex by which it can go on."""
    text, fields = " ".join(typed["path"].split()), _chosen(names, unit, typed)
    begun, _, last = text.rpartition(" ")
    for done, rest in ((text, ""), (begun, last)) if fields else ():
        try:
            path = read_path(done, names.game.scenario, unit) if done else ()
        except Refused:
            continue
        words = {**fields, "path": " ".join(path)} if path else fields
        if not order_builder.walkable(names.game, unit.id, words):
            continue
        more = _longer(names, unit, words, rest)
        paths = [*([done] if path and not rest else []), *(f"{done} {h}".strip() for h in more)]
        if paths:
            return [Choice(label=p, value=p) for p in paths if len(p) <= LONGEST][:MOST_CHOICES]
    return []


def _longer(names: Names, unit: Unit, fields: Mapping[str, str], begun: str) -> list[str]:
    """The next hexes of a path whose label or direction begins with what was typed."""
    near = names.game.scenario.grid.neighbours(order_builder.tip(names.game, unit.id, fields))
    ways = {h: way for way, h in near.items()}
    offers = order_builder.steps(names.game, unit.id, fields)
    return [h for h, offer in offers.items() if offer.refusal is None and _fits(begun, h, ways.get(h, ""))]


def _fits(text: str, hex_: str, way: str) -> bool:
    return hex_.startswith(text) or way.casefold().startswith(text.casefold())


def _targets(names: Names, unit: Unit, typed: Mapping[str, str]) -> list[Choice]:
    fields = _chosen(names, unit, typed)
    ids = order_builder.targets(names.game, unit.id, fields) if fields else ()
    return matching_choices(
        (_target(names, unit, names.game.state.units[id_]) for id_ in ids), typed["target"]
    )


def _target(names: Names, unit: Unit, other: Unit) -> Choice:
    away = names.game.scenario.grid.distance(unit.place, other.place) if unit.hex and other.hex else 0
    about = names.words("sheet.target_about", away=away, symbol=ui_units.symbol(names, other))
    return Choice(label=f"{names.full(other.id)} · {other.hex} · {about}", value=other.id)


def _facings(names: Names, unit: Unit, typed: Mapping[str, str]) -> list[Choice]:
    return matching_choices(
        (Choice(label=w, value=w) for w in names.game.scenario.grid.directions), typed["facing"]
    )


def _ranges(names: Names, unit: Unit, typed: Mapping[str, str]) -> list[Choice]:
    every = (Choice(label=names.words("sheet.range", n=n), value=str(n)) for n in range(1, unit["range"] + 1))
    return matching_choices(every, typed["range"])


_WORDS = {"order": _orders, "path": _paths, "target": _targets, "facing": _facings, "range": _ranges}
