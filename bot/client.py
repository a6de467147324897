"""The Discord client: connects, makes commands known, greets servers, hands everything on."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot import buttons, mishap, reach
from bot.absence import Absence
from bot.alarm import Alarm
from bot.auditor import Auditor
from bot.boards import Boards
from bot.buttons import Pressed
from bot.calls import Calls
from bot.classrooms import Classrooms
from bot.cogs.command import CommandCog
from bot.cogs.dice import DiceCog
from bot.cogs.events import EventsCog
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
from bot.cogs.rights import RightsCog
from bot.cogs.server import ServerCog
from bot.cogs.share import ShareCog
from bot.cogs.team import TeamCog
from bot.cogs.time import TimeCog
from bot.cogs.whatif import WhatIfCog
from bot.cogs.write import WriteCog
from bot.completing import Completing
from bot.crier import Crier
from bot.desk import By, Desk
from bot.gallery import LARGEST, Gallery
from bot.gauges import Gauges
from bot.greeter import Greeter
from bot.helping import Helping
from bot.learning import Learning
from bot.line import Line
from bot.owed import Owed
from bot.page import Form, Page
from bot.painter import Painter
from bot.partner import Partner
from bot.places import Places
from bot.postman import Postman
from bot.preferences import Preferences
from bot.presses import ASKING, REPLACING
from bot.privacy import Privacy
from bot.reception import Reception
from bot.redeeming import Redeeming
from bot.rights import Rights
from bot.room import Room
from bot.rulings import Rulings
from bot.servers import Servers
from bot.sessions import Sessions
from bot.sharing import Sharing
from bot.steward import Steward
from bot.team import Team
from bot.tongue import Tongue
from bot.tree import Tree
from bot.uploads import Uploads
from bot.whatif.rooms import WhatIfs
from bot.wire import LONGEST_WAIT, Bell, Patience, Wire
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
    RightsCog,
    EventsCog,
)
FINISH_WITHIN = 10.0
"""Seconds for what is under way when the bot is stopped."""


class Grognard(Line):
    """The referee on Discord. `store` is open and stays so; `synced` remembers which commands are known,
    `cache` is a folder for what can be drawn again. `clock` tells the time, `steady` counts seconds, of
    which `calm` pass between two edits of a board; `sessions` counts how often it has connected, `owed`
    keeps the answers that are owed."""

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
        sessions: Sessions | None = None,
        owed: Owed | None = None,
        painter: Painter | None = None,
        patience: Patience = Patience(),  # noqa: B008 - nothing can change it
        **options: Any,
    ) -> None:
        self.wire = Wire(gauges := gauges or Gauges(), steady)
        super().__init__(
            gauges,
            sessions or Sessions(),
            steady,
            http_trace=self.wire.trace,
            max_ratelimit_timeout=LONGEST_WAIT,
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
        self.classrooms = Classrooms(self, patience)
        self.learning = Learning(self.desk, self.classrooms, self.clerk.opened)
        self.presses.learning = self.learning
        self.team = Team(self.desk)
        self.presses.helping = self.helping = Helping(self.tree, lambda by: self.at(by).desk)
        self.completing = Completing(self.desk, self.lookup, lambda by: self.at(by).desk)
        self.painter = painter or Painter(cache=cache)
        self.preferences = Preferences(self.desk)
        self.reception = Reception(
            Gallery(self.painter, gauges),
            clock,
            self.preferences.suited,
            gauges,
            owed,
            patience=patience,
        )
        self.redeeming = Redeeming(self.clerk, self.reception)
        sending, self.bell = self.get_partial_messageable, Bell()
        how = (patience, gauges, self.bell)
        self.rights = rights = Rights(self.desk, places := Places(self), gauges, steady)
        self.postman = Postman(
            self.desk,
            self.reception,
            sending,
            self.largest_file,
            self.language_in,
            rights,
            patience,
            self.bell,
        )
        self.calls = Calls(self.desk, sending, rights, *how)
        self.boards = Boards(self.desk, places, self.language_in, rights, calm, *how)
        self.reception.remark = rights.remarked
        rights.regained += [self.postman.wake_channel, self.calls.wake_channel, self.boards.wake_channel]
        self.postman.heard += [self.calls.wake, self.boards.wake]
        self.my_games = self.presses.my_games
        self.my_games.server = places.server
        self.steward, self.marshal = Steward(self.desk), self.presses.marshal
        self.uploads = Uploads(self.desk, self.http)
        self.rulings = Rulings(self.marshal)
        self.steward.heard.append(self.boards.wake_server)
        self.partner = Partner(self.desk, patience.pause, gauges)
        self.timing, self.absence = self.room.timing, Absence(self.desk)
        self.servers = Servers(self.desk, lambda: {guild.id for guild in self.guilds})
        self.alarm = Alarm(self.desk, steady, 5 * patience.pause, gauges, self.servers.absent)
        self.servers.heard.append(self.alarm.wake)
        self.desk.heard += [self.postman.wake, self.partner.wake, self.whatifs.heard, self.alarm.wake]
        self.desk.heard += [self.calls.wake, self.boards.wake]
        self.privacy = self.presses.privacy = Privacy(self.desk)
        self.privacy.forgotten.append(self.whatifs.forget)
        self.crier = Crier(self.tree, synced)
        self.greeter = Greeter(self, store, self.postman.wake)

    async def setup_hook(self) -> None:
        """Make buttons and commands known."""
        self.add_dynamic_items(*buttons.ITEMS)
        await self.tree.set_translator(Tongue())
        for cog in COGS:
            await self.add_cog(cog(self))
        await self.whatifs.load()
        await self.alarm.rise()
        await self.learning.load()
        await self.crier.cry()

    # --- what Discord tells ------------------------------------------------------------------------

    async def on_ready(self) -> None:
        """Go on where the last run stopped."""
        log.info("connected as %s, in %s servers", self.user, len(self.guilds))
        self.redeeming.start(self)
        self.bell.ring()
        self.postman.start()
        self.alarm.start()
        steps = [self.partner.wake_all, self.calls.start, self.boards.start, self.rights.start]
        steps += [self.greeter.greet_all, self.classrooms.sweep, self.painter.warm_up]
        every = (mishap.insist(step, self.gauges, "start", over=self.is_closed) for step in steps)
        await asyncio.gather(*every)

    async def on_disconnect(self) -> None:
        """Nobody can play."""
        self.alarm.pause()

    async def on_resumed(self) -> None:
        """Everybody can again."""
        self.alarm.start()
        self.bell.ring()

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Greet a new server."""
        await self._greet(guild)

    async def _greet(self, guild: discord.Guild) -> None:
        work = partial(self.greeter.greet, guild)
        await mishap.insist(work, self.gauges, "greeting", over=self.is_closed)

    async def on_guild_channel_create(self, channel: discord.abc.GuildChannel) -> None:
        """Greet a server that had no channel to write in."""
        await self._greet(channel.guild)

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
            if not buttons.known(interaction):
                await self.reception.refuse(interaction, "old_button")
        elif interaction.type not in discord.InteractionType:
            await self.reception.strange(interaction)

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

    async def close(self) -> None:
        """Take nothing more, finish what has begun, then go."""
        if self.is_closed():
            return
        await self.reception.finish(FINISH_WITHIN)
        await self.partner.close()
        await self.alarm.close()
        await self.crier.close()
        await self.rights.close()
        await self.boards.close()
        await self.calls.rounds.close()
        await self.postman.close()
        await self.painter.close()
        await super().close()


def _private(interaction: discord.Interaction[Any]) -> bool:
    """Whether it comes from a message that only this person sees."""
    if interaction.message is None or not interaction.message.flags.ephemeral:
        return False
    shown = interaction.message.interaction_metadata
    return shown is None or shown.user.id == interaction.user.id


def invitation(application: int) -> str:
    """The link that adds the bot to a server with exactly the permissions it needs."""
    return discord.utils.oauth_url(application, permissions=PERMISSIONS, scopes=SCOPES)
