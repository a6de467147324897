"""Who may enter a tournament of a season: players have one division, newcomers the lowest. No Discord.

In the first season of a league all divisions are open; a player belongs to the one they enter.
"""

from __future__ import annotations

from bot.features.tournaments.seasons.season import Season
from bot.features.tournaments.state.event import Event
from engine.errors import IllegalOrder
from storage import EntrantRecord, Queries, SeasonPlayer, WriteTransaction, departed


async def load(queries: Queries, number: int) -> Season | None:
    """A season with its tournaments."""
    stored = await queries.seasons.load(number)
    if stored is None:
        return None
    events = [await queries.tournaments.load(tournament) for tournament, _ in stored.tournaments]
    return Season.of(stored, [Event.of(each) for each in events if each is not None])


async def of_tournament(queries: Queries, tournament: int) -> Season | None:
    """The season for which a tournament counts."""
    number = await queries.seasons.of_tournament(tournament)
    return None if number is None else await load(queries, number)


async def enter(tx: WriteTransaction, tournament: int, user: int, name: str) -> None:
    """Note that a user plays in the division of a tournament, if it is one of a season.

    Raises IllegalOrder: other_division, newcomers_lowest.
    """
    season = await of_tournament(tx, tournament)
    if season is not None:
        await settle(tx, season, season.division_of(tournament), user, name)


async def settle(
    tx: WriteTransaction, season: Season, division: int, user: int, name: str, *, organiser: bool = False
) -> None:
    """Note that a user plays in a division. An `organiser` lets newcomers begin in any. Raises as `enter`."""
    known = season.player(user)
    if known is not None and known.division == division:
        return
    names = [each.name for each in season.terms.divisions]
    if known is not None and _bound(season, known):
        raise IllegalOrder("", "other_division", name=name, division=names[known.division])
    if (
        known is None
        and season.stored.record.number > 1
        and division != season.terms.lowest
        and not organiser
    ):
        raise IllegalOrder("", "newcomers_lowest", division=names[-1])
    place = 1 + max((each.place for each in season.stored.players if each.division == division), default=0)
    player = SeasonPlayer(user=user, division=division, place=place, name=name)
    await tx.seasons.save_player(season.id, player)


def _bound(season: Season, known: SeasonPlayer) -> bool:
    """Whether a player cannot change their division any more: they came into it from an earlier season, or
    have entered a tournament of it."""
    if season.stored.record.number > 1:
        return True
    return any(event.entrant_of(known.user) is not None for event in season.tournaments(known.division))


async def add(tx: WriteTransaction, season: Season, event: Event, division: int) -> None:
    """Let a tournament count for a division, with all who have entered it. Raises IllegalOrder:
    other_division."""
    entrants: tuple[EntrantRecord, ...] = event.stored.entrants
    for entrant in (each for each in entrants if not departed(each.user)):
        now = await load(tx, season.id)
        assert now is not None
        await settle(tx, now, division, entrant.user, entrant.name, organiser=True)
    await tx.seasons.add_tournament(season.id, event.id, division)
