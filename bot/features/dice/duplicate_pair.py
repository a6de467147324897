"""Open the two games of a duplicate pair: sides swapped, the same dice for both. No Discord.

Both have the same seed, the same words and, with public dice, the same round of the beacon; their dice are
keyed by side, purpose and ordinal. The words are the bot's and closed at once, in both posts alike.
"""

from __future__ import annotations

from dataclasses import replace

from bot.core.game_service import GameService
from bot.features.lobby import create as lobby_create
from bot.features.lobby.create import SEED_BYTES, NewGame
from bot.features.lobby.start import sealed_words
from storage import BY_STREAM, WriteTransaction


async def add(tx: WriteTransaction, games: GameService, first: NewGame, second: NewGame) -> tuple[int, int]:
    """Write both lobbies in a transaction; their ids. All seats are taken, in both by the same players. When
    that is committed, the caller says so with `games.notify`, and begins both with `begin.begin_full`.

    Raises ChannelTaken where a channel has an unfinished game.
    """
    seed = games.secret(SEED_BYTES)
    one, two = [
        await lobby_create.add(tx, games, replace(new, seed=seed, dice_keys=BY_STREAM))
        for new in (first, second)
    ]
    words = await tx.dice.words(one)
    for word in words:
        await tx.dice.save_word(replace(word, game=two))
    for id_, twin, new in ((one, two, first), (two, one, second)):
        await tx.games.update(id_, twin=twin)
        await sealed_words.close_words(tx, id_, new.channel, [word.seal for word in words])
    return one, two
