"""What can be typed next of a secret order: units, orders, paths, targets. Only what the asker may know."""

from __future__ import annotations

from collections.abc import Mapping

from bot import corps, planning, typed
from bot.desk import By
from bot.fitting import LONGEST, fitting
from bot.page import MOST_CHOICES, Choice
from bot.say import ordered
from bot.say import units as told
from bot.say.names import Names
from bot.script.orders import read_path
from engine.errors import Refused
from engine.state import Unit


def units(names: Names, by: By) -> list[Choice]:
    """The units of the asker's side that can be given an order, those without one first."""
    table = names.table
    side = table.side_for(by.user)
    if not side or not planning.possible(table):
        return []
    left, have = planning.waiting(table, side), planning.written(table, side)
    able = [u for u in planning.led(table, side) if u.id in left or planning.open_cards(table, u.id)]
    return [_unit(names, u, have.get(u.id)) for u in sorted(able, key=lambda u: u.id not in left)]


def _unit(names: Names, unit: Unit, have: Mapping[str, str] | None) -> Choice:
    label = f"{names.unit(unit.id)} ({unit.id}) · {unit.hex} · {told.strength(names, unit)}"
    return Choice(label=f"{label} · {ordered.order(names, have)}" if have else label, value=unit.id)


def words(names: Names, by: By, asked: str, given: Mapping[str, str]) -> list[Choice]:
    """One word of an order, given the others that were typed."""
    table = names.table
    side = table.side_for(by.user)
    if not side or not planning.possible(table):
        return []
    try:
        unit = typed.read_unit(table, given["unit"])
    except Refused:
        return []
    if unit.side != side or unit.hex is None or not corps.own(table, unit.id):
        return []
    return _WORDS[asked](names, unit, given)


def _orders(names: Names, unit: Unit, given: Mapping[str, str]) -> list[Choice]:
    able = planning.open_cards(names.table, unit.id)
    found = [(c.order, ordered.kind(names, c.order), c.needs) for c in able]
    asks = {o: ", ".join(names.words.get(f"sheet.need.{n}", n) for n in needs) for o, _, needs in found}
    every = (Choice(label=f"{name}: {asks[o]}" if asks[o] else name, value=o) for o, name, _ in found)
    return fitting(every, given["order"])


def _chosen(names: Names, unit: Unit, given: Mapping[str, str]) -> dict[str, str]:
    """The order that was typed, as its words; none when it is no order of the unit's card."""
    asked = given["order"].strip().casefold()
    names_ = {
        c.order: ordered.kind(names, c.order).casefold() for c in planning.open_cards(names.table, unit.id)
    }
    found = next((order for order, name in names_.items() if asked in (order, name)), "")
    return {"order": found} if found else {}


def _paths(names: Names, unit: Unit, given: Mapping[str, str]) -> list[Choice]:
    """The path so far, where it is enough, and every hex by which it can go on."""
    text, said = " ".join(given["path"].split()), _chosen(names, unit, given)
    begun, _, last = text.rpartition(" ")
    for done, rest in ((text, ""), (begun, last)) if said else ():
        try:
            path = read_path(done, names.table.scenario, unit) if done else ()
        except Refused:
            continue
        words = {**said, "path": " ".join(path)} if path else said
        if not planning.walkable(names.table, unit.id, words):
            continue
        more = _longer(names, unit, words, rest)
        found = [*([done] if path and not rest else []), *(f"{done} {h}".strip() for h in more)]
        if found:
            return [Choice(label=p, value=p) for p in found if len(p) <= LONGEST][:MOST_CHOICES]
    return []


def _longer(names: Names, unit: Unit, said: Mapping[str, str], begun: str) -> list[str]:
    """The next hexes of a path whose label or direction begins with what was typed."""
    near = names.table.scenario.grid.neighbours(planning.tip(names.table, unit.id, said))
    ways = {h: way for way, h in near.items()}
    offers = planning.steps(names.table, unit.id, said)
    return [h for h, offer in offers.items() if offer.refusal is None and _fits(begun, h, ways.get(h, ""))]


def _fits(text: str, hex_: str, way: str) -> bool:
    return hex_.startswith(text) or way.casefold().startswith(text.casefold())


def _targets(names: Names, unit: Unit, given: Mapping[str, str]) -> list[Choice]:
    said = _chosen(names, unit, given)
    ids = planning.targets(names.table, unit.id, said) if said else ()
    return fitting((_target(names, unit, names.table.state.units[id_]) for id_ in ids), given["target"])


def _target(names: Names, unit: Unit, other: Unit) -> Choice:
    away = names.table.scenario.grid.distance(unit.place, other.place) if unit.hex and other.hex else 0
    about = names.words("sheet.target_about", away=away, symbol=told.symbol(names, other))
    return Choice(label=f"{names.unit(other.id)} ({other.id}) · {other.hex} · {about}", value=other.id)


def _facings(names: Names, unit: Unit, given: Mapping[str, str]) -> list[Choice]:
    return fitting((Choice(label=w, value=w) for w in names.table.scenario.grid.directions), given["facing"])


def _ranges(names: Names, unit: Unit, given: Mapping[str, str]) -> list[Choice]:
    every = (Choice(label=names.words("sheet.range", n=n), value=str(n)) for n in range(1, unit["range"] + 1))
    return fitting(every, given["range"])


_WORDS = {"order": _orders, "path": _paths, "target": _targets, "facing": _facings, "range": _ranges}
