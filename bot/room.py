"""Everything that obeys orders at one desk: the game's own desk, or that of somebody's what-if."""

from __future__ import annotations

from bot.clerk import Clerk
from bot.commander import Commander
from bot.desk import By, Desk
from bot.hand import Hand
from bot.historian import Historian
from bot.lookup import Lookup
from bot.page import Page
from bot.planner import Planner
from bot.presses import Presses
from bot.reasons import Reasons
from bot.secretary import Secretary
from bot.timing import Timing


class Room:
    """A desk and those who work at it."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.clerk = Clerk(desk)
        self.lookup = Lookup(desk)
        self.hand = Hand(self.clerk)
        self.secretary = Secretary(self.clerk)
        self.planner = Planner(self.clerk)
        self.commander = Commander(self.clerk)
        self.timing = Timing(desk)
        self.historian = Historian(desk)
        self.reasons = Reasons(desk, self.lookup)
        self.presses = Presses(
            self.clerk, self.hand, self.planner, self.lookup, self.secretary, self.commander, self.timing
        )

    async def shown(self, by: By, page: Page) -> Page:
        """A page as it leaves the room."""
        return page
