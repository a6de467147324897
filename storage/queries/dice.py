"""What makes dice provable: sealed words, the order that waits for its round, the rounds drawn on."""

from __future__ import annotations

import json
from dataclasses import asdict
from datetime import datetime
from typing import Any

from sqlalchemy import delete, func, insert, select, update

from engine import codec
from engine.commands import Command
from storage import row_mapping
from storage.queries.base import QueryBase, RepositoryBase, query
from storage.records import AnnouncedOrder, BeaconRound, DiceWord
from storage.row_mapping import Row
from storage.tables import announced_orders, beacon_rounds, dice_words

AS_STORED = ("game", "number", "seq", "side", "who", "fixed", "letter", "interaction")


class DiceQueries(QueryBase):
    """Queries about what makes dice provable."""

    @query
    async def words(self, game: int) -> list[DiceWord]:
        """The words of a lobby, by user."""
        mine = select(dice_words).where(dice_words.c.game == game).order_by(dice_words.c.user)
        return [DiceWord(**row) for row in (await self._run(mine)).mappings()]

    @query
    async def announced(self, game: int) -> AnnouncedOrder | None:
        """The order of a game that waits for its round."""
        mine = select(announced_orders).where(announced_orders.c.game == game)
        row = (await self._run(mine)).mappings().first()
        return _announced(row) if row else None

    @query
    async def waiting(self) -> list[int]:
        """The games with an order that waits for its round."""
        every = select(announced_orders.c.game).order_by(announced_orders.c.game)
        return [int(game) for game in (await self._run(every)).scalars()]

    @query
    async def rounds(self, game: int) -> list[BeaconRound]:
        """The rounds that a game has drawn on, in order."""
        mine = select(beacon_rounds).where(beacon_rounds.c.game == game).order_by(beacon_rounds.c.number)
        return [BeaconRound(**row) for row in (await self._run(mine)).mappings()]

    @query
    async def next_number(self, game: int) -> int:
        """The number of the next announcement of a game."""
        numbers = select(func.coalesce(func.max(beacon_rounds.c.number), 0))
        newest = await self._run(numbers.where(beacon_rounds.c.game == game))
        return int(newest.scalar_one()) + 1


class DiceRepository(DiceQueries, RepositoryBase):
    """Changes to what makes dice provable."""

    async def save_word(self, word: DiceWord) -> None:
        """Add a word, in place of the one its user gave before."""
        mine = (dice_words.c.game == word.game, dice_words.c.user == word.user)
        await self._run(delete(dice_words).where(*mine))
        await self._run(insert(dice_words), asdict(word))

    async def announce(self, order: AnnouncedOrder) -> None:
        """Let an order wait for its round."""
        row: dict[str, Any] = {name: getattr(order, name) for name in AS_STORED}
        command = None if order.command is None else row_mapping.to_text(codec.to_json(order.command))
        row |= {"command": command, "at": row_mapping.stamp(order.at), "told": int(order.told)}
        await self._run(insert(announced_orders), row)

    async def announce_again(self, game: int, letter: int) -> None:
        """Another outbox message says what the order of a game is."""
        await self._run(update(announced_orders).where(announced_orders.c.game == game).values(letter=letter))

    async def tell(self, game: int) -> None:
        """The channel knows that the beacon is out."""
        await self._run(update(announced_orders).where(announced_orders.c.game == game).values(told=1))

    async def drop(self, game: int) -> None:
        """Let no order of a game wait any more."""
        await self._run(delete(announced_orders).where(announced_orders.c.game == game))

    async def draw(self, drawn: BeaconRound) -> None:
        """Keep a round; the order that drew on it waits no more."""
        await self.drop(drawn.game)
        await self._run(insert(beacon_rounds), asdict(drawn))


def _announced(row: Row) -> AnnouncedOrder:
    command = None if row["command"] is None else codec.from_json(json.loads(row["command"]))
    assert command is None or isinstance(command, Command)
    return AnnouncedOrder(
        **{name: row[name] for name in AS_STORED},
        command=command,
        at=datetime.fromisoformat(row["at"]),
        told=bool(row["told"]),
    )
