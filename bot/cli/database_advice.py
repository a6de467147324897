"""Advice to the host about database and disk errors."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from bot.i18n.catalogue import catalogue_for
from storage import DatabaseTrouble, backups

WHAT_TO_DO = {
    "in_use": "Another Grognard is running here ({holder}). Stop it, or choose another folder with --data"
    " (with PostgreSQL: another database with GROGNARD_DATABASE, or GROGNARD_SHARDS as the others have it).",
    "newer_schema": "Install the newer Grognard again, or restore the backup made before it was installed.",
    "old_schema": "Move the file away, or choose another folder with --data (with PostgreSQL: another"
    " database with GROGNARD_DATABASE).",
    "foreign_file": "Move that file away, or choose another folder with --data.",
    "damaged": "Restore a backup (the copies beside it), or move the file away to start afresh.",
    "faulty_games": "{detail}. Restore an older copy, or this one as it is with --with-faulty-games: all"
    " other games are in order.",
    "log_missing": "Return that file to the same folder. If it is lost for good, so are the latest entries:"
    " `grognard accept-loss` has the bot go on without them, `grognard restore` goes back to a backup.",
    "entries_lost": "The file ending in -wal was damaged or removed while the bot was down, or another"
    " database was put in its place. Return what was there before, if you have it. If not,"
    " `grognard accept-loss` has the bot go on without what was lost, `grognard restore` goes back to a"
    " backup.",
    "unwritable": "Give this user write permission there, or choose another folder with --data.",
    "disk_full": "Make room on that disk.",
    "disk_fails": "Check that disk; choose another folder with --data.",
    "busy": "Close the program that has it open, then try again.",
    "crowded": "Try again; if it lasts, look at what the database server waits for ({detail}).",
    "lost": "Start the database server, and check the address in GROGNARD_DATABASE and the network.",
    "in_doubt": "Start the database server again; the games show what was saved.",
    "rejected": "Check user and password in GROGNARD_DATABASE (or PGPASSWORD, ~/.pgpass), and pg_hba.conf.",
    "no_database": "Create it (createdb -T template0 -E UTF8 grognard), or change GROGNARD_DATABASE.",
    "foreign_tables": "Create a database for Grognard alone, and name it in GROGNARD_DATABASE.",
    "unfit": "Grognard needs PostgreSQL 13 or later and a database in UTF8 ({detail} was found).",
    "bad_address": "Write GROGNARD_DATABASE as postgresql://user:password@host/name; in a password, write"
    " characters such as @ : / # as %40 %3A %2F %23.",
    "no_driver": "Install the module asyncpg: .venv/bin/pip install asyncpg",
    "not_ours": "Nothing: the other process goes on with it.",
    "other_shards": "Give all processes the same number after the / in GROGNARD_SHARDS ({others} is in use,"
    " this one asks for {count}). To change it, stop all of them first.",
}

_PORTAL = "https://discord.com/developers/applications"
CLOSED = {
    4004: "Discord does not know this token. Copy it again from the Bot page of your application"
    f" ({_PORTAL}) into .env as DISCORD_TOKEN.",
    4010: "Discord refuses this shard. Look at GROGNARD_SHARDS, or start Grognard without a program that sets"
    " shards.",
    4011: "The bot is on more servers than its connections may serve (2,500 each). Set GROGNARD_SHARDS, or a"
    " larger number in it (the host's guide, Several processes).",
    4012: "Discord no longer supports this version of the gateway. Install a newer Grognard.",
    4013: "Discord does not know the intents of this program. Install a newer Grognard.",
    4014: "Discord does not allow this application the intents it needs. Check Privileged Gateway Intents"
    f" on the Bot page of your application ({_PORTAL}).",
}
"""Why Discord closes the connection for good, by close code, and what to do."""


def advice(trouble: DatabaseTrouble | OSError, copies: Path | None = None) -> str:
    """What is wrong and what to do, in a few lines; of lost entries also which of the copies in a folder has
    them."""
    if isinstance(trouble, OSError):
        return f"{trouble.filename}: {trouble.strerror}. {WHAT_TO_DO['unwritable']}"
    words = catalogue_for()
    what = words.get(f"trouble.{trouble.reason}", trouble.reason)
    todo = WHAT_TO_DO.get(trouble.reason, "")
    told = {name: trouble.facts.get(name, "") for name in ("detail", "count", "others")}
    todo = todo.format(holder=f"process {trouble.facts.get('holder') or '?'}", **told)
    lines = [f"{trouble.facts.get('path', '')}: {what}. {todo}".strip(), *_lost(trouble, copies)]
    return "\n".join(lines)


def _lost(trouble: DatabaseTrouble, copies: Path | None) -> Iterator[str]:
    """What was lost, and which copy has how much of it."""
    lost = trouble.facts.get("lost", ())
    if not isinstance(lost, tuple) or not trouble.facts.get("detail"):
        return
    yield f"Lost: {trouble.facts['detail']}."
    if copies is not None:
        held = backups.holding(copies, lost)
        yield from (f"{path} has game {game} up to entry {seq}." for path, game, seq in held)
        if lost and not held:
            yield f"No copy in {copies} has any of these entries."
