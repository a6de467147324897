"""How lucky dice were: the share against every way to fall, the approximation, who may know of which."""

from __future__ import annotations

import itertools
import random
from dataclasses import replace
from datetime import UTC, datetime
from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from bot import luck
from bot.luck import Thrown
from bot.say import fairness
from bot.say import luck as saying
from bot.say.names import Names
from bot.words import speak
from engine.events import Rolled
from engine.systems import find
from render import chart
from render.theme import THEMES, contrast
from storage import Entry
from tests.bot.tables import laid

NOON = datetime(2026, 1, 1, tzinfo=UTC)


def dice(faces: list[int], sides: int = 6, wish: str = "high") -> list[Thrown]:
    return [Thrown(side="blue", purpose="combat", sides=sides, face=f, wish=wish) for f in faces]


@given(rolled=st.lists(st.integers(1, 4), min_size=1, max_size=5), wish=st.sampled_from(["high", "low"]))
def test_the_share_counts_every_way_to_fall(rolled: list[int], wish: str) -> None:
    ways = [sum(way) for way in itertools.product(range(1, 5), repeat=len(rolled))]
    sign = 1 if wish == "high" else -1
    worse = sum(sign * way < sign * sum(rolled) for way in ways)
    same = sum(way == sum(rolled) for way in ways)

    share, exact = luck.luck(dice(rolled, 4, wish))

    assert exact
    assert share == pytest.approx((worse + same / 2) / len(ways))


@given(faces=st.lists(st.integers(1, 6), min_size=1, max_size=40), at=st.integers(0, 39))
def test_a_better_face_is_never_worse_luck(faces: list[int], at: int) -> None:
    better = [min(6, f + 1) if n == at else f for n, f in enumerate(faces)]

    assert luck.luck(dice(better))[0] >= luck.luck(dice(faces))[0] - 1e-12


def test_dice_with_different_faces_count_together() -> None:
    mixed = [*dice([6]), *dice([8], sides=8)]

    assert luck.luck(mixed)[0] == pytest.approx(1 - 1 / 96)


def test_very_many_dice_are_approximated_and_hardly_differ() -> None:
    chance = random.Random(3)
    faces = [chance.randint(1, 6) for _ in range(luck.MOST_FACES // 6)]

    counted, exact = luck.luck(dice(faces))
    approximated, still = luck.luck(dice([*faces, 3, 4]))

    assert (exact, still) == (True, False)
    assert approximated == pytest.approx(counted, abs=0.01)


def rolled(table: object, purpose: str, by: str, faces: tuple[int, ...], only: str = "") -> Entry:
    event = Rolled(purpose=purpose, key="1/1", sides=6, dice=faces, by=by, only=only)
    return Entry(seq=1, kind="order", side="blue", events=(event,), at=NOON)


def test_only_dice_that_somebody_may_know_of_are_counted_before_the_end() -> None:
    table = laid("nonaka")
    first, second = table.scenario.side_ids
    unit = next(u.id for u in table.state.units.values() if u.side == first)
    hidden = replace(table, entries=(rolled(table, "fire", unit, (1, 1), only=first),))
    over = replace(hidden, game=replace(table.game, status="over"))

    assert len(luck.thrown(hidden.seen(first), first)) == 2
    assert luck.thrown(hidden.seen(second), second) == ()
    assert luck.thrown(hidden.seen(""), "") == ()
    assert len(luck.thrown(over.seen(second), second)) == 2


def test_pairs_of_games_that_differ_in_hidden_dice_tell_the_other_side_the_same() -> None:
    table = laid("nonaka")
    first, second = table.scenario.side_ids
    unit = next(u.id for u in table.state.units.values() if u.side == first)
    known = rolled(table, "melee", unit, (3, 5))
    games = [
        replace(table, entries=(known, *hidden))
        for hidden in ((), (replace(rolled(table, "fire", unit, (1, 6), only=first), seq=2),))
    ]

    for viewer in (second, ""):
        told = [Names(speak(), game.seen(viewer)) for game in games]

        assert fairness.page(told[0], viewer) == fairness.page(told[1], viewer)
        assert saying.page(told[0], viewer) == saying.page(told[1], viewer)
    own = [Names(speak(), game.seen(first)) for game in games]
    assert saying.page(own[0], first) != saying.page(own[1], first)


def test_lots_are_counted_and_bring_no_luck() -> None:
    table = laid("ormes")
    unit = next(u.id for u in table.state.units.values() if u.side == "orange")
    found = luck.tallies(
        luck.thrown(replace(table, entries=(rolled(table, "lots", unit, (6,)),)), ""), ("orange",)
    )

    assert [(t.purpose, t.count, t.luck) for t in found] == [("lots", 1, None)]


@pytest.mark.parametrize("name", ["morne_plaine", "pousse_pion", "desastre_colonial", "art_of_tactic"])
def test_every_kind_of_roll_with_a_wish_has_a_name(name: str) -> None:
    words = speak()

    assert all(f"luck.kind.{purpose}" in words for purpose in find(name).fortune)
    assert set(find(name).fortune.values()) <= {luck.HIGH, luck.LOW}


@pytest.mark.parametrize("theme", THEMES)
def test_the_chart_is_a_picture_whose_words_can_be_read(theme: str) -> None:
    table = laid("ormes")
    units = {u.side: u.id for u in table.state.units.values()}
    entries = tuple(
        replace(rolled(table, purpose, by, (6, 5, 1, 2)), seq=n)
        for n, (purpose, by) in enumerate(itertools.product(("combat", "morale"), units.values()), 1)
    )
    page = saying.page(Names(speak(), replace(table, entries=entries)), "", theme)

    picture = Image.open(BytesIO(chart.draw(page.picture.chart, theme=theme)))

    assert picture.width == chart.WIDE
    assert "Combat: 4 dice, mean **3.5** for 3.5 (high is good)" in page.notes[0].text
    assert "Combat: 4 dice" in page.picture.alt
    assert contrast(THEMES[theme].page_ink, THEMES[theme].page) > 7
    assert contrast(THEMES[theme].page_faint, THEMES[theme].page) > 3
