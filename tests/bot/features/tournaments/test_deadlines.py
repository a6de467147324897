"""A round gets more time: who may give it, what is written and told, and that no game is ended too early."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest

from bot.features.tournaments.paging import EXTEND
from bot.features.tournaments.state.event import Event
from bot.ui.component_press import ComponentPress, IdArguments
from bot.ui.page import Form, Page
from engine.errors import NotOnTable, Refused
from tests.bot.features.tournaments import play

WHY = "A storm cut the power of half the players"


async def a_round(harness: Any) -> int:
    """A tournament of two whose only round lasts a day; its number."""
    return await play.started(harness, 2, rounds=1, round_hours=24)


async def deadline(harness: Any, tournament: int) -> datetime:
    at = (await play.event(harness, tournament)).rounds[0].deadline
    assert at is not None
    return at


def form(tournament: int, number: int = 1, **answers: str) -> ComponentPress:
    """The form as the bot receives it."""
    arguments = IdArguments((str(tournament), str(number)))
    return ComponentPress(game_id=0, stamp=0, verb=EXTEND, arguments=arguments, answers=answers)


async def sent(harness: Any, press: ComponentPress, who: Any, reason: str = WHY) -> Page:
    page: Page = await harness.bot.component_handler._router.submit(press, reason, who)
    await harness.quiet()
    return page


@pytest.mark.long
async def test_the_organiser_gives_more_time_which_everyone_can_read(harness: Any) -> None:
    tournament = await a_round(harness)
    before = await deadline(harness, tournament)
    card = next(m for m in harness.sandbox.messages("battle", "Player 1") if "More time" in m.labels)
    press = ComponentPress(game_id=0, stamp=0, verb=EXTEND, arguments=IdArguments((str(tournament),)))
    opened = await harness.bot.component_handler._router.dispatch(press, play.actor(harness, 0))

    page = await sent(harness, form(tournament, time="2d"), play.actor(harness, 0))

    after, event = await deadline(harness, tournament), await play.event(harness, tournament)
    post = harness.sandbox.messages("battle", "Player 1")[-1]
    pairings = await play.service(harness).pairings(play.actor(harness, 1), event)
    assert card
    assert isinstance(opened, Form)
    assert after - before == timedelta(days=2)
    assert f"<t:{int(after.timestamp())}" in page.text
    assert WHY in post.words
    assert WHY in pairings.embeds[0].text
    assert [(d.act, d.round, d.reason) for d in event.stored.log] == [("extended", 1, WHY)]


@pytest.mark.long
async def test_a_game_that_was_extended_in_time_is_not_ended(harness: Any) -> None:
    tournament = await a_round(harness)
    await sent(harness, form(tournament, time="1d"), play.actor(harness, 0))

    harness.clock.passes(hours=25)
    harness.bot.workers.tournaments.wake(tournament)
    await harness.quiet()
    open_ = len([*(await play.event(harness, tournament)).open_games()])
    harness.clock.passes(hours=24)
    harness.bot.workers.tournaments.wake(tournament)
    await harness.quiet()

    assert open_ == 1
    assert (await play.event(harness, tournament)).status == "over"


@pytest.mark.long
async def test_a_deadline_that_moves_while_games_are_being_ended_saves_the_others(harness: Any) -> None:
    tournament = await play.started(harness, 4, rounds=1, round_hours=24)
    harness.clock.passes(hours=25)
    one, two = (await play.event(harness, tournament)).open_games()
    rulings, now = play.service(harness).game_decisions, harness.clock()

    def due(event: Event) -> bool:
        return event.deadline is not None and now >= event.deadline

    await rulings.by_itself(tournament, one, play.forfeits, "time", due)
    await sent(harness, form(tournament, time="1d"), play.actor(harness, 0))
    await rulings.by_itself(tournament, two, play.forfeits, "time", due)

    (open_,) = (await play.event(harness, tournament)).open_games()
    assert open_.pairing.board == two.pairing.board


@pytest.mark.long
async def test_only_organisers_of_this_tournament_give_more_time(harness: Any) -> None:
    tournament = await a_round(harness)
    before = await deadline(harness, tournament)
    sees_nothing = replace(play.actor(harness, 4), sees=lambda channel: False)
    elsewhere = replace(play.actor(harness, 0), guild=77, manages=True)

    for who in (play.actor(harness, 1), play.actor(harness, 5), sees_nothing, elsewhere):
        with pytest.raises(Refused):
            await sent(harness, form(tournament, time="1d"), who)

    assert await deadline(harness, tournament) == before
    assert (await play.event(harness, tournament)).stored.log == ()


@pytest.mark.parametrize(
    ("number", "time", "reason"),
    [(2, "1d", WHY), (0, "1d", WHY), (1, "soon", WHY), (1, "-1d", WHY), (1, "61d", WHY), (1, "1d", "  ")],
)
async def test_a_forged_or_empty_form_changes_nothing(
    harness: Any, number: int, time: str, reason: str
) -> None:
    tournament = await a_round(harness)
    before = await deadline(harness, tournament)

    with pytest.raises(Refused):
        await sent(harness, form(tournament, number, time=time), play.actor(harness, 0), reason)

    assert await deadline(harness, tournament) == before


async def test_the_same_form_sent_twice_counts_once(harness: Any) -> None:
    tournament = await a_round(harness)
    before, organiser = await deadline(harness, tournament), play.actor(harness, 0)

    await asyncio.gather(*(sent(harness, form(tournament, time="1d"), organiser) for _ in range(3)))

    assert await deadline(harness, tournament) - before == timedelta(days=1)


@pytest.mark.long
async def test_a_round_that_is_over_gets_no_more_time(harness: Any) -> None:
    tournament = await a_round(harness)
    await play.played(harness, tournament)

    with pytest.raises(Refused, match="round_moved_on"):
        await sent(harness, form(tournament, time="1d"), play.actor(harness, 0))


@pytest.mark.long
async def test_unrated_games_and_chosen_tie_breaks_stand_on_the_card(harness: Any) -> None:
    tournament = await play.announced(harness, rounds=1, rated=False, tie_breaks="Wins, buchholz cut 1, wins")
    await harness.quiet()
    card = harness.sandbox.messages("battle", "Player 1")[-1]
    await play.entered(harness, tournament, 1, 2)
    await play.begun(harness, tournament)

    (record,) = await harness.store.games.all()
    await play.played(harness, tournament)
    standings = await play.service(harness).standings(
        play.actor(harness, 1), await play.event(harness, tournament)
    )
    assert "not rated" in card.words
    assert "Tie-breaks: wins, Buchholz cut 1." in card.words
    assert not record.rated
    assert "what breaks ties: wins, Buchholz cut 1." in standings.embeds[0].footer


async def test_an_unknown_tie_break_is_refused_by_name(harness: Any) -> None:
    with pytest.raises(NotOnTable) as refusal:
        await play.announced(harness, tie_breaks="wins, luck")

    assert refusal.value.facts["option"] == "luck"


def test_a_list_of_tie_breaks_grows_by_what_is_not_in_it_yet(harness: Any) -> None:
    service, actor = play.service(harness), play.actor(harness, 1)

    first = service.tie_break_choices(actor, "")
    next_ = service.tie_break_choices(actor, "wins, buch")

    assert len(first) == 7
    assert [choice.value for choice in next_] == ["wins, buchholz", "wins, buchholz-cut-1"]
    assert service.tie_break_choices(actor, "luck, ") == []


@pytest.mark.long
async def test_the_reason_for_taking_a_player_out_stands_in_the_pairings(harness: Any) -> None:
    tournament = await play.started(harness, 4, rounds=2)
    decisions, organiser = harness.bot.services.tournament_decisions, play.actor(harness, 0)
    third, second = play.actor(harness, 3).user, play.actor(harness, 2).user
    event = await play.event(harness, tournament)
    await decisions.rule(organiser, event, third, "out", WHY)
    await decisions.rule(organiser, event, second, "sits_out", "On holiday")

    page = await play.service(harness).pairings(organiser, await play.event(harness, tournament))

    assert f"took Player 3 out of the tournament. (“{WHY}”)" in page.embeds[0].text
    assert "lets Player 2 sit out a round, for nothing. (“On holiday”)" in page.embeds[0].text
