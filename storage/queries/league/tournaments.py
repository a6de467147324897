"""Tournaments: load one whole, find those of a server or a game, change parts of one."""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import datetime
from typing import Any

from sqlalchemy import delete, func, insert, or_, select, update

from storage import row_mapping
from storage.queries.base import query, remembered
from storage.queries.league.following import FollowingQueries, FollowingRepository
from storage.queries.league.records import (
    BoardRecord,
    EntrantRecord,
    PairingRecord,
    RoundRecord,
    StoredBid,
    StoredTournament,
    TournamentDecision,
    TournamentGame,
    TournamentRecord,
    TournamentStatus,
)
from storage.queries.league.teams import TeamRepository
from storage.queries.league.teams import board as board_of
from storage.queries.league.teams import member as member_of
from storage.records import Json
from storage.row_mapping import Row
from storage.tables import (
    tournament_bids,
    tournament_byes,
    tournament_entrants,
    tournament_games,
    tournament_line_ups,
    tournament_log,
    tournament_members,
    tournament_organisers,
    tournament_pairings,
    tournament_rounds,
    tournament_servers,
    tournaments,
)

_PARTS = (
    tournaments,
    tournament_entrants,
    tournament_organisers,
    tournament_rounds,
    tournament_pairings,
    tournament_games,
    tournament_byes,
    tournament_log,
    tournament_bids,
    tournament_members,
    tournament_line_ups,
    tournament_servers,
)


class TournamentQueries(FollowingQueries):
    """Queries about tournaments."""

    @remembered(*_PARTS)
    async def load(self, tournament: int) -> StoredTournament | None:
        """A whole tournament."""
        row = (await self._run(select(tournaments).where(tournaments.c.id == tournament))).mappings().first()
        if row is None:
            return None
        return StoredTournament(
            record=_record(row),
            entrants=tuple(map(_entrant, await self._rows(tournament_entrants, tournament))),
            organisers=frozenset(r["user"] for r in await self._rows(tournament_organisers, tournament)),
            rounds=await self._rounds(tournament),
            byes=tuple(
                (r["round"], r["number"], r["kind"]) for r in await self._rows(tournament_byes, tournament)
            ),
            bids=tuple(
                StoredBid(**{name: row[name] for name in ("round", "number", "side", "points")})
                for row in await self._rows(tournament_bids, tournament)
            ),
            log=tuple(map(_decision, await self._rows(tournament_log, tournament))),
            members=tuple(map(member_of, await self._rows(tournament_members, tournament))),
            servers=await self.following(tournament),
        )

    async def _rows(self, table: Any, tournament: int) -> list[Any]:
        mine = select(table).where(table.c.tournament == tournament).order_by(*table.primary_key.columns)
        return list((await self._run(mine)).mappings())

    async def _rounds(self, tournament: int) -> tuple[RoundRecord, ...]:
        games: dict[tuple[int, int], list[TournamentGame]] = {}
        for row in await self._rows(tournament_games, tournament):
            games.setdefault((row["round"], row["board"]), []).append(_game(row))
        pairings: dict[int, list[PairingRecord]] = {}
        for row in await self._rows(tournament_pairings, tournament):
            here = tuple(games.get((row["round"], row["board"]), ()))
            pairings.setdefault(row["round"], []).append(_pairing(row, here))
        line_ups: dict[int, list[BoardRecord]] = {}
        for row in await self._rows(tournament_line_ups, tournament):
            line_ups.setdefault(row["round"], []).append(board_of(row))
        return tuple(
            RoundRecord(
                line_ups=tuple(line_ups.get(row["number"], ())),
                number=row["number"],
                since=datetime.fromisoformat(row["since"]),
                deadline=_moment(row["deadline"]),
                closed=_moment(row["closed"]),
                pairings=tuple(pairings.get(row["number"], ())),
            )
            for row in await self._rows(tournament_rounds, tournament)
        )

    @remembered(tournaments)
    async def in_guild(self, guild: int) -> list[TournamentRecord]:
        """The tournaments of a server, the newest first."""
        mine = select(tournaments).where(tournaments.c.guild == guild).order_by(tournaments.c.id.desc())
        return [_record(row) for row in (await self._run(mine)).mappings()]

    @remembered(tournaments, tournament_servers)
    async def known_in(self, guild: int) -> list[tuple[TournamentRecord, int]]:
        """The tournaments of a server, and those that it follows or did, the newest first; each with the
        channel of its card there."""
        theirs, own = tournament_servers.c, tournaments.c
        follows = (theirs.tournament == own.id) & (theirs.guild == guild)
        both = tournaments.outerjoin(tournament_servers, follows)
        mine = select(tournaments, func.coalesce(theirs.channel, own.channel).label("card")).select_from(both)
        mine = mine.where(or_(own.guild == guild, theirs.id.is_not(None))).order_by(own.id.desc())
        return [(_record(row), row["card"]) for row in (await self._run(mine)).mappings()]

    @remembered(tournaments)
    async def guild_of(self, tournament: int) -> int | None:
        """The server that holds a tournament."""
        mine = select(tournaments.c.guild).where(tournaments.c.id == tournament)
        guild: int | None = (await self._run(mine)).scalar_one_or_none()
        return guild

    @query
    async def unfinished_ids(self) -> list[int]:
        """The tournaments that are neither over nor cancelled."""
        mine = select(tournaments.c.id).where(tournaments.c.status.in_(("signup", "playing")))
        return list((await self._run(mine.order_by(tournaments.c.id))).scalars())

    @remembered(tournament_games, tournaments)
    async def of_game(self, game: int) -> int | None:
        """The tournament that a game belongs to."""
        mine = select(tournament_games.c.tournament).where(tournament_games.c.game == game)
        tournament: int | None = (await self._run(mine)).scalar_one_or_none()
        return tournament

    @remembered(tournament_games, tournaments)
    async def handicap_of(self, game: int) -> int:
        """The points that the first side of a game of a tournament gives the second, below 0 the second the
        first; 0 without a handicap, and for games of no tournament."""
        mine = select(tournament_games.c.handicap).where(tournament_games.c.game == game)
        return (await self._run(mine)).scalar_one_or_none() or 0

    @query
    async def ids_naming(self, user: int) -> list[int]:
        """The tournaments in which a user takes part, or which they organise."""
        owned = select(tournaments.c.id).where(tournaments.c.owner == user)
        entered = select(tournament_entrants.c.tournament).where(tournament_entrants.c.user == user)
        helping = select(tournament_organisers.c.tournament).where(tournament_organisers.c.user == user)
        member = select(tournament_members.c.tournament).where(tournament_members.c.user == user)
        played = select(tournament_line_ups.c.tournament).where(tournament_line_ups.c.user == user)
        naming = (owned, entered, helping, member, played)
        ids = {n for statement in naming for n in (await self._run(statement)).scalars()}
        return sorted(ids)


