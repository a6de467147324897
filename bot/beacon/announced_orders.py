"""Orders that wait for public dice: written down and announced first, carried out with the round after that.

A game has one such order at most, and takes no other until its dice are drawn.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from datetime import datetime

from bot.beacon import announcement
from bot.beacon.rounds import QUICKNET, Chain, Round
from engine import codec
from engine.commands import Command
from engine.errors import Refused
from engine.ledger import Dice, PublicDice, SeededDice
from storage import AnnouncedOrder, BeaconRound, GameRecord, Store, WriteTransaction

NONCE_BYTES = 16


class DiceAwaited(Refused):
    """A game's announced order waits for the beacon, given through `interaction`: it stands and will be
    carried out; until then the game takes nothing else. `fresh`: it is the very order that was given now."""

    def __init__(self, number: int, interaction: int | None, *, fresh: bool = False) -> None:
        super().__init__("", "dice_awaited" if fresh else "dice_awaited_first", number=number)
        self.interaction = interaction
        self.fresh = fresh


class AnnouncedOrders:
    """The orders that wait. `secret` makes that many random bytes; an answer waits `patience` seconds for
    dice, which draw on `chain`."""

    def __init__(
        self,
        store: Store,
        clock: Callable[[], datetime],
        secret: Callable[[int], bytes],
        chain: Chain = QUICKNET,
        patience: float = 12.0,
    ) -> None:
        self.chain = chain
        self._store = store
        self._clock = clock
        self._secret = secret
        self.patience = patience
        self._events: dict[int, asyncio.Event] = {}

    async def of_game(self, record: GameRecord) -> AnnouncedOrder | None:
        """The order of a game that waits for its dice."""
        return await self._store.dice.announced(record.id) if record.beacon else None

    async def check_none(self, record: GameRecord) -> None:
        """Raises DiceAwaited while an order of the game waits for its dice."""
        if (order := await self.of_game(record)) is not None:
            raise DiceAwaited(order.number, order.interaction)

    async def announce(
        self,
        tx: WriteTransaction,
        record: GameRecord,
        seq: int,
        side: str,
        command: Command | None,
        who: int | None,
        interaction: int | None,
    ) -> DiceAwaited:
        """Write down the order that is to have number `seq` in the log (None: the start), and the post that
        fixes it; what is to be raised after that."""
        number = await tx.dice.next_number(record.id)
        order = None if command is None else codec.to_json(command)
        nonce = self._secret(NONCE_BYTES)
        fixed = announcement.fixed(record.id, number, side, order, nonce, record.twin)
        body = {"number": number, "seal": announcement.seal(fixed)}
        letter = await tx.outbox.add(game=record.id, channel=record.channel, kind="roll", body=body)
        await tx.dice.announce(
            AnnouncedOrder(
                game=record.id,
                number=number,
                seq=seq,
                side=side,
                who=who,
                command=command,
                fixed=fixed,
                letter=letter,
                interaction=interaction,
                at=self._clock(),
            )
        )
        self._events.setdefault(record.id, asyncio.Event())
        return DiceAwaited(number, interaction, fresh=True)

    async def expect_all(self) -> list[int]:
        """The games of which an order waits already, after a start."""
        games = await self._store.dice.waiting()
        for game_id in games:
            self._events.setdefault(game_id, asyncio.Event())
        return games

    def expects(self, game_id: int) -> bool:
        """Whether an order of a game waits for its dice."""
        return game_id in self._events

    async def wait(self, game_id: int) -> None:
        """Wait until the dice of a game are drawn, but not for long."""
        if (event := self._events.get(game_id)) is not None:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(self.patience):
                    await event.wait()

    def drawn(self, game_id: int) -> None:
        """The dice of a game are drawn: those who wait for them can look."""
        if (event := self._events.pop(game_id, None)) is not None:
            event.set()


def dice_of(record: GameRecord, randomness: bytes | None = None) -> Dice:
    """The dice of a game; public ones with the randomness of a round, without it they raise RoundNeeded. All
    dice of a duplicate pair draw on the one round of its own."""
    if record.randomness:
        randomness = bytes.fromhex(record.randomness)
    if record.beacon:
        return PublicDice(record.seed, record.salts, randomness)
    return SeededDice(record.seed, record.salts)


def round_of(order: AnnouncedOrder, message: int, round_: Round) -> BeaconRound:
    """What is kept of the round that an announced order drew on."""
    return BeaconRound(
        game=order.game,
        number=order.number,
        seq=order.seq,
        message=message,
        round=round_.number,
        signature=round_.signature.hex(),
        fixed=order.fixed,
    )
