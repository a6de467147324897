"""Show the history of a game, page by page, as far as the reader may know it. No Discord."""

from __future__ import annotations

from bot.core.game import Game
from bot.core.game_access import GameAccess
from bot.core.requests.actor import Actor
from bot.features.game_view import status_page
from bot.features.history import log_page
from bot.features.history.log_sections import LogFilter
from bot.features.history.past_games import PastGames
from bot.i18n.names import Names
from bot.runtime.worker_threads import in_thread
from bot.ui import refusals
from bot.ui.autocomplete import matching_choices
from bot.ui.component_press import ComponentPress, parse_int, unknown_component
from bot.ui.page import Choice, Page
from engine.errors import NotOnTable, Refused


class LogService:
    """Answers /log and its buttons. `past_games` are those of a channel, beside which a what-if has none."""

    def __init__(self, games: GameAccess, past_games: PastGames | None = None) -> None:
        self.games = games
        self.past_games = past_games

    async def log(
        self, actor: Actor, game_id: int | None = None, *, unit: str = "", phase: str = "", turn: int = 0
    ) -> Page:
        """The newest page of the history of the asker's table, or of what they want of it."""
        game = await self._game(actor, game_id)
        names = Names.to(actor.language, actor.user, game)
        if game.record.status == "lobby":
            return status_page.status(names)
        try:
            id_ = names.game.unit_named(unit).id if unit.strip() else ""
            log_filter = LogFilter(unit=id_, phase=_phase(names, phase) if phase.strip() else "", turn=turn)
        except Refused as refused:
            return refusals.answer(names.words, refused, names)
        return await self._page(actor, names, game, log_filter, 0)

    async def chosen(self, actor: Actor, press: ComponentPress) -> Page:
        """The history of a game chosen from those of the channel. Raises NotOnTable."""
        if self.past_games is None:
            raise unknown_component()
        return await self.log(actor, await self.past_games.find(actor, press.chosen))

    async def turn(self, actor: Actor, press: ComponentPress) -> Page:
        """Another page: the button says which, and of what."""
        _, number, turn, phase, unit = (*press.arguments, *[""] * 5)[:5]
        game = await self.games.game(press.game_id)
        names = Names.to(actor.language, actor.user, game)
        log_filter = LogFilter(unit=unit, phase=phase, turn=parse_int(turn or "0"))
        return await self._page(actor, names, game, log_filter, parse_int(number or "0"))

    async def _page(self, actor: Actor, names: Names, game: Game, log_filter: LogFilter, number: int) -> Page:
        messages = await self.games.agreed_undos(game.record.id)
        agreed = {int(message.body["last"]): str(message.body["how"]) for message in messages}
        items = await in_thread(log_page.items, names, game, agreed, log_filter.unit)
        others = [] if self.past_games is None else await self.past_games.beside(actor, game.record.id)
        return log_page.page(names, items, log_filter, number, others)

    async def _game(self, actor: Actor, game_id: int | None) -> Game:
        return await (self.games.game_in(actor.channel) if game_id is None else self.games.game(game_id))

    async def phases(self, actor: Actor, text: str, game_id: int | None = None) -> list[Choice]:
        """The phases of the rulebook that is played here."""
        try:
            names = Names.to(actor.language, actor.user, await self._game(actor, game_id))
        except Refused:
            return []
        choices = [Choice(label=names.headed(p), value=p) for p in names.game.system.phases]
        return matching_choices(choices, text)


def _phase(names: Names, text: str) -> str:
    """The phase that is meant, by its id or its name. Raises NotOnTable."""
    typed = text.strip().casefold()
    for phase in names.game.system.phases:
        if typed in (phase, names.phase(phase).casefold()):
            return phase
    near = tuple(names.phase(p) for p in names.game.system.phases)
    raise NotOnTable("", "no_such_phase", asked=text[:60], near=near)
