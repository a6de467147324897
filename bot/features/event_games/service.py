"""All games of an event at a glance, the late ones first, and what can be decided about each. No Discord."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime

from bot.core.game import Game
from bot.core.game_service import GameService
from bot.core.requests.actor import Actor
from bot.features.event_games import page as event_page
from bot.features.event_games.events import SERVER, EventInfo, Events
from bot.features.event_games.game_rulings import ANYONE, GameRulings, scores
from bot.features.event_games.page import A_PAGE
from bot.features.lobby import join_rules
from bot.features.lobby.finder import LASTING
from bot.features.lobby.seating import Person
from bot.features.moderation.rulings import Rulings
from bot.features.moderation.service import ModerationService
from bot.features.my_games import summaries
from bot.i18n.catalogue import catalogue_for
from bot.i18n.names import Names
from bot.runtime.worker_threads import in_thread
from bot.ui.component_press import parse_int
from bot.ui.page import Form, Page
from engine.errors import IllegalOrder, NotOnTable, NotYours
from storage import UnfinishedGame

NEVER = datetime.max.replace(tzinfo=UTC)


class EventGames:
    """Shows the games of events to their organisers, and takes their rulings."""

    def __init__(
        self, games: GameService, rulings: Rulings, moderation: ModerationService, events: Events
    ) -> None:
        self.games = games
        self._rulings = rulings
        self._events = events
        self._acts = GameRulings(rulings, moderation)

    # --- looking -------------------------------------------------------------------------------------------

    async def overview(self, actor: Actor, event: int = SERVER, number: int = 0) -> Page:
        """A page of the unfinished games of an event: the late ones first, then by deadline. Raises Refused
        for those who neither organise it nor moderate its server."""
        info = await self._event(actor, event)
        unfinished = await self._in_order(actor, info)
        last = max(0, (len(unfinished) - 1) // A_PAGE)
        number = min(max(0, number), last)
        here = unfinished[number * A_PAGE : (number + 1) * A_PAGE]
        records = [(await self.games.game(game.id)).record for game in here]
        listed = await summaries.of(self.games, records)
        words, title = catalogue_for(actor.language), info.title if info is not None else ""
        return await in_thread(
            event_page.overview,
            words,
            listed,
            now=self.games.clock(),
            event=event,
            title=title,
            number=number,
            last=last,
            n=len(unfinished),
        )

    async def _event(self, actor: Actor, event: int) -> EventInfo | None:
        """The event, None for the server. Raises NotYours."""
        info = await self._events.find(event) if event != SERVER else None
        if event != SERVER and (info is None or actor.guild not in info.channels):
            raise NotOnTable("", "no_such_event")
        organises = info is not None and actor.user in info.organisers
        holds = info is None or info.guild == actor.guild
        if not organises and not (holds and await self._rulings.moderates(actor)):
            raise NotYours("", "not_a_marshal")
        return info

    async def _in_order(self, actor: Actor, info: EventInfo | None) -> list[UnfinishedGame]:
        """The unfinished games of an event: by how their dials stand, which need not be read from their
        logs; those whose time is up first. Lobbies last."""
        servers = sorted(info.servers) if info is not None else [actor.guild]
        unfinished = [g for s in servers for g in await self.games.store.games.unfinished_in_guild(s)]
        mine = set(info.games) if info is not None else None
        visible = [g for g in unfinished if (g.id in mine if mine is not None else actor.sees(g.channel))]
        ids = {game.id for game in visible}
        due: dict[int, tuple[bool, datetime]] = {}
        for dial in await self.games.store.clocks.running():
            if dial.game in ids and dial.since is not None:
                key = (not dial.late, dial.since + dial.left)
                due[dial.game] = min(key, due.get(dial.game, key))
        none = (True, NEVER)
        return sorted(visible, key=lambda g: (g.status == "lobby", *due.get(g.id, none), g.id))

    async def game(self, actor: Actor, game_id: int, event: int = SERVER, number: int = 0) -> Page:
        """What can be decided about a game. Raises Refused for those who may not."""
        game = await self.games.game(game_id)
        await self._rulings.check(actor, game)
        (summary,) = await summaries.of(self.games, [game.record])
        words, now = catalogue_for(actor.language), self.games.clock()
        return await in_thread(event_page.game, words, summary, now=now, event=event, number=number)

    # --- deciding ------------------------------------------------------------------------------------------

    async def form(self, actor: Actor, game_id: int, act: str) -> Form:
        """The form that asks for a reason, and for what else must be known. Raises Refused."""
        game = await self.games.game(game_id)
        await self._rulings.check(actor, game)
        if not game.playing:
            raise IllegalOrder("", "game_over" if game.record.status == "over" else "not_started")
        names = Names.to(actor.language, actor.user, game)
        if act == "substitute":
            return event_page.substitute_form(names, await self._reserves(actor, game))
        return event_page.form(names, act, scores(game))

    async def decide(
        self, actor: Actor, game_id: int, stamp: int, act: str, answers: Mapping[str, str], reason: str
    ) -> Page:
        """Do what a form says. Raises Refused."""
        if act == "nudge":
            return await self._acts.nudge(actor, game_id, reason)
        if act == "extend":
            return await self._acts.extend(actor, game_id, answers.get("time", ""), reason)
        if act == "adjudicate":
            return await self._acts.adjudicate(actor, game_id, answers.get("result", ""), reason, stamp)
        if act == "forfeit":
            return await self._acts.forfeit(actor, game_id, answers.get("side", ""), reason, stamp)
        if act == "substitute":
            person = await self._reserve(actor, game_id, answers.get("player", ""))
            return await self._acts.substitute(actor, game_id, answers.get("side", ""), person, reason)
        raise NotOnTable("", "strange_button")

    async def _reserve(self, actor: Actor, game_id: int, answer: str) -> Person | None:
        """The substitute who was chosen, None for anyone. Raises Refused for a user who was not offered."""
        game = await self.games.game(game_id)
        await self._rulings.check(actor, game)
        if answer == ANYONE:
            return None
        user = parse_int(answer)
        name = dict(await self._reserves(actor, game)).get(user)
        if name is None:
            raise IllegalOrder("", "seeks_no_more")
        return Person(user=user, name=name)

    async def _reserves(self, actor: Actor, game: Game) -> list[tuple[int, str]]:
        """Who could stand in: those who look for such a game on this server; no player of the game, nor the
        one who asks."""
        since = self.games.clock() - LASTING
        fitting = {game.scenario.system, join_rules.ANY}
        seekers = await self.games.store.seekers.in_guild(game.record.guild, since)
        known = [(s.user, s.name) for s in seekers if fitting & {*s.systems}]
        return [(u, name) for u, name in known if u != actor.user and not game.sides_of(u)]
