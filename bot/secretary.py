"""Many orders at once: the form, the plan judged line by line, the plan given. No Discord, no rule."""

from __future__ import annotations

import asyncio

from bot import batch
from bot.clerk import Clerk
from bot.desk import By, Stale, receipt, speaker
from bot.page import Form, Note, Page, form_id
from bot.plan import LONGEST, clean, judge, lines
from bot.say import drafting, panel, refusals
from bot.say.names import Names
from bot.table import Table
from engine.errors import Refused


class Secretary:
    """Keeps what players write down until they give it. A draft outlives panels and restarts."""

    def __init__(self, clerk: Clerk) -> None:
        self.clerk = clerk
        self.desk = clerk.desk

    async def form(self, by: By, game: int | None = None) -> Form | Page:
        """The form, with what is written down already; why not, for whoever cannot give orders."""
        table = await (self.desk.table_in(by.channel) if game is None else self.desk.table(game))
        names = Names.to(by.language, by.user, table)
        try:
            speaker(table, by.user)
        except Refused as refused:
            return refusals.page(names.words, refused, names)
        draft = await self.desk.store.draft(table.game.id, by.user)
        return Form(
            id=form_id(table.game.id, names.table.stamp, "orders"),
            title=names.words("drafting.form", phase=names.phase(table.state.phase)),
            label=names.words("drafting.label"),
            hint=drafting.example(names, table.side_for(by.user)),
            text=draft.text if draft is not None else "",
            longest=LONGEST,
        )

    async def written(self, by: By, game: int, text: str) -> Page:
        """Keep what was written and judge it."""
        text = clean(text)
        async with self.desk.alone(game):
            table = await self.desk.table(game)
            speaker(table, by.user)
            if await self.desk.store.receipt(by.interaction) is None:
                async with self.desk.store.writing() as w:
                    draft = await w.write_draft(game, by.user, text)
                    await w.receive(receipt(by, game, draft=draft))
        return await self._plan(by, table)

    async def _plan(self, by: By, table: Table, note: Note | None = None) -> Page:
        """The plan as the table stands; without a draft, the orders panel."""
        draft = await self.desk.store.draft(table.game.id, by.user)
        if draft is None or not lines(draft.text):
            shown = await self.clerk.panel(by, table.game.id)
            empty = Names.to(by.language, by.user, table).words("drafting.empty")
            return panel.with_note(shown, note or Note(text=empty, tone="refusal"))
        names = Names.to(by.language, by.user, table)
        side = table.side_for(by.user)
        plan = await asyncio.to_thread(judge, names.table, side, draft.text)
        shown = await asyncio.to_thread(drafting.plan_page, names, side, plan, draft.number)
        return panel.with_note(shown, note) if note is not None else shown

    async def give(self, by: By, game: int, draft: int, stamp: int) -> Page:
        """Give what is legal of a draft, and say what came of it."""
        table = await self.desk.table(game)
        names = Names.to(by.language, by.user, table)
        try:
            given = await batch.give(self.desk, game, by, draft, stamp)
        except batch.Spent:
            now = Names.to(by.language, by.user, await self.desk.table(game))
            return await asyncio.to_thread(drafting.spent_page, now, now.table.side_for(by.user))
        except Stale:
            note = Note(text=names.words("drafting.stale"), tone="refusal")
            return await self._plan(by, await self.desk.table(game), note)
        return await asyncio.to_thread(drafting.given_page, by.language, by.user, given)
