"""Undo by consent: what is no longer free to take back, the other side is asked for. No Discord."""

from __future__ import annotations

from bot import timekeeper
from bot.consent import Consent, Wish
from bot.desk import By, Outcome
from bot.page import Page
from bot.say import consent as saying
from bot.say.names import Names
from bot.table import Table, rules_on
from engine.commands import Instruct
from engine.errors import IllegalOrder
from engine.events import Instructed
from storage import Entry, Json, Writing

ASKED_FOR = frozenset(
    {"nothing_to_undo", "undo_after_dice", "undo_after_reveal", "undo_after_turn", "undo_revealed"}
)
"""Why an order is not free to be taken back, where the other side may agree to it."""


def wanted(table: Table, sides: tuple[str, ...]) -> Entry | None:
    """The newest order of these sides that everybody was told of, what the clock did for them included.

    What came before a marshal set the table right stands.
    """
    ruled = max((e.seq for e in table.living if rules_on(e)), default=0)
    public = {entry.seq for entry in table.known_to("") if entry.seq > ruled}
    mine = (e for e in reversed(table.living) if e.kind == "order" and e.side in sides and e.seq in public)
    return next((e for e in mine if not standing(e)), None)


def swept(table: Table, first: Entry) -> tuple[Entry, ...]:
    """Everything that goes with an order: it, and all that was done since. Standing orders stay."""
    after = (e for e in table.living if e.seq >= first.seq and e.kind not in ("start", "undo", "ruling"))
    return tuple(e for e in after if not standing(e))


def standing(entry: Entry) -> bool:
    """Whether an entry is a standing order that was laid ready and nothing else."""
    return isinstance(entry.command, Instruct) and all(isinstance(e, Instructed) for e in entry.events)


class TakingBack(Consent):
    """Asks to let the asker's last order be taken back; where there is nobody to ask, it is at once."""

    topic = "undo"

    def wish(self, table: Table, by: By) -> Wish:
        """The last order of the asker's sides. Raises IllegalOrder when there is none."""
        target = wanted(table, table.sides_of(by.user))
        if target is None:
            raise IllegalOrder("", "nothing_to_undo")
        return Wish(side=target.side, about={"target": target.seq})

    def open(self, table: Table, side: str) -> bool:
        """Whether there is an order to be taken back still."""
        return wanted(table, (side,)) is not None

    async def unasked(self, table: Table, wish: Wish, by: By, partner: str) -> Page:
        """Taken back at once; the sparring partner agrees to everything."""
        outcome = await self._undo(table, wish.side, by, "partner" if partner else "own")
        return saying.done(Names.to(by.language, by.user, outcome.table), "done", by.user)

    async def grant(self, table: Table, side: str, by: By) -> Page:
        """Taken back, as agreed."""
        outcome = await self._undo(table, side, by, "player")
        return saying.done(Names.to(by.language, by.user, outcome.table), "agreed", by.user)

    async def _undo(self, table: Table, side: str, by: By, how: str) -> Outcome:
        """Take an order back, and all that came after. Whoever decides now gets fresh time for it."""
        target = wanted(table, (side,))
        assert target is not None, "asked for before"

        async def also(w: Writing, after: Table) -> None:
            body: Json = {"last": after.last, "seq": target.seq, "how": how, "user": by.user}
            await w.post(game=table.game.id, channel=table.game.channel, kind="undo_agreed", body=body)
            await timekeeper.refresh(w, after, self.desk.clock())

        return await self.desk.strike(table, target.side, swept(table, target), by, also)
