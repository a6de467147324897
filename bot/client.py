"""The Discord client: connects, syncs commands, greets servers, dispatches events."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Collection
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.beacon.client import BeaconClient
from bot.computer_player.thinking_process import ThinkingProcess
from bot.connection.command_sync import CommandSync
from bot.connection.discord_clock import DiscordClock
from bot.connection.gateway import GatewayClient, IdentifyBudget, SessionBudget
from bot.connection.guild_events import EventsCog, PermissionEventsCog
from bot.connection.lost_permissions import LostPermissions
from bot.connection.permissions import ChannelPermissions
from bot.connection.rest_guard import LONGEST_WAIT, RestGuard
from bot.connection.sessions.adopted_servers import adopt_servers
from bot.connection.sessions.prompt_connections import prompt_connector
from bot.connection.thread_cleanup import ThreadCleanup
from bot.connection.threads import GameThreads
from bot.connection.timeouts import Timeouts
from bot.connection.wake_signal import WakeSignal
from bot.connection.welcome import Welcome
from bot.core.game_service import GameService
from bot.feature import load_features
from bot.features.preferences.service import Preferences
from bot.i18n.catalogue import DEFAULT_LANGUAGE
from bot.i18n.command_translator import CommandTranslator
from bot.images.drawing_process import DrawingProcess
from bot.images.picture_cache import LARGEST, PictureCache
from bot.runtime import errors
from bot.runtime.fair_queue import FairQueue
from bot.runtime.metrics import Metrics
from bot.services import build_services
from bot.transport import components
from bot.transport.answer_after_restart import PendingAnswerJob
from bot.transport.command_tree import CheckedCommandTree
from bot.transport.component_handler import ComponentHandler
from bot.transport.component_router import ComponentRouter
from bot.transport.interactions import InteractionHandler
from bot.transport.pending_answers import PendingAnswers
from bot.workers.build import build_workers
from storage import MARGIN, Lease, Share, Store

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
FINISH_WITHIN = 10.0
"""Seconds for what is under way when the bot is stopped."""


class Grognard(GatewayClient):
    """The referee on Discord. `store` is open and stays so; `synced` remembers which commands are known,
    `cache` is a folder for what can be drawn again, `picture_memory` are bytes for the `DrawingProcess`,
    `game_memory` bytes for tables of games.
    `clock` tells the time, `steady` counts seconds, of which `calm` pass between two edits of a board; every
    `lock_step` seconds the computer player may lock secret orders, and after each report of a demonstration
    it waits `demo_pace` seconds; `sessions` counts how often it has connected, `owed` keeps the answers that
    are owed; public dice draw on `beacon`; the computer player thinks in `thinking`. With a `lease` it
    works at one shard, in processes that it shares with others."""

    def __init__(
        self,
        store: Store,
        *,
        synced: Path | None = None,
        cache: Path | None = None,
        picture_memory: int | None = None,
        game_memory: int | None = None,
        clock: Callable[[], datetime] = discord.utils.utcnow,
        steady: Callable[[], float] = time.monotonic,
        metrics: Metrics | None = None,
        calm: float = 2.0,
        lock_step: float = 5.0,
        demo_pace: float = 10.0,
        identify_budget: SessionBudget | None = None,
        pending_answers: PendingAnswers | None = None,
        drawing_process: DrawingProcess | None = None,
        thinking: ThinkingProcess | None = None,
        beacon: BeaconClient | None = None,
        timeouts: Timeouts = Timeouts(),  # noqa: B008 - nothing can change it
        lease: Lease | None = None,
        **options: Any,
    ) -> None:
        self.discord_clock = DiscordClock(clock, steady)
        if lease is not None:
            options.setdefault("connector", prompt_connector(MARGIN))
        self.rest_guard = RestGuard(metrics := metrics or Metrics(), steady, self.discord_clock)
        super().__init__(
            metrics,
            identify_budget or IdentifyBudget(),
            steady,
            http_trace=self.rest_guard.trace,
            max_ratelimit_timeout=LONGEST_WAIT,
            command_prefix=commands.when_mentioned,
            help_command=None,
            tree_cls=CheckedCommandTree,
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
        if lease is not None:
            self.only_while(lease)
        self._closing = False
        self._starting: set[asyncio.Task[None]] = set()
        beacon = beacon or BeaconClient()
        self.games = GameService(store, clock=clock, chain=beacon.chain, memory=game_memory)
        self.drawing_process = drawing_process or DrawingProcess(cache=cache, memory=picture_memory)
        self.thinking = thinking or ThinkingProcess()
        self.wake_signal = WakeSignal()
        permissions = ChannelPermissions(self)
        lost_permissions = LostPermissions(self.games, permissions, metrics, steady)
        preferences = Preferences(self.games)
        self.interactions = InteractionHandler(
            PictureCache(self.drawing_process, metrics),
            self.discord_clock,
            preferences.suited,
            metrics,
            pending_answers,
            timeouts=timeouts,
            remark=lost_permissions.with_remark,
            wants_words=preferences.wants_words,
        )
        threads = GameThreads(self, timeouts)
        self.thread_cleanup = ThreadCleanup(threads, store, metrics, clock, timeouts, self.is_closed)
        self.services = build_services(
            self.games,
            self.interactions,
            tree=self.tree,
            http=self.http,
            permissions=permissions,
            lost_permissions=lost_permissions,
            threads=threads,
            guild_ids=lambda: {guild.id for guild in self.guilds},
            thinking=self.thinking,
            drawing_process=self.drawing_process,
        )
        features = load_features()
        self._commands = tuple(command for feature in features for command in feature.commands)
        router = ComponentRouter(
            [feature.play_buttons for feature in features if feature.play_buttons is not None],
            [feature.buttons for feature in features if feature.buttons is not None],
            self.games,
            self.services.of_games,
            self.services.what_ifs,
        )
        self.component_handler = ComponentHandler(self.interactions, router, self.services.lessons)
        self.workers = build_workers(
            self.services,
            beacon=beacon,
            thinking=self.thinking,
            channel=self.get_partial_messageable,
            largest_file=self.largest_file,
            language_in=self.language_in,
            outbox_pages=[feature.outbox_pages for feature in features if feature.outbox_pages],
            calm=calm,
            lock_step=lock_step,
            demo_pace=demo_pace,
            steady=steady,
            metrics=metrics,
            timeouts=timeouts,
            wake_signal=self.wake_signal,
        )
        self.command_sync = CommandSync(self.tree, synced)
        self.welcome = Welcome(self, store, self.workers.outbox_sender.wake)
        self.pending_answer_job = PendingAnswerJob(store, self.services.orders, self.interactions)

    @property
    def share(self) -> Share:
        """The servers whose work it does."""
        return self.store.share

    @property
    def deadline_lag(self) -> float:
        """Seconds for which the oldest deadline has been due."""
        return self.workers.deadlines.lag.total_seconds()

    @property
    def picture_queues(self) -> Collection[FairQueue]:
        """The turns of its pictures, which several shards may have together."""
        return self.drawing_process.queues

    async def setup_hook(self) -> None:
        """Make buttons and commands known."""
        self.add_dynamic_items(*components.ITEMS)
        await self.tree.set_translator(CommandTranslator())
        await self.add_commands()
        services = self.services
        await self.add_cog(PermissionEventsCog(services.lost_permissions))
        await self.add_cog(EventsCog(self, services.membership, self.metrics))
        await services.what_ifs.load()
        await self.workers.deadlines.recover()
        await services.lessons.load()
        await self.command_sync.sync()

    async def add_commands(self) -> None:
        """Add the slash commands of all features to the tree."""
        for command in self._commands:
            await self.add_cog(command(self.services))

    # --- what Discord tells ------------------------------------------------------------------------

    async def on_ready(self) -> None:
        """Go on where the last run stopped."""
        if self._closing:
            return
        log.info("connected as %s, in %s servers", self.user, len(self.guilds))
        starting = asyncio.create_task(self._start_work(), name="start")
        self._starting.add(starting)
        starting.add_done_callback(self._starting.discard)
        await asyncio.gather(starting, return_exceptions=True)

    async def _start_work(self) -> None:
        self.pending_answer_job.start(self)
        self.wake_signal.set()
        self.workers.outbox_sender.start()
        self.workers.deadlines.start()
        if self.store.share.holds(None):
            self.workers.missing_results.start()
            self.workers.ratings.start()
        self.workers.matchmaker.start()
        steps = [
            self.workers.computer_player.wake_all,
            self.workers.turn_films.start,
            self.workers.turn_pings.start,
            self.workers.public_dice.start,
            self.workers.status_messages.start,
            self.workers.tournaments.start,
            self.services.lost_permissions.start,
        ]
        steps += [self.welcome.greet_all, self.thread_cleanup.start, self.drawing_process.warm_up]
        every = (
            errors.retry_forever(step, self.metrics, "start", over=lambda: self._closing) for step in steps
        )
        await asyncio.gather(*every)

    async def on_disconnect(self) -> None:
        """Stop the clocks: the connection is lost."""
        self.workers.deadlines.pause()

    async def on_resumed(self) -> None:
        """Restart the clocks: the connection is back."""
        if self._closing:
            return
        if not self.is_ready():  # another process has begun the session
            adopting = partial(adopt_servers, self, self.store.share.holds)
            await errors.retry_forever(adopting, self.metrics, "servers", over=lambda: self._closing)
            return
        self.workers.deadlines.start()
        self.wake_signal.set()

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Greet a new server."""
        await self._greet(guild)

    async def _greet(self, guild: discord.Guild) -> None:
        work = partial(self.welcome.greet, guild)
        await errors.retry_forever(work, self.metrics, "greeting", over=lambda: self._closing)

    async def on_guild_channel_create(self, channel: discord.abc.GuildChannel) -> None:
        """Greet a server that had no channel to post in."""
        await self._greet(channel.guild)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """End the games of a deleted channel, and drop it from the settings."""
        await self.games.channel_deleted(channel.id)
        await self.services.server_settings.gone(channel.guild.id, channel.id)

    async def on_guild_role_delete(self, role: discord.Role) -> None:
        """Drop a deleted role from the settings."""
        await self.services.server_settings.gone(role.guild.id, role.id)

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """End the game of a deleted thread."""
        await self.games.channel_deleted(payload.thread_id)
        await self.services.lessons.forget(payload.thread_id)

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Buttons that no handler answers: of another version, of another bot's message."""
        if interaction.type is discord.InteractionType.modal_submit:
            await self.component_handler.submitted(interaction)
        elif interaction.type is discord.InteractionType.component:
            if not components.known(interaction):
                await self.interactions.refuse(interaction, "old_button")
        elif interaction.type not in discord.InteractionType:
            await self.interactions.answer_unknown_kind(interaction)

    def language_in(self, channel: int, guild: int = 0) -> str:
        """The language of what is posted in a channel for everybody: its server's, unless it has its own."""
        if own := self.services.lessons.tongues.get(channel):
            return own
        server = getattr(self.get_channel(channel), "guild", None) or self.services.permissions.guild(guild)
        return str(server.preferred_locale) if isinstance(server, discord.Guild) else DEFAULT_LANGUAGE

    def largest_file(self, channel: int) -> int:
        """The bytes a file may have in a channel: boosted servers take more."""
        guild = getattr(self.get_channel(channel), "guild", None)
        return guild.filesize_limit if isinstance(guild, discord.Guild) else LARGEST

    async def close(self) -> None:
        """Take nothing more, finish what has begun, then go."""
        if self.is_closed():
            return
        self._closing = True
        await self.interactions.finish(FINISH_WITHIN)
        if starting := list(self._starting):
            for task in starting:
                task.cancel()
            await asyncio.wait(starting, timeout=FINISH_WITHIN)
        await self.thread_cleanup.close()
        await self.workers.heard.close()
        if self._lease is None:
            thinking_ends = asyncio.create_task(self.thinking.close())
        await self.workers.computer_player.close()
        await self.workers.deadlines.close()
        await self.workers.missing_results.close()
        await self.workers.ratings.close()
        await self.workers.matchmaker.close()
        await self.workers.public_dice.close()
        await self.workers.tournaments.close()
        await self.command_sync.close()
        await self.services.lost_permissions.close()
        await self.workers.status_messages.close()
        await self.workers.turn_films.rounds.close()
        await self.workers.turn_pings.rounds.close()
        await self.workers.outbox_sender.close()
        await self.workers.checked_games.close()
        if self._lease is None:
            await thinking_ends
            await self.drawing_process.close()
        await super().close()


def invitation(application: int) -> str:
    """The link that adds the bot to a server with exactly the permissions it needs."""
    return discord.utils.oauth_url(application, permissions=PERMISSIONS, scopes=SCOPES)
