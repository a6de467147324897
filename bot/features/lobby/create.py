"""Create a game with its battle, its seats, its clock and its join requirement. No Discord.

To open a game inside a larger transaction: `read_setup`, then `add`, then `begin.begin_full`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import NamedTuple

import scenarios
from bot.clock import terms
from bot.clock.terms import TimeControl
from bot.core import game_clock
from bot.core.game import Game
from bot.core.game_service import GameService
from bot.core.requests.actor import Actor
from bot.core.requests.receipts import receipt
from bot.features.dice import words as dice_words
from bot.features.lobby import handicaps, join_rules, rule_options
from engine.errors import IllegalOrder, NotOnTable
from engine.scenario import Scenario
from storage import (
    BY_ORDER,
    ChannelTaken,
    DiceKeys,
    DiceWord,
    ImportedRecord,
    JoinRules,
    Json,
    Seat,
    WriteTransaction,
)

SEED_BYTES = 32
WORD_BYTES = 8
SEALED, PUBLIC = "sealed", "public"
"""Where dice come from: the sealed seed and words, or in addition the public beacon."""
DEFAULT_DICE = SEALED
"""Of a game opened by hand. What opens games of a tournament passes PUBLIC."""


def find_scenario(id_: str) -> Scenario:
    """The battle of that id. Raises NotOnTable with ids that may have been meant."""
    known = scenarios.all()
    if id_ not in known:
        near = tuple(get_close_matches(id_.lower(), known, n=2))
        raise NotOnTable("", "no_such_scenario", scenario=id_[:60], near=near)
    return scenarios.load(id_)


class Setup(NamedTuple):
    """A battle with its options, its time control, and whether it starts by itself once all are seated."""

    battle: Scenario
    clock: TimeControl | None
    starts_full: bool


def read_setup(scenario: str | Scenario, options: str, zone: str) -> Setup:
    """What the options of a new game say: "line_of_sight=yes handicap=blue-2 clock=3d start=full". `scenario`
    is the id of a battle of the house, or a battle of a player's own; `zone` the time zone of hours without
    one.

    Raises Refused: no_such_scenario, and for options that cannot be set.
    """
    original = find_scenario(scenario) if isinstance(scenario, str) else scenario
    clock, options = terms.taken_from(options, zone)
    starts_full, options = join_rules.taken_from(options)
    handicap, options = handicaps.taken_from(options)
    battle = rule_options.apply(original, rule_options.read(options, original.system))
    return Setup(handicaps.applied(battle, handicap), clock, starts_full)


@dataclass(frozen=True, slots=True, kw_only=True)
class NewGame:
    """A game to open, and who sits where.

    `owner` hosts it and need not play in it. Whom `called` names is called by a post below the lobby, to a
    `rematch` if it is one. Dice draw on the public beacon chain `beacon`, "" for none. `rated`: the
    result counts for ratings. Without a `seed` it gets a fresh one. `dice_keys` says what keys the dice. With
    a record `imported`, it is played on from the position after entry `imported_after` of it.
    """

    guild: int
    channel: int
    owner: int
    battle: Scenario
    seats: Sequence[Seat]
    clock: TimeControl | None = None
    rules: JoinRules = field(default_factory=JoinRules)
    called: Sequence[int] = ()
    rematch: bool = False
    beacon: str = ""
    rated: bool = True
    seed: bytes | None = None
    dice_keys: DiceKeys = BY_ORDER
    imported: ImportedRecord | None = None
    imported_after: int = 0


async def add(tx: WriteTransaction, games: GameService, new: NewGame) -> int:
    """Write a new lobby in a transaction; its id. When that is committed, the caller says so with
    `games.notify`, and begins a game whose seats are all taken with `begin.begin_full`.

    Raises ChannelTaken where the channel has an unfinished game.
    """
    id_ = await tx.games.create(
        guild=new.guild,
        channel=new.channel,
        scenario=new.battle.id,
        printed=dict(new.battle.printed),
        options=dict(new.battle.options),
        seed=new.seed or games.secret(SEED_BYTES),
        seats=new.seats,
        owner=new.owner,
        beacon=new.beacon,
        rated=new.rated,
        dice_keys=new.dice_keys,
        imported_after=new.imported_after,
    )
    if new.imported is not None:
        await tx.games.add_record(id_, new.imported)
    players = dict.fromkeys(seat.user for seat in new.seats if seat.user is not None)
    for user in players:
        await add_word(tx, games, id_, user)
    if new.clock is not None:
        await game_clock.agree(tx, id_, new.clock)
    if new.rules != JoinRules():
        await tx.join_rules.save(id_, new.rules)
    if new.owner in players and any(s.user != new.owner and not s.bot for s in new.seats):
        await join_rules.stop_seeking(tx, new.guild, new.owner, new.battle.system)
    await tx.outbox.add(game=id_, channel=new.channel, kind="lobby", body={})
    if new.called:
        body: Json = {"invited": list(new.called), "rematch": new.rematch}
        await tx.outbox.add(game=id_, channel=new.channel, kind="called", body=body)
    return id_


async def create(games: GameService, actor: Actor, new: NewGame) -> Game:
    """A new lobby that an actor has asked for; for one who holds the channel's lock.

    Raises Refused: channel_taken.
    """
    try:
        async with games.store.writing() as tx:
            id_ = await add(tx, games, new)
            await tx.receipts.add(receipt(actor, id_, game=id_))
    except ChannelTaken as error:
        raise await _channel_taken(games, actor) from error
    games.notify(id_)
    return await games.game(id_)


async def check_free(games: GameService, actor: Actor) -> None:
    """Raises IllegalOrder, channel_taken, where the actor's channel has an unfinished game."""
    record = await games.store.games.in_channel(actor.channel)
    if record is not None and record.status != "over":
        raise await _channel_taken(games, actor)


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