class TournamentRepository(TournamentQueries, TeamRepository, FollowingRepository):
    """Changes to tournaments."""

    async def create(self, *, guild: int, channel: int, name: str, owner: int, terms: Json) -> int:
        """Announce a tournament; its id."""
        row = {
            "guild": guild,
            "channel": channel,
            "name": name,
            "owner": owner,
            "status": "signup",
            "terms": row_mapping.to_text(terms),
            "trouble": "",
            "created": row_mapping.stamp(self._session.now()),
            "revision": 1,
        }
        return int((await self._run(insert(tournaments).returning(tournaments.c.id), row)).scalar_one())

    async def touch(
        self,
        tournament: int,
        *,
        status: TournamentStatus | None = None,
        terms: Json | None = None,
        trouble: str | None = None,
    ) -> None:
        """Count a change, and make the given ones."""
        changes: Json = {"revision": tournaments.c.revision + 1}
        changes |= {"status": status} if status is not None else {}
        changes |= {"terms": row_mapping.to_text(terms)} if terms is not None else {}
        changes |= {"trouble": trouble} if trouble is not None else {}
        await self._run(update(tournaments).where(tournaments.c.id == tournament).values(changes))

    async def save_entrant(self, tournament: int, entrant: EntrantRecord) -> None:
        """Save an entrant, new or known by its place."""
        values = {
            "user": entrant.user,
            "name": entrant.name,
            "checked_in": int(entrant.checked_in),
            "number": entrant.number,
            "joined": entrant.joined,
            "left": entrant.left,
            "since": row_mapping.stamp(entrant.since),
        }
        await self._upsert(tournament_entrants, {"tournament": tournament, "place": entrant.place}, values)

    async def remove_entrant(self, tournament: int, place: int) -> None:
        """Strike an entrant from the list, before the start."""
        mine = (tournament_entrants.c.tournament == tournament, tournament_entrants.c.place == place)
        await self._run(delete(tournament_entrants).where(*mine))

    async def set_organiser(self, tournament: int, user: int, *, helps: bool) -> None:
        """Add a co-organiser, or remove one."""
        key = {"tournament": tournament, "user": user}
        if helps:
            await self._insert_new(tournament_organisers, key)
        else:
            mine = (tournament_organisers.c.tournament == tournament, tournament_organisers.c.user == user)
            await self._run(delete(tournament_organisers).where(*mine))

    async def set_bye(self, tournament: int, round_: int, number: int, kind: str) -> None:
        """Let an entrant sit out a round; "" takes that back."""
        key = {"tournament": tournament, "round": round_, "number": number}
        if kind:
            await self._upsert(tournament_byes, key, {"kind": kind})
        else:
            mine = [tournament_byes.c[name] == value for name, value in key.items()]
            await self._run(delete(tournament_byes).where(*mine))

    async def save_bid(self, tournament: int, bid: StoredBid) -> None:
        """Save what an entrant bids, in place of an earlier bid."""
        key = {"tournament": tournament, "round": bid.round, "number": bid.number}
        await self._upsert(tournament_bids, key, {"side": bid.side, "points": bid.points})

    async def set_sides(self, tournament: int, round_: int, pairing: PairingRecord) -> None:
        """Save which entrant of a pairing has the first side, with the handicap of its games."""
        key = {"tournament": tournament, "round": round_, "board": pairing.board}
        mine = [tournament_pairings.c[name] == value for name, value in key.items()]
        sides = {"first": pairing.first, "second": pairing.second}
        await self._run(update(tournament_pairings).where(*mine).values(**sides))
        for game in pairing.games:
            await self.save_game(tournament, round_, pairing.board, game)

    async def add_decision(self, tournament: int, decision: TournamentDecision) -> None:
        """Write down what an organiser has decided."""
        row = {
            "tournament": tournament,
            **{name: getattr(decision, name) for name in _DECISION},
            "at": row_mapping.stamp(decision.at),
        }
        await self._run(insert(tournament_log), row)

    async def add_round(self, tournament: int, round_: RoundRecord) -> None:
        """Write a round with all its pairings and their games."""
        await self._run(
            insert(tournament_rounds),
            {
                "tournament": tournament,
                "number": round_.number,
                "since": row_mapping.stamp(round_.since),
                "deadline": _text(round_.deadline),
                "closed": _text(round_.closed),
            },
        )
        rows = [_pairing_row(tournament, round_.number, pairing) for pairing in round_.pairings]
        if rows:
            await self._run(insert(tournament_pairings), rows)
        for pairing in round_.pairings:
            await self.add_games(tournament, round_.number, pairing.board, pairing.games)
        await self.add_line_ups(tournament, round_.number, round_.line_ups)

    async def add_games(
        self, tournament: int, round_: int, board: int, games: Iterable[TournamentGame]
    ) -> None:
        """Write further games of a pairing."""
        rows = [
            {"tournament": tournament, "round": round_, "board": board, "leg": g.leg, **_values(g)}
            for g in games
        ]
        if rows:
            await self._run(insert(tournament_games), rows)

    async def save_game(self, tournament: int, round_: int, board: int, game: TournamentGame) -> None:
        """Save what has become of a game."""
        key = {"tournament": tournament, "round": round_, "board": board, "leg": game.leg}
        mine = [tournament_games.c[name] == value for name, value in key.items()]
        await self._run(update(tournament_games).where(*mine).values(_values(game)))

    async def set_deadline(self, tournament: int, round_: int, deadline: datetime | None) -> None:
        """Change the deadline of a round."""
        await self._set_of_round(tournament, round_, "deadline", deadline)

    async def close_round(self, tournament: int, round_: int, at: datetime) -> None:
        """Note that the last result of a round is in."""
        await self._set_of_round(tournament, round_, "closed", at)

    async def _set_of_round(self, tournament: int, round_: int, name: str, at: datetime | None) -> None:
        mine = (tournament_rounds.c.tournament == tournament, tournament_rounds.c.number == round_)
        await self._run(update(tournament_rounds).where(*mine).values({name: _text(at)}))


