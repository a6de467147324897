"""What tournaments and seasons store about one user: exported, erased."""

from __future__ import annotations

from typing import Any

from sqlalchemy import delete, func, select, update

from storage.queries.base import Session
from storage.queries.league.tournaments import TournamentQueries
from storage.records import Json
from storage.tables import (
    seasons,
    tournament_bids,
    tournament_codes,
    tournament_entrants,
    tournament_games,
    tournament_line_ups,
    tournament_log,
    tournament_members,
    tournament_organisers,
    tournament_rounds,
    tournament_servers,
    tournaments,
)

_ENTRY = ("place", "name", "checked_in", "number", "joined", "left", "since")
_RULING = ("round", "board", "leg", "result", "reason")
_DECISION = ("seq", "round", "at", "act", "value", "reason")
_ABOUT = ("id", "guild", "channel", "name", "status", "created")


async def export_tournaments(session: Session, user: int) -> list[Json]:
    """What each tournament stores about a user."""
    return [await _export(session, number, user) for number in await _ids(session, user)]


async def export_seasons(session: Session, user: int) -> list[Json]:
    """The seasons that a user has announced."""
    names = ("id", "guild", "channel", "name", "number", "status", "created")
    owned = select(*(seasons.c[name] for name in names)).where(seasons.c.owner == user)
    return [dict(row) for row in (await session.execute(owned.order_by(seasons.c.id))).mappings()]


async def _ids(session: Session, user: int) -> list[int]:
    named = set(await TournamentQueries(session).ids_naming(user))
    ruled = select(tournament_games.c.tournament).where(tournament_games.c.by == user)
    decided = select(tournament_log.c.tournament).where(tournament_log.c.by == user)
    brought = select(tournament_servers.c.tournament).where(tournament_servers.c.by == user)
    invited = select(tournament_codes.c.tournament).where(tournament_codes.c.by == user)
    naming = (ruled, decided, brought, invited)
    ids = {n for statement in naming for n in (await session.execute(statement)).scalars()}
    return sorted(named | ids)


async def _export(session: Session, tournament: int, user: int) -> Json:
    row = (await session.execute(select(tournaments).where(tournaments.c.id == tournament))).mappings().one()
    exported: Json = {name: row[name] for name in _ABOUT}
    helps = select(tournament_organisers).where(
        tournament_organisers.c.tournament == tournament, tournament_organisers.c.user == user
    )
    exported["organises"] = row["owner"] == user or (await session.execute(helps)).first() is not None
    entry = select(*(tournament_entrants.c[name] for name in _ENTRY)).where(
        tournament_entrants.c.tournament == tournament, tournament_entrants.c.user == user
    )
    if (mine := (await session.execute(entry)).mappings().first()) is not None:
        exported["entry"] = dict(mine)
        bids = select(*(tournament_bids.c[name] for name in ("round", "side", "points"))).where(
            tournament_bids.c.tournament == tournament, tournament_bids.c.number == mine["number"]
        )
        if made := [dict(each) for each in (await session.execute(bids)).mappings()]:
            exported["bids"] = made
    for key, table, names in (
        ("teams", tournament_members, ("team", "name", "board", "status", "since")),
        ("boards", tournament_line_ups, ("round", "board", "name")),
    ):
        mine_of = select(*(table.c[name] for name in names)).where(
            table.c.tournament == tournament, table.c.user == user
        )
        if rows := [dict(each) for each in (await session.execute(mine_of)).mappings()]:
            exported[key] = rows
    ruled = select(*(tournament_games.c[name] for name in _RULING)).where(
        tournament_games.c.tournament == tournament, tournament_games.c.by == user
    )
    if rulings := [dict(each) for each in (await session.execute(ruled)).mappings()]:
        exported["rulings"] = rulings
    decided = select(*(tournament_log.c[name] for name in _DECISION)).where(
        tournament_log.c.tournament == tournament, tournament_log.c.by == user
    )
    if decisions := [dict(each) for each in (await session.execute(decided)).mappings()]:
        exported["decisions"] = decisions
    for key, table, kept in (
        ("brought_in", tournament_servers, ["guild", "channel", "since", "left"]),
        ("codes", tournament_codes, ["expires"]),
    ):
        mine_by = select(*(table.c[name] for name in kept)).where(
            table.c.tournament == tournament, table.c.by == user
        )
        if rows := [dict(each) for each in (await session.execute(mine_by)).mappings()]:
            exported[key] = rows
    return exported


