"""Each finished game has one result, written in the transaction that finishes it."""

from __future__ import annotations

import ast
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.core.game_result import finished_game, result_of
from bot.core.game_service import GameService
from bot.features.lobby import seating
from bot.features.lobby.seating import BOTH, COMPUTER
from engine.commands import Done, Draw, Resign
from engine.errors import Refused
from engine.events import Ended
from storage import Entry, GameResult, ResultPlayer
from storage.queries.league.results import ResultRepository
from tests.bot.features.lobby.test_seating_rights import ANNA, BRUNO, CLARA, begun, by, person

LATER, DAY = datetime(2300, 1, 1, tzinfo=UTC), timedelta(days=1)


async def result(games: GameService, game: int) -> GameResult:
    found = await games.store.results.of_game(game)
    assert found is not None
    return found


async def ruled(games: GameService, game_id: int, ended: Ended) -> None:
    """A moderator's ruling ends the game."""
    game = await games.game(game_id)
    entry = Entry(kind="ruling", who=CLARA, events=(ended,), at=games.clock())
    async with games.locked(game_id):
        await games.write(game, entry, by(CLARA))


async def test_a_game_has_no_result_before_its_end(games: GameService) -> None:
    game = await begun(games)

    assert await games.store.results.of_game(game) is None
    assert await games.store.results.missing(5) == []


async def test_a_resignation_is_a_win_of_the_other_side(games: GameService) -> None:
    game = await begun(games)
    await games.order(game, by(ANNA), Done())

    await games.order(game, by(ANNA), Resign())
    table, found = await games.game(game), await result(games, game)

    assert (found.ending, found.winner, found.level) == ("resigned", "orange", "resigned")
    assert (found.battle, found.rulebook, found.guild) == ("ormes", "morne_plaine", 1)
    assert found.sides == ("blue", "orange")
    assert (found.begun, found.finished) == (table.entries[0].at, table.entries[-1].at)
    assert found.players == (
        ResultPlayer(side="blue", user=ANNA, name="P11", orders=2),
        ResultPlayer(side="orange", user=BRUNO, name="P12", orders=0),
    )
    assert (found.turns, found.unrated) == (1, "too-short")
    assert table.record.status == "over"


async def test_an_agreed_draw_has_no_winner(games: GameService) -> None:
    game = await begun(games)
    async with games.locked(game):
        await games.give(await games.game(game), "blue", Draw(), ANNA, by(ANNA))

    found = await result(games, game)

    assert (found.ending, found.winner, found.drawn) == ("agreed", "", True)


async def test_a_side_for_which_the_bot_resigns_forfeits(games: GameService) -> None:
    game = await begun(games)
    async with games.locked(game):
        await games.give(await games.game(game), "orange", Resign(), None, None)

    found = await result(games, game)

    assert (found.ending, found.winner) == ("forfeit", "blue")


@pytest.mark.parametrize("ending", ["adjudicated", "forfeit"])
async def test_a_ruling_can_end_a_game(games: GameService, ending: str) -> None:
    game = await begun(games)

    await ruled(games, game, Ended(winner="blue", level=ending, reason=ending))

    assert ((await result(games, game)).ending, (await result(games, game)).winner) == (ending, "blue")


async def test_a_victory_by_the_rules_has_its_level(games: GameService) -> None:
    game = await begun(games)

    await ruled(games, game, Ended(winner="orange", level="decisive", reason="morale"))
    found = await result(games, game)

    assert (found.ending, found.winner, found.level) == ("rules", "orange", "decisive")


async def test_a_game_in_which_the_computer_stood_in_for_a_player_is_not_rated(games: GameService) -> None:
    game = await begun(games)
    async with games.locked(game):
        await games.give(await games.game(game), "blue", Done(), None, None)

    await games.order(game, by(ANNA), Resign())

    assert (await result(games, game)).unrated == "computer"


async def test_a_game_whose_channel_is_deleted_was_abandoned(games: GameService) -> None:
    game = await begun(games)

    await games.channel_deleted(1)
    found = await result(games, game)

    assert (found.ending, found.winner, found.drawn) == ("abandoned", "", False)
    assert found.unrated == "abandoned"


async def test_the_computer_player_and_one_person_on_both_sides_are_not_rated(games: GameService) -> None:
    computer = (await seating.create_game(games, by(ANNA), "ormes", "blue", COMPUTER)).record.id
    await seating.start(games, computer, by(ANNA))
    await games.order(computer, by(ANNA), Resign())
    alone = (await seating.create_game(games, by(ANNA), "ormes", BOTH, None)).record.id
    await seating.start(games, alone, by(ANNA))
    await games.order(alone, by(ANNA), Resign())
    of_computer, of_both = await result(games, computer), await result(games, alone)

    assert (of_computer.unrated, of_both.unrated) == ("computer", "same-player")
    assert of_computer.players[1] == ResultPlayer(side="orange", user=None, bot=True)
    assert of_both.sides_of(ANNA) == ("blue", "orange")


