"""A message as a person sees it, for tests: its texts, pictures, buttons and menus, wherever they stand.

What is asked of it is answered alike for a classic message (content, embeds, rows) and for a card
(components version 2).
"""

from typing import Any

from sandbox.limits.components import BUTTON, CONTAINER, ROW, SELECTS, TEXT, THUMBNAIL, walk
from sandbox.limits.messages import LAYOUT
from sandbox.model.records import Post
from sandbox.model.state import EPHEMERAL
from sandbox.simulation import Simulation

Json = dict[str, Any]


class VisibleMessage:
    """A message as it stands now; when it is gone, as it last stood."""

    def __init__(self, sandbox: Simulation, post: Post) -> None:
        self._sandbox = sandbox
        self._last = post
        self.id = post.id

    def __repr__(self) -> str:
        return f"<VisibleMessage {self.id} {self.words[:60]!r}>"

    @property
    def post(self) -> Post:
        """The record behind it."""
        self._last = self._sandbox.state.records.posts.get(self.id, self._last)
        return self._last

    @property
    def json(self) -> Json:
        """The message in Discord's own shape."""
        return self.post.message

    @property
    def gone(self) -> bool:
        """Whether it was deleted or dismissed."""
        return self.id not in self._sandbox.state.records.posts or self.post.dismissed

    @property
    def channel(self) -> str:
        """The channel's id."""
        return self.post.channel

    @property
    def text(self) -> str:
        """The content; of a card, all its texts, a line each."""
        texts = [str(c["content"]) for c in self.components if c["type"] == TEXT]
        return str(self.json["content"]) or "\n".join(texts)

    @property
    def embeds(self) -> list[Json]:
        """The embeds, in Discord's shape."""
        embeds: list[Json] = self.json["embeds"]
        return embeds

    @property
    def components(self) -> list[Json]:
        """All components, flat: rows and containers, then what is in them."""
        return [component for _, component in walk(self.json["components"])]

    @property
    def buttons(self) -> list[Json]:
        """The buttons."""
        return [c for c in self.components if c["type"] == BUTTON]

    @property
    def labels(self) -> list[str]:
        """What is written on the buttons."""
        return [str(b.get("label", "")) for b in self.buttons]

    @property
    def selects(self) -> list[Json]:
        """The select menus."""
        return [c for c in self.components if c["type"] in SELECTS]

    @property
    def rows(self) -> list[list[Json]]:
        """The rows of buttons and menus, those in containers too, top down."""
        return [c["components"] for c in self.components if c["type"] == ROW]

    @property
    def attachments(self) -> list[Json]:
        """All files of the message, those as well that an embed or a card shows."""
        return self.post.files

    @property
    def ephemeral(self) -> bool:
        """Whether only one person sees it."""
        return bool(self.json["flags"] & EPHEMERAL)

    @property
    def words(self) -> str:
        """All its text: content, embeds and text displays, a line each."""
        lines = [self.text]
        for embed in self.embeds:
            fields = [part for f in embed.get("fields", ()) for part in (f["name"], f["value"])]
            texts = [embed.get("title"), embed.get("description"), *fields]
            texts += [
                (embed.get(key) or {}).get(name) for key, name in (("author", "name"), ("footer", "text"))
            ]
            lines += [t for t in texts if t]
        return "\n".join(line for line in lines if line)

    @property
    def titles(self) -> list[str]:
        """The headings: the titles of embeds, and the lines of a card that begin with #."""
        texts = [c["content"] for c in self.components if c["type"] == TEXT]
        lines = [line for text in texts for line in text.splitlines() if line.startswith("#")]
        return [e["title"] for e in self.embeds if "title" in e] + [line.lstrip("# ") for line in lines]

    @property
    def colours(self) -> list[int]:
        """The colours of its embeds and containers, of those that have one."""
        colours = [e.get("color") for e in self.embeds]
        colours += [c.get("accent_color") for c in self.components if c["type"] == CONTAINER]
        return [colour for colour in colours if colour is not None]

    @property
    def pictures(self) -> list[Json]:
        """The files that it shows as pictures: in a card those of galleries and thumbnails, with alt text;
        elsewhere all pictures among its files."""
        if not self.json["flags"] & LAYOUT:
            return [f for f in self.attachments if f["content_type"].startswith("image/")]
        items = [item for c in self.components for item in c.get("items") or ()]
        items += [c for c in self.components if c["type"] == THUMBNAIL]
        files = {file["id"]: file for file in self.attachments}
        shown = [(files.get(item["media"].get("attachment_id")), item) for item in items]
        return [file | {"description": item["description"]} for file, item in shown if file is not None]

    def picture(self, number: int = 0) -> bytes:
        """The bytes of one of its pictures."""
        return self._bytes(self.pictures[number])

    def file(self, number: int = 0) -> bytes:
        """The bytes of one attachment."""
        return self._bytes(self.attachments[number])

    def _bytes(self, file: Json) -> bytes:
        content = self._sandbox.state.records.file(file["id"])
        assert content is not None
        return content
