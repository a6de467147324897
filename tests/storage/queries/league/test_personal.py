"""What a tournament stores of one person: given to that person alone, and erased there alone."""

from __future__ import annotations

import json
from typing import Any

import pytest

from storage import (
    BoardRecord,
    FollowingServer,
    MemberRecord,
    PairingRecord,
    RoundRecord,
    Store,
    StoredBid,
    TournamentDecision,
    TournamentGame,
    WriteTransaction,
)
from tests.storage.queries.test_tournaments import ANNA, BRUNO, CHANNEL, CLARA, GUILD, NOON, entrant, store

__all__ = ["store"]

DORA = 300_000_000_000_000_004
GUEST = 11


async def announced(tx: WriteTransaction, name: str = "Open", owner: int = BRUNO) -> int:
    return await tx.tournaments.create(guild=GUILD, channel=CHANNEL, name=name, owner=owner, terms={})


def member(team: int, user: int, name: str, board: int, status: Any = "member") -> MemberRecord:
    return MemberRecord(team=team, user=user, name=name, board=board, status=status, since=NOON)


async def ruled(tx: WriteTransaction, number: int, user: int) -> None:
    game = TournamentGame(result="first", how="organiser", by=user, reason=f"says {user}")
    pairing = PairingRecord(board=1, first=1, second=2, games=(game,))
    await tx.tournaments.add_round(number, RoundRecord(number=1, since=NOON, pairings=(pairing,)))


async def decided(tx: WriteTransaction, number: int, user: int) -> None:
    decision = TournamentDecision(
        seq=user % 10, round=1, at=NOON, by=user, act="extended", value="", reason=f"says {user}"
    )
    await tx.tournaments.add_decision(number, decision)


async def brought(tx: WriteTransaction, number: int, user: int) -> None:
    server = FollowingServer(guild=GUEST + user % 10, channel=1, name="Guests", by=user, since=NOON)
    await tx.tournaments.save_server(number, server)


async def invited(tx: WriteTransaction, number: int, user: int) -> None:
    await tx.tournaments.add_code(number, f"code {number} {user}", user, NOON)


@pytest.mark.parametrize(
    ("does", "told"),
    [(ruled, "rulings"), (decided, "decisions"), (brought, "brought_in"), (invited, "codes")],
)
async def test_who_did_no_more_than_one_thing_is_known_there_and_can_be_erased(
    store: Store, does: Any, told: str
) -> None:
    async with store.writing() as tx:
        number, other = await announced(tx), await announced(tx, "Other")
        await does(tx, number, CLARA)
        if does is not ruled:
            await does(tx, number, ANNA)
        await does(tx, other, ANNA)
    exported = await store.privacy.export(CLARA)
    theirs = json.dumps(await store.privacy.export(ANNA))
    async with store.writing() as tx:
        before = await tx.tournaments.load(number)
        await tx.privacy.erase(CLARA)

    (tournament,) = exported["tournaments"]
    assert tournament["id"] == number
    assert len(tournament[told]) == 1
    assert str(ANNA) not in json.dumps(exported)
    assert await store.privacy.export(CLARA) == {"user": CLARA, "games": [], "letters": []}
    assert json.dumps(await store.privacy.export(ANNA)) == theirs
    stored = await store.tournaments.load(number)
    assert stored is not None
    assert before is not None
    assert stored.record.revision == before.record.revision + 1, "what is shown of it changes"


async def test_of_others_and_of_other_tournaments_nothing_is_given(store: Store) -> None:
    async with store.writing() as tx:
        for name in ("One", "Two"):
            number = await announced(tx, name)
            for each in (entrant(1, ANNA, "Anna"), entrant(2, BRUNO, "Bruno")):
                await tx.tournaments.save_entrant(number, each)
            for entry in (1, 2):
                bid = StoredBid(round=1, number=entry, side="first", points=10 * number + entry)
                await tx.tournaments.save_bid(number, bid)
            for team, user, name_ in ((1, ANNA, "Anna"), (2, BRUNO, "Bruno")):
                await tx.tournaments.save_member(number, member(team, user, f"{name_} {number}", 1))
            boards = [
                BoardRecord(number=n, board=1, user=u, name=f"{number}") for n, u in ((1, ANNA), (2, BRUNO))
            ]
            await tx.tournaments.add_round(number, RoundRecord(number=1, since=NOON))
            await tx.tournaments.add_line_ups(number, 1, boards)

    one, two = (await store.privacy.export(ANNA))["tournaments"]

    for told in (one, two):
        number = told["id"]
        assert told["bids"] == [{"round": 1, "side": "first", "points": 10 * number + 1}]
        assert [each["name"] for each in told["teams"]] == [f"Anna {number}"]
        assert [each["name"] for each in told["boards"]] == [f"{number}"]
        assert told["organises"] is False


