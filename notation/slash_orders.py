"""Orders typed into the options of a slash command, read into commands.

Each function takes what the order is read against and the texts of the options. None judges a rule. All raise
NotOnTable for a unit, hex or word that is not there.
"""

from __future__ import annotations

import re

from engine.commands import (
    Activate,
    Attack,
    Bombard,
    Charge,
    Command,
    Done,
    Face,
    Form,
    Lead,
    Place,
    Rally,
    Unplace,
    Volley,
    Write,
)
from engine.errors import NotOnTable
from engine.state import Unit
from notation import leader_orders, order_text, secret_orders
from notation.order_words import LONGEST, OrderContext, read_path, read_unit, words_of


def unit_named(context: OrderContext, text: str) -> Unit:
    """The unit meant: by id, by name, or by the hex it alone stands on."""
    return read_unit(text.strip()[:LONGEST], context.state, context.scenario)


def move(context: OrderContext, unit: str, path: str) -> Command:
    """A move along directions or hexes, or to a destination by the cheapest path."""
    mover = unit_named(context, unit)
    destination = context.scenario.grid.parse(path.strip().lstrip("->=→ "))
    words = ["->", destination] if destination is not None else words_of(path[:LONGEST])
    return order_text.move(context, mover, words)


def step_back(context: OrderContext) -> Command:
    """The last step of the selected unit, taken back if the rulebook allows it."""
    return order_text.step_back(context)


def attack(context: OrderContext, unit: str, target: str) -> Command:
    """An attack by one unit on another."""
    return Attack(unit=unit_named(context, unit).id, target=unit_named(context, target).id)


def bombard(context: OrderContext, unit: str, target: str) -> Command:
    """A bombardment by one unit of another."""
    return Bombard(unit=unit_named(context, unit).id, target=unit_named(context, target).id)


def charge(context: OrderContext, unit: str, target: str) -> Command:
    """A charge by one unit at another."""
    return Charge(unit=unit_named(context, unit).id, target=unit_named(context, target).id)


def place(context: OrderContext, unit: str, hex_: str) -> Command:
    """A unit placed on a hex during set-up."""
    own = unit_named(context, unit)
    path = read_path(hex_[:LONGEST], context.scenario, own)
    if len(path) != 1:
        raise NotOnTable("", "one_hex_only", order="place", unit=own.id)
    return Place(unit=own.id, hex=path[0])


def unplace(context: OrderContext, unit: str) -> Command:
    """A unit taken off the map again during set-up."""
    return Unplace(unit=unit_named(context, unit).id)


def rally(context: OrderContext) -> Command:
    """The rally phase."""
    return Rally()


def done(context: OrderContext) -> Command:
    """The end of the phase."""
    return Done()


def activate(context: OrderContext, chief: str) -> Command:
    """A leader activated."""
    return Activate(chief=unit_named(context, chief).id)


def lead(context: OrderContext, chief: str, units: str, dice: int) -> Command:
    """A leader's command over units, with so many dice (0: as many as possible)."""
    ids = tuple(unit_named(context, name).id for name in _names(units))
    return Lead(chief=unit_named(context, chief).id, units=ids, dice=dice)


def share(context: OrderContext, dice: str) -> Command:
    """The dice of a command shared out: "c1 7 3, c2 5"."""
    return leader_orders.share(context, leader_orders.words_apart([dice[:LONGEST]]))


def face(context: OrderContext, unit: str, facing: str) -> Command:
    """A unit turned in place. Where the rulebook has no facing, the referee refuses it."""
    own = unit_named(context, unit)
    if not leader_orders.is_order_of(context, Face):
        return Face(unit=own.id, facing={})
    return leader_orders.face(context, own, leader_orders.words_apart([facing[:LONGEST]]))


def form(context: OrderContext, unit: str, formation: str, facing: str) -> Command:
    """A unit's formation changed."""
    own = unit_named(context, unit)
    if not leader_orders.is_order_of(context, Form):
        return Form(unit=own.id, formation=formation, facing={})
    return leader_orders.form(context, own, leader_orders.words_apart([formation, facing[:LONGEST]]))


def fire(context: OrderContext, target: str, units: str) -> Command:
    """Fire at one enemy: by units together, or by one gun where the rulebook has no joint fire."""
    if leader_orders.is_order_of(context, Volley) or not leader_orders.is_order_of(context, Bombard):
        return volley(context, target, units)
    if not units.strip():
        raise NotOnTable("", "no_shooter", target=unit_named(context, target).id)
    return bombard(context, units, target)


def volley(context: OrderContext, target: str, units: str) -> Command:
    """Fire at one enemy by units, or by bases of them ("c1/left")."""
    parts = (name.partition("/") for name in _names(units))
    shooters = tuple(f"{unit_named(context, unit).id}{slash}{base}" for unit, slash, base in parts)
    return Volley(target=unit_named(context, target).id, shooters=shooters)


def secret(
    context: OrderContext, unit: str, order: str, target: str, facing: str, path: str, reach: str
) -> Command:
    """A secret order, its words as they were typed."""
    if context.system.secret_orders is None:
        raise NotOnTable("", "no_secret_orders")
    own = unit_named(context, unit)
    length, kind = secret_orders.order_named(words_of(order[:LONGEST]))
    words = words_of(order[:LONGEST])[length:]
    if target.strip():
        words.append(unit_named(context, target).id)
    words += words_of(facing[:LONGEST])
    if path.strip():
        words += ["via", *words_of(path[:LONGEST])]
    if reach.strip():
        words += ["range", *words_of(reach[:LONGEST])]
    if not kind:
        raise NotOnTable("", "unknown_order", order=" ".join(words), near=context.verbs)
    return Write(unit=own.id, order=secret_orders.written(context, own, kind, words))


def _names(text: str) -> list[str]:
    """The units of a list: between commas where there are any, else between spaces."""
    names = re.split(r"[,;]", text[:LONGEST]) if re.search("[,;]", text) else text[:LONGEST].split()
    return [name.strip() for name in names if name.strip()]
