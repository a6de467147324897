"""Written orders (rules file, 4.2): which a unit may be given, and what each must say.

Every function takes the table as the unit's own side may know it. `cards` says what may be written at all
(AT-ORD-02, -06, -10, fatigue), `words` judges what is written (AT-ORD-07).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine import events as ev
from engine.commands import Seal, Write
from engine.errors import IllegalOrder, Refused
from engine.hexes import Hex
from engine.ledger import Ledger
from engine.rules.orders import own, refusal, standing
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.system import Card, Option, StepOffer, Writing
from engine.systems.art_of_tactic import paths, secrets, words
from engine.systems.art_of_tactic.card import PANICKED, SHAKEN, cavalry, plays
from engine.systems.art_of_tactic.command import has_access
from engine.systems.art_of_tactic.marks import ENGAGED, PURSUES
from engine.systems.art_of_tactic.words import Words

DEFAULTS = {  # the rule of each order that nobody writes
    "rest": "AT-ORD-04",
    "fight_on": "AT-ORD-05",
    "flee": "AT-MOR-03",
    "panic": "AT-MOR-04",
    "pursue": "AT-MOR-50",
}
_CARD = {  # why an order is not on a unit's card: the rule, and who may be given it
    "all_around_defense": ("AT-ORD-20", "infantry"),
    "defend": ("AT-ORD-21", "infantry"),
    "fire_and_retreat": ("AT-ORD-24", "ranged"),
    "fire_ranged_weapons": ("AT-ORD-30", "ranged"),
    "move_and_fire": ("AT-ORD-44", "mounted_archers"),
    "reconnaissance": ("AT-ORD-51", "ninja"),
    "receive_supplies": ("AT-ORD-53", "ranged"),
}


def kinds(scn: Scenario) -> tuple[str, ...]:
    """Every order that can be written, in the order of the steps they are carried out in (2.2)."""
    written = {*scn.chart("common_orders"), *_CARD}
    return tuple(o for step in scn.chart("steps") for o in scn.chart("step_orders", step) if o in written)


def on_card(scn: Scenario, unit: Unit) -> frozenset[str]:
    """The orders on a unit's card (AT-ORD-02, 8.2)."""
    infantry = () if cavalry(unit) else scn.chart("infantry_only_orders")
    special = scn.chart("units").get(unit.symbol, {}).get("orders", ())
    return frozenset((*scn.chart("common_orders"), *infantry, *special))


def cards(scn: Scenario, state: State, unit_id: str) -> tuple[Card, ...]:
    """Every order of a unit's card, with why it cannot be written now."""
    unit = state.units[unit_id]
    return tuple(
        Card(
            order=order,
            needs=words.needs(unit, order),
            may=words.may(unit, order),
            refusal=barred(scn, state, unit, order),
        )
        for order in kinds(scn)
        if order in on_card(scn, unit)
    )


def barred(scn: Scenario, state: State, unit: Unit, order: str) -> Refused | None:
    """Why an order cannot be written for a unit now, whatever it says."""
    return _unfit(scn, state, unit, order) or words.hopeless(scn, state, unit, order)


def _unfit(scn: Scenario, state: State, unit: Unit, order: str) -> Refused | None:
    """Why a unit cannot be given an order of that kind."""
    return (
        _not_on_card(scn, unit, order)
        or _in_a_box(unit)
        or _decided(state, unit)
        or _in_melee(scn, state, unit, order)
        or _tired(scn, unit, order)
        or _unled(scn, state, unit, order)
        or words.unable(scn, unit, order)
    )


def _not_on_card(scn: Scenario, unit: Unit, order: str) -> Refused | None:
    """An order nobody can be given, or not this unit (AT-ORD-02)."""
    if order not in kinds(scn):
        return IllegalOrder("AT-ORD-02", "no_such_order", unit=unit.id, order=order)
    if order in on_card(scn, unit):
        return None
    rule, who = _CARD[order]
    return IllegalOrder(rule, "not_on_card", unit=unit.id, order=order, who=who)


def _in_a_box(unit: Unit) -> Refused | None:
    return refusal(standing, unit, "AT-GEN-09")


def _decided(state: State, unit: Unit) -> Refused | None:
    """A unit that flees, panics or pursues whatever its player wants (AT-MOR-03, -04, -50)."""
    order = automatic(state, unit)
    return IllegalOrder(DEFAULTS[order], "acts_by_itself", unit=unit.id, order=order) if order else None


def automatic(state: State, unit: Unit) -> str:
    """The order a unit carries out in place of any other, "" when its player decides (AT-ORD-61)."""
    if unit["morale"] >= PANICKED:
        return "panic"
    if unit["morale"] == SHAKEN:
        return "flee"
    return "pursue" if state.pointed(unit.id, PURSUES) else ""


