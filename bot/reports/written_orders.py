"""Written orders in words: one order, the revealed orders of all, a side's own secret orders."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from bot.i18n.names import Names
from engine.system import OrderCard


def order(names: Names, words: Mapping[str, str]) -> str:
    """An order without its unit: "Assault on Naginata Wakui, 0403 → 0404"."""
    sentence = names.words
    text = sentence("written.order", order=kind(names, words.get("order", "")))
    if words.get("target"):
        text += sentence("written.target", target=names.unit(words["target"]))
    if words.get("with"):
        text += sentence("written.with", unit=names.unit(words["with"]))
    if words.get("facing"):
        text += sentence("written.facing", facing=names.way(words["facing"]))
    if words.get("max_range"):
        text += sentence("written.max_range", n=_number(words["max_range"]))
    if words.get("prefer"):
        text += sentence("written.prefer", units=names.units(words["prefer"].split()))
    if words.get("path"):
        text += sentence("written.path", hexes=" → ".join(words["path"].split()))
    return text


def _number(text: str) -> int | str:
    return int(text) if text.isdigit() else text


def kind(names: Names, name: str) -> str:
    """What an order is called."""
    return names.words.get(f"written.name.{name}", name.replace("_", " "))


def about(names: Names, card: OrderCard) -> str:
    """What an order makes the unit do."""
    ranged = "_ranged" if card.order == "defend" and "max_range" in card.needs else ""
    key = f"written.about.{card.order}{ranged}"
    return names.words(key, n=card.hexes) if key in names.words else ""


def line(names: Names, unit: str, words: Mapping[str, str]) -> str:
    """A unit and its order."""
    return names.words("written.line", unit=names.full(unit), order=order(names, words))


def by_side(names: Names, orders: Iterable[tuple[str, Mapping[str, str]]]) -> list[str]:
    """Open orders as a compact list, side by side: with short names, since most are told again as they are
    carried out."""
    lines: dict[str, list[str]] = {side: [] for side in names.game.scenario.side_ids}
    for unit, words in orders:
        commanded = names.game.state.units.get(unit)
        if commanded is not None:
            told = names.words("written.line", unit=unit, order=order(names, words))
            lines[commanded.side].append(told)
    return [
        row
        for side, rows in lines.items()
        if rows
        for row in (names.words("written.side", sign=names.sign(side), side=names.side(side)), *rows)
    ]
