"""Begin a game: close the words of its dice, open them, set up. No Discord.

Where players kept words to themselves (`sealed_words.py`), the game waits until each of them has opened
theirs.
"""

from __future__ import annotations

from dataclasses import replace

from bot.beacon.announced_orders import DiceAwaited, dice_of, round_of
from bot.beacon.rounds import Round
from bot.core.game import Game, lay
from bot.core.game_service import GameService
from bot.core.outbox_posts import post_report
from bot.core.requests.actor import Actor
from bot.core.requests.receipts import receipt
from bot.features.dice import words as dice_words
from bot.features.lobby import join_rules
from bot.features.lobby.start import sealed_words
from bot.features.record import positions
from bot.features.record.positions import Beginning
from bot.runtime.worker_threads import in_thread
from engine import referee
from engine.errors import IllegalOrder
from engine.ledger import RoundNeeded
from engine.systems import find
from storage import AnnouncedOrder, BeaconRound, Entry, GameRecord, WriteTransaction


async def begin(games: GameService, game: Game, actor: Actor | None) -> Game:
    """Close the words, and begin unless some are still to be opened by those who kept them; for one who holds
    the game's lock. Without an `actor` it begins by itself. Raises DiceAwaited where setting up draws public
    dice."""
    if game.record.seals:
        await sealed_words.check_opened(games, game)
        return await _open(games, game, actor)
    words = await games.store.dice.words(game.record.id)
    here = [word for word in words if game.sides_of(word.user) or word.user == game.record.owner]
    seals = [*map(dice_words.seal, game.record.salts), *(word.seal for word in here)]
    if all(word.word is not None for word in here):
        return await _open(games, game, actor, seals)
    async with games.store.writing() as tx:
        await sealed_words.close_words(tx, game.record.id, game.record.channel, seals)
        await _add_receipt(tx, game, actor)
        await tx.outbox.add(game=game.record.id, channel=game.record.channel, kind="lobby", body={})
    return await _changed(games, game)


async def begin_full(games: GameService, game_id: int) -> Game:
    """Begin a lobby that starts by itself, if everyone is there; the game then. Doing it again changes
    nothing, so that it can be done for every lobby that a stopped bot may have left."""
    async with games.locked(game_id):
        game = await games.game(game_id)
        rules = await games.store.join_rules.of_game(game_id)
        free = any(s.user is None and not s.bot for s in game.record.seats)
        missing = any(join_rules.missing(game, rules, side) for side in game.scenario.side_ids)
        kept = bool(game.record.seals) and not game.record.twin  # of a pair no player keeps a word
        waits = free or missing or not rules.starts_full or kept
        if game.record.status != "lobby" or waits:
            return game
        try:
            return await begin(games, game, None)
        except DiceAwaited:
            return await games.game(game_id)


async def _add_receipt(tx: WriteTransaction, game: Game, actor: Actor | None) -> None:
    if actor is not None:
        await tx.receipts.add(receipt(actor, game.record.id, game=game.record.id))


async def open_word(games: GameService, game_id: int, actor: Actor, word: str) -> Game:
    """Open the word that a player kept; with the last of them the game begins.

    Raises Refused: already_started, not_the_owner, no_such_word, words_not_closed, DiceAwaited.
    """
    async with games.locked(game_id):
        game = await games.game(game_id)
        if await games.store.receipts.get(actor.interaction):
            return game
        sealed_words.check_player(game, actor)
        if not game.record.seals:
            raise IllegalOrder("", "words_not_closed")
        mine = [w for w in await games.store.dice.words(game_id) if w.user == actor.user]
        if not mine or mine[0].seal != dice_words.seal(word) or mine[0].seal not in game.record.seals:
            raise IllegalOrder("", "no_such_word")
        async with games.store.writing() as tx:
            await tx.dice.save_word(replace(mine[0], word=word))
        try:
            await sealed_words.check_opened(games, game)
        except IllegalOrder:
            async with games.store.writing() as tx:
                await tx.receipts.add(receipt(actor, game_id, game=game_id))
                await tx.outbox.add(game=game_id, channel=game.record.channel, kind="lobby", body={})
            return await _changed(games, game)
        return await _open(games, game, actor)


async def begin_drawn(games: GameService, order: AnnouncedOrder, message: int, round_: Round) -> None:
    """Begin a game whose setup draws public dice, with its round; for one who holds the game's lock. The
    round of a duplicate pair is that of all dice of both games."""
    game = await games.game(order.game)
    log = _start(games, game, order.who, round_.randomness)
    drawn = round_of(order, message, round_)
    async with games.store.writing() as tx:
        await tx.dice.draw(drawn)
        if game.record.twin:
            await _draw_for_pair(tx, game.record, drawn, round_)
        after = await _write(tx, game, log)
    games.cache(after)
    games.notify(order.game)


