"""Which servers are of which share, and how long a lease is certain. Without a database of games."""

from __future__ import annotations

import pytest
from sqlalchemy import create_engine, literal, select

from storage import Share
from storage.processes.leases import MARGIN, TERM, Lease, LeaseInDoubt, shard_of

GUILDS = (0, 1, (1 << 22) - 1, 1 << 22, (5 << 22) + 3, 300_000_000_000_000_001)


@pytest.mark.parametrize("guild", GUILDS)
def test_a_server_is_of_the_shard_that_discord_counts_here_and_in_queries(guild: int) -> None:
    holders = [shard for shard in range(4) if Share(shard=shard, count=4).holds(guild)]

    assert holders == [(guild >> 22) % 4]
    with create_engine("sqlite://").connect() as connection:
        assert connection.execute(select(shard_of(literal(guild), 4))).scalar_one() == holders[0]


def test_what_belongs_to_no_server_is_of_the_first_share() -> None:
    assert [Share(shard=shard, count=3).holds(None) for shard in range(3)] == [True, False, False]


def test_a_lease_is_certain_until_a_while_before_its_end_and_not_once_it_is_lost() -> None:
    now = 100.0
    lease = Lease(Share(shard=1, count=2), "me", 1, steady=lambda: now)
    assert not lease.certain
    lease.renewed(now)
    now = 100.0 + TERM - MARGIN - 0.001
    assert lease.certain
    now = 100.0 + TERM - MARGIN
    with pytest.raises(LeaseInDoubt):
        lease.check()
    lease.renewed(now)
    assert lease.certain
    lease.lost = True
    with pytest.raises(LeaseInDoubt):
        lease.check()
