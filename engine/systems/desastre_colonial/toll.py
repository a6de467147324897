"""What a single step of one's own will costs, or why it is forbidden (DC-MOV, DC-TER-04 to 09, DC-VAG-02).

Every step costs one hex of what the whole move may have; how much that is depends on where the move leads.
So a move under way remembers how many hexes it has made, and what it has come near or entered.

Changes nothing. Moving, listing moves and planning all ask `toll`; routs, advances and flights do not.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from engine.errors import Fact
from engine.hexes import Hex
from engine.rules.moving import Barred, Footing, Toll
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.systems.desastre_colonial import ground
from engine.systems.desastre_colonial.marks import (
    ACTIVATED,
    DONE,
    ENGAGES,
    MOVED,
    ORDERED,
    SLOWED,
    TACTICAL,
)
from engine.systems.desastre_colonial.values import (
    CHIEF,
    NATIVE,
    fragile,
    gunlike,
    is_chief,
    mounted,
    skirmisher,
    troops,
    unit_on,
)

FREE = "free_move"
"""The phase of the free move (DC-VAG-01)."""
COMMAND = "command"
LIMITED_BY = frozenset({TACTICAL, SLOWED})
"""The marks of a unit that limit the move it is making."""
NOTHING: frozenset[Hex] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Afoot(Footing):
    """A counter on its way: the hex its move began in, how many hexes it has made, and the hexes of friends
    it is passing, from the one before them on."""

    start: Hex
    made: int = 0
    passed: frozenset[Hex] = NOTHING


def category(unit: Unit) -> str:
    """The row of the table of allowances that a counter moves by (5.2, DC-CAP-02, DC-CAP-08)."""
    if is_chief(unit):
        return CHIEF
    if gunlike(unit):
        if "horse_artillery" in unit.traits:
            return "horse_artillery"
        return "artillery_team" if "team" in unit.traits else "artillery_no_team"
    if skirmisher(unit):
        return "skirmisher_mounted" if mounted(unit) else "skirmisher_foot"
    return "cavalry" if mounted(unit) else "infantry"


def tactical(scn: Scenario, unit: Unit) -> int:
    """Hexes of a tactical move (DC-MOV-06)."""
    return int(scn.chart("movement", "tactical", category(unit)))


def march(scn: Scenario, unit: Unit) -> int:
    """Hexes of a move that is nowhere near an enemy unit (DC-MOV-08)."""
    return tactical(scn, unit) * int(scn.chart("movement", "march_multiplier"))


def nimble(unit: Unit) -> bool:
    """Whether slowing terrain is nothing to a unit: foot skirmishers (DC-TER-07)."""
    return skirmisher(unit) and not mounted(unit)


def near(scn: Scenario, state: State, side: str, hex_: Hex) -> str:
    """The nearest unit of `side` that makes a move through a hex tactical, the first by id of equals, or ""
    (DC-MOV-04); lone chiefs make none so (DC-MOV-05)."""
    return _around(scn, state, side, int(scn.chart("movement", "zone"))).get(hex_, "")


def near_free(scn: Scenario, state: State, side: str, hex_: Hex) -> str:
    """The nearest unit of `side` that a free move must keep away from, or "" (DC-VAG-02)."""
    return _around(scn, state, side, int(scn.chart("free_move", "distance"))).get(hex_, "")


def _around(scn: Scenario, state: State, side: str, reach: int) -> dict[Hex, str]:
    return state.kept(("near", side, reach), lambda: _nearest(scn, state, side, reach))


def _nearest(scn: Scenario, state: State, side: str, reach: int) -> dict[Hex, str]:
    """By hex, the nearest unit of a side up to so many hexes away."""
    found: dict[Hex, tuple[int, str]] = {}
    for unit in troops(state, side):
        for hex_, away in _within(scn, unit.place, reach).items():
            found[hex_] = min(found.get(hex_, (away, unit.id)), (away, unit.id))
    return {hex_: unit_id for hex_, (_, unit_id) in found.items()}


def _within(scn: Scenario, centre: Hex, reach: int) -> dict[Hex, int]:
    def measured() -> dict[Hex, int]:
        return {hex_: scn.grid.distance(centre, hex_) for hex_ in scn.grid.within(centre, reach)}

    return scn.kept(("within", centre, reach), measured)


def footing(state: State, unit: Unit) -> Afoot:
    """How a counter stands before its next step."""
    started = state.pointed(unit.id, MOVED)
    if not started:
        return Afoot(hex=unit.place, left=unit["mp"], start=unit.place)
    marks = state.names_on(unit.id) & LIMITED_BY
    return Afoot(hex=unit.place, left=unit["mp"], marks=marks, start=min(started), made=unit["gone"])


def around(scn: Scenario, state: State, unit: Unit, hex_: Hex) -> Iterable[Hex]:
    """Where a step could lead: to a neighbouring hex, never off the map (DC-MOV-18)."""
    return scn.grid.neighbours(hex_).values() if hex_ in scn.grid else ()


def barred(scn: Scenario, state: State, unit: Unit) -> Barred | None:
    """Why a counter may not move at all now, or None."""
    why = closed(scn, state, unit) or unable(scn, state, unit)
    return None if why is None else why.about({"unit": unit.id, "hex": unit.place})


def unable(scn: Scenario, state: State, unit: Unit) -> Barred | None:
    """Why a counter could go nowhere, were it its turn: no team (DC-MOV-15), or no hex left of its move."""
    if not tactical(scn, unit):
        return Barred("DC-MOV-15", "no_team")
    at = footing(state, unit)
    return _spent(scn, state, unit, at, _limits(scn, state, unit, at))


def closed(scn: Scenario, state: State, unit: Unit) -> Barred | None:
    """Why it is not for this counter to move now, or to turn, or None (DC-CMD-02, DC-MOV-01, DC-VAG-02)."""
    if state.phase == FREE:
        return _not_free(scn, state, unit)
    borne = state.names_on(unit.id)
    if is_chief(unit):
        return None if _chief_moves(scn, state) and ORDERED in borne else _chief_waits(scn, state)
    if state.phase == COMMAND:
        return Barred("DC-CMD-02", "not_activated")
    if ENGAGES in borne:
        return Barred("DC-MEL-01", "has_engaged", {"target": min(state.pointed(unit.id, ENGAGES))})
    if ORDERED in borne:
        return None
    if DONE in borne:
        return Barred("DC-CMD-03", "done_this_turn")
    return Barred("DC-CMD-27", "moved_before") if ACTIVATED in borne else Barred("DC-CMD-02", "not_activated")


def _chief_moves(scn: Scenario, state: State) -> bool:
    """Whether the phase is one for chiefs to move in (DC-MOV-02, DC-MOV-03)."""
    return state.phase == ("chiefs" if scn.option("chiefs.move") == "end_of_turn" else COMMAND)


def _chief_waits(scn: Scenario, state: State) -> Barred:
    if scn.option("chiefs.move") == "end_of_turn":
        return Barred("DC-MOV-03", "chiefs_move_at_end")
    return Barred("DC-MOV-01", "chief_moves_when_activated")


def _not_free(scn: Scenario, state: State, unit: Unit) -> Barred | None:
    """Why a counter has no free move (DC-VAG-01, DC-VAG-02)."""
    if is_chief(unit):
        return _chief_waits(scn, state)
    if unit.side != NATIVE:
        return Barred("DC-VAG-01", "only_natives_free")
    if fragile(scn, unit):
        return Barred("DC-VAG-02", "fragile_stays")
    by = near_free(scn, state, scn.enemy(unit.side), footing(state, unit).start)
    return Barred("DC-VAG-02", "enemy_too_near", {"by": by}) if by else None


def toll(scn: Scenario, state: State, unit: Unit, at: Footing, to: Hex) -> Toll | Barred:
    """The price of the step from where a counter stands to a hex, or why it is forbidden."""
    assert isinstance(at, Afoot), at
    found = _shut(scn, state, unit, at, to) or _toll(scn, state, unit, at, to)
    facts: dict[str, Fact] = {"unit": unit.id, "hex": to, "from": at.hex}
    return found.about(facts) if isinstance(found, Barred) else found


def _shut(scn: Scenario, state: State, unit: Unit, at: Afoot, to: Hex) -> Barred | None:
    """What forbids a step whatever its price: not next to it (DC-GEN-09), impassable (DC-TER-09), somebody
    there (DC-MOV-13, DC-GEN-10)."""
    if not scn.grid.adjacent(at.hex, to):
        return Barred("DC-GEN-09", "not_neighbours")
    if ground.impassable(scn, state, to):
        return Barred("DC-TER-09", "impassable", {"terrain": ground.terrain(scn, state, to)})
    if ground.impassable_between(scn, state, at.hex, to):
        return Barred("DC-TER-09", "impassable_between", {"terrain": ground.linear(scn, state, at.hex, to)})
    there = unit_on(state, to)
    if there is not None and there.side != unit.side:
        return Barred("DC-MOV-13", "enemy_there", {"by": there.id})
    if is_chief(unit):
        foe = next((other for other in state.on(to) if other.side != unit.side), None)
        return None if foe is None else Barred("DC-GEN-10", "enemy_there", {"by": foe.id})
    if there is not None and there.id != unit.id and not (skirmisher(unit) or skirmisher(there)):
        return Barred("DC-MOV-13", "occupied", {"by": there.id})
    return Barred("DC-MOV-13", "crossing_goes_on") if to in at.passed else None


def _toll(scn: Scenario, state: State, unit: Unit, at: Afoot, to: Hex) -> Toll | Barred:
    """The price of a step that nobody bars, within the limits of the move."""
    limits = _limits(scn, state, unit, at)
    then = limits | _entering(scn, state, unit, at, to)
    why = _spent(scn, state, unit, at, limits) or _too_far(scn, state, unit, at, to, limits, then)
    if why is not None:
        return why
    made = at.made + 1
    over = Afoot(
        hex=to, left=_most(scn, unit, then) - made, marks=then, start=at.start, made=made, passed=at.passed
    )
    friend = None if is_chief(unit) else unit_on(state, to)
    if friend is not None and friend.id != unit.id:
        return _past(scn, state, unit, at, over, friend)
    return Toll(cost=1, footing=replace(over, passed=NOTHING), rule=_rule(state, unit, then))


def _rule(state: State, unit: Unit, limits: frozenset[str]) -> str:
    if state.phase == FREE:
        return "DC-VAG-02"
    if is_chief(unit):
        return "DC-MOV-03" if state.phase == "chiefs" else "DC-MOV-02"
    return "DC-MOV-06" if TACTICAL in limits else "DC-MOV-08"


def _limits(scn: Scenario, state: State, unit: Unit, at: Afoot) -> frozenset[str]:
    """What limits the move so far, the hex it starts in included (DC-MOV-04, DC-TER-05, DC-TER-08)."""
    if at.made or state.phase == FREE:
        return at.marks
    slow = ground.slow(scn, state, at.hex) and not nimble(unit)
    return frozenset(_names(tactical=bool(near(scn, state, scn.enemy(unit.side), at.hex)), slowed=slow))


def _entering(scn: Scenario, state: State, unit: Unit, at: Afoot, to: Hex) -> frozenset[str]:
    """What a step brings to limit the move (DC-MOV-04, DC-TER-04, DC-TER-08)."""
    if state.phase == FREE:
        return frozenset()
    slow = ground.slow(scn, state, to) or ground.slow_between(scn, state, at.hex, to)
    enemy = bool(near(scn, state, scn.enemy(unit.side), to))
    return frozenset(_names(tactical=enemy, slowed=slow and not nimble(unit)))


def _names(*, tactical: bool, slowed: bool) -> Iterable[str]:
    if tactical:
        yield TACTICAL
    if slowed:
        yield SLOWED


def _most(scn: Scenario, unit: Unit, limits: frozenset[str]) -> int:
    """Hexes of a whole move under these limits (DC-MOV-07, DC-MOV-08, DC-TER-04)."""
    most = tactical(scn, unit) if TACTICAL in limits else march(scn, unit)
    return min(most, int(scn.chart("movement", "slow_cap"))) if SLOWED in limits else most


def full(scn: Scenario, state: State, unit: Unit) -> int:
    """Hexes that a counter could make at most, from where it stands and what its move has met."""
    at = footing(state, unit)
    return _most(scn, unit, _limits(scn, state, unit, at)) - at.made


def _spent(scn: Scenario, state: State, unit: Unit, at: Afoot, limits: frozenset[str]) -> Barred | None:
    """Why nothing is left of a move, or None."""
    most = _most(scn, unit, limits)
    if at.made < most:
        return None
    if SLOWED in limits:
        rule = "DC-TER-05" if ground.slow(scn, state, at.start) else "DC-TER-04"
        return Barred(rule, "slowed_already", {"most": most})
    if TACTICAL in limits:
        return Barred("DC-MOV-06", "tactical_limit", {"most": most})
    return Barred("DC-MOV-08", "march_limit", {"most": most})


def _too_far(
    scn: Scenario,
    state: State,
    unit: Unit,
    at: Afoot,
    to: Hex,
    limits: frozenset[str],
    then: frozenset[str],
) -> Barred | None:
    """Why the hex itself is too far for a move that enters it: near an enemy (DC-MOV-07, DC-VAG-02), or slow
    (DC-TER-04)."""
    enemy = scn.enemy(unit.side)
    by = near_free(scn, state, enemy, to) if state.phase == FREE else ""
    if by:
        return Barred("DC-VAG-02", "enemy_too_near_there", {"by": by})
    if SLOWED in then - limits and at.made >= _most(scn, unit, then):
        entry = ground.slow(scn, state, to)
        what = ground.terrain(scn, state, to) if entry else ground.linear(scn, state, at.hex, to)
        return Barred("DC-TER-04", "slow_ground", {"terrain": what, "made": at.made})
    if TACTICAL in then - limits and at.made >= _most(scn, unit, then):
        facts: dict[str, Fact] = {
            "by": near(scn, state, enemy, to),
            "made": at.made,
            "most": _most(scn, unit, then),
        }
        return Barred("DC-MOV-07", "becomes_tactical", facts)
    return None


def _past(scn: Scenario, state: State, unit: Unit, at: Afoot, over: Afoot, friend: Unit) -> Toll | Barred:
    """The step onto a friend's hex: legal when the unit can go on from there (DC-MOV-13)."""
    over = replace(over, passed=(at.passed or frozenset({at.hex})) | {over.hex})
    if not onward(scn, state, unit, over):
        return Barred("DC-MOV-13", "nowhere_beyond", {"by": friend.id})
    return Toll(cost=1, footing=over, rule="DC-MOV-13", passing=True)


def onward(scn: Scenario, state: State, unit: Unit, over: Footing) -> dict[Hex, Toll]:
    """How a unit on the hex of a friend can go on, clockwise, with the price (DC-MOV-13)."""
    tolls = {to: toll(scn, state, unit, over, to) for to in scn.grid.neighbours(over.hex).values()}
    return {to: found for to, found in tolls.items() if isinstance(found, Toll)}