async def _draw_for_pair(tx: WriteTransaction, record: GameRecord, drawn: BeaconRound, round_: Round) -> None:
    """Keep a round as that of all dice of a game and of its twin."""
    randomness = round_.randomness.hex()
    await tx.games.update(record.id, randomness=randomness)
    if await tx.games.get(record.twin) is not None:
        await tx.games.update(record.twin, randomness=randomness)
        await tx.dice.draw(replace(drawn, game=record.twin))


async def begin_twin(games: GameService, game_id: int) -> None:
    """Begin the other game of a duplicate pair, if it waits in its lobby for the round that this one drew."""
    record = await games.store.games.get(game_id)
    if record is not None and record.twin and await games.store.games.get(record.twin) is not None:
        games.forget(record.twin)
        await begin_full(games, record.twin)


async def _drawn_with_twin(games: GameService, record: GameRecord) -> bool:
    """Whether the round of a duplicate pair is still to be drawn, by the game that was opened first."""
    if not record.twin or not record.beacon or record.randomness or record.twin > record.id:
        return False
    twin = await games.store.games.get(record.twin)
    return twin is not None and twin.status == "lobby"


async def _open(games: GameService, game: Game, actor: Actor | None, seals: list[str] | None = None) -> Game:
    """Open every word and begin; with `seals`, which are posted first. Words that players gave are told in a
    post; those that the bot made up stand in `/dice verify`."""
    record = game.record
    await games.announced_orders.check_none(record)
    if await _drawn_with_twin(games, record):
        raise DiceAwaited(1, None)
    by_seal = {word.seal: word.word for word in await games.store.dice.words(record.id)}
    by_seal |= {dice_words.seal(word): word for word in record.salts}
    salts = tuple(by_seal[each] or "" for each in (record.seals if seals is None else seals))
    game = replace(game, record=replace(record, salts=salts, seals=record.seals or tuple(seals or ())))
    awaited, who = None, actor.user if actor else None
    begun = await positions.beginning_of(games, record) if record.imported_after else None
    async with games.store.writing() as tx:
        if seals is not None:
            await sealed_words.close_words(tx, record.id, record.channel, seals)
        await tx.games.update(record.id, salts=salts)
        if salts and not (seals is not None and all(map(dice_words.is_random, salts))):
            await tx.outbox.add(game=record.id, channel=record.channel, kind="words_opened", body={})
        try:
            log = _start(games, game, who, None) if begun is None else _play_on(games, record, begun)
        except RoundNeeded:
            awaited = await games.announced_orders.announce(
                tx, record, game.last + 1, "", None, who, actor.interaction if actor else None
            )
        else:
            await _add_receipt(tx, game, actor)
            after = await _write(tx, game, log, begun.rules if begun is not None else "")
    if awaited is not None:
        games.forget(record.id)
        games.notify(record.id)
        raise awaited
    games.cache(after)
    games.notify(record.id)
    return after


def _start(games: GameService, game: Game, who: int | None, randomness: bytes | None) -> tuple[Entry, ...]:
    """The entry with which a game begins. Raises RoundNeeded."""
    record = game.record
    if record.twin and record.beacon and not (randomness or record.randomness):
        raise RoundNeeded  # for all its dice, whether or not it begins with some
    dice = dice_of(record, randomness)
    events = referee.start(find(game.scenario.system), game.scenario, dice, game.rolled)
    return (Entry(seq=1, kind="start", who=who, events=events, at=games.clock()),)


def _play_on(games: GameService, record: GameRecord, begun: Beginning) -> tuple[Entry, ...]:
    """The entries with which a game begins that goes on from a position: those of the record, and a note."""
    seq, who = len(begun.entries) + 1, record.owner
    note = Entry(seq=seq, kind="ruling", who=who, events=(begun.noted,), at=games.clock())
    return (*begun.entries, note)


async def _write(tx: WriteTransaction, game: Game, log: tuple[Entry, ...], rules: str = "") -> Game:
    """Begin with these entries, in a transaction; the game then. All but the last were imported and decided
    by these `rules`."""
    record, (*imported, newest) = game.record, log
    await tx.games.update(record.id, status="playing")
    if imported:
        await tx.log.append_all(record.id, imported, rules)
    await tx.log.append(record.id, newest.seq - 1, newest)
    stored = await tx.games.get(record.id)
    assert stored is not None
    after = await in_thread(lay, stored, log) if imported else lay(stored, log)
    if imported:
        await tx.outbox.add(game=record.id, channel=record.channel, kind="ruling", body={"seq": newest.seq})
    await post_report(tx, after, newest.seq)
    return after


async def _changed(games: GameService, game: Game) -> Game:
    games.forget(game.record.id)
    games.notify(game.record.id)
    return await games.game(game.record.id)
