"""Interactions on their way to the bot: the payload, the clocks, and the failure a person sees."""

import asyncio
import secrets
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

from sandbox.gateway.broadcaster import Broadcaster
from sandbox.limits.messages import FILE_BYTES
from sandbox.messages.writer import owners
from sandbox.model import objects
from sandbox.model.records import Interaction
from sandbox.model.state import State

Json = dict[str, Any]

SLASH, COMPONENT, AUTOCOMPLETE, MODAL = 2, 3, 4, 5
NO_ANSWER = "The application did not respond"
REMEMBERED = 200
"""Payloads that can be delivered again."""


class InteractionDelivery:
    """Makes interactions and hands them to the gateway."""

    def __init__(self, state: State, broadcaster: Broadcaster, window: float, life: float) -> None:
        """`window`: seconds for the first answer; `life`: seconds an interaction's token lasts."""
        self.state = state
        self.broadcaster = broadcaster
        self.window = window
        self.life = life
        self.copies = 1
        """How often each interaction is delivered; tests of duplicate delivery set 2."""
        self.age = 0.0
        """Age in seconds of new interactions; for tests of late delivery."""
        self.amend: Callable[[Json], object] = lambda payload: None
        """Changes what is delivered, as no client of Discord's would."""
        self._sent: OrderedDict[str, tuple[Json, str | None]] = OrderedDict()
        self._timers: dict[str, asyncio.TimerHandle] = {}

    def deliver(
        self,
        kind: int,
        data: Json,
        channel: Json,
        user: str,
        *,
        name: str,
        nonce: Any = None,
        source: Json | None = None,
        trigger: str | None = None,
    ) -> Interaction:
        """Send an interaction to the bot; `source` is the message it comes from."""
        interaction = Interaction(
            id=self.state.new_id.before(self.age) if self.age else self.state.new_id(),
            token=secrets.token_urlsafe(48),
            type=kind,
            name=name,
            channel=channel["id"],
            user=user,
            created=self.state.clock() - self.age,
            source=None if source is None else source["id"],
            trigger=trigger,
            nonce=nonce,
        )
        payload = self._payload(interaction, data, channel, user, source)
        self.amend(payload)
        self._sent[interaction.id] = payload, channel.get("guild_id")
        while len(self._sent) > REMEMBERED:
            self._sent.popitem(last=False)
        self.state.records.save_interaction(interaction)
        for _ in range(self.copies):
            self.redeliver(interaction)
        timer = asyncio.get_running_loop().call_later(self.window, self._too_late, interaction)
        self._timers[interaction.id] = timer
        return interaction

    def redeliver(self, interaction: Interaction) -> None:
        """Send it to the bot, again if it was sent before."""
        delivered = self.broadcaster.gateway.dispatch("INTERACTION_CREATE", *self._sent[interaction.id])
        interaction.delivered = interaction.delivered or delivered
        interaction.live = interaction.live or (delivered and not self.is_late(interaction))
        self.state.records.save_interaction(interaction)

    def stop(self) -> None:
        """Forget the clocks."""
        for timer in self._timers.values():
            timer.cancel()

    def is_late(self, interaction: Interaction) -> bool:
        """Whether the first answer comes too late."""
        return self.state.clock() - interaction.created > self.window

    def is_expired(self, interaction: Interaction) -> bool:
        """Whether the token is no longer good."""
        return self.state.clock() - interaction.created > self.life

    def is_open(self, interaction: Interaction) -> bool:
        """Whether the bot can still give its first answer."""
        return interaction.acknowledged is None and not self.is_late(interaction)

    def _too_late(self, interaction: Interaction) -> None:
        del self._timers[interaction.id]
        if interaction.acknowledged is None and interaction.type != AUTOCOMPLETE:
            self.broadcaster.failed(interaction, NO_ANSWER)
        self.broadcaster.wake()

    def _payload(
        self, interaction: Interaction, data: Json, channel: Json, user: str, source: Json | None
    ) -> Json:
        about = self.state.records.meta.get(f"person:{user}", {})
        rights = self.state.permissions_in(user, channel)
        payload: Json = {
            "id": interaction.id,
            "application_id": self.state.bot["id"],
            "type": interaction.type,
            "data": data,
            "token": interaction.token,
            "version": 1,
            "channel_id": channel["id"],
            "channel": channel | {"permissions": str(int(rights))},
            "locale": about.get("locale", "en-US"),
            "app_permissions": str(int(self.state.permissions_in(self.state.bot["id"], channel))),
            "entitlements": [],
            "entitlement_sku_ids": [],
            "attachment_size_limit": FILE_BYTES,
            "authorizing_integration_owners": owners(self.state, channel["id"]),
        }
        if source is not None:
            payload["message"] = source
        guild = channel.get("guild_id")
        if guild is None:
            context = 1 if channel["type"] == objects.DM else 2
            return payload | {"user": self.state.records.users[user], "context": context}
        server = self.state.guild(guild)
        return payload | {
            "guild_id": guild,
            "guild": {"id": guild, "locale": server["preferred_locale"], "features": server["features"]},
            "guild_locale": server["preferred_locale"],
            "context": 0,
            "member": self.state.member(guild, user) | {"permissions": str(int(rights))},
        }