async def test_a_player_who_left_a_side_is_named_with_their_orders(games: GameService) -> None:
    game = await begun(games)
    await games.order(game, by(ANNA), Done())
    await seating.share(games, game, by(ANNA), "", person(CLARA))
    assert not await seating.leave(games, game, by(ANNA))

    await games.order(game, by(CLARA), Resign())
    found = await result(games, game)

    assert [(p.user, p.seated, p.orders) for p in found.players] == [
        (CLARA, True, 1),
        (ANNA, False, 1),
        (BRUNO, True, 0),
    ]
    assert found.sides_of(ANNA) == ()


async def test_what_interrupts_the_transaction_leaves_neither_end_nor_result(
    games: GameService, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, order = await begun(games), by(ANNA)

    async def killed(results: ResultRepository, result: GameResult) -> bool:
        raise RuntimeError("killed")

    with monkeypatch.context() as patch:
        patch.setattr(ResultRepository, "add", killed)
        with pytest.raises(RuntimeError, match="killed"):
            await games.order(game, order, Resign())
    games.forget(game)
    record = await games.store.games.get(game)
    assert record is not None
    assert (record.status, await games.store.results.of_game(game)) == ("playing", None)

    await games.order(game, order, Resign())
    await games.order(game, order, Resign())
    assert (await result(games, game)).winner == "orange"


async def test_the_result_follows_from_record_and_log_alone(games: GameService) -> None:
    game = await begun(games)
    await games.order(game, by(ANNA), Done())
    await games.order(game, by(ANNA), Resign())
    written = await result(games, game)
    games.forget(game)

    assert result_of(await games.game(game)) == written


async def test_nothing_is_played_after_the_end(games: GameService) -> None:
    game = await begun(games)
    await games.order(game, by(ANNA), Resign())

    with pytest.raises(Refused):
        await games.order(game, by(BRUNO), Resign())
    assert (await result(games, game)).winner == "orange"


async def test_a_game_without_a_position_has_a_result(games: GameService) -> None:
    """As a log may be that was damaged before results were stored."""
    table = await games.game(await begun(games))
    empty = replace(table, entries=(), state=type(table.state)())

    found = result_of(empty)

    assert (found.ending, found.begun, found.finished) == (
        "abandoned",
        table.record.created,
        table.record.created,
    )


async def test_what_was_abandoned_ended_with_its_last_entry_or_when_it_is_said(
    games: GameService,
) -> None:
    game = await begun(games)
    await games.order(game, by(ANNA), Done())
    table = await games.game(game)
    moved = replace(table, entries=(*table.entries[:-1], replace(table.entries[-1], at=LATER)))

    assert result_of(moved).finished == LATER
    assert result_of(moved, LATER + DAY).finished == LATER + DAY
    assert result_of(moved).begun == table.entries[0].at < LATER


async def test_orders_that_were_undone_and_their_undoing_are_not_counted(games: GameService) -> None:
    game = await begun(games)
    await games.order(game, by(ANNA), Done())
    table = await games.game(game)
    undo = Entry(kind="undo", side="blue", who=ANNA, seq=table.last + 1, at=LATER)

    undone = table.struck({table.last}, undo)

    assert [player.orders for player in result_of(table).players] == [1, 0]
    assert [player.orders for player in result_of(undone).players] == [0, 0]


@pytest.mark.long
def test_games_end_only_with_a_result() -> None:
    """No module but the one that writes results sets a game's status to "over"."""
    wrong = [
        f"{path}:{node.lineno}"
        for package in ("bot", "storage")
        for path in sorted(Path(package).rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call) and ends_a_game(node)
    ]

    assert len(wrong) == 1, wrong
    assert wrong[0].startswith("storage/queries/league/results.py")


def ends_a_game(call: ast.Call) -> bool:
    named: Any = ast.unparse(call.func)
    over = any(k.arg == "status" and ast.unparse(k.value) == "'over'" for k in call.keywords)
    of_another_table = named.startswith("update(") and not named.startswith("update(games)")
    return over and named.endswith(("games.update", ".values")) and not of_another_table


async def test_ratings_are_told_the_players_of_each_side_and_which_side_won(games: GameService) -> None:
    game = await begun(games)
    await games.order(game, by(ANNA), Done())
    await games.order(game, by(ANNA), Resign())
    found = await result(games, game)
    read = replace(found, winner="".join(("or", "ange")))  # equal, and another object, as one that was read

    told = finished_game(read)

    assert (told.game, told.rulebook, told.turns) == (game, "morne_plaine", found.turns)
    assert (told.sides, told.winner) == (((ANNA,), (BRUNO,)), 1)
    assert finished_game(replace(found, winner="blue")).winner == 0
    assert finished_game(replace(found, winner="")).winner is None
    alone = replace(found, players=(found.players[0], replace(found.players[1], user=None)))
    assert finished_game(alone).sides == ((ANNA,), ())
