"""A Discord look-alike on loopback: REST and gateway v10, a page to play on, hands for tests.

It knows Discord's protocol and nothing of the bot that talks to it.
"""

from sandbox.client.command_input import InvalidInput
from sandbox.client.person import NoAnswer, Person, Reply
from sandbox.client.visible_message import VisibleMessage
from sandbox.model.permissions import Permission
from sandbox.model.world import GuildPlan, PersonPlan, World
from sandbox.rest.faults import Fault
from sandbox.rest.rate_limits import RateLimits
from sandbox.server import Sandbox

__all__ = [
    "Fault",
    "GuildPlan",
    "InvalidInput",
    "NoAnswer",
    "Permission",
    "Person",
    "PersonPlan",
    "RateLimits",
    "Reply",
    "Sandbox",
    "VisibleMessage",
    "World",
]