async def test_names_go_with_their_people_and_those_of_others_stay(store: Store) -> None:
    async with store.writing() as tx:
        number = await announced(tx, owner=ANNA)
        boards = [
            BoardRecord(number=n, board=1, user=u, name=name)
            for n, u, name in ((1, ANNA, "Anna"), (2, BRUNO, "Bruno"))
        ]
        await tx.tournaments.add_round(number, RoundRecord(number=1, since=NOON))
        await tx.tournaments.add_line_ups(number, 1, boards)
        mine = await tx.seasons.create(guild=GUILD, channel=CHANNEL, name="L", owner=ANNA, terms={})
        other = await tx.seasons.create(guild=GUILD, channel=CHANNEL, name="M", owner=BRUNO, terms={})
        await tx.privacy.erase(ANNA)

    stored = await store.tournaments.load(number)
    seasons = [await store.seasons.load(season) for season in (mine, other)]
    assert stored is not None
    assert [(b.user, b.name) for b in stored.rounds[0].line_ups] == [(-1, ""), (BRUNO, "Bruno")]
    assert stored.record.owner == -1
    assert [season.record.owner for season in seasons if season] == [-1, BRUNO]


async def test_who_is_erased_before_the_start_is_no_entrant_and_their_team_is_gone(store: Store) -> None:
    async with store.writing() as tx:
        number, other = await announced(tx), await announced(tx, "Other")
        for each in (entrant(1, ANNA, "Anna"), entrant(2, BRUNO, "Bruno")):
            await tx.tournaments.save_entrant(number, each)
        await tx.tournaments.save_member(number, member(1, ANNA, "Anna", 1))
        await tx.tournaments.save_member(number, member(1, DORA, "Dora", 2, "invited"))
        await tx.tournaments.save_member(number, member(2, CLARA, "Clara", 1))
        await tx.tournaments.save_member(other, member(1, CLARA, "Clara", 1))
        await tx.privacy.erase(ANNA)

    stored, untouched = await store.tournaments.load(number), await store.tournaments.load(other)
    assert stored is not None
    assert untouched is not None
    assert [e.user for e in stored.entrants] == [BRUNO]
    assert [m.user for m in stored.members] == [CLARA], "no one is invited to a team that no longer exists"
    assert [m.user for m in untouched.members] == [CLARA]


async def test_who_is_erased_later_takes_part_in_no_round_to_come_and_who_had_left_had_left(
    store: Store,
) -> None:
    async with store.writing() as tx:
        number = await announced(tx)
        for each in (entrant(1, ANNA, "Anna"), entrant(2, BRUNO, "Bruno", left=1)):
            await tx.tournaments.save_entrant(number, each)
        for round_ in (1, 2):
            await tx.tournaments.add_round(number, RoundRecord(number=round_, since=NOON))
        await tx.tournaments.touch(number, status="playing")
        await tx.privacy.erase(ANNA)
        await tx.privacy.erase(BRUNO)

    stored = await store.tournaments.load(number)
    assert stored is not None
    assert [(e.user, e.name, e.left) for e in stored.entrants] == [(-1, "", 3), (-2, "", 1)]


async def test_the_next_member_leads_the_team_of_a_captain_who_is_erased(store: Store) -> None:
    async with store.writing() as tx:
        number, other = await announced(tx), await announced(tx, "Other")
        for tournament in (number, other):
            await tx.tournaments.save_entrant(tournament, entrant(1, ANNA, "Reds"))
            await tx.tournaments.save_entrant(tournament, entrant(2, BRUNO, "Blues"))
        for user, board, status in (
            (ANNA, 1, "member"),
            (7, 2, "invited"),
            (CLARA, 4, "member"),
            (DORA, 3, "member"),
        ):
            await tx.tournaments.save_member(number, member(1, user, str(user), board, status))
        for each in (member(2, BRUNO, "Bruno", 1), member(2, 8, "Eve", 2)):
            await tx.tournaments.save_member(number, each)
        await tx.tournaments.save_member(other, member(1, CLARA, "Clara", 1, "invited"))
        await tx.tournaments.save_member(other, member(2, 9, "Finn", 2))
        await tx.privacy.erase(ANNA)

    stored, without = await store.tournaments.load(number), await store.tournaments.load(other)
    assert stored is not None
    assert without is not None
    assert [(e.user, e.name) for e in stored.entrants] == [(DORA, "Reds"), (BRUNO, "Blues")]
    assert {m.user for m in stored.members} == {7, CLARA, DORA, BRUNO, 8}
    assert [e.user for e in without.entrants] == [BRUNO], "no one there to lead it"
