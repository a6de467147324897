"""Objectives, victory points and the end of the game (MP-VIC)."""

from __future__ import annotations

from dataclasses import replace

from engine import events as ev
from engine.battle import exits, handicap
from engine.hexes import Hex
from engine.ledger import Ledger
from engine.rules import objectives
from engine.scenario import Objective, Scenario
from engine.state import ELIMINATED, Question, State, Unit
from engine.systems.morne_plaine.marks import CHOSE


def capture_by_passing(scn: Scenario, ledger: Ledger, unit_id: str, hex_: Hex) -> None:
    """A unit takes the passing objectives of a hex it has entered; leaders never do (MP-VIC-3, 4, 8), nor
    does a unit that has been eliminated since (MP-VIC-9)."""
    unit = ledger.state.units[unit_id]
    if unit.kind == "leader" or unit.hex is None:
        return
    for objective in scn.objectives_at(hex_):
        if objective.scored == "passing":
            objectives.capture(ledger, objective, unit.side, "MP-VIC-3")


def capture_after_displacement(scn: Scenario, ledger: Ledger, unit_id: str, stood: Hex) -> None:
    """The same for a unit moved by a retreat, an advance or a charge off the hex it stood on (MP-VIC-8)."""
    now = ledger.state.units[unit_id].hex
    if now is not None and now != stood:
        capture_by_passing(scn, ledger, unit_id, now)


def owners(scn: Scenario, state: State) -> dict[str, str]:
    """Who holds each objective now: side by objective id; those of no side are left out."""
    held = {o.id: _owner(state, o) for o in scn.objectives}
    return {id_: side for id_, side in held.items() if side}


def _owner(state: State, objective: Objective) -> str:
    """Last to pass, or, for an occupied objective, the side with more units in it (MP-VIC-2, 3, 5)."""
    if objective.scored == "passing":
        return objectives.last_to_pass(state, objective)
    count: dict[str, int] = {}
    for hex_ in objective.hexes:
        for unit in state.on(hex_):
            if unit.kind != "leader":
                count[unit.side] = count.get(unit.side, 0) + 1
    most = max(count.values(), default=0)
    holders = [side for side, n in count.items() if n == most]
    return holders[0] if len(holders) == 1 else ""


def scores(scn: Scenario, state: State) -> dict[str, int]:
    """Victory points of each side now (MP-VIC-6), those for exits of the battle and those given; strength
    points by a switch (O-5)."""
    held = owners(scn, state)
    return {
        side: sum(worth(scn, state, o, side) for o in scn.objectives if held.get(o.id) == side)
        + strength_points(scn, state, scn.enemy(side))
        + exits.points(scn, state, side)
        + handicap.points(scn, side)
        for side in scn.side_ids
    }


def worth(scn: Scenario, state: State, objective: Objective, side: str) -> int:
    """Victory points of an objective to a side. By a switch only chosen ones count, double when both
    sides chose them (O-9)."""
    points = objective.points.get(side, 0)
    if scn.option("chosen_objectives") != "yes":
        return points
    return points * len(state.targets_of_mark(objective.id, CHOSE))


def strength_points(scn: Scenario, state: State, side: str) -> int:
    """What the eliminated units of a side were worth to the enemy, as printed; 0 without the switch (O-5,
    MP-VIC-10)."""
    if scn.option("strength_points") != "yes":
        return 0
    lost = (u for u in state.units.values() if u.side == side and u.place == ELIMINATED)
    return sum(_strength(scn, unit) for unit in lost)


def _strength(scn: Scenario, unit: Unit) -> int:
    """Leader 30; infantry and cavalry CS x MV; artillery BV x range (O-5)."""
    if unit.kind == "leader":
        return int(scn.chart("strength_points", "leader"))
    a, b = ("bv", "range") if unit.kind == "artillery" else ("cs", "mv")
    return unit.printed.get(a, 0) * unit.printed.get(b, 0)


def next_choice(scn: Scenario, state: State) -> Question | None:
    """The next objective to be picked before play, first player first; None when all are (O-9)."""
    if scn.option("chosen_objectives") != "yes":
        return None
    each = min(int(scn.chart("chosen_objectives", "each")), len(scn.objectives))
    for side in scn.side_ids:
        left = [o.id for o in scn.objectives if not state.marked(o.id, CHOSE, side)]
        if len(scn.objectives) - len(left) < each:
            return Question(
                kind="objective", side=side, about="", options=tuple(left), default=left[0], secret=True
            )
    return None


def answer_choice(scn: Scenario, ledger: Ledger, question: Question, option: str) -> None:
    """An objective chosen, secret until all are (O-9)."""
    ledger.tell(ev.Marked(name=CHOSE, on=option, to=question.side, rule="MP-VIC-1", only=question.side))
    if next_choice(scn, ledger.state) is None:
        for side in scn.side_ids:
            picked = tuple(o.id for o in scn.objectives if ledger.state.marked(o.id, CHOSE, side))
            ledger.note("objectives_chosen", "MP-VIC-1", side=side, objectives=picked)


def hide_choices(scn: Scenario, state: State, viewer: str) -> State:
    """The table without the picks of others, while a pick is still to be made (O-9).

    What another side is asked says what it has picked: the answers it can give are not known either.
    """
    if state.questions:
        questions = (q if q.side == viewer or not q.secret else _sealed(q) for q in state.questions)
        state = replace(state, questions=tuple(questions))
    if not any(m.name == CHOSE for m in state.marks) or next_choice(scn, state) is None:
        return state
    return replace(state, marks=frozenset(m for m in state.marks if m.name != CHOSE or m.to == viewer))


def _sealed(question: Question) -> Question:
    return replace(question, options=(), default="")


def end(scn: Scenario, ledger: Ledger, reason: str, rule: str) -> None:
    """End the game and count (MP-VIC-7): the difference of points gives the level."""
    handicap.tell(scn, ledger)
    objectives.end(scn, ledger, scores(scn, ledger.state), reason, rule, handicap.winner_of_draw(scn))


def end_if_wiped_out(scn: Scenario, ledger: Ledger) -> None:
    """The game ends at once when a side has no unit left, not even one still to be set up (MP-VIC-11)."""
    state = ledger.state
    left = {unit.side for unit in state.units.values() if unit.place != ELIMINATED}
    if state.result is None and not state.questions and not left.issuperset(scn.side_ids):
        end(scn, ledger, "wiped_out", "MP-VIC-11")
