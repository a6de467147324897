"""Services that work on games: one set for the games themselves, one for each what-if."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Protocol

from bot.core.game_service import Actor, GameService
from bot.features.agreements.draw import DrawOffers
from bot.features.agreements.undo import UndoRequests
from bot.features.batch_orders.service import BatchOrderService
from bot.features.game_view.service import ViewService
from bot.features.help.service import HelpService
from bot.features.history.explain_service import ExplainService
from bot.features.history.log_service import LogService
from bot.features.leaders.service import LeaderService
from bot.features.lessons.open_lesson import OpenLesson
from bot.features.lessons.service import LessonService
from bot.features.lobby.finder import GameFinder
from bot.features.lobby.service import LobbyService
from bot.features.moderation.service import ModerationService
from bot.features.my_games.service import MyGames
from bot.features.orders.selected_unit import SelectedUnit
from bot.features.orders.service import OrderService
from bot.features.predictions.service import Predictions
from bot.features.preferences.service import Preferences
from bot.features.privacy.service import Privacy
from bot.features.secret_orders.service import SecretOrderService
from bot.features.time_control.service import ClockService
from bot.ui.page import Page

Frame = Callable[[Actor, Page], Awaitable[Page]]
"""What every page of a what-if passes through, so that it says it is one."""


class WhatIfActions(Protocol):
    """What the buttons of a what-if do with it."""

    async def send(self, actor: Actor) -> Page:
        """Give its orders to the game."""

    async def end(self, actor: Actor) -> Page:
        """Discard it."""


async def unframed(actor: Actor, page: Page) -> Page:
    """The page as it is."""
    return page


@dataclass(frozen=True, slots=True, kw_only=True)
class GameServices:
    """The services around one game service. In a what-if there are no lessons, help or privacy, and `what_if`
    sends or ends it."""

    games: GameService
    orders: OrderService
    views: ViewService
    selected_unit: SelectedUnit
    batch_orders: BatchOrderService
    secret_orders: SecretOrderService
    leaders: LeaderService
    clocks: ClockService
    log_service: LogService
    explanations: ExplainService
    predictions: Predictions
    my_games: MyGames
    lobbies: LobbyService
    finder: GameFinder
    open_lesson: OpenLesson
    undo_requests: UndoRequests
    draw_offers: DrawOffers
    preferences: Preferences
    moderation: ModerationService
    lessons: LessonService | None = None
    help_service: HelpService | None = None
    privacy: Privacy | None = None
    what_if: WhatIfActions | None = None
    frame: Frame = unframed


def build_game_services(
    games: GameService,
    *,
    server_name: Callable[[int], str] = str,
    what_if: WhatIfActions | None = None,
    frame: Frame = unframed,
) -> GameServices:
    """The services around one game service, without lessons, help and privacy."""
    undo_requests, views = UndoRequests(games), ViewService(games)
    orders = OrderService(games, undo_requests)
    return GameServices(
        games=games,
        orders=orders,
        views=views,
        selected_unit=SelectedUnit(orders),
        batch_orders=BatchOrderService(orders),
        secret_orders=SecretOrderService(orders),
        leaders=LeaderService(orders),
        clocks=ClockService(games),
        log_service=LogService(games),
        explanations=ExplainService(games, views),
        predictions=Predictions(games),
        my_games=MyGames(games, server_name),
        lobbies=LobbyService(games, orders),
        finder=GameFinder(games),
        open_lesson=OpenLesson(orders),
        undo_requests=undo_requests,
        draw_offers=DrawOffers(games),
        preferences=Preferences(games),
        moderation=ModerationService(games),
        what_if=what_if,
        frame=frame,
    )
