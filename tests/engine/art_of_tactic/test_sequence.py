"""The sequence of play of Art of Tactic: sealing, the reveal, steps that play themselves, the end."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

import scenarios
from engine import events as ev
from engine.commands import Command, Expired, Resign, Seal, Unseal, Write
from engine.errors import Refused
from engine.evolve import replay
from engine.ledger import Ledger, SeededDice
from engine.referee import options, play, start
from engine.scenario import Objective, Scenario
from engine.state import Mark, State
from engine.systems.art_of_tactic import SYSTEM, victory
from tests.engine.art_of_tactic.positions import plain, position, unit
from tests.long_forms import long_but

DICE = SeededDice(b"sequence")
SCN = plain(12, 9)
KUROKAWA = scenarios.load("kurokawa")
STEPS = ["reveal", "defensive", "ranged", "movement", "special", "melee", "retreat", "turn_end"]


def planning(*marks: Mark, **changes: object) -> State:
    """Two units a side, far apart, in planning."""
    units = (
        unit("R1", "red", "0208"),
        unit("R2", "red", "0508", card="ashigaru_archers"),
        unit("B1", "blue", "0202"),
        unit("B2", "blue", "0502", card="mounted_samurai"),
    )
    state = position(units, {}, marks, "planning")
    return replace(state, active=frozenset({"red", "blue"}), **changes)  # type: ignore[arg-type]


def after(state: State, *said: tuple[str, Command], scn: Scenario = SCN, order: int = 1) -> State:
    for side, command in said:
        state = replay(state, play(SYSTEM, scn, state, side, command, DICE, order))
    return state


def both_sealed(state: State, scn: Scenario = SCN) -> tuple[ev.Event, ...]:
    """What happens when the second side seals."""
    return play(SYSTEM, scn, after(state, ("red", Seal()), scn=scn), "blue", Seal(), DICE)


# --- sealing -----------------------------------------------------------------------------------------------


def test_planning_lasts_until_both_have_sealed_R_06() -> None:
    sealed = after(planning(), ("red", Seal()))

    assert (sealed.phase, sealed.active) == ("planning", {"blue"})
    over = after(sealed, ("blue", Seal()))
    assert (over.phase, over.turn, over.active) == ("planning", 2, {"red", "blue"})


def test_a_sealed_envelope_is_not_written_in_AT_ORD_03() -> None:
    sealed = after(planning(), ("red", Seal()))

    with pytest.raises(Refused):
        after(sealed, ("red", Write(unit="R1", order={"order": "rest"})))


def test_it_may_be_opened_again_while_the_other_side_writes_R_06() -> None:
    state = planning()

    assert after(state, ("red", Seal()), ("red", Unseal())) == state
    with pytest.raises(Refused) as refused:
        after(state, ("red", Unseal()))
    assert (refused.value.rule, refused.value.reason) == ("AT-ORD-03", "not_sealed")


def test_when_time_is_up_an_envelope_is_sealed_as_it_is_R_06() -> None:
    wrote = after(planning(), ("red", Write(unit="R1", order={"order": "march", "path": "0207"})))

    over = after(wrote, ("red", Expired()), ("blue", Expired()))

    assert over.turn == 2
    assert over.units["R1"].place == "0207"


def test_orders_may_be_written_over_and_struck_out_AT_ORD_01() -> None:
    march, rest = {"order": "march", "path": "0207"}, {"order": "rest"}

    state = after(planning(), ("red", Write(unit="R1", order=march)), ("red", Write(unit="R1", order=rest)))

    assert state.envelopes == {"red": {"R1": rest}}
    assert after(state, ("red", Write(unit="R1", order={}))).envelopes == {"red": {}}
    with pytest.raises(Refused) as refused:
        after(planning(), ("red", Write(unit="R1", order={})))
    assert refused.value.reason == "nothing_written"


def test_a_refused_order_leaves_the_one_that_was_there_AT_ORD_08() -> None:
    state = after(planning(), ("red", Write(unit="R1", order={"order": "rest"})))

    with pytest.raises(Refused):
        after(state, ("red", Write(unit="R1", order={"order": "march", "path": "0909"})))

    assert state.envelopes == {"red": {"R1": {"order": "rest"}}}


def test_a_side_writes_orders_for_its_own_units_only_AT_ORD_01() -> None:
    with pytest.raises(Refused) as refused:
        after(planning(), ("red", Write(unit="B1", order={"order": "rest"})))

    assert refused.value.reason == "not_your_unit"


@pytest.mark.long
@pytest.mark.parametrize("seed", long_but([0], range(4)))
def test_who_seals_first_changes_nothing_AT_GEN_02(seed: int) -> None:
    """Nor does the number the order has in the game's log (AT-GEN-07)."""
    chance = random.Random(seed)
    state = replay(State(), start(SYSTEM, KUROKAWA, DICE))
    for _ in range(6):
        for id_ in sorted(u.id for u in state.units_on_map()):
            side = state.units[id_].side
            commands = [o.command for o in options(SYSTEM, KUROKAWA, state, side, id_)]
            if commands:
                state = after(state, (side, chance.choice(commands)), scn=KUROKAWA)

        one = after(state, ("red", Seal()), ("blue", Seal()), scn=KUROKAWA, order=1)
        other = after(state, ("blue", Seal()), ("red", Seal()), scn=KUROKAWA, order=2)

        assert one == other
        state = one


