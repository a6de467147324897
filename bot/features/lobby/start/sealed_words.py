"""Words that players add to the dice, from the lobby to the start. No Discord.

One post, never edited, holds the SHA-256 of the seed and of every word; only after it is any word opened.
What a seal is: `bot/features/dice/words.py`.
"""

from __future__ import annotations

from bot.core.game import Game
from bot.core.game_service import GameService
from bot.core.requests.actor import Actor
from bot.core.requests.receipts import receipt
from bot.features.dice import words as dice_words
from engine.errors import IllegalOrder, NotYours
from storage import DiceWord, WriteTransaction


async def add_word(games: GameService, game_id: int, actor: Actor, word: DiceWord) -> Game:
    """Add a sealed word to the dice of a lobby, in place of the player's earlier one.

    Raises Refused: already_started, not_the_owner, words_closed, words_full.
    """
    async with games.locked(game_id):
        game = await games.game(game_id)
        if await games.store.receipts.get(actor.interaction):
            return game
        check_player(game, actor)
        if game.record.seals:
            raise IllegalOrder("", "words_closed")
        await games.announced_orders.check_none(game.record)
        words = await games.store.dice.words(game_id)
        if len({w.user for w in words} | {actor.user}) > dice_words.MOST:
            raise IllegalOrder("", "words_full", n=dice_words.MOST)
        async with games.store.writing() as tx:
            await tx.dice.save_word(word)
            await tx.receipts.add(receipt(actor, game_id, game=game_id))
        return game


async def close_words(tx: WriteTransaction, game_id: int, channel: int, seals: list[str]) -> None:
    """Close the words: what is posted of seed and words, never edited, before any of them is opened."""
    await tx.games.update(game_id, seals=seals)
    await tx.outbox.add(game=game_id, channel=channel, kind="commitment", body={"seals": seals})


async def unopened(games: GameService, game: Game) -> tuple[int, ...]:
    """The users who still keep a word of a lobby whose words are closed."""
    words = await games.store.dice.words(game.record.id) if game.record.seals else []
    return tuple(w.user for w in words if w.word is None and w.seal in game.record.seals)


def check_player(game: Game, actor: Actor) -> None:
    """Raises Refused unless the asker plays in this lobby or opened it."""
    if game.record.status != "lobby":
        raise IllegalOrder("", "already_started")
    if not game.sides_of(actor.user) and game.record.owner != actor.user:
        raise NotYours("", "not_the_owner")


async def check_opened(games: GameService, game: Game) -> None:
    """Raises IllegalOrder while a word of the post is not opened."""
    words = await games.store.dice.words(game.record.id)
    known = {*map(dice_words.seal, game.record.salts), *(w.seal for w in words if w.word is not None)}
    if missing := {*game.record.seals} - known:
        raise IllegalOrder("", "words_kept", n=len(missing))
