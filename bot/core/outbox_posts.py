"""What a new entry puts into the outbox: reports, calls to those who must act, notices, undone orders."""

from __future__ import annotations

from bot.core.game import Game
from bot.core.report_pictures import FILM, FILM_POST, PHASE, pictures_of
from bot.core.report_segments import ended_by, parts
from bot.core.who_acts import last_to_lock, next_side, sides_to_notify, users
from engine.commands import Expired
from storage import Entry, GameRecord, Json, WriteTransaction, departed


async def post_undone(game: Game, newest: Entry, tx: WriteTransaction, after: Game) -> None:
    """Put into the outbox that an order was taken back, where more was told of it than its moves."""
    if ended_by(game, newest.seq) or after.state.active != game.state.active:
        record = game.record
        await tx.outbox.add(game=record.id, channel=record.channel, kind="struck", body={"last": after.last})


async def post_report(tx: WriteTransaction, game: Game, seq: int, before: Game | None = None) -> None:
    """Put into the outbox what there is to tell of this entry: the report of the chapter that ends with it,
    that orders were locked by the clock, calls to those who must act now, and the film of a player-turn."""
    record: GameRecord = game.record
    chapter, pictures = ended_by(game, seq), PHASE
    if chapter:
        pictures = await pictures_of(tx.settings, record)
        about: Json = {"last": seq} if pictures == PHASE else {"last": seq, "pictures": pictures}
        for number, _ in enumerate(parts(game, chapter)):
            body = {**about, "part": number} if number else about
            await tx.outbox.add(game=record.id, channel=record.channel, kind="report", body=body)
    elif (
        before is not None
        and before.simultaneous
        and before.state.active != game.state.active
        and isinstance(game.entries[-1].command, Expired)  # else the board says it
    ):
        await tx.outbox.add(game=record.id, channel=record.channel, kind="ready", body={"last": seq})
    await post_calls(tx, before, game)
    await _post_notices(tx, before, game)
    if chapter and chapter.ends_turn and pictures == FILM:
        await tx.outbox.add(game=record.id, channel=record.channel, kind=FILM_POST, body={"last": seq})


async def _post_notices(tx: WriteTransaction, before: Game | None, game: Game) -> None:
    """Put into the outbox that a side is the last to lock its orders; that one is next, for those players
    of it who wish to be told."""
    record = game.record
    if side := last_to_lock(before, game):
        body = {"side": side, "last": game.last}
        await tx.outbox.add(game=record.id, channel=record.channel, kind="last_to_lock", body=body)
    if side := next_side(game):
        people = [u for u in users(game, side) if u != game.entries[-1].who and not departed(u)]
        for user, player in (await tx.players.get_many(people)).items():
            if player.told_next:
                body = {"side": side, "user": user, "last": game.last}
                await tx.outbox.add(game=record.id, channel=record.channel, kind="next", body=body)


async def post_calls(tx: WriteTransaction, before: Game | None, game: Game) -> None:
    """Put into the outbox a call to each side that must act after the newest entry and is not there."""
    for side in sides_to_notify(before, game):
        body = {"side": side, "last": game.last}
        await tx.outbox.add(game=game.record.id, channel=game.record.channel, kind="call", body=body)
