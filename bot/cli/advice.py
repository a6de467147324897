"""What a host can do about trouble with the database or the disk."""

from __future__ import annotations

from bot.words import speak
from storage import DatabaseTrouble

WHAT_TO_DO = {
    "in_use": "Another Grognard is running here ({holder}). Stop it, or choose another folder with --data"
    " (with PostgreSQL: another database with GROGNARD_DATABASE).",
    "newer_schema": "Install the newer Grognard again, or restore the backup made before it was installed.",
    "foreign_file": "Move that file away, or choose another folder with --data.",
    "damaged": "Restore a backup (the copies beside it), or move the file away to begin anew.",
    "log_missing": "Put that file back beside it. Is it lost for good, so is what was written last:"
    " delete the file that ends in -shm to go on without, or restore a backup.",
    "unwritable": "Give this user the right to write there, or choose another folder with --data.",
    "disk_full": "Make room on that disk.",
    "disk_fails": "Check that disk; choose another folder with --data.",
    "busy": "Close the program that has it open, then try again.",
    "lost": "Start the database server, and check the address in GROGNARD_DATABASE and the network.",
    "in_doubt": "Start the database server again; games show what was written.",
    "rejected": "Check user and password in GROGNARD_DATABASE (or PGPASSWORD, ~/.pgpass), and pg_hba.conf.",
    "no_database": "Make it (createdb -T template0 -E UTF8 grognard), or name another in GROGNARD_DATABASE.",
    "foreign_tables": "Make a database for Grognard alone, and name it with GROGNARD_DATABASE.",
    "unfit": "Grognard needs PostgreSQL 13 or later and a database in UTF8 ({found} was found).",
    "bad_address": "Write GROGNARD_DATABASE as postgresql://user:password@host/name; in a password, write"
    " signs such as @ : / # as %40 %3A %2F %23.",
    "no_driver": "Install the module asyncpg: .venv/bin/pip install asyncpg",
}

_PORTAL = "https://discord.com/developers/applications"
CLOSED = {
    4004: "Discord does not know this token. Copy it again from the Bot page of your application"
    f" ({_PORTAL}) into .env as DISCORD_TOKEN.",
    4010: "Discord refuses this shard. Grognard needs none: start it without a program that sets shards.",
    4011: "The bot is on more servers than one connection may serve (2,500). Take it off some of them.",
    4012: "This program speaks a version of the gateway that Discord has given up. Install a newer one.",
    4013: "Discord does not know what this program asks to be told. Install a newer Grognard.",
    4014: "Discord does not let this application be told of servers. Look at Privileged Gateway Intents"
    f" on the Bot page of your application ({_PORTAL}).",
}
"""Why Discord closes the connection for good, by the code of the close, and what to do."""


def advice(trouble: DatabaseTrouble | OSError) -> str:
    """What is wrong and what to do, in a few lines."""
    if isinstance(trouble, OSError):
        return f"{trouble.filename}: {trouble.strerror}. {WHAT_TO_DO['unwritable']}"
    words = speak()
    what = words.get(f"trouble.{trouble.reason}", trouble.reason)
    todo = WHAT_TO_DO.get(trouble.reason, "")
    todo = todo.format(
        holder=f"process {trouble.facts.get('holder') or '?'}", found=trouble.facts.get("found", "")
    )
    return f"{trouble.facts.get('path', '')}: {what}. {todo}".strip()
