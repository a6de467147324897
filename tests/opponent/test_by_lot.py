"""What is equally good is chosen by lot: no side of a map is favoured by how its hexes are named."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

import scenarios
from bot.cli.scenario import new_battle, self_play
from engine import referee
from engine.commands import Seal, Write
from engine.evolve import replay
from engine.ledger import SeededDice
from opponent import Player, View
from opponent.plans import Plan
from opponent.rules_of_thumb.policy import next_command
from tests.opponent.battles import start

GAMES = 24


@pytest.mark.long
def test_two_equal_armies_on_a_map_like_its_mirror_image_win_alike(tmp_path: Path) -> None:
    folder = tmp_path / "mirror"
    new_battle.write(folder, new_battle.Plan("Mirror", "art_of_tactic", "small", 5, 6))
    battle = scenarios.open_box(folder)

    games = [self_play.play(battle, b"mirror/%d" % n) for n in range(GAMES)]

    wins = Counter(game.winner for game in games)
    for side in battle.side_ids:
        assert wins[side] >= GAMES // 4, wins


def test_players_with_other_seeds_take_other_ways_and_the_same_player_the_same() -> None:
    system, scenario, state = start("nonaka")
    view = View(system, scenario, state, "red")

    orders = [repr(Player("easy", b"%d" % n).choose(view)) for n in range(8)]

    assert len(set(orders)) > 1
    assert orders == [repr(Player("easy", b"%d" % n).choose(view)) for n in range(8)]


def test_a_beginner_overlooks_other_chances_in_each_game() -> None:
    chances = [f"1/unit-{n}" for n in range(60)]
    overlooked = [
        [what for what in chances if Plan(missed=50, lot=lot).overlooks(what)] for lot in ("", "a", "b")
    ]

    assert len({tuple(some) for some in overlooked}) == 3
    assert all(15 <= len(some) <= 45 for some in overlooked)


def test_a_beginner_gives_one_order_in_every_turn_however_much_is_overlooked() -> None:
    system, scenario, state = start("nonaka")
    overlooks_all = Plan(missed=100)

    first = next_command(View(system, scenario, state, "red"), overlooks_all)
    state = replay(state, referee.play(system, scenario, state, "red", first, SeededDice(b""), 1))
    second = next_command(View(system, scenario, state, "red"), overlooks_all)

    assert isinstance(first, Write)
    assert isinstance(second, Seal)
