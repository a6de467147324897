"""What a new entry puts into the outbox: reports, calls to those who must act, undone orders."""

from __future__ import annotations

from bot.core.game import Game
from bot.core.report_segments import ended_by, parts
from bot.core.who_acts import sides_to_notify
from engine.commands import Expired
from storage import Entry, GameRecord, WriteTransaction


async def post_undone(game: Game, newest: Entry, tx: WriteTransaction, after: Game) -> None:
    """Put into the outbox that an order was taken back, where more was told of it than its moves."""
    if ended_by(game, newest.seq) or after.state.active != game.state.active:
        record = game.record
        await tx.outbox.add(game=record.id, channel=record.channel, kind="struck", body={"last": after.last})


async def post_report(tx: WriteTransaction, game: Game, seq: int, before: Game | None = None) -> None:
    """Put into the outbox what there is to tell of this entry: the report of the chapter that ends with it,
    that orders were locked by the clock, and calls to those who must act now."""
    record: GameRecord = game.record
    if chapter := ended_by(game, seq):
        for number, _ in enumerate(parts(game, chapter)):
            body = {"last": seq, "part": number} if number else {"last": seq}
            await tx.outbox.add(game=record.id, channel=record.channel, kind="report", body=body)
    elif (
        before is not None
        and before.simultaneous
        and before.state.active != game.state.active
        and isinstance(game.entries[-1].command, Expired)  # else the board says it
    ):
        await tx.outbox.add(game=record.id, channel=record.channel, kind="ready", body={"last": seq})
    await post_calls(tx, before, game)


async def post_calls(tx: WriteTransaction, before: Game | None, game: Game) -> None:
    """Put into the outbox a call to each side that must act after the newest entry and is not there."""
    for side in sides_to_notify(before, game):
        body = {"side": side, "last": game.last}
        await tx.outbox.add(game=game.record.id, channel=game.record.channel, kind="call", body=body)
