"""Seasons as people use them: announce, add tournaments, look, end, open the next one. No Discord."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace

from bot.core.requests.actor import Actor
from bot.core.requests.receipts import receipt
from bot.features.tournaments.events import Events
from bot.features.tournaments.seasons import membership
from bot.features.tournaments.seasons import page as season_page
from bot.features.tournaments.seasons import terms as season_terms
from bot.features.tournaments.seasons.season import Season
from bot.features.tournaments.service import MOST_IN_SERVER, TournamentService
from bot.features.tournaments.state.event import Event
from bot.features.tournaments.words import LONGEST_TITLE
from bot.i18n.catalogue import catalogue_for
from bot.runtime.worker_threads import in_thread
from bot.ui.page import Choice, Page
from engine.errors import IllegalOrder, NotOnTable, NotYours
from storage import EntrantRecord, Json, SeasonPlayer, SeasonRecord, Store, WriteTransaction

MOST_OPEN = 1
"""Open seasons that a member can announce on a server; moderators can announce more."""
MOST_SEASONS = 10
"""Open seasons of a server."""
MOST_TOURNAMENTS = 30
"""Tournaments of a season."""
LONGEST_NAME = 32
OFFERED = 25


class SeasonService:
    """Seasons of a server. `may_moderate` says whether someone is a moderator there."""

    def __init__(
        self, tournaments: TournamentService, may_moderate: Callable[[Actor], Awaitable[bool]]
    ) -> None:
        self._tournaments = tournaments
        self._may_moderate = may_moderate
        self._lock = asyncio.Lock()

    @property
    def _events(self) -> Events:
        return self._tournaments.events

    @property
    def _store(self) -> Store:
        return self._tournaments.games.store

    # --- which one, and who may ----------------------------------------------------------------------------

    async def find(self, actor: Actor, asked: str = "") -> Season:
        """The season of that number or name, else the newest of the channel. Raises NotOnTable."""
        mine = await self._store.seasons.in_guild(actor.guild)
        word = asked.strip().casefold()
        if word:
            named = [r for r in mine if word in (str(r.id), r.name.casefold())]
        else:
            named = [r for r in mine if r.channel == actor.channel] or mine[:1]
        for record in sorted(named, key=lambda r: r.status == "over"):
            season = await self._load(record.id)
            if self._reaches(actor, season):
                return season
        raise NotOnTable("", "no_such_season")

    async def get(self, actor: Actor, number: int) -> Season:
        """The season that a button names, if it is within reach. Raises NotOnTable."""
        season = await self._load(number)
        if not self._reaches(actor, season):
            raise NotOnTable("", "no_such_season")
        return season

    async def _load(self, number: int) -> Season:
        season = await membership.load(self._store, number)
        if season is None:
            raise NotOnTable("", "no_such_season")
        return season

    def _reaches(self, actor: Actor, season: Season) -> bool:
        record = season.stored.record
        part = season.player(actor.user) is not None or record.owner == actor.user
        return record.guild == actor.guild and (part or actor.sees(record.channel))

    async def check_organiser(self, actor: Actor, season: Season) -> None:
        """Raises NotYours unless someone announced the season, or moderates the server."""
        record = season.stored.record
        if record.guild != actor.guild or not (record.owner == actor.user or await self._may_moderate(actor)):
            raise NotYours("", "not_season_organiser")

    async def choices(self, actor: Actor, typed: str) -> list[Choice]:
        """The seasons of the server that someone may mean, the newest first."""
        word = typed.strip().casefold()
        found: list[Choice] = []
        for record in await self._store.seasons.in_guild(actor.guild):
            if word in record.name.casefold() and len(found) < OFFERED:
                season = await self._load(record.id)
                if self._reaches(actor, season):
                    found.append(Choice(label=season_page.bare_title(season), value=str(record.id)))
        return found

    async def divisions(self, actor: Actor, asked: str, typed: str) -> list[Choice]:
        """The divisions of a season, as completions."""
        season = await self.find(actor, asked)
        names = [division.name for division in season.terms.divisions if division.name]
        return [Choice(label=name, value=name) for name in names if typed.casefold() in name.casefold()]

    @asynccontextmanager
    async def _alone(self) -> AsyncIterator[None]:
        """Seasons change rarely: one change at a time."""
        async with self._lock:
            yield

    # --- organisers ----------------------------------------------------------------------------------------

    async def new(self, actor: Actor, name: str, divisions: str, promoted: int, points: str) -> Page:
        """Announce a season in the channel. Raises Refused."""
        words = catalogue_for(actor.language)
        title = " ".join(name.split())[:LONGEST_NAME]
        if not title:
            raise IllegalOrder("", "season_name")
        terms = season_terms.read(divisions, promoted, points)
        async with self._alone():
            if known := await self._store.receipts.get(actor.interaction):
                return season_page.announced(words, await self._load(int(known.outcome["season"])))
            await self._check_room(actor)
            async with self._store.writing() as tx:
                number = await tx.seasons.create(
                    guild=actor.guild,
                    channel=actor.channel,
                    name=title,
                    owner=actor.user,
                    terms=terms.json(),
                )
                await tx.receipts.add(receipt(actor, None, season=number))
                await _post(tx, actor.guild, actor.channel, "season_announced", {"season": number})
        self._tournaments.games.notify(None)
        return season_page.announced(words, await self._load(number))

    async def _check_room(self, actor: Actor) -> None:
        known = await self._store.seasons.in_guild(actor.guild)
        open_ = [record for record in known if record.status == "open"]
        mine = sum(record.owner == actor.user for record in open_)
        if mine >= MOST_OPEN and not await self._may_moderate(actor):
            raise IllegalOrder("", "seasons_many", n=MOST_OPEN)
        if len(open_) >= MOST_SEASONS:
            raise IllegalOrder("", "seasons_many", n=MOST_SEASONS)

    async def add(self, actor: Actor, season: Season, event: Event, division: str) -> Page:
        """Let a tournament count for a division. Raises Refused."""
        await self.check_organiser(actor, season)
        await self._tournaments.check_organiser(actor, event)
        if event.home != season.stored.record.guild:
            raise NotOnTable("", "no_such_tournament")  # of another server, which this one follows
        if event.terms.boards:
            raise IllegalOrder("", "season_of_players")
        number = season.terms.number(division)
        async with self._alone(), self._events.locked(event.id):
            now, season = await self._events.get(event.id), await self._load(season.id)
            if season.over:
                raise IllegalOrder("", "season_over")
            if now.status == "cancelled":
                raise IllegalOrder("", "tournament_over")
            if await self._store.seasons.of_tournament(event.id) is not None:
                raise IllegalOrder("", "in_a_season")
            if len(season.stored.tournaments) >= MOST_TOURNAMENTS:
                raise IllegalOrder("", "season_full", n=MOST_TOURNAMENTS)
            async with self._store.writing() as tx:
                await membership.add(tx, season, now, number)
                await tx.tournaments.touch(event.id)
                await tx.receipts.add(receipt(actor, None, season=season.id))
        self._events.notify(event.id)
        return season_page.added(catalogue_for(actor.language), await self._load(season.id), event, number)

    async def remove(self, actor: Actor, event: Event) -> Page:
        """Let a tournament count for its season no more. Raises Refused."""
        words = catalogue_for(actor.language)
        async with self._alone():
            season = await membership.of_tournament(self._store, event.id)
            if season is None:
                raise IllegalOrder("", "in_no_season")
            await self.check_organiser(actor, season)
            if season.over:
                raise IllegalOrder("", "season_over")
            async with self._store.writing() as tx:
                await tx.seasons.remove_tournament(event.id)
                await tx.tournaments.touch(event.id)
                await tx.receipts.add(receipt(actor, None, season=season.id))
        self._events.notify(event.id)
        return season_page.removed(words, event)

    async def end(self, actor: Actor, season: Season, *, sure: bool = False) -> Page:
        """End a season for good; unless `sure`, show what follows from it and ask. Raises Refused."""
        await self.check_organiser(actor, season)
        words = catalogue_for(actor.language)
        if not sure:
            self._check_end(season)
            return await in_thread(season_page.sure_to_end, words, season)
        async with self._alone():
            season = await self._load(season.id)
            if not season.over:
                self._check_end(season)
                async with self._store.writing() as tx:
                    await tx.seasons.end(season.id)
                    await tx.receipts.add(receipt(actor, None, season=season.id))
                    record = season.stored.record
                    await _post(tx, record.guild, record.channel, "season_over", {"season": season.id})
        self._tournaments.games.notify(None)
        after = await self._load(season.id)
        return await in_thread(season_page.ended, words, after)

    def _check_end(self, season: Season) -> None:
        if season.over:
            raise IllegalOrder("", "season_over")
        if open_ := season.open_tournaments:
            raise IllegalOrder("", "season_open", n=len(open_))
        if not any(season.finished(d) for d in range(len(season.terms.divisions))):
            raise IllegalOrder("", "season_empty")

    async def open_next(self, actor: Actor, season: Season) -> Page:
        """Open the season after one that is over, with its divisions and a tournament for each; once. Raises
        Refused."""
        await self.check_organiser(actor, season)
        words = catalogue_for(actor.language)
        async with self._alone():
            season = await self._load(season.id)
            if not season.over:
                raise IllegalOrder("", "season_not_over")
            following = await self._store.seasons.after(season.id)
            made: list[int] = []
            if following is None:
                await self._check_tournaments(season)
                async with self._store.writing() as tx:
                    following, made = await self._write_next(tx, actor, season)
                    await tx.receipts.add(receipt(actor, None, season=following))
        for tournament in made:
            self._events.notify(tournament)
        self._tournaments.games.notify(None)
        return season_page.opened(words, await self._load(following))

    async def _check_tournaments(self, season: Season) -> None:
        known = await self._store.tournaments.in_guild(season.stored.record.guild)
        unfinished = sum(record.status in ("signup", "playing") for record in known)
        if unfinished + len(season.terms.divisions) > MOST_IN_SERVER:
            raise IllegalOrder("", "tournaments_many", n=unfinished)

    async def _write_next(self, tx: WriteTransaction, actor: Actor, season: Season) -> tuple[int, list[int]]:
        """The next season and its tournaments: their numbers."""
        record = season.stored.record
        following = await tx.seasons.create(
            guild=record.guild,
            channel=record.channel,
            name=record.name,
            owner=actor.user,
            terms=record.terms,
            number=record.number + 1,
            previous=record.id,
        )
        made = []
        for division, users in enumerate(season.next_divisions()):
            players = [
                SeasonPlayer(user=user, division=division, place=n, name=season.entrants[user].name)
                for n, user in enumerate(users, start=1)
            ]
            for player in players:
                await tx.seasons.save_player(following, player)
            if (tournament := await self._write_tournament(tx, actor, season, division, players)) is not None:
                await tx.seasons.add_tournament(following, tournament, division)
                made.append(tournament)
            body: Json = {"season": following, "division": division}
            await _post(tx, record.guild, record.channel, "season_opened", body)
        return following, made

    async def _write_tournament(
        self,
        tx: WriteTransaction,
        actor: Actor,
        season: Season,
        division: int,
        players: list[SeasonPlayer],
    ) -> int | None:
        """The first tournament of a division, on the terms of that of the season before, with its players
        entered in the order of seeding; None for a division that had none."""
        before = next(iter(season.tournaments(division)), None)
        if before is None:
            return None
        cap = max(before.terms.cap, len(players)) if before.terms.cap else 0
        terms = replace(before.terms, closes=None, seeded=True, cap=cap)
        number = await tx.tournaments.create(
            guild=before.stored.record.guild,
            channel=before.stored.record.channel,
            name=_tournament_name(season.stored.record, season.terms.divisions[division].name),
            owner=actor.user,
            terms=terms.json(),
        )
        for player in players:
            entrant = EntrantRecord(
                place=player.place, user=player.user, name=player.name, since=self._tournaments.games.clock()
            )
            await tx.tournaments.save_entrant(number, entrant)
        return number

    # --- players -------------------------------------------------------------------------------------------

    async def leave(self, actor: Actor, season: Season, *, leaves: bool = True) -> Page:
        """Say that one does not play in the next season, or that one does after all. Raises Refused."""
        async with self._alone():
            season = await self._load(season.id)
            known = season.player(actor.user)
            if known is None:
                raise IllegalOrder("", "not_in_season")
            if season.over and await self._store.seasons.after(season.id) is not None:
                raise IllegalOrder("", "season_followed")
            async with self._store.writing() as tx:
                await tx.seasons.save_player(season.id, replace(known, leaves=leaves))
                await tx.receipts.add(receipt(actor, None, season=season.id))
        return season_page.leaving(catalogue_for(actor.language), season, leaves=leaves)

    # --- looking -------------------------------------------------------------------------------------------

    async def show(self, actor: Actor, season: Season, division: int = 0, at: int = 0) -> Page:
        """The table of a division."""
        words = catalogue_for(actor.language)
        return await in_thread(season_page.table, words, season, division, at)

    async def of_event(self, actor: Actor, event: Event) -> Page:
        """The table of the division for which a tournament counts. Raises IllegalOrder: in_no_season."""
        season = await membership.of_tournament(self._store, event.id)
        if season is None:
            raise IllegalOrder("", "in_no_season")
        return await self.show(actor, season, season.division_of(event.id))


def _tournament_name(before: SeasonRecord, division: str) -> str:
    """What the first tournament of a division is called in the season after another."""
    name = f"{before.name} {before.number + 1}"
    return (f"{name} · {division}" if division else name)[:LONGEST_TITLE]


async def _post(tx: WriteTransaction, guild: int, channel: int, kind: str, body: Json) -> None:
    await tx.outbox.add(game=None, channel=channel, kind=kind, body=body, guild=guild)
