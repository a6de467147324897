"""Spectators predict big fights, in private, until a die is rolled; the next report says who was right."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bot.core.game import Game
from bot.core.game_service import GameService
from bot.core.report_segments import ended_by
from bot.core.requests.actor import Actor
from bot.features.lobby import seating
from bot.features.predictions import big_fights
from bot.features.predictions.service import Predictions
from bot.i18n.catalogue import catalogue_for
from bot.i18n.names import Names
from bot.workers.computer_player import choose
from engine.errors import IllegalOrder, Refused
from storage import Store
from tests.bot.features.agreements.test_consent import AGREE, question
from tests.bot.features.lobby.test_seating_rights import ANNA, CLARA, DORA, begun, by, person
from tests.empty_database import empty_database

ASKED = "🔮 It holds"


async def until(harness: Any, over: Any) -> Game:
    """The game once a condition holds; both sides give the computer player's orders until then."""
    games, game = harness.bot.games, await harness.game()
    while not over(game):
        side = game.owing[0]
        entry = games.play(game, side, choose(game, side), None)
        game = (await games.write(game, entry, None)).game
    await harness.quiet()
    return game


def impends(game: Game) -> bool:
    return ended_by(game, game.last) is not None and big_fights.impending(game) is not None


async def start_game(harness: Any) -> tuple[Any, Any, Any, Game]:
    """Anna plays Blue, Bruno Orange at Ormes, Clara watches; a big fight is coming."""
    harness.bot.games.secret = lambda n: b"\x07" * n
    anna, bruno, clara = (harness.person(name) for name in ("Anna", "Bruno", "Clara"))
    await anna.slash("battle", "game new", battle="ormes", side="blue")
    await bruno.slash("battle", "game join")
    await anna.slash("battle", "game start")
    return anna, bruno, clara, await until(harness, impends)


def prediction_post(person: Any) -> Any:
    """The report that asks."""
    return [m for m in person.sees("battle") if ASKED in m.labels and not m.ephemeral][-1]


@pytest.mark.long
async def test_a_spectator_predicts_in_private_and_the_next_report_tells_who_saw_it(harness: Any) -> None:
    anna, _, clara, game = await start_game(harness)
    fight = big_fights.impending(game)
    assert fight is not None
    posts = len(harness.sandbox.messages("battle", "Bruno"))

    question_asked = prediction_post(clara).words
    refused = await anna.click(prediction_post(anna), ASKED)
    first = await clara.click(prediction_post(clara), "Eliminated")
    changed = await clara.click(prediction_post(clara), ASKED)
    before = await clara.slash("battle", "me predictions")
    await harness.quiet()
    silent = len(harness.sandbox.messages("battle", "Bruno")) == posts
    after = await until(harness, lambda t: big_fights.outcome(t, fight, game.last))
    actor = Actor(user=int(clara.id), name="Clara", interaction=77, guild=0, channel=0)
    with pytest.raises(IllegalOrder, match="fight_begun"):
        await harness.bot.services.predictions.guess(
            actor, game.record.id, game.seen("").stamp, big_fights.OUTCOMES[0]
        )
    standing = await clara.slash("battle", "me predictions")

    outcome = big_fights.outcome(after, fight, game.last)
    reports = [
        m.words
        for m in harness.sandbox.messages("battle", "Bruno")
        if "🔮" in m.words and "saw it" in m.words
    ]
    long = Names(catalogue_for(), game).long(fight.unit)
    assert f"Spectators: will **{fight.unit}** ({long}) hold {fight.hex}?" in question_asked
    assert "Only spectators can predict fights" in refused.words
    assert "is eliminated" in first.words
    assert f"holds {fight.hex}" in changed.words
    assert silent, "stays secret until the fight is over"
    assert "0 of 0 fights correctly; 1 still open" in before.words
    assert len(reports) == 1
    assert (
        "1 of 1 spectator saw it coming (Clara)" if outcome == "holds" else "none of 1 spectator"
    ) in reports[0]
    assert f"{int(outcome == 'holds')} of 1 fight correctly; 0 still" in standing.words


@pytest.mark.long
async def test_a_fight_that_is_taken_back_is_asked_about_again(harness: Any) -> None:
    anna, bruno, clara, game = await start_game(harness)
    old = prediction_post(clara)
    await clara.click(old, ASKED)

    await (anna if game.state.player == "blue" else bruno).slash("battle", "undo")
    await harness.quiet()
    if question(harness) is not None:
        await (bruno if game.state.player == "blue" else anna).click(question(harness), AGREE)
        await harness.quiet()
    offered = list(old.labels)
    board = await clara.slash("battle", "me predictions")
    await until(harness, impends)

    assert "Eliminated" not in offered, "the report was struck through and lost its buttons"
    assert "not predicted any fights" in board.words
    assert prediction_post(clara).id != old.id


async def test_who_has_left_a_side_knows_its_orders_and_predicts_nothing(tmp_path: Path) -> None:
    store = await Store.open(empty_database(tmp_path / "games.db"))
    games = GameService(store)
    game = await begun(games)
    await seating.share(games, game, by(ANNA), "", person(CLARA))
    await seating.leave(games, game, by(CLARA))

    for user, reason in ((CLARA, "players_know"), (DORA, "no_such_fight")):
        with pytest.raises(Refused) as refused:
            await Predictions(games).guess(by(user), game, 1, big_fights.OUTCOMES[0])
        assert refused.value.reason == reason
    await store.close()