async def erase_from_tournaments(session: Session, user: int) -> None:
    """Make a user a negative number in each of their tournaments, a new one in each. They leave those that
    are not over; what they played stands. The seasons they have announced name no one any more."""
    await session.execute(update(seasons).where(seasons.c.owner == user).values(owner=-1))
    for tournament in await _ids(session, user):
        await _leave(session, tournament, user)
        number = await _next_number(session, tournament)
        for table, column, named in (
            (tournament_entrants, tournament_entrants.c.user, {"name": ""}),
            (tournament_line_ups, tournament_line_ups.c.user, {"name": ""}),
            (tournament_games, tournament_games.c.by, {}),
            (tournament_log, tournament_log.c.by, {}),
            (tournament_servers, tournament_servers.c.by, {}),
        ):
            mine = (table.c.tournament == tournament, column == user)
            changes: Json = {column.name: number, **named}
            await session.execute(update(table).where(*mine).values(changes))
        codes = tournament_codes
        await session.execute(delete(codes).where(codes.c.tournament == tournament, codes.c.by == user))
        owned = (tournaments.c.id == tournament, tournaments.c.owner == user)
        await session.execute(update(tournaments).where(*owned).values(owner=number))
        touched: Json = {"revision": tournaments.c.revision + 1}
        await session.execute(update(tournaments).where(tournaments.c.id == tournament).values(touched))


async def _leave(session: Session, tournament: int, user: int) -> None:
    members = tournament_members
    await session.execute(delete(members).where(members.c.tournament == tournament, members.c.user == user))
    if await _hand_over_team(session, tournament, user):
        return
    status = await _one(session, select(tournaments.c.status).where(tournaments.c.id == tournament))
    mine = (tournament_entrants.c.tournament == tournament, tournament_entrants.c.user == user)
    if status == "signup":
        places = select(tournament_entrants.c.place).where(*mine)
        theirs = (members.c.tournament == tournament, members.c.team.in_(places))
        await session.execute(delete(members).where(*theirs))
        await session.execute(delete(tournament_entrants).where(*mine))
    elif status == "playing":
        rounds = select(func.count()).where(tournament_rounds.c.tournament == tournament)
        after = int(await _one(session, rounds)) + 1
        still = tournament_entrants.c.left.is_(None)
        await session.execute(update(tournament_entrants).where(*mine, still).values(left=after))


async def _hand_over_team(session: Session, tournament: int, user: int) -> bool:
    """Make the next member captain of the team of a user who is gone; whether there was one."""
    entrants, members = tournament_entrants, tournament_members
    mine = (entrants.c.tournament == tournament, entrants.c.user == user)
    place = select(entrants.c.place).where(*mine).scalar_subquery()
    rest = select(members.c.user).where(
        members.c.tournament == tournament, members.c.team == place, members.c.status == "member"
    )
    following = (await session.execute(rest.order_by(members.c.board).limit(1))).scalar_one_or_none()
    if following is not None:
        await session.execute(update(entrants).where(*mine).values(user=following))
    return following is not None


async def _next_number(session: Session, tournament: int) -> int:
    """The number for the next user to be erased from a tournament."""
    lowest = 0
    for column, key in (
        (tournament_entrants.c.user, tournament_entrants.c.tournament),
        (tournament_line_ups.c.user, tournament_line_ups.c.tournament),
        (tournament_games.c.by, tournament_games.c.tournament),
        (tournament_log.c.by, tournament_log.c.tournament),
        (tournament_servers.c.by, tournament_servers.c.tournament),
        (tournaments.c.owner, tournaments.c.id),
    ):
        least = await _one(session, select(func.min(column)).where(key == tournament))
        lowest = min(lowest, least or 0)
    return lowest - 1


async def _one(session: Session, statement: Any) -> Any:
    return (await session.execute(statement)).scalar_one()
