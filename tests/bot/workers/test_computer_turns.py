"""When the computer player plays, what it is shown, and how it goes on after trouble: a real database."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest

from bot.beacon.announced_orders import DiceAwaited
from bot.computer_player.thinking_process import ThinkingFailed, TooSlow
from bot.core.game import Game
from bot.core.game_service import GameService
from bot.core.report_pictures import FILM_POST
from bot.features.lobby import seating
from bot.workers import computer_player
from bot.workers.computer_player import MOST_STUMBLES, ComputerPlayer, choose
from engine.commands import Bombard, Command, Done, Expired, Instruct, Seal
from storage import DatabaseTrouble, Pause, Seat, StaleTable
from tests.bot.features.lobby.test_seating_rights import ANNA, by
from tests.bot.sample_games import new_game
from tests.patience import PATIENCE


async def against_it(games: GameService, level: str = "") -> int:
    """Anna plays Orange; the computer, Blue, is to move."""
    game = (await seating.create_game(games, by(ANNA), "ormes", "orange", seating.COMPUTER)).record.id
    if level:
        record = (await games.game(game)).record
        async with games.store.writing() as tx:
            await tx.games.update(
                game, seats=[replace(s, level=level if s.bot else "") for s in record.seats]
            )
        games.forget(game)
    return (await seating.start(games, game, by(ANNA))).record.id


async def rested(player: ComputerPlayer) -> None:
    async with asyncio.timeout(PATIENCE):
        while player._tasks:
            await asyncio.sleep(0.001)


def thinking(answer: Callable[[Any, Any], Awaitable[Command]], *, enabled: bool = True) -> Any:
    return SimpleNamespace(enabled=enabled, next_order=answer)


async def test_it_plays_its_whole_turn_and_not_that_of_its_opponent(games: GameService) -> None:
    game = await against_it(games)
    player = ComputerPlayer(games)
    player.wake(game)
    await rested(player)

    after = await games.game(game)
    assert after.owing == ("orange",)
    assert {entry.side for entry in after.entries if entry.kind == "order"} == {"blue"}
    assert {entry.who for entry in after.entries if entry.kind == "order"} == {None}
    assert not player.busy(game)


async def test_after_a_restart_it_plays_where_something_has_happened_and_nowhere_else(
    games: GameService, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await against_it(games)
    unchecked = await games.store.games.unchecked_ids()
    player = ComputerPlayer(games)

    async def none(*_: Any) -> set[int]:
        return set()

    with monkeypatch.context() as patch:
        patch.setattr(type(games.store.games), "unchecked_ids", none)
        await player.wake_all()
        idle = not player._tasks
    await player.wake_all()
    await rested(player)

    assert game in unchecked
    assert idle
    assert (await games.game(game)).owing == ("orange",)


async def test_games_of_other_processes_are_left_to_them(games: GameService) -> None:
    game = await against_it(games)

    async def elsewhere(game: int) -> bool:
        return False

    served: Any = SimpleNamespace(here=elsewhere)
    games.served = served
    player = ComputerPlayer(games)
    player.wake(game)
    await rested(player)

    assert (await games.game(game)).owing == ("blue",)


async def test_it_gives_nothing_in_a_pause_and_nothing_while_dice_are_awaited(games: GameService) -> None:
    game = await against_it(games)
    player, chosen = ComputerPlayer(games), list[int]()

    async def counted(table: Game, side: str) -> Command:
        chosen.append(table.last)
        return Done()

    player._choose = counted  # type: ignore[method-assign]
    async with games.store.writing() as tx:
        await tx.pauses.save(Pause(game=game, by=9, reason="", since=games.clock()))
    paused = await player.play_one(game)
    async with games.store.writing() as tx:
        await tx.pauses.delete(game)
    orders: Any = SimpleNamespace(of_game=_something)
    waiting, games.announced_orders = games.announced_orders, orders
    awaits = await player.play_one(game)
    games.announced_orders = waiting

    assert (paused, awaits) == (False, False)
    assert chosen == []
    assert await player.play_one(game)
    assert len(chosen) == 1


async def _something(record: Any) -> object:
    return object()


async def test_a_game_that_ended_while_it_chose_takes_no_order(
    games: GameService, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await against_it(games)
    player, last = ComputerPlayer(games), (await games.game(game)).last

    async def ends(table: Game, command: Command) -> None:
        look = games.game

        async def over(number: int) -> Game:
            now = await look(number)
            return replace(now, record=replace(now.record, status="over"))

        monkeypatch.setattr(games, "game", over)

    monkeypatch.setattr(player, "_wait_to_lock", ends)
    given = await player.play_one(game)
    monkeypatch.undo()

    assert given, "it looks again"
    assert (await games.game(game)).last == last


async def test_an_order_that_is_refused_is_replaced_by_the_legal_default_and_one_that_waits_is_not(
    games: GameService, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await against_it(games)
    player = ComputerPlayer(games)

    async def bad(table: Game, side: str) -> Command:
        return Bombard(unit="no such unit", target="0101")

    tried: list[Command] = []

    async def awaited(table: Game, side: str, command: Command, *_: Any) -> None:
        tried.append(command)
        raise DiceAwaited(1, None)

    with monkeypatch.context() as patch:
        patch.setattr(games, "give", awaited)
        waits = await player.play_one(game)
    monkeypatch.setattr(player, "_choose", bad)
    given = await player.play_one(game)

    assert not waits, "it plays on when the dice are drawn"
    assert len(tried) == 1
    assert given
    assert isinstance((await games.game(game)).entries[-1].command, Expired)


async def test_trouble_stops_it_for_a_while_and_errors_of_ours_after_a_few(
    games: GameService, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    game = await against_it(games)
    player = ComputerPlayer(games, pause=0.0)
    play = player.play_one
    troubles: list[Exception] = [DatabaseTrouble("lost", path="x"), StaleTable(game, 1)]
    troubles += [RuntimeError() for _ in range(MOST_STUMBLES - 1)]

    async def failing(number: int) -> bool:
        if troubles:
            raise troubles.pop(0)
        return await play(number)

    monkeypatch.setattr(player, "play_one", failing)
    player.wake(game)
    await rested(player)
    first = (await games.game(game)).owing
    troubles += [RuntimeError() for _ in range(MOST_STUMBLES + 1)]
    player.wake(game)
    await rested(player)

    assert first == ("orange",)
    assert len(troubles) == 1, "then it waits until the game changes"
    assert "computer_player" in caplog.text


async def test_what_happens_while_it_plays_is_looked_at_afterwards(
    games: GameService, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await against_it(games)
    player, looks = ComputerPlayer(games), list[int]()

    async def looked(number: int) -> bool:
        looks.append(number)
        if len(looks) == 1:
            player.wake(number)
            player.wake(None)
        return False

    monkeypatch.setattr(player, "play_one", looked)
    player.wake(game)
    await asyncio.sleep(0)
    await rested(player)
    await player.close()
    player.wake(game)

    assert looks == [game, game]
    assert not player._tasks, "a closed one begins nothing"


async def test_orders_are_counted_by_the_turn_before_something_must_be_wrong(
    games: GameService, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(computer_player, "MOST_ORDERS", 3)
    game = await against_it(games)
    player, count = ComputerPlayer(games), 0
    look = games.game

    async def always(number: int) -> bool:
        nonlocal count
        count += 1
        return count < 9

    async def later(number: int) -> Game:
        now = await look(number)
        return replace(now, state=replace(now.state, turn=count // 2))

    monkeypatch.setattr(player, "play_one", always)
    monkeypatch.setattr(games, "game", later)
    player.wake(game)
    await rested(player)
    assert count == 9
    assert "on and on" not in caplog.text
    count = -100
    monkeypatch.setattr(games, "game", look)
    player.wake(game)
    await rested(player)

    assert count == -96, "three more in the turn that has begun"
    assert "on and on" in caplog.text


async def test_it_thinks_with_the_view_of_its_own_side_at_its_own_level(games: GameService) -> None:
    game = await against_it(games, "normal")
    asked: list[tuple[str, str, str, int]] = []

    async def answer(view: Any, key: Any) -> Command:
        asked.append((view.side, key.side, key.level, key.game))
        return Done()

    await ComputerPlayer(games, thinking=thinking(answer)).play_one(game)
    await ComputerPlayer(games, thinking=thinking(answer, enabled=False)).play_one(game)

    assert asked == [("blue", "blue", "normal", game)]
    assert (await games.game(game)).entries[1].command == Done()


@pytest.mark.parametrize(
    ("error", "levels"), [(TooSlow(), ["hard", "normal", "easy"]), (ThinkingFailed(), ["hard"])]
)
async def test_one_that_is_slow_goes_down_a_level_at_a_time_and_one_that_fails_to_rules_of_thumb(
    games: GameService, error: Exception, levels: list[str]
) -> None:
    game = await against_it(games, "hard")
    tried: list[str] = []

    async def answer(view: Any, key: Any) -> Command:
        tried.append(key.level)
        raise error

    before = (await games.game(game)).last
    assert await ComputerPlayer(games, thinking=thinking(answer)).play_one(game)

    assert tried == levels
    assert (await games.game(game)).last == before + 1


async def test_one_that_is_closed_while_it_thinks_gives_no_order(games: GameService) -> None:
    game = await against_it(games, "hard")

    async def answer(view: Any, key: Any) -> Command:
        player._closing.set()
        raise TooSlow

    player, before = ComputerPlayer(games, thinking=thinking(answer)), (await games.game(game)).last
    given = await player.play_one(game)

    by_rules_of_thumb = ComputerPlayer(games)
    by_rules_of_thumb._closing.set()
    assert not given
    assert not await player.play_one(game)
    assert not await by_rules_of_thumb.play_one(game)
    assert (await games.game(game)).last == before


def test_rules_of_thumb_that_fail_end_in_the_legal_default(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    game = new_game("ormes")
    own = choose(game, "blue")

    def fails(*_: Any) -> Command:
        raise RuntimeError

    monkeypatch.setattr(computer_player.opponent, "choose", fails)

    assert not isinstance(own, Expired)
    assert isinstance(choose(game, "blue"), Expired)
    assert "failed" in caplog.text


async def test_orders_are_locked_at_whole_steps_after_their_phase_began_once_a_phase(
    games: GameService, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await games.game(await against_it(games))
    player, waits = ComputerPlayer(games, lock_step=10.0), list[float]()
    began = next(e.at for e in game.entries if e.seq == game.phase_began)
    games.clock = lambda: began + timedelta(seconds=23)

    async def waited(seconds: float) -> None:
        waits.append(seconds)

    monkeypatch.setattr(player, "_pause_for", waited)
    await player._wait_to_lock(game, Instruct(kind="advance", answer="yes"))
    other = list(waits)
    await player._wait_to_lock(game, Seal())
    await player._wait_to_lock(game, Seal())
    await ComputerPlayer(games)._wait_to_lock(game, Seal())

    assert other == []
    assert waits == [7.0]


async def test_those_who_watch_a_demonstration_are_waited_for_from_when_its_report_was_posted(
    games: GameService, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await against_it(games)
    player = ComputerPlayer(games)
    player.wake(game)
    await rested(player)
    played = await games.game(game)
    seats = tuple(Seat(side=s.side, user=None, name="", bot=True) for s in played.record.seats)
    shown = replace(played, record=replace(played.record, seats=seats))
    pacing, waits = ComputerPlayer(games, pace=5.0), list[float]()
    async with games.store.writing() as tx:
        for post in await tx.outbox.waiting(100):
            await tx.outbox.give_up(post.id, "not of this test")
        post_ = await tx.outbox.add(game=game, channel=1, kind="report", body={})
        await tx.outbox.add(game=game, channel=1, kind=FILM_POST, body={})

    async def waited(seconds: float) -> None:
        waits.append(seconds)
        async with games.store.writing() as tx:
            await tx.outbox.mark_posted(post_, 9)

    closed = ComputerPlayer(games, pace=5.0)
    closed._closing.set()
    await asyncio.wait_for(closed._wait_for_readers(shown), PATIENCE)
    monkeypatch.setattr(pacing, "_pause_for", waited)
    await pacing._wait_for_readers(shown)
    mid = replace(shown, entries=shown.entries[:-1])
    for other, of in ((played, pacing), (mid, pacing), (shown, player)):
        await of._wait_for_readers(other)

    assert waits == [0.5, 5.0]