def _moment(text: str | None) -> datetime | None:
    return None if text is None else datetime.fromisoformat(text)


def _text(at: datetime | None) -> str | None:
    return None if at is None else row_mapping.stamp(at)


def _record(row: Row) -> TournamentRecord:
    return TournamentRecord(
        **{name: row[name] for name in ("id", "guild", "channel", "name", "owner", "status", "trouble")},
        terms=json.loads(row["terms"]),
        created=datetime.fromisoformat(row["created"]),
        revision=row["revision"],
    )


def _entrant(row: Row) -> EntrantRecord:
    return EntrantRecord(
        **{name: row[name] for name in ("place", "user", "name", "number", "joined", "left")},
        checked_in=bool(row["checked_in"]),
        since=datetime.fromisoformat(row["since"]),
    )


def _pairing(row: Row, games: tuple[TournamentGame, ...]) -> PairingRecord:
    return PairingRecord(
        **{name: row[name] for name in ("board", "first", "second", "bye", "match")}, games=games
    )


def _pairing_row(tournament: int, round_: int, pairing: PairingRecord) -> Json:
    about = {name: getattr(pairing, name) for name in ("board", "first", "second", "bye", "match")}
    return {"tournament": tournament, "round": round_, **about}


_DECISION = ("seq", "round", "by", "act", "value", "reason")


def _decision(row: Row) -> TournamentDecision:
    return TournamentDecision(**{name: row[name] for name in _DECISION}, at=datetime.fromisoformat(row["at"]))


_PLAIN = (
    *("game", "channel", "server", "result", "margin", "how", "by", "reason", "claim", "claimed_by"),
    "handicap",
)


def _values(game: TournamentGame) -> Json:
    return {
        **{name: getattr(game, name) for name in _PLAIN},
        "opened": _text(game.opened),
        "apart": _text(game.apart),
    }


def _game(row: Row) -> TournamentGame:
    return TournamentGame(
        leg=row["leg"],
        **{name: row[name] for name in _PLAIN},
        opened=_moment(row["opened"]),
        apart=_moment(row["apart"]),
    )
