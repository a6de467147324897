"""What proves the dice of a game beside its log: rounds drawn on, the message with commitment and seals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.beacon.rounds import QUICKNET, Chain
from bot.core.game_service import GameService
from storage import BeaconRound, GameRecord, OutboxMessage


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """The rounds of a game, the Discord message with its commitment (0: none yet), the number of words sealed
    in its lobby, and the chain that it draws on.

    Of a duplicate pair also the channel of the other game (0: there is none), the channel in which the round
    of both was announced, and whether the seed is `withheld`: with it the other game's dice can be predicted.
    """

    rounds: tuple[BeaconRound, ...] = ()
    message: int = 0
    words: int = 0
    chain: Chain | None = None
    twin_channel: int = 0
    announced_in: int = 0
    withheld: bool = False


async def evidence_of(games: GameService, record: GameRecord) -> Evidence:
    """The evidence of a game."""
    async with games.store.reading() as tx:
        posts = await tx.outbox.of_game(record.id, "commitment")
        words = len(await tx.dice.words(record.id))
        rounds = tuple(await tx.dice.rounds(record.id)) if record.beacon else ()
        twin = await tx.games.get(record.twin) if record.twin else None
        rolls = await tx.outbox.of_game(record.id, "roll") if record.twin and rounds else []
    known = (games.announced_orders.chain, QUICKNET)
    here = any(post.posted == rounds[0].message for post in rolls)
    return Evidence(
        rounds=rounds,
        message=_newest(posts),
        words=words,
        chain=next((chain for chain in known if chain.hash == record.beacon), None),
        twin_channel=0 if twin is None else twin.channel,
        announced_in=record.channel if here or twin is None else twin.channel,
        withheld=twin is not None and twin.status != "over",
    )


def _newest(posts: Sequence[OutboxMessage]) -> int:
    """The message with commitment and seals; of a game from before seals, with its commitment."""
    posted = [post.posted for post in posts if post.posted is not None and not post.body.get("words")]
    return posted[-1] if posted else 0
