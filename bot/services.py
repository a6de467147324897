"""Everything that slash commands use, built once when the bot starts."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import discord
from discord import app_commands

from bot.computer_player.thinking_process import ThinkingProcess
from bot.connection.actor import actor_of
from bot.connection.lost_permissions import LostPermissions
from bot.connection.permissions import ChannelPermissions
from bot.connection.threads import GameThreads
from bot.core.game_access import GameAccess
from bot.core.game_service import GameService
from bot.core.requests.actor import Actor
from bot.features.advice.service import AdviceService
from bot.features.after_game.what_mattered import WhatMatteredService
from bot.features.agreements.draw import DrawOffers
from bot.features.agreements.pause import PauseOffers
from bot.features.agreements.undo_by_consent import UndoRequests
from bot.features.battles.service import BattleGallery
from bot.features.battles.try_out import TryOut
from bot.features.computer_player.demonstration import Demonstrations
from bot.features.custom_battles.server_battles import ServerBattles
from bot.features.custom_battles.service import CustomBattles
from bot.features.dice.service import DiceService
from bot.features.event_games.events import ruling_rights
from bot.features.event_games.service import EventGames
from bot.features.film.service import FilmService
from bot.features.game_settings.service import GameSettings
from bot.features.game_view.service import ViewService
from bot.features.help.service import HelpService
from bot.features.history.past_games import PastGames
from bot.features.lessons.service import LessonService
from bot.features.lobby.finder import GameFinder
from bot.features.lobby.service import LobbyService
from bot.features.matches.service import Matches
from bot.features.moderation.autocomplete import ModerationAutocomplete
from bot.features.moderation.finished_games import FinishedGames
from bot.features.moderation.rulings import Rulings
from bot.features.moderation.service import ModerationService
from bot.features.my_games.service import MyGames
from bot.features.orders.autocomplete import OrderAutocomplete
from bot.features.orders.service import OrderService
from bot.features.predictions.service import Predictions
from bot.features.preferences.service import Preferences
from bot.features.privacy.service import Privacy
from bot.features.ratings.service import RatingService
from bot.features.record.import_service import RecordImport
from bot.features.record.service import RecordService
from bot.features.replay.service import ReplayService
from bot.features.results.service import ResultList
from bot.features.server_settings.membership import GuildMembership
from bot.features.server_settings.service import ServerSettings
from bot.features.sharing.service import Sharing
from bot.features.team.service import TeamService
from bot.features.time_control import announcements
from bot.features.time_control.absences import AbsenceService
from bot.features.time_control.service import ClockService
from bot.features.tournaments.decisions import Decisions
from bot.features.tournaments.events import TournamentEvents
from bot.features.tournaments.seasons.service import SeasonService
from bot.features.tournaments.servers.service import TournamentServers
from bot.features.tournaments.service import TournamentService
from bot.features.what_if.sessions import WhatIfSessions
from bot.game_services import GameServices
from bot.images.drawing_process import DrawingProcess
from bot.play_services import PlayServices, build_play_services
from bot.transport.interactions import InteractionHandler
from bot.ui.page import Page


@dataclass(frozen=True, slots=True, kw_only=True)
class Services:
    """All services by name; `of_games` are those that buttons use."""

    of_games: GameServices
    games: GameService
    interactions: InteractionHandler
    what_ifs: WhatIfSessions[PlayServices]
    orders: OrderService
    views: ViewService
    order_autocomplete: OrderAutocomplete
    clocks: ClockService
    absences: AbsenceService
    lobbies: LobbyService
    finder: GameFinder
    gallery: BattleGallery
    server_battles: ServerBattles
    demonstrations: Demonstrations
    advice: AdviceService
    try_out: TryOut
    draw_offers: DrawOffers
    pause_offers: PauseOffers
    custom_battles: CustomBattles
    my_games: MyGames
    game_settings: GameSettings
    team: TeamService
    predictions: Predictions
    preferences: Preferences
    privacy: Privacy
    moderation: ModerationService
    event_games: EventGames
    result_list: ResultList
    moderation_autocomplete: ModerationAutocomplete
    server_settings: ServerSettings
    membership: GuildMembership
    permissions: ChannelPermissions
    lost_permissions: LostPermissions
    ratings: RatingService
    sharing: Sharing
    dice_service: DiceService
    films: FilmService
    replays: ReplayService
    records: RecordService
    record_import: RecordImport
    past_games: PastGames
    lessons: LessonService
    threads: GameThreads
    help_service: HelpService
    tournaments: TournamentService
    tournament_decisions: Decisions
    tournament_servers: TournamentServers
    seasons: SeasonService
    finished_games: FinishedGames

    async def play(
        self,
        interaction: discord.Interaction[Any],
        work: Callable[[PlayServices, Actor], Awaitable[Page]],
        *,
        curious: bool = False,
    ) -> None:
        """Answer a typed command about a game, or about the what-if in which it counts."""

        here = self.here(interaction)
        curious = curious or here.curious
        await self.interactions.serve(interaction, partial(work, here), curious=curious, frame=here.frame)

    async def look(
        self,
        interaction: discord.Interaction[Any],
        game: str,
        work: Callable[[PlayServices, Actor, int | None], Awaitable[Page]],
    ) -> None:
        """Answer a question about a named game of the channel; without a name as `play` does."""
        services = self.of_games.play if game.strip() else self.here(interaction)

        async def answer(actor: Actor) -> Page:
            return await work(services, actor, await self.past_games.find(actor, game))

        await self.interactions.serve(interaction, answer, curious=True, frame=services.frame)

    def here(self, interaction: discord.Interaction[Any]) -> PlayServices:
        """Where a typed order counts: in the player's what-if in that channel, else in the game."""
        return self.what_ifs.at(actor_of(interaction)) or self.of_games.play


