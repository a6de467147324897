"""The Discord client: connects, makes commands known, greets servers, hands everything on."""

from __future__ import annotations

import hashlib
import json
import logging
import time
from collections.abc import Awaitable, Callable
from datetime import datetime
from pathlib import Path
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot import buttons, reach
from bot.absence import Absence
from bot.alarm import Alarm
from bot.auditor import Auditor
from bot.boards import Boards
from bot.buttons import Pressed
from bot.calls import Calls
from bot.classrooms import Classrooms
from bot.cogs.command import CommandCog
from bot.cogs.dice import DiceCog
from bot.cogs.game import GameCog
from bot.cogs.games import GamesCog
from bot.cogs.help import HelpCog
from bot.cogs.history import HistoryCog
from bot.cogs.learn import LearnCog
from bot.cogs.lobby import LobbyCog
from bot.cogs.look import LookCog
from bot.cogs.marshal import MarshalCog
from bot.cogs.play import PlayCog
from bot.cogs.predictions import PredictionsCog
from bot.cogs.preferences import PreferencesCog
from bot.cogs.privacy import PrivacyCog
from bot.cogs.server import ServerCog
from bot.cogs.share import ShareCog
from bot.cogs.team import TeamCog
from bot.cogs.time import TimeCog
from bot.cogs.whatif import WhatIfCog
from bot.cogs.write import WriteCog
from bot.completing import Completing
from bot.desk import By, Desk
from bot.gallery import LARGEST, Gallery
from bot.gauges import Gauges
from bot.helping import Helping
from bot.learning import Learning
from bot.page import Form, Page
from bot.painter import Painter
from bot.partner import Partner
from bot.places import Places
from bot.postman import Postman
from bot.preferences import Preferences
from bot.presses import ASKING, REPLACING
from bot.privacy import Privacy
from bot.reception import Reception
from bot.room import Room
from bot.rulings import Rulings
from bot.sharing import Sharing
from bot.steward import Steward
from bot.team import Team
from bot.tongue import Tongue
from bot.whatif.rooms import WhatIfs
from bot.words import FIRST
from storage import Store

log = logging.getLogger(__name__)

# A referee does not speak: no word about voice libraries at every start.
discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False

PERMISSIONS = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    create_public_threads=True,
    create_private_threads=True,
    embed_links=True,
    attach_files=True,
    read_message_history=True,
    pin_messages=True,
)
"""What the bot needs, and nothing more."""
SCOPES = ("bot", "applications.commands")
COGS = (
    GameCog,
    LobbyCog,
    GamesCog,
    PlayCog,
    CommandCog,
    WriteCog,
    LookCog,
    DiceCog,
    WhatIfCog,
    LearnCog,
    TimeCog,
    HistoryCog,
    HelpCog,
    TeamCog,
    PredictionsCog,
    PreferencesCog,
    PrivacyCog,
    ServerCog,
    MarshalCog,
    ShareCog,
)
FIRST_CHANNELS = ("tutorial", "general")
WRITING = ("view_channel", "send_messages", "embed_links", "attach_files")
FINISH_WITHIN = 10.0
"""Seconds for what is under way when the bot is stopped."""


class Tree(app_commands.CommandTree["Grognard"]):
    """The slash commands. Whatever goes wrong is answered."""

    async def on_error(
        self, interaction: discord.Interaction[Any], error: app_commands.AppCommandError, /
    ) -> None:
        """Answer kindly, with a number by which the error is found in the log."""
        await self.client.reception.failed(interaction, error)