# --- the reveal --------------------------------------------------------------------------------------------


def test_the_steps_come_one_after_another_each_a_phase_of_its_own_R_05() -> None:
    began = [e for e in both_sealed(planning()) if isinstance(e, ev.Began)]

    assert [e.phase for e in began] == [*STEPS, "planning"]
    assert {e.player for e in began} == {""}
    assert SYSTEM.automatic_phases == {*STEPS, "morale"}


def test_from_level_intermediate_on_a_turn_begins_with_the_morale_phase_AT_MOR_15() -> None:
    scn = plain(12, 9, level="intermediate")

    began = [e.phase for e in both_sealed(planning(), scn) if isinstance(e, ev.Began)]

    assert began == [*STEPS, "morale", "planning"]


def test_all_envelopes_are_opened_then_every_order_laid_open_written_or_not_AT_ORD_04() -> None:
    fight = (Mark(name="engaged", on="R2", to="B2"), Mark(name="engaged", on="B2", to="R2"))
    state = planning(*fight)
    state = replace(state, units={**state.units, "B2": replace(state.units["B2"], place="0507")})
    state = after(state, ("blue", Write(unit="B1", order={"order": "march", "path": "0203"})))

    revealed = [e for e in both_sealed(state) if isinstance(e, (ev.Opened, ev.Ordered))]
    position = [
        (e.unit, e.order["order"], e.rule) for e in revealed[2:] if isinstance(e, ev.Ordered) and e.order
    ]

    assert revealed[:2] == [
        ev.Opened(side="red", rule="AT-ORD-03"),
        ev.Opened(side="blue", rule="AT-ORD-03"),
    ]
    assert position == [
        ("R1", "rest", "AT-ORD-04"),
        ("R2", "fight_on", "AT-ORD-05"),
        ("B1", "march", "AT-ORD-01"),
        ("B2", "fight_on", "AT-ORD-05"),
    ]


@pytest.mark.parametrize(("morale", "order", "rule"), [(2, "flee", "AT-MOR-03"), (3, "panic", "AT-MOR-04")])
def test_the_shaken_flee_whatever_was_written_AT_MOR_03(morale: int, order: str, rule: str) -> None:
    state = planning(envelopes={"red": {"R1": {"order": "rest"}}})
    shaken = replace(state.units["R1"], values={**state.units["R1"].values, "morale": morale})
    state = replace(state, units={**state.units, "R1": shaken})

    scn = plain(12, 9, level="intermediate")
    orders = [e for e in both_sealed(state, scn) if isinstance(e, ev.Ordered) and e.unit == "R1"]

    assert orders[0] == ev.Ordered(unit="R1", order={"order": order}, rule=rule)


