"""Line of sight in Art of Tactic (AT-RNG-06 to AT-RNG-10, R-48): what hides whom, and always both ways."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.hexes import Hex
from engine.rules.line_of_sight import hexes_between
from engine.state import Mark
from engine.systems.art_of_tactic.combat.line_of_sight import in_sight, visible
from tests.engine.art_of_tactic.positions import plain, position, unit

SIZE = 7
HEXES = [f"{c:02d}{r:02d}" for r in range(1, SIZE + 1) for c in range(1, SIZE + 1)]
GROUNDS = ("plains", "plains", "light_woods", "heavy_woods", "village", "rice_fields", "river")
hexes = st.sampled_from(HEXES)
# In row 5 of the map 0305, 0405, 0505, 0605 lie in one line; from 0505 to 0503 the line follows the hexside
# between 0404 and 0504.


@pytest.mark.parametrize(
    ("ground", "seen"),
    [
        ("plains", True),
        ("rice_fields", True),
        ("river", True),
        ("rocky_ground", True),
        ("light_woods", False),
        ("heavy_woods", False),
        ("village", False),
    ],
)
def test_what_blocks_AT_RNG_07(ground: str, seen: bool) -> None:
    scn = plain(SIZE, SIZE, {}, {"0405": ground})

    assert visible(scn, "0305", "0505") == seen


def test_the_ends_of_a_line_never_block_AT_RNG_06() -> None:
    scn = plain(SIZE, SIZE, {}, {"0305": "village", "0505": "heavy_woods"})

    assert visible(scn, "0305", "0505")


@pytest.mark.parametrize(("woods", "seen"), [(("0404",), True), (("0504",), True), (("0404", "0504"), False)])
def test_along_a_hexside_only_both_hexes_block_AT_RNG_06(woods: tuple[Hex, ...], seen: bool) -> None:
    scn = plain(SIZE, SIZE, {}, dict.fromkeys(woods, "light_woods"))

    assert visible(scn, "0505", "0503") == seen


def test_at_the_edge_of_the_map_a_hexside_has_one_hex_and_does_not_block_AT_RNG_06() -> None:
    scn = plain(SIZE, SIZE, {}, {"0104": "village"})

    assert [h for h, cut in hexes_between(scn.grid, "0105", "0103") if not cut] == ["0104"]
    assert visible(scn, "0105", "0103")


def test_neighbours_always_see_each_other_AT_RNG_06() -> None:
    scn = plain(SIZE, SIZE, {"0505": 3}, dict.fromkeys(HEXES, "heavy_woods"))

    assert all(visible(scn, "0405", h) for h in scn.grid.neighbours("0405").values())


def test_units_do_not_block_AT_RNG_07() -> None:
    state = position(
        [unit("R1", "red", "0305"), unit("R2", "red", "0405"), unit("B1", "blue", "0505")], {}, (), "planning"
    )

    assert in_sight(plain(SIZE, SIZE), state, state.units["R1"], state.units["B1"])


def test_no_one_sees_a_hidden_unit_AT_RNG_12() -> None:
    units = [unit("R1", "red", "0405"), unit("B1", "blue", "0505")]
    state = position(units, {}, (Mark(name="hidden", on="B1"),), "planning")

    assert not in_sight(plain(SIZE, SIZE), state, state.units["R1"], state.units["B1"])


@pytest.mark.parametrize(
    ("levels", "seen", "why"),
    [
        ({"0405": 1}, False, "a hill between two on the plain"),
        ({"0405": 2, "0305": 1}, False, "a hill above both ends, even one's own"),
        ({"0305": 1, "0405": 1}, True, "the same hill at the same height"),
        ({"0305": 1, "0405": 1, "0505": 1}, True, "both on it"),
        ({"0305": 2, "0405": 1}, True, "down the slope of one's own hill"),
        ({"0305": 2, "0505": 2}, True, "over a valley"),
    ],
)
def test_hills_block_but_not_for_those_on_them_AT_RNG_08(
    levels: dict[Hex, int], seen: bool, why: str
) -> None:
    assert visible(plain(SIZE, SIZE, levels), "0305", "0505") == seen, why


def test_another_hill_of_the_same_height_blocks_AT_RNG_08() -> None:
    scn = plain(SIZE, SIZE, {"0205": 1, "0405": 1})

    assert not visible(scn, "0205", "0605")


@pytest.mark.parametrize("hill", ["light_woods", "village", "plains"])
def test_from_a_hill_only_the_next_hex_behind_is_hidden_AT_RNG_09(hill: str) -> None:
    levels = {"0105": 2, "0305": 0 if hill != "plains" else 1}
    scn = plain(SIZE, SIZE, levels, {"0305": hill})

    assert [h for h in ("0205", "0405", "0505", "0605") if not visible(scn, "0105", h)] == ["0405"]


def test_from_a_hill_woods_as_high_as_oneself_hide_everything_AT_RNG_09() -> None:
    scn = plain(SIZE, SIZE, {"0105": 1, "0305": 1}, {"0305": "light_woods"})

    assert [h for h in ("0205", "0405", "0505", "0605") if not visible(scn, "0105", h)] == [
        *("0405", "0505", "0605")
    ]


@pytest.mark.long
@given(
    st.dictionaries(hexes, st.integers(1, 3), max_size=12),
    st.dictionaries(hexes, st.sampled_from(GROUNDS), max_size=15),
    hexes,
    hexes,
)
def test_who_sees_is_seen_AT_RNG_10(levels: dict[Hex, int], ground: dict[Hex, str], a: Hex, b: Hex) -> None:
    scn = plain(SIZE, SIZE, levels, ground)

    assert visible(scn, a, b) == visible(scn, b, a)


@given(st.dictionaries(hexes, st.sampled_from(GROUNDS), max_size=15), hexes, hexes, hexes)
def test_more_woods_never_open_a_view_AT_RNG_07(ground: dict[Hex, str], a: Hex, b: Hex, more: Hex) -> None:
    if visible(plain(SIZE, SIZE, {}, {**ground, more: "heavy_woods"}), a, b):
        assert visible(plain(SIZE, SIZE, {}, {**ground, more: "plains"}), a, b)