class Grognard(commands.Bot):
    """The referee on Discord. `store` is open and stays so; `synced` remembers which commands are known,
    `cache` is a folder for what can be drawn again. `clock` tells the time, `steady` counts seconds, of
    which `calm` pass between two edits of a board."""

    def __init__(
        self,
        store: Store,
        *,
        synced: Path | None = None,
        cache: Path | None = None,
        clock: Callable[[], datetime] = discord.utils.utcnow,
        steady: Callable[[], float] = time.monotonic,
        gauges: Gauges | None = None,
        calm: float = 2.0,
        **options: Any,
    ) -> None:
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            tree_cls=Tree,
            intents=discord.Intents(guilds=True),
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            allowed_mentions=discord.AllowedMentions.none(),
            allowed_contexts=app_commands.AppCommandContext(
                guild=True, dm_channel=False, private_channel=False
            ),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
            **options,
        )
        self.store = store
        self.desk = Desk(store, clock=clock)
        self.room = Room(self.desk)
        self.clerk, self.lookup, self.presses = self.room.clerk, self.room.lookup, self.room.presses
        self.finding, self.draws = self.presses.finding, self.presses.draws
        self.whatifs = WhatIfs(self.desk)
        self.auditor = Auditor(self.desk)
        self.sharing = Sharing(self.desk)
        self.classrooms = Classrooms(self)
        self.learning = Learning(self.desk, self.classrooms, self.clerk.opened)
        self.presses.learning = self.learning
        self.team = Team(self.desk)
        self.presses.helping = self.helping = Helping(self.tree, lambda by: self.at(by).desk)
        self.completing = Completing(self.desk, self.lookup, lambda by: self.at(by).desk)
        self.painter = Painter(cache=cache)
        self.gauges = gauges or Gauges()
        self.preferences = Preferences(self.desk)
        self.reception = Reception(
            Gallery(self.painter, self.gauges), clock, self.preferences.suited, self.gauges
        )
        self.postman = Postman(
            self.desk, self.reception, self.get_partial_messageable, self.largest_file, self.language_in
        )
        self.calls = Calls(self.desk, self.get_partial_messageable)
        self.boards = Boards(self.desk, places := Places(self), self.language_in, calm)
        self.postman.heard += [self.calls.wake, self.boards.wake]
        self.my_games = self.presses.my_games
        self.my_games.server = places.server
        self.steward, self.marshal = Steward(self.desk), self.presses.marshal
        self.rulings = Rulings(self.marshal)
        self.steward.heard.append(self.boards.wake_server)
        self.partner = Partner(self.desk)
        self.timing, self.absence = self.room.timing, Absence(self.desk)
        self.alarm = Alarm(self.desk, steady)
        self.desk.heard += [self.postman.wake, self.partner.wake, self.whatifs.heard, self.alarm.wake]
        self.desk.heard += [self.calls.wake, self.boards.wake]
        self.privacy = self.presses.privacy = Privacy(self.desk)
        self.privacy.forgotten.append(self.whatifs.forget)
        self._synced = synced

    async def setup_hook(self) -> None:
        """Make buttons and commands known."""
        self.add_dynamic_items(*buttons.ITEMS)
        await self.tree.set_translator(Tongue())
        for cog in COGS:
            await self.add_cog(cog(self))
        await self.whatifs.load()
        await self.alarm.rise()
        await self.learning.load()
        await self._sync()

    async def _sync(self) -> None:
        """Tell Discord the commands when they differ from what it was told last."""
        told = hashlib.sha256(json.dumps(await payload(self.tree), sort_keys=True).encode()).hexdigest()
        mark = f"{self.application_id} {discord.http.Route.BASE} {told}"
        if self._synced is not None and self._synced.exists() and self._synced.read_text() == mark:
            known = {c.name for c in await self.tree.fetch_commands()}
            if known == {c.name for c in self.tree.get_commands()}:
                return
        await self.tree.sync()
        if self._synced is not None:
            self._synced.write_text(mark)

    # --- what Discord tells ------------------------------------------------------------------------

    async def on_ready(self) -> None:
        """Go on where the last run stopped."""
        log.info("connected as %s, in %s servers", self.user, len(self.guilds))
        self.postman.start()
        self.alarm.start()
        await self.partner.wake_all()
        await self.calls.start()
        await self.boards.start()
        for guild in self.guilds:
            await self.greet(guild)
        await self.classrooms.sweep()
        await self.painter.warm_up()

    async def on_disconnect(self) -> None:
        """Nobody can play."""
        self.alarm.pause()

    async def on_resumed(self) -> None:
        """Everybody can again."""
        self.alarm.start()

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Greet a new server."""
        await self.greet(guild)

    async def on_guild_channel_create(self, channel: discord.abc.GuildChannel) -> None:
        """Greet a server that had no channel to write in."""
        await self.greet(channel.guild)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """A game cannot go on without its channel."""
        await self.desk.channel_gone(channel.id)
        await self.steward.gone(channel.guild.id, channel.id)

    async def on_guild_role_delete(self, role: discord.Role) -> None:
        """Nobody can hold it any more."""
        await self.steward.gone(role.guild.id, role.id)

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """Nor without its thread."""
        await self.desk.channel_gone(payload.thread_id)
        await self.learning.forget(payload.thread_id)

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Buttons that nobody else answers: of another version, of another bot's message."""
        if interaction.type is discord.InteractionType.modal_submit:
            await self.submitted(interaction)
        elif interaction.type is discord.InteractionType.component:
            data: Any = interaction.data or {}
            if not buttons.known(str(data.get("custom_id", ""))):
                await self.reception.refuse(interaction, "old_button")

    async def greet(self, guild: discord.Guild) -> None:
        """Welcome a server once, in the first channel where that is allowed."""
        if guild.unavailable or await self.store.guild_known(guild.id):
            return
        channel = first_channel(guild)
        if channel is None:
            log.info("server %s has no channel to write in", guild.id)
            return
        async with self.store.writing() as w:
            if await w.greet(guild.id):
                await w.post(game=None, channel=channel.id, kind="welcome", body={})
        self.postman.wake()

    # --- what people do ----------------------------------------------------------------------------

    def at(self, by: By) -> Room:
        """Where a typed order of somebody counts: in his what-if of that channel, else in the game."""
        return self.whatifs.at(by) or self.room

    async def play(
        self, interaction: discord.Interaction[Any], work: Callable[[Room, By], Awaitable[Page]]
    ) -> None:
        """Answer what is typed about a table, in the room where it counts."""

        async def answer(by: By) -> Page:
            room = self.at(by)
            return await room.shown(by, await work(room, by))

        await self.reception.serve(interaction, answer)

    async def pressed(self, interaction: discord.Interaction[Any], pressed: Pressed) -> None:
        """A button or a menu, of the game or of somebody's what-if."""

        async def work(by: By) -> Page:
            await reach.check(self.desk, by, pressed.game)
            return await self.whatifs.pressed(by, pressed) or await self.presses.answer(by, pressed)

        async def ask(by: By) -> Page | Form:
            await reach.check(self.desk, by, pressed.game)
            room = self.whatifs.of(by, -pressed.game) if pressed.game < 0 else self.room
            return await (room.presses.ask(by, pressed) if room else self.whatifs.gone(by))

        own = _private(interaction)
        if pressed.verb in ASKING:
            await self.reception.ask(interaction, ask, replacing=own)
        else:
            await self.reception.serve(interaction, work, replacing=own and pressed.verb in REPLACING)

    async def submitted(self, interaction: discord.Interaction[Any]) -> None:
        """A form was sent. Like buttons, forms are remembered by nobody: their id says all."""
        form = buttons.submitted(interaction)
        if form is None:
            await self.reception.refuse(interaction, "old_button")
        else:
            sent, text = form

            async def work(by: By) -> Page:
                if sent.game < 0:
                    return await self.whatifs.written(by, sent.game, text)
                await reach.check(self.desk, by, sent.game)
                return await self.room.secretary.written(by, sent.game, text)

            await self.reception.serve(interaction, work, replacing=_private(interaction))

    def language_in(self, channel: int, guild: int = 0) -> str:
        """The language of what is posted in a channel for everybody: its server's, unless it has its own."""
        if own := self.learning.tongues.get(channel):
            return own
        found = getattr(self.get_channel(channel), "guild", None) or self.get_guild(guild)
        return str(found.preferred_locale) if isinstance(found, discord.Guild) else FIRST

    def largest_file(self, channel: int) -> int:
        """The bytes a file may have in a channel: boosted servers take more."""
        guild = getattr(self.get_channel(channel), "guild", None)
        return guild.filesize_limit if isinstance(guild, discord.Guild) else LARGEST

    def dispatch(self, event_name: str, /, *args: Any, **kwargs: Any) -> None:
        """Hand an event on; none once the client is closed: discord.py may come round to "ready" then."""
        if not self.is_closed():
            super().dispatch(event_name, *args, **kwargs)

    async def close(self) -> None:
        """Take nothing more, finish what has begun, then go."""
        if self.is_closed():
            return
        await self.reception.finish(FINISH_WITHIN)
        await self.partner.close()
        await self.alarm.close()
        await self.boards.close()
        await self.calls.rounds.close()
        await self.postman.close()
        await self.painter.close()
        await super().close()


def _private(interaction: discord.Interaction[Any]) -> bool:
    """Whether it comes from a message that only this person sees."""
    return interaction.message is not None and interaction.message.flags.ephemeral


async def payload(tree: app_commands.CommandTree[Any]) -> list[dict[str, Any]]:
    """The commands as Discord is told them, in every language."""
    tongue = tree.translator or Tongue()
    return [await command.get_translated_payload(tree, tongue) for command in tree.get_commands()]


def first_channel(guild: discord.Guild) -> discord.TextChannel | None:
    """The text channel for the welcome: by its name, else the topmost; only where the bot may write."""
    able = [c for c in guild.text_channels if not missing(c, guild.me)]
    named = [c for name in FIRST_CHANNELS for c in able if c.name == name]
    return next(iter([*named, *able]), None)


def missing(channel: discord.abc.GuildChannel, me: discord.Member | None) -> list[str]:
    """The permissions that are missing to play in a channel."""
    if me is None:
        return []
    held = channel.permissions_for(me)
    return [name for name in WRITING if not getattr(held, name)]


def invitation(application: int) -> str:
    """The link that adds the bot to a server with exactly the permissions it needs."""
    return discord.utils.oauth_url(application, permissions=PERMISSIONS, scopes=SCOPES)