def test_a_unit_that_stays_in_ambush_keeps_its_order_to_its_side_AT_ORD_50() -> None:
    scn = plain(12, 9, {}, {"0208": "light_woods"})
    state = planning(Mark(name="hidden", on="R1"))
    state = after(state, ("red", Write(unit="R1", order={"order": "ambush", "facing": "NE"})), scn=scn)

    events = both_sealed(state, scn)

    events_of_r1 = [e for e in events if isinstance(e, (ev.Ordered, ev.Turned)) and e.unit == "R1"]
    assert {e.only for e in events_of_r1} == {"red"}
    assert not any(isinstance(e, ev.Unmarked) and e.name == "hidden" for e in events)


def test_one_that_gets_another_order_is_revealed_first_R_53() -> None:
    events = both_sealed(planning(Mark(name="hidden", on="R1")))
    uncovered = [e for e in events if isinstance(e, ev.Unmarked) and e.name == "hidden"]
    position = [e for e in events if isinstance(e, ev.Ordered) and e.unit == "R1"]

    assert [e.only for e in (*uncovered, *position)] == ["", "", ""]
    assert events.index(uncovered[0]) < events.index(position[0])


def test_who_is_engaged_as_the_turn_begins_is_marked_so_AT_ZOC_03() -> None:
    fight = (Mark(name="engaged", on="R2", to="B2"), Mark(name="engaged", on="B2", to="R2"))
    state = planning(*fight)
    state = replace(state, units={**state.units, "B2": replace(state.units["B2"], place="0507")})

    locked = [e.on for e in both_sealed(state) if isinstance(e, ev.Marked) and e.name == "locked"]

    assert locked[:2] == ["R2", "B2"]


def test_a_defense_zone_looks_where_it_was_written_to_AT_DZ_02() -> None:
    state = after(planning(), ("red", Write(unit="R1", order={"order": "defend", "facing": "NW"})))

    assert after(state, ("red", Seal()), ("blue", Seal())).units["R1"].facing == {"unit": 5}


def test_nothing_of_a_turn_is_left_in_the_next_AT_ORD_01() -> None:
    state = after(planning(), ("red", Write(unit="R1", order={"order": "run", "path": "0207 0206"})))

    over = after(state, ("red", Seal()), ("blue", Seal()))

    assert over.orders == {}
    assert over.envelopes == {}
    assert over.marks == frozenset()


# --- the end -----------------------------------------------------------------------------------------------

HILL = Objective(
    id="hill", name={}, hexes=frozenset({"0505"}), scored="occupied", points={"red": 3, "blue": 3}
)


def ended(state: State, scn: Scenario = SCN) -> ev.Ended:
    ledger = Ledger(state, DICE)
    victory.end(scn, ledger, "last_turn", "AT-VIC-03")
    event = ledger.events[-1]
    assert isinstance(event, ev.Ended)
    return event


def gone(state: State, *ids: str) -> State:
    """The units destroyed."""
    lost = {i: replace(state.units[i], place="@eliminated") for i in ids}
    return replace(state, units={**state.units, **lost})


def test_the_game_ends_after_its_last_turn_AT_VIC_03() -> None:
    over = after(planning(turn=10), ("red", Seal()), ("blue", Seal()))

    assert over.result is not None
    assert (over.result.reason, over.turn) == ("last_turn", 10)


