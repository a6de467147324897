"""Teams as captains and players use them: enter, invite, accept, order the boards, leave. No Discord.

No one plays for a team without having accepted. Who plays on which board is fixed when a round is paired.
"""

from __future__ import annotations

from dataclasses import replace

from bot.core.requests.actor import Actor
from bot.core.requests.receipts import receipt
from bot.features.lobby.seating import Person
from bot.features.tournaments.events import Events
from bot.features.tournaments.state.event import Event, log_entry
from bot.features.tournaments.teams import page as team_page
from bot.features.tournaments.teams.page import LONGEST_NAME
from bot.i18n.catalogue import Catalogue, catalogue_for
from bot.ui.page import Page
from engine.errors import IllegalOrder, NotOnTable, NotYours
from storage import EntrantRecord, MemberRecord, TournamentDecision, WriteTransaction

RESERVES = 4
"""Members and invited players that a team may have above its boards."""


class Teams:
    """Teams of tournaments."""

    def __init__(self, events: Events) -> None:
        self._events = events

    async def enter(self, actor: Actor, event: Event, name: str) -> Page:
        """Enter a team, whose captain plays on its first board. Raises Refused."""
        words, store = catalogue_for(actor.language), self._events.games.store
        called = " ".join(name.split())[:LONGEST_NAME]
        if not called:
            raise IllegalOrder("", "team_name")
        async with self._events.locked(event.id):
            event = await self._events.get(event.id)
            if await store.receipts.get(actor.interaction) is None:
                now = self._events.games.clock()
                self._check_open(event)
                if actor.guild not in event.channels:
                    raise IllegalOrder("", "follows_no_more")
                if event.status != "signup":
                    raise IllegalOrder("", "too_late")
                if not event.terms.open_at(now):
                    raise IllegalOrder("", "sign_up_closed")
                if event.entrant_of(actor.user) is not None:
                    raise IllegalOrder("", "in_a_team")
                if any(e.name.casefold() == called.casefold() for e in event.stored.entrants):
                    raise IllegalOrder("", "team_name_taken")
                place = 1 + max((e.place for e in event.stored.entrants), default=0)
                entrant = EntrantRecord(place=place, user=actor.user, name=called, since=now)
                captain = MemberRecord(
                    team=place, user=actor.user, name=actor.name, board=1, status="member", since=now
                )
                async with store.writing() as tx:
                    await tx.tournaments.save_entrant(event.id, entrant)
                    await self._save(tx, actor, event, captain)
        return await self._done(words, event, actor.user)

    async def invite(self, actor: Actor, event: Event, player: Person) -> Page:
        """Invite a player to the captain's team; a post calls them. Raises Refused."""
        words = catalogue_for(actor.language)
        async with self._events.locked(event.id):
            event, team = await self._mine(actor, event)
            if player.user is None:
                raise IllegalOrder("", "not_an_entrant")
            if event.entrant_of(player.user) is not None:
                raise IllegalOrder("", "plays_for_a_team")
            known = [m for m in event.stored.members if m.team == team.place]
            if any(m.user == player.user for m in known):
                raise IllegalOrder("", "invited_to_team")
            most = event.terms.boards + RESERVES
            if sum(m.status != "declined" for m in known) >= most or len(known) >= 3 * most:
                raise IllegalOrder("", "team_full", n=most)
            invited = MemberRecord(
                team=team.place,
                user=player.user,
                name=player.name,
                board=1 + max((m.board for m in known), default=0),
                status="invited",
                since=self._events.games.clock(),
            )
            body = {"tournament": event.id, "team": team.place, "user": player.user}
            async with self._events.games.store.writing() as tx:
                await self._save(tx, actor, event, invited)
                place = {"channel": actor.channel, "guild": actor.guild}
                await tx.outbox.add(game=None, kind="team_invited", body=body, **place)
        return await self._done(words, event, actor.user)

    async def answer(self, actor: Actor, event: Event, place: int, *, accepts: bool) -> Page:
        """Accept or decline an invitation to a team. Raises Refused."""
        words = catalogue_for(actor.language)
        async with self._events.locked(event.id):
            event = await self._events.get(event.id)
            self._check_open(event)
            mine = next((m for m in event.stored.members if (m.team, m.user) == (place, actor.user)), None)
            if mine is None or mine.status == "declined":
                raise NotYours("", "not_invited")
            if mine.status == "member":
                return team_page.team(words, event, self._team(event, place))
            if not accepts:
                async with self._events.games.store.writing() as tx:
                    await self._save(tx, actor, event, replace(mine, status="declined"))
                self._events.notify(event.id)
                return Page(text=words("squad.declined"))
            if event.entrant_of(actor.user) is not None:
                raise IllegalOrder("", "in_a_team")
            accepted = replace(mine, name=actor.name, status="member")
            async with self._events.games.store.writing() as tx:
                await self._save(tx, actor, event, accepted)
        return await self._done(words, event, actor.user)

    async def set_board(self, actor: Actor, event: Event, user: int, board: int) -> Page:
        """Let a member play on a board from the next round on; the others close up. Raises Refused."""
        words = catalogue_for(actor.language)
        async with self._events.locked(event.id):
            event, team = await self._mine(actor, event)
            squad = [m for m in event.squad(team.place) if m.user != user]
            moved = self._member(event, team, user)
            squad.insert(min(max(1, board), len(squad) + 1) - 1, moved)
            async with self._events.games.store.writing() as tx:
                for number, member in enumerate(squad, start=1):
                    await self._save(tx, actor, event, replace(member, board=number))
        return await self._done(words, event, actor.user)

    async def hand_over(self, actor: Actor, event: Event, user: int) -> Page:
        """Make another member the captain. Raises Refused."""
        words = catalogue_for(actor.language)
        async with self._events.locked(event.id):
            event, team = await self._mine(actor, event)
            self._member(event, team, user)
            async with self._events.games.store.writing() as tx:
                await tx.tournaments.save_entrant(event.id, replace(team, user=user))
                await tx.tournaments.touch(event.id)
                await tx.receipts.add(receipt(actor, None, tournament=event.id))
        return await self._done(words, event, actor.user)

    async def remove(self, actor: Actor, event: Event, user: int, *, ruled: str = "") -> Page:
        """Take a member out of a team, or an invitation back: by its captain, or by the ruling of an
        organiser with its reason. Games under way go on. Raises Refused."""
        words = catalogue_for(actor.language)
        async with self._events.locked(event.id):
            if ruled:
                event = await self._events.get(event.id)
                self._check_open(event)
                entrant = event.entrant_of(user)
                if entrant is None:
                    raise IllegalOrder("", "not_an_entrant")
                team = entrant
            else:
                event, team = await self._mine(actor, event)
            if user == team.user:
                raise IllegalOrder("", "captain_stays")
            decision = None
            if ruled and team.number is not None:
                now = self._events.games.clock()
                decision = log_entry(event, actor.user, "out_of_team", ruled, now, str(team.number))
            await self._strike(actor, event, team, user, decision)
        return await self._done(words, event, actor.user)

    async def leave(self, actor: Actor, event: Event) -> Page:
        """Leave a team that someone else leads. Raises Refused."""
        words = catalogue_for(actor.language)
        async with self._events.locked(event.id):
            event = await self._events.get(event.id)
            self._check_open(event)
            team = event.entrant_of(actor.user)
            if team is None or team.user == actor.user:
                raise IllegalOrder("", "captain_stays" if team is not None else "not_in_a_team")
            await self._strike(actor, event, team, actor.user)
        self._events.notify(event.id)
        return Page(text=words("squad.left"))

    async def show(self, actor: Actor, event: Event, named: str = "") -> Page:
        """A team with its players: that of the name, else the team of the asker, else all. Raises Refused."""
        words = catalogue_for(actor.language)
        if not event.terms.boards:
            raise IllegalOrder("", "no_teams")
        word = named.strip().casefold()
        teams = [e for e in event.stored.entrants if word and word in e.name.casefold()]
        if not word and (mine := event.entrant_of(actor.user)) is not None:
            teams = [mine]
        if teams:
            return team_page.team(words, event, teams[0])
        return team_page.teams(words, event)

    async def show_all(self, actor: Actor, event: Event, at: int) -> Page:
        """All teams, a page of them. Raises Refused."""
        if not event.terms.boards:
            raise IllegalOrder("", "no_teams")
        return team_page.teams(catalogue_for(actor.language), event, at)

    # --- parts ---------------------------------------------------------------------------------------------

    async def _strike(
        self,
        actor: Actor,
        event: Event,
        team: EntrantRecord,
        user: int,
        decision: TournamentDecision | None = None,
    ) -> None:
        known = next((m for m in event.stored.members if (m.team, m.user) == (team.place, user)), None)
        if known is None or known.status == "declined":
            raise IllegalOrder("", "not_in_the_team")
        async with self._events.games.store.writing() as tx:
            if known.status == "invited":
                await self._save(tx, actor, event, replace(known, status="declined"))
                return
            await tx.tournaments.remove_members(event.id, team.place, user)
            if decision is not None:
                await tx.tournaments.add_decision(event.id, decision)
            await tx.tournaments.touch(event.id)
            await tx.receipts.add(receipt(actor, None, tournament=event.id))

    async def _mine(self, actor: Actor, event: Event) -> tuple[Event, EntrantRecord]:
        """The tournament as it is now, and the team of which someone is the captain. Raises Refused."""
        event = await self._events.get(event.id)
        self._check_open(event)
        team = next((e for e in event.stored.entrants if e.user == actor.user), None)
        if team is None:
            raise NotYours("", "not_a_captain")
        if team.left is not None:
            raise IllegalOrder("", "team_gone")
        return event, team

    def _check_open(self, event: Event) -> None:
        """Raises IllegalOrder unless teams can still change."""
        if not event.terms.boards:
            raise IllegalOrder("", "no_teams")
        if event.status not in ("signup", "playing") or event.complete:
            raise IllegalOrder("", "tournament_over")

    def _member(self, event: Event, team: EntrantRecord, user: int) -> MemberRecord:
        member = next((m for m in event.squad(team.place) if m.user == user), None)
        if member is None:
            raise IllegalOrder("", "not_in_the_team")
        return member

    def _team(self, event: Event, place: int) -> EntrantRecord:
        team = next((e for e in event.stored.entrants if e.place == place), None)
        if team is None:
            raise NotOnTable("", "not_in_a_team")
        return team

    async def _save(self, tx: WriteTransaction, actor: Actor, event: Event, member: MemberRecord) -> None:
        await tx.tournaments.save_member(event.id, member)
        await tx.tournaments.touch(event.id)
        if await tx.receipts.get(actor.interaction) is None:
            await tx.receipts.add(receipt(actor, None, tournament=event.id))

    async def _done(self, words: Catalogue, event: Event, user: int) -> Page:
        """The team of a user as it is now."""
        self._events.notify(event.id)
        now = await self._events.get(event.id)
        mine = now.entrant_of(user)
        return team_page.team(words, now, mine) if mine is not None else team_page.teams(words, now)
