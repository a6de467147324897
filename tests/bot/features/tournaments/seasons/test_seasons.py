"""Seasons on the sandbox: points over several tournaments, promotion and relegation, the next season."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.transport.autocomplete import respond
from engine.errors import IllegalOrder, NotOnTable, NotYours
from storage.queries.league.seasons import SeasonRepository
from tests.bot.features.tournaments import play

ROBIN = {"format": "robin", "by_itself": True}


def service(harness: Any) -> Any:
    return harness.bot.services.seasons


async def announced(harness: Any, divisions: str = "", promoted: int = 0, points: str = "") -> int:
    """A season that player 0 has announced; its number."""
    await service(harness).new(play.actor(harness, 0), "League", divisions, promoted, points)
    (newest, *_) = await harness.store.seasons.in_guild(play.actor(harness, 0).guild)
    return int(newest.id)


async def season(harness: Any, number: int) -> Any:
    return await service(harness).get(play.actor(harness, 0), number)


async def added(harness: Any, number: int, tournament: int, division: str = "") -> None:
    event, host = await play.event(harness, tournament), play.actor(harness, 0)
    await service(harness).add(host, await season(harness, number), event, division)


async def finished(harness: Any, tournament: int, order: tuple[int, ...]) -> None:
    """Those players have played a single-round-robin to its end; they finish in that order."""
    await play.recorded_order(harness, tournament, order)


async def league(harness: Any, **about: Any) -> int:
    """Two divisions of four, a tournament each, that are played to the end in the order of sign-up."""
    number = await announced(harness, "Gold 4, Silver 4", 1, **about)
    for division, players in (("Gold", (1, 2, 3, 4)), ("Silver", (5, 6, 7, 8))):
        tournament = await play.announced(harness, name=division, **ROBIN)
        await added(harness, number, tournament, division)
        await play.entered(harness, tournament, *players)
        await finished(harness, tournament, players)
    return number


def players(harness: Any, table: Any) -> list[int]:
    numbers = {play.actor(harness, n).user: n for n in range(1, 20)}
    return [numbers[row.player] for row in table]


async def entrants(harness: Any, tournament: int) -> list[int]:
    event = await play.event(harness, tournament)
    numbers = {play.actor(harness, n).user: n for n in range(1, 20)}
    return [numbers[e.user] for e in event.stored.entrants]


async def test_points_by_place_are_added_up_over_tournaments(harness: Any) -> None:
    number = await announced(harness, points="5, 3, 2, 1")
    for order in ((1, 2, 3, 4), (3, 1, 4)):
        tournament = await play.announced(harness, **ROBIN)
        await play.entered(harness, tournament, *order)
        await added(harness, number, tournament)
        await finished(harness, tournament, order)

    now = await season(harness, number)
    page = await service(harness).show(play.actor(harness, 9), now)

    table = now.table(0)
    assert players(harness, table) == [1, 3, 2, 4]
    assert [row.points for row in table] == [8, 7, 3, 3]
    lines = page.embeds[0].text.splitlines()
    assert lines[0] == "`1` **Player 1** · 8 points · places: 1 / 2"
    assert [row.cells[1:] for row in page.picture.chart.rows][2] == ("Player 2", "2", "–", "3")


@pytest.mark.long
async def test_the_next_season_opens_with_the_right_players_in_the_right_divisions(harness: Any) -> None:
    number = await league(harness)
    host = play.actor(harness, 0)
    asked = await service(harness).end(host, await season(harness, number))
    await service(harness).end(host, await season(harness, number), sure=True)
    await service(harness).open_next(host, await season(harness, number))
    await harness.quiet()

    following = await season(harness, await harness.store.seasons.after(number))
    gold, silver = (t for t, _ in following.stored.tournaments)
    assert "**Gold**: Player 1, Player 2, Player 3, Player 5 ↑" in asked.embeds[0].text
    assert (following.stored.record.number, following.stored.record.previous) == (2, number)
    assert await entrants(harness, gold) == [1, 2, 3, 5]
    assert await entrants(harness, silver) == [4, 6, 7, 8]
    await play.begun(harness, gold)
    started = await play.event(harness, gold)
    assert started.stored.record.name == "League 2 · Gold"
    assert [e.user for e in started.numbered.values()] == [play.actor(harness, n).user for n in (1, 2, 3, 5)]
    posts = [m.words for m in harness.sandbox.messages("battle", "Clara")]
    assert sum("League 1 is over" in words for words in posts) == 1
    assert sum("Entered in **League 2 · Gold**" in words for words in posts) == 1


@pytest.mark.long
async def test_a_place_freed_by_a_player_who_sits_out_goes_to_the_next_best(harness: Any) -> None:
    number = await league(harness)
    host, leaver = play.actor(harness, 0), play.actor(harness, 2)
    await service(harness).leave(leaver, await season(harness, number))
    await service(harness).end(host, await season(harness, number), sure=True)
    await service(harness).leave(play.actor(harness, 7), await season(harness, number))
    await service(harness).leave(play.actor(harness, 7), await season(harness, number), leaves=False)
    await service(harness).open_next(host, await season(harness, number))

    following = await season(harness, await harness.store.seasons.after(number))
    gold, silver = (t for t, _ in following.stored.tournaments)
    assert await entrants(harness, gold) == [1, 3, 5, 6]
    assert await entrants(harness, silver) == [4, 7, 8]
    with pytest.raises(IllegalOrder, match="season_followed"):
        await service(harness).leave(leaver, await season(harness, number))


@pytest.mark.long
async def test_newcomers_begin_in_the_lowest_division_and_no_one_plays_in_two(harness: Any) -> None:
    number = await league(harness)
    host = play.actor(harness, 0)
    await service(harness).end(host, await season(harness, number), sure=True)
    await service(harness).open_next(host, await season(harness, number))
    following = await season(harness, await harness.store.seasons.after(number))
    gold, silver = (t for t, _ in following.stored.tournaments)

    for player, reason in ((9, "newcomers_lowest"), (6, "other_division")):
        with pytest.raises(IllegalOrder, match=reason):
            await play.entered(harness, gold, player)
    await play.entered(harness, silver, 9)

    assert await entrants(harness, gold) == [1, 2, 3, 5]
    assert await entrants(harness, silver) == [4, 6, 7, 8, 9]


@pytest.mark.long
async def test_in_the_first_season_a_player_can_still_change_the_division(harness: Any) -> None:
    number = await announced(harness, "Gold, Silver", 1)
    gold, silver = [await play.announced(harness, name=name) for name in ("Gold", "Silver")]
    for tournament, division in ((gold, "Gold"), (silver, "silver")):
        await added(harness, number, tournament, division)
    await play.entered(harness, gold, 1)

    with pytest.raises(IllegalOrder, match="other_division"):
        await play.entered(harness, silver, 1)
    await play.service(harness).withdraw(play.actor(harness, 1), await play.event(harness, gold))
    await play.entered(harness, silver, 1)

    player = (await season(harness, number)).player(play.actor(harness, 1).user)
    assert (player.division, player.place) == (1, 1)


@pytest.mark.long
async def test_opening_twice_and_at_once_opens_one_season(harness: Any) -> None:
    number = await league(harness)
    host, again = play.actor(harness, 0), play.actor(harness, 0)
    await service(harness).end(host, await season(harness, number), sure=True)
    over = await season(harness, number)

    pages = [await service(harness).open_next(actor, over) for actor in (host, again)]

    every = await harness.store.seasons.in_guild(host.guild)
    assert [record.number for record in every] == [2, 1]
    assert pages[0].text == pages[1].text
    assert len(await harness.store.tournaments.in_guild(host.guild)) == 4


@pytest.mark.parametrize("step", ["create", "save_player", "add_tournament"])
async def test_a_next_season_is_opened_whole_or_not_at_all(harness: Any, monkeypatch: Any, step: str) -> None:
    number = await league(harness)
    host = play.actor(harness, 0)
    await service(harness).end(host, await season(harness, number), sure=True)
    original, calls = getattr(SeasonRepository, step), [0]

    async def fails(self: Any, *args: Any, **about: Any) -> Any:
        calls[0] += 1
        answer = await original(self, *args, **about)
        if calls[0] == {"create": 1, "save_player": 3, "add_tournament": 2}[step]:
            raise RuntimeError("the process ends here")
        return answer

    with monkeypatch.context() as patch:
        patch.setattr(SeasonRepository, step, fails)
        with pytest.raises(RuntimeError):
            await service(harness).open_next(host, await season(harness, number))
    between = len(await harness.store.tournaments.in_guild(host.guild))
    await service(harness).open_next(host, await season(harness, number))

    assert between == 2
    assert [r.number for r in await harness.store.seasons.in_guild(host.guild)] == [2, 1]
    assert len(await harness.store.tournaments.in_guild(host.guild)) == 4


@pytest.mark.long
async def test_what_has_not_been_played_ends_no_season(harness: Any) -> None:
    number = await announced(harness)
    host = play.actor(harness, 0)
    with pytest.raises(IllegalOrder, match="season_empty"):
        await service(harness).end(host, await season(harness, number), sure=True)
    tournament = await play.started(harness, 2)
    await added(harness, number, tournament)

    with pytest.raises(IllegalOrder, match="season_open"):
        await service(harness).end(host, await season(harness, number), sure=True)
    with pytest.raises(IllegalOrder, match="season_not_over"):
        await service(harness).open_next(host, await season(harness, number))
    with pytest.raises(IllegalOrder, match="in_a_season"):
        await added(harness, number, tournament)
    await service(harness).remove(host, await play.event(harness, tournament))
    assert (await season(harness, number)).stored.tournaments == ()


@pytest.mark.long
async def test_a_player_who_deletes_their_data_leaves_the_league_and_their_points_stay(harness: Any) -> None:
    number = await league(harness)
    host, gone = play.actor(harness, 0), play.actor(harness, 1)
    async with harness.store.writing() as tx:
        await tx.privacy.erase(gone.user)
    now = await season(harness, number)
    page = await service(harness).show(host, now)
    await service(harness).end(host, now, sure=True)
    await service(harness).open_next(host, await season(harness, number))

    following = await season(harness, await harness.store.seasons.after(number))
    assert [row.points for row in now.table(0)] == [25, 18, 15, 12]
    assert page.embeds[0].text.splitlines()[0].startswith("`1` **Player A** · 25 points")
    assert "Player 1" not in page.embeds[0].text + page.picture.alt
    assert await entrants(harness, following.stored.tournaments[0][0]) == [2, 3, 5, 6]


# --- rights ------------------------------------------------------------------------------------------------


@pytest.mark.long
async def test_only_the_organiser_and_moderators_change_a_season(harness: Any) -> None:
    number = await league(harness)
    event = await play.event(harness, await play.announced(harness, name="Third"))
    before, stranger = await season(harness, number), play.actor(harness, 1)
    mine = await play.service(harness).events.get(before.stored.tournaments[0][0])

    for refused in (
        service(harness).add(stranger, before, event, "Gold"),
        service(harness).remove(stranger, mine),
        service(harness).end(stranger, before),
        service(harness).end(stranger, before, sure=True),
        service(harness).open_next(stranger, before),
    ):
        with pytest.raises(NotYours, match="not_season_organiser"):
            await refused

    assert await season(harness, number) == before
    moderator = replace(stranger, manages=True)
    await service(harness).end(moderator, before, sure=True)
    assert (await season(harness, number)).over


async def test_a_tournament_is_added_only_by_one_who_organises_both(harness: Any) -> None:
    await play.service(harness).new(
        play.actor(harness, 5), play.Announcement(name="Theirs", battle="ormes", public_dice=False)
    )
    (theirs, *_) = await harness.store.tournaments.in_guild(play.actor(harness, 0).guild)
    number = await announced(harness)

    with pytest.raises(NotYours, match="not_an_organiser"):
        await added(harness, number, theirs.id)


async def test_a_season_of_another_server_or_hidden_channel_is_out_of_reach(harness: Any) -> None:
    number = await announced(harness)
    seen = await season(harness, number)
    elsewhere = replace(play.actor(harness, 1), guild=77, manages=True)
    blind = replace(play.actor(harness, 1), sees=lambda channel: False)

    for actor in (elsewhere, blind):
        with pytest.raises(NotOnTable):
            await service(harness).get(actor, number)
        assert await service(harness).choices(actor, "") == []
    with pytest.raises(NotYours):
        await service(harness).end(elsewhere, seen, sure=True)


async def test_a_stranger_has_no_place_to_leave_and_a_member_announces_one_season(harness: Any) -> None:
    number = await announced(harness)

    with pytest.raises(IllegalOrder, match="not_in_season"):
        await service(harness).leave(play.actor(harness, 3), await season(harness, number))
    with pytest.raises(IllegalOrder, match="seasons_many"):
        await announced(harness)


@pytest.mark.parametrize(
    ("divisions", "promoted", "points", "reason"),
    [
        ("Gold, gold", 1, "", "season_divisions"),
        ("A, B, C, D, E, F", 1, "", "season_divisions"),
        ("Gold 999, Silver", 1, "", "season_divisions"),
        (", Silver", 1, "", "season_divisions"),
        ("x" * 30, 0, "", "season_divisions"),
        ("Gold 3, Silver", 2, "", "season_small"),
        ("", 1, "", "season_promoted"),
        ("", 0, "3, 5", "season_points"),
        ("", 0, "many", "season_points"),
        ("", 0, "99999", "season_points"),
        ("", 0, "0", "season_points"),
    ],
)
async def test_terms_that_cannot_be_are_refused_by_name(
    harness: Any, divisions: str, promoted: int, points: str, reason: str
) -> None:
    with pytest.raises(IllegalOrder, match=reason):
        await service(harness).new(play.actor(harness, 0), "League", divisions, promoted, points)

    assert await harness.store.seasons.in_guild(play.actor(harness, 0).guild) == []


async def test_no_division_is_offered_of_a_season_that_is_none(harness: Any, caplog: Any) -> None:
    asked = service(harness).divisions(play.actor(harness, 0), "no such season", "G")

    assert await respond(asked) == []
    assert [r.getMessage() for r in caplog.records if r.levelname == "ERROR"] == []
