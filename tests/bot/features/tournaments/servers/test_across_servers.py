"""A tournament whose players come from several servers: who may what, and where its games are played."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from bot.core.requests import access
from bot.features.tournaments.running import following
from engine.errors import IllegalOrder, NotOnTable, NotYours, Refused
from sandbox.model.permissions import Permission
from sandbox.model.world import TABLE, GuildPlan, PersonPlan, World
from tests.bot.features.tournaments import play
from tests.bot.features.tournaments.test_opened_once import stopping
from tests.patience import PATIENCE

GUEST = GuildPlan(name="Another table", channels=("elsewhere",))
THIRD = GuildPlan(name="Third table", channels=("far",))
HOME_ONLY, GUEST_ONLY, BOTH, THIRD_ONLY = (1, 2), (3, 4), (5, 6), (7,)
"""Which players are on which of the servers; player 0, who organises, is at home alone."""
GUESTS = (*GUEST_ONLY, *BOTH)


def members() -> tuple[PersonPlan, ...]:
    places = {
        **dict.fromkeys((0, *HOME_ONLY), (TABLE.name,)),
        **dict.fromkeys(GUEST_ONLY, (GUEST.name,)),
        **dict.fromkeys(BOTH, (TABLE.name, GUEST.name)),
        **dict.fromkeys(THIRD_ONLY, (THIRD.name,)),
    }
    return tuple(PersonPlan(name=f"Player {n}", guilds=places[n]) for n in sorted(places))


@pytest.fixture
async def harness(build: Callable[..., Any]) -> AsyncIterator[Any]:
    usual = World()
    world = replace(usual, guilds=(TABLE, GUEST, THIRD), people=(*usual.people, *members()))
    async with build(world=world) as harness:
        harness.bot.drawing_process.draw = play.dot
        yield harness


def servers(harness: Any) -> Any:
    return harness.bot.services.tournament_servers


def there(harness: Any, n: int, channel: str = "elsewhere", **about: Any) -> Any:
    return replace(play.actor(harness, n, channel), **about)


async def code_of(harness: Any, tournament: int) -> str:
    page = await servers(harness).invite(play.actor(harness, 0), await play.event(harness, tournament))
    found = re.search(r"`([A-Z0-9-]{14})`", page.text)
    assert found
    return found[1]


async def followed(harness: Any, channel: str = "elsewhere", **terms: Any) -> int:
    """A tournament that another server follows; its number."""
    tournament = await play.announced(harness, **terms)
    await joined_by(harness, tournament, channel)
    return tournament


async def joined_by(harness: Any, tournament: int, channel: str) -> None:
    moderator = there(harness, 5, channel, manages=True)
    await servers(harness).follow(moderator, await code_of(harness, tournament))
    await harness.quiet()


async def entered(harness: Any, tournament: int, *players: int) -> None:
    for n in players:
        channel = "far" if n in THIRD_ONLY else "elsewhere" if n in GUEST_ONLY else "battle"
        actor = there(harness, n, channel)
        await play.service(harness).join(actor, await play.service(harness).get(actor, tournament))


def guild(harness: Any, channel: str) -> int:
    return int(harness.sandbox.channel(channel)["guild_id"])


def said(harness: Any, channel: str) -> str:
    return "\n".join(m.words for m in harness.sandbox.messages(channel, "Clara"))


async def test_a_moderator_of_another_server_follows_with_a_code_and_its_members_join(harness: Any) -> None:
    tournament = await play.announced(harness)
    code = await code_of(harness, tournament)
    marshal = harness.person("Marshal")

    typed = code.replace("-", " ").lower()
    reply = await marshal.slash("elsewhere", "tournament server follow", code=typed)
    await harness.quiet()
    await entered(harness, tournament, 3, 1)
    await harness.quiet()

    card = next(m for m in harness.sandbox.messages("elsewhere", "Clara") if "Players: 2" in m.words)
    assert "now follows **Open**" in reply.words
    assert "Held by **The local table**" in card.words
    assert {"Join", "Withdraw"} <= {button["label"] for button in card.buttons}
    assert "Start" not in {button["label"] for button in card.buttons}
    home = next(m for m in harness.sandbox.messages("battle", "Clara") if "Players: 2" in m.words)
    assert "Together with Another table" in home.words
    assert "**Another table** now follows" in said(harness, "battle")


async def test_a_code_serves_once_expires_and_is_stored_and_shown_to_nobody_else(harness: Any) -> None:
    tournament = await play.announced(harness)
    code = await code_of(harness, tournament)
    late = await code_of(harness, tournament)
    elsewhere, far = (there(harness, 5, channel, manages=True) for channel in ("elsewhere", "far"))

    await servers(harness).follow(elsewhere, code)
    harness.clock.passes(hours=73)
    refusals = []
    for tried in (code, late, "AAAA-BBBB-CCCC", ""):
        with pytest.raises(NotOnTable) as refusal:
            await servers(harness).follow(replace(far, user=far.user + len(refusals)), tried)
        refusals.append(refusal.value.reason)

    assert refusals == ["wrong_code"] * 4
    assert list((await play.event(harness, tournament)).channels) == [
        guild(harness, "battle"),
        guild(harness, "elsewhere"),
    ]
    await harness.quiet()
    database = b"".join(path.read_bytes() for path in harness.folder.glob("grognard.db*"))
    for known in (code, late):
        assert known.encode() not in database
        assert known not in said(harness, "battle") + said(harness, "elsewhere")


async def test_who_guesses_codes_has_to_wait(harness: Any) -> None:
    tournament = await play.announced(harness)
    code, guesser = await code_of(harness, tournament), there(harness, 5, manages=True)
    for _ in range(5):
        with pytest.raises(NotOnTable):
            await servers(harness).follow(guesser, following.new_code())

    with pytest.raises(IllegalOrder) as refusal:
        await servers(harness).follow(guesser, code)
    harness.clock.passes(hours=1)
    await servers(harness).follow(guesser, code)

    assert refusal.value.reason == "too_many_codes"
    assert len((await play.event(harness, tournament)).channels) == 2


async def test_only_organisers_get_codes_and_only_moderators_use_them(harness: Any) -> None:
    tournament = await followed(harness)
    code = await code_of(harness, tournament)
    event = await play.event(harness, tournament)
    moderator = there(harness, 5, manages=True)

    refused: list[Any] = [
        servers(harness).follow(there(harness, 7, "far"), code),
        servers(harness).invite(moderator, event),
        servers(harness).invite(play.actor(harness, 1), event),
        servers(harness).withdraw_codes(moderator, event),
        servers(harness).unfollow(there(harness, 3), event, sure=True),
        servers(harness).unfollow(play.actor(harness, 1), event, str(guild(harness, "elsewhere")), sure=True),
    ]
    reasons = []
    for work in refused:
        with pytest.raises(NotYours) as refusal:
            await work
        reasons.append(refusal.value.reason)
    shown = await servers(harness).show(moderator, event)

    assert reasons == [
        "follow_moderators",
        *["not_an_organiser"] * 3,
        "follow_moderators",
        "not_an_organiser",
    ]
    assert "not used yet" not in shown.text
    assert await servers(harness).choices(moderator, "", "") == []
    assert "not used yet: 1" in (await servers(harness).show(play.actor(harness, 0), event)).text


@pytest.mark.long
async def test_a_swiss_of_six_over_two_servers_is_played_through(harness: Any) -> None:
    tournament = await followed(harness, rounds=3)
    await entered(harness, tournament, *HOME_ONLY, *GUESTS)
    await play.begun(harness, tournament)
    where: dict[frozenset[int], int] = {}
    for round_ in (1, 2, 3):
        if round_ > 1:
            await play.paired(harness, tournament)
        event = await play.event(harness, tournament)
        for open_ in event.open_games():
            users = frozenset(person.user for person in event.people(open_))
            if open_.game.game is not None:
                where[users] = (await harness.store.games.get(open_.game.game)).guild
            else:
                assert open_.game.apart is not None
                organiser = play.actor(harness, 0)
                await harness.bot.services.tournament_decisions.rule(
                    organiser, event, next(iter(users)), "draw", "They share no server."
                )
        await play.played(harness, tournament)

    event = await play.event(harness, tournament)
    home, guest = guild(harness, "battle"), guild(harness, "elsewhere")
    on = {play.actor(harness, n).user: {home} for n in HOME_ONLY}
    on |= {there(harness, n).user: {guest} for n in GUEST_ONLY}
    on |= {there(harness, n).user: {home, guest} for n in BOTH}
    assert event.status == "over"
    assert set(where.values()) == {home, guest}
    for users, played_on in where.items():
        common = set.intersection(*(on[user] for user in users))
        assert played_on == (home if home in common else guest)
    for channel in ("battle", "elsewhere"):
        posts = said(harness, channel)
        assert all(f"round {n}" in posts for n in (1, 2, 3))
        assert "Open is over" in posts


def test_codes_are_too_many_to_be_guessed_though_every_restart_gives_new_tries() -> None:
    tries = 50 * following.VALID.total_seconds()
    open_codes = 1000 * following.MOST_SERVERS

    assert tries * open_codes / len({*following.ALPHABET}) ** following.LENGTH < 1e-6


@pytest.mark.long
async def test_a_game_opens_on_the_next_server_of_both_where_the_first_lets_open_no_thread(
    harness: Any,
) -> None:
    tournament = await followed(harness, rounds=1)
    await entered(harness, tournament, 5, 1, 6, 2)
    harness.sandbox.permit_bot("battle", deny=Permission.CREATE_PUBLIC_THREADS)
    await play.begun(harness, tournament)
    event = await play.event(harness, tournament)
    of_both, of_home = event.open_games()

    assert {p.user for p in event.people(of_both) if p is not None} == {there(harness, n).user for n in BOTH}
    assert of_both.game.server == guild(harness, "elsewhere")
    assert of_home.game.opened is None
    assert event.stored.record.trouble == "no_thread create_public_threads"
    assert "the bot lacks the permission Create Public Threads" in said(harness, "battle")


@pytest.mark.long
async def test_players_without_a_server_in_common_are_told_and_play_once_they_have_one(harness: Any) -> None:
    tournament = await followed(harness, rounds=1)
    await entered(harness, tournament, 1, 3)
    await play.begun(harness, tournament)

    event = await play.event(harness, tournament)
    (waiting,) = event.open_games()
    pairings = await play.service(harness).pairings(play.actor(harness, 1), event)
    for channel in ("battle", "elsewhere"):
        assert "on which both are. Join one together" in said(harness, channel)
    home = guild(harness, "battle")
    key, user = f"members:{home}", str(there(harness, 3).user)
    known = harness.sandbox.state.records.meta[key]
    harness.sandbox.state.records.save("meta", key, known | {user: known[str(play.actor(harness, 1).user)]})
    await servers(harness).try_again(there(harness, 3), event)
    await harness.quiet()

    (opened,) = (await play.event(harness, tournament)).open_games()
    assert (waiting.game.game, waiting.game.apart is None) == (None, False)
    assert "no server in common" in pairings.embeds[0].text
    assert (opened.game.server, opened.game.apart) == (None, None)
    assert (await harness.store.games.get(opened.game.game)).guild == home
    posts = [m for m in harness.sandbox.messages("battle", "Clara") if "cannot open yet" in m.words]
    assert len(posts) == 1


@pytest.mark.long
async def test_players_without_a_server_in_common_can_report_together(harness: Any) -> None:
    tournament = await followed(harness, rounds=1)
    await entered(harness, tournament, 1, 3)
    await play.begun(harness, tournament)
    event = await play.event(harness, tournament)
    decisions = harness.bot.services.tournament_decisions

    await decisions.report(play.actor(harness, 1), event, "wins")
    await decisions.report(there(harness, 3), event, "loses")
    await harness.quiet()

    after = await play.event(harness, tournament)
    assert (after.status, after.rounds[0].pairings[0].games[0].how) == ("over", "agreed")


@pytest.mark.long
async def test_moderators_of_a_following_server_decide_nothing_the_organisers_everything(
    harness: Any,
) -> None:
    tournament = await followed(harness, rounds=1)
    await entered(harness, tournament, 3, 4)
    await play.begun(harness, tournament)
    event = await play.event(harness, tournament)
    (open_,) = event.open_games()
    game = await harness.bot.games.game(open_.game.game)
    moderator = there(harness, 5, manages=True)
    rulings, decisions = harness.bot.services.moderation._rulings, harness.bot.services.tournament_decisions
    player = there(harness, 3).user

    attempts: list[Any] = [
        rulings.check(moderator, game),
        decisions.rule(moderator, event, player, "wins", "mine"),
        decisions.extend(moderator, event, 1, "1d", "mine"),
        play.service(harness).pair(moderator, event, 2),
        play.service(harness).cancel(moderator, event, sure=True),
        play.service(harness).help(moderator, event, moderator.user),
        harness.bot.services.event_games.overview(moderator, tournament),
        harness.bot.services.event_games.form(moderator, open_.game.game, "forfeit"),
    ]
    for attempt in attempts:
        with pytest.raises(NotYours):
            await attempt
    before = await play.event(harness, tournament)
    overview = await harness.bot.services.event_games.overview(play.actor(harness, 0), tournament)
    await rulings.check(play.actor(harness, 0), game)
    await decisions.rule(play.actor(harness, 0), event, player, "wins", "fair")

    assert game.record.guild == guild(harness, "elsewhere")
    assert before == event
    assert str(open_.game.game) in repr(overview)
    assert (await play.event(harness, tournament)).round_over


@pytest.mark.long
async def test_a_server_that_does_not_follow_reaches_nothing(harness: Any) -> None:
    tournament = await followed(harness, rounds=1)
    await entered(harness, tournament, 3, 4)
    await play.begun(harness, tournament)
    event = await play.event(harness, tournament)
    (open_,) = event.open_games()
    far = there(harness, 7, "far", manages=True)
    here = (play.actor(harness, 1), there(harness, 5), there(harness, 3))

    with pytest.raises(NotOnTable):
        await play.service(harness).get(far, tournament)
    with pytest.raises(NotOnTable):
        await access.check_access(harness.bot.games, far, open_.game.game)
    with pytest.raises(Refused):
        await harness.bot.services.tournament_decisions.report(far, event, "wins")
    assert await play.service(harness).choices(far, "") == []
    for actor in here:
        await access.check_access(harness.bot.games, actor, open_.game.game)
    blind = replace(there(harness, 5), sees=lambda channel: False)
    with pytest.raises(NotOnTable):
        await access.check_access(harness.bot.games, blind, open_.game.game)


@pytest.mark.long
async def test_a_server_that_leaves_loses_its_card_and_its_games_go_on(harness: Any) -> None:
    tournament = await followed(harness, rounds=2)
    await entered(harness, tournament, *GUESTS)
    await play.begun(harness, tournament)
    event = await play.event(harness, tournament)
    moderator = there(harness, 5, manages=True)

    asked = await servers(harness).unfollow(moderator, event)
    still, shown = (await play.event(harness, tournament)).channels, said(harness, "elsewhere")
    await servers(harness).unfollow(moderator, event, sure=True)
    await harness.quiet()

    after, player = await play.event(harness, tournament), there(harness, 3)
    assert "End it?" in asked.text
    assert len(still) == 2
    assert list(after.channels) == [event.home]
    assert "Held by" in shown
    assert "Held by" not in said(harness, "elsewhere")
    assert "no longer follows" in said(harness, "battle")
    assert (await play.service(harness).get(player, tournament)).id == tournament
    with pytest.raises(NotOnTable):
        await play.service(harness).get(moderator_not_playing(harness), tournament)
    await play.played(harness, tournament)
    assert (await play.event(harness, tournament)).round_over


def moderator_not_playing(harness: Any) -> Any:
    return replace(there(harness, 5, manages=True), user=1)


@pytest.mark.long
async def test_a_server_that_removes_the_bot_follows_no_more_and_the_tournament_goes_on(
    harness: Any, monkeypatch: Any
) -> None:
    tournament = await followed(harness, rounds=2)
    await entered(harness, tournament, *GUESTS)
    await play.begun(harness, tournament)
    membership, elsewhere = harness.bot.services.membership, guild(harness, "elsewhere")
    event = await play.event(harness, tournament)
    stuck = [g for g in event.open_games() if g.game.server == elsewhere]

    monkeypatch.setattr(membership, "_there", lambda: {event.home})
    await membership.left(elsewhere)
    await harness.quiet()
    for open_ in stuck:
        user = event.numbered[open_.players[0]].user
        await harness.bot.services.tournament_decisions.rule(
            play.actor(harness, 0), event, user, "draw", "The server is gone."
        )
    await play.played(harness, tournament)
    harness.clock.passes(days=31)
    swept = await membership.sweep()

    after = await play.event(harness, tournament)
    assert stuck
    assert "has removed the bot" in said(harness, "battle")
    assert list(after.channels) == [event.home]
    assert swept == [elsewhere]
    assert after.round_over
    assert all(g.result for p in after.rounds[0].pairings for g in p.games)
    monkeypatch.undo()


STEPS: dict[str, Callable[[Any], tuple[Any, str, int]]] = {
    "asking who is where": lambda h: (h.bot.services.threads, "has_member", 3),
    "a thread on the other server": lambda h: (h.bot.services.threads, "open", 2),
    "noting that no server is common": lambda h: (following.Following, "note_apart", 1),
}


@pytest.mark.long
@pytest.mark.parametrize("step", STEPS)
async def test_a_round_over_two_servers_that_was_being_opened_is_opened_once(
    harness: Any, monkeypatch: Any, step: str
) -> None:
    tournament = await followed(harness, rounds=2)
    await entered(harness, tournament, *HOME_ONLY, *GUESTS)
    with monkeypatch.context() as patch:
        dead = stopping(patch, *STEPS[step](harness), after=True)
        await play.service(harness).start(play.actor(harness, 0), await play.event(harness, tournament))
        async with asyncio.timeout(PATIENCE):
            await dead.wait()
        await play.killed(harness)

    await harness.open()
    harness.bot.drawing_process.draw = play.dot
    await harness.quiet()

    event = await play.event(harness, tournament)
    played = [game for p in event.rounds[0].pairings for game in p.games]
    every = await harness.store.games.all()
    assert sorted(g.game for g in played if g.game is not None) == [record.id for record in every]
    assert all((g.game is None) == (g.apart is not None) for g in played)
    apart = [m for m in harness.sandbox.messages("battle", "Clara") if "cannot open yet" in m.words]
    assert len(apart) == sum(g.apart is not None for g in played)


async def test_erased_people_leave_no_trace_in_what_servers_follow(harness: Any) -> None:
    tournament = await followed(harness)
    moderator = there(harness, 5, manages=True)

    exported = await harness.store.privacy.export(moderator.user)
    async with harness.store.writing() as tx:
        await tx.privacy.erase(moderator.user)

    (told,) = (t for t in exported["tournaments"] if t["id"] == tournament)
    (server,) = (await play.event(harness, tournament)).stored.servers
    assert [row["guild"] for row in told["brought_in"]] == [guild(harness, "elsewhere")]
    assert server.by < 0


def test_codes_are_long_enough_and_are_read_as_people_type_them() -> None:
    codes = {following.new_code() for _ in range(200)}
    code = next(iter(codes))

    assert len(codes) == 200
    assert len(following.ALPHABET) ** following.LENGTH > 2**57
    assert following.digest_of(code) == following.digest_of(f" {code.lower().replace('-', ' ')} ")
    assert timedelta(days=3) == following.VALID


@pytest.mark.long
async def test_only_those_in_charge_of_the_tournament_choose_the_pictures_of_its_games(harness: Any) -> None:
    tournament = await followed(harness)
    await entered(harness, tournament, *GUEST_ONLY)
    await play.begun(harness, tournament)
    (open_,) = (await play.event(harness, tournament)).open_games()
    assert open_.game.channel is not None
    settings = harness.bot.services.game_settings

    async def tried(who: Any) -> str:
        try:
            await settings.change(replace(who, channel=open_.game.channel), "film")
        except Refused as refused:
            return refused.reason
        return (await harness.bot.games.game(open_.game.game)).record.pictures

    refused = [await tried(there(harness, n, manages=n == 5)) for n in (5, 3)]
    await play.service(harness).help(
        play.actor(harness, 0), await play.event(harness, tournament), there(harness, 6).user
    )

    assert open_.game.server == guild(harness, "elsewhere")
    assert refused == ["not_an_organiser"] * 2
    assert await tried(there(harness, 6)) == "film"
