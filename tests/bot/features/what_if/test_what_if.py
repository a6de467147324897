"""What-ifs over real sockets: a copy for one person alone, which touches nothing and can be sent."""

from __future__ import annotations

import re
import sqlite3
from dataclasses import replace
from typing import Any

import pytest

import opponent
from bot.features.dice import proof as dice_proof
from engine.commands import Attack, Move
from engine.events import Rolled
from sandbox.tests.tiny_bot import PNG as DOT
from tests.bot.conftest import open_harness
from tests.bot.features.orders.test_setup import plain
from tests.bot.numbered_pictures import NumberedPictures
from tests.bot.secrecy.test_pairs_of_games import everything_asked, few, here, many, seated, there
from tests.bot.whole_games.test_morne_plaine import typed

MOST_ORDERS = 80


async def one_dot(picture: Any) -> bytes:
    return DOT


async def start_game(harness: Any, side: str = "blue") -> Any:
    """Anna plays at Ormes, on one side against the computer player, or on both."""
    harness.bot.drawing_process.draw = one_dot
    anna = harness.person("Anna")
    words = {"side": "both"} if side == "both" else {"side": side, "partner": True}
    await anna.slash("battle", "game new", {"battle": "ormes", **words})
    await anna.slash("battle", "game start")
    await harness.quiet()
    return anna


async def advised(harness: Any, anna: Any, game: Any) -> Any:
    """Give the order the computer player would give."""
    side = game.side_for(int(anna.id))
    command, options = typed(opponent.choose(game.system, game.scenario, game.state, side))
    return await anna.slash("battle", command, options)


async def on(harness: Any, anna: Any, kind: type[Any]) -> Any:
    """Play on until the computer player would give such an order; that order."""
    for _ in range(MOST_ORDERS):
        await harness.quiet()
        game = await harness.game()
        side = game.side_for(int(anna.id))
        command = opponent.choose(game.system, game.scenario, game.state, side)
        if isinstance(command, kind):
            return command
        await advised(harness, anna, game)
    raise AssertionError(f"no {kind.__name__}")


def copy(harness: Any, anna: Any) -> Any:
    """The desk of Anna's what-if."""
    return next(
        r.games for (user, _), r in harness.bot.services.what_ifs._sessions.items() if user == int(anna.id)
    )


async def tried(harness: Any, anna: Any) -> Any:
    """The game of Anna's what-if."""
    games = copy(harness, anna)
    return await games.game(-games.record.game)


