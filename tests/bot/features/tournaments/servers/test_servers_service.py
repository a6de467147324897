"""Servers of a tournament as organisers and moderators use them: a real database, no Discord."""

from __future__ import annotations

import re
from typing import Any

import pytest

from bot.core.game_service import GameService
from bot.core.requests.actor import Actor
from bot.features.tournaments.servers import service as servers_service
from bot.features.tournaments.servers.attempts import OF_USER
from bot.features.tournaments.servers.service import TournamentServers
from bot.features.tournaments.service import TournamentService
from bot.features.tournaments.state.event import Event
from engine.errors import IllegalOrder
from tests.bot.features.lobby.test_seating_rights import INTERACTIONS, refusal
from tests.bot.features.tournaments.running.test_opening import CARD, GUEST, GUEST_CARD, HOME, OWNER, paired

STRANGER, MODERATOR, THIRD = 77, 5, 3 << 22


class Places:
    """What the bot may do in channels, and what servers are called."""

    def __init__(self) -> None:
        self.missing: dict[int, tuple[str, ...]] = {}

    def server(self, number: int) -> str:
        return f"Server {number >> 22}"

    def missing_in(self, number: int) -> tuple[str, ...] | None:
        return self.missing.get(number, ())


class Servers:
    def __init__(self, games: GameService) -> None:
        async def may_moderate(actor: Actor) -> bool:
            return actor.user == MODERATOR

        self.places, self.changed = Places(), list[int]()
        self.tournaments = TournamentService(games, may_moderate)
        self.tournaments.events.subscribe(self.changed.append)
        self.service = TournamentServers(self.tournaments, may_moderate, self.places)

    async def code(self, event: Event) -> str:
        page = await self.service.invite(by(OWNER, HOME), event)
        found = re.search(r"`([A-Z0-9-]{14})`", page.text)
        assert found
        return found[1]

    async def event(self, event: Event) -> Event:
        return await self.tournaments.events.get(event.id)


def by(user: int, guild: int, channel: int = 999) -> Actor:
    return Actor(user=user, name=f"P{user}", interaction=next(INTERACTIONS), guild=guild, channel=channel)


@pytest.fixture
def servers(games: GameService) -> Servers:
    return Servers(games)


async def test_after_a_few_wrong_codes_even_a_right_one_has_to_wait(
    games: GameService, servers: Servers
) -> None:
    code = await servers.code(await paired(games))
    wrong = [await refusal(servers.service.follow(by(MODERATOR, GUEST), "wrong")) for _ in range(OF_USER)]

    assert wrong == ["wrong_code"] * OF_USER
    assert await refusal(servers.service.follow(by(MODERATOR, GUEST), code)) == "too_many_codes"


async def test_only_moderators_follow_and_only_into_a_channel_in_which_the_bot_may_write(
    games: GameService, servers: Servers
) -> None:
    event = await paired(games)
    code = await servers.code(event)
    servers.places.missing = {30: ("send_messages",)}

    assert await refusal(servers.service.follow(by(STRANGER, GUEST), code)) == "follow_moderators"
    with pytest.raises(IllegalOrder) as refused:
        await servers.service.follow(by(MODERATOR, GUEST, 30), code)
    await servers.service.follow(by(MODERATOR, GUEST, GUEST_CARD), code)

    assert (refused.value.reason, refused.value.facts["missing"]) == ("follow_rights", ("send_messages",))
    assert (await servers.event(event)).stored.servers[0].name == "Server 2"


