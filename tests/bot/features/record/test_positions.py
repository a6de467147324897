"""A record that is played on from one of its positions: `/game import at:` and the button of an import."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from itertools import count
from typing import Any

import pytest

import opponent
from bot.core.game import Game
from bot.core.requests.actor import Actor
from bot.features.lobby.start import begin
from bot.features.record import checks
from bot.features.record.positions import beginning, entry_at
from bot.features.record.recorded_game import game_of
from engine.commands import Resign
from engine.errors import IllegalOrder
from notation.record import RecordedGame, read, write
from storage import BY_STREAM, backups
from storage.queries.games import GameRepository
from storage.queries.log import LogRepository
from tests.bot.features.custom_battles.test_custom_battles import allowed
from tests.bot.features.record.test_import import brought, faults
from tests.bot.features.record.test_public_dice import public_record
from tests.bot.features.replay.test_replay import game_in
from tests.bot.recorded_games import played, recorded, stored

ORMES = read(stored("ormes"))
LAST = game_of(ORMES).last
BLUE_COMBAT, COMBAT = entry_at(ORMES, "2.blue.combat"), entry_at(ORMES, "2.combat")
"""Entries after which Blue's fights of turn 2 were over, and Orange's."""
LATER = BLUE_COMBAT + 7
NUMBERS = count(10**7)


async def lobby(harness: Any, data: bytes, at: str) -> tuple[Any, Any]:
    """Anna, after she has sent a record to play on from a moment; and what she was answered."""
    anna = await allowed(harness)
    reply = await anna.slash("battle", "game import", {"file": anna.choose("x.record.txt", data), "at": at})
    await harness.quiet()
    return anna, reply


async def begun(harness: Any, data: bytes = b"", at: str = "2.blue.combat") -> tuple[Any, Any, Game]:
    """Anna and Bruno, who play on from a position; their game."""
    anna, _ = await lobby(harness, data or stored("ormes"), at)
    bruno = harness.person("Bruno")
    first, second = (await harness.game()).scenario.side_ids
    await anna.slash("battle", "game join", side=first)
    await bruno.slash("battle", "game join", side=second)
    await anna.slash("battle", "game start")
    await harness.quiet()
    return anna, bruno, await harness.game()


def actor(game: Game, side: str) -> Actor:
    seat, record = game.seat(side), game.record
    user = seat.user or 0
    number = next(NUMBERS)
    return Actor(user=user, name=seat.name, interaction=number, guild=record.guild, channel=record.channel)


async def orders(harness: Any, many: int) -> Game:
    """The game after so many orders of the computer player's choice, given by those whose turn it is."""
    for _ in range(many):
        game = await harness.game()
        if game.state.result is not None:
            break
        order = opponent.choose(game.system, game.scenario, game.state, game.owing[0])
        await harness.bot.games.order(game.record.id, actor(game, game.owing[0]), order)
    await harness.quiet()
    return await harness.game()


async def finished(harness: Any, many: int) -> RecordedGame:
    """The record of the game after so many orders and a resignation."""
    game = await orders(harness, many)
    await harness.bot.games.order(game.record.id, actor(game, game.owing[0]), Resign())
    await harness.quiet()
    return await harness.bot.services.records.record(game.record.id)


# --- the moment ------------------------------------------------------------------------------------------


def test_an_entry_or_a_phase_names_the_position_to_play_on_from() -> None:
    whole = game_of(ORMES)

    assert entry_at(ORMES, "32") == 32
    for words, side in ((" 2.BLUE.combat ", "blue"), ("2.combat", "orange")):
        entry = entry_at(ORMES, words)
        before, after = whole.at(entry - 1).state, whole.at(entry).state
        assert (before.turn, before.phase, before.active) == (2, "combat", frozenset({side})), words
        assert after.phase != "combat", words


