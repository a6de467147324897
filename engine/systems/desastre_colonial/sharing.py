"""The command roll: the die rolled again, the dice shared out, who is activated (DC-CMD-20 to 27)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from itertools import combinations

from engine import events as ev
from engine.commands import Share
from engine.errors import IllegalOrder
from engine.ledger import Ledger
from engine.scenario import Scenario
from engine.state import Question, State, Unit
from engine.system import Option
from engine.systems.desastre_colonial.asking import ask, push
from engine.systems.desastre_colonial.marks import ACTIVATED, ACTIVE, COMMANDED, DONE, FORFEIT, ORDERED
from engine.systems.desastre_colonial.values import cohesion

POOL = "command"
ONES = "ones"  # track: natural 1s of this Colonial run (DC-DRA-01)
MOVING = "moving"  # task: those just activated move (DC-CMD-27)
REROLL, NONE = "reroll", "none"
MOST_OFFERED = 20


def adjacent_enough(scn: Scenario, units: tuple[Unit, ...]) -> bool:
    """Whether one die may be rolled again: each of two or more commanded units is next to another one of
    them; autonomous units are left out of it (DC-CMD-20, DC-CMD-23, DC-CAP-05)."""
    counted = [unit for unit in units if "autonomous" not in unit.traits]
    return bool(counted) and all(
        any(scn.grid.adjacent(unit.place, other.place) for other in counted) for unit in counted
    )


def rolled(scn: Scenario, ledger: Ledger, chief: Unit, units: tuple[Unit, ...]) -> None:
    """The dice have fallen: one may be rolled again if the units stand close, but no 1 (DC-CMD-20,
    DC-CMD-21)."""
    never = int(scn.chart("command", "reroll", "not_on"))
    faces = sorted({die for die in ledger.state.pools[POOL] if die != never})
    if faces and adjacent_enough(scn, units):
        options = (*map(str, faces), NONE)
        ledger.tell(ev.Owed(sides=()))
        ask(scn, ledger, REROLL, chief.side, chief.id, options, NONE, rule="DC-CMD-20")
    else:
        _deal(scn, ledger, chief.side)


def rerolled(scn: Scenario, ledger: Ledger, question: Question, option: str) -> None:
    """Roll the die chosen again: the second result stands (DC-CMD-22)."""
    chief = ledger.state.units[question.about]
    if option != NONE:
        faces = list(ledger.state.pools[POOL])
        at = faces.index(int(option))
        faces[at] = ledger.roll(REROLL, sides=chief["die"], rule="DC-CMD-22", by=chief.id)
        ledger.tell(ev.Pooled(pool=POOL, dice=tuple(faces), rule="DC-CMD-22"))
    _deal(scn, ledger, question.side)


def _deal(scn: Scenario, ledger: Ledger, side: str) -> None:
    """Give a unit commanded alone all the dice; of several, their player shares them out (DC-CMD-24)."""
    units = commanded(ledger.state, side)
    if len(units) == 1:
        settle(scn, ledger, side, {units[0].id: ledger.state.pools[POOL]})
        return
    turn = ledger.state.turn
    ledger.tell(ev.Began(phase="sharing", turn=turn, player=side, owing=(side,), rule="DC-CMD-24"))


def commanded(state: State, side: str) -> tuple[Unit, ...]:
    """The units of a side that wait for their dice."""
    return tuple(unit for unit in state.fielded(side) if state.marked(unit.id, COMMANDED))


def share(scn: Scenario, ledger: Ledger, side: str, order: Share) -> None:
    """Share the dice out, every one of them to one commanded unit (DC-CMD-24)."""
    waiting = [unit.id for unit in commanded(ledger.state, side)]
    pool = ledger.state.pools.get(POOL, ())
    for unit_id in order.given:
        if unit_id not in waiting:
            raise IllegalOrder("DC-CMD-24", "not_commanded", unit=unit_id)
    given = [die for dice in order.given.values() for die in dice]
    if Counter(given) != Counter(pool):
        raise IllegalOrder(
            "DC-CMD-24",
            "dice_do_not_match",
            dice=tuple(map(str, sorted(pool))),
            given=tuple(map(str, sorted(given))),
        )
    settle(scn, ledger, side, order.given)


def works(scn: Scenario, die: int, losses: int) -> bool:
    """Whether a die activates a unit with so many losses: it is greater, and by default no 1 (DC-CMD-25)."""
    bad = int(scn.chart("command", "fails_on"))
    spoilt = scn.option("command.activation") != "any_die_gt_losses" and die == bad
    return die > losses and not spoilt


def settle(scn: Scenario, ledger: Ledger, side: str, given: Mapping[str, tuple[int, ...]]) -> None:
    """Activate each commanded unit that has a die good enough; the others are done for this turn (DC-CMD-25,
    DC-CMD-26). If there is one, the initiative will be lost (DC-CMD-29)."""
    _count_ones(ledger, side)
    failed = False
    for unit in commanded(ledger.state, side):
        dice = tuple(given.get(unit.id, ()))
        told = tuple(map(str, dice))
        ledger.tell(ev.Unmarked(name=COMMANDED, on=unit.id, rule="DC-CMD-24"))
        if any(works(scn, die, unit["losses"]) for die in dice):
            ledger.tell(ev.Marked(name=ACTIVATED, on=unit.id, rule="DC-CMD-25"))
            ledger.tell(ev.Marked(name=ORDERED, on=unit.id, rule="DC-CMD-27"))
            ledger.note("activated", "DC-CMD-25", unit=unit.id, dice=told)
        else:
            failed = True
            ledger.tell(ev.Marked(name=DONE, on=unit.id, rule="DC-CMD-26"))
            ledger.note("not_activated", "DC-CMD-26", unit=unit.id, dice=told)
    if failed:
        for chief in tuple(ledger.state.fielded(side)):
            if ledger.state.marked(chief.id, ACTIVE):
                ledger.tell(ev.Marked(name=FORFEIT, on=chief.id, rule="DC-CMD-29"))
    ledger.tell(ev.Pooled(pool=POOL, dice=(), rule="DC-CMD-24"), ev.Owed(sides=()))
    push(ledger, MOVING, rule="DC-CMD-27")


def _count_ones(ledger: Ledger, side: str) -> None:
    """Remember the natural 1s of a Colonial roll as it finally stands (DC-DRA-01)."""
    ones = ledger.state.pools[POOL].count(1)
    if side == "colonial" and ones:
        was = ledger.state.tracks.get(ONES, 0)
        ledger.tell(ev.Changed(value=ONES, was=was, now=was + ones, rule="DC-DRA-01"))


def best(
    dice: tuple[int, ...],
    losses: Mapping[str, int],
    worth: Mapping[str, int],
    good: Callable[[int, int], bool],
) -> tuple[dict[str, tuple[int, ...]], ...]:
    """Ways to share dice out, best first: one for each set of units that can be activated together and is
    part of no greater one. All these sets are equally large; those of the greatest worth come first.

    `losses` and `worth` are by unit; `good` says whether a die activates a unit with so many losses, and
    whoever it activates it would activate with fewer. Dice that are of no use go to the units left over, else
    to the first.

    >>> best((2, 5), {"a": 0, "b": 3}, {"a": 3, "b": 3}, lambda die, losses: die > losses)
    ({'a': (2,), 'b': (5,)},)
    >>> best((1, 5), {"a": 1, "b": 3}, {"a": 3, "b": 4}, lambda die, losses: die > losses)
    ({'a': (1,), 'b': (5,)}, {'a': (5,), 'b': (1,)})
    """
    for number in range(min(len(dice), len(losses)), -1, -1):
        chosen = combinations(losses, number)
        found = [way for way in (_share(dice, losses, units, good) for units in chosen) if way is not None]
        if found:
            ranked = sorted(found, key=lambda way: (-sum(worth[u] for u in way[0]), way[0]))
            return tuple(way[1] for way in ranked)
    return ()


def _share(
    dice: tuple[int, ...],
    losses: Mapping[str, int],
    units: tuple[str, ...],
    good: Callable[[int, int], bool],
) -> tuple[tuple[str, ...], dict[str, tuple[int, ...]]] | None:
    """Units that can all be activated, and a way to do it: the worst off is served first, each with the
    smallest die that will do. None when it cannot be done."""
    left, given = sorted(dice), {}
    for unit in sorted(units, key=lambda u: -losses[u]):
        die = next((d for d in left if good(d, losses[unit])), None)
        if die is None:
            return None
        left.remove(die)
        given[unit] = (die,)
    others = [unit for unit in losses if unit not in units]
    for n, die in enumerate(reversed(left)):
        unit = others[n % len(others)] if others else units[0]
        given[unit] = (*given.get(unit, ()), die)
    return tuple(sorted(units)), {unit: given[unit] for unit in losses if unit in given}


def shares(scn: Scenario, state: State, side: str) -> tuple[Share, ...]:
    """The best ways to share out the dice on the table (DC-CMD-24), best first."""
    units = commanded(state, side)
    found = best(
        state.pools.get(POOL, ()),
        {unit.id: unit["losses"] for unit in units},
        {unit.id: cohesion(unit) * unit["bases"] for unit in units},
        lambda die, losses: works(scn, die, losses),
    )
    return tuple(Share(given=given) for given in found[:MOST_OFFERED])


def offers(scn: Scenario, state: State, side: str, unit_id: str) -> Iterable[Option]:
    """The best ways to share out, once for all units (DC-CMD-24)."""
    return () if unit_id else tuple(Option(command=order) for order in shares(scn, state, side))


def expire(scn: Scenario, ledger: Ledger, side: str) -> None:
    """When time is up the dice are shared out in the best way (DC-CMD-24)."""
    settle(scn, ledger, side, shares(scn, ledger.state, side)[0].given)


ANSWERS = {REROLL: rerolled}