async def test_a_server_follows_so_many_unfinished_tournaments_of_others(
    games: GameService, servers: Servers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(servers_service, "MOST_FOLLOWED", 2)
    over, first, second, third = [await paired(games, guest=n == 0) for n in range(4)]
    async with games.store.writing() as tx:
        await tx.tournaments.touch(over.id, status="over")
        await tx.tournaments.create(guild=GUEST, channel=1, name="Own", owner=1, terms=first.terms.json())
    for event in (first, second):
        await servers.service.follow(by(MODERATOR, GUEST), await servers.code(event))

    refused = await refusal(servers.service.follow(by(MODERATOR, GUEST), await servers.code(third)))

    assert refused == "followed_many"


async def following(servers: Servers, event: Event) -> list[int]:
    return list((await servers.event(event)).channels)


async def test_a_server_leaves_by_its_own_moderators_or_is_dropped_by_organisers_who_are_asked_first(
    games: GameService, servers: Servers
) -> None:
    event = await paired(games, guest=True)
    unfollow: Any = servers.service.unfollow

    assert await refusal(unfollow(by(STRANGER, GUEST), event, sure=True)) == "follow_moderators"
    assert await refusal(unfollow(by(STRANGER, THIRD), event, str(GUEST), sure=True)) == "not_an_organiser"
    assert await refusal(unfollow(by(MODERATOR, THIRD), event)) == "not_following"
    assert await refusal(unfollow(by(MODERATOR, HOME), event)) == "not_following"
    assert await refusal(unfollow(by(OWNER, HOME), event, "Guest", sure=True)) == "not_following"
    await unfollow(by(OWNER, HOME), event, " GUESTS ")
    asked = await following(servers, event)
    await unfollow(by(OWNER, HOME), event, " GUESTS ", sure=True)

    assert (asked, await following(servers, event)) == ([HOME, GUEST], [HOME])

    other = await paired(games, guest=True)
    await unfollow(by(MODERATOR, GUEST), other, sure=True)
    assert await following(servers, other) == [HOME]


async def test_servers_that_follow_no_more_are_not_offered_and_no_one_else_is_offered_any(
    games: GameService, servers: Servers
) -> None:
    event = await paired(games, guest=True)

    async def offered(user: int, typed: str) -> list[str]:
        actor = by(user, HOME, CARD)
        return [choice.value for choice in await servers.service.choices(actor, str(event.id), typed)]

    there = [await offered(OWNER, typed) for typed in ("", " gUE", "other")]
    stranger = await offered(STRANGER, "")
    await servers.service.unfollow(by(OWNER, HOME), event, "guests", sure=True)

    assert there == [[str(GUEST)], [str(GUEST)], []]
    assert stranger == await offered(OWNER, "") == []


async def test_codes_that_are_withdrawn_serve_no_more_and_those_of_other_tournaments_do(
    games: GameService, servers: Servers
) -> None:
    event, other = await paired(games), await paired(games)
    code, of_other = await servers.code(event), await servers.code(other)
    refused = await refusal(servers.service.withdraw_codes(by(STRANGER, HOME), event))
    await servers.service.withdraw_codes(by(OWNER, HOME), event)

    assert refused == "not_an_organiser"
    assert await refusal(servers.service.follow(by(MODERATOR, GUEST), code)) == "wrong_code"
    assert await refusal(servers.service.follow(by(MODERATOR, GUEST), of_other)) == ""


async def test_only_organisers_see_how_many_codes_are_open(games: GameService, servers: Servers) -> None:
    event = await paired(games, guest=True)
    none = [(await servers.service.show(by(user, HOME), event)).text for user in (OWNER, STRANGER)]
    await servers.code(event)
    one = [(await servers.service.show(by(user, HOME), event)).text for user in (OWNER, STRANGER)]

    assert none[0] != one[0]
    assert none[1] == one[1]


async def test_players_and_organisers_have_it_looked_again_for_a_common_server_and_no_one_else(
    games: GameService, servers: Servers
) -> None:
    event = await paired(games, guest=True)

    assert await refusal(servers.service.try_again(by(STRANGER, HOME), event)) == "not_an_organiser"
    assert servers.changed == []
    await servers.service.try_again(by(101, GUEST), event)
    await servers.service.try_again(by(OWNER, HOME), event)
    assert servers.changed == [event.id] * 2
