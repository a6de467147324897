"""Luck of the dice: the exact share, its approximation, and who may know of which dice."""

from __future__ import annotations

import itertools
import math
import random
from dataclasses import replace
from datetime import UTC, datetime
from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from bot.features.dice import luck as dice_luck
from bot.features.dice import luck_page as dice_luck_page
from bot.features.dice import proof_page as dice_proof_page
from bot.features.dice.luck import Thrown
from bot.i18n.catalogue import catalogue_for
from bot.i18n.names import Names
from engine.events import Rolled
from engine.systems import find
from render import BOX
from render.page import luck_chart
from render.paint.theme import THEMES, contrast
from storage import Entry
from tests.bot.sample_games import new_game

NOON = datetime(2026, 1, 1, tzinfo=UTC)


def dice(faces: list[int], sides: int = 6, wish: str = "high") -> list[Thrown]:
    return [Thrown(side="blue", purpose="combat", sides=sides, face=f, wish=wish) for f in faces]


@given(rolled=st.lists(st.integers(1, 4), min_size=1, max_size=5), wish=st.sampled_from(["high", "low"]))
def test_the_share_counts_every_way_to_fall(rolled: list[int], wish: str) -> None:
    ways = [sum(way) for way in itertools.product(range(1, 5), repeat=len(rolled))]
    sign = 1 if wish == "high" else -1
    worse = sum(sign * way < sign * sum(rolled) for way in ways)
    same = sum(way == sum(rolled) for way in ways)

    share, exact = dice_luck.luck(dice(rolled, 4, wish))

    assert exact
    assert share == pytest.approx((worse + same / 2) / len(ways))


@given(faces=st.lists(st.integers(1, 6), min_size=1, max_size=40), at=st.integers(0, 39))
def test_a_better_face_is_never_worse_luck(faces: list[int], at: int) -> None:
    better = [min(6, f + 1) if n == at else f for n, f in enumerate(faces)]

    assert dice_luck.luck(dice(better))[0] >= dice_luck.luck(dice(faces))[0] - 1e-12


def test_a_tally_tells_mean_and_spread_as_they_fell_and_as_they_were_due() -> None:
    tally = dice_luck.tally("blue", "combat", [*dice([1, 2, 6]), *dice([3], sides=10)])

    assert (tally.side, tally.purpose, tally.count, tally.exact) == ("blue", "combat", 4, True)
    assert (tally.mean, tally.due) == (3.0, (3 * 3.5 + 5.5) / 4)
    assert tally.spread == pytest.approx(math.sqrt((4 + 1 + 9 + 0) / 4))
    assert tally.spread_due == pytest.approx(math.sqrt((3 * 35 / 12 + 99 / 12) / 4))
    assert dice_luck.tally("blue", "lots", dice([4], wish="")).luck is None


def test_dice_are_told_by_side_all_with_a_wish_first_then_the_most_frequent_kind() -> None:
    blue, lots = dice([1, 2, 6]), dice([4, 4], wish="")
    orange = [replace(each, side="".join(("or", "ange")), purpose="rally") for each in dice([5])]
    rows = [*orange, *blue, *(replace(each, purpose="lots") for each in lots)]

    tallies = dice_luck.tallies(iter(rows), ("orange", "blue"))

    assert [(each.side, each.purpose, each.count) for each in tallies] == [
        ("orange", "", 1), ("orange", "rally", 1), ("blue", "", 3), ("blue", "combat", 3),
        ("blue", "lots", 2),
    ]  # fmt: skip
    assert [(each.luck is None, each.exact) for each in tallies] == [(False, True)] * 4 + [(True, True)]
    assert dice_luck.tallies(lots, ("blue",))[0].purpose == "combat"


def test_a_wish_that_was_read_is_that_wish() -> None:
    assert dice_luck.luck(dice([6], wish="".join(("hi", "gh"))))[0] > 0.9
    assert dice_luck.luck(dice([6], wish="low"))[0] < 0.1


@pytest.mark.parametrize(("above", "share"), [(-84, 0.0223), (0, 0.5), (42, 0.8423)])
def test_of_very_many_dice_the_share_is_that_of_the_normal_distribution(above: int, share: float) -> None:
    faces = [3, 4] * 300
    for n in range(abs(above)):
        faces[n * 2 + (0 if above > 0 else 1)] += 1 if above > 0 else -1

    found, exact = dice_luck.luck(dice(faces))

    assert not exact
    assert found == pytest.approx(share, abs=0.0002)
    assert dice_luck.luck(dice(faces[:500]))[1], "3000 faces are still counted out"


def test_dice_that_can_fall_in_one_way_only_are_neither_lucky_nor_unlucky() -> None:
    assert dice_luck.luck(dice([1], sides=1)) == (0.5, True)
    assert dice_luck.luck(dice([1] * 3001, sides=1)) == (0.5, False)


def test_dice_with_different_faces_count_together() -> None:
    mixed = [*dice([6]), *dice([8], sides=8)]

    assert dice_luck.luck(mixed)[0] == pytest.approx(1 - 1 / 96)


