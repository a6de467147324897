"""`/game import`: a finished game from its record, sent over real sockets and checked in its own process."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.features.film.film_moments import SPANS
from bot.features.film.film_moments import moments as film_moments
from bot.features.record.import_check import mistakes
from bot.features.record.recorded_game import game_of, log_of
from bot.features.replay.service import replay_of
from bot.i18n.catalogue import catalogue_for
from engine.events import Rolled
from notation.record import RecordedGame, read, write
from notation.record.reader import LARGEST
from tests.bot.features.custom_battles.test_custom_battles import allowed
from tests.bot.features.replay.test_replay import game_in
from tests.bot.recorded_games import in_page, played, recorded, stored


async def brought(who: Any, data: bytes, name: str = "game.record.txt", **described: Any) -> Any:
    """A record sent with /game import."""
    return await who.slash("battle", "game import", {"file": who.choose(name, data, **described)})


@pytest.mark.long
async def test_an_imported_game_is_read_watched_and_exported_as_it_was_sent(harness: Any) -> None:
    anna = await allowed(harness)
    data = stored("ormes")

    reply = await brought(anna, data)
    await harness.quiet()
    [game] = [await harness.bot.games.game(each.id) for each in await harness.store.games.all()]
    number = str(game.record.id)
    log = await anna.slash("battle", "log", game=number)
    shown = await anna.slash("battle", "map", game=number)
    why = await anna.slash("battle", "why", game=number)
    verified = await anna.slash("battle", "dice verify", game=number)
    exported = await anna.slash("battle", "game export", game=number)
    choices = await anna.complete("battle", "log", focused="game")
    fresh = await anna.slash("battle", "game new", battle="vaux", side="blue")

    assert reply.ephemeral
    assert f"imported as game {number}" in reply.words
    assert game.imported
    assert game.record.status == "over"
    assert [e.command for e in game.entries[:-1]] == [e.command for e in log_of(read(data))]
    assert {seat.user for seat in game.record.seats} == {None}
    assert "imported this game" in log.words
    assert shown.attachments
    assert why.ephemeral
    assert "imported from its record" in verified.words
    assert exported.file() == data
    assert "imported" in str(choices)
    assert "Dawn over Vaux" in fresh.words, "the channel is free"


@pytest.mark.long
async def test_an_imported_game_is_filmed_and_replayed_as_it_was_played(harness: Any) -> None:
    anna = await allowed(harness)
    data = in_page().encode()
    original = game_of(read(data))

    await brought(anna, data)
    await harness.quiet()
    [record] = await harness.store.games.all()
    game = await harness.bot.games.game(record.id)
    films = [await anna.slash("battle", "film", what=span, game=str(record.id)) for span in SPANS]
    replay = await anna.slash("battle", "game export", form="replay", game=str(record.id))

    assert [len(film_moments(game, span)) for span in SPANS] == [
        len(film_moments(original, span)) for span in SPANS
    ]
    assert [film.pictures[0]["content_type"] for film in films] == ["image/gif"] * len(SPANS)
    told = game_in(replay.file())["moments"]
    page = replay_of(catalogue_for("en"), original)
    assert page is not None
    assert [m["heading"] for m in told[:-1]] == [m["heading"] for m in game_in(page)["moments"]]
    assert [m["lines"] for m in told[:-1]] == [m["lines"] for m in game_in(page)["moments"]]
    ((last, _),) = told[-1]["lines"]
    assert "imported this game" in last
    assert last.endswith(": grognard 0.1.0"), "no Markdown"


@pytest.mark.long
async def test_an_imported_game_is_not_rated_and_its_log_proves_itself(harness: Any) -> None:
    anna = await allowed(harness)

    await brought(anna, stored("takase"))
    await harness.quiet()

    [record] = await harness.store.games.all()
    result = await harness.store.results.of_game(record.id)
    report = await harness.store.log.chain(record.id)
    assert result is not None
    assert result.unrated
    assert report.broken is None


@pytest.mark.long
async def test_what_cannot_be_imported_is_refused_privately_and_nothing_is_stored(harness: Any) -> None:
    anna, data = harness.person("Anna"), stored("ormes")
    forbidden = await brought(anna, data)
    await allowed(harness)
    cases = {
        "kind": (await brought(anna, data, "game.zip"), "is not a record"),
        "size": (await brought(anna, data, size=LARGEST + 1), "too large"),
        "no record": (await brought(anna, b"hello"), "line 1"),
        "changed": (
            await brought(anna, data.replace(b"sides=6 dice=[2]", b"sides=6 dice=[3]", 1)),
            "checksum",
        ),
    }

    assert "/server uploads:True" in forbidden.words
    for name, (reply, words) in cases.items():
        assert reply.ephemeral, name
        assert words in reply.words, name
    assert await harness.store.games.all() == []


def faults(record: RecordedGame) -> str:
    """What the check says of a record, written with a fitting checksum."""
    return " ".join(str(each) for each in mistakes(write(record).encode()))


def test_a_right_record_has_no_mistakes() -> None:
    assert faults(read(stored("vaux"))) == ""


@pytest.mark.long
def test_a_record_from_before_its_battle_was_counted_again_has_no_mistakes() -> None:
    record = read(stored("vaux"))
    about = {"level": "medium", "balance": "orange"}

    assert record.printed["about"] != about
    assert faults(replace(record, printed=record.printed | {"about": about})) == ""
    for strange in ({"level": "me\u200bdium"}, {"note": "x"}, {"measured": {"won": {"x": "1"}}}):
        assert "about" in faults(replace(record, printed=record.printed | {"about": about | strange}))


@pytest.mark.long
def test_a_forged_record_is_caught_although_its_checksum_fits() -> None:
    record = read(stored("ormes"))
    place, entry = next(
        (n, e) for n, e in enumerate(record.entries) if any(isinstance(x, Rolled) for x in e.events)
    )
    shorter = replace(entry, events=entry.events[:-1])
    forged = replace(record, entries=(*record.entries[:place], shorter, *record.entries[place + 1 :]))

    assert "fingerprint" in faults(forged)
    assert f"decides entry {entry.number} otherwise" in faults(forged)
    assert "another seed" not in faults(replace(record, dice=replace(record.dice, seed="00" * 32)))
    assert "commitment" in faults(replace(record, dice=replace(record.dice, seed="00" * 32)))
    assert "result: is not" in faults(replace(record, result={}))


@pytest.mark.parametrize(
    ("changes", "what"),
    [
        ({"turns": "3"}, "another edition"),
        ({"id": "own-ormes-12345678", "title": {"en": "@everyone", "fr": "x"}}, "title"),
        ({"id": "own-ormes-12345678", "charts": {"ranges": "1"}}, ""),
    ],
)
def test_a_battle_that_could_not_be_uploaded_cannot_be_imported(changes: dict[str, Any], what: str) -> None:
    record = read(stored("ormes"))
    battle = str(changes.get("id", record.battle))

    told = faults(replace(record, battle=battle, printed=record.printed | changes))

    assert told
    assert what in told


def test_a_record_of_a_game_under_way_cannot_be_imported() -> None:
    record = replace(recorded(played("vaux", 5)), status="playing", known_to="spectators")

    assert "before the end" in faults(replace(record, dice=replace(record.dice, seed="")))
