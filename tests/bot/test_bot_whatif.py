"""What-ifs over real sockets: a copy for one person alone, which touches nothing and can be sent."""

from __future__ import annotations

import re
import sqlite3
from dataclasses import replace
from typing import Any

import pytest

import opponent
from bot import proof
from engine.commands import Attack, Move
from engine.events import Rolled
from sandbox.tests.tiny_bot import PNG as DOT
from tests.bot.conftest import a_house
from tests.bot.sketches import Sketches
from tests.bot.test_bot_battle import typed
from tests.bot.test_bot_secret_pairs import everything_asked, few, here, many, seated, there
from tests.bot.test_bot_setup import plain

MOST_ORDERS = 80


async def one_dot(picture: Any) -> bytes:
    return DOT


async def begun(house: Any, side: str = "blue") -> Any:
    """Anna plays at Ormes, on one side against the sparring partner, or on both."""
    house.bot.painter.draw = one_dot
    anna = house.person("Anna")
    words = {"side": "both"} if side == "both" else {"side": side, "partner": True}
    await anna.slash("battle", "game new", {"scenario": "ormes", **words})
    await anna.slash("battle", "game start")
    await house.quiet()
    return anna


async def advised(house: Any, anna: Any, table: Any) -> Any:
    """Give the order the sparring partner would give at that table."""
    side = table.side_for(int(anna.id))
    command, options = typed(opponent.choose(table.system, table.scenario, table.state, side))
    return await anna.slash("battle", command, options)


async def on(house: Any, anna: Any, kind: type[Any]) -> Any:
    """Play on until the sparring partner would give such an order; that order."""
    for _ in range(MOST_ORDERS):
        await house.quiet()
        table = await house.game()
        side = table.side_for(int(anna.id))
        command = opponent.choose(table.system, table.scenario, table.state, side)
        if isinstance(command, kind):
            return command
        await advised(house, anna, table)
    raise AssertionError(f"no {kind.__name__}")


def copy(house: Any, anna: Any) -> Any:
    """The desk of Anna's what-if."""
    return next(r.desk for (user, _), r in house.bot.whatifs._rooms.items() if user == int(anna.id))


async def tried(house: Any, anna: Any) -> Any:
    """The table of Anna's what-if."""
    desk = copy(house, anna)
    return await desk.table(-desk.kept.game)


