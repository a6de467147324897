"""Create a game with its seats, its clock and its join requirement. No Discord."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.clock.terms import TimeControl
from bot.core import game_clock
from bot.core.game import Game
from bot.core.game_access import Actor, receipt
from bot.core.game_service import GameService
from bot.features.dice import words as dice_words
from bot.features.lobby import join_rules
from engine.errors import IllegalOrder
from engine.scenario import Scenario
from storage import ChannelTaken, DiceWord, JoinRules, Json, Seat, WriteTransaction

SEED_BYTES = 32
WORD_BYTES = 8
SEALED, PUBLIC = "sealed", "public"
"""Where dice come from: the sealed seed and words, or in addition the public beacon."""
DEFAULT_DICE = SEALED
"""Of a game opened by hand. What opens games of a tournament passes PUBLIC."""


async def create(
    games: GameService,
    actor: Actor,
    battle: Scenario,
    seats: Sequence[Seat],
    clock: TimeControl | None,
    door: JoinRules,
    invited: Sequence[int] = (),
    rematch: bool = False,
    beacon: str = "",
) -> Game:
    """A new lobby with these seats; a post below it calls who is `invited`, to a `rematch` if it is one.
    Dice draw on the chain `beacon`, "" for none. For one who holds the channel's lock.

    Raises Refused: channel_taken.
    """
    try:
        async with games.store.writing() as tx:
            id_ = await tx.games.create(
                guild=actor.guild,
                channel=actor.channel,
                scenario=battle.id,
                printed=dict(battle.printed),
                options=dict(battle.options),
                seed=games.secret(SEED_BYTES),
                seats=seats,
                owner=actor.user,
                beacon=beacon,
            )
            for user in dict.fromkeys(seat.user for seat in seats if seat.user is not None):
                await add_word(tx, games, id_, user)
            if clock is not None:
                await game_clock.agree(tx, id_, clock)
            if door != JoinRules():
                await tx.join_rules.save(id_, door)
            if any(seat.user != actor.user and not seat.bot for seat in seats):  # not a game by themselves
                await join_rules.stop_seeking(tx, actor.guild, actor.user, battle.system)
            await tx.receipts.add(receipt(actor, id_, game=id_))
            await tx.outbox.add(game=id_, channel=actor.channel, kind="lobby", body={})
            if invited:
                body: Json = {"invited": list(invited), "rematch": rematch}
                await tx.outbox.add(game=id_, channel=actor.channel, kind="called", body=body)
    except ChannelTaken as error:
        raise await _channel_taken(games, actor) from error
    games.notify(id_)
    return await games.game(id_)


async def _channel_taken(games: GameService, actor: Actor) -> IllegalOrder:
    record = await games.store.games.in_channel(actor.channel)
    title = find_title(record.printed) if record else ""
    return IllegalOrder("", "channel_taken", title=title)


def find_title(printed: Mapping[str, object]) -> str:
    """The English title of a battle as printed."""
    title = printed.get("title", {})
    return str(title.get("en", "")) if isinstance(title, dict) else str(title)


async def add_word(tx: WriteTransaction, games: GameService, game_id: int, user: int) -> None:
    """Seal a random word for a player who has none yet; they can put their own in its place."""
    if all(word.user != user for word in await tx.dice.words(game_id)):
        word = games.secret(WORD_BYTES).hex()
        seal = dice_words.seal(word)
        await tx.dice.save_word(DiceWord(game=game_id, user=user, seal=seal, word=word))
