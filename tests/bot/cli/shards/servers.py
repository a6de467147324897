"""A world with one server for each shard."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sandbox.model.world import GuildPlan, World


def one_server_a_shard(servers: Mapping[str, Sequence[str]]) -> World:
    """Servers by name with their channels; the first belongs to shard 0 of as many as there are servers."""
    shards = len(servers)
    plans = (
        GuildPlan(name=name, channels=tuple(channels), id=str((shards * 10**9 + shard) << 22))
        for shard, (name, channels) in enumerate(servers.items())
    )
    return World(guilds=tuple(plans), joined=True)
