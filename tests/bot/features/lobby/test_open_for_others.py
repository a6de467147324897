"""Opening a game for two others, in its own thread, and inside a larger transaction."""

from __future__ import annotations

from typing import Any

import pytest

from bot.core.requests.actor import Actor
from bot.features.lobby import seating
from bot.features.lobby.create import NewGame, add, read_setup
from bot.features.lobby.seating import Person
from bot.features.lobby.start import begin
from sandbox.model.permissions import Permission
from storage import ChannelTaken, JoinRules

NEW = "game new"


def threads(harness: Any) -> list[dict[str, Any]]:
    return harness.sandbox.state.threads(parent=harness.sandbox.channel("battle")["id"])


async def opened_for_others(harness: Any, **options: Any) -> tuple[Any, Any, Any]:
    """Clara opens a game for Anna, who plays Blue, and Bruno."""
    anna, bruno, clara = (harness.person(name) for name in ("Anna", "Bruno", "Clara"))
    sides = {"side": "blue", "player": anna.id, "opponent": bruno.id}
    await clara.slash("battle", NEW, battle="ormes", **sides, **options)
    await harness.quiet()
    return anna, bruno, clara


async def test_both_are_called_nobody_sits_unasked_and_it_begins_once_both_have_come(harness: Any) -> None:
    anna, bruno, clara = await opened_for_others(harness)
    lobby = await harness.game()
    (call,) = [m for m in anna.sees("battle") if "opened this game for you" in m.words]

    assert lobby.record.owner == int(clara.id)
    assert all(seat.user is None for seat in lobby.record.seats)
    assert {m["id"] for m in call.json["mentions"]} == {anna.id, bruno.id}

    await bruno.click(call, "Take Orange")
    assert (await harness.game()).record.status == "lobby"
    await anna.click(call, "Take Blue")
    await harness.quiet()

    game = await harness.game()
    assert game.playing
    assert {s.side: s.user for s in game.record.seats} == {"blue": int(anna.id), "orange": int(bruno.id)}
    assert not any(m for m in anna.sees("battle") if "opened this game for you" in m.words)


async def test_a_reserved_seat_is_for_no_one_else_and_the_host_gives_no_orders(harness: Any) -> None:
    _, bruno, clara = await opened_for_others(harness)

    refused = await harness.person("Marshal").slash("battle", "game join", side="blue")
    host = await clara.slash("battle", "game join", side="blue")
    wrong = await bruno.slash("battle", "game join", side="blue")

    assert "reserved" in refused.words
    assert "reserved" in host.words
    assert "reserved" in wrong.words
    assert all(seat.user is None for seat in (await harness.game()).record.seats)
    assert "You have no side in this game" in (await clara.slash("battle", "done")).words


async def test_a_bot_or_the_same_player_twice_opens_nothing(harness: Any) -> None:
    anna, clara = harness.person("Anna"), harness.person("Clara")
    me = str(harness.bot.user.id)

    bot = await clara.slash("battle", NEW, battle="ormes", player=me, opponent=anna.id)
    twice = await clara.slash("battle", NEW, battle="ormes", player=anna.id, opponent=anna.id)
    both = await clara.slash("battle", NEW, battle="ormes", player=anna.id, side="both")

    assert "A bot cannot play in your place" in bot.words
    assert "same player" in twice.words
    assert "both" in both.words
    assert await harness.store.games.all() == []


async def test_a_game_in_its_own_thread_has_its_players_in_it(harness: Any) -> None:
    anna, bruno, clara = await opened_for_others(harness, thread=True)
    (thread,) = threads(harness)
    game = await harness.game()

    assert game.record.channel == int(thread["id"])
    assert thread["type"] == 11
    assert thread["name"] == "The bridge at Ormes – Anna and Bruno"
    assert thread["thread_metadata"]["auto_archive_duration"] == 10080
    members = harness.sandbox.state.thread_members(thread["id"])
    assert {anna.id, bruno.id, clara.id} <= set(members)
    assert any("opened this game for you" in m.words for m in anna.sees(thread["id"]))