@pytest.mark.parametrize("when", [str(LAST + 1), "0", "99.combat", "2.nonsense", "", ".", "2.", "x" * 500])
def test_a_moment_that_is_not_in_the_record_is_answered_with_those_there_are(when: str) -> None:
    with pytest.raises(IllegalOrder, match="no_record_moment") as refused:
        entry_at(ORMES, when)

    assert refused.value.facts["last"] == LAST
    assert refused.value.facts["known"]


def test_a_game_cannot_be_played_on_after_its_end() -> None:
    with pytest.raises(IllegalOrder, match="position_over"):
        entry_at(ORMES, "end")


@pytest.mark.parametrize("battle", ["ormes", "takase", "puits", "gue"])
def test_the_beginning_is_the_log_as_it_was_then_without_its_players(battle: str) -> None:
    record = read(stored(battle))
    whole = game_of(record)
    half = whole.last // 2

    begins = beginning(record, half)

    assert [e.events for e in begins.entries] == [e.events for e in whole.at(half).entries]
    assert {e.who for e in begins.entries} == {None}
    assert [part.until for part in begins.parts] == [half]


def test_what_was_undone_only_later_still_counts() -> None:
    record = recorded(played("ormes", 14, undo=lambda n: int(n == 9)))

    assert all(e.struck is None for e in beginning(record, 8).entries)
    assert any(e.struck == 9 for e in beginning(record, 9).entries)


def test_only_the_rounds_of_the_beginning_prove_its_public_dice() -> None:
    record = public_record()
    *before, last = record.dice.rounds

    (part,) = beginning(record, last.entry - 1).parts

    assert part.dice.rounds == tuple(before)


# --- played on -------------------------------------------------------------------------------------------


@pytest.mark.long
async def test_a_lobby_opens_with_the_position_and_free_seats(harness: Any) -> None:
    anna, reply = await lobby(harness, stored("ormes"), "2.blue.combat")

    game = await harness.game()
    post = await anna.until("battle", "· lobby")
    assert reply.ephemeral
    assert f"after entry {BLUE_COMBAT} " in reply.words
    assert game.record.status == "lobby"
    assert {seat.user for seat in game.record.seats} == {None}
    assert dict(game.record.options) == dict(ORMES.options)
    assert not game.record.rated
    assert game.record.seed.hex() != ORMES.dice.seed
    assert "turn 2, Blue, rally" in post.words
    assert f"entry {BLUE_COMBAT}" not in post.words, "how many orders there were may be secret"
    assert post.pictures


@pytest.mark.long
async def test_the_game_goes_on_by_the_rules_with_its_own_dice(harness: Any) -> None:
    anna, _, start = await begun(harness)

    game = await orders(harness, 12)

    verified = await anna.slash("battle", "dice verify")
    assert start.playing
    assert [e.events for e in start.entries[:BLUE_COMBAT]] == [
        e.events for e in beginning(ORMES, BLUE_COMBAT).entries
    ]
    assert start.state == game_of(ORMES).at(BLUE_COMBAT).state
    assert (start.last, game.last) == (BLUE_COMBAT + 1, BLUE_COMBAT + 13)
    assert "all of them are right" in verified.words
    assert ORMES.dice.commitment not in verified.words


@pytest.mark.long
async def test_it_is_told_in_the_channel_and_in_the_log(harness: Any) -> None:
    _, bruno, _ = await begun(harness)

    log = await bruno.slash("battle", "log")
    posts = harness.sandbox.messages("battle", "Bruno")
    post = next(m for m in posts if "continues an imported game" in m.words and not m.ephemeral)

    assert "continues an imported game" in log.words
    assert "turn 2, Blue, rally" in post.words
    assert post.pictures


@pytest.mark.long
async def test_nothing_before_the_import_can_be_undone_or_rolled_back(harness: Any) -> None:
    anna, _, game = await begun(harness, at="32")

    refused = await anna.slash("battle", "undo")
    choices = await harness.person("Marshal").complete("battle", "marshal rollback", focused="phase")
    await orders(harness, 1)
    undone = await anna.slash("battle", "undo")

    assert "before this game was imported" in refused.words
    assert choices == []
    assert "before this game was imported" not in undone.words
    assert (await harness.game()).entries[:33] == game.entries[:33]


