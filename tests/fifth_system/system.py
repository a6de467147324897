"""Skirmish: two bands march, clash and regroup on a ridge. The rules are in scenarios/rules/skirmish.yaml."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from engine import events as ev
from engine.commands import Attack, Command, Done, Expired, Move, Release, Step
from engine.display import Clash, CounterFace, Display, PricedPath, Route, StepOffer
from engine.errors import IllegalOrder
from engine.hexes import Hex
from engine.ledger import Ledger
from engine.rules import objectives, routes
from engine.rules.movement import Barred, MovementRules, MoveState, StepCost, release_by
from engine.rules.order_checks import enemy_unit, hex_on_map, own_unit
from engine.rules.setup import counter_unit
from engine.rules.turns import attack_options, next_player_turn, no_options, remove_marks, resign
from engine.rules.zoc import ZocRules
from engine.scenario import Scenario
from engine.state import ELIMINATED, State, Unit
from engine.system import OPENING, Phase, System

BEFORE, MARCH, CLASH, REGROUP = "before", "march", "clash", "regroup"
FOUGHT = "fought"
ZOC = ZocRules(extends=lambda scn, a, b: True, exerts_any=lambda scn, state, unit: True)  # SK-ZOC-1


# --- sequence (SK-GEN) -------------------------------------------------------------------------------------


def start(scn: Scenario, ledger: Ledger) -> None:
    """Put every band in its place (SK-GEN-1)."""
    for counter in scn.counters.values():
        ledger.tell(ev.Introduced(counter=counter_unit(counter, {"mp": 0}), rule="SK-GEN-1"))
    ledger.tell(ev.Began(phase=BEFORE, turn=1, player=scn.side_ids[0], rule="SK-GEN-1"))


def follow(scn: Scenario, ledger: Ledger) -> None:
    """March, clash, regroup; then it is the other side's turn (SK-GEN-2)."""
    state = ledger.state
    if state.phase == BEFORE:
        _begin_turn(scn, ledger, 1, state.player)
    elif state.phase == MARCH:
        fights = any(True for unit in state.units_on_map(state.player) if targets(scn, state, unit.id))
        _begin(ledger, CLASH, state.turn, state.player, owes=fights)
    elif state.phase == CLASH:
        _regroup(scn, ledger)
    elif (following := next_player_turn(scn, state)) is None:
        objectives.end(scn, ledger, scores(scn, state), "last_turn", "SK-VIC-1")
    else:
        _begin_turn(scn, ledger, *following)


def _begin_turn(scn: Scenario, ledger: Ledger, turn: int, side: str) -> None:
    """All bands of the side are fresh again (SK-MOV-1)."""
    remove_marks(ledger, frozenset({FOUGHT}), ledger.state.units)
    for unit in ledger.state.units_on_map(side):
        ledger.tell(ev.Changed(unit=unit.id, value="mp", was=unit["mp"], now=unit["pace"], rule="SK-GEN-2"))
    _begin(ledger, MARCH, turn, side)


def _begin(ledger: Ledger, phase: str, turn: int, side: str, *, owes: bool = True) -> None:
    owing = (side,) if owes else ()
    ledger.tell(ev.Began(phase=phase, turn=turn, player=side, owing=owing, rule="SK-GEN-2"))


def _regroup(scn: Scenario, ledger: Ledger) -> None:
    """Bands away from all enemies recover a point of grit (SK-REG-1)."""
    state = ledger.state
    _begin(ledger, REGROUP, state.turn, state.player, owes=False)
    for unit in state.units_on_map(state.player):
        free = not ZOC.controlled(scn, state, unit.place, scn.enemy(unit.side))
        if free and unit["grit"] < unit.printed["grit"]:
            now = unit["grit"] + 1
            ledger.note("rally", "SK-REG-1", unit=unit.id, points=1)
            ledger.tell(ev.Changed(unit=unit.id, value="grit", was=unit["grit"], now=now, rule="SK-REG-1"))


def done(scn: Scenario, ledger: Ledger, side: str, order: Command) -> None:
    """Nothing more in this phase (SK-GEN-2)."""
    ledger.tell(ev.Owed(sides=()))


def timeout(scn: Scenario, ledger: Ledger, side: str, order: Expired) -> None:
    """A side out of time ends its phase (SK-GEN-2)."""
    done(scn, ledger, side, order)


# --- movement (SK-MOV, SK-ZOC) -----------------------------------------------------------------------------


