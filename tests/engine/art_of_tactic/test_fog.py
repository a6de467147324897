"""What a side may not know in Art of Tactic: envelopes, ammunition, ambushes, set-up (R-08, R-53, R-78)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import scenarios
from engine import events as ev
from engine import referee
from engine.commands import Command, Done, Expired, Place, Seal, Unplace, Write
from engine.errors import Refused
from engine.evolve import replay
from engine.ledger import SeededDice
from engine.scenario import Scenario
from engine.state import Mark, State, Unit
from engine.systems.art_of_tactic import SYSTEM
from engine.systems.art_of_tactic.marks import HAS_KILL_ZONE
from engine.view import look
from engine.view.overlays import OVERLAYS, OverlayRequest, look_with_overlays
from tests.engine.art_of_tactic.positions import plain, position, unit

DICE = SeededDice(b"mist")
TAKASE = scenarios.load("takase")
WOODS = ("0202", "0302", "0503", "0204", "0605")
SCN = plain(8, 6, {}, dict.fromkeys(WOODS, "light_woods"))

written = st.one_of(
    st.just({}),
    st.just({"order": "rest"}),
    st.builds(lambda h: {"order": "march", "path": h}, st.sampled_from(["0304", "0404", "0203"])),
    st.builds(lambda w: {"order": "ambush", "facing": w}, st.sampled_from(SCN.grid.directions)),
)


@st.composite
def secret(draw: st.DrawFn) -> State:
    """A position in which only what red keeps to itself differs from one draw to the next."""
    ammo = draw(st.integers(0, 6))
    hidden = unit("R2", "red", draw(st.sampled_from(WOODS)), way=draw(st.sampled_from(SCN.grid.directions)))
    tired = {"fatigue": draw(st.integers(0, 3)), "figures": draw(st.integers(1, 6))}
    hidden = replace(hidden, values={**hidden.values, **tired})
    units = (
        unit("R1", "red", "0304", card="ashigaru_archers", ammo=ammo),
        hidden,
        unit("B1", "blue", "0704", card="samurai_archers"),
        unit("B2", "blue", "0702", card="mounted_samurai"),
    )
    marks = [Mark(name="hidden", on="R2")]
    marks += [Mark(name="lain", on="R2")] if draw(st.booleans()) else []
    marks += [Mark(name="tires", on="R2", to="uphill")] if draw(st.booleans()) else []
    marks += [Mark(name="aims", on="R1")] if ammo else []
    orders = {"R1": {"order": "rest"}, "R2": draw(written), "B1": {"order": "march", "path": "0604"}}
    envelope = {id_: words for id_ in ("R1", "R2") if (words := draw(written))}
    state = position(units, {id_: words for id_, words in orders.items() if words}, marks, "planning")
    return replace(
        state,
        active=frozenset({"red", "blue"}),
        envelopes={"red": envelope, "blue": {"B2": {"order": "march", "path": "0602"}}},
    )


@pytest.mark.long
@given(secret(), secret())
def test_two_positions_that_differ_in_reds_secrets_look_the_same_to_blue_and_spectators_R_08(
    one: State, other: State
) -> None:
    for viewer in ("blue", ""):
        for selected in ("", "B2"):
            first, second = (
                look(SYSTEM, SCN, s, viewer, selected=selected, in_hand=selected) for s in (one, other)
            )
            assert first == second


@pytest.mark.long
@given(secret(), secret(), st.sampled_from(["B1", "B2", "R1", "R2"]))
def test_nor_does_any_overlay_tell_them_apart_R_08(one: State, other: State, unit_id: str) -> None:
    path = {"B1": ("0604", "0603"), "B2": ("0602", "0502"), "R1": (), "R2": ()}[unit_id]
    request = OverlayRequest(overlays=frozenset(OVERLAYS), unit=unit_id, path=path, sides=("red", "blue"))

    for viewer in ("blue", ""):
        first, second = (look_with_overlays(SYSTEM, SCN, state, request, viewer) for state in (one, other))
        assert first == second


@pytest.mark.long
@given(secret(), secret(), st.sampled_from(["B1", "B2"]))
def test_what_blue_is_offered_tells_nothing_of_them_AT_ORD_08(one: State, other: State, unit_id: str) -> None:
    first, second = (referee.options(SYSTEM, SCN, state, "blue", unit_id) for state in (one, other))

    assert first == second


@pytest.mark.long
@given(secret(), secret(), st.sampled_from([*WOODS, "0603"]))
def test_nor_does_a_refusal_AT_ORD_08(one: State, other: State, hex_: str) -> None:
    def said(state: State, order: dict[str, str]) -> str:
        try:
            referee.play(SYSTEM, SCN, state, "blue", Write(unit="B2", order=order), DICE)
        except Refused as refused:
            return str(refused)
        return ""

    for order in (
        {"order": "assault", "target": "R2", "path": hex_},
        {"order": "assault", "target": "R1", "path": f"0603 {hex_}"},
        {"order": "run", "path": f"0602 {hex_}"},
    ):
        assert said(one, order) == said(other, order)


def test_a_side_sees_its_own_secrets_and_a_spectator_none_R_08() -> None:
    units = (unit("R1", "red", "0304", card="ashigaru_archers"), unit("R2", "red", "0302"))
    state = position(units, {"R2": {"order": "ambush"}}, (Mark(name="hidden", on="R2"),), "planning")
    state = replace(state, envelopes={"red": {"R1": {"order": "rest"}}})

    red, spectator = (SYSTEM.fog(SCN, state, viewer) for viewer in ("red", ""))

    assert red == state
    assert spectator.envelopes == {}
    assert spectator.orders == {}
    assert spectator.units["R2"].place == "@hidden"
    assert "ammo" not in spectator.units["R1"].values


# --- which side is told -------------------------------------------------------------------------------------


def audience_of(state: State, event: ev.Event) -> str:
    return SYSTEM.audience(SCN, state, event)


LYING = position(
    (unit("R1", "red", "0304"), unit("R2", "red", "0302"), unit("B1", "blue", "0704")),
    {},
    (Mark(name="hidden", on="R2"),),
    "reveal",
)


@pytest.mark.parametrize(
    ("event", "only"),
    [
        (ev.Ordered(unit="R2", order={"order": "ambush"}), "red"),
        (ev.Ordered(unit="R1", order={"order": "rest"}), ""),
        (ev.Turned(unit="R2", facing={"unit": 2}), "red"),
        (ev.Changed(unit="R2", value="fatigue", was=2, now=1), "red"),
        (ev.Changed(unit="R1", value="ammo", was=2, now=1), "red"),
        (ev.Changed(unit="R1", value="figures", was=2, now=1), ""),
        (ev.Marked(name="tires", on="R2", to="uphill"), "red"),
        (ev.Marked(name="aims", on="R1"), "red"),
        (ev.Marked(name="hidden", on="R1"), ""),
        (ev.Unmarked(name="hidden", on="R2"), ""),
        (ev.Rolled(purpose="test", key="k", sides=20, dice=(4,), by="R2"), "red"),
        (ev.Noted(kind="fatigue", facts={"unit": "R2", "now": 1}), "red"),
        (ev.Noted(kind="stopped", facts={"unit": "B1", "with": ("R1", "R2")}), "red"),
        (ev.Noted(kind="fatigue", facts={"unit": "R1", "now": 1}), ""),
        (ev.Written(side="red", unit="R1", order={}), "red"),
        (ev.Sealed(side="red"), ""),
    ],
)
def test_what_concerns_a_hidden_unit_or_ammunition_is_told_to_its_side_alone_R_08(
    event: ev.Event, only: str
) -> None:
    assert audience_of(LYING, event) == only


# --- set-up ------------------------------------------------------------------------------------------------


def first_state() -> State:
    return replay(State(), referee.start(SYSTEM, TAKASE, DICE))


def after(state: State, side: str, *commands: Command) -> State:
    for command in commands:
        state = replay(state, referee.play(SYSTEM, TAKASE, state, side, command, DICE))
    return state


def first(state: State, side: str) -> Unit:
    return next(u for u in state.units.values() if u.side == side and u.place == "@off_map")


def test_both_sides_set_up_at_once_R_78() -> None:
    state = first_state()

    assert (state.phase, state.active, state.player) == ("setup", {"red", "blue"}, "")
    assert look(SYSTEM, TAKASE, state).setup == {"red": TAKASE.zones["red"], "blue": TAKASE.zones["blue"]}


def test_a_placed_unit_is_known_to_its_side_alone_until_both_stand_R_78() -> None:
    state = first_state()
    mine = first(state, "red").id

    events = referee.play(SYSTEM, TAKASE, state, "red", Place(unit=mine, hex="0108"), DICE)
    state = replay(state, events)

    assert {e.only for e in events} == {"red"}
    assert look(SYSTEM, TAKASE, state, "red").counter(mine).hex == "0108"  # type: ignore[union-attr]
    assert look(SYSTEM, TAKASE, state, "blue") == look(SYSTEM, TAKASE, first_state(), "blue")
    assert look(SYSTEM, TAKASE, state) == look(SYSTEM, TAKASE, first_state())


def test_when_both_stand_they_are_revealed_together_R_78() -> None:
    placed = after(first_state(), "red", Expired())
    assert (placed.phase, placed.active) == ("setup", {"blue"})
    assert not any(c.hex for c in look(SYSTEM, TAKASE, placed, "blue").counters if c.side == "red")

    open_ = after(placed, "blue", Expired())

    assert (open_.phase, open_.turn, open_.active) == ("planning", 1, {"red", "blue"})
    assert all(c.hex for c in look(SYSTEM, TAKASE, open_).counters)
    for side in TAKASE.side_ids:
        assert {u.place for u in open_.units_on_map(side)} <= TAKASE.zones[side]


@pytest.mark.parametrize(
    ("hex_", "rule", "reason"),
    [("0107", "AT-GEN-05", "outside_zone"), ("0108", "AT-GEN-05", "occupied_place")],
)
def test_a_side_places_units_on_free_hexes_of_its_own_zone_R_78(hex_: str, rule: str, reason: str) -> None:
    state = after(first_state(), "red", Place(unit=first(first_state(), "red").id, hex="0108"))

    with pytest.raises(Refused) as refused:
        after(state, "red", Place(unit=first(state, "red").id, hex=hex_))

    assert (refused.value.rule, refused.value.reason) == (rule, reason)


def test_cavalry_is_not_placed_where_it_may_never_stand_AT_TER_05() -> None:
    wooded = replace(
        TAKASE, hexes={**TAKASE.hexes, "0108": replace(TAKASE.hexes["0108"], terrain="heavy_woods")}
    )
    state = first_state()
    rider = next(u for u in state.units.values() if u.side == "red" and u.kind == "cavalry")

    with pytest.raises(Refused) as refused:
        referee.play(SYSTEM, wooded, state, "red", Place(unit=rider.id, hex="0108"), DICE)

    assert (refused.value.rule, refused.value.reason) == ("AT-TER-05", "never_enters")


def test_set_up_is_not_done_before_all_stand_R_78() -> None:
    state = after(first_state(), "red", Place(unit=first(first_state(), "red").id, hex="0108"))

    with pytest.raises(Refused) as refused:
        after(state, "red", Done())

    assert refused.value.reason == "units_left_to_place"


def test_a_placed_unit_may_be_taken_up_again_R_78() -> None:
    mine = first(first_state(), "red").id

    state = after(first_state(), "red", Place(unit=mine, hex="0108"), Unplace(unit=mine))

    assert state == first_state()


# --- the envelope ------------------------------------------------------------------------------------------


def drawn_up(scn: Scenario = TAKASE) -> State:
    return after(after(first_state(), "red", Expired()), "blue", Expired())


def test_a_written_order_is_told_to_its_side_alone_AT_ORD_03() -> None:
    state = drawn_up()
    mine = min(u.id for u in state.units_on_map("red"))

    events = referee.play(SYSTEM, TAKASE, state, "red", Write(unit=mine, order={"order": "rest"}), DICE)
    state = replay(state, events)

    assert [(type(e), e.only) for e in events] == [(ev.Written, "red")]
    assert look(SYSTEM, TAKASE, state, "blue").plans == ()
    assert [plan.order for plan in look(SYSTEM, TAKASE, state, "red").plans] == ["rest"]


def test_that_a_side_has_sealed_is_for_all_to_know_R_06() -> None:
    events = referee.play(SYSTEM, TAKASE, drawn_up(), "red", Seal(), DICE)

    assert [(type(e), e.only) for e in events] == [(ev.Sealed, ""), (ev.Owed, "")]


def test_a_kill_zone_tells_its_own_side_alone_that_there_is_ammunition() -> None:
    archers = unit("R1", "red", "0304", card="ashigaru_archers", ammo=2)
    state = position([archers, unit("B1", "blue", "0704")], {})
    aims = replace(state, marks=state.marks | {Mark(name=HAS_KILL_ZONE, on="R1")})

    known = {
        side: SYSTEM.as_seen_by(SCN, aims, side).marked("R1", HAS_KILL_ZONE) for side in ("red", "blue", "")
    }
    assert known == {"red": True, "blue": False, "": False}
