"""Replays of games: what they tell, to whom, how large they are, from a stored game."""

from __future__ import annotations

import base64
import json
import re
import zlib
from typing import Any

import pytest

from bot.core.game import Game
from bot.core.requests.actor import Actor
from bot.features.replay.replay_moments import moments, opened
from bot.features.replay.service import replay_of
from bot.i18n.catalogue import catalogue_for
from engine.commands import Write
from engine.events import Event, Moved, Written
from storage import Entry
from tests.bot.features.film.test_film import played
from tests.bot.features.replay.sample_replays import BATTLES, sample_game, sample_moments, sample_replay
from tests.bot.sample_games import game_with_log, new_game
from tests.long_forms import long_but


def game_in(page: bytes) -> dict[str, Any]:
    """What the script of a replay reads."""
    packed = re.search(r'id="game">([\w+/=]+)</script>', page.decode())
    assert packed
    read: dict[str, Any] = json.loads(zlib.decompress(base64.b64decode(packed[1])))
    return read


def words_of(page: bytes) -> str:
    """All sentences of a replay."""
    return "\n".join(line for moment in game_in(page)["moments"] for line, _ in moment["lines"])


@pytest.mark.parametrize("battle", long_but(sorted(BATTLES)[:2], BATTLES))
def test_every_moment_has_a_sentence_and_a_heading_and_no_markdown(battle: str) -> None:
    told = sample_moments(battle)

    assert len(told) > 20
    assert all(moment.heading and moment.lines and not moment.lines[0].aside for moment in told)
    text = "\n".join(line.text for moment in told for line in moment.lines)
    assert not re.search(r"\*\*|`|~~|-# |<@|\\", text)
    assert len({(moment.entry, moment.part) for moment in told}) == len(told)


@pytest.mark.long
def test_a_whole_game_of_ormes_takes_three_megabytes_at_most() -> None:
    assert sample_game("ormes").state.result is not None
    assert len(sample_replay("ormes")) <= 3_000_000


@pytest.mark.long
def test_a_replay_is_in_the_language_of_the_asker() -> None:
    game = game_with_log("ormes", 20)

    page = replay_of(catalogue_for("fr"), game)

    assert page is not None
    source = page.decode()
    assert '<html lang="fr">' in source
    assert "Le pont d’Ormes" in source
    assert "Zones de contrôle" in game_in(page)["labels"].values()
    assert game_in(page)["moments"][-1]["heading"].startswith("Tour ")


@pytest.mark.long
def test_a_player_learns_nothing_from_a_replay_that_the_other_side_wrote_in_secret() -> None:
    game = game_with_log("nonaka", 16)
    unit = next(u for u in game.state.units.values() if u.side == "blue")
    order = {"order": "wait"}
    written = Written(side="blue", unit=unit.id, order=order, only="blue")
    more = Entry(
        seq=game.last + 1, kind="order", side="blue", command=Write(unit=unit.id, order=order),
        events=(written,), at=game.record.created,
    )  # fmt: skip
    words, later = catalogue_for("en"), game.added(more)

    theirs, ours = replay_of(words, later, "red"), replay_of(words, later, "blue")

    assert theirs == replay_of(words, game, "red")
    assert ours is not None
    assert unit.id in words_of(ours).splitlines()[-1]


@pytest.mark.long
def test_the_numbers_in_a_replay_do_not_count_secret_orders() -> None:
    game = game_with_log("nonaka", 16)
    unit = next(u for u in game.state.units.values() if u.side == "blue")
    written = Written(side="blue", unit=unit.id, order={"order": "wait"}, only="blue")
    goes = Moved(unit=unit.id, origin=str(unit.hex), hex=str(unit.hex), manner="march")

    def entry(seq: int, event: Event) -> Entry:
        return Entry(seq=seq, kind="order", side="blue", events=(event,), at=game.record.created)

    plain = game.added(entry(game.last + 1, goes))
    secret = game.added(entry(game.last + 1, written)).added(entry(game.last + 2, goes))
    words = catalogue_for("en")

    for viewer in ("red", ""):
        page = replay_of(words, secret, viewer)
        assert page == replay_of(words, plain, viewer)
        assert page is not None
        assert unit.id in words_of(page)


@pytest.mark.long
def test_nothing_is_hidden_in_a_game_that_is_over() -> None:
    game = sample_game("nonaka")
    hidden = {e.unit for entry in game.entries for e in entry.events if isinstance(e, Written) and e.only}

    def planned(known: Game) -> set[str]:
        """The units that a plan stands beside in any moment."""
        told = moments(catalogue_for("en"), known, "")
        return {plan.unit for moment in told for plan in moment.view.plans if plan.secret}

    assert hidden
    assert planned(game) == set()
    assert planned(opened(game)) == hidden


def test_what_was_undone_is_not_replayed() -> None:
    game = game_with_log("ormes", 20)
    last = game.entries[-1]
    undo = Entry(seq=game.last + 1, kind="undo", side=last.side, at=last.at)

    told = [*moments(catalogue_for("en"), game.struck({last.seq}, undo), "")]

    assert told
    assert last.seq not in {moment.entry for moment in told}


def test_there_is_no_replay_of_a_game_in_which_nothing_has_happened() -> None:
    assert replay_of(catalogue_for("en"), new_game("ormes")) is None


@pytest.mark.long
async def test_a_stored_game_is_drawn_in_the_drawing_process_for_its_asker(harness: Any) -> None:
    anna = harness.person("Anna")
    await played(harness, anna, 10)
    game = await harness.game()
    asker = Actor(user=int(anna.id), name="Anna", interaction=1, guild=1, channel=game.record.channel)

    page = await harness.bot.services.replays.replay(asker, game.record.id)

    assert page is not None
    assert page == replay_of(catalogue_for("en"), game, game.side_for(int(anna.id)))
    assert "Anna" in page.decode()


@pytest.mark.long
async def test_export_gives_a_replay_and_the_text_has_a_button_for_it(harness: Any) -> None:
    anna, bruno = harness.person("Anna"), harness.person("Bruno")
    await played(harness, anna, 6)

    asked = await bruno.slash("battle", "game export", form="replay")
    text = await bruno.slash("battle", "game export")
    pressed = await bruno.click(text, "Replay in a browser")

    assert asked.ephemeral
    assert pressed.ephemeral
    (file,) = asked.attachments
    assert file["filename"] == f"tutorial-{(await harness.game()).record.id}.html"
    assert asked.file() == pressed.file()
    assert asked.file().startswith(b"<!doctype html>")
    assert "what you know so far" in asked.words