def move_state(state: State, unit: Unit) -> MoveState:
    """Where a band stands, and its movement points."""
    return MoveState(hex=unit.place, left=unit["mp"])


def barred(scn: Scenario, state: State, unit: Unit) -> Barred | None:
    """Why a band cannot march at all (SK-MOV-1)."""
    return None if unit["mp"] > 0 else Barred("SK-MOV-1", "too_far", {"unit": unit.id, "needs": 1, "has": 0})


def step_cost(scn: Scenario, state: State, unit: Unit, at: MoveState, to: Hex) -> StepCost | Barred:
    """Movement points by terrain (SK-MOV-1); a hex for one band (SK-MOV-2); enemies stop it (SK-ZOC-1)."""
    cost = scn.chart("movement_cost")[scn.terrain(to)]
    facts: dict[str, Any] = {"unit": unit.id, "hex": to}
    if cost == "closed":
        return Barred("SK-MOV-2", "rocks", facts)
    if state.on(to):
        return Barred("SK-MOV-2", "occupied", {**facts, "by": state.on(to)[0].id})
    if cost > at.left:
        return Barred("SK-MOV-1", "too_far", {**facts, "needs": cost, "has": at.left})
    stops = ZOC.controlled(scn, state, to, scn.enemy(unit.side))
    return StepCost(cost=cost, then=MoveState(hex=to, left=0 if stops else at.left - cost), stops=stops)


def make_leg(scn: Scenario, ledger: Ledger, unit_id: str, leg: tuple[Hex, ...]) -> bool:
    """March one hex; the ridge belongs to the band that crossed it last (SK-VIC-1)."""
    unit = ledger.state.units[unit_id]
    step = step_cost(scn, ledger.state, unit, move_state(ledger.state, unit), leg[0])
    assert isinstance(step, StepCost)
    ledger.tell(
        ev.Moved(unit=unit_id, origin=unit.place, hex=leg[0], manner="step", rule="SK-MOV-1"),
        ev.Changed(unit=unit_id, value="mp", was=unit["mp"], now=step.then.left, rule="SK-MOV-1"),
    )
    for objective in scn.objectives_at(leg[0]):
        objectives.capture(ledger, objective, unit.side, "SK-VIC-1")
    return True


MARCHING = MovementRules(
    own=own_unit,
    move_state=move_state,
    barred=barred,
    step_cost=step_cost,
    make_leg=make_leg,
    empty_rule="SK-MOV-1",
    halted_rule="SK-ZOC-1",
    dropped_rule="SK-MOV-1",
)


# --- clashes (SK-CLA) --------------------------------------------------------------------------------------


def targets(scn: Scenario, state: State, unit_id: str) -> tuple[Unit, ...]:
    """The enemies beside a band that has not fought this turn (SK-CLA-1)."""
    unit = state.units[unit_id]
    if unit.hex is None or state.marked(unit_id, FOUGHT):
        return ()
    near = [u for hex_ in scn.grid.neighbours(unit.hex).values() for u in state.on(hex_)]
    return tuple(u for u in near if u.side != unit.side)


def defence(scn: Scenario, unit: Unit) -> int:
    """The grit of a defender, with its cover (SK-CLA-2)."""
    return unit["grit"] + int(scn.chart("cover").get(scn.terrain(unit.place), 0))


def attack(scn: Scenario, ledger: Ledger, side: str, order: Attack) -> None:
    """One die plus grit must beat the defence; the loser loses a point of grit (SK-CLA-1 to 3)."""
    unit = own_unit(ledger.state, side, order.unit)
    target, _ = enemy_unit(ledger.state, side, order.target, "SK-CLA-1", "SK-CLA-3")
    hex_on_map(unit, "SK-CLA-3")
    if target not in targets(scn, ledger.state, unit.id):
        raise IllegalOrder("SK-CLA-1", "out_of_arm", unit=unit.id, target=target.id)
    against = defence(scn, target) + int(scn.chart("margin"))
    die = ledger.roll("clash", sides=int(scn.chart("die")), rule="SK-CLA-1", by=unit.id)
    total = unit["grit"] + die
    loser = target if total > against else unit if die == 1 else None
    result = "won" if loser is target else "lost" if loser is unit else "drawn"
    facts = {"grit": unit["grit"], "die": die, "total": total, "against": against}
    place = {"place": target.place, "origin": unit.place}
    ledger.note("clash", "SK-CLA-1", unit=unit.id, target=target.id, result=result, **facts, **place)
    ledger.tell(ev.Marked(name=FOUGHT, on=unit.id, rule="SK-CLA-1"))
    if loser is not None:
        _lose(scn, ledger, loser)


