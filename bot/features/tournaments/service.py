"""Tournaments as people use them: announce, join, check in, withdraw, start, pair, look. No Discord."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from datetime import timedelta

import scenarios
from bot.clock.terms import check_people_play
from bot.core.game_service import GameService
from bot.core.requests.actor import Actor
from bot.core.requests.receipts import receipt
from bot.features.lobby import create as lobby_create
from bot.features.lobby import handicaps, rule_options
from bot.features.tournaments import answers, standings_page, tie_breaks
from bot.features.tournaments import page as tournament_page
from bot.features.tournaments.events import Events
from bot.features.tournaments.running import bids as running_bids
from bot.features.tournaments.running import rounds as tournament_rounds
from bot.features.tournaments.running.bids import Bids
from bot.features.tournaments.running.deadlines import Deadlines
from bot.features.tournaments.running.game_decisions import GameDecisions
from bot.features.tournaments.running.rounds import Rounds
from bot.features.tournaments.seasons import membership
from bot.features.tournaments.state.event import Event, log_entry, withdrawn
from bot.features.tournaments.state.terms import Format, Terms, Verdict
from bot.features.tournaments.teams.service import Teams
from bot.features.tournaments.words import LONGEST_TITLE, bare_title
from bot.i18n.catalogue import catalogue_for
from bot.runtime.worker_threads import in_thread
from bot.ui.page import Choice, Form, Page
from engine.errors import IllegalOrder, NotOnTable, NotYours
from league.standings import DEFAULT_ORDER, TEAM_ORDER
from storage import EntrantRecord

MOST_OPEN = 3
"""Unfinished tournaments that a member can announce on a server; moderators can announce more."""
MOST_IN_SERVER = 25
OFFERED = 25
"""Tournaments named in a completion."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Announcement:
    """What an organiser announces; `sign_up_hours` 0: until the start."""

    name: str
    battle: str
    format: Format = "swiss"
    rounds: int = 0
    options: str = ""
    clock: str = ""
    cap: int = 0
    sign_up_hours: int = 0
    check_in: bool = False
    round_hours: int = 0
    verdict: Verdict = "score"
    late: int = 2
    duplicate: bool = False
    public_dice: bool = True
    by_itself: bool = False
    rated: bool = True
    tie_breaks: str = ""
    sides: str = "balanced"
    bid_hours: int = 24
    boards: int = 0


def reaches(actor: Actor, event: Event) -> bool:
    """Whether a tournament is within reach: on the server that holds it or one that follows it, for those who
    see its card there, take part or organise it; on one that follows it no more, for its players."""
    part = event.entrant_of(actor.user) is not None
    if (channel := event.channels.get(actor.guild)) is None:
        return part and actor.guild in event.stored.former
    return part or event.organises(actor.user) or actor.sees(channel)


