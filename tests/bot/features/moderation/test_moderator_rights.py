"""What a moderator may touch: games of their server in which they do not play against others."""

from __future__ import annotations

from dataclasses import replace

from bot.core.game_service import GameService
from bot.core.requests.actor import Actor
from bot.features.computer_player import seats as computer_seats
from bot.features.lobby import seating
from bot.features.moderation import page as moderation_page
from bot.features.moderation.service import ModerationService, moments
from bot.features.team.service import TeamService
from engine.commands import Done, Instruct
from tests.bot.features.lobby.test_seating_rights import ANNA, BRUNO, CLARA, DORA, begun, by, person, refusal


def marshal(user: int = DORA) -> Actor:
    return replace(by(user), manages=True)


async def asked(games: GameService, game: int) -> tuple[ModerationService, int, int]:
    """A marshal has asked to end the game: the service, how much everybody knew, the question's number."""
    service, question = ModerationService(games), marshal()
    await service.remove(question, "both have left")
    return service, moderation_page.stamp(await games.game(game)), question.interaction


async def status(games: GameService, game: int) -> str:
    return (await games.game(game)).record.status


async def test_a_moderator_who_plays_against_others_is_a_player(games: GameService) -> None:
    game, service = await begun(games), ModerationService(games)
    table = await games.game(game)

    for who, reason in ((marshal(ANNA), "marshal_plays"), (by(DORA), "not_a_marshal"), (marshal(), "")):
        assert await refusal(service.check(who, table)) == reason
    alone = (await computer_seats.against_computer(games, replace(by(ANNA), channel=2), "ormes")).record.id
    assert await refusal(service.check(marshal(ANNA), await games.game(alone))) == ""


async def test_a_question_ends_the_game_it_was_asked_about_and_only_as_it_was(games: GameService) -> None:
    game = await begun(games)
    service, stamp, question = await asked(games, game)
    other = (await computer_seats.against_computer(games, replace(by(CLARA), channel=2), "ormes")).record.id

    assert await refusal(service.sure(marshal(), other, stamp, question)) == "no_such_game"
    assert await refusal(service.sure(marshal(), game, stamp, question + 10_000)) == "no_such_game"
    assert await refusal(service.sure(by(CLARA), game, stamp, question)) == "not_a_marshal"
    assert await refusal(service.sure(marshal(ANNA), game, stamp, question)) == "marshal_plays"
    await service.sure(marshal(), game, stamp + 1, question)
    assert [await status(games, id_) for id_ in (game, other)] == ["playing", "playing"]
    await service.sure(marshal(), game, stamp, question)
    assert await status(games, game) == "over"


async def test_a_moderator_gives_no_seat_to_themselves_nor_to_who_knows_the_other_side(
    games: GameService,
) -> None:
    game, service = await begun(games), ModerationService(games)

    for guest, reason in (
        (person(DORA), "replaced_by_marshal"),
        (person(BRUNO), "replaced_opposite"),
        (person(ANNA), "replaced_sits"),
    ):
        page = await service.replace(marshal(), "blue", guest, None, "gone")
        assert reason in {note.cause[1] for note in page.embeds}, reason
    await service.replace(marshal(), "blue", person(CLARA), None, "gone")

    table = await games.game(game)
    assert [seat.user for seat in table.record.seats] == [CLARA, BRUNO]


async def test_who_takes_a_seat_over_commands_no_units_alone(games: GameService) -> None:
    game, service = await begun(games), ModerationService(games)
    await seating.share(games, game, by(ANNA), "", person(CLARA))
    await TeamService(games).assign(by(ANNA), ANNA, "P", "line-1")

    await service.replace(marshal(), "blue", person(100), ANNA, "gone")

    assert {s.user: s.corps for s in (await games.game(game)).seats("blue")} == {100: (), CLARA: ()}


async def test_standing_orders_survive_a_rollback_and_orders_do_not(games: GameService) -> None:
    game, service = await begun(games), ModerationService(games)
    await games.order(game, by(BRUNO), Instruct(kind="advance", answer="yes"))
    await games.order(game, by(ANNA), Done())
    to = moments(await games.game(game))[-1]
    question = marshal()
    await service.rollback(question, str(to.number), "a mistake")

    stamp = moderation_page.stamp(await games.game(game))
    await service.sure(marshal(), game, stamp, question.interaction)

    kinds = {
        type(e.command).__name__: e.struck is None for e in (await games.game(game)).entries if e.command
    }
    assert kinds == {"Instruct": True, "Done": False}


async def test_moments_count_what_everybody_knows(games: GameService) -> None:
    game = await begun(games)
    await games.order(game, by(BRUNO), Instruct(kind="advance", answer="yes"))
    before = moments(await games.game(game))
    await games.order(game, by(ANNA), Done())
    after = moments(await games.game(game))

    assert before == (), "a standing order is nothing to roll back"
    assert [(m.number, m.lost) for m in after] == [(1, 1)]
