"""The initial content of a sandbox. Data only."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from sandbox.model import permissions
from sandbox.model.permissions import Permission

TOKEN = "SANDBOX.LOCAL.TOKEN"
GUILD = "server"
"""How the guilds are called where languages are given by name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonPlan:
    """A person who can use the page. `colour` is #rrggbb, `role` one of ROLES."""

    name: str
    role: str = "player"
    colour: str = "#5865f2"
    locale: str = "en-US"
    guilds: tuple[str, ...] | None = None
    """Names of the guilds this person is a member of; None: all of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GuildPlan:
    """A guild, its text channels in order, and the language its people prefer."""

    name: str
    channels: tuple[str, ...]
    locale: str = "en-US"
    id: str = ""
    """Its id, which says of which shard it is; "": a new one."""


ROLES: dict[str, Permission] = {
    "player": permissions.EVERYONE,
    "spectator": permissions.EVERYONE,
    "moderator": permissions.MODERATOR,
}

TABLE = GuildPlan(name="The local table", channels=("tutorial", "battle", "parlour"))

PEOPLE = (
    PersonPlan(name="Anna", colour="#c0392b"),
    PersonPlan(name="Bruno", colour="#2471a3"),
    PersonPlan(name="Clara", role="spectator", colour="#7d8b3a"),
    PersonPlan(name="Marshal", role="moderator", colour="#8e44ad"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class World:
    """Guilds, people and the bot. Guilds, channels and people are known again by their names."""

    guilds: tuple[GuildPlan, ...] = (TABLE,)
    people: tuple[PersonPlan, ...] = PEOPLE
    bot_name: str = "Referee"
    bot_permissions: Permission = field(default=permissions.BOT)
    token: str = TOKEN
    joined: bool = False
    """True: the bot is a member from the start. False: it meets the guilds as newly joined."""

    def with_locales(self, locales: Mapping[str, str]) -> "World":
        """The same world with people who speak these languages, by name; GUILD is for the guilds."""
        people = tuple(replace(p, locale=locales.get(p.name, p.locale)) for p in self.people)
        guilds = tuple(replace(g, locale=locales.get(GUILD, g.locale)) for g in self.guilds)
        return replace(self, people=people, guilds=guilds)
