"""Order at a table: what a marshal may do, who is one, what both sides read, what he must not see."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from bot.proof import faults, read
from bot.record import dice_in
from engine.state import ELIMINATED
from sandbox import Permission

WHY = "typed in the wrong hex"


async def a_game(house: Any, battle: str = "ormes", **options: Any) -> tuple[Any, Any, Any]:
    """Anna plays Blue, Bruno Orange; Marshal has Manage Server and does not play."""
    anna, bruno = house.person("Anna"), house.person("Bruno")
    await anna.slash("battle", "game new", scenario=battle, side="blue", **options)
    await bruno.slash("battle", "game join")
    await anna.slash("battle", "game start")
    await house.quiet()
    return anna, bruno, house.person("Marshal")


def public(house: Any, who: str = "Clara") -> str:
    return "\n".join(m.words for m in house.sandbox.messages("battle", who) if not m.ephemeral)


async def test_a_unit_is_put_right_and_both_sides_read_it(house: Any) -> None:
    anna, bruno, marshal = await a_game(house)
    table = await house.game()
    unit = next(u for u in table.state.fielded("blue") if u.kind == "infantry")
    units = await marshal.complete("battle", "marshal correct", {"unit": unit.id}, focused="unit")
    given = {"unit": unit.id, "what": "", "to": "", "reason": WHY}
    kinds = await marshal.complete("battle", "marshal correct", given, focused="what")
    given |= {"what": "place"}
    places = await marshal.complete("battle", "marshal correct", given, focused="to")
    hex_ = next(c["value"] for c in places if c["value"] != "eliminated")

    told = await marshal.slash("battle", "marshal correct", given | {"to": hex_})
    await house.quiet()
    undone = await anna.slash("battle", "undo")
    logged = await bruno.slash("battle", "log")

    after = await house.game()
    post = house.sandbox.messages("battle", "Clara")[-1]
    assert unit.id in {c["value"] for c in units}
    assert {"place", "value:cs"} <= {c["value"] for c in kinds}
    assert "Both sides read it" in told.words
    assert after.state.units[unit.id].place == hex_
    assert WHY.split()[-1] in post.words
    assert f"<@{marshal.id}>" in post.text
    assert {anna.id, bruno.id} <= {m["id"] for m in post.json["mentions"]}
    assert post.attachments, "a picture of where it happened"
    assert "A marshal has set the table right" in undone.words
    assert WHY in logged.words


@pytest.mark.fault(39)
async def test_only_marshals_who_do_not_play_against_others_keep_order(house: Any) -> None:
    anna, _, marshal = await a_game(house)
    clara = house.person("Clara")
    stranger = await clara.slash("battle", "marshal pause", reason="dinner")
    await marshal.slash("battle", "server", moderators="Spectator")
    named = await clara.slash("battle", "marshal pause", reason="dinner")
    await marshal.slash("battle", "server", moderators="Player")
    player = await anna.slash("battle", "marshal resume", reason="I am back")
    offered = await anna.complete(
        "battle", "marshal correct", {"unit": "", "what": "", "to": "", "reason": ""}, focused="unit"
    )

    assert "for the marshals of this server" in stranger.words
    assert "The game is paused" in named.words
    assert "You play in this game" in player.words
    assert offered == []
    assert await house.bot.desk.paused((await house.game()).game.id) is not None


async def test_who_plays_with_the_partner_alone_may_set_his_own_table_right(house: Any) -> None:
    marshal = house.person("Marshal")
    await marshal.slash("battle", "game new", scenario="ormes", side="blue", partner=True)
    await marshal.slash("battle", "game start")
    await house.quiet()
    table = await house.game()
    unit = next(iter(table.state.fielded("orange")))

    told = await marshal.slash(
        "battle", "marshal correct", unit=unit.id, what="place", to="eliminated", reason=WHY
    )
    await house.quiet()

    assert "Both sides read it" in told.words
    assert (await house.game()).state.units[unit.id].place == ELIMINATED


async def test_while_a_game_is_paused_nobody_moves_and_no_clock_runs(house: Any) -> None:
    anna, _, marshal = await a_game(house, options="clock=3d")
    await house.later(days=1)
    await marshal.slash("battle", "marshal pause", reason="the server moves")
    await house.quiet()
    before = await house.game()
    refused = await anna.slash("battle", "done")
    await house.later(days=20)
    status = await anna.slash("battle", "game status")
    during = await house.game()
    await marshal.slash("battle", "marshal resume", reason="all are back")
    await house.later(days=1, hours=23)
    still = await house.game()
    await house.later(hours=2)
    late = await house.game()

    assert "the server moves" in refused.words
    assert "the server moves" in status.words
    assert during.last == before.last
    assert [e.kind for e in still.entries[before.last :]] == ["ruling"], "two of three days were left"
    assert late.last > still.last, "the clock goes on where it stood"


async def test_a_game_is_rolled_back_to_a_phase_after_asking_once(house: Any) -> None:
    anna, bruno, marshal = await a_game(house)
    while (await house.game()).owing == ("blue",):
        await anna.slash("battle", "done")
        await house.quiet()
    before = await house.game()
    given = {"phase": "", "reason": WHY}
    phases = await marshal.complete("battle", "marshal rollback", given, focused="phase")
    asked = await marshal.slash("battle", "marshal rollback", given | {"phase": phases[-1]["value"]})
    question, untouched = asked.words, await house.game()

    await marshal.click(asked, "Roll back")
    await house.quiet()

    after = await house.game()
    logged = await bruno.slash("battle", "log")
    assert "turn 1, Blue" in phases[-1]["name"]
    assert "for good" in question
    assert untouched.last == before.last
    assert after.owing == ("blue",)
    assert (after.state.turn, after.state.phase) == (1, before.at(1).state.phase)
    assert "rolls the game back" in public(house)
    assert "rolled back by a marshal" in logged.words


async def test_a_seat_is_given_to_somebody_who_knows_no_secret_of_the_other_side(house: Any) -> None:
    _, bruno, marshal = await a_game(house)
    opposite = await marshal.slash(
        "battle", "marshal replace", side="blue", **{"with": "Bruno"}, reason="gone"
    )
    await bruno.slash("battle", "substitute")
    told = await marshal.slash("battle", "marshal replace", side="orange", **{"with": "Clara"}, reason="gone")
    await house.quiet()
    again = await marshal.slash("battle", "marshal replace", side="blue", **{"with": "Bruno"}, reason="gone")

    table = await house.game()
    assert "knows its secrets" in opposite.words
    assert "Done" in told.words
    assert table.seat("orange").user == int(house.person("Clara").id)
    assert await house.store.ask(lambda r: r.wanted(table.game.id)) == {}
    assert "plays on for Bruno" in public(house)
    assert "knows its secrets" in again.words, "he has sat opposite"
    assert (
        "not a player" in (await bruno.slash("battle", "done")).words or table.sides_of(int(bruno.id)) == ()
    )


async def test_a_game_is_removed_and_exported_and_its_dice_can_be_checked(house: Any) -> None:
    anna, _, marshal = await a_game(house)
    before = await house.person("Clara").slash("battle", "marshal export")
    asked = await marshal.slash("battle", "marshal remove", reason="both have left")
    await marshal.click(asked, "End the game")
    await house.quiet()
    file = await marshal.slash("battle", "marshal export")
    free = await anna.slash("battle", "game new", scenario="ormes")

    seed = (await house.store.games())[0].seed.hex()
    whole = json.loads(file.file())
    assert seed not in before.file().decode()
    assert seed in file.file().decode()
    assert faults(read(dice_in(file.file().decode()))) == ()
    assert whole["result"] is None
    assert str(anna.id) not in file.file().decode()
    assert "both have left" in public(house)
    assert "open" in free.words.lower()


async def test_a_marshal_neither_sees_nor_corrects_what_is_hidden(house: Any) -> None:
    _, _, marshal = await a_game(house, "vaux")
    table = await house.game()
    unit = next(u for u in table.state.units.values() if u.side == "blue")
    given = {"unit": "", "what": "", "to": "", "reason": WHY}
    offered = await marshal.complete("battle", "marshal correct", given, focused="unit")
    told = await marshal.slash("battle", "marshal correct", unit=unit.id, what="place", to="0505", reason=WHY)

    hidden = {u.id for u in table.seen("").state.units.values() if u.place == "@hidden"}
    assert hidden
    assert unit.id in hidden
    assert not hidden & {c["value"] for c in offered}
    assert "no more than a spectator" in told.words or "can be set right" in told.words
    assert (await house.game()).last == table.last


async def test_a_server_settles_its_moderators_and_says_what_is_missing(house: Any) -> None:
    marshal = house.person("Marshal")
    empty = await marshal.slash("battle", "server")
    house.sandbox.permit_bot("parlour", deny=Permission.ATTACH_FILES)
    await house.sandbox.settled()
    told = await marshal.slash(
        "battle", "server", moderators="Spectator", gallery="parlour", board="tutorial"
    )
    await house.quiet()
    house.sandbox.delete_channel(house.sandbox.channel("parlour"))
    house.sandbox.delete_role("Spectator")
    guild = int(house.sandbox.channel("battle")["guild_id"])
    async with asyncio.timeout(5):
        while len(await house.store.ask(lambda r: r.settings(guild))) > 1:
            await asyncio.sleep(0.02)
    gone = await marshal.slash("battle", "server")
    reset = await marshal.slash("battle", "server", reset="all")

    assert "no role" in empty.words
    assert "Attach Files" in told.words
    assert "Moderators**: <@&" in told.words
    assert "no role" in gone.words
    assert "no channel for the cards" in gone.words
    assert "no channel lists" in reset.words
    assert "server" not in house.person("Anna").commands("battle")
