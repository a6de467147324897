"""Teams: a captain and players on boards, who have all agreed; each board is a game, the boards decide."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.features.lobby.seating import Person
from bot.features.tournaments import page, standings_page
from bot.i18n.catalogue import catalogue_for
from bot.ui.component_press import ComponentPress, IdArguments
from engine.errors import IllegalOrder, NotYours, Refused
from league.model import Result
from tests.bot.features.tournaments import play

BOARDS = 2


def teams(harness: Any) -> Any:
    return play.service(harness).teams


def person(harness: Any, n: int) -> Person:
    who = play.actor(harness, n)
    return Person(user=who.user, name=who.name)


async def enter(harness: Any, tournament: int, captain: int, *players: int, reserve: bool = False) -> None:
    """A team of a captain with players who accept."""
    leads = play.actor(harness, captain)
    await teams(harness).enter(leads, await play.event(harness, tournament), f"Team {captain}")
    for n in players:
        await teams(harness).invite(
            replace(leads, interaction=play.actor(harness, n).interaction),
            await play.event(harness, tournament),
            person(harness, n),
        )
        await accept(harness, tournament, captain, n)


async def accept(harness: Any, tournament: int, captain: int, n: int) -> None:
    event = await play.event(harness, tournament)
    place = next(e.place for e in event.stored.entrants if e.user == play.actor(harness, captain).user)
    await teams(harness).answer(play.actor(harness, n), event, place, accepts=True)


async def begun(harness: Any, **terms: Any) -> int:
    """Four teams of two, of which one has a reserve, in their first round."""
    tournament = await play.announced(harness, **{"boards": BOARDS, "rounds": 2} | terms)
    for captain, *players in ((1, 2, 9), (3, 4), (5, 6), (7, 8)):
        await enter(harness, tournament, captain, *players)
    await play.begun(harness, tournament)
    return tournament


@pytest.mark.long
async def test_each_board_is_a_game_and_the_boards_decide_the_match(harness: Any) -> None:
    tournament = await begun(harness)
    event = await play.event(harness, tournament)
    first = event.rounds[0].pairings[0]
    mine = [g for g in event.open_games() if g.pairing.board == first.board]
    users = [[p.user for p in event.people(g) if p is not None] for g in mine]

    await play.ended(harness, mine[0], Result.FIRST_WINS)
    await play.ended(harness, mine[1], Result.DRAW)
    await harness.quiet()
    await play.played(harness, tournament)

    event = await play.event(harness, tournament)
    match = event.result_of(event.rounds[0].pairings[0])
    ids = [play.actor(harness, n).user for n in range(10)]
    assert users == [[ids[1], ids[5]], [ids[6], ids[2]]], "the sides alternate over the boards"
    assert (match.result, match.boards, match.margin) == (Result.FIRST_WINS, (3, 1), 2)
    best = event.standings()[0]
    assert (best.score, best.values[0]) == (2, 4), "points of the match, then those of the boards"
    words = catalogue_for("en")
    lines = page.pairings(words, event, 1).embeds[0].text
    assert "Team 1 1½–½ Team 5" in lines
    assert "Board 2: Player 6 ½–½ Player 2" in lines
    assert "boards 2" in standings_page.standings_images(words, event)[0].alt


@pytest.mark.long
async def test_the_captain_orders_the_boards_from_the_next_round_on(harness: Any) -> None:
    tournament = await begun(harness)
    event = await play.event(harness, tournament)

    await teams(harness).set_board(play.actor(harness, 1), event, play.actor(harness, 9).user, 1)
    before = (await play.event(harness, tournament)).rounds[0].line_ups
    await play.played(harness, tournament)
    await play.paired(harness, tournament)

    after = (await play.event(harness, tournament)).rounds[1].line_ups
    number = next(b.number for b in before if b.name == "Player 1")
    assert [b.name for b in before if b.number == number] == ["Player 1", "Player 2"]
    assert [b.name for b in after if b.number == number] == ["Player 9", "Player 1"]


@pytest.mark.long
async def test_a_board_without_a_player_is_forfeited(harness: Any) -> None:
    tournament = await begun(harness)
    await teams(harness).leave(play.actor(harness, 4), await play.event(harness, tournament))
    await play.played(harness, tournament)

    await play.paired(harness, tournament)

    event = await play.event(harness, tournament)
    number = next(n for n, e in event.numbered.items() if e.name == "Team 3")
    (match,) = [p for p in event.rounds[1].pairings if number in (p.first, p.second)]
    forfeit = match.games[1]  # on an even board the second team has the first side
    assert match.games[0].result == ""
    assert forfeit.how == "withdrawn"
    assert forfeit.result == (Result.SECOND_FORFEITS if match.first == number else Result.FIRST_FORFEITS)


@pytest.mark.long
async def test_a_drawn_match_of_an_elimination_goes_to_the_first_board_with_the_sides_swapped(
    harness: Any,
) -> None:
    tournament = await begun(harness, format="single")
    event = await play.event(harness, tournament)
    for open_ in event.open_games():
        await play.ended(harness, open_, Result.DRAW)
    await harness.quiet()

    event = await play.event(harness, tournament)
    replays = [*event.open_games()]
    pairing = event.rounds[0].pairings[0]
    people = [p.name for p in event.people(replays[0]) if p is not None]
    assert len(replays) == 2
    assert replays[0].game.leg == 4
    on_first = {b.number: b.name for b in event.rounds[0].line_ups if b.board == 1}
    assert people == [on_first[pairing.second], on_first[pairing.first]]
    await play.ended(harness, replays[0], Result.SECOND_WINS)
    await harness.quiet()
    event = await play.event(harness, tournament)
    assert event.result_of(event.rounds[0].pairings[0]).result is Result.FIRST_WINS


async def test_an_invitation_calls_the_player_once_and_its_button_joins(harness: Any) -> None:
    tournament = await play.announced(harness, boards=BOARDS)
    await enter(harness, tournament, 1)
    event, captain = await play.event(harness, tournament), play.actor(harness, 1)
    await teams(harness).invite(captain, event, person(harness, 2))
    await harness.quiet()
    invited = harness.person("Player 2")
    (post,) = [m for m in harness.sandbox.messages("battle", "Player 2") if "you are invited" in m.words]

    answer = await invited.click(post, "Join the team")

    event = await play.event(harness, tournament)
    assert [m.name for m in event.squad(1)] == ["Player 1", "Player 2"]
    assert "Player 2" in answer.words
    assert [m["id"] for m in post.json["mentions"]] == [invited.id]


async def test_no_one_is_called_again_who_has_declined(harness: Any) -> None:
    tournament = await play.announced(harness, boards=BOARDS)
    await enter(harness, tournament, 1)
    captain = play.actor(harness, 1)
    await teams(harness).invite(captain, await play.event(harness, tournament), person(harness, 2))
    event = await play.event(harness, tournament)
    await teams(harness).answer(play.actor(harness, 2), event, 1, accepts=False)

    for _ in range(2):
        with pytest.raises(IllegalOrder, match="invited_to_team"):
            await teams(harness).invite(
                play.actor(harness, 1), await play.event(harness, tournament), person(harness, 2)
            )
    with pytest.raises(NotYours, match="not_invited"):
        await teams(harness).answer(play.actor(harness, 2), event, 1, accepts=True)


@pytest.mark.long
async def test_only_the_captain_changes_a_team_and_no_one_joins_uninvited(harness: Any) -> None:
    tournament = await begun(harness)
    before = await play.event(harness, tournament)
    user = play.actor(harness, 2).user
    service = teams(harness)

    for n in (2, 3, 0, 12):  # a member, another captain, the organiser, a stranger
        who = play.actor(harness, n)
        for attempt in (
            service.set_board(who, before, user, 2),
            service.remove(who, before, user),
            service.hand_over(who, before, user),
            service.enter(who, before, "Late"),
            service.answer(who, before, 4, accepts=True),
        ):
            with pytest.raises(Refused):
                await attempt
    with pytest.raises(IllegalOrder, match="captain_stays"):
        await service.remove(play.actor(harness, 1), before, play.actor(harness, 1).user)
    router = harness.bot.component_handler._router
    for arguments in (
        (),
        ("accept",),
        ("accept", "x", "1"),
        ("eat", str(tournament), "1"),
        ("accept", "99", "1"),
    ):
        press = ComponentPress(game_id=0, stamp=0, verb="squad", arguments=IdArguments(arguments))
        with pytest.raises(Refused):
            await router.dispatch(press, play.actor(harness, 12))

    assert await play.event(harness, tournament) == before


@pytest.mark.long
async def test_a_member_who_deletes_their_data_leaves_and_a_captain_is_followed_by_the_next(
    harness: Any,
) -> None:
    tournament = await begun(harness)
    ids = [play.actor(harness, n).user for n in range(10)]

    exported = await harness.store.privacy.export(ids[2])
    async with harness.store.writing() as tx:
        await tx.privacy.erase(ids[1])
    event = await play.event(harness, tournament)

    team = next(e for e in event.stored.entrants if e.name == "Team 1")
    assert "Player 2" in str(exported["tournaments"][0]["boards"])
    assert team.user == ids[2]
    assert [m.user for m in event.squad(team.place)] == [ids[2], ids[9]]
    assert ids[1] not in [b.user for b in event.rounds[0].line_ups]
    assert "Player 1" not in str(event.stored)


@pytest.mark.parametrize("terms", [{"duplicate": True}, {"sides": "bid"}])
async def test_terms_that_teams_cannot_play_are_refused(harness: Any, terms: Any) -> None:
    with pytest.raises(IllegalOrder, match="teams_one_game"):
        await play.announced(harness, boards=BOARDS, **terms)


async def test_a_tournament_of_players_has_no_teams_and_one_of_teams_no_single_players(harness: Any) -> None:
    players, of_teams = await play.announced(harness), await play.announced(harness, boards=BOARDS)

    with pytest.raises(IllegalOrder, match="no_teams"):
        await teams(harness).enter(play.actor(harness, 1), await play.event(harness, players), "A")
    with pytest.raises(IllegalOrder, match="enter_a_team"):
        await play.entered(harness, of_teams, 1)
    await enter(harness, of_teams, 1)
    with pytest.raises(IllegalOrder, match="teams_few"):
        await play.begun(harness, of_teams)