def default(scn: Scenario, state: State, unit_id: str) -> str:
    """The order a unit carries out when none is written (AT-ORD-04, AT-ORD-05)."""
    engaged = "engaged" if state.pointed(unit_id, ENGAGED) else "unengaged"
    return automatic(state, state.units[unit_id]) or str(scn.chart("default_order", engaged))


def _in_melee(scn: Scenario, state: State, unit: Unit, order: str) -> Refused | None:
    """Engaged units only retreat (AT-ORD-06), and only they do (AT-ORD-60)."""
    engaged, leaves = bool(state.pointed(unit.id, ENGAGED)), order in scn.chart("engaged_orders")
    if engaged and not leaves:
        return IllegalOrder("AT-ORD-06", "in_melee", unit=unit.id, order=order)
    if leaves and not engaged:
        return IllegalOrder("AT-ORD-60", "not_in_melee", unit=unit.id, order=order)
    return None


def _tired(scn: Scenario, unit: Unit, order: str) -> Refused | None:
    """No Assault and no Run from 4 markers on, only Rest from 6 (AT-FAT-03, AT-FAT-04)."""
    if not plays(scn, "expert") or order == "rest":
        return None
    tired = unit["fatigue"]
    if tired >= scn.chart("fatigue", "rest_only_from"):
        return IllegalOrder("AT-FAT-04", "rest_only", unit=unit.id, order=order, fatigue=tired)
    if tired >= scn.chart("fatigue", "no_run_assault_from") and order in ("run", "assault"):
        return IllegalOrder("AT-FAT-03", "too_tired", unit=unit.id, order=order, fatigue=tired)
    return None


def _unled(scn: Scenario, state: State, unit: Unit, order: str) -> Refused | None:
    """What only a unit under a Commander's eye may be given (AT-ORD-10, -11, -19)."""
    free = (*scn.chart("no_commander_orders"), *scn.chart("free_orders"))
    if order in free or has_access(scn, state, unit):
        return None
    return IllegalOrder("AT-ORD-10", "no_commander", unit=unit.id, order=order)


def check(scn: Scenario, state: State, unit_id: str, order: Words) -> None:
    """Raises Refused unless a unit may be given an order in these words (AT-ORD-08)."""
    unit = state.units[unit_id]
    unfit = _unfit(scn, state, unit, order.get("order", ""))
    if unfit is not None:
        raise unfit
    words.check(scn, state, unit, order)


def steps(scn: Scenario, state: State, unit_id: str, order: Words) -> Mapping[Hex, StepOffer]:
    """The next hexes the path of an order could have, clockwise; none for an order without a path."""
    unit, name = state.units[unit_id], order.get("order", "")
    if unit.hex is None or "path" not in words.needs(unit, name):
        return {}
    return paths.steps(scn, unit, name, words.path(order))


def targets(scn: Scenario, state: State, unit_id: str, order: Words) -> tuple[str, ...]:
    """The units an order could name as its target, or to join (AT-ORD-07)."""
    return words.targets(scn, state, state.units[unit_id], order)


WRITING = Writing(cards=cards, check=check, steps=steps, targets=targets, default=default)


def write(scn: Scenario, ledger: Ledger, side: str, order: Write) -> None:
    """Put an order into the envelope; one that is refused leaves what was there (AT-ORD-01, -08).

    Judged on the table as the side may know it, so that no refusal tells what is hidden.
    """
    unit = own(ledger.state, side, order.unit)
    said = {name: " ".join(text.split()) for name, text in order.order.items()}
    if said:
        check(scn, secrets.veil(scn, ledger.state, side), unit.id, said)
    elif unit.id not in ledger.state.envelopes.get(side, {}):
        raise IllegalOrder("AT-ORD-01", "nothing_written", unit=unit.id)
    ledger.tell(ev.Written(side=side, unit=unit.id, order=said, rule="AT-ORD-01", only=side))


def offers(scn: Scenario, state: State, side: str, unit_id: str) -> Iterator[Option]:
    """Every order that could be written, spelled out: ranges at their greatest, nobody preferred."""
    seen = secrets.veil(scn, state, side)
    if not unit_id:
        yield Option(command=Seal())
        return
    if unit_id in seen.envelopes.get(side, {}):
        yield Option(command=Write(unit=unit_id, order={}))
    unit = seen.units[unit_id]
    for order in kinds(scn):
        if barred(scn, seen, unit, order) is None:
            for said in words.every(scn, seen, unit, order):
                yield Option(command=Write(unit=unit_id, order=said))