@pytest.mark.long
async def test_it_ends_unrated_and_its_record_proves_both_parts(harness: Any) -> None:
    anna, _, _ = await begun(harness)
    record = await finished(harness, 10)
    game = await harness.game()
    number = str(game.record.id)

    result = await harness.store.results.of_game(game.record.id)
    exported = await anna.slash("battle", "game export", game=number)
    verified = await anna.slash("battle", "dice verify", game=number)
    again = read(exported.file())

    assert result is not None
    assert result.unrated
    assert sum(player.orders for player in result.players) == 11
    assert result.begun == game.entries[BLUE_COMBAT].at
    assert [(part.until, part.dice.seed) for part in record.earlier] == [(BLUE_COMBAT, ORMES.dice.seed)]
    assert again == record
    assert write(again) == exported.file().decode()
    assert checks.decide(again).difference is None
    assert faults(again) == ""
    assert "all of them are right" in verified.words


@pytest.mark.long
@pytest.mark.parametrize(("at", "parts"), [("20", [20]), (str(LATER), [BLUE_COMBAT, LATER])])
async def test_it_can_be_imported_again_and_played_on_from_either_part(
    harness: Any, at: str, parts: list[int]
) -> None:
    await begun(harness)
    data = write(await finished(harness, 10)).encode()

    whole = await brought(harness.person("Anna"), data)
    _, _, game = await begun(harness, data, at)
    again = await finished(harness, 3)
    report = await asyncio.to_thread(backups.check, harness.database)

    assert "is imported as game" in whole.words
    assert game.record.imported_after == int(at)
    assert [part.until for part in again.earlier] == parts
    assert faults(again) == ""
    assert report.faults == []


@pytest.mark.long
async def test_a_game_whose_dice_were_keyed_by_stream_goes_on_with_keys_by_order(harness: Any) -> None:
    source = recorded(played("ormes", 60, keys=BY_STREAM))

    _, _, game = await begun(harness, write(source).encode(), "30")
    record = await finished(harness, 12)
    report = await asyncio.to_thread(backups.check, harness.database)

    assert game.record.dice_keys == "order"
    assert [part.dice.keys for part in record.parts] == [BY_STREAM, "order"]
    assert faults(record) == ""
    assert report.faults == []


@pytest.mark.long
async def test_a_restart_changes_nothing_and_the_proof_covers_every_order(harness: Any) -> None:
    await begun(harness)
    before = await orders(harness, 5)

    await harness.again()
    game = await harness.game()
    report = await asyncio.to_thread(backups.check, harness.database)

    assert game.entries == before.entries
    assert game.state == before.state
    assert report.faults == []
    assert report.refereed == len([e for e in game.entries if e.kind in ("start", "order")])


@pytest.mark.long
async def test_a_lobby_survives_a_restart_and_keeps_its_position(harness: Any) -> None:
    anna, _ = await lobby(harness, stored("ormes"), "32")

    await harness.again()
    await anna.slash("battle", "game join", side="blue")
    await anna.slash("battle", "game join", side="orange")
    await anna.slash("battle", "game start")

    game = await harness.game()
    assert game.state == game_of(ORMES).at(32).state


@pytest.mark.long
async def test_a_computer_player_plays_on(harness: Any) -> None:
    anna, _ = await lobby(harness, stored("ormes"), "2.blue")
    await anna.slash("battle", "game join", side="blue")
    await anna.click(await anna.until("battle", "· lobby"), "Computer player takes Orange")
    await anna.slash("battle", "game start")
    await harness.quiet()

    game = await harness.game()
    assert game.last > entry_at(ORMES, "2.blue") + 1
    assert game.owing == ("blue",)


