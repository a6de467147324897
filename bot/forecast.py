"""What an attack, a charge or a shot can lead to: the referee's exact chances, summed up. Pure."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction

from bot.table import Table
from engine import events as ev
from engine.commands import Attack, Bombard, Charge, Command
from engine.errors import Refused
from engine.referee import Chance, chances, samples
from engine.state import ELIMINATED, State

RESULTS, CHARGED = ("miss", "hit", "strong"), ("broken", "held")
MOST, TRIALS = 600, 100
"""Ways the dice can fall that are counted one by one; trials where there are more."""
STRENGTHS, MORALE = ("cs", "vc", "vt", "cd"), ("mo",)

Fight = Attack | Bombard | Charge


@dataclass(frozen=True, slots=True, kw_only=True)
class Fate:
    """What can become of one unit: its mean loss in strength and in morale points, and probabilities.

    `shaken`: it fails a morale test; `back`: it retreats and lives; `gone`: it is eliminated.
    """

    loss: Fraction
    shaken: Fraction
    back: Fraction
    gone: Fraction
    morale: Fraction = Fraction(0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Forecast:
    """What can happen to the unit (`own`) and its target (`other`).

    `beaten`: the probability that the target retreats or is eliminated. `estimate` when the order belongs
    to another phase, `sampled` the number of trials when not all ways were counted. `remark` is the referee's
    remark of one outcome, for the parts that no die changes; `cells` the results by modified-die order,
    `results` the chances of fire, or of a charge.
    """

    command: Fight
    own: Fate
    other: Fate
    beaten: Fraction
    estimate: bool
    remark: ev.Noted
    cells: tuple[tuple[int, str], ...] = ()
    results: tuple[tuple[str, Fraction], ...] = ()
    sampled: int = 0


def forecast(table: Table, side: str, command: Fight) -> Forecast:
    """What a command leads to on the table as `side` sees it. Raises Refused when it is not possible."""
    seen = table.system.secrets(table.scenario, table.state, side)
    state = _in_its_phase(table, seen, side, command)
    found, sampled = _chances(table, state, side, command)
    remarks = [(c.probability, e) for c in found for e in [_remark(c, command)] if e is not None]
    return Forecast(
        command=command,
        own=_fate(found, command.unit),
        other=_fate(found, command.target),
        beaten=share(found, lambda c: _retreats(c, command.target) or gone(c, command.target)),
        estimate=state is not seen,
        remark=remarks[0][1] if remarks else ev.Noted(kind="charge_lost"),
        cells=_cells(remarks),
        results=tuple(
            (r, sum((p for p, e in remarks if e.facts.get("result") == r), Fraction(0)))
            for r in _results(command)
        ),
        sampled=sampled,
    )


def _chances(table: Table, state: State, side: str, command: Fight) -> tuple[tuple[Chance, ...], int]:
    """Every way the dice can fall, or so many trials; the number of trials, 0 when all were counted."""
    try:
        return chances(table.system, table.scenario, state, side, command, MOST), 0
    except OverflowError:
        return samples(table.system, table.scenario, state, side, command, TRIALS), TRIALS


def _results(command: Fight) -> tuple[str, ...]:
    """What can come of a shot, or of a charge that reaches its target."""
    if isinstance(command, Charge):
        return CHARGED
    return RESULTS if isinstance(command, Bombard) else ()


def forecasts(table: Table, side: str, unit: str, target: str) -> tuple[Forecast, ...]:
    """The ways a unit can hurt a target. Raises the refusal of the attack when there is none."""
    found: list[Forecast] = []
    refused: list[Refused] = []
    known = {kind for phase in table.system.phases.values() for kind in phase.takes}
    kinds: tuple[type[Fight], ...] = (Attack, Charge, Bombard)
    for command in (kind(unit=unit, target=target) for kind in kinds if kind in known):
        try:
            found.append(forecast(table, side, command))
        except Refused as error:
            refused.append(error)
    if not found:
        artillery = table.state.units[unit].kind == "artillery"
        raise refused[-1 if artillery else 0]
    return tuple(found)


def _in_its_phase(table: Table, seen: State, side: str, command: Command) -> State:
    """The table as it would be if the phase of that order were open now."""
    phases = table.system.phases
    if seen.result is None and side in seen.active and type(command) in phases[seen.phase].takes:
        return seen
    phase = next(p.name for p in phases.values() if type(command) in p.takes)
    return replace(
        seen, phase=phase, player=side, active=frozenset({side}), questions=(), agenda=(), result=None
    )


def _fate(found: tuple[Chance, ...], unit: str) -> Fate:
    return Fate(
        loss=_loss(found, unit, STRENGTHS),
        morale=_loss(found, unit, MORALE),
        shaken=share(found, lambda c: _shaken(c, unit)),
        back=share(found, lambda c: _retreats(c, unit) and not gone(c, unit)),
        gone=share(found, lambda c: gone(c, unit)),
    )


def share(found: tuple[Chance, ...], holds: Callable[[Chance], bool]) -> Fraction:
    """The probability of those that fit."""
    return sum((c.probability for c in found if holds(c)), Fraction(0))


def gone(chance: Chance, unit: str) -> bool:
    """Whether a unit is eliminated in it."""
    return any(isinstance(e, ev.Placed) and e.unit == unit and e.place == ELIMINATED for e in chance.events)


def _retreats(chance: Chance, unit: str) -> bool:
    return any(isinstance(e, ev.Moved) and e.unit == unit and e.manner == "retreat" for e in chance.events)


def _shaken(chance: Chance, unit: str) -> bool:
    return any(
        isinstance(e, ev.Noted) and e.kind == "morale_test" and e.facts.get("unit") == unit
        and e.facts.get("result") == "failed"
        for e in chance.events
    )  # fmt: skip


def _loss(found: tuple[Chance, ...], unit: str, values: tuple[str, ...]) -> Fraction:
    """Mean loss of some of its numbers."""
    return sum(
        (
            c.probability * (e.was - e.now)
            for c in found
            for e in c.events
            if isinstance(e, ev.Changed) and e.unit == unit and e.value in values
        ),
        Fraction(0),
    )


def _remark(chance: Chance, command: Fight) -> ev.Noted | None:
    """The referee's remark of the fight itself; None of a charge that never came about."""
    told = (
        e
        for e in chance.events
        if isinstance(e, ev.Noted) and "result" in e.facts and e.facts.get("target") == command.target
    )
    return next(told, None)


def _cells(remarks: list[tuple[Fraction, ev.Noted]]) -> tuple[tuple[int, str], ...]:
    """The cell of the results table for each natural die, where one was read."""
    cells = {int(str(e.facts["die"])): str(e.facts["result"]) for _, e in remarks if e.kind == "attack"}
    return tuple(sorted(cells.items()))
