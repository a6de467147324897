"""The host's settings: command line first, then the environment, then .env in the current folder."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path

import platformdirs

from bot.runtime.machine_memory import usable_memory

DATABASE = "grognard.db"
COMMANDS = "commands.sha256"
OWED = "owed"
TABLE = "table"
CACHE = "cache"
BACKUPS = "backups"
LEAST_PICTURES, LEAST_GAMES = 16_000_000, 4_000_000
"""Bytes below which every picture would be drawn from nothing, and every game read for each command."""
USUAL_PICTURES, MOST_PICTURES = 20_000_000, 200_000_000
"""Bytes for later pictures on a small machine and on a large one, where nothing else is said. More than that
makes none quicker."""
WITHOUT, SHARE = 640_000_000, 6
"""Bytes that all the rest takes at most; what a machine has beyond that is divided by SHARE."""

_LINE = re.compile(r"\s*(?:export\s+)?([A-Za-z_][A-Za-z0-9_]*)\s*=\s*(.*?)\s*")
_TOKEN = re.compile(r"[\w-]{18,}\.[\w-]{4,}\.[\w-]{20,}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The settings of one run.

    `address` is that of a database server, "" for a file. `token` is "" without Discord; `api` and
    `gateway` replace Discord's own addresses (a REST proxy).

    `data` is the folder with the games, `cache` one for files that can be drawn again, `backups` one for
    backups, made every `backup_every` (zero: never). `watch` is the address for health and metrics, "" for
    none; `log` is the format of the log. `picture_memory` are the bytes that the drawing process may keep for
    later pictures, `game_memory` those that the bot may keep for games.
    `thinking`: the computer player has a process of its own to think in. `relays` are addresses from which
    rounds of the beacon are read, () for the usual ones. `standby`: where another process uses the database,
    wait until it is gone. `shards`: which shards it takes where several processes share the database, "" for
    a process alone. `jobs`: pictures and the computer player's orders may be made by workers.
    """

    data: Path
    cache: Path
    address: str = field(default="", repr=False)
    token: str = ""
    api: str = ""
    gateway: str = ""
    backups: Path
    backup_every: timedelta = timedelta(days=1)
    watch: str = ""
    log: str = "text"
    picture_memory: int = USUAL_PICTURES
    game_memory: int | None = None
    thinking: bool = True
    relays: tuple[str, ...] = ()
    standby: bool = False
    shards: str = ""
    jobs: bool = False

    @property
    def database(self) -> Path | str:
        """The database file, or its address on a server."""
        return self.address or self.data / DATABASE

    @property
    def whereabouts(self) -> str:
        """Where games are kept, and how to change that, for the host."""
        if self.address:
            return f"Games are kept in PostgreSQL (GROGNARD_DATABASE), everything else in {self.data}."
        return (
            f"Games are kept in {self.data}. To keep them elsewhere: --data FOLDER,"
            " or GROGNARD_DATA=FOLDER in the environment or in .env."
        )

    @property
    def commands(self) -> Path:
        """The file with the hash of the commands last synced to Discord."""
        return self.data / COMMANDS

    @property
    def pending_answers(self) -> Path:
        """The file with the pending answers."""
        return self.data / OWED

    @property
    def table(self) -> Path:
        """The folder of the local Discord."""
        return self.data / TABLE


def read(
    data: Path | None = None, env: Mapping[str, str] | None = None, here: Path | None = None
) -> Settings:
    """The current settings. `data` is the command line option."""
    here = here or Path.cwd()
    known = {**read_file(here / ".env"), **(os.environ if env is None else env)}
    named = data or (Path(known["GROGNARD_DATA"]) if known.get("GROGNARD_DATA") else None)
    data_dir = (named or default_data(here)).expanduser().resolve()
    cache = Path(known["GROGNARD_CACHE"]) if known.get("GROGNARD_CACHE") else default_cache(data_dir)
    return Settings(
        data=data_dir,
        cache=cache.expanduser().resolve(),
        address=known.get("GROGNARD_DATABASE", "").strip(),
        token=known.get("DISCORD_TOKEN", "").strip(),
        api=known.get("GROGNARD_API", "").rstrip("/"),
        gateway=known.get("GROGNARD_GATEWAY", ""),
        backups=Path(known.get("GROGNARD_BACKUPS") or data_dir / BACKUPS).expanduser().resolve(),
        backup_every=_hours(known.get("GROGNARD_BACKUP_HOURS", "")),
        watch=known.get("GROGNARD_WATCH", "").strip(),
        log=known.get("GROGNARD_LOG", "").strip() or "text",
        picture_memory=_megabytes(known.get("GROGNARD_PICTURE_MEMORY", ""), LEAST_PICTURES)
        or for_pictures(usable_memory()),
        game_memory=_megabytes(known.get("GROGNARD_GAME_MEMORY", ""), LEAST_GAMES),
        thinking=known.get("GROGNARD_THINKING", "").strip().lower() not in ("0", "no", "off"),
        standby=known.get("GROGNARD_STANDBY", "").strip().lower() in ("1", "yes", "on"),
        shards=known.get("GROGNARD_SHARDS", "").strip(),
        jobs=known.get("GROGNARD_JOBS", "").strip().lower() in ("1", "yes", "on"),
        relays=tuple(known.get("GROGNARD_BEACON", "").replace(",", " ").split()),
    )


def for_pictures(memory: int | None) -> int:
    """The bytes for later pictures on a machine with so much memory (None: unknown)."""
    beyond = 0 if memory is None else memory - WITHOUT
    return max(USUAL_PICTURES, min(MOST_PICTURES, beyond // SHARE))


def _hours(text: str) -> timedelta:
    """A number of hours; one day if the text is not a number."""
    try:
        return timedelta(hours=max(0.0, float(text)))
    except (ValueError, OverflowError):
        return timedelta(days=1)


def _megabytes(text: str, least: int) -> int | None:
    """A number of megabytes, in bytes, at least `least`; None where the text is no number."""
    try:
        return max(least, round(float(text) * 1_000_000))
    except (ValueError, OverflowError):
        return None


def default_data(here: Path) -> Path:
    """`data` in a checkout of Grognard, otherwise the system's folder for application data."""
    if (here / "pyproject.toml").is_file() and (here / "bot" / "cli").is_dir():
        return here / "data"
    return _users_data()


def default_cache(data: Path) -> Path:
    """The system's cache folder; a subfolder of `data` if that is not in the default place."""
    if data == _users_data().resolve():
        return Path(platformdirs.user_cache_dir("grognard", appauthor=False))
    return data / CACHE


def _users_data() -> Path:
    asked = os.environ.get("XDG_DATA_HOME", "")
    if os.path.isabs(asked):  # as the standard has it; platformdirs heeds it on Linux only
        return Path(asked) / "grognard"
    return Path(platformdirs.user_data_dir("grognard", appauthor=False))


def read_file(path: Path) -> dict[str, str]:
    """NAME=value lines; # starts a comment, quotes around a value are dropped. Empty without a file."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError:
        return {}
    matches = (_LINE.fullmatch(line) for line in text.splitlines() if not line.lstrip().startswith("#"))
    return {line[1]: _value(line[2]) for line in matches if line}


def _value(text: str) -> str:
    if len(text) > 1 and text[0] == text[-1] and text[0] in "\"'":
        return text[1:-1]
    return text.split(" #")[0].strip()


def looks_like_token(token: str) -> bool:
    """Whether a text has the shape of a bot token: three parts with dots between."""
    return _TOKEN.fullmatch(token) is not None