@pytest.mark.long
async def test_it_is_filmed_and_replayed_from_its_first_order(harness: Any) -> None:
    anna, _, _ = await begun(harness)
    await orders(harness, 4)

    film = await anna.slash("battle", "film", what="turn")
    replay = await anna.slash("battle", "game export", form="replay")

    assert film.pictures[0]["content_type"] == "image/gif"
    told = str(game_in(replay.file())["moments"])
    assert "continues an imported game" in told
    assert ORMES.dice.seed not in replay.file().decode()


@pytest.mark.long
async def test_a_lobby_can_be_closed_and_the_channel_is_free_again(harness: Any) -> None:
    anna, _ = await lobby(harness, stored("ormes"), "32")

    await anna.slash("battle", "game leave")
    fresh = await anna.slash("battle", "game new", battle="vaux", side="blue")

    assert "Dawn over Vaux" in fresh.words
    assert await harness.store.games.imported_in(int(harness.bot.guilds[0].id)) == 0


@pytest.mark.long
async def test_the_button_of_an_imported_game_plays_it_on(harness: Any) -> None:
    anna = await allowed(harness)
    page = await brought(anna, stored("ormes"))

    form = await anna.click(page, "Play on from a position")
    wrong = (await anna.submit(form, {"text": "99.combat"})).words
    right = await anna.submit(form, {"text": "2.combat"})
    await harness.quiet()

    assert "no moment" in wrong
    assert "8.blue.combat" in wrong
    assert f"after entry {COMBAT} " in right.words
    assert (await harness.game()).record.imported_after == COMBAT


# --- secrets ---------------------------------------------------------------------------------------------


@pytest.mark.long
async def test_orders_that_wait_in_secret_are_known_to_their_side_only(harness: Any) -> None:
    source = read(stored("takase"))
    whole = game_of(source)
    at = next(e.seq for e in whole.entries if e.seq > 10 and len(e.audience) == 1 and "" not in e.audience)
    (side,) = whole.entries[at - 1].audience
    anna, bruno, game = await begun(harness, stored("takase"), str(at))
    mine, theirs = (anna, bruno) if game.seat(side).name == "Anna" else (bruno, anna)
    secret = whole.entries[at - 1].command
    assert secret is not None

    own = (await mine.slash("battle", "game export")).file().decode()
    others = (await theirs.slash("battle", "game export")).file().decode()
    watched = (await harness.person("Clara").slash("battle", "game export")).file().decode()
    logs = [(await who.slash("battle", "log")).words for who in (theirs, harness.person("Clara"))]
    verified = (await theirs.slash("battle", "dice verify")).words

    written = f"only={side}"
    assert written in own
    assert written not in others
    assert written not in watched
    for text in (others, watched, *logs, verified):
        assert f"entry {at}" not in text
        assert source.dice.seed not in text
        assert game.record.seed.hex() not in text
    posts = "\n".join(m.words for m in harness.sandbox.messages("battle", "Clara") if not m.ephemeral)
    assert str(at) not in posts.replace(":", " ").split()


# --- abuse -----------------------------------------------------------------------------------------------


@pytest.mark.long
async def test_no_one_imports_over_a_game_that_goes_on(harness: Any) -> None:
    await allowed(harness)
    anna, bruno = harness.person("Anna"), harness.person("Bruno")
    await anna.slash("battle", "game new", battle="vaux", side="blue")
    before = await harness.store.games.all()

    reply = await bruno.slash(
        "battle", "game import", {"file": bruno.choose("x.record.txt", stored("ormes")), "at": "32"}
    )
    page = await brought(bruno, stored("ormes"))
    form = await bruno.click(page, "Play on from a position")
    pressed = await bruno.submit(form, {"text": "32"})

    for refused in (reply, pressed):
        assert refused.ephemeral
        assert "already a game in this channel" in refused.words
    assert [r.id for r in await harness.store.games.all() if r.status == "lobby"] == [r.id for r in before]


