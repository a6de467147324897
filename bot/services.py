"""Everything that slash commands use, built once when the bot starts."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import discord
from discord import app_commands

from bot.connection.lost_permissions import LostPermissions
from bot.connection.permissions import ChannelPermissions
from bot.core.game_service import Actor, GameService
from bot.features.agreements.draw import DrawOffers
from bot.features.custom_battles.service import CustomBattles
from bot.features.dice.service import DiceService
from bot.features.game_view.service import ViewService
from bot.features.help.service import HelpService
from bot.features.lessons.service import LessonService
from bot.features.lessons.threads import LessonThreads
from bot.features.lobby.finder import GameFinder
from bot.features.lobby.service import LobbyService
from bot.features.moderation.autocomplete import ModerationAutocomplete
from bot.features.moderation.service import ModerationService
from bot.features.my_games.service import MyGames
from bot.features.orders.autocomplete import OrderAutocomplete
from bot.features.orders.service import OrderService
from bot.features.predictions.service import Predictions
from bot.features.preferences.service import Preferences
from bot.features.privacy.service import Privacy
from bot.features.server_settings.membership import GuildMembership
from bot.features.server_settings.service import ServerSettings
from bot.features.sharing.service import Sharing
from bot.features.team.service import TeamService
from bot.features.time_control.absences import AbsenceService
from bot.features.time_control.service import ClockService
from bot.features.what_if.sessions import WhatIfSessions
from bot.game_services import GameServices, build_game_services
from bot.transport.interactions import InteractionHandler, actor_of
from bot.ui.page import Page


@dataclass(frozen=True, slots=True, kw_only=True)
class Services:
    """All services by name; `of_games` are those that a what-if has, too."""

    of_games: GameServices
    games: GameService
    interactions: InteractionHandler
    what_ifs: WhatIfSessions[GameServices]
    orders: OrderService
    views: ViewService
    order_autocomplete: OrderAutocomplete
    clocks: ClockService
    absences: AbsenceService
    lobbies: LobbyService
    finder: GameFinder
    draw_offers: DrawOffers
    custom_battles: CustomBattles
    my_games: MyGames
    team: TeamService
    predictions: Predictions
    preferences: Preferences
    privacy: Privacy
    moderation: ModerationService
    moderation_autocomplete: ModerationAutocomplete
    server_settings: ServerSettings
    membership: GuildMembership
    permissions: ChannelPermissions
    lost_permissions: LostPermissions
    sharing: Sharing
    dice_service: DiceService
    lessons: LessonService
    lesson_threads: LessonThreads
    help_service: HelpService

    async def play(
        self, interaction: discord.Interaction[Any], work: Callable[[GameServices, Actor], Awaitable[Page]]
    ) -> None:
        """Answer a typed command about a game, or about the what-if in which it counts."""

        here = self.here(interaction)
        await self.interactions.serve(interaction, partial(work, here), frame=here.frame)

    def here(self, interaction: discord.Interaction[Any]) -> GameServices:
        """Where a typed order counts: in the player's what-if in that channel, else in the game."""
        return self.what_ifs.at(actor_of(interaction)) or self.of_games


def build_services(
    games: GameService,
    interactions: InteractionHandler,
    *,
    tree: app_commands.CommandTree[Any],
    http: Any,
    permissions: ChannelPermissions,
    lost_permissions: LostPermissions,
    lesson_threads: LessonThreads,
    guild_ids: Callable[[], set[int]],
) -> Services:
    """All services around the games. `http` is how the bot is connected; `guild_ids` the servers it is in."""
    own = build_game_services(games, server_name=permissions.server)
    what_ifs = WhatIfSessions(games, build_game_services)

    def games_at(actor: Actor) -> GameService:
        return (what_ifs.at(actor) or own).games

    lessons = LessonService(games, lesson_threads, own.orders.opened)
    help_service = HelpService(tree, games_at)
    privacy = Privacy(games, forgotten=what_ifs.forget)
    return Services(
        of_games=replace(own, lessons=lessons, help_service=help_service, privacy=privacy),
        games=games,
        interactions=interactions,
        what_ifs=what_ifs,
        orders=own.orders,
        views=own.views,
        order_autocomplete=OrderAutocomplete(games, own.views, games_at),
        clocks=own.clocks,
        absences=AbsenceService(games),
        lobbies=own.lobbies,
        finder=own.finder,
        draw_offers=own.draw_offers,
        custom_battles=CustomBattles(games, http),
        my_games=own.my_games,
        team=TeamService(games),
        predictions=own.predictions,
        preferences=own.preferences,
        privacy=privacy,
        moderation=own.moderation,
        moderation_autocomplete=ModerationAutocomplete(own.moderation),
        server_settings=ServerSettings(games),
        membership=GuildMembership(games, guild_ids),
        permissions=permissions,
        lost_permissions=lost_permissions,
        sharing=Sharing(games),
        dice_service=DiceService(games),
        lessons=lessons,
        lesson_threads=lesson_threads,
        help_service=help_service,
    )