async def test_a_refused_game_leaves_no_thread(harness: Any) -> None:
    clara = harness.person("Clara")

    refused = await clara.slash("battle", NEW, battle="ormes", options="nonsense=yes", thread=True)
    await harness.quiet()

    assert "nonsense" in refused.words
    assert threads(harness) == []


async def test_a_missing_permission_is_named_with_who_can_grant_it(harness: Any) -> None:
    clara = harness.person("Clara")
    harness.sandbox.permit_bot("battle", deny=Permission.CREATE_PUBLIC_THREADS)
    await harness.sandbox.settled()

    refused = await clara.slash("battle", NEW, battle="ormes", thread=True)

    assert "I am missing: Create Public Threads" in refused.words
    assert "A member who manages that channel can grant" in refused.words
    assert await harness.store.games.all() == []


async def test_the_bot_opens_no_thread_for_those_who_may_not(harness: Any) -> None:
    clara = harness.person("Clara")
    harness.sandbox.permit(clara, "battle", deny=Permission.CREATE_PUBLIC_THREADS)
    await harness.sandbox.settled()

    refused = await clara.slash("battle", NEW, battle="ormes", thread=True)

    assert "You cannot open a thread in this channel" in refused.words
    assert threads(harness) == []


# --- inside a larger transaction ---------------------------------------------------------------------------


def seated(harness: Any, channel: str, **changes: Any) -> NewGame:
    """A game for Anna and Bruno that Clara's event opens, with public dice and a clock."""
    anna, bruno, clara = (int(harness.person(name).id) for name in ("Anna", "Bruno", "Clara"))
    place = harness.sandbox.channel(channel)
    setup = read_setup("ormes", "clock=3d", "UTC")
    blue, orange = Person(user=anna, name="Anna"), Person(user=bruno, name="Bruno")
    values: dict[str, Any] = {
        "guild": int(place["guild_id"]),
        "channel": int(place["id"]),
        "owner": clara,
        "battle": setup.battle,
        "seats": (seating.seat("blue", blue), seating.seat("orange", orange)),
        "clock": setup.clock,
        "rules": JoinRules(starts_full=True),
    }
    return NewGame(**values | changes)


async def test_several_games_are_opened_together_or_not_at_all(harness: Any) -> None:
    games, new = harness.bot.games, seated(harness, "battle")

    async def both() -> None:
        async with games.store.writing() as tx:
            await add(tx, games, new)
            await add(tx, games, new)

    with pytest.raises(ChannelTaken):
        await both()

    assert await games.store.games.all() == []


async def test_a_game_whose_players_have_signed_up_begins_by_itself_once(harness: Any) -> None:
    games, new = harness.bot.games, seated(harness, "battle")
    async with games.store.writing() as tx:
        game_id = await add(tx, games, new)
    games.notify(game_id)

    await harness.again()  # stopped before it could begin
    for _ in range(2):
        await begin.begin_full(harness.bot.games, game_id)
    await harness.quiet()

    game = await harness.game()
    assert game.playing
    assert [e.kind for e in game.entries] == ["start"]
    clock = await harness.store.clocks.of_game(game_id)
    assert clock.terms["time"] == "3d"
    posts = [m.words for m in harness.person("Anna").sees("battle")]
    assert sum("Take Blue" in words for words in posts) == 0


async def test_a_seed_that_is_given_is_the_seed_of_both_games(harness: Any) -> None:
    games, seed = harness.bot.games, b"s" * 32
    async with games.store.writing() as tx:
        for channel in ("battle", "parlour"):
            await add(tx, games, seated(harness, channel, seed=seed))

    assert [record.seed for record in await games.store.games.all()] == [seed, seed]


async def test_who_asked_twice_gets_one_thread(harness: Any) -> None:
    clara = harness.person("Clara")
    place = harness.sandbox.channel("battle")
    ids = {"guild": int(place["guild_id"]), "channel": int(place["id"])}
    actor = Actor(user=int(clara.id), name="Clara", interaction=77, **ids)
    finder = harness.bot.services.finder

    for _ in range(2):
        await finder.new(actor, "ormes", "blue", None, thread=True)

    assert len(threads(harness)) == 1
    assert len(await harness.store.games.all()) == 1
