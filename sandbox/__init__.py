"""A Discord look-alike on loopback: REST and gateway v10, a page to play on, hands for tests.

It knows Discord's protocol and nothing of the bot that talks to it.
"""

from sandbox.faults import Fault
from sandbox.hand import NoAnswer, Person, Reply, Shown
from sandbox.pace import Pace
from sandbox.permissions import Permission
from sandbox.server import Sandbox
from sandbox.wording import Unsendable
from sandbox.world import GuildPlan, PersonPlan, World

__all__ = [
    "Fault",
    "GuildPlan",
    "NoAnswer",
    "Pace",
    "Permission",
    "Person",
    "PersonPlan",
    "Reply",
    "Sandbox",
    "Shown",
    "Unsendable",
    "World",
]