class TournamentService:
    """Tournaments of a server. `may_moderate` says whether someone is a moderator there."""

    def __init__(self, games: GameService, may_moderate: Callable[[Actor], Awaitable[bool]]) -> None:
        self.games = games
        self.events = Events(games)
        self.rounds = Rounds(self.events)
        self.game_decisions = GameDecisions(self.events)
        self.deadlines = Deadlines(self.events)
        self.bids = Bids(self.events)
        self.teams = Teams(self.events)
        self._may_moderate = may_moderate

    # --- which one, and who may ----------------------------------------------------------------------------

    async def find(self, actor: Actor, asked: str = "") -> Event:
        """The tournament of that number or name, else the newest unfinished one of the channel or of the
        game played there. Raises NotOnTable."""
        store = self.games.store.tournaments
        mine = await store.known_in(actor.guild)
        word = asked.strip().casefold()
        if word:
            named = [r.id for r, _ in mine if word in (str(r.id), r.name.casefold())]
        else:
            game = await self.games.store.games.id_in_channel(actor.channel)
            of_game = await store.of_game(game) if game is not None else None
            here = sorted(
                (r for r, card in mine if card == actor.channel),
                key=lambda r: r.status in ("over", "cancelled"),
            )
            named = [of_game] if of_game is not None else [r.id for r in here]
        for number in named:
            event = await self.events.get(number)
            if reaches(actor, event):
                return event
        raise NotOnTable("", "no_such_tournament" if word else "no_tournament_here")

    async def get(self, actor: Actor, tournament: int) -> Event:
        """The tournament that a button names, if it is within reach. Raises NotOnTable."""
        event = await self.events.get(tournament)
        if not reaches(actor, event):
            raise NotOnTable("", "no_such_tournament")
        return event

    async def check_organiser(self, actor: Actor, event: Event) -> None:
        """Raises NotYours unless someone organises a tournament: they announced it or help with it, or they
        moderate the server that holds it, and are there."""
        organises = event.organises(actor.user) and actor.guild in event.channels
        if not organises and not (event.home == actor.guild and await self._may_moderate(actor)):
            raise NotYours("", "not_an_organiser")

    def tie_break_choices(self, actor: Actor, typed: str) -> list[Choice]:
        """Orders of tie-breaks that go on from what is typed."""
        return tie_breaks.choices(catalogue_for(actor.language), typed)

    async def choices(self, actor: Actor, typed: str) -> list[Choice]:
        """The tournaments that someone may mean, held or followed by this server, the newest first."""
        word = typed.strip().casefold()
        found: list[Choice] = []
        for record, _ in await self.games.store.tournaments.known_in(actor.guild):
            if word in record.name.casefold() and len(found) < OFFERED:
                event = await self.events.get(record.id)
                if reaches(actor, event):
                    found.append(Choice(label=bare_title(event), value=str(record.id)))
        return found

    # --- organisers ----------------------------------------------------------------------------------------

    async def new(self, actor: Actor, asked: Announcement) -> Page:
        """Announce a tournament in the channel; its card follows. Raises Refused."""
        if known := await self.games.store.receipts.get(actor.interaction):
            return await self._announced(actor, int(known.outcome["tournament"]))
        name = " ".join(asked.name.split())[:LONGEST_TITLE]
        if not name:
            raise IllegalOrder("", "tournament_name")
        terms = await self._terms(actor, asked)
        async with self.games.locked(-actor.channel):
            await self._check_room(actor)
            async with self.games.store.writing() as tx:
                number = await tx.tournaments.create(
                    guild=actor.guild, channel=actor.channel, name=name, owner=actor.user, terms=terms.json()
                )
                await tx.receipts.add(receipt(actor, None, tournament=number))
        self.events.notify(number)
        return await self._announced(actor, number)

    async def _announced(self, actor: Actor, number: int) -> Page:
        words = catalogue_for(actor.language)
        return answers.announced(words, await self.events.get(number))

    async def _check_room(self, actor: Actor) -> None:
        known = await self.games.store.tournaments.in_guild(actor.guild)
        unfinished = [record for record in known if record.status in ("signup", "playing")]
        mine = sum(record.owner == actor.user for record in unfinished)
        if mine >= MOST_OPEN and not await self._may_moderate(actor):
            raise IllegalOrder("", "tournaments_many", n=MOST_OPEN)
        if len(unfinished) >= MOST_IN_SERVER:
            raise IllegalOrder("", "tournaments_many", n=MOST_IN_SERVER)

    async def _terms(self, actor: Actor, asked: Announcement) -> Terms:
        """The terms as they are kept. Raises Refused."""
        zone = (await self.games.store.players.get(actor.user)).zone
        options = f"{asked.options} clock={asked.clock.strip()}" if asked.clock.strip() else asked.options
        setup = lobby_create.read_setup(asked.battle, options, zone)
        if len(setup.battle.side_ids) != 2:
            raise IllegalOrder("", "tournament_sides", n=len(setup.battle.side_ids))
        if asked.sides == "bid" and asked.duplicate:
            raise IllegalOrder("", "bid_duplicate")
        if asked.sides == "bid" and 0 < asked.round_hours <= asked.bid_hours:
            raise IllegalOrder("", "bid_longer")
        if asked.boards and (asked.duplicate or asked.sides == "bid"):
            raise IllegalOrder("", "teams_one_game")
        check_people_play(setup.clock)
        original = scenarios.load(asked.battle)
        chosen = (
            rule_options.chosen_of(original, setup.battle.options),
            handicaps.chosen_of(original, setup.battle),
        )
        hours = asked.sign_up_hours
        return Terms(
            format=asked.format,
            battle=asked.battle,
            rounds=asked.rounds,
            options=" ".join(filter(None, chosen)),
            clock=setup.clock.text if setup.clock is not None else "",
            clock_late=setup.clock.late if setup.clock is not None else "",
            cap=asked.cap,
            check_in=asked.check_in,
            closes=self.games.clock() + timedelta(hours=hours) if hours else None,
            round_hours=asked.round_hours,
            verdict=asked.verdict,
            late=asked.late,
            duplicate=asked.duplicate,
            public_dice=asked.public_dice,
            by_itself=asked.by_itself,
            rated=asked.rated,
            bid_hours=asked.bid_hours if asked.sides == "bid" else 0,
            tie_breaks=tie_breaks.read(asked.tie_breaks, TEAM_ORDER if asked.boards else DEFAULT_ORDER),
            boards=asked.boards,
        )

    async def start(self, actor: Actor, event: Event) -> Page:
        """Start a tournament: number the entrants, pair the first round. Raises Refused."""
        await self.check_organiser(actor, event)
        after = await self.rounds.start(event.id, actor)
        return await self.pairings(actor, after, after.round)

    async def pair(self, actor: Actor, event: Event, number: int = 0) -> Page:
        """Pair round `number`, 0 for the next one. Raises Refused."""
        await self.check_organiser(actor, event)
        if not number:
            tournament_rounds.check_next(event)
        after = await self.rounds.pair(event.id, number or event.round + 1, actor)
        return await self.pairings(actor, after, after.round)

    async def cancel(self, actor: Actor, event: Event, *, sure: bool = False) -> Page:
        """End a tournament for good; games under way go on, without counting. Unless `sure`, ask first.
        Raises Refused."""
        await self.check_organiser(actor, event)
        if event.status in ("over", "cancelled"):
            raise IllegalOrder("", "tournament_over")
        if not sure:
            return answers.sure_to_cancel(catalogue_for(actor.language), event)
        async with self.events.locked(event.id):
            now = await self.events.get(event.id)
            if now.status in ("signup", "playing"):
                async with self.games.store.writing() as tx:
                    await tx.tournaments.touch(event.id, status="cancelled")
                    await tx.receipts.add(receipt(actor, None, tournament=event.id))
        self.events.notify(event.id)
        return Page(text=catalogue_for(actor.language)("tournament.cancelled"))

    async def help(self, actor: Actor, event: Event, user: int, *, helps: bool = True) -> Page:
        """Add a co-organiser, or remove one. Raises Refused."""
        await self.check_organiser(actor, event)
        async with self.games.store.writing() as tx:
            await tx.tournaments.set_organiser(event.id, user, helps=helps)
            await tx.tournaments.touch(event.id)
        self.events.notify(event.id)
        words = catalogue_for(actor.language)
        return Page(text=words("tournament.helps" if helps else "tournament.helps_no_more", user=user))

    # --- players -------------------------------------------------------------------------------------------

    async def join(self, actor: Actor, event: Event) -> Page:
        """Enter a tournament; in a Swiss one also after the start, from the next round on. Raises Refused."""
        words = catalogue_for(actor.language)
        if actor.guild not in event.channels:
            raise IllegalOrder("", "follows_no_more")
        async with self.events.locked(event.id):
            event = await self.events.get(event.id)
            if event.entrant_of(actor.user) is not None and event.status == "signup":
                return answers.joined(words, event, actor.user)
            if event.terms.boards:
                raise IllegalOrder("", "enter_a_team")
            entrant = self._entrant(actor, event)
            async with self.games.store.writing() as tx:
                await membership.enter(tx, event.id, actor.user, actor.name)
                await tx.tournaments.save_entrant(event.id, entrant)
                await tx.tournaments.touch(event.id)
                await tx.receipts.add(receipt(actor, None, tournament=event.id))
        self.events.notify(event.id)
        return answers.joined(words, await self.events.get(event.id), actor.user)

    def _entrant(self, actor: Actor, event: Event) -> EntrantRecord:
        """A new entry. Raises IllegalOrder: tournament_over, sign_up_closed, too_late, already_in."""
        now, terms = self.games.clock(), event.terms
        place = max((e.place for e in event.stored.entrants), default=0) + 1
        entrant = EntrantRecord(place=place, user=actor.user, name=actor.name, since=now)
        if event.status == "signup":
            if not terms.open_at(now):
                raise IllegalOrder("", "sign_up_closed")
            return entrant
        if event.status != "playing" or event.complete:
            raise IllegalOrder("", "tournament_over")
        if event.entrant_of(actor.user) is not None:
            raise IllegalOrder("", "already_in")
        following = event.round + 1
        if terms.format != "swiss" or following > min(terms.late, event.planned_rounds):
            raise IllegalOrder("", "too_late")
        if sum(map(event.active, event.numbered)) >= terms.most:
            raise IllegalOrder("", "tournament_full", n=terms.most)
        return replace(entrant, number=len(event.numbered) + 1, joined=following)

    async def check_in(self, actor: Actor, event: Event) -> Page:
        """Confirm that one is there. Raises Refused."""
        words = catalogue_for(actor.language)
        async with self.events.locked(event.id):
            event = await self.events.get(event.id)
            entrant = event.entrant_of(actor.user)
            if entrant is None:
                raise IllegalOrder("", "not_entered")
            if event.status != "signup" or not event.terms.check_in:
                raise IllegalOrder("", "no_check_in")
            if not event.terms.check_in_open_at(self.games.clock()):
                raise IllegalOrder("", "check_in_later")
            if not entrant.checked_in:
                async with self.games.store.writing() as tx:
                    await tx.tournaments.save_entrant(event.id, replace(entrant, checked_in=True))
                    await tx.tournaments.touch(event.id)
        self.events.notify(event.id)
        return Page(text=words("tournament.checked_in"))

    async def withdraw(self, actor: Actor, event: Event, *, sure: bool = False) -> Page:
        """Leave a tournament; once it has begun, unless `sure`, ask first. Raises Refused."""
        words = catalogue_for(actor.language)
        entrant = event.entrant_of(actor.user)
        if entrant is None:
            raise IllegalOrder("", "not_entered")
        if event.terms.boards and entrant.user != actor.user:
            return await self.teams.leave(actor, event)
        if (event.status == "playing" or event.terms.boards) and not sure and entrant.left is None:
            return answers.sure_to_leave(words, event, entrant)
        await self.strike(event.id, entrant.place)
        return Page(text=words("tournament.left"))

    async def strike(self, tournament: int, place: int, ruling: tuple[int, str] | None = None) -> None:
        """Let an entrant take no further part: open games are forfeited. `ruling` is the user who has decided
        so, and why. Raises IllegalOrder: tournament_over."""
        async with self.events.locked(tournament):
            event = await self.events.get(tournament)
            entrant = next((e for e in event.stored.entrants if e.place == place), None)
            if event.status not in ("signup", "playing"):
                raise IllegalOrder("", "tournament_over")
            if entrant is None or entrant.left is not None:
                return
            async with self.games.store.writing() as tx:
                if entrant.number is None:
                    await tx.tournaments.remove_members(tournament, place)
                    await tx.tournaments.remove_entrant(tournament, place)
                else:
                    await tx.tournaments.save_entrant(tournament, withdrawn(event, entrant.number))
                if ruling is not None and entrant.number is not None:
                    user, why = ruling
                    decision = log_entry(event, user, "out", why, self.games.clock(), str(entrant.number))
                    await tx.tournaments.add_decision(tournament, decision)
                await tx.tournaments.touch(tournament)
        self.events.notify(tournament)

    async def bid_form(self, actor: Actor, event: Event) -> Form:
        """The form in which a player bids for a side of their game. Raises Refused."""
        number, pairing = running_bids.pairing_of(event, actor.user)
        return answers.bid_form(catalogue_for(actor.language), event, number, pairing)

    async def bid(self, actor: Actor, event: Event, side: str, points: str) -> Page:
        """Bid for a side. Raises Refused."""
        await self.bids.bid(actor, event.id, side, points)
        after = await self.events.get(event.id)
        return answers.bid_taken(catalogue_for(actor.language), after, side, int(points.strip()))

    # --- looking -------------------------------------------------------------------------------------------

    async def pairings(self, actor: Actor, event: Event, number: int = 0, at: int = 0) -> Page:
        """The pairings of a round, 0 for the newest."""
        words = catalogue_for(actor.language)
        shown = (words, event, number or event.round, at, actor.guild)
        return await in_thread(tournament_page.pairings, *shown)

    async def standings(self, actor: Actor, event: Event, at: int = 0) -> Page:
        """The standings."""
        return await in_thread(standings_page.standings, catalogue_for(actor.language), event, at)

    async def cross_table(self, actor: Actor, event: Event, at: int = 0) -> Page:
        """Who scored what against whom in a round robin."""
        return await in_thread(standings_page.cross_table, catalogue_for(actor.language), event, at)
