"""Services through which people play and look: one set for the games themselves, one for each what-if."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Protocol

from bot.core.game_access import GameAccess
from bot.core.requests.actor import Actor
from bot.features.agreements.undo_by_consent import UndoRequests
from bot.features.batch_orders.service import BatchOrderService
from bot.features.game_view.service import TimeLines, ViewService, no_time_lines
from bot.features.history.explain_service import ExplainService
from bot.features.history.log_service import LogService
from bot.features.history.past_games import PastGames
from bot.features.leaders.service import LeaderService
from bot.features.lessons.open_lesson import OpenLesson
from bot.features.orders.selected_unit import SelectedUnit
from bot.features.orders.service import OrderService
from bot.features.secret_orders.service import SecretOrderService
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
class PlayServices:
    """The services around the games, or around one what-if, which `what_if` sends or ends."""

    games: GameAccess
    orders: OrderService
    views: ViewService
    selected_unit: SelectedUnit
    batch_orders: BatchOrderService
    secret_orders: SecretOrderService
    leaders: LeaderService
    log_service: LogService
    explanations: ExplainService
    open_lesson: OpenLesson
    what_if: WhatIfActions | None = None
    frame: Frame = unframed

    @property
    def curious(self) -> bool:
        """Whether nothing that is done with them counts: in a what-if."""
        return self.what_if is not None


def build_play_services(
    games: GameAccess,
    *,
    undo_requests: UndoRequests | None = None,
    time_lines: TimeLines = no_time_lines,
    past_games: PastGames | None = None,
    what_if: WhatIfActions | None = None,
    frame: Frame = unframed,
) -> PlayServices:
    """The services around games. `undo_requests` asks the other side where an undo is not free; `time_lines`
    says what a status says of clocks; `past_games` are those of a channel."""
    views, orders = ViewService(games, time_lines), OrderService(games, undo_requests)
    return PlayServices(
        games=games,
        orders=orders,
        views=views,
        selected_unit=SelectedUnit(orders),
        batch_orders=BatchOrderService(orders),
        secret_orders=SecretOrderService(orders),
        leaders=LeaderService(orders),
        log_service=LogService(games, past_games),
        explanations=ExplainService(games, views),
        open_lesson=OpenLesson(orders),
        what_if=what_if,
        frame=frame,
    )
