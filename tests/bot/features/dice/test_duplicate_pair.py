"""A duplicate pair from its lobbies to its round, and what is told of it: a real database, no Discord."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from bot.beacon.announced_orders import dice_of
from bot.beacon.rounds import QUICKNET, Round
from bot.core.game_service import GameService
from bot.features.dice import duplicate_pair, proof_page
from bot.features.dice.evidence import Evidence, evidence_of
from bot.features.dice.outbox_pages import OUTBOX_PAGES
from bot.features.dice.report_section import SECTION
from bot.features.lobby import create
from bot.features.lobby.create import NewGame
from bot.features.lobby.start import begin
from bot.i18n.catalogue import catalogue_for
from bot.i18n.names import Names
from bot.ui.page import Embed, Page
from bot.workers.outbox_page_registry import OutboxPages
from engine.events import Rolled
from storage import BY_STREAM, BeaconRound, ChainReport, Entry, JoinRules, Seat
from tests.bot.features.dice.test_luck import NOON, new_game
from tests.bot.features.lobby.test_seating_rights import ANNA, BRUNO

ROUND = Round(number=7, signature=b"\x05" * 48)
FIRST, SECOND = 1, 2
"""The channels of the two games."""


def new(channel: int, users: Sequence[int], beacon: str = QUICKNET.hash) -> NewGame:
    setup = create.read_setup("ormes", "", "")
    seats = [Seat(side=s, user=u, name=f"P{u}") for s, u in zip(setup.battle.side_ids, users, strict=True)]
    about: dict[str, Any] = {"guild": 1, "owner": 99, "battle": setup.battle, "beacon": beacon}
    return NewGame(channel=channel, seats=seats, rules=JoinRules(starts_full=True), **about)


async def a_pair(games: GameService, beacon: str = QUICKNET.hash) -> tuple[int, int]:
    async with games.store.writing() as tx:
        both = new(FIRST, (ANNA, BRUNO), beacon), new(SECOND, (BRUNO, ANNA), beacon)
        return await duplicate_pair.add(tx, games, *both)


async def drawn(games: GameService, game: int) -> None:
    """The round of a game that has announced its beginning is there."""
    order = await games.store.dice.announced(game)
    assert order is not None
    async with games.store.writing() as tx:
        await tx.outbox.mark_posted(order.letter, 1000 + game)
    async with games.locked(game):
        await begin.begin_drawn(games, order, 1000 + game, ROUND)
    await begin.begin_twin(games, game)


async def page(games: GameService, game: int, kind: str) -> Page:
    (post,) = await games.store.outbox.of_game(game, kind)
    made = await OutboxPages(games, lambda channel, guild: "en", [OUTBOX_PAGES]).page(post)
    assert made is not None
    return made


def mentioned(page: Page) -> str:
    return "\n".join([page.text, *(f"{note.text}{note.footer}" for note in page.embeds)])


async def test_both_games_have_one_secret_seed_the_same_words_and_dice_by_stream(games: GameService) -> None:
    one, two = [(await games.game(game)).record for game in await a_pair(games)]
    other = (await games.game((await _elsewhere(games))[0])).record

    assert one.seed == two.seed != other.seed
    assert len(set(one.seed)) > 8, "chance"
    assert (one.dice_keys, two.dice_keys) == (BY_STREAM, BY_STREAM)
    assert (one.twin, two.twin) == (two.id, one.id)
    assert len(one.seals) == 2
    assert one.seals == two.seals
    for record, channel in ((one, FIRST), (two, SECOND)):
        (post,) = await games.store.outbox.of_game(record.id, "commitment")
        assert (post.channel, post.body) == (channel, {"seals": list(one.seals)})
        assert {word.seal for word in await games.store.dice.words(record.id)} == {*one.seals}


async def _elsewhere(games: GameService) -> tuple[int, int]:
    async with games.store.writing() as tx:
        return await duplicate_pair.add(tx, games, new(3, (ANNA, BRUNO)), new(4, (BRUNO, ANNA)))


async def test_the_game_that_was_opened_first_draws_the_one_round_of_both(games: GameService) -> None:
    one, two = await a_pair(games)
    for game in (two, one, two, one):
        assert (await begin.begin_full(games, game)).record.status == "lobby"
    rolls = [len(await games.store.outbox.of_game(game, "roll")) for game in (one, two)]
    order = await games.store.dice.announced(one)
    await drawn(games, one)

    assert rolls == [1, 0], "announced once"
    assert order is not None
    assert json.loads(order.fixed)["games"] == [one, two]
    for game in (one, two):
        record = (await games.game(game)).record
        assert (record.status, record.randomness) == ("playing", ROUND.randomness.hex())
        (round_,) = await games.store.dice.rounds(game)
        assert (round_.round, round_.message, round_.fixed) == (7, 1000 + one, order.fixed)
        assert await games.store.dice.announced(game) is None


async def test_the_other_game_draws_where_the_first_is_decided_before(games: GameService) -> None:
    one, two = await a_pair(games)
    async with games.store.writing() as tx:
        await tx.games.update(one, status="over")
    games.forget(one)
    await begin.begin_full(games, two)
    await drawn(games, two)

    assert (await games.game(two)).record.status == "playing"
    assert [len(await games.store.outbox.of_game(game, "roll")) for game in (one, two)] == [0, 1]


def test_all_dice_of_a_pair_are_drawn_from_its_own_round_whatever_round_is_at_hand() -> None:
    record = replace(over().record, beacon=QUICKNET.hash, randomness="0a" * 32)

    def die(randomness: bytes | None) -> int:
        return dice_of(record, randomness).draw("blue/fire/1/1", 1_000_000)

    assert die(None) == die(b"\x0b" * 32)


async def test_a_pair_without_public_dice_begins_at_once(games: GameService) -> None:
    both = await a_pair(games, "")
    for game in both:
        await begin.begin_full(games, game)

    assert [(await games.game(game)).record.status for game in both] == ["playing", "playing"]
    assert [(await games.game(game)).record.randomness for game in both] == ["", ""]


async def test_evidence_says_where_the_round_was_announced_and_that_the_seed_is_still_secret(
    games: GameService,
) -> None:
    both = await a_pair(games)
    await begin.begin_full(games, both[0])
    before = await evidence_of(games, (await games.game(both[0])).record)
    await drawn(games, both[0])
    one, two = [await evidence_of(games, (await games.game(game)).record) for game in both]
    async with games.store.writing() as tx:
        await tx.games.update(both[1], status="over")
    after = await evidence_of(games, (await games.game(both[0])).record)

    assert before.withheld, "the other one has not even begun"
    assert (one.withheld, two.withheld, after.withheld) == (True, True, False)
    assert (one.announced_in, two.announced_in) == (FIRST, FIRST)
    assert (one.twin_channel, two.twin_channel) == (SECOND, FIRST)
    assert one.chain == QUICKNET


async def test_the_message_that_fixes_the_dice_is_the_newest_that_stands(games: GameService) -> None:
    game = (await a_pair(games))[0]
    async with games.store.writing() as tx:
        (first,) = await tx.outbox.of_game(game, "commitment")
        add: dict[str, Any] = {"game": game, "channel": FIRST, "kind": "commitment"}
        second, words, waits = [await tx.outbox.add(**add, body=body) for body in ({}, {"words": 1}, {})]
        for number, message in ((first.id, 50), (second, 51), (words, 52)):
            await tx.outbox.mark_posted(number, message)

    assert waits
    assert (await evidence_of(games, (await games.game(game)).record)).message == 51


async def test_the_posts_of_a_pair_name_the_hash_the_seals_the_other_channel_and_both_games(
    games: GameService,
) -> None:
    one, _ = await a_pair(games)
    record = (await games.game(one)).record
    await begin.begin_full(games, one)
    fixed, roll = mentioned(await page(games, one, "commitment")), mentioned(await page(games, one, "roll"))

    assert proof_page.hash_of(record) in fixed
    assert record.seed.hex() not in fixed
    for user, seal in zip((ANNA, BRUNO), record.seals, strict=True):
        assert f"of the word of P{user}: `{seal}`" in fixed
    assert f"<#{SECOND}>" in fixed
    assert "all dice of both games" in fixed
    assert "Both games of the pair" in roll


async def test_a_post_tells_the_seals_that_it_was_written_with_and_one_from_before_seals_nothing(
    games: GameService,
) -> None:
    one, _ = await a_pair(games)
    pages = OutboxPages(games, lambda channel, guild: "en", [OUTBOX_PAGES])
    (post,) = await games.store.outbox.of_game(one, "commitment")

    old = await pages.page(replace(post, body={"words": ["rain"]}))
    other = await pages.page(replace(post, body={"seals": ["ab" * 32]}))

    assert old is None
    assert other is not None
    assert other.text.count("of the word of a player") == 1
    assert "ab" * 32 in other.text


def over(result: object = None, **changes: Any) -> Any:
    game = new_game("nonaka")
    first = game.scenario.side_ids[0]
    unit = next(u.id for u in game.state.units.values() if u.side == first)
    dice = [
        Rolled(purpose="fire", key=f"{n}/1", sides=6, dice=(n,), by=unit, only=o)
        for n, o in ((1, ""), (2, first))
    ]
    entries = tuple(
        Entry(seq=n, kind="order", side=first, events=(each,), at=NOON)
        for n, each in enumerate(dice, start=1)
    )
    record = replace(
        game.record, **{"status": "over", "salts": (), "seals": (), "seed": b"\x07" * 32, **changes}
    )
    return replace(game, record=record, entries=entries)


def test_of_a_pair_the_seed_is_told_nowhere_while_the_other_game_goes_on() -> None:
    game = over(twin=9)
    names = Names(catalogue_for(), game)
    withheld = Evidence(withheld=True, twin_channel=44)
    told, all_ = (
        proof_page.page(names, "", withheld),
        proof_page.page(names, "", replace(withheld, withheld=False)),
    )

    one = proof_page.page(Names(catalogue_for(), over(status="playing", twin=9).seen("")), "", withheld)
    assert game.record.seed.hex() not in mentioned(told)
    assert told.files == ()
    assert mentioned(one) != mentioned(told), "of a game that is over all dice are known, also the hidden one"
    assert "2 dice" in mentioned(told) or "2" in mentioned(told).partition("dice")[0], (
        "it is over: all are known"
    )
    assert "When both games of the pair are over" in mentioned(told)
    assert "<#44>" in mentioned(told)
    assert game.record.seed.hex() in all_.files[0].text
    assert game.record.seed.hex() not in proof_page.proof(names, withheld)
    assert game.record.seed.hex() in proof_page.proof(names, replace(withheld, withheld=False))


def test_only_words_from_before_seals_are_said_to_have_had_none() -> None:
    unsealed = catalogue_for()("verify.unsealed")

    def said(**changes: Any) -> bool:
        names = Names(catalogue_for(), over(status="playing", **changes))
        return unsealed in mentioned(proof_page.page(names, ""))

    assert said(salts=("rain",))
    assert not said(salts=("rain",), seals=("ab",))
    assert not said()


def test_the_round_of_a_pair_is_linked_where_it_was_announced() -> None:
    round_ = BeaconRound(game=1, number=1, seq=1, message=70, round=5, signature="", fixed="{}")
    evidence = Evidence(rounds=(round_,), chain=QUICKNET, twin_channel=44, announced_in=44, withheld=True)
    names = Names(catalogue_for(), over(twin=9, beacon=QUICKNET.hash))

    assert f"/{names.game.record.guild}/44/70" in mentioned(proof_page.page(names, "", evidence))


def test_the_fingerprint_is_that_of_the_newest_entry_that_the_viewer_knows_of() -> None:
    game = over(status="playing")
    first, second = game.scenario.side_ids
    log = ChainReport(links={1: b"public", 2: b"secret"}, rules={}, broken=None)
    before = Page(embeds=(Embed(text="so far"),))

    def line(viewer: str, chain: Any = log) -> Page:
        names = Names(catalogue_for(), game.seen(viewer))
        return proof_page.with_log(before, names, viewer, chain)

    changed = line(first, replace(log, broken=1))
    assert mentioned(line(first)) != mentioned(line(second)), "the other side does not know of the last one"
    assert changed.embeds[0].tone == "refusal"
    assert line(first).embeds[0].tone == before.embeds[0].tone


@pytest.mark.parametrize("twin_goes_on", [True, False])
async def test_the_last_report_has_the_dice_unless_the_other_game_of_the_pair_goes_on(
    games: GameService, twin_goes_on: bool
) -> None:
    both = await a_pair(games, "")
    for game in both:
        await begin.begin_full(games, game)
    if not twin_goes_on:
        async with games.store.writing() as tx:
            await tx.games.update(both[1], status="over")
    game_ = await games.game(both[0])
    ended = replace(game_, state=replace(game_.state, result=SimpleNamespace()))

    def report(game: Any) -> Any:
        post = SimpleNamespace(games=games)
        return SimpleNamespace(page=Page(text="x"), names=Names(catalogue_for(), game), post=post)

    last = await SECTION.at_the_end(report(ended))
    seed = game_.record.seed.hex()
    assert await SECTION.at_the_end(report(game_)) == Page(text="x"), (
        "as long as it is played nothing is told"
    )
    assert (seed in mentioned(last)) is not twin_goes_on
    assert [file.name for file in last.files] == ([] if twin_goes_on else ["dice.txt"])
