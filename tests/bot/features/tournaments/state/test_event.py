"""What follows from what is stored of a tournament: pure, without a database."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from bot.features.tournaments.state import bids, pairing
from bot.features.tournaments.state.decide import RESIGNED, decided, next_leg
from bot.features.tournaments.state.event import Event, withdrawn
from bot.features.tournaments.state.terms import Terms
from league.model import Result
from storage import (
    EntrantRecord,
    PairingRecord,
    RoundRecord,
    StoredBid,
    StoredTournament,
    TournamentGame,
    TournamentRecord,
)

NOON = datetime(2026, 6, 18, 12, tzinfo=UTC)
FIRST, SECOND, DRAW = Result.FIRST_WINS, Result.SECOND_WINS, Result.DRAW


def entrant(place: int, **facts: Any) -> EntrantRecord:
    """Player 100 and so many, who has that number."""
    known: dict[str, Any] = {"number": place, "checked_in": True} | facts
    return EntrantRecord(place=place, user=100 + place, name=f"P{place}", since=NOON, **known)


def round_of(number: int, *pairings: PairingRecord) -> RoundRecord:
    return RoundRecord(number=number, since=NOON, pairings=pairings)


def met(board: int, first: int, second: int, *results: Result | str, match: str = "") -> PairingRecord:
    """A pairing with a game for each result."""
    games = tuple(TournamentGame(leg=leg, result=str(result)) for leg, result in enumerate(results, start=1))
    return PairingRecord(board=board, first=first, second=second, match=match, games=games)


def event(
    entrants: tuple[EntrantRecord, ...], *rounds: RoundRecord, bids: tuple[StoredBid, ...] = (), **terms: Any
) -> Event:
    """A tournament under way, of these entrants and rounds."""
    record = TournamentRecord(
        id=1, guild=1, channel=1, name="Open", owner=9, status="playing", created=NOON,
        terms=Terms(battle="ormes", **terms).json(),
    )  # fmt: skip
    return Event.of(StoredTournament(record=record, entrants=entrants, rounds=rounds, bids=bids))


FOUR = tuple(entrant(place) for place in range(1, 5))


def paired(event: Event) -> list[tuple[int, int | None]]:
    return [(each.first, each.second) for each in pairing.next_round(event, NOON).pairings]


def test_in_a_bracket_the_first_side_goes_to_who_has_had_it_less_often_else_by_turns_to_the_better_seed() -> (
    None
):
    """In the semi-finals the better seeds have had it, of the finalists one."""
    semis = round_of(1, met(1, 1, 4, FIRST, match="w1-1"), met(2, 2, 3, SECOND, match="w1-2"))
    upset = round_of(1, met(1, 1, 4, FIRST, match="w1-1"), met(2, 3, 2, SECOND, match="w1-2"))

    assert paired(event(FOUR, format="single")) == [(1, 4), (2, 3)]
    assert paired(event(FOUR, semis, format="single")) == [(3, 1)]
    assert paired(event(FOUR, upset, format="single")) == [(2, 1)]
    both = round_of(1, met(1, 1, 4, FIRST, match="w1-1"), met(2, 2, 3, FIRST, match="w1-2"))
    assert paired(event(FOUR, both, format="single")) == [(2, 1)]


def test_who_has_left_is_paired_no_more_and_who_comes_later_not_yet() -> None:
    five = (*FOUR[:3], entrant(4, left=2), entrant(5, joined=3))
    first = round_of(1, met(1, 1, 2, FIRST), met(2, 3, 4, FIRST))

    assert {n for pair in paired(event(five, first, rounds=3)) for n in pair if n} == {1, 2, 3}


def test_a_bye_that_was_asked_for_by_who_has_left_keeps_no_round_from_being_paired() -> None:
    five = (*FOUR, entrant(5, left=2))
    first = round_of(1, met(1, 1, 2, FIRST), met(2, 3, 4, FIRST), PairingRecord(board=3, first=5, bye="half"))
    asked = event(five, first, rounds=3)
    asked = replace(asked, stored=replace(asked.stored, byes=((2, 5, "half"),)))

    assert {n for pair in paired(asked) for n in pair if n} == {1, 2, 3, 4}


def test_entrants_are_numbered_by_rating_unless_the_order_of_sign_up_was_announced() -> None:
    rated = {102: 1700, 103: 1600}

    assert [e.place for e in pairing.seeded(event(FOUR), rated)] == [2, 3, 1, 4]
    assert [e.place for e in pairing.seeded(event(FOUR, seeded=True), rated)] == [1, 2, 3, 4]


def test_only_who_has_checked_in_starts_and_no_more_than_there_are_places() -> None:
    late = (entrant(1, checked_in=False), *FOUR[1:])

    assert [e.place for e in event(late, check_in=True).starters()] == [2, 3, 4]
    assert [e.place for e in event(late, cap=2).starters()] == [1, 2]
    assert [e.place for e in event(late, check_in=True, cap=2).starters()] == [2, 3]


def test_who_leaves_before_the_round_in_which_they_come_in_plays_none() -> None:
    first = round_of(1, met(1, 1, 2, FIRST), met(2, 3, 4, FIRST))

    assert withdrawn(event((*FOUR, entrant(5, joined=3)), first, late=3), 5).left == 3
    assert withdrawn(event(FOUR, first), 4).left == 2


def test_a_tournament_ends_where_no_two_are_left_to_be_paired() -> None:
    first = round_of(1, met(1, 1, 2, FIRST), met(2, 3, 4, FIRST))
    gone = tuple(replace(each, left=2) for each in FOUR[1:])

    assert not event((*FOUR[:2], *gone[1:]), first, rounds=3).complete
    assert event((FOUR[0], *gone), first, rounds=3).complete


# --- sides that are bid for -------------------------------------------------------------------------------


def bid(number: int, round_: int = 1) -> StoredBid:
    return StoredBid(round=round_, number=number, side="second", points=5)


def test_sides_are_settled_when_both_have_bid_or_the_time_is_up_and_not_before() -> None:
    table = met(1, 1, 2, "")
    one, both, none = ((bid(1),), (bid(1), bid(2)), ())

    def due(made: tuple[StoredBid, ...], after: timedelta) -> bool:
        return bids.due(event(FOUR, round_of(1, table), bids=made, bid_hours=24), table, NOON + after)

    day, moment = timedelta(hours=24), timedelta(microseconds=1)
    assert [due(made, day - moment) for made in (none, one, both)] == [False, False, True]
    assert [due(made, day) for made in (none, one, both)] == [True, True, True]


def test_a_bid_counts_in_its_round_alone() -> None:
    first, second = round_of(1, met(1, 1, 2, FIRST)), round_of(2, met(1, 1, 3, ""))

    assert bids.of(event(FOUR, first, second, bids=(bid(1, 1),), bid_hours=24), 1) is None
    assert bids.of(event(FOUR, first, second, bids=(bid(1, 2),), bid_hours=24), 1) == bid(1, 2)


# --- what games make of a pairing -------------------------------------------------------------------------


def test_who_gives_up_one_game_of_a_duplicate_match_loses_it_however_the_other_ended() -> None:
    given_up = TournamentGame(leg=1, result=str(SECOND), margin=-1, how=RESIGNED)
    won = TournamentGame(leg=2, result=str(SECOND), margin=-50)
    match = replace(met(1, 1, 2), games=(given_up, won))
    by_points = replace(match, games=(replace(given_up, how=""), won))

    assert decided(match, duplicate=True, bracket=False).result is SECOND
    assert decided(by_points, duplicate=True, bracket=False).result is FIRST


def test_a_game_after_a_draw_counts_only_while_it_is_one() -> None:
    """An organiser may have decided otherwise about the first game since."""
    replayed, ruled = met(1, 1, 2, DRAW, FIRST), met(1, 1, 2, FIRST, FIRST)

    assert decided(replayed, duplicate=False, bracket=True).result is SECOND  # the sides were swapped
    assert decided(ruled, duplicate=False, bracket=True).result is FIRST


def test_the_game_after_a_draw_has_the_sides_swapped_on_the_first_board() -> None:
    assert next_leg(met(1, 1, 2, DRAW), 0) == 2
    assert next_leg(met(1, 1, 2, DRAW, DRAW), 2) == 4
    assert next_leg(met(1, 1, 2, DRAW, DRAW, DRAW), 3) == 4
    assert next_leg(met(1, 1, 2, DRAW, DRAW, "", DRAW), 2) == 5