def _lose(scn: Scenario, ledger: Ledger, unit: Unit) -> None:
    """A point of grit; a band without any is gone (SK-CLA-3), a side without bands has lost (SK-VIC-2)."""
    now = unit["grit"] - 1
    ledger.tell(ev.Changed(unit=unit.id, value="grit", was=unit["grit"], now=now, rule="SK-CLA-3"))
    if now == 0:
        ledger.tell(
            ev.Placed(unit=unit.id, origin=unit.place, place=ELIMINATED, manner="eliminated", rule="SK-CLA-3")
        )
    if not any(True for _ in ledger.state.units_on_map(unit.side)):
        ledger.tell(ev.Ended(winner=scn.enemy(unit.side), level="total", reason="wiped_out", rule="SK-VIC-2"))


def explain_clash(scn: Scenario, facts: Mapping[str, Any]) -> dict[str, str]:
    """By how much the attacker is above or below the defence."""
    return {"gap": f"{int(facts['total']) - int(facts['against']):+d}"}


# --- what is shown -----------------------------------------------------------------------------------------


def counter_face(scn: Scenario, state: State, unit: Unit) -> CounterFace:
    """Grit lower left, pace lower right; a band that has fought says so."""
    states = (FOUGHT,) if state.marked(unit.id, FOUGHT) else ()
    losses = unit.printed["grit"] - unit["grit"]
    return CounterFace(
        corners={"sw": str(unit["grit"]), "se": str(unit["pace"])}, states=states, losses=losses
    )


def clashes(scn: Scenario, state: State) -> Iterable[Clash]:
    """Every fight that the side to move could begin."""
    for unit in state.units_on_map(state.player):
        for target in targets(scn, state, unit.id):
            yield Clash(
                attacker=unit.id, defender=target.id, attack=unit["grit"], defence=defence(scn, target)
            )


def owners(scn: Scenario, state: State) -> dict[str, str]:
    """Who holds the ridge (SK-VIC-1)."""
    held = {o.id: objectives.last_to_pass(state, o) for o in scn.objectives}
    return {id_: side for id_, side in held.items() if side}


def scores(scn: Scenario, state: State) -> dict[str, int]:
    """The points of each side now (SK-VIC-1)."""
    held = owners(scn, state)
    return {
        side: sum(o.points.get(side, 0) for o in scn.objectives if held.get(o.id) == side)
        for side in scn.side_ids
    }


def reach(scn: Scenario, state: State, unit_id: str) -> dict[Hex, Route]:
    """The cheapest route to each hex in reach."""
    return routes.routes(MARCHING, scn, state, unit_id)


def next_steps(scn: Scenario, state: State, unit_id: str) -> dict[Hex, StepOffer]:
    """The next step of a band to each hex around it."""
    return routes.next_steps(MARCHING, scn, state, unit_id)


def price_path(scn: Scenario, state: State, unit_id: str, path: tuple[Hex, ...], order: str) -> PricedPath:
    """The cost of a path."""
    return routes.price_path(MARCHING, scn, state, unit_id, path)


SYSTEM = System(
    name="skirmish",
    turns_rule="SK-GEN-1",
    sequence_rule="SK-GEN-2",
    phases={
        phase.name: phase
        for phase in (
            Phase(name=BEFORE, role=OPENING, takes={}, options=no_options),
            Phase(
                name=MARCH,
                takes={Move: MARCHING.move, Step: MARCHING.step, Release: release_by("SK-MOV-1"), Done: done},
                options=MARCHING.list_options,
            ),
            Phase(name=CLASH, takes={Attack: attack, Done: done}, options=attack_options(Attack, targets)),
            Phase(name=REGROUP, takes={}, options=no_options),
        )
    },
    start=start,
    follow=follow,
    answers={},
    resign=resign,
    timeout=timeout,
    marks=frozenset({FOUGHT, objectives.OWNS}),
    judge_markers=frozenset({FOUGHT}),
    luck_direction={"clash": "high"},
    explanations={"clash": explain_clash},
    fog=lambda scn, state, viewer: state,
    display=Display(
        counter_face=counter_face,
        zones=ZOC.zones,
        clashes=clashes,
        objective_owners=owners,
        scores=scores,
        routes=reach,
        next_steps=next_steps,
        price_path=price_path,
        strength=lambda unit: unit["grit"],
    ),
)