@pytest.mark.parametrize(
    ("card", "points"),
    [
        ("ashigaru_yari", 1),
        ("ashigaru_archers", 1),
        ("ashigaru_arquebus", 1),
        ("samurai_naginata", 2),
        ("monks", 2),
        ("ninja", 2),
        ("mounted_samurai", 2),
        ("general_staff", 6),
    ],
)
def test_glory_for_units_destroyed_AT_VIC_06(card: str, points: int) -> None:
    state = gone(position((unit("R1", "red", "0505"), unit("B1", "blue", "0101", card=card)), {}), "B1")

    assert SYSTEM.display.scores(SCN, state) == {"red": points, "blue": 0}


def test_glory_for_an_objective_held_alone_AT_VIC_01() -> None:
    scn = replace(SCN, objectives=(HILL,))
    state = position((unit("R1", "red", "0505"), unit("B1", "blue", "0101")), {})

    assert SYSTEM.display.objective_owners(scn, state) == {"hill": "red"}
    assert SYSTEM.display.scores(scn, state) == {"red": 3, "blue": 0}
    both = replace(scn, objectives=(replace(HILL, hexes=frozenset({"0505", "0101"})),))
    assert SYSTEM.display.objective_owners(both, state) == {}


def test_most_glory_wins_AT_VIC_02() -> None:
    assert ended(gone(planning(), "B1")).winner == "red"
    assert ended(gone(planning(), "B1")).level == "victory"


def test_equal_glory_fewer_figures_lost_AT_VIC_04() -> None:
    state = planning()
    hurt = replace(state.units["R1"], values={**state.units["R1"].values, "figures": 5})

    assert ended(replace(state, units={**state.units, "R1": hurt})).winner == "blue"
    assert (ended(state).winner, ended(state).level) == ("", "draw")


def test_figures_that_joined_another_unit_are_not_lost_AT_VIC_04() -> None:
    state = planning()
    empty = replace(state.units["R1"], place="@joined", values={**state.units["R1"].values, "figures": 0})
    full = replace(state.units["R2"], values={**state.units["R2"].values, "figures": 12})

    assert victory.casualties(replace(state, units={**state.units, "R1": empty, "R2": full}), "red") == 0


def test_an_army_without_a_unit_on_the_board_ends_the_game_at_once_AT_VIC_05() -> None:
    state = gone(planning(), "B1", "B2")

    over = after(state, ("red", Seal()), ("blue", Seal()))

    assert over.result is not None
    assert (over.result.winner, over.result.reason, over.phase) == ("red", "wiped_out", "reveal")


def test_a_side_may_give_up() -> None:
    over = after(planning(), ("blue", Resign()))

    assert over.result is not None
    assert (over.result.winner, over.result.level) == ("red", "resigned")


# --- whole games -------------------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize("level", long_but(["expert"], ["basic", "intermediate", "advanced", "expert"]))
@pytest.mark.parametrize("seed", long_but([1], [1, 2]))
def test_games_at_random_come_to_an_end_and_can_be_told_again(level: str, seed: int) -> None:
    scn = replace(KUROKAWA, options={**KUROKAWA.options, "level": level})
    chance = random.Random(seed)
    log = list(start(SYSTEM, scn, DICE))
    state = replay(State(), log)
    while state.result is None:
        side = min(state.active)
        for id_ in sorted(u.id for u in state.units_on_map(side)):
            commands = [o.command for o in options(SYSTEM, scn, state, side, id_)]
            named = sorted({c.order["order"] for c in commands if isinstance(c, Write) and c.order})
            if named:
                order = chance.choice(named)
                fit = [c for c in commands if isinstance(c, Write) and c.order.get("order") == order]
                log += play(SYSTEM, scn, state, side, chance.choice(fit), DICE)
                state = replay(state, log[-1:])
        events = play(SYSTEM, scn, state, side, Seal(), DICE)
        state = replay(state, events)
        log += events
        standing = [u.place for u in state.units_on_map()]
        assert len(standing) == len(set(standing))
        assert {m.name for m in state.marks} <= SYSTEM.marks

    assert replay(State(), log) == state
