"""One typed order, as players write it, read into a command: `1/I NE NE E`, `gun-2 fires b-4`.

Rulebooks whose orders are written in secret have a language of their own for these (`secret`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from engine.commands import (
    Answer,
    Attack,
    Bombard,
    Charge,
    Command,
    Done,
    Draw,
    Expired,
    Move,
    Place,
    Rally,
    Release,
    Resign,
    Step,
    Unplace,
    Unseal,
    Volley,
)
from engine.errors import Fact, IllegalOrder, NotOnTable
from engine.hexes import Hex
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.system import System
from notation import leader_orders, secret_orders
from notation.order_words import (
    IDLE,
    OrderContext,
    is_of_unit,
    is_unit,
    near,
    path_of,
    read_path,
    read_unit,
    target_of,
    unit_of,
    way_of,
    words_of,
)
from notation.safe_paths import safe_path

__all__ = ["near", "order_context", "read", "read_path", "read_unit"]

ALONE: Mapping[str, type[Command]] = {
    **dict.fromkeys(("done", "pass", "end", "next", "fini"), Done),
    **dict.fromkeys(("rally", "ralliement", "rallier"), Rally),
    **dict.fromkeys(("release", "deselect", "lâcher"), Release),
    **dict.fromkeys(("resign", "surrender", "abandonner"), Resign),
    **dict.fromkeys(("draw", "nulle"), Draw),
    **dict.fromkeys(("expired", "abandon"), Expired),
    "unseal": Unseal,
}
FIRE = ("bombard", "bombards", "fire", "fires", "shoot", "shoots", "bombarde", "bombarder", "tire", "tirer")
FIGHT = ("attack", "attacks", "attaque", "attaquer")
RIDE = ("charge", "charges", "charger")
MOVE = ("move", "moves", "déplacer", "déplace", "bouge")
STEP = ("step", "steps", "pas")
AT: Mapping[str, Callable[..., Command]] = {  # orders that name an enemy
    **dict.fromkeys(FIRE, Bombard),
    **dict.fromkeys(FIGHT, Attack),
    **dict.fromkeys(RIDE, Charge),
}
PLACE = ("place", "put", "placer")
UNPLACE = ("unplace", "lift", "reprendre", "reprend")
ANSWER = ("answer", "reply", "répondre", "répond")
BACK = ("back", "retour")
VERBS = (*ALONE, *BACK, *AT, *MOVE, *STEP, *PLACE, *UNPLACE, *ANSWER)
GOAL = ("->", "=>", "→", ">", "to")
VERBS_SHOWN: Mapping[str, type[Command]] = {
    "move": Move,
    "attack": Attack,
    "bombard": Bombard,
    "charge": Charge,
    "rally": Rally,
    "done": Done,
    "place": Place,
    "unplace": Unplace,
    "step": Step,
    "release": Release,
}
"""The verbs to suggest, where a rulebook has such orders."""


def order_context(system: System, scenario: Scenario, state: State, side: str) -> OrderContext:
    """What orders of a side are read against. `state` is the position as `side` may know it."""
    return OrderContext(system, scenario, state, side, _verbs(system, scenario, state))


def _verbs(system: System, scenario: Scenario, state: State) -> tuple[str, ...]:
    """The verbs to suggest: those of the orders that the rulebook has."""
    if system.secret_orders is not None:
        return secret_orders.VERBS_SHOWN
    kinds = {kind for phase in system.phases.values() for kind in phase.takes}
    shown = {**VERBS_SHOWN, **leader_orders.VERBS_SHOWN}
    if Volley in kinds:  # "fire" says what "bombard" does
        kinds.remove(Bombard)
    verbs = [verb for verb, kind in shown.items() if kind in kinds]
    answer = ("answer",) if system.answers else ()
    return (*verbs, *answer, *(("back",) if _back(system, scenario, state) else ()))


def read(text: str, system: System, scenario: Scenario, state: State, side: str) -> Command:
    """The command a line means. `state` is the table as `side` may know it.

    Raises NotOnTable when it cannot be read: empty_order, unknown_order, no_such_unit, no_such_hex,
    no_such_direction, off_the_map, nobody_there, two_units_there, what_target, which_unit. Raises
    IllegalOrder out_of_reach when `unit -> hex` is too far to say which step fails, way_charges or way_tests
    when every path there brings more than was named.
    """
    return read_in(order_context(system, scenario, state, side), text)


def read_in(context: OrderContext, text: str) -> Command:
    """The same in a context. Raises like `read`."""
    words = words_of(text)
    if not words:
        raise NotOnTable("", "empty_order")
    if (
        context.system.secret_orders is not None
        and (written := secret_orders.read(context, words)) is not None
    ):
        return written
    if (led := leader_orders.read(context, words)) is not None:
        return led
    verb = words[0].lower()
    if verb in VERBS and not is_unit(context, words[0]):
        return _spoken(context, verb, words[1:])
    text = " ".join(words)
    questions = context.state.questions
    if questions and (text in questions[0].options or not is_of_unit(context, words)):
        return Answer(option=text)
    return _named(context, words)


def _spoken(context: OrderContext, verb: str, rest: Sequence[str]) -> Command:
    """An order that begins with its verb."""
    if verb in ALONE:
        if rest:
            raise NotOnTable("", "unknown_order", order=" ".join((verb, *rest)), near=(verb,))
        return ALONE[verb]()
    if verb in BACK and not rest:
        return step_back(context)
    if verb in ANSWER:
        return Answer(option=" ".join(rest))
    unit, after = unit_of(context, rest, verb)
    if verb in MOVE:
        return move(context, unit, after)
    return _doing(context, verb, unit, after)


def step_back(context: OrderContext) -> Command:
    """The step that takes the last one of the unit in hand back."""
    back = _back(context.system, context.scenario, context.state)
    if back is None:
        raise NotOnTable("", "nothing_to_take_back")
    return back


def _back(system: System, scenario: Scenario, state: State) -> Step | None:
    """The step that takes the last one back, or None."""
    if state.selection is None:
        return None
    unit = state.selection.unit
    offers = system.display.next_steps(scenario, state, unit)
    return next((Step(unit=unit, hex=hex_) for hex_, offer in offers.items() if offer.back), None)


def _named(context: OrderContext, words: Sequence[str]) -> Command:
    """An order that begins with a unit."""
    unit, after = unit_of(context, words, "")
    if not after:
        raise NotOnTable("", "unknown_order", order=" ".join(words), near=context.verbs)
    verb = after[0].lower()
    if verb in MOVE:
        return move(context, unit, after[1:])
    if verb in (*AT, *STEP, *PLACE, *UNPLACE):
        return _doing(context, verb, unit, after[1:])
    if context.system.secret_orders is not None:
        raise NotOnTable("", "unknown_order", order=" ".join(after), near=context.verbs)
    return move(context, unit, after)


def _doing(context: OrderContext, verb: str, unit: Unit, rest: Sequence[str]) -> Command:
    """Fire, attack, charge, step, place or unplace, once the unit is known."""
    words = [word for word in rest if word.lower() not in IDLE and word not in GOAL]
    if verb in UNPLACE:
        return Unplace(unit=unit.id)
    if verb in AT:
        return AT[verb](unit=unit.id, target=target_of(context, unit, words, verb).id)
    path = path_of(context.scenario, unit, words)
    if len(path) != 1:
        raise NotOnTable("", "one_hex_only", order=verb, unit=unit.id)
    return Step(unit=unit.id, hex=path[0]) if verb in STEP else Place(unit=unit.id, hex=path[0])


def move(context: OrderContext, unit: Unit, rest: Sequence[str]) -> Command:
    """A path spelled out, or the cheapest way to a goal."""
    if rest and rest[0].lower() in GOAL:
        return Move(unit=unit.id, path=_way(context, unit, rest[1:]))
    return Move(unit=unit.id, path=way_of(context.scenario, unit, rest))


def _way(context: OrderContext, unit: Unit, rest: Sequence[str]) -> tuple[Hex, ...]:
    """The cheapest way to a hex that charges nothing and throws no dice on the way. Where there is none at
    all, the hex itself: the referee will say why."""
    goal = path_of(context.scenario, unit, rest)
    if len(goal) != 1:
        raise NotOnTable("", "one_hex_only", order="->", unit=unit.id)
    display = context.system.display
    route = display.route_to(context.scenario, context.state, unit.id, goal[0])
    if route is not None:
        return safe_path(context.system, context.scenario, context.state, context.side, unit.id, route)
    routes = display.routes(context.scenario, context.state, unit.id)
    here, grid = unit.hex, context.scenario.grid
    if here == goal[0]:
        return ()
    if here is None or not routes or grid.adjacent(here, goal[0]):
        return goal
    before = [h for h in grid.neighbours(goal[0]).values() if h in routes]
    if before:  # the last step is what cannot be made: the referee knows why
        return (*routes[min(before, key=lambda h: (routes[h].cost, h))].path, goal[0])
    near = min(routes, key=lambda h: (grid.distance(h, goal[0]), routes[h].cost, h))
    facts: dict[str, Fact] = {"from": here, "near_hex": near, "near_cost": routes[near].cost}
    rule = str(context.scenario.charts.get("farthest", ""))
    raise IllegalOrder(rule, "out_of_reach", unit=unit.id, hex=goal[0], has=unit["mp"], **facts)