def everything(harness: Any) -> dict[str, list[Any]]:
    """Every row of the database, but for what-ifs themselves."""
    with sqlite3.connect(harness.folder / "grognard.db") as database:
        names = [n for (n,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        rows = {n: database.execute(f'SELECT * FROM "{n}"').fetchall() for n in names if n != "whatifs"}
    database.close()
    return rows


def flagged(reply: Any) -> bool:
    return reply.ephemeral and "What if" in reply.words


@pytest.mark.long
async def test_orders_typed_and_pressed_count_in_the_copy_and_touch_nothing(harness: Any) -> None:
    anna, clara = await start_game(harness), harness.person("Clara")
    await harness.quiet()
    before, posts = everything(harness), len(clara.sees("battle"))

    opened = await anna.slash("battle", "whatif open")
    replies = [opened]
    for _ in range(12):  # to the end of her turn and into that of the other side, which she plays, too
        replies.append(await advised(harness, anna, await tried(harness, anna)))
    replies.append(await anna.click(replies[-1], "Map and key"))
    for command in ("map", "game board", "undo", "orders"):
        replies.append(await anna.slash("battle", command))
    form = replies.pop()
    replies.append(await anna.submit(form, {"text": "done"}))
    await harness.quiet()

    assert all(flagged(reply) for reply in replies), [r.words for r in replies if not flagged(r)]
    assert len((await tried(harness, anna)).active_entries) > 8
    assert everything(harness) == before
    assert len(clara.sees("battle")) == posts, "nobody else is shown anything"
    pictures = [a["description"] for r in replies for a in r.pictures]
    assert pictures
    assert all("What if" in alt for alt in pictures)


async def test_steps_of_the_rose_count_in_the_copy(harness: Any) -> None:
    anna = await start_game(harness)
    order = await on(harness, anna, Move)
    last = (await harness.game()).last
    await anna.slash("battle", "whatif open")

    rose = await anna.slash("battle", "move", unit=order.unit)
    step = next(b["label"] for b in rose.buttons if ":step:" in b["custom_id"] and not b.get("disabled"))
    stepped = await anna.click(rose, step)
    await harness.quiet()
    moved = (await tried(harness, anna)).state.units[order.unit].place
    back = await anna.click(stepped, "Undo")
    await harness.quiet()

    assert all(flagged(reply) for reply in (rose, stepped, back))
    assert all(b["custom_id"].split(":")[1].startswith("-") for b in stepped.buttons)
    assert moved != (await tried(harness, anna)).state.units[order.unit].place
    assert (await harness.game()).last == last


@pytest.mark.long
async def test_a_what_if_is_still_open_after_a_restart(harness: Any) -> None:
    anna = await start_game(harness)
    await anna.slash("battle", "whatif open")
    for _ in range(4):
        shown = await advised(harness, anna, await tried(harness, anna))
    before = await tried(harness, anna)
    await harness.quiet()
    await harness.again()
    anna = harness.person("Anna")

    seen = await anna.slash("battle", "game board")
    pressed = await anna.click(shown, "Map and key")

    assert flagged(seen)
    assert flagged(pressed)
    after = await tried(harness, anna)
    assert after.state == before.state
    assert len(after.entries) == len(before.entries) > 2


@pytest.mark.long
async def test_after_its_end_orders_count_in_the_game_again(harness: Any) -> None:
    anna = await start_game(harness)
    await anna.slash("battle", "whatif open")
    shown = await advised(harness, anna, await tried(harness, anna))
    last = (await harness.game()).last

    ended = await anna.slash("battle", "whatif end")
    old = await anna.click(shown, "Map and key")
    order = await advised(harness, anna, await harness.game())
    none = await anna.slash("battle", "whatif send")

    assert "What-if deleted" in ended.words
    assert "no longer exists" in old.words
    assert not flagged(order)
    assert (await harness.game()).last > last
    assert "no what-if open" in none.words


async def test_another_player_has_a_copy_of_his_own_or_none(harness: Any) -> None:
    anna, clara = await start_game(harness), harness.person("Clara")
    await anna.slash("battle", "whatif open")
    await advised(harness, anna, await tried(harness, anna))

    seen = await clara.slash("battle", "game board")
    own = await clara.slash("battle", "whatif open")
    unsendable = await clara.slash("battle", "whatif send")

    assert "What if" not in seen.words
    assert flagged(own)
    assert "Send my orders" not in own.labels
    assert "no side in this game" in unsendable.words
    assert len((await tried(harness, clara)).entries) == 1


@pytest.mark.long
async def test_even_dice_can_be_taken_back_and_fall_otherwise_then(harness: Any) -> None:
    anna = await start_game(harness, "both")
    order = await on(harness, anna, Attack)
    await anna.slash("battle", "whatif open")
    command, options = typed(order)

    fell = set()
    for _ in range(6):
        await anna.slash("battle", command, options)
        entry = (await tried(harness, anna)).active_entries[-1]
        fell |= {e.dice for e in entry.events if isinstance(e, Rolled) and e.purpose == "combat"}
        back = await anna.slash("battle", "undo")
        assert flagged(back)
        assert "Undone" in back.words

    assert len(fell) > 1
    assert len((await tried(harness, anna)).active_entries) == 7, "one entry, and the undoings"


@pytest.mark.long
async def test_the_outcome_can_be_chosen(harness: Any) -> None:
    anna = await start_game(harness, "both")
    command, options = typed(await on(harness, anna, Attack))
    await anna.slash("battle", "whatif open")

    unfit = await anna.slash("battle", "whatif dice", faces="six")
    large = await anna.slash("battle", "whatif dice", faces="77")
    too_large = await anna.slash("battle", command, options)
    position = await anna.slash("battle", "whatif dice", faces="１")
    await anna.slash("battle", command, options)

    assert "cannot read" in unfit.words
    assert "77" in large.words
    assert "has" in too_large.words
    assert "The next dice will be: 1" in position.words
    rolled = [e for e in (await tried(harness, anna)).active_entries[-1].events if isinstance(e, Rolled)]
    assert rolled[0].dice == (1,)
    assert copy(harness, anna).record.faces == ()


# --- sending ------------------------------------------------------------------------------------------


@pytest.mark.long
async def test_orders_are_sent_one_by_one_and_the_copy_is_closed(harness: Any) -> None:
    anna = await start_game(harness)
    await on(harness, anna, Move)
    await anna.slash("battle", "whatif open")
    commands: list[Any] = []
    while len(commands) < 3:
        game = await tried(harness, anna)
        reply = await advised(harness, anna, game)
        commands.append((await tried(harness, anna)).active_entries[-1].command)
    last = (await harness.game()).last

    sent = await anna.click(reply, "Send my orders")
    await harness.quiet()

    entries = [e for e in (await harness.game()).entries if e.seq > last][:3]
    assert "3 orders" in sent.words
    assert "What if" not in sent.words
    assert [e.command for e in entries] == commands
    assert {e.who for e in entries} == {int(anna.id)}
    assert not harness.bot.services.what_ifs._open
    assert not await harness.store.what_ifs.all()


@pytest.mark.long
async def test_sending_stops_where_the_dice_of_the_game_fall_otherwise(harness: Any) -> None:
    anna = await start_game(harness, "both")
    order = await on(harness, anna, Attack)
    await harness.quiet()
    game = await harness.game()
    due = dice_proof.face(game.record.seed, game.record.salts, f"{game.last + 1}/1/1", 6)
    await anna.slash("battle", "whatif open")
    await anna.slash("battle", "whatif dice", faces=str(due % 6 + 1))
    command, options = typed(order)
    await anna.slash("battle", command, options)
    await anna.slash("battle", "done")

    sent = await anna.slash("battle", "whatif send")
    await harness.quiet()

    after = await harness.game()
    given = [e for e in after.entries if e.seq > game.last]
    assert "the real dice" in sent.words
    assert "Not given: done" in sent.words.replace("`", "")
    assert [e.command for e in given] == [order]
    assert next(e for e in given[0].events if isinstance(e, Rolled)).dice == (due,)


@pytest.mark.long
async def test_sending_stops_at_the_first_order_that_is_not_legal_any_more(harness: Any) -> None:
    anna = await start_game(harness)
    order = await on(harness, anna, Move)
    await anna.slash("battle", "whatif open")
    command, options = typed(order)
    await anna.slash("battle", command, options)
    public = [m for m in anna.sees("battle") if not m.ephemeral and "Give orders" in m.labels][-1]
    panel = await anna.click(public, "Give orders")
    assert not flagged(panel), "buttons of the game are the game's"
    asked = await anna.click(panel, "Done with movement")
    ended = await anna.click(asked, "Done with movement anyway")
    await harness.quiet()
    last = (await harness.game()).last

    stale = await anna.slash("battle", "game board")
    sent = await anna.slash("battle", "whatif send")

    assert not flagged(ended)
    assert "has moved on since" in stale.words
    assert "No orders given" in sent.words
    assert (await harness.game()).last == last
    assert harness.bot.services.what_ifs._open, "it stays open"


async def test_a_send_that_is_delivered_twice_gives_orders_once(harness: Any) -> None:
    anna = await start_game(harness)
    await on(harness, anna, Move)
    await anna.slash("battle", "whatif open")
    await advised(harness, anna, await tried(harness, anna))
    games, last = copy(harness, anna), (await harness.game()).last
    actor = replace(stranger(harness, anna), interaction=77)

    first, again = await games.send(actor), await games.send(actor)

    assert len(first.entries) == 1
    assert again.repeated
    assert (await harness.game()).last == last + 1


def stranger(harness: Any, person: Any) -> Any:
    from bot.core.requests.actor import Actor

    game = (
        next(iter(harness.bot.services.what_ifs._open.values()))
        if harness.bot.services.what_ifs._open
        else None
    )
    channel = game.channel if game else 0
    return Actor(user=int(person.id), name=person.name, interaction=1, guild=1, channel=channel)


@pytest.mark.long
async def test_a_what_if_ends_with_its_game(harness: Any) -> None:
    anna = await start_game(harness)
    opened = await anna.slash("battle", "whatif open")
    sure = await anna.slash("battle", "game resign")
    await anna.click(sure, "Yes, give up")
    await harness.quiet()

    old = await anna.click(opened, "Map and key")
    over = await anna.slash("battle", "whatif open")

    assert "no longer exists" in old.words
    assert "This game is over" in over.words


# --- secrets --------------------------------------------------------------------------------------------


MOMENT = re.compile(rb"\d{4}-\d\d-\d\d[T ][\d:.]+|(?<=sum: )[0-9a-f]{64}|(?<=message: )\d+")
"""When a game was opened, posted or an order given, in the record of the game; and the hash of a record."""


async def supposed(harness: Any, battle: str, secret: Any) -> dict[str, Any]:
    """All that Blue and a spectator can find out in what-ifs opened while Red makes up its mind."""
    anna, bruno, clara = await seated(harness, battle)
    harness.bot.services.what_ifs._secret = lambda n: b"\x09" * n
    pages_before = {person.name: len(person.page_events()) for person in (bruno, clara)}
    await secret(harness, anna)
    await harness.quiet()
    differences: dict[str, Any] = {}
    for person in (bruno, clara):
        await person.slash("battle", "whatif open")
        differences[f"{person.name} asked"] = await everything_asked(harness, person)
        for command in (
            "plan lock",
            "plan lock",
            "done",
            "game board",
            "plan show",
            "dice luck",
            "dice verify",
            "whatif send",
        ):
            await person.slash("battle", command)
            await harness.quiet()
        differences[f"{person.name} was shown"] = sorted(
            plain(x) for x in person.page_events()[pages_before[person.name] :]
        )
        files = (m.file(0) for m in person.sees("battle") if m.attachments)
        differences[f"{person.name} saw"] = sorted(MOMENT.sub(b"", file) for file in files)
    return differences


@pytest.mark.long
@pytest.mark.parametrize(
    ("battle", "pair"), [("kurokawa", (few, many)), ("takase", (here, there))], ids=["orders", "set-up"]
)
async def test_pairs_of_games_that_differ_in_secrets_make_the_same_what_ifs_AT_ORD_03(
    tmp_path: Any, battle: str, pair: tuple[Any, Any]
) -> None:
    games, sketches = [], NumberedPictures()
    for number, secret in enumerate(pair):
        async with open_harness(tmp_path / str(number)) as harness:
            harness.bot.drawing_process.draw = sketches.draw  # type: ignore[method-assign]
            games.append(await supposed(harness, battle, secret))

    for key in games[0]:
        assert games[0][key] == games[1][key], key
    assert len(games[0]["Bruno was shown"]) > 30
