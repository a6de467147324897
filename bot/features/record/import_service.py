"""`/game import`: a finished game that was played elsewhere, from its record. No Discord.

It is never rated, since no one here plays in it, and its log ends with a note that it was imported. Its own
record is the one that was sent, byte for byte.
"""

from __future__ import annotations

import gzip
import sys
from dataclasses import replace

from bot.core.game import IMPORTED, Game, lay
from bot.core.game_access import Actor, receipt
from bot.core.game_service import GameService
from bot.core.results.game_result import result_of
from bot.features.custom_battles.battle_reader_process import BattleReaderProcess
from bot.features.custom_battles.service import CustomBattles, Sent
from bot.features.record.recorded_game import game_of
from bot.i18n.catalogue import catalogue_for
from bot.i18n.names import Names
from bot.runtime.worker_threads import in_thread
from bot.ui.page import Page
from engine.errors import IllegalOrder
from engine.events import Noted
from notation.record import read
from notation.record.reader import LARGEST
from storage import Entry, GameRecord, Seat

KINDS = (".txt", ".record")
PATIENCE = 60.0
"""Seconds for the check of one record, on a busy machine; it may calculate for fewer."""
MOST = 100
"""Games that can be imported to a server."""
COMMAND = (sys.executable, "-m", "bot.features.record.import_check")
LONGEST_PROGRAM = 60


class RecordImport:
    """Imports records that players send; `custom_battles` fetches them."""

    def __init__(
        self,
        games: GameService,
        custom_battles: CustomBattles,
        reader: BattleReaderProcess | None = None,
    ) -> None:
        self.games = games
        self._files = custom_battles
        self._reader = reader or BattleReaderProcess(PATIENCE, COMMAND)

    async def bring_in(self, actor: Actor, sent: Sent) -> Page:
        """Add the game of a record to those of the channel. Raises Refused: uploads_off, record_kind,
        file_large, file_lost, reading_busy, battle_too_heavy, record_mistakes, imports_full."""
        done = await self.games.store.receipts.get(actor.interaction)
        if done is not None and done.game is not None:
            return await self._page(actor, done.game)
        if await self.games.store.games.imported_in(actor.guild) >= MOST:
            raise IllegalOrder("", "imports_full", most=MOST)
        data = await self._files.fetch(actor, sent, KINDS, LARGEST, "record_kind")
        await self._reader.check(data, "record", "record_mistakes")
        return await self._page(actor, await self.add(actor, data))

    async def add(self, actor: Actor, data: bytes) -> int:
        """Store the game of a record that was checked; its id."""
        program, played = await in_thread(_read, data)
        packed = await in_thread(gzip.compress, data)
        source = _source(played.record)
        noted = Noted(kind="ruling", facts={"act": IMPORTED, "why": program})
        at = self.games.clock()
        note = Entry(seq=played.last + 1, kind="ruling", who=actor.user, events=(noted,), at=at)
        log = (*(replace(entry, who=None) for entry in played.entries), note)
        async with self.games.store.writing() as tx:
            id_ = await tx.games.add_imported(
                guild=actor.guild,
                channel=actor.channel,
                printed=source.printed,
                source=source,
                owner=actor.user,
                record=packed,
            )
            await tx.log.append_all(id_, log)
            record = replace(source, id=id_, guild=actor.guild, channel=actor.channel, owner=actor.user)
            await tx.results.add(result_of(lay(record, log)))
            await tx.receipts.add(receipt(actor, id_, game=id_))
        self.games.notify(id_)
        return id_

    async def _page(self, actor: Actor, game_id: int) -> Page:
        words, game = catalogue_for(actor.language), await self.games.game(game_id)
        return Page(text=words("record.imported", title=Names(words, game).title, number=game_id))


def _read(data: bytes) -> tuple[str, Game]:
    """The program that wrote a record, and its game."""
    record = read(data)
    return record.program[:LONGEST_PROGRAM], game_of(record)


def _source(record: GameRecord) -> GameRecord:
    """What is stored of an imported game: its players by name only, no beacon, not rated."""
    seats = tuple(
        Seat(side=seat.side, user=None, name=seat.name, bot=seat.bot, corps=seat.corps)
        for seat in record.seats
    )
    return replace(record, seats=seats, beacon="", rated=False)
