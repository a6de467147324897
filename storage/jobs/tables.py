"""The tables of the queue: pgqueuer's own, and two of ours beside them, in a schema apart from the games.

They are made by the first process that wants them, not by a migration: nothing in them has to be kept. They
are unlogged, so that they cost no commit its wait for the disk, lie in no copy of the games, and are empty
after a crash of the server. A worker needs rights on this schema alone.

    pgqueuer    a row for each job that waits or is being done, until it is done
    results     what came of jobs, by the hash of what was asked
    workers     which processes do jobs, and when each was last heard of
"""

from __future__ import annotations

from typing import Any

from pgqueuer.adapters.drivers.asyncpg import AsyncpgDriver
from pgqueuer.adapters.persistence.qb import (
    DBSettings,
    Durability,
    QueryBuilderEnvironment,
    QueryQueueBuilder,
)
from pgqueuer.adapters.persistence.queries import Queries

SCHEMA = "grognard_jobs"
SETTINGS = DBSettings(db_schema=SCHEMA, durability=Durability.volatile)
CHANNEL = "grognard_jobs"
"""Where it is told that a job is done: its key, and a word."""
READY, FAILED = "ready", "failed"

KEPT = 900
"""Seconds for which results are kept."""
MOST_BYTES = 64_000_000
"""Bytes of all results; the oldest go first."""
LONGEST_WAIT = 120
"""Seconds after which a job that no one has taken is deleted."""
ALIVE = 6.0
"""Seconds for which a worker that was heard of counts as there."""
_LOCK = int.from_bytes(b"grogjobs", "big")
_ONE_AT_A_TIME = int.from_bytes(b"grogtidy", "big")

_OURS = f"""
CREATE UNLOGGED TABLE {SCHEMA}.results (
    key text PRIMARY KEY,
    body bytea NOT NULL,
    size bigint NOT NULL,
    made timestamptz NOT NULL DEFAULT now()
);
ALTER TABLE {SCHEMA}.results ALTER body SET STORAGE EXTERNAL;
CREATE INDEX results_made ON {SCHEMA}.results (made);
CREATE UNLOGGED TABLE {SCHEMA}.workers (
    id text PRIMARY KEY,
    kind text NOT NULL,
    seen timestamptz NOT NULL
);
"""
_IS_THERE = f"SELECT to_regclass('{SCHEMA}.workers') IS NOT NULL"

LOOK_UP = f"""SELECT (SELECT body FROM {SCHEMA}.results WHERE key = $1) AS body,
    EXISTS (SELECT FROM {SCHEMA}.workers WHERE kind = $2 AND seen > now() - interval '{ALIVE} s') AS there"""
"""The result of a job, and whether there is a worker of that kind."""
TAKE = f"DELETE FROM {SCHEMA}.results WHERE key = $1"
PUT = f"""WITH put AS (
        INSERT INTO {SCHEMA}.results (key, body, size) VALUES ($1::text, $2::bytea, length($2::bytea))
        ON CONFLICT DO NOTHING
    )
    SELECT pg_notify('{CHANNEL}', $1::text || ' {READY}')"""
TELL = f"SELECT pg_notify('{CHANNEL}', $1::text || ' ' || $2::text)"
HAS_RESULT = f"SELECT EXISTS (SELECT FROM {SCHEMA}.results WHERE key = $1)"
BEAT = f"""INSERT INTO {SCHEMA}.workers (id, kind, seen) VALUES ($1, $2, now())
    ON CONFLICT (id) DO UPDATE SET seen = now()"""
LEAVE = f"DELETE FROM {SCHEMA}.workers WHERE id = $1"
COUNT = f"""SELECT entrypoint AS kind, count(*) AS jobs, 0 AS workers FROM {SCHEMA}.pgqueuer GROUP BY 1
    UNION ALL SELECT kind, 0, count(*) FROM {SCHEMA}.workers
    WHERE seen > now() - interval '{ALIVE} s' GROUP BY 1"""
"""Jobs that wait or are being done, and workers, by kind."""
TIDY = f"""DO $$ BEGIN
    IF NOT pg_try_advisory_xact_lock({_ONE_AT_A_TIME}) THEN RETURN; END IF;
    DELETE FROM {SCHEMA}.results WHERE made < now() - interval '{KEPT} s' OR key IN (
        SELECT key FROM (SELECT key, sum(size) OVER (ORDER BY made DESC, key) AS so_far
            FROM {SCHEMA}.results) AS counted WHERE so_far > {MOST_BYTES});
    DELETE FROM {SCHEMA}.pgqueuer WHERE created < now() - interval '{LONGEST_WAIT} s';
    DELETE FROM {SCHEMA}.workers WHERE seen < now() - interval '{LONGEST_WAIT} s';
    DELETE FROM {SCHEMA}.pgqueuer_log WHERE created < now() - interval '{KEPT} s';
    DELETE FROM {SCHEMA}.pgqueuer_statistics WHERE created < now() - interval '{KEPT} s';
END $$"""
"""Delete what has had its time: one process at a time."""


def queries(line: Any) -> Queries:
    """What pgqueuer does over a connection of the driver, which takes one statement at a time."""
    return Queries(AsyncpgDriver(line), QueryBuilderEnvironment(SETTINGS), QueryQueueBuilder(SETTINGS))


async def are_there(line: Any) -> bool:
    """Whether the tables have been made."""
    return bool(await line.fetchval(_IS_THERE))


async def make(line: Any) -> None:
    """Make the tables, or bring those of an older version of pgqueuer up to this one."""
    await line.execute("SELECT pg_advisory_lock($1)", _LOCK)
    try:
        if not await are_there(line):
            async with line.transaction():
                await queries(line).install()
                await line.execute(_OURS)
        elif (await queries(line).plan_upgrade()).statements:
            await queries(line).apply_upgrade()
    finally:
        await line.execute("SELECT pg_advisory_unlock($1)", _LOCK)