@pytest.mark.long
async def test_two_who_import_at_once_open_one_lobby(harness: Any) -> None:
    await allowed(harness)
    people = [harness.person("Anna"), harness.person("Bruno")]

    replies = await asyncio.gather(
        *(
            who.slash(
                "battle", "game import", {"file": who.choose("x.record.txt", stored("ormes")), "at": "32"}
            )
            for who in people
        )
    )

    assert len(await harness.store.games.all()) == 1
    assert sorted("is open" in reply.words for reply in replies) == [False, True]


@pytest.mark.long
async def test_what_cannot_be_played_on_is_refused_privately_and_nothing_is_stored(harness: Any) -> None:
    data = stored("ormes")
    forbidden = await harness.person("Bruno").slash(
        "battle", "game import", {"file": harness.person("Bruno").choose("x.txt", data), "at": "32"}
    )
    cases = {
        "forged": (data.replace(b"sides=6 dice=[2]", b"sides=6 dice=[3]", 1), "32", "checksum"),
        "none": (b"hello", "32", "line 1"),
        "moment": (data, "77.combat", "no moment"),
        "over": (data, "end", "was over"),
        "mentions": (data, "@everyone", "no moment"),
    }
    replies = {name: (await lobby(harness, sent, at))[1] for name, (sent, at, _) in cases.items()}

    assert "/server uploads:True" in forbidden.words
    for name, reply in replies.items():
        assert reply.ephemeral, name
        assert cases[name][2] in reply.words, name
    assert await harness.store.games.all() == []


@pytest.mark.long
def test_a_position_that_no_one_tells_of_is_no_record() -> None:
    record = read(write(ORMES).encode())
    forged = replace(record, earlier=(replace(record.parts[-1], until=20),))

    assert "does not say where the imported part ends" in faults(forged)


# --- kills -----------------------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize("fails", ["add_record", "create"])
async def test_a_lobby_is_written_with_its_record_or_not_at_all(
    harness: Any, monkeypatch: Any, fails: str
) -> None:
    original = getattr(GameRepository, fails)

    async def dies(self: Any, *given: Any, **more: Any) -> None:
        await original(self, *given, **more)
        raise RuntimeError("the process ends here")

    with monkeypatch.context() as patch:
        patch.setattr(GameRepository, fails, dies)
        await allowed(harness)
        who = someone(harness)
        with pytest.raises(RuntimeError):
            await harness.bot.services.record_import._open(who, stored("ormes"), "32")
    nothing = await harness.store.games.all()
    await harness.bot.services.record_import._open(who, stored("ormes"), "32")

    assert nothing == []
    assert len(await harness.store.games.all()) == 1


def someone(harness: Any) -> Actor:
    guild = harness.bot.guilds[0]
    channel = next(channel for channel in guild.channels if channel.name == "battle")
    return Actor(user=5, name="Anna", interaction=next(NUMBERS), guild=guild.id, channel=channel.id)


@pytest.mark.long
async def test_a_game_begins_whole_or_not_at_all(harness: Any, monkeypatch: Any) -> None:
    anna, _ = await lobby(harness, stored("ormes"), "32")
    await anna.slash("battle", "game join", side="blue")
    await anna.slash("battle", "game join", side="orange")
    game = await harness.game()
    original = LogRepository.append_all

    async def dies(self: Any, *given: Any) -> None:
        await original(self, *given)
        raise RuntimeError("the process ends here")

    with monkeypatch.context() as patch:
        patch.setattr(LogRepository, "append_all", dies)
        with pytest.raises(RuntimeError):
            async with harness.bot.games.locked(game.record.id):
                await begin.begin(harness.bot.games, game, None)
    await harness.again()
    waiting = await harness.game()
    await anna.slash("battle", "game start")

    assert (waiting.record.status, waiting.entries) == ("lobby", ())
    assert (await harness.game()).last == 33