@pytest.mark.long
def test_very_many_dice_are_approximated_and_hardly_differ() -> None:
    chance = random.Random(3)
    faces = [chance.randint(1, 6) for _ in range(dice_luck.MOST_FACES // 6)]

    counted, exact = dice_luck.luck(dice(faces))
    approximated, still = dice_luck.luck(dice([*faces, 3, 4]))

    assert (exact, still) == (True, False)
    assert approximated == pytest.approx(counted, abs=0.01)


def rolled(game: object, purpose: str, by: str, faces: tuple[int, ...], only: str = "") -> Entry:
    event = Rolled(purpose=purpose, key="1/1", sides=6, dice=faces, by=by, only=only)
    return Entry(seq=1, kind="order", side="blue", events=(event,), at=NOON)


def test_only_dice_that_someone_may_know_of_are_counted_before_the_end() -> None:
    game = new_game("nonaka")
    first, second = game.scenario.side_ids
    unit = next(u.id for u in game.state.units.values() if u.side == first)
    hidden = replace(game, entries=(rolled(game, "fire", unit, (1, 1), only=first),))
    over = replace(hidden, record=replace(game.record, status="over"))

    assert len(dice_luck.thrown(hidden.seen(first), first)) == 2
    assert dice_luck.thrown(hidden.seen(second), second) == ()
    assert dice_luck.thrown(hidden.seen(""), "") == ()
    assert len(dice_luck.thrown(over.seen(second), second)) == 2


def test_pairs_of_games_that_differ_in_hidden_dice_tell_the_other_side_the_same() -> None:
    base = new_game("nonaka")
    first, second = base.scenario.side_ids
    unit = next(u.id for u in base.state.units.values() if u.side == first)
    known = rolled(base, "melee", unit, (3, 5))
    games = [
        replace(base, entries=(known, *hidden))
        for hidden in ((), (replace(rolled(base, "fire", unit, (1, 6), only=first), seq=2),))
    ]

    for viewer in (second, ""):
        views = [Names(catalogue_for(), game.seen(viewer)) for game in games]

        assert dice_proof_page.page(views[0], viewer) == dice_proof_page.page(views[1], viewer)
        assert dice_luck_page.page(views[0], viewer) == dice_luck_page.page(views[1], viewer)
    own = [Names(catalogue_for(), game.seen(first)) for game in games]
    assert dice_luck_page.page(own[0], first) != dice_luck_page.page(own[1], first)


def test_lots_are_counted_and_bring_no_luck() -> None:
    game = new_game("ormes")
    unit = next(u.id for u in game.state.units.values() if u.side == "orange")
    tallies = dice_luck.tallies(
        dice_luck.thrown(replace(game, entries=(rolled(game, "lots", unit, (6,)),)), ""), ("orange",)
    )

    assert [(t.purpose, t.count, t.luck) for t in tallies] == [("lots", 1, None)]


def test_dice_are_those_of_the_side_of_the_unit_or_of_the_side_itself_and_of_no_one_else() -> None:
    game = new_game("ormes")
    unit = next(u.id for u in game.state.units.values() if u.side == "orange")
    entries = tuple(
        replace(rolled(game, "combat", by, (face,)), seq=face)
        for face, by in enumerate((unit, "blue", "weather", ""), start=1)
    )

    dice = dice_luck.thrown(replace(game, entries=entries), "")

    assert [(die.side, die.face) for die in dice] == [("orange", 1), ("blue", 2)]


@pytest.mark.parametrize("name", ["morne_plaine", "pousse_pion", "desastre_colonial", "art_of_tactic"])
def test_every_kind_of_roll_with_a_wish_has_a_name(name: str) -> None:
    words = catalogue_for()

    assert all(f"luck.kind.{purpose}" in words for purpose in find(name).luck_direction)
    assert set(find(name).luck_direction.values()) <= {dice_luck.HIGH, dice_luck.LOW}


@pytest.mark.parametrize("theme", THEMES)
def test_the_chart_is_a_picture_whose_words_can_be_read(theme: str) -> None:
    game = new_game("ormes")
    units = {u.side: u.id for u in game.state.units.values()}
    entries = tuple(
        replace(rolled(game, purpose, by, (6, 5, 1, 2)), seq=n)
        for n, (purpose, by) in enumerate(itertools.product(("combat", "morale"), units.values()), 1)
    )
    page = dice_luck_page.page(Names(catalogue_for(), replace(game, entries=entries)), "", theme)

    picture = Image.open(BytesIO(luck_chart.draw_chart(page.picture.chart, theme=theme)))

    assert picture.size == BOX
    assert min(luck_chart.SMALLEST, luck_chart.LETTERS) * 780 / BOX[0] > 9
    assert "Combat: 4 dice, mean **3.5**, expect" in page.embeds[0].text
    assert "Combat: 4 dice" in page.picture.alt
    assert contrast(THEMES[theme].page_ink, THEMES[theme].page) > 7
    assert contrast(THEMES[theme].page_faint, THEMES[theme].page) > 3


@pytest.mark.parametrize(
    ("status", "said"),
    [("playing", "You do not know of any dice rolled yet."), ("over", "No dice were rolled in this game.")],
)
def test_without_dice_the_page_says_so(status: str, said: str) -> None:
    game = new_game("ormes")
    game = replace(game, record=replace(game.record, status=status))

    assert dice_luck_page.page(Names(catalogue_for(), game), "").embeds[0].text == said
