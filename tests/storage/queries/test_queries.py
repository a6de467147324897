"""Named queries and changes of every kind of record: what is written is found, by whom it concerns alone."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from storage import (
    ClockRecord,
    CustomBattle,
    Entry,
    JoinRules,
    Pause,
    Player,
    Prediction,
    Seat,
    Seeker,
    Share,
    SideClock,
    StatusMessage,
    Store,
    TurnPing,
    Vacancy,
    Vacation,
    counted_deadlines,
)

NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
ANNA, BRUNO, CLARA = 11, 12, 13


@pytest.fixture
async def store(database: Any) -> AsyncIterator[Store]:
    store = await Store.open(database, clock=lambda: NOON)
    yield store
    await store.close()


async def a_game(store: Store, channel: int, *seats: Seat, guild: int = 1, status: str = "playing") -> int:
    about: dict[str, Any] = {"scenario": "x", "printed": {}, "options": {}, "owner": ANNA, "seed": b""}
    async with store.writing() as tx:
        game = await tx.games.create(guild=guild, channel=channel, seats=seats, **about)
        if status != "lobby":
            await tx.games.update(game, status=status)
    return game


def seat(side: str, user: int | None, *, bot: bool = False) -> Seat:
    return Seat(side=side, user=user, name=str(user), bot=bot)


async def entries(store: Store, game: int, count: int) -> None:
    async with store.writing() as tx:
        last = len(await tx.log.entries(game))
        for seq in range(last, last + count):
            await tx.log.append(game, seq, Entry(kind="order", side="red", at=NOON))


# --- games ------------------------------------------------------------------------------------------------


async def test_games_are_found_by_server_channel_and_status_in_their_order(store: Store) -> None:
    first = await a_game(store, 20, status="over")
    second = await a_game(store, 20, status="over")
    lobby = await a_game(store, 21, status="lobby")
    late = await a_game(store, 22, status="lobby")
    elsewhere = await a_game(store, 30, guild=2)

    games = store.games
    assert await games.ids_in_guild(1) == [first, second, lobby, late]
    assert await games.lobby_ids_in_guild(1) == [late, lobby]
    assert await games.ids_in_channel(20) == [second, first]
    assert await games.last_finished_id_in_channel(20) == second
    assert await games.last_finished_id_in_channel(21) is None
    assert await games.ids_playing() == {elsewhere}
    assert [g.id for g in await games.all(guild=2)] == [elsewhere]
    assert [g.id for g in await games.all("over", guild=1)] == [first, second]
    assert await games.all("over", guild=2) == []


async def test_games_under_way_are_found_by_who_plays_them(store: Store) -> None:
    both = await a_game(store, 20, seat("red", ANNA), seat("blue", BRUNO), seat("red", CLARA))
    alone = await a_game(store, 21, seat("red", ANNA), seat("blue", ANNA))
    computer = await a_game(store, 22, seat("red", BRUNO), seat("blue", None, bot=True))
    await a_game(store, 23, seat("red", ANNA), seat("blue", None, bot=True), status="over")

    assert await store.games.ids_played_by(ANNA) == [both, alone]
    assert await store.games.ids_with_computer() == [computer]
    people = await store.games.people_in([both, computer])
    assert people == {(both, "red"): [ANNA, CLARA], (both, "blue"): [BRUNO], (computer, "red"): [BRUNO]}
    assert [s.user for s in (await store.games.all(user=CLARA))[0].seats] == [ANNA, BRUNO, CLARA]


async def test_what_was_looked_at_is_looked_at_again_when_its_log_is_longer(store: Store) -> None:
    one, other = await a_game(store, 20), await a_game(store, 21)
    over, lobby = await a_game(store, 22, status="over"), await a_game(store, 23, status="lobby")
    await entries(store, one, 2)

    async with store.writing() as tx:
        await tx.games.mark_checked({one: NOON, other: None, over: NOON, lobby: None, 999: NOON})
    checked, moments = await store.games.unchecked_ids(), await store.games.moments_until(NOON + HOUR)
    await entries(store, one, 1)

    assert checked == {lobby}
    assert moments == ({one: NOON}, None)
    assert await store.games.unchecked_ids() == {one, lobby}
    assert await store.games.unchecked_playing() == {one}
    assert await store.games.unchecked_playing(Share(1, 2)) == set()
    async with store.writing() as tx:
        await tx.games.mark_checked({one: NOON + HOUR})
    assert await store.games.unchecked_ids() == {lobby}
    assert await store.games.moments_until(NOON + HOUR) == ({}, NOON + HOUR)
    assert await store.games.moments_until(NOON + HOUR, Share(1, 2)) == ({}, None)


# --- clocks, pauses --------------------------------------------------------------------------------------


async def test_clocks_are_kept_to_the_microsecond_and_found_while_games_go_on(store: Store) -> None:
    game, over, without = [await a_game(store, channel) for channel in (20, 21, 22)]
    running = SideClock(
        game=game,
        side="red",
        period="3.1",
        left=timedelta(days=1, microseconds=7),
        since=NOON,
        ran=True,
        late=True,
        reminded=(ANNA, BRUNO),
    )
    stopped = SideClock(game=game, side="blue", period="3.1", left=HOUR)
    async with store.writing() as tx:
        await tx.clocks.save(ClockRecord(game=game, terms={"time": "1d"}, proposed={"by": ANNA}))
        await tx.clocks.save(ClockRecord(game=over, terms={"time": "1d"}, proposed={}))
        await tx.clocks.save(ClockRecord(game=without, terms={}, proposed={}))
        await tx.clocks.save_sides(
            [running, stopped, SideClock(game=over, side="red", period="1", left=HOUR, since=NOON)]
        )
        await tx.games.update(over, status="over")
        await tx.clocks.save_heartbeat(NOON)
        await tx.clocks.save_heartbeat(NOON + HOUR)

    clocks = store.clocks
    assert await clocks.of_game(game) == ClockRecord(game=game, terms={"time": "1d"}, proposed={"by": ANNA})
    assert await clocks.of_game(999) is None
    assert await clocks.games_with_clock() == [game]
    assert (await clocks.games_with_clock(Share(0, 2)), await clocks.games_with_clock(Share(1, 2))) == (
        [game],
        [],
    )
    assert await clocks.sides(game) == {"blue": stopped, "red": running}
    assert await clocks.running() == [running]
    assert (
        await clocks.running_after((0, ""), 5) == await clocks.running_after((game, "blue"), 5) == [running]
    )
    assert (
        await clocks.running_after((game, "red"), 5)
        == await clocks.running_after((0, ""), 5, Share(1, 2))
        == []
    )
    assert await clocks.last_heartbeat() == NOON + HOUR
    async with store.writing() as tx:
        await tx.clocks.delete_sides(game)
    assert await clocks.sides(game) == {}
    assert list(await clocks.sides(over)) == ["red"]


async def test_a_game_is_paused_until_it_is_resumed(store: Store) -> None:
    game = await a_game(store, 20)
    pause = Pause(game=game, by=ANNA, reason="dinner", since=NOON)

    assert await store.clocks.last_heartbeat() is None
    async with store.writing() as tx:
        await tx.pauses.save(pause)
        assert await tx.pauses.of_game(game) == pause
        resumed = [await tx.pauses.delete(game), await tx.pauses.delete(game)]

    assert resumed == [True, False]
    assert await store.pauses.of_game(game) is None


# --- players ---------------------------------------------------------------------------------------------


async def test_players_are_read_as_they_were_saved_and_others_have_the_defaults(store: Store) -> None:
    saved = Player(
        user=ANNA,
        zone="Europe/Paris",
        quiet=(1320, 420),
        reminder=HOUR,
        daily=False,
        told_next=True,
        hours_set=NOON,
    )
    async with store.writing() as tx:
        tx.players.count_deadlines([ANNA], met=2, missed=1)
        await tx.players.save(saved)
        tx.players.count_deadlines([-1], met=5)

    found = await store.players.get_many([ANNA, BRUNO])
    assert found[BRUNO] == Player(user=BRUNO)
    assert (found[ANNA].deadlines_met, found[ANNA].deadlines_missed) == (2, 1)
    assert (found[ANNA].zone, found[ANNA].quiet, found[ANNA].reminder) == ("Europe/Paris", (1320, 420), HOUR)
    assert (found[ANNA].daily, found[ANNA].told_next, found[ANNA].hours_set) == (False, True, NOON)
    assert (await store.players.get(-1)).deadlines_met == 0


def test_older_deadlines_count_in_proportion_until_fifty_newer_ones_are_known() -> None:
    assert counted_deadlines("", 0, 0) == (0, 0)
    assert counted_deadlines("+-", 3, 1) == (4, 2)
    assert counted_deadlines("+" * 30, 0, 40) == (30, 20)
    assert counted_deadlines("-" * 49, 10, 0) == (1, 49)


async def test_vacations_are_found_by_whose_they_are_and_when_they_end(store: Store) -> None:
    def away(user: int, first: int) -> Vacation:
        starts = NOON + first * DAY
        day = date(2026, 11, 22) + first * DAY
        return Vacation(user=user, first=day, last=day + DAY, starts=starts, ends=starts + 2 * DAY)

    past, coming, theirs = away(ANNA, -9), away(ANNA, 3), away(BRUNO, -1)
    async with store.writing() as tx:
        for vacation in (coming, past, theirs, replace(past, user=CLARA)):
            await tx.players.save_vacation(vacation)

    assert await store.players.vacations([ANNA]) == [past, coming]
    assert await store.players.vacations([ANNA, BRUNO], after=NOON) == [theirs, coming]
    assert await store.players.vacations([ANNA], after=past.ends) == [coming]
    async with store.writing() as tx:
        await tx.players.delete_vacation(past)
        await tx.players.save_preferences(ANNA, {"theme": "dark"})
    assert await store.players.vacations([ANNA, BRUNO]) == [theirs, coming]
    assert await store.players.vacations([CLARA]) == [replace(past, user=CLARA)]
    assert [await store.players.preferences(user) for user in (ANNA, BRUNO)] == [{"theme": "dark"}, {}]


# --- finding players -------------------------------------------------------------------------------------


async def test_who_looks_for_a_game_is_found_in_their_server_while_they_look(store: Store) -> None:
    def looks(user: int, hours: int, guild: int = 1, *systems: str) -> Seeker:
        return Seeker(
            guild=guild, user=user, name=f'["{user}"]', systems=systems, note="{}", since=NOON + hours * HOUR
        )

    first, second, elsewhere = looks(BRUNO, 1, 1, "a", "b"), looks(ANNA, 2, 1, "a"), looks(ANNA, 1, 2, "a")
    async with store.writing() as tx:
        for seeker in (second, first, elsewhere):
            await tx.seekers.save(seeker)

    assert await store.seekers.in_guild(1, NOON) == [first, second]
    assert await store.seekers.in_guild(1, NOON + 2 * HOUR) == [second]
    async with store.writing() as tx:
        ended = [
            await tx.seekers.remove(1, user, systems) for user, systems in ((BRUNO, ["a"]), (BRUNO, ["z"]))
        ]
        ended += [await tx.seekers.remove(1, CLARA), await tx.seekers.remove(1, ANNA)]
    assert ended == [True, False, False, True]
    assert [s.systems for s in await store.seekers.in_guild(1, NOON)] == [("b",)]
    assert await store.seekers.in_guild(2, NOON) == [elsewhere]
    async with store.writing() as tx:
        await tx.seekers.delete_before(NOON + 2 * HOUR)
    assert [await store.seekers.in_guild(guild, NOON) for guild in (1, 2)] == [[], []]


async def test_who_may_join_and_which_sides_look_for_players_is_kept_by_game(store: Store) -> None:
    game, other, over = [await a_game(store, channel) for channel in (20, 21, 22)]
    rules = JoinRules(min_reliability=80, starts_full=True, reserved={"red": (ANNA, BRUNO)})
    vacancies = [
        Vacancy(game=game, side="red", user=ANNA, since=NOON),
        Vacancy(game=game, side="blue", user=None, since=NOON),
        Vacancy(game=other, side="red", user=None, since=NOON + HOUR),
        Vacancy(game=over, side="red", user=None, since=NOON),
    ]
    async with store.writing() as tx:
        await tx.join_rules.save(game, rules)
        for vacancy in vacancies:
            await tx.vacancies.open(vacancy)
        await tx.games.update(over, status="over")

    assert await store.join_rules.of_game(game) == rules
    assert await store.join_rules.of_game(other) == JoinRules()
    assert await store.vacancies.of_game(game) == {"blue": vacancies[1], "red": vacancies[0]}
    assert await store.vacancies.in_guild(1) == [vacancies[2], vacancies[1], vacancies[0]]
    assert await store.vacancies.in_guild(2) == []
    async with store.writing() as tx:
        closed = [await tx.vacancies.close(game, "red"), await tx.vacancies.close(game, "red")]
    assert closed == [True, False]
    assert list(await store.vacancies.of_game(game)) == ["blue"]


async def test_predictions_are_replaced_by_their_author_and_found_by_game_and_server(store: Store) -> None:
    game, elsewhere = await a_game(store, 20), await a_game(store, 30, guild=2)

    def guess(of: int, after: int, user: int, what: str) -> Prediction:
        return Prediction(game=of, after=after, user=user, name=str(user), guess=what)

    async with store.writing() as tx:
        for made in (
            guess(game, 5, BRUNO, "holds"),
            guess(game, 3, ANNA, "holds"),
            guess(elsewhere, 3, ANNA, "x"),
        ):
            await tx.predictions.save(made)
        await tx.predictions.save(guess(game, 3, ANNA, "breaks"))

    assert await store.predictions.of_game(game) == [
        guess(game, 3, ANNA, "breaks"),
        guess(game, 5, BRUNO, "holds"),
    ]
    assert [p.game for p in await store.predictions.in_guild(2)] == [elsewhere]


# --- messages --------------------------------------------------------------------------------------------


async def test_status_messages_and_turn_pings_are_found_and_forgotten(store: Store) -> None:
    game, other = await a_game(store, 20), await a_game(store, 21)
    status = StatusMessage(kind="game", about=game, channel=20, message=7, pinned=True, digest="d")
    server = StatusMessage(kind="server", about=1, channel=5)
    assert not server.pinned
    pings = [
        TurnPing(message=n, game=g, channel=20, kind="call", side="red", after=n)
        for n, g in ((9, game), (8, other))
    ]
    async with store.writing() as tx:
        for message in (server, status):
            await tx.status_messages.save(message)
        for ping in pings:
            await tx.turn_pings.save(ping)

    assert await store.status_messages.all() == [status, server]
    assert await store.status_messages.all("server") == [server]
    assert await store.status_messages.get("game", game) == status
    assert await store.status_messages.get("server", game + 100) is None
    assert await store.turn_pings.all() == [pings[1], pings[0]]
    assert await store.turn_pings.all(game) == [pings[0]]
    async with store.writing() as tx:
        await tx.status_messages.delete("game", game)
        await tx.turn_pings.delete(9)
    assert await store.status_messages.all() == [server]
    assert await store.turn_pings.all() == [pings[1]]


async def test_messages_that_wait_are_counted_by_the_shard_of_their_server(store: Store) -> None:
    async with store.writing() as tx:
        for server in (None, 5 << 22, 5 << 22, 7 << 22, 6 << 22):
            last = await tx.outbox.add(game=None, guild=server, channel=20, kind="call", body={})
        await tx.outbox.mark_posted(last, 100)
    waiting = await store.outbox.waiting_by_shard(4)
    assert {shard: messages for shard, (messages, _) in waiting.items()} == {0: 1, 1: 2, 3: 1}
    assert waiting[1][1] == (await store.outbox.waiting())[1].at
    assert [messages for messages, _ in (await store.outbox.waiting_by_shard(1)).values()] == [4]


async def test_messages_that_were_given_up_wait_again_the_newest_since_the_last_that_was_posted(
    store: Store,
) -> None:
    async with store.writing() as tx:
        ids = [await tx.outbox.add(game=None, channel=20, kind="call", body={}) for _ in range(6)]
        other = await tx.outbox.add(game=None, channel=21, kind="call", body={})
        for id_ in (ids[0], ids[2], ids[3], ids[4], other):
            await tx.outbox.give_up(id_, "no_access")
        await tx.outbox.mark_posted(ids[1], 100)
        await tx.outbox.give_up(ids[5], "gone")
        gone_by = await tx.outbox.add(game=None, channel=23, kind="call", body={})
        await tx.outbox.give_up(gone_by, "no_access")
        for elsewhere in (19, 22, 23):
            await tx.outbox.mark_posted(
                await tx.outbox.add(game=None, channel=elsewhere, kind="call", body={}), 300
            )

    assert sorted(await store.outbox.blocked_channels(["no_access"])) == [20, 21]
    assert await store.outbox.blocked_channels(["other"]) == []
    async with store.writing() as tx:
        assert await tx.outbox.retry(20, ["no_access"], 2) == 2
    assert [m.id for m in await store.outbox.waiting()] == [ids[3], ids[4]]
    assert await store.outbox.waiting_channels() == [20]
    assert (await store.outbox.is_waiting(20), await store.outbox.is_waiting(21)) == (True, False)
    async with store.writing() as tx:
        await tx.outbox.mark_posted(other, 200)
    assert await store.outbox.blocked_channels(["no_access"]) == [20]
    async with store.writing() as tx:
        assert await tx.outbox.retry(20, ["no_access"], 9) == 1, "none from before the one that was posted"
    assert [m.id for m in await store.outbox.waiting()] == ids[2:5]


async def test_a_message_becomes_one_about_a_game_once(store: Store) -> None:
    game, other = await a_game(store, 20), await a_game(store, 21)
    async with store.writing() as tx:
        id_ = await tx.outbox.add(game=None, channel=20, kind="call", body={})
        done = [await tx.outbox.set_game(id_, each) for each in (game, other)]

    post = await store.outbox.get(id_)
    assert done == [True, False]
    assert post is not None
    assert post.game == game


async def test_each_shard_has_its_own_sign_of_life(store: Store) -> None:
    async with store.writing() as tx:
        await tx.clocks.save_heartbeat(NOON, 0)
        await tx.clocks.save_heartbeat(NOON + HOUR, 1)

    assert [await store.clocks.last_heartbeat(n) for n in range(3)] == [NOON, NOON + HOUR, None]


async def test_posts_of_a_game_since_one_of_them_are_found_in_their_order(store: Store) -> None:
    game, other = await a_game(store, 20), await a_game(store, 21)
    async with store.writing() as tx:
        ids = [await tx.outbox.add(game=game, channel=20, kind="report", body={"n": n}) for n in range(4)]
        theirs = await tx.outbox.add(game=other, channel=21, kind="report", body={})
        for n, id_ in enumerate((ids[0], ids[1], ids[3], theirs)):
            await tx.outbox.mark_posted(id_, 100 + n)

    assert [m.id for m in await store.outbox.posted_since(game, 101)] == [ids[1], ids[3]]
    assert await store.outbox.posted_since(game, 103) == []
    newest = await store.outbox.last_posted(game, "report")
    assert newest is not None
    assert (newest.id, newest.posted) == (ids[3], 102)


# --- servers ---------------------------------------------------------------------------------------------


async def test_a_server_that_removed_the_bot_is_known_since_when_until_it_is_back(store: Store) -> None:
    async with store.writing() as tx:
        assert [await tx.guilds.add(1), await tx.guilds.add(1)] == [True, False]
        await tx.guilds.mark_bot_removed(1, NOON)
        await tx.guilds.mark_bot_removed(1, NOON + HOUR)
        await tx.guilds.mark_bot_removed(2, NOON + HOUR)

    assert await store.guilds.without_bot() == {1: NOON, 2: NOON + HOUR}
    assert [await store.guilds.has_removed_bot(guild) for guild in (1, 2, 3)] == [True, True, False]
    async with store.writing() as tx:
        await tx.guilds.mark_bot_back(1)
    assert await store.guilds.without_bot() == {2: NOON + HOUR}
    assert [await store.guilds.is_known(guild) for guild in (1, 2, 3)] == [True, True, False]


async def test_settings_and_languages_are_set_changed_and_removed(store: Store) -> None:
    async with store.writing() as tx:
        for name, value in (("gallery", 5), ("board", 6), ("gallery", 7)):
            await tx.settings.set(1, name, value)
        await tx.settings.set(2, "board", 9)
        for channel, language in ((20, "fr"), (21, "en"), (20, "en"), (21, None)):
            await tx.channel_languages.set(channel, language)

    assert await store.settings.of_guild(1) == {"board": 6, "gallery": 7}
    assert await store.channel_languages.all() == {20: "en"}
    async with store.writing() as tx:
        await tx.settings.set(1, "board", None)
    assert [await store.settings.of_guild(guild) for guild in (1, 2)] == [{"gallery": 7}, {"board": 9}]


async def test_everything_about_a_server_is_deleted_and_nothing_about_another(store: Store) -> None:
    games = {}
    for guild, channel in ((1, 20), (2, 30)):
        games[guild] = game = await a_game(store, channel, seat("red", ANNA), guild=guild)
        await entries(store, game, 2)
        async with store.writing() as tx:
            await tx.guilds.add(guild)
            await tx.settings.set(guild, "board", 6)
            await tx.channel_languages.set(channel, "fr")
            await tx.outbox.add(game=game, channel=channel, kind="call", body={})
            await tx.clocks.save(ClockRecord(game=game, terms={"time": "1d"}, proposed={}))
            for status in (
                StatusMessage(kind="game", about=game, channel=channel),
                StatusMessage(kind="server", about=guild, channel=channel),
            ):
                await tx.status_messages.save(status)
            seeker = Seeker(guild=guild, user=ANNA, name="A", systems=("a",), since=NOON)
            await tx.seekers.save(seeker)
    assert await store.guilds.ids() == {1, 2}

    async with store.writing() as tx:
        await tx.guilds.delete(1)

    assert await store.guilds.ids() == {2}
    assert [game.id for game in await store.games.all()] == [games[2]]
    assert await store.log.entries(games[1]) == []
    assert len(await store.log.entries(games[2])) == 2
    assert await store.clocks.games_with_clock() == [games[2]]
    assert await store.outbox.waiting_channels() == [30]
    assert await store.channel_languages.all() == {30: "fr"}
    assert {(s.kind, s.about) for s in await store.status_messages.all()} == {
        ("game", games[2]),
        ("server", 2),
    }
    assert [await store.settings.of_guild(guild) for guild in (1, 2)] == [{}, {"board": 6}]
    assert [len(await store.seekers.in_guild(guild, NOON)) for guild in (1, 2)] == [0, 1]


async def test_battles_of_the_same_name_on_two_servers_are_two(store: Store) -> None:
    async with store.writing() as tx:
        for guild in (1, 2):
            about: dict[str, Any] = {
                "version": 1,
                "author": ANNA,
                "name": "Anna",
                "rulebook": "x",
                "title": {},
            }
            battle = CustomBattle(guild=guild, battle="ford", uploaded=NOON, **about)
            await tx.custom_battles.save(battle, {"id": "ford", "of": guild})

    assert [await store.custom_battles.printed(guild, "ford") for guild in (1, 2, 3)] == [
        {"id": "ford", "of": 1},
        {"id": "ford", "of": 2},
        None,
    ]
    async with store.writing() as tx:
        assert await tx.custom_battles.remove(1, "ford")
    assert await store.custom_battles.get(2, "ford") is not None


async def test_what_waits_is_found_by_its_share_of_the_servers_in_order_and_without_one_kind(
    store: Store,
) -> None:
    async with store.writing() as tx:
        add = tx.outbox.add
        films = [await add(game=None, guild=5 << 22, channel=20, kind="film", body={})]
        ids = [
            await add(game=None, guild=guild << 22, channel=channel, kind=kind, body={})
            for guild, channel, kind in ((5, 20, "z"), (5, 20, "a"), (6, 30, "z"), (6, 31, "a"))
        ]
        for id_ in ids[1:3]:
            await tx.outbox.give_up(id_, "no_access")
        await tx.outbox.mark_posted(ids[1], 100)
    mine, other = Share(1, 2), Share(0, 2)

    assert await store.outbox.first_waiting("film", mine) == {ids[0]}
    assert await store.outbox.first_waiting("film") == {ids[0], ids[3]}
    assert [m.id for m in await store.outbox.waiting(but="film", share=other)] == [ids[3]]
    assert [m.id for m in await store.outbox.waiting(share=mine)] == [films[0], ids[0]]
    assert await store.outbox.waiting_channels("film", mine) == [20]
    assert await store.outbox.blocked_channels(["no_access"], other) == [30]
    assert await store.outbox.blocked_channels(["no_access"], mine) == []
    posted = await store.outbox.get(ids[1])
    assert posted is not None
    assert (posted.posted, posted.failed) == (100, ""), "what was given up and posted after all is posted"


async def test_the_last_that_was_posted_is_no_later_one_that_waits(store: Store) -> None:
    game = await a_game(store, 20)
    async with store.writing() as tx:
        first, second = [await tx.outbox.add(game=game, channel=20, kind="report", body={}) for _ in range(2)]
        third = await tx.outbox.add(game=game, channel=20, kind="report", body={})
        for id_, message in ((first, 100), (second, 101)):
            await tx.outbox.mark_posted(id_, message)

    last = await store.outbox.last_posted(game, "report")
    assert last is not None
    assert (last.id, third) == (second, second + 1)
