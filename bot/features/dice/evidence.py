"""What proves the dice of a game beside its log: rounds drawn on, the message with commitment and seals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.beacon.chain import QUICKNET, Chain
from bot.core.game_service import GameService
from storage import BeaconRound, GameRecord, OutboxMessage


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """The rounds of a game, the Discord message with its commitment (0: none yet), the number of words sealed
    in its lobby, and the chain that it draws on."""

    rounds: tuple[BeaconRound, ...] = ()
    message: int = 0
    words: int = 0
    chain: Chain | None = None


async def evidence_of(games: GameService, record: GameRecord) -> Evidence:
    """The evidence of a game."""
    async with games.store.reading() as tx:
        posts = await tx.outbox.of_game(record.id, "commitment")
        words = len(await tx.dice.words(record.id))
        rounds = tuple(await tx.dice.rounds(record.id)) if record.beacon else ()
    known = (games.announced_orders.chain, QUICKNET)
    return Evidence(
        rounds=rounds,
        message=_newest(posts),
        words=words,
        chain=next((chain for chain in known if chain.hash == record.beacon), None),
    )


def _newest(posts: Sequence[OutboxMessage]) -> int:
    """The message with commitment and seals; of a game from before seals, with its commitment."""
    posted = [post.posted for post in posts if post.posted is not None and not post.body.get("words")]
    return posted[-1] if posted else 0
