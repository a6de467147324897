"""Where and how the games of a round are opened, and servers that follow: a real database, no Discord."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from bot.core.channels import GameChannel
from bot.core.game_service import GameService
from bot.core.requests.actor import Actor
from bot.features.tournaments.events import Events
from bot.features.tournaments.running import opening
from bot.features.tournaments.running.following import (
    LONGEST_NAME,
    MOST_SERVERS,
    VALID,
    Following,
    digest_of,
)
from bot.features.tournaments.state.event import Event, OpenGame
from bot.features.tournaments.state.terms import Terms
from engine.errors import IllegalOrder, Refused
from storage import EntrantRecord, FollowingServer, PairingRecord, RoundRecord, TournamentGame
from storage.processes.leases import Share
from tests.bot.features.lobby.test_seating_rights import refusal

NOON = datetime(2026, 12, 1, 12, tzinfo=UTC)
HOME, GUEST = 1 << 22, 2 << 22
"""Of two shards the second and the first."""
CARD, GUEST_CARD = 10, 20
OWNER = 9


@dataclass(slots=True)
class Doors:
    """Threads, of a Discord that has these members on each server and opens `most` threads."""

    members: Mapping[int, set[int]] = field(default_factory=dict)
    most: int = 99
    opened: list[tuple[int, str, list[int]]] = field(default_factory=list)
    discarded: list[int] = field(default_factory=list)
    asked: list[tuple[int, int]] = field(default_factory=list)

    async def open(self, channel: int, name: str, users: Any, kinds: Any) -> GameChannel:
        if len(self.opened) >= self.most:
            raise IllegalOrder("", "no_thread_rights")
        self.opened.append((channel, name, list(users)))
        return GameChannel(channel=100 + len(self.opened), kind="public")

    async def has_member(self, guild: int, user: int) -> bool:
        self.asked.append((guild, user))
        return user in self.members.get(guild, set())

    async def discard(self, opened: GameChannel) -> None:
        self.discarded.append(opened.channel)


async def paired(
    games: GameService,
    *,
    legs: int = 1,
    boards: int = 1,
    guest: bool = False,
    deadline: datetime | None = None,
    **terms: Any,
) -> Event:
    """Two or more who have been paired; with `guest`, another server follows."""
    kinds = Terms(battle="ormes", **terms).json()
    async with games.store.writing() as tx:
        number = await tx.tournaments.create(guild=HOME, channel=CARD, name="Open", owner=OWNER, terms=kinds)
        pairings = []
        for board in range(1, boards + 1):
            for place in (2 * board - 1, 2 * board):
                entrant = EntrantRecord(
                    place=place, user=100 + place, name=f"P{place}", number=place, since=NOON
                )
                await tx.tournaments.save_entrant(number, entrant)
            played = tuple(TournamentGame(leg=leg) for leg in range(1, legs + 1))
            pairings.append(PairingRecord(board=board, first=2 * board - 1, second=2 * board, games=played))
        first = RoundRecord(number=1, since=NOON, deadline=deadline, pairings=tuple(pairings))
        await tx.tournaments.add_round(number, first)
        if guest:
            server = FollowingServer(guild=GUEST, channel=GUEST_CARD, name="Guests", by=5, since=NOON)
            await tx.tournaments.save_server(number, server)
        await tx.tournaments.touch(number, status="playing")
    return await Events(games).get(number)


async def opened(games: GameService, doors: Any, event: Event, guild: int, *of: OpenGame) -> bool:
    return await opening.open_games(games, doors, event, guild, dict.fromkeys(of, "a name"))


async def servers(doors: Any, event: Event) -> list[int]:
    (open_, *_) = event.open_games()
    return [guild async for guild in opening.Places(doors).servers_for(event, open_)]


async def test_a_game_opens_where_both_of_its_players_are_the_home_server_first(games: GameService) -> None:
    alone, shared = await paired(games), await paired(games, guest=True)

    def doors(home: set[int], guest: set[int]) -> Doors:
        return Doors(members={HOME: home, GUEST: guest})

    assert await servers(nobody := doors(set(), set()), alone) == [HOME], "all have come from there"
    assert nobody.asked == []
    assert await servers(doors({101, 102}, {101, 102}), shared) == [HOME, GUEST]
    assert await servers(doors({101}, {101, 102}), shared) == [GUEST]
    assert await servers(doors({101}, {102}), shared) == []
    gone = [replace(e, user=-1) if e.place == 1 else e for e in shared.stored.entrants]
    without = Event.of(replace(shared.stored, entrants=tuple(gone)))
    assert await servers(doors(set(), {102}), without) == [GUEST], "who is erased is nowhere"


async def test_once_a_server_has_followed_it_is_asked_where_players_are(games: GameService) -> None:
    event = await paired(games, guest=True)
    left = [replace(s, left=NOON) for s in event.stored.servers]
    after = Event.of(replace(event.stored, servers=tuple(left)))

    assert await servers(Doors(members={HOME: {101}}), after) == [], "one has come from the server that left"


async def test_a_game_is_that_of_its_server_its_players_and_its_tournament(games: GameService) -> None:
    event = await paired(games, guest=True, rated=False)
    (open_,) = event.open_games()
    doors = Doors()
    assert await opened(games, doors, event, GUEST, open_)

    (record,) = await games.store.games.all()
    now = await Events(games).get(event.id)
    (game,) = now.open_games()
    assert doors.opened == [(GUEST_CARD, "a name", [101, 102])]
    assert (record.guild, record.channel, record.owner, record.rated) == (GUEST, 101, OWNER, False)
    assert [(s.side, s.user, s.name) for s in record.seats] == [("blue", 101, "P1"), ("orange", 102, "P2")]
    assert record.beacon == games.announced_orders.chain.hash
    assert (game.game.game, game.game.channel, game.game.server) == (record.id, 101, GUEST)
    assert game.game.opened is not None
    assert now.stored.record.revision == event.stored.record.revision + 1, "its card says so"
    assert record.status == "playing" or await games.store.dice.announced(record.id) is not None


async def test_with_a_handicap_the_sides_are_told_in_the_games_thread(games: GameService) -> None:
    event = await paired(games, guest=True, public_dice=False)
    (open_,) = event.open_games()
    async with games.store.writing() as tx:
        given = replace(open_.game, handicap=3, apart=NOON)
        await tx.tournaments.save_game(event.id, 1, 1, given)
    event = await Events(games).get(event.id)
    (open_,) = event.open_games()
    await opened(games, Doors(), event, GUEST, open_)

    posts = await told(games, "tournament_sides")
    (game,) = (await Events(games).get(event.id)).open_games()
    assert posts == [(GUEST, 101, {"tournament": event.id, "round": 1, "board": 1})]
    assert game.game.apart is None, "they have found a server"
    assert (await games.store.games.all())[0].beacon == ""


async def told(games: GameService, kind: str) -> list[tuple[int, int, Any]]:
    """The posts of a kind: the server and channel of each, and its body."""
    shares = [(guild, Share((guild >> 22) % 2, 2)) for guild in (HOME, GUEST)]
    return [
        (guild, post.channel, post.body)
        for guild, share in shares
        for post in await games.store.outbox.waiting(100, share=share)
        if post.kind == kind
    ]


async def test_what_is_opened_already_or_decided_is_not_opened_and_its_threads_go(games: GameService) -> None:
    event = await paired(games)
    (open_,) = event.open_games()
    await opened(games, Doors(), event, HOME, open_)
    doors = Doors()
    again = await opened(games, doors, event, HOME, open_)
    async with games.store.writing() as tx:
        await tx.tournaments.touch(event.id, status="over")

    late = await paired(games)
    async with games.store.writing() as tx:
        await tx.tournaments.touch(late.id, status="over")

    assert not again
    assert doors.discarded == [101]
    assert opening.unopened(await Events(games).get(late.id), next(iter(late.open_games()))) is None
    assert len(await games.store.games.all()) == 1
    assert opening.unopened(await Events(games).get(event.id), open_) is None


async def test_a_pair_is_opened_together_or_not_at_all(games: GameService) -> None:
    event = await paired(games, legs=2, boards=2, duplicate=True)
    first, *_ = event.open_games()
    pair = opening.together_with(event, first)
    few = Doors(most=1)
    with pytest.raises(Refused):
        await opened(games, few, event, HOME, *pair)
    none = await games.store.games.all()
    doors = Doors()
    assert await opened(games, doors, event, HOME, *pair)

    now = await Events(games).get(event.id)
    assert [(each.pairing.board, each.game.leg) for each in pair] == [(1, 1), (1, 2)]
    assert none == []
    assert few.discarded == [101]
    assert [users for _, _, users in doors.opened] == [[101, 102], [102, 101]]
    one, two = await games.store.games.all()
    assert {one.twin, two.twin} == {one.id, two.id}
    assert [g.game.game for g in now.open_games() if g.pairing.board == 1] == sorted([one.id, two.id])
    assert all(g.game.game is None for g in now.open_games() if g.pairing.board == 2)


async def test_both_games_of_a_pair_begin_and_none_is_opened_where_one_was_meanwhile(
    games: GameService,
) -> None:
    event = await paired(games, legs=2, duplicate=True, public_dice=False)
    pair = tuple(event.open_games())
    await opened(games, Doors(), event, HOME, *pair)
    begun = [record.status for record in await games.store.games.all()]
    half = await paired(games, legs=2, duplicate=True)
    one, two = half.open_games()
    async with games.store.writing() as tx:
        await tx.tournaments.save_game(half.id, 1, 1, replace(one.game, opened=NOON))
    doors = Doors(opened=[(0, "", [])] * 5)

    assert begun == ["playing", "playing"]
    assert not await opened(games, doors, half, HOME, one, two)
    assert len(await games.store.games.all()) == 2
    assert doors.discarded == [106, 107]


async def test_a_server_that_sent_the_bot_away_follows_no_more_and_the_home_server_stays(
    games: GameService,
) -> None:
    event = await paired(games, guest=True)
    async with games.store.writing() as tx:
        for guild in (HOME, GUEST):
            await tx.guilds.mark_bot_removed(guild, NOON)
    after = await Following(Events(games)).drop_lost(event)

    assert dict(after.channels) == {HOME: CARD}
    assert [guild for guild, *_ in await told(games, "tournament_unfollowed")] == [HOME]


async def test_only_both_legs_of_a_duplicate_pair_are_opened_together(games: GameService) -> None:
    plain = await paired(games, legs=2)
    decider = await paired(games, legs=3, duplicate=True)
    first, _, third = decider.open_games()

    assert opening.together_with(plain, (one := next(iter(plain.open_games())))) == (one,)
    assert [each.game.leg for each in opening.together_with(decider, first)] == [1, 2]
    assert opening.together_with(decider, third) == (third,)
    assert opening.unopened(decider, third) == third.game, "that leg, not another"


def actor(guild: int, channel: int = GUEST_CARD, interaction: int = 1) -> Actor:
    return Actor(user=5, name="Eve", interaction=interaction, guild=guild, channel=channel)


async def test_a_code_serves_one_server_once_in_its_time(games: GameService) -> None:
    games.clock = lambda: NOON
    event = await paired(games)
    following = Following(Events(games))
    code, until = await following.invite(actor(HOME), event.id)
    other, _ = await following.invite(actor(HOME), event.id)
    at_home = refusal(following.follow(actor(HOME), code, "Home"))

    assert until == NOON + VALID
    assert await at_home == "follows_itself"
    assert await following.follow(actor(GUEST), "wrong", "Guests") is None
    after = await following.follow(actor(GUEST), code.lower().replace("-", " "), "G" * 200)
    assert after is not None
    assert dict(after.channels) == {HOME: CARD, GUEST: GUEST_CARD}
    assert after.stored.servers[0].name == "G" * LONGEST_NAME
    assert await following.follow(actor(3, 30, 2), code, "Third") is None
    games.clock = lambda: NOON + VALID
    assert await following.follow(actor(3, 30, 3), other, "Third") is None
    posts = await told(games, "tournament_followed")
    assert posts == [(HOME, CARD, {"tournament": event.id, "server": GUEST})]
    assert digest_of("K7QF-2M9X-TBHA") != digest_of("K7QF-2M9X-TBHB"), "every sign counts"


async def test_a_code_that_another_used_at_the_same_time_lets_no_second_server_follow(
    games: GameService, monkeypatch: pytest.MonkeyPatch
) -> None:
    games.clock = lambda: NOON
    event = await paired(games)
    following = Following(Events(games))
    code, _ = await following.invite(actor(HOME), event.id)
    look = games.store.tournaments.of_code

    async def meanwhile(digest: str, now: datetime) -> int | None:
        found = await look(digest, now)
        async with games.store.writing() as tx:
            await tx.tournaments.use_code(digest)
        return found

    monkeypatch.setattr(games.store.tournaments, "of_code", meanwhile)

    assert await following.follow(actor(GUEST), code, "Guests") is None
    assert (await Events(games).get(event.id)).stored.servers == ()


async def test_no_more_servers_and_open_codes_than_there_may_be_and_none_of_what_is_over(
    games: GameService,
) -> None:
    games.clock = lambda: NOON
    event = await paired(games, guest=True)
    following = Following(Events(games))
    codes = [(await following.invite(actor(HOME), event.id))[0] for _ in range(MOST_SERVERS - 1)]
    assert await refusal(following.invite(actor(HOME), event.id)) == "servers_many"
    games.clock = lambda: NOON + VALID + timedelta(seconds=1)
    fresh, _ = await following.invite(actor(HOME), event.id)
    async with games.store.writing() as tx:
        await tx.tournaments.touch(event.id, status="over")

    assert len({*codes, fresh}) == MOST_SERVERS
    assert await refusal(following.invite(actor(HOME), event.id)) == "tournament_over"
    assert await refusal(following.follow(actor(3, 30), fresh, "Third")) == "tournament_over"


@pytest.mark.parametrize("lost", [False, True])
async def test_that_a_server_follows_no_more_is_told_once_and_there_if_the_bot_is_there(
    games: GameService, lost: bool
) -> None:
    event = await paired(games, guest=True)
    following = Following(Events(games))
    for _ in range(2):
        after = await following.unfollow(event.id, GUEST, lost=lost)
    posts = [p for p in await games.store.outbox.waiting(100) if p.kind == "tournament_unfollowed"]

    assert dict(after.channels) == {HOME: CARD}
    assert [p.channel for p in posts] == ([CARD] if lost else [CARD, GUEST_CARD])
    assert await refusal(following.unfollow(event.id, 3)) == "not_following"


async def test_that_players_have_no_server_in_common_is_told_once_everywhere(games: GameService) -> None:
    event = await paired(games, guest=True)
    following, together = Following(Events(games)), tuple(event.open_games())
    for _ in range(2):
        await following.note_apart(event, together)

    posts = [p for p in await games.store.outbox.waiting(100) if p.kind == "tournament_apart"]
    (game,) = (await Events(games).get(event.id)).open_games()
    assert [p.channel for p in posts] == [CARD, GUEST_CARD]
    assert posts[0].body == {"tournament": event.id, "round": 1, "board": 1, "leg": 1}
    assert game.game.apart is not None
