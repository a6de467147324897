"""Sharing the dice of a command roll out: the re-roll, the shares, the units activated (DC-CMD-20 to 27)."""

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
from engine.systems.desastre_colonial.general import marks
from engine.systems.desastre_colonial.general.agenda import ask, push
from engine.systems.desastre_colonial.general.values import COLONIAL, cohesion

POOL = "command"
"""The dice on the table."""
ONES = "ones"
"""Track: natural 1s of this Colonial run (DC-DRA-01)."""
MOVING = "moving"
"""Task: the units just activated move (DC-CMD-27)."""
REROLL, NONE = "reroll", "none"
"""Question: which die is rolled again."""
MOST_OFFERED = 20

Shares = Mapping[str, tuple[int, ...]]
"""The dice of each unit."""
Activates = Callable[[int, int], bool]
"""Whether a die activates a unit with so many losses."""


def may_reroll(scn: Scenario, units: tuple[Unit, ...]) -> bool:
    """Whether one die may be rolled again: each commanded unit is adjacent to another, autonomous units not
    counted (DC-CMD-20, DC-CMD-23, DC-CAP-05)."""
    counted = [unit for unit in units if "autonomous" not in unit.traits]
    return bool(counted) and all(
        any(scn.grid.adjacent(unit.place, other.place) for other in counted) for unit in counted
    )


def begin(scn: Scenario, ledger: Ledger, chief: Unit, units: tuple[Unit, ...]) -> None:
    """After the roll, ask for a re-roll where it is allowed; a 1 may not be chosen (DC-CMD-20, DC-CMD-21)."""
    never = int(scn.chart("command", "reroll", "not_on"))
    faces = sorted({die for die in ledger.state.pools[POOL] if die != never})
    if faces and may_reroll(scn, units):
        options = (*map(str, faces), NONE)
        ledger.tell(ev.Owed(sides=()))
        ask(scn, ledger, REROLL, chief.side, chief.id, options, NONE, rule="DC-CMD-20")
    else:
        _share_out(scn, ledger, chief.side)


def settle_reroll(scn: Scenario, ledger: Ledger, question: Question, option: str) -> None:
    """Roll the chosen die again; the second result stands (DC-CMD-22)."""
    chief = ledger.state.units[question.about]
    if option != NONE:
        faces = list(ledger.state.pools[POOL])
        at = faces.index(int(option))
        faces[at] = ledger.roll(REROLL, sides=chief["die"], rule="DC-CMD-22", by=chief.id)
        ledger.tell(ev.Pooled(pool=POOL, dice=tuple(faces), rule="DC-CMD-22"))
    _share_out(scn, ledger, question.side)


def _share_out(scn: Scenario, ledger: Ledger, side: str) -> None:
    """Give all dice to a unit commanded alone; else begin the phase in which they are shared (DC-CMD-24)."""
    units = commanded(ledger.state, side)
    if len(units) == 1:
        settle(scn, ledger, side, {units[0].id: ledger.state.pools[POOL]})
        return
    turn = ledger.state.turn
    ledger.tell(ev.Began(phase="sharing", turn=turn, player=side, owing=(side,), rule="DC-CMD-24"))


def commanded(state: State, side: str) -> tuple[Unit, ...]:
    """The units of a side that wait for dice."""
    return tuple(unit for unit in state.units_on_map(side) if state.marked(unit.id, marks.COMMANDED))


def share(scn: Scenario, ledger: Ledger, side: str, order: Share) -> None:
    """Share out the dice, each to one commanded unit (DC-CMD-24)."""
    waiting = [unit.id for unit in commanded(ledger.state, side)]
    pool = ledger.state.pools.get(POOL, ())
    for unit_id in order.given:
        if unit_id not in waiting:
            raise IllegalOrder("DC-CMD-24", "not_commanded", unit=unit_id)
    shared = [die for dice in order.given.values() for die in dice]
    if Counter(shared) != Counter(pool):
        raise IllegalOrder(
            "DC-CMD-24", "dice_do_not_match", dice=_text(sorted(pool)), given=_text(sorted(shared))
        )
    settle(scn, ledger, side, order.given)


def activates(scn: Scenario, die: int, losses: int) -> bool:
    """Whether a die activates a unit with so many losses: it is greater and, by default, not a 1
    (DC-CMD-25)."""
    is_failure = die == int(scn.chart("command", "fails_on"))
    if scn.option("command.activation") == "any_die_gt_losses":
        is_failure = False
    return die > losses and not is_failure


