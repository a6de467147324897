"""`/game import`: a game that was played elsewhere, from its record. No Discord.

A finished game is never rated, since no one here plays in it, and its log ends with a note that it was
imported. Its own record is the one that was sent, byte for byte. Of a position to play on, a lobby is opened;
its game begins with the log of the record up to there, and has dice of its own after it.
"""

from __future__ import annotations

import gzip
import sys
from dataclasses import replace

from bot.core.game import IMPORTED, Game, lay
from bot.core.game_result import result_of
from bot.core.game_service import GameService
from bot.core.requests.actor import Actor
from bot.core.requests.receipts import receipt
from bot.features.custom_battles.battle_reader_process import BattleReaderProcess
from bot.features.custom_battles.service import CustomBattles, Sent
from bot.features.lobby import create as lobby_create
from bot.features.lobby.create import NewGame
from bot.features.record.positions import LONGEST_MOMENT, LONGEST_PROGRAM, entry_at
from bot.features.record.recorded_game import game_of
from bot.i18n.catalogue import catalogue_for
from bot.i18n.names import Names
from bot.runtime.worker_threads import in_thread
from bot.ui.page import Button, Form, Page, button_id, form_id
from engine.errors import IllegalOrder, NotOnTable
from engine.events import Noted
from notation.record import read
from notation.record.reader import LARGEST
from storage import Entry, GameRecord, ImportedRecord, Seat
from storage.proofs.rules_fingerprint import rules_fingerprint

KINDS = (".txt", ".record")
PATIENCE = 60.0
"""Seconds for the check of one record, on a busy machine; it may calculate for fewer."""
MOST = 100
"""Games that can be imported to a server."""
COMMAND = (sys.executable, "-m", "bot.features.record.import_check")
PLAY_ON_FORM, PLAY_ON = "playonform", "playon"
"""The button that asks for a moment, and the form in which it is named."""


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

    async def bring_in(self, actor: Actor, sent: Sent, at: str = "") -> Page:
        """Add the game of a record to those of the channel; or open a lobby in which it is played on from the
        moment `at`, named as in `moment_at`.

        Raises Refused: uploads_off, record_kind, file_large, file_lost, reading_busy, battle_too_heavy,
        record_mistakes, imports_full; of a position also channel_taken, no_record_moment, position_over.
        """
        if (done := await self._done(actor)) is not None:
            return done
        await self._check_room(actor)
        if at:
            await lobby_create.check_free(self.games, actor)
        data = await self._files.fetch(actor, sent, KINDS, LARGEST, "record_kind")
        await self._reader.check(data, "record", "record_mistakes")
        if at:
            return await self._open(actor, data, at)
        return await self._page(actor, await self.add(actor, data))

    async def form(self, actor: Actor, game_id: int) -> Form:
        """The form in which the moment is named from which an imported game is played on. Raises Refused:
        uploads_off, not_imported."""
        game = await self._imported(actor, game_id)
        words = catalogue_for(actor.language)
        return Form(
            id=form_id(game_id, 0, PLAY_ON),
            title=words("position.title"),
            label=words("position.label"),
            hint=words("position.hint", example=f"{game.state.turn}.{game.state.player or game.state.phase}"),
            text="",
            longest=LONGEST_MOMENT,
        )

    async def play_on(self, actor: Actor, game_id: int, at: str) -> Page:
        """Open a lobby in which a game that was imported here is played on from a moment. Raises Refused:
        uploads_off, not_imported, imports_full, channel_taken, no_record_moment, position_over."""
        if (done := await self._done(actor)) is not None:
            return done
        await self._imported(actor, game_id)
        await self._check_room(actor)
        await lobby_create.check_free(self.games, actor)
        kept = await self.games.store.games.imported_record(game_id)
        assert kept is not None, "an imported game has its record"
        data = await in_thread(gzip.decompress, kept.packed)
        await self._reader.check(data, "record", "record_mistakes")  # by the rules of today
        return await self._open(actor, data, at)

    async def _imported(self, actor: Actor, game_id: int) -> Game:
        """An imported game, for those who may import."""
        await self._files.check_rights(actor)
        game = await self.games.game(game_id)
        if not game.imported or game.record.guild != actor.guild:
            raise NotOnTable("", "not_imported")
        return game

    async def _check_room(self, actor: Actor) -> None:
        if await self.games.store.games.imported_in(actor.guild) >= MOST:
            raise IllegalOrder("", "imports_full", most=MOST)

    async def _done(self, actor: Actor) -> Page | None:
        """The answer of an interaction that was carried out before."""
        done = await self.games.store.receipts.get(actor.interaction)
        return await self._page(actor, done.game) if done is not None and done.game is not None else None

    async def _open(self, actor: Actor, data: bytes, at: str) -> Page:
        """Open the lobby of a record that was checked, at a moment of it."""
        after, game = await in_thread(_at, data, at)
        new = NewGame(
            guild=actor.guild,
            channel=actor.channel,
            owner=actor.user,
            battle=game.scenario,
            seats=[Seat(side=side, user=None, name="") for side in game.scenario.side_ids],
            rated=False,
            imported=ImportedRecord(packed=await in_thread(gzip.compress, data), rules=rules_fingerprint()),
            imported_after=after,
        )
        async with self.games.locked(-actor.channel):  # the channel's own lock
            opened = await lobby_create.create(self.games, actor, new)
        return await self._page(actor, opened.record.id)

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
        facts = {"title": Names(words, game).title, "number": game_id}
        if not game.imported:
            return Page(text=words("position.opened", n=game.record.imported_after, **facts))
        button = Button(label=words("button.play_on"), id=button_id(game_id, 0, PLAY_ON_FORM))
        return Page(text=words("record.imported", **facts), rows=((button,),))


def _read(data: bytes) -> tuple[str, Game]:
    """The program that wrote a record, and its game."""
    record = read(data)
    return record.program[:LONGEST_PROGRAM], game_of(record)


def _at(data: bytes, when: str) -> tuple[int, Game]:
    """The entry after which the game of a record is played on from a moment, and that game."""
    record = read(data)
    return entry_at(record, when), game_of(record)


def _source(record: GameRecord) -> GameRecord:
    """What is stored of an imported game: its players by name only, no beacon, not rated."""
    seats = tuple(
        Seat(side=seat.side, user=None, name=seat.name, bot=seat.bot, corps=seat.corps)
        for seat in record.seats
    )
    return replace(record, seats=seats, beacon="", rated=False)
