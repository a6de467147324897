"""Squares: formed and left in a unit's own move, or at once when an enemy engages it (DC-FOR)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine import events as ev
from engine.commands import Form
from engine.errors import IllegalOrder
from engine.ledger import Ledger
from engine.rules.moving import Barred
from engine.scenario import Scenario
from engine.state import Question, State, Unit
from engine.system import Option
from engine.systems.desastre_colonial import asking, engagement, facing, toll
from engine.systems.desastre_colonial.aspects import FRONT, SIDES, aspect, in_square, side_of
from engine.systems.desastre_colonial.marks import FORMED
from engine.systems.desastre_colonial.marks import SQUARE as IN_SQUARE
from engine.systems.desastre_colonial.movement import own
from engine.systems.desastre_colonial.values import COLONIAL, bases, cavalry, is_chief, mounted, skirmisher

SQUARE, LINE = "square", "line"
FORMATIONS = (SQUARE, LINE)
ASKED = "square"
"""The question whether a unit forms square at once (DC-FOR-04)."""


def no_square(unit: Unit) -> Barred | None:
    """Why a unit can never form square, or None (DC-FOR-02, 05, 06, 08, 12, DC-CAP-09)."""
    if unit.side != COLONIAL or unit.kind != "infantry" or mounted(unit) or skirmisher(unit):
        return Barred("DC-FOR-12", "never_in_square", {"unit": unit.id})
    if "no_square" in unit.traits:
        return Barred("DC-FOR-06", "not_trained_to_square", {"unit": unit.id})
    return Barred("DC-FOR-08", "one_base_no_square", {"unit": unit.id}) if len(bases(unit)) < 2 else None


def form(scn: Scenario, ledger: Ledger, side: str, order: Form) -> None:
    """Form square or line in the course of one's own move, which costs none of it (DC-FOR-02, 03, 10, 11)."""
    unit = own(ledger.state, side, order.unit)
    check(scn, ledger.state, unit, order.formation)
    if order.formation == SQUARE:
        ways = _sides(unit, order.facing)
        _put_in_square(ledger, unit, ways, "DC-FOR-02")
    else:
        ways = _vertices(unit, order.facing)
        ledger.tell(ev.Unmarked(name=IN_SQUARE, on=unit.id, rule="DC-FOR-10"))
        _turn(ledger, unit, ways, "DC-FOR-10")
    if not ledger.state.marked(unit.id, FORMED):
        rule = "DC-FOR-11" if order.formation == SQUARE else "DC-FOR-10"
        ledger.tell(ev.Marked(name=FORMED, on=unit.id, rule=rule))


def check(scn: Scenario, state: State, unit: Unit, formation: str) -> None:
    """Raises IllegalOrder unless a unit may take that formation now."""
    if formation not in FORMATIONS:
        raise IllegalOrder("DC-FOR-01", "no_such_formation", unit=unit.id, known=FORMATIONS)
    if is_chief(unit):
        raise IllegalOrder("DC-FOR-12", "never_in_square", unit=unit.id)
    why = toll.closed(scn, state, unit)
    why = why or (no_square(unit) if formation == SQUARE else None)
    if why is not None:
        raise why.refusal(unit=unit.id, hex=unit.place)
    if in_square(state, unit) == (formation == SQUARE):
        raise IllegalOrder("DC-FOR-01", "formed_already", unit=unit.id, formation=formation)


def _sides(unit: Unit, wanted: Mapping[str, int]) -> dict[str, int]:
    """The hexsides a square looks at: as said, else by the vertex its first base looked at (DC-FOR-08)."""
    first = bases(unit)[0]
    return facing.across(unit, wanted or {first: unit.facing[first]})


def _vertices(unit: Unit, wanted: Mapping[str, int]) -> dict[str, int]:
    """The vertices a line looks at: as said, else that clockwise of the hexside its first base looked at."""
    first = unit.facing[bases(unit)[0]]
    return facing.along(unit, {**dict.fromkeys(bases(unit), first), **_spread(unit, wanted)})


def _spread(unit: Unit, wanted: Mapping[str, int]) -> Mapping[str, int]:
    if facing.WHOLE in wanted:
        return {
            **dict.fromkeys(bases(unit), wanted[facing.WHOLE]),
            **{b: w for b, w in wanted.items() if b != facing.WHOLE},
        }
    return wanted


def _put_in_square(ledger: Ledger, unit: Unit, ways: Mapping[str, int], rule: str) -> None:
    ledger.tell(ev.Marked(name=IN_SQUARE, on=unit.id, rule=rule))
    _turn(ledger, unit, ways, "DC-FOR-08")


def _turn(ledger: Ledger, unit: Unit, ways: Mapping[str, int], rule: str) -> None:
    if ways:
        ledger.tell(ev.Turned(unit=unit.id, facing=dict(ways), rule=rule))


def offers(scn: Scenario, state: State, side: str, unit_id: str) -> Iterable[Option]:
    """The formations a unit may take, and how it may look then (DC-FOR-02)."""
    unit = state.units.get(unit_id)
    if unit is None or unit.hex is None or is_chief(unit) or toll.closed(scn, state, unit) is not None:
        return
    if in_square(state, unit):
        for way in range(SIDES):
            yield _option(unit, LINE, dict.fromkeys(bases(unit), way))
    elif no_square(unit) is None:
        for way in range(SIDES):
            left, right = bases(unit)
            yield _option(unit, SQUARE, {left: way, right: (way + facing.OPPOSITE) % SIDES})


def _option(unit: Unit, formation: str, ways: Mapping[str, int]) -> Option:
    return Option(command=Form(unit=unit.id, formation=formation, facing=ways), cost=0)


# --- at once, when engaged ----------------------------------------------------------------------------------


def react(scn: Scenario, ledger: Ledger, defender_id: str) -> None:
    """Ask whether a unit that has been engaged forms square at once, where it can (DC-FOR-04, DC-FOR-05).

    Time up, it does so if any attacker is cavalry or stands at its flank or rear (7.1).
    """
    state = ledger.state
    unit = state.units[defender_id]
    if in_square(state, unit) or no_square(unit) is not None:
        return
    default = "yes" if any(_dangerous(scn, state, unit, a) for a in _attackers(scn, state, unit)) else "no"
    asking.ask(scn, ledger, ASKED, unit.side, unit.id, ("yes", "no"), default, rule="DC-FOR-04")


def _attackers(scn: Scenario, state: State, unit: Unit) -> tuple[Unit, ...]:
    return engagement.attackers(scn, state, unit)


def _dangerous(scn: Scenario, state: State, unit: Unit, attacker: Unit) -> bool:
    """Whether an attacker is cavalry or not in front of a unit (7.1)."""
    side = side_of(scn, unit, attacker.place)
    return cavalry(attacker) or (side is not None and aspect(state, unit, side) != FRONT)


def _settled(scn: Scenario, ledger: Ledger, question: Question, option: str) -> None:
    """Form square, one base towards the strongest attacker (DC-FOR-04, DC-FOR-08)."""
    unit = ledger.state.units[question.about]
    if option != "yes":
        return
    strongest = engagement.strongest(_attackers(scn, ledger.state, unit))
    side = side_of(scn, unit, strongest[0].place) if strongest else None
    first = bases(unit)[0]
    ways = facing.across(unit, {first: unit.facing[first] if side is None else side})
    _put_in_square(ledger, unit, ways, "DC-FOR-04")


ANSWERS = {ASKED: _settled}