def build_services(
    games: GameService,
    interactions: InteractionHandler,
    *,
    tree: app_commands.CommandTree[Any],
    http: Any,
    permissions: ChannelPermissions,
    lost_permissions: LostPermissions,
    threads: GameThreads,
    guild_ids: Callable[[], set[int]],
    drawing_process: DrawingProcess,
    thinking: ThinkingProcess,
) -> Services:
    """All services around the games. `http` is how the bot is connected; `guild_ids` the servers it is in."""
    undo_requests = UndoRequests(games)
    time_lines = partial(announcements.about, games)
    past_games = PastGames(games)
    play = build_play_services(
        games, undo_requests=undo_requests, time_lines=time_lines, past_games=past_games
    )
    what_ifs = WhatIfSessions(games, build_play_services)

    def games_at(actor: Actor) -> GameAccess:
        return (what_ifs.at(actor) or play).games

    all_events = TournamentEvents(games)
    rulings = Rulings(games, partial(ruling_rights, all_events))
    server_battles = ServerBattles(games, rulings.moderates)
    moderation = ModerationService(games, rulings)
    tournaments = TournamentService(games, rulings.moderates)
    custom_battles = CustomBattles(games, http, server_battles)
    of_games = GameServices(
        play=play,
        clocks=ClockService(games),
        predictions=Predictions(games),
        my_games=MyGames(games, permissions.server),
        lobbies=LobbyService(games, play.orders),
        finder=GameFinder(games, threads),
        ratings=RatingService(games),
        matches=Matches(games, threads),
        gallery=BattleGallery(games, server_battles),
        server_battles=server_battles,
        demonstrations=Demonstrations(games, rulings),
        advice=AdviceService(games, play.orders, thinking),
        what_mattered=WhatMatteredService(games, thinking),
        try_out=TryOut(games, threads, server_battles),
        undo_requests=undo_requests,
        draw_offers=DrawOffers(games),
        pause_offers=PauseOffers(games),
        preferences=Preferences(games),
        moderation=moderation,
        result_list=ResultList(games, permissions.server, rulings.moderates, all_events),
        event_games=EventGames(games, rulings, moderation, all_events),
        lessons=LessonService(games, threads, play.orders.opened),
        help_service=HelpService(tree, games_at),
        privacy=Privacy(games, forgotten=what_ifs.forget),
        dice_service=DiceService(games),
        films=FilmService(games),
        records=RecordService(games),
        record_import=RecordImport(games, custom_battles),
        replays=ReplayService(games, drawing_process),
        absences=AbsenceService(games),
        tournaments=tournaments,
        tournament_decisions=Decisions(tournaments),
        tournament_servers=TournamentServers(tournaments, rulings.moderates, permissions),
        seasons=SeasonService(tournaments, rulings.moderates),
    )
    return Services(
        of_games=of_games,
        games=games,
        interactions=interactions,
        what_ifs=what_ifs,
        orders=play.orders,
        views=play.views,
        order_autocomplete=OrderAutocomplete(games, play.views, games_at),
        clocks=of_games.clocks,
        absences=of_games.absences,
        lobbies=of_games.lobbies,
        finder=of_games.finder,
        gallery=of_games.gallery,
        demonstrations=of_games.demonstrations,
        advice=of_games.advice,
        server_battles=server_battles,
        try_out=of_games.try_out,
        draw_offers=of_games.draw_offers,
        pause_offers=of_games.pause_offers,
        custom_battles=custom_battles,
        my_games=of_games.my_games,
        game_settings=GameSettings(games, rulings),
        team=TeamService(games),
        predictions=of_games.predictions,
        preferences=of_games.preferences,
        privacy=of_games.privacy,
        moderation=of_games.moderation,
        event_games=of_games.event_games,
        result_list=of_games.result_list,
        moderation_autocomplete=ModerationAutocomplete(of_games.moderation),
        server_settings=ServerSettings(games),
        membership=GuildMembership(games, guild_ids),
        permissions=permissions,
        lost_permissions=lost_permissions,
        ratings=of_games.ratings,
        sharing=Sharing(games, interactions.pictures.png),
        dice_service=of_games.dice_service,
        films=of_games.films,
        replays=of_games.replays,
        records=of_games.records,
        record_import=of_games.record_import,
        past_games=past_games,
        lessons=of_games.lessons,
        threads=threads,
        help_service=of_games.help_service,
        tournaments=of_games.tournaments,
        tournament_decisions=of_games.tournament_decisions,
        tournament_servers=of_games.tournament_servers,
        seasons=of_games.seasons,
        finished_games=FinishedGames(rulings, past_games, all_events),
    )