def settle(scn: Scenario, ledger: Ledger, side: str, shares: Shares) -> None:
    """Activate each commanded unit with a sufficient die; the others are done for this turn (DC-CMD-25,
    DC-CMD-26). If there are any of these the initiative will be lost (DC-CMD-29)."""
    _count_ones(ledger, side)
    all_activated = True
    for unit in commanded(ledger.state, side):
        dice = tuple(shares.get(unit.id, ()))
        ledger.tell(ev.Unmarked(name=marks.COMMANDED, on=unit.id, rule="DC-CMD-24"))
        if any(activates(scn, die, unit["losses"]) for die in dice):
            ledger.tell(ev.Marked(name=marks.ACTIVATED, on=unit.id, rule="DC-CMD-25"))
            ledger.tell(ev.Marked(name=marks.ORDERED, on=unit.id, rule="DC-CMD-27"))
            ledger.note("activated", "DC-CMD-25", unit=unit.id, dice=_text(dice))
        else:
            all_activated = False
            ledger.tell(ev.Marked(name=marks.DONE, on=unit.id, rule="DC-CMD-26"))
            ledger.note("not_activated", "DC-CMD-26", unit=unit.id, dice=_text(dice))
    if not all_activated:
        for chief in tuple(ledger.state.units_on_map(side)):
            if ledger.state.marked(chief.id, marks.ACTIVE):
                ledger.tell(ev.Marked(name=marks.FORFEIT, on=chief.id, rule="DC-CMD-29"))
    ledger.tell(ev.Pooled(pool=POOL, dice=(), rule="DC-CMD-24"), ev.Owed(sides=()))
    push(ledger, MOVING, rule="DC-CMD-27")


def _text(dice: Iterable[int]) -> tuple[str, ...]:
    return tuple(map(str, dice))


def _count_ones(ledger: Ledger, side: str) -> None:
    """Count the natural 1s of a Colonial roll as it finally stands (DC-DRA-01)."""
    ones = ledger.state.pools[POOL].count(1)
    if side == COLONIAL and ones:
        was = ledger.state.tracks.get(ONES, 0)
        ledger.tell(ev.Changed(value=ONES, was=was, now=was + ones, rule="DC-DRA-01"))


def best(
    dice: tuple[int, ...], losses: Mapping[str, int], worth: Mapping[str, int], activates: Activates
) -> tuple[Shares, ...]:
    """The best ways to share out dice: one for each largest set of units that can be activated together, the
    set of the greatest worth first.

    `losses` and `worth` are by unit. A die that activates a unit must activate any unit with fewer losses.
    Dice left over go to the units that are not activated, else to the first unit.

    >>> best((2, 5), {"a": 0, "b": 3}, {"a": 3, "b": 3}, lambda die, losses: die > losses)
    ({'a': (2,), 'b': (5,)},)
    >>> best((1, 5), {"a": 1, "b": 3}, {"a": 3, "b": 4}, lambda die, losses: die > losses)
    ({'a': (1,), 'b': (5,)}, {'a': (5,), 'b': (1,)})
    """
    for number in range(min(len(dice), len(losses)), -1, -1):
        ways: list[tuple[tuple[str, ...], Shares]] = []
        for chosen in combinations(losses, number):
            shares = _activating(dice, losses, chosen, activates)
            if shares is not None:
                ways.append((tuple(sorted(chosen)), shares))
        if ways:
            ways.sort(key=lambda way: (-sum(worth[unit] for unit in way[0]), way[0]))
            return tuple(shares for _, shares in ways)
    return ()


def _activating(
    dice: tuple[int, ...], losses: Mapping[str, int], units: tuple[str, ...], activates: Activates
) -> Shares | None:
    """A way to activate all of these units, or None: the unit with the most losses first, each with the
    smallest die that activates it."""
    left, shares = sorted(dice), {}
    for unit in sorted(units, key=lambda unit: -losses[unit]):
        die = next((die for die in left if activates(die, losses[unit])), None)
        if die is None:
            return None
        left.remove(die)
        shares[unit] = (die,)
    others = [unit for unit in losses if unit not in units]
    for n, die in enumerate(reversed(left)):
        unit = others[n % len(others)] if others else units[0]
        shares[unit] = (*shares.get(unit, ()), die)
    return {unit: shares[unit] for unit in losses if unit in shares}


def best_shares(scn: Scenario, state: State, side: str) -> tuple[Share, ...]:
    """The best ways to share out the dice on the table, best first (DC-CMD-24)."""
    units = commanded(state, side)
    ways = best(
        state.pools.get(POOL, ()),
        {unit.id: unit["losses"] for unit in units},
        {unit.id: cohesion(unit) * unit["bases"] for unit in units},
        lambda die, losses: activates(scn, die, losses),
    )
    return tuple(Share(given=shares) for shares in ways[:MOST_OFFERED])


def list_options(scn: Scenario, state: State, side: str, unit_id: str) -> Iterable[Option]:
    """The best ways to share out the dice, for all units at once (DC-CMD-24)."""
    return () if unit_id else tuple(Option(command=order) for order in best_shares(scn, state, side))


def expire(scn: Scenario, ledger: Ledger, side: str) -> None:
    """When time runs out share out the dice in the best way (DC-CMD-24)."""
    settle(scn, ledger, side, best_shares(scn, ledger.state, side)[0].given)


ANSWERS = {REROLL: settle_reroll}
