"""What the simulated Discord was asked for by all processes together, and whether any of it came twice or too
late."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from sqlalchemy import text

from bot.workers.outbox_sender import NOTHING
from sandbox.rest.exchanges import Exchange
from storage import Store


class Shown(NamedTuple):
    """A message, the turn of the game that it was given, and all that it showed then."""

    message: str
    turn: int
    page: str


_MESSAGES = re.compile(r"/channels/\d+/messages(/\d+)?")
_TURN = re.compile(r"\bturn (\d+)", re.IGNORECASE)
MENTION = re.compile(r"<@\d+>")


@dataclass
class Seen:
    """Messages that ever stood: by nonce, and those that mention anyone; pages about a turn of a game, in the
    order in which Discord took them."""

    by_nonce: dict[str, set[int]] = field(default_factory=lambda: defaultdict(set))
    pings: set[int] = field(default_factory=set)
    silent: set[int] = field(default_factory=set)
    """Those that say nothing: sent to learn what a post became that has nothing left to say."""
    pages: list[Shown] = field(default_factory=list)

    @property
    def doubled(self) -> dict[str, set[int]]:
        """Posts that became several messages."""
        return {nonce: numbers for nonce, numbers in self.by_nonce.items() if len(numbers) > 1}

    @property
    def posts(self) -> set[int]:
        """The messages of posts; those of boards are made in another way."""
        return {n for nonce, numbers in self.by_nonce.items() if not nonce.startswith("b") for n in numbers}


def seen(exchanges: Iterable[Exchange]) -> Seen:
    """What all of these did."""
    found = Seen()
    for each in exchanges:
        if each.status not in (200, 201) or not _MESSAGES.fullmatch(each.path):
            continue
        body: Any = each.response  # those that were sent again with the same nonce are among them
        if each.method == "POST":
            number = int(body["id"])
            if body.get("content") == NOTHING:
                found.silent.add(number)
                continue
            found.by_nonce[str((each.json or {}).get("nonce"))].add(number)
            if MENTION.search(body.get("content") or "") and body.get("mentions"):
                found.pings.add(number)
        page = json.dumps([(each.json or {}).get(part) for part in ("content", "embeds", "components")])
        if turns := _TURN.findall(page):
            sizes = sorted(file["size"] for file in each.files)
            found.pages.append(Shown(str(body["id"]), int(turns[-1]), f"{page} {sizes}"))
    return found


def back_to_older_ones(pages: Iterable[Shown]) -> list[Shown]:
    """Pages of an earlier turn than the one before on the same message, and those that it had before another
    one."""
    had, now, back = dict[str, set[str]](), dict[str, Shown](), list[Shown]()
    for shown in pages:
        before = now.get(shown.message, shown)
        again = shown.page != before.page and shown.page in had[shown.message]
        if again or shown.turn < before.turn:
            back.append(shown)
        had.setdefault(shown.message, set()).add(shown.page)
        now[shown.message] = shown
    return back


async def known(store: Store) -> set[int]:
    """The messages on Discord that the database knows of."""
    async with store.reading() as tx:
        sql = "SELECT posted FROM letters WHERE posted IS NOT NULL UNION SELECT message FROM boards"
        return {int(row[0]) for row in await tx.session.execute(text(sql))}
