"""Everything the sandbox stores, in memory and, where it has a folder, change by change in one SQLite file.

Records are JSON documents by kind and id. Files of messages lie beside the database, one a file.
"""

import json
import sqlite3
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

Json = dict[str, Any]


@dataclass(slots=True, kw_only=True)
class Post:
    """A message as Discord shows it, with Discord's hidden data about it."""

    message: Json
    viewer: str | None = None
    """The one person who sees it, when it is ephemeral."""
    interaction: str | None = None
    """The interaction whose token may change it."""
    files: list[Json] = field(default_factory=list)
    """All attachments, with those an embed shows (they are not in message["attachments"])."""
    dismissed: bool = False
    nonce: str | None = None
    reactors: dict[str, list[str]] = field(default_factory=dict)
    """Who reacted, by emoji."""

    @property
    def id(self) -> str:
        """The message's id."""
        return str(self.message["id"])

    @property
    def channel(self) -> str:
        """The id of the channel it stands in."""
        return str(self.message["channel_id"])


@dataclass(slots=True, kw_only=True)
class Interaction:
    """One use of a command, button, select or modal, and what the bot did with it."""

    id: str
    token: str
    type: int
    name: str
    """The full command name, or the custom_id."""
    channel: str
    user: str
    created: float
    delivered: bool = False
    live: bool = False
    """A bot was connected while there was still time to answer."""
    acknowledged: int | None = None
    """The callback's type."""
    original: str | None = None
    """The message @original stands for."""
    source: str | None = None
    """The message whose component was used."""
    trigger: str | None = None
    """The interaction whose modal was submitted."""
    modal: Json | None = None
    choices: list[Json] | None = None
    followups: list[str] = field(default_factory=list)
    effects: int = 0
    """How many visible things the bot did through this interaction."""
    nonce: Any = None


class Records:
    """Users, guilds, channels, commands, messages and interactions by id."""

    def __init__(self, directory: Path | None) -> None:
        """Open, or make, the records in `directory`; None keeps them in memory only."""
        self.directory = directory
        self.disk = None if directory is None else _opened(directory)
        self.meta: dict[str, Json] = dict(self._load("meta"))
        self.users: dict[str, Json] = dict(self._load("user"))
        self.guilds: dict[str, Json] = dict(self._load("guild"))
        self.channels: dict[str, Json] = dict(self._load("channel"))
        self.commands: dict[str, Json] = dict(self._load("command"))
        self.posts = {key: Post(**body) for key, body in self._load("post")}
        self.interactions = {key: Interaction(**body) for key, body in self._load("interaction")}
        self.by_token = {i.token: i for i in self.interactions.values()}
        self.blobs: dict[str, bytes] = {}
        self._by_channel: dict[str, list[str]] = {}
        for post in self.posts.values():
            self._by_channel.setdefault(post.channel, []).append(post.id)

    def close(self) -> None:
        """Close the file."""
        if self.disk is not None:
            self.disk.close()

    def newest(self) -> int:
        """The greatest id in use, 0 when there is none."""
        kinds = (self.users, self.guilds, self.channels, self.commands, self.posts, self.interactions)
        ids = [int(key) for kind in kinds for key in kind]
        files = [int(f["id"]) for post in self.posts.values() for f in post.files]
        return max([0, *ids, *files])

    def save(self, kind: str, key: str, body: Json) -> None:
        """Remember a document of kind meta, user, guild, channel or command."""
        shelf: dict[str, Json] = getattr(self, KINDS[kind])
        shelf[key] = body
        self._write(kind, key, body)

    def delete(self, kind: str, key: str) -> None:
        """Forget a document."""
        shelf: dict[str, Any] = getattr(self, KINDS[kind])
        shelf.pop(key, None)
        if self.disk is not None:
            self.disk.execute("DELETE FROM records WHERE kind = ? AND id = ?", (kind, key))

    def save_post(self, post: Post) -> None:
        """Remember a message, new or changed."""
        if post.id not in self.posts:
            self._by_channel.setdefault(post.channel, []).append(post.id)
        self.posts[post.id] = post
        self._write("post", post.id, post)

    def delete_post(self, post: Post) -> None:
        """Forget a message."""
        if post.id in self.posts:
            self._by_channel[post.channel].remove(post.id)
            self.delete("post", post.id)

    def save_interaction(self, interaction: Interaction) -> None:
        """Remember an interaction, new or changed."""
        self.interactions[interaction.id] = interaction
        self.by_token[interaction.token] = interaction
        self._write("interaction", interaction.id, interaction)

    def in_channel(self, channel: str) -> Iterator[Post]:
        """The messages of a channel, oldest first."""
        return (self.posts[key] for key in self._by_channel.get(channel, ()))

    def save_file(self, key: str, content: bytes) -> None:
        """Remember an attachment's bytes under its id."""
        if self.directory is None:
            self.blobs[key] = content
        else:
            (self.directory / "files" / key).write_bytes(content)

    def file(self, key: str) -> bytes | None:
        """An attachment's bytes; None when there is no such file."""
        if self.directory is None:
            return self.blobs.get(key)
        path = self.directory / "files" / key
        return path.read_bytes() if key.isdigit() and path.is_file() else None

    def _load(self, kind: str) -> Iterator[tuple[str, Json]]:
        if self.disk is None:
            return iter(())
        rows = self.disk.execute("SELECT id, body FROM records WHERE kind = ? ORDER BY rowid", (kind,))
        return ((key, json.loads(body)) for key, body in rows.fetchall())

    def _write(self, kind: str, key: str, body: Json | Post | Interaction) -> None:
        if self.disk is None:
            return
        document = body if isinstance(body, dict) else asdict(body)
        self.disk.execute(
            "INSERT INTO records VALUES (?, ?, ?) ON CONFLICT (kind, id) DO UPDATE SET body = excluded.body",
            (kind, key, json.dumps(document)),
        )


def _opened(directory: Path) -> sqlite3.Connection:
    (directory / "files").mkdir(parents=True, exist_ok=True)
    disk = sqlite3.connect(str(directory / "sandbox.sqlite3"), isolation_level=None)
    disk.execute("PRAGMA journal_mode=WAL")
    disk.execute("PRAGMA synchronous=NORMAL")
    disk.execute("CREATE TABLE IF NOT EXISTS records (kind TEXT, id TEXT, body TEXT, PRIMARY KEY (kind, id))")
    return disk


KINDS = {
    "meta": "meta",
    "user": "users",
    "guild": "guilds",
    "channel": "channels",
    "command": "commands",
    "post": "posts",
    "interaction": "interactions",
}