def everything(house: Any) -> dict[str, list[Any]]:
    """Every row of the database, but for what-ifs themselves."""
    with sqlite3.connect(house.folder / "grognard.db") as database:
        names = [n for (n,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        found = {n: database.execute(f'SELECT * FROM "{n}"').fetchall() for n in names if n != "whatifs"}
    database.close()
    return found


def flagged(reply: Any) -> bool:
    return reply.ephemeral and "What if" in reply.words


async def test_orders_typed_and_pressed_count_in_the_copy_and_touch_nothing(house: Any) -> None:
    anna, clara = await begun(house), house.person("Clara")
    await house.quiet()
    before, posts = everything(house), len(clara.sees("battle"))

    opened = await anna.slash("battle", "whatif open")
    replies = [opened]
    for _ in range(12):  # to the end of her turn and into that of the other side, which she plays, too
        replies.append(await advised(house, anna, await tried(house, anna)))
    replies.append(await anna.click(replies[-1], "Map"))
    for command in ("map", "board", "undo", "orders"):
        replies.append(await anna.slash("battle", command))
    form = replies.pop()
    replies.append(await anna.submit(form, {"text": "done"}))
    await house.quiet()

    assert all(flagged(reply) for reply in replies), [r.words for r in replies if not flagged(r)]
    assert len((await tried(house, anna)).living) > 8
    assert everything(house) == before
    assert len(clara.sees("battle")) == posts, "nobody else is shown anything"
    pictures = [a["description"] for r in replies for a in r.attachments if a["filename"].endswith(".png")]
    assert pictures
    assert all("What if" in alt for alt in pictures)


async def test_steps_of_the_rose_count_in_the_copy(house: Any) -> None:
    anna = await begun(house)
    order = await on(house, anna, Move)
    last = (await house.game()).last
    await anna.slash("battle", "whatif open")

    rose = await anna.slash("battle", "move", unit=order.unit)
    step = next(b["label"] for b in rose.buttons if ":step:" in b["custom_id"] and not b.get("disabled"))
    stepped = await anna.click(rose, step)
    await house.quiet()
    moved = (await tried(house, anna)).state.units[order.unit].place
    back = await anna.click(stepped, "Undo")
    await house.quiet()

    assert all(flagged(reply) for reply in (rose, stepped, back))
    assert all(b["custom_id"].split(":")[1].startswith("-") for b in stepped.buttons)
    assert moved != (await tried(house, anna)).state.units[order.unit].place
    assert (await house.game()).last == last


async def test_a_what_if_is_still_open_after_a_restart(house: Any) -> None:
    anna = await begun(house)
    opened = await anna.slash("battle", "whatif open")
    for _ in range(4):
        await advised(house, anna, await tried(house, anna))
    before = await tried(house, anna)
    await house.quiet()
    await house.again()
    anna = house.person("Anna")

    seen = await anna.slash("battle", "board")
    pressed = await anna.click(opened, "Map")

    assert flagged(seen)
    assert flagged(pressed)
    after = await tried(house, anna)
    assert after.state == before.state
    assert len(after.entries) == len(before.entries) > 2


async def test_after_its_end_orders_count_in_the_game_again(house: Any) -> None:
    anna = await begun(house)
    opened = await anna.slash("battle", "whatif open")
    await advised(house, anna, await tried(house, anna))
    last = (await house.game()).last

    ended = await anna.slash("battle", "whatif end")
    old = await anna.click(opened, "Map")
    order = await advised(house, anna, await house.game())
    none = await anna.slash("battle", "whatif send")

    assert "thrown away" in ended.words
    assert "no more" in old.words
    assert not flagged(order)
    assert (await house.game()).last > last
    assert "no what-if open" in none.words


async def test_another_player_has_a_copy_of_his_own_or_none(house: Any) -> None:
    anna, clara = await begun(house), house.person("Clara")
    await anna.slash("battle", "whatif open")
    await advised(house, anna, await tried(house, anna))

    seen = await clara.slash("battle", "board")
    own = await clara.slash("battle", "whatif open")
    unsendable = await clara.slash("battle", "whatif send")

    assert "What if" not in seen.words
    assert flagged(own)
    assert "Send my orders" not in own.labels
    assert "no side in this game" in unsendable.words
    assert len((await tried(house, clara)).entries) == 1


async def test_even_dice_can_be_taken_back_and_fall_otherwise_then(house: Any) -> None:
    anna = await begun(house, "both")
    order = await on(house, anna, Attack)
    await anna.slash("battle", "whatif open")
    command, options = typed(order)

    fell = set()
    for _ in range(6):
        await anna.slash("battle", command, options)
        entry = (await tried(house, anna)).living[-1]
        fell |= {e.dice for e in entry.events if isinstance(e, Rolled) and e.purpose == "combat"}
        back = await anna.slash("battle", "undo")
        assert flagged(back)
        assert "Taken back" in back.words

    assert len(fell) > 1
    assert len((await tried(house, anna)).living) == 7, "one entry, and the undoings"


async def test_the_outcome_can_be_chosen(house: Any) -> None:
    anna = await begun(house, "both")
    command, options = typed(await on(house, anna, Attack))
    await anna.slash("battle", "whatif open")

    unfit = await anna.slash("battle", "whatif dice", faces="six")
    large = await anna.slash("battle", "whatif dice", faces="77")
    too_large = await anna.slash("battle", command, options)
    laid = await anna.slash("battle", "whatif dice", faces="１")
    await anna.slash("battle", command, options)

    assert "cannot read" in unfit.words
    assert "77" in large.words
    assert "has" in too_large.words
    assert "The next dice fall: 1" in laid.words
    rolled = [e for e in (await tried(house, anna)).living[-1].events if isinstance(e, Rolled)]
    assert rolled[0].dice == (1,)
    assert copy(house, anna).kept.faces == ()


# --- sending ------------------------------------------------------------------------------------------


async def test_orders_are_sent_one_by_one_and_the_copy_is_closed(house: Any) -> None:
    anna = await begun(house)
    await on(house, anna, Move)
    await anna.slash("battle", "whatif open")
    commands: list[Any] = []
    while len(commands) < 3:
        table = await tried(house, anna)
        reply = await advised(house, anna, table)
        commands.append((await tried(house, anna)).living[-1].command)
    last = (await house.game()).last

    sent = await anna.click(reply, "Send my orders")
    await house.quiet()

    entries = [e for e in (await house.game()).entries if e.seq > last][:3]
    assert "3 orders" in sent.words
    assert "What if" not in sent.words
    assert [e.command for e in entries] == commands
    assert {e.who for e in entries} == {int(anna.id)}
    assert not house.bot.whatifs._open
    assert not await house.store.ask(lambda reading: reading.whatifs())


async def test_sending_stops_where_the_dice_of_the_game_fall_otherwise(house: Any) -> None:
    anna = await begun(house, "both")
    order = await on(house, anna, Attack)
    await house.quiet()
    table = await house.game()
    due = proof.face(table.game.seed, table.game.salts, f"{table.last + 1}/1/1", 6)
    await anna.slash("battle", "whatif open")
    await anna.slash("battle", "whatif dice", faces=str(due % 6 + 1))
    command, options = typed(order)
    await anna.slash("battle", command, options)
    await anna.slash("battle", "done")

    sent = await anna.slash("battle", "whatif send")
    await house.quiet()

    after = await house.game()
    given = [e for e in after.entries if e.seq > table.last]
    assert "dice of its own" in sent.words
    assert "Not given: done" in sent.words.replace("`", "")
    assert [e.command for e in given] == [order]
    assert next(e for e in given[0].events if isinstance(e, Rolled)).dice == (due,)


async def test_sending_stops_at_the_first_order_that_is_not_legal_any_more(house: Any) -> None:
    anna = await begun(house)
    order = await on(house, anna, Move)
    await anna.slash("battle", "whatif open")
    command, options = typed(order)
    await anna.slash("battle", command, options)
    public = [m for m in anna.sees("battle") if not m.ephemeral and "Give orders" in m.labels][-1]
    panel = await anna.click(public, "Give orders")
    assert not flagged(panel), "buttons of the game are the game's"
    ended = await anna.click(panel, "Done with movement")
    await house.quiet()
    last = (await house.game()).last

    stale = await anna.slash("battle", "board")
    sent = await anna.slash("battle", "whatif send")

    assert not flagged(ended)
    assert "has gone on since" in stale.words
    assert "Nothing was given" in sent.words
    assert (await house.game()).last == last
    assert house.bot.whatifs._open, "it stays open"


async def test_a_send_that_is_delivered_twice_gives_orders_once(house: Any) -> None:
    anna = await begun(house)
    await on(house, anna, Move)
    await anna.slash("battle", "whatif open")
    await advised(house, anna, await tried(house, anna))
    desk, last = copy(house, anna), (await house.game()).last
    by = replace(stranger(house, anna), interaction=77)

    first, again = await desk.send(by), await desk.send(by)

    assert len(first.given) == 1
    assert again.repeated
    assert (await house.game()).last == last + 1


def stranger(house: Any, person: Any) -> Any:
    from bot.desk import By

    game = next(iter(house.bot.whatifs._open.values())) if house.bot.whatifs._open else None
    channel = game.channel if game else 0
    return By(user=int(person.id), name=person.name, interaction=1, guild=1, channel=channel)


async def test_a_what_if_ends_with_its_game(house: Any) -> None:
    anna = await begun(house)
    opened = await anna.slash("battle", "whatif open")
    sure = await anna.slash("battle", "game resign")
    await anna.click(sure, "Yes, give up")
    await house.quiet()

    old = await anna.click(opened, "Map")
    over = await anna.slash("battle", "whatif open")

    assert "no more" in old.words
    assert "This game is over" in over.words


# --- secrets --------------------------------------------------------------------------------------------


MOMENT = re.compile(rb"\d{4}-\d\d-\d\dT[\d:.]+")
"""When a game was opened or an order given, in the file of the game."""


async def supposed(house: Any, battle: str, secret: Any) -> dict[str, Any]:
    """All that Blue and a spectator can find out in what-ifs opened while Red makes up its mind."""
    anna, bruno, clara = await seated(house, battle)
    house.bot.whatifs._secret = lambda n: b"\x09" * n
    shown = {person.name: len(person.was_shown()) for person in (bruno, clara)}
    await secret(house, anna)
    await house.quiet()
    found: dict[str, Any] = {}
    for person in (bruno, clara):
        await person.slash("battle", "whatif open")
        found[f"{person.name} asked"] = await everything_asked(house, person)
        for command in ("lock", "lock", "done", "board", "sheet", "luck", "verify", "whatif send"):
            await person.slash("battle", command)
            await house.quiet()
        found[f"{person.name} was shown"] = sorted(plain(x) for x in person.was_shown()[shown[person.name] :])
        files = (m.file(0) for m in person.sees("battle") if m.attachments)
        found[f"{person.name} saw"] = sorted(MOMENT.sub(b"", file) for file in files)
    return found


@pytest.mark.parametrize(
    ("battle", "pair"), [("kurokawa", (few, many)), ("takase", (here, there))], ids=["orders", "set-up"]
)
async def test_pairs_of_games_that_differ_in_secrets_make_the_same_what_ifs_AT_ORD_03(
    tmp_path: Any, battle: str, pair: tuple[Any, Any]
) -> None:
    games, sketches = [], Sketches()
    for number, secret in enumerate(pair):
        async with a_house(tmp_path / str(number)) as house:
            house.bot.painter.draw = sketches.draw  # type: ignore[method-assign]
            games.append(await supposed(house, battle, secret))

    for key in games[0]:
        assert games[0][key] == games[1][key], key
    assert len(games[0]["Bruno was shown"]) > 30
