"""Moderation of games: who is a moderator, what they may do, what both sides read, what stays hidden."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from bot.core.requests.actor import Actor
from bot.features.record import checks
from bot.features.record.recorded_game import log_of
from engine.errors import NotYours
from engine.state import ELIMINATED
from notation.record import read
from sandbox import Permission
from tests.patience import PATIENCE

WHY = "typed in the wrong hex"


async def a_game(harness: Any, battle: str = "ormes", **options: Any) -> tuple[Any, Any, Any]:
    """Anna plays Blue, Bruno Orange; Marshal has Manage Server and does not play."""
    anna, bruno = harness.person("Anna"), harness.person("Bruno")
    await anna.slash("battle", "game new", battle=battle, side="blue", **options)
    await bruno.slash("battle", "game join")
    await anna.slash("battle", "game start")
    await harness.quiet()
    return anna, bruno, harness.person("Marshal")


def public(harness: Any, who: str = "Clara") -> str:
    return "\n".join(m.words for m in harness.sandbox.messages("battle", who) if not m.ephemeral)


@pytest.mark.long
async def test_a_unit_is_put_right_and_both_sides_read_it(harness: Any) -> None:
    anna, bruno, marshal = await a_game(harness)
    game = await harness.game()
    unit = next(u for u in game.state.units_on_map("blue") if u.kind == "infantry")
    units = await marshal.complete("battle", "marshal correct", {"unit": unit.id}, focused="unit")
    given = {"unit": unit.id, "what": "", "to": "", "reason": WHY}
    kinds = await marshal.complete("battle", "marshal correct", given, focused="what")
    given |= {"what": "place"}
    places = await marshal.complete("battle", "marshal correct", given, focused="to")
    hex_ = next(c["value"] for c in places if c["value"] != "eliminated")

    reply = await marshal.slash("battle", "marshal correct", given | {"to": hex_})
    await harness.quiet()
    undone = await anna.slash("battle", "undo")
    logged = await bruno.slash("battle", "log")

    after = await harness.game()
    post = harness.sandbox.messages("battle", "Clara")[-1]
    assert unit.id in {c["value"] for c in units}
    assert {"place", "value:cs"} <= {c["value"] for c in kinds}
    assert "Both sides can read it" in reply.words
    assert after.state.units[unit.id].place == hex_
    assert WHY.split()[-1] in post.words
    assert f"<@{marshal.id}>" in post.text
    assert {anna.id, bruno.id} <= {m["id"] for m in post.json["mentions"]}
    assert post.pictures, "a picture of where it happened"
    assert "A moderator has corrected the game" in undone.words
    assert WHY in logged.words


@pytest.mark.long
@pytest.mark.fault(39)
async def test_only_marshals_who_do_not_play_against_others_keep_order(harness: Any) -> None:
    anna, _, marshal = await a_game(harness)
    clara = harness.person("Clara")
    stranger = await clara.slash("battle", "marshal pause", reason="dinner")
    await marshal.slash("battle", "server", moderators="Spectator")
    named = await clara.slash("battle", "marshal pause", reason="dinner")
    await marshal.slash("battle", "server", moderators="Player")
    player = await anna.slash("battle", "marshal resume", reason="I am back")
    offered = await anna.complete(
        "battle", "marshal correct", {"unit": "", "what": "", "to": "", "reason": ""}, focused="unit"
    )

    assert "Only this server's moderators" in stranger.words
    assert "The game is paused" in named.words
    assert "You play in this game" in player.words
    assert offered == []
    assert await harness.bot.games.paused((await harness.game()).record.id) is not None


@pytest.mark.fault(39)
async def test_a_marshal_of_another_server_keeps_no_order_here(harness: Any) -> None:
    await a_game(harness)
    game = await harness.game()
    service = harness.bot.services.moderation
    here = Actor(user=5, name="Marshal", interaction=1, guild=game.record.guild, channel=1, manages=True)
    elsewhere = replace(here, guild=game.record.guild + 1)

    await service.check(here, game)
    with pytest.raises(NotYours) as refused:
        await service.check(elsewhere, game)

    assert refused.value.reason == "not_a_marshal"


@pytest.mark.long
async def test_a_player_against_the_ai_may_correct_their_game(harness: Any) -> None:
    marshal = harness.person("Marshal")
    await marshal.slash("battle", "game new", battle="ormes", side="blue", partner=True)
    await marshal.slash("battle", "game start")
    await harness.quiet()
    game = await harness.game()
    unit = next(iter(game.state.units_on_map("orange")))

    reply = await marshal.slash(
        "battle", "marshal correct", unit=unit.id, what="place", to="eliminated", reason=WHY
    )
    await harness.quiet()

    assert "Both sides can read it" in reply.words
    assert (await harness.game()).state.units[unit.id].place == ELIMINATED


@pytest.mark.long
async def test_while_a_game_is_paused_no_one_moves_and_no_clock_runs(harness: Any) -> None:
    anna, _, marshal = await a_game(harness, options="clock=3d")
    await harness.later(days=1)
    await marshal.slash("battle", "marshal pause", reason="the server moves")
    await harness.quiet()
    before = await harness.game()
    refused = await anna.slash("battle", "done")
    await harness.later(days=20)
    status = await anna.slash("battle", "game status")
    during = await harness.game()
    await marshal.slash("battle", "marshal resume", reason="all are back")
    await harness.later(days=1, hours=23)
    still = await harness.game()
    await harness.later(hours=2)
    late = await harness.game()

    assert "the server moves" in refused.words
    assert "the server moves" in status.words
    assert during.last == before.last
    assert [e.kind for e in still.entries[before.last :]] == ["ruling"], "two of three days were left"
    assert late.last > still.last, "the clock goes on where it stood"


@pytest.mark.long
async def test_a_game_is_rolled_back_to_a_phase_after_asking_once(harness: Any) -> None:
    anna, bruno, marshal = await a_game(harness)
    while (await harness.game()).owing == ("blue",):
        await anna.slash("battle", "done")
        await harness.quiet()
    before = await harness.game()
    given = {"phase": "", "reason": WHY}
    phases = await marshal.complete("battle", "marshal rollback", given, focused="phase")
    confirmation = await marshal.slash("battle", "marshal rollback", given | {"phase": phases[-1]["value"]})
    question, untouched = confirmation.words, await harness.game()

    await marshal.click(confirmation, "Roll back")
    await harness.quiet()

    after = await harness.game()
    logged = await bruno.slash("battle", "log")
    assert "turn 1, Blue" in phases[-1]["name"]
    assert "for good" in question
    assert untouched.last == before.last
    assert after.owing == ("blue",)
    assert (after.state.turn, after.state.phase) == (1, before.at(1).state.phase)
    assert "rolled the game back" in public(harness)
    assert "rolled back by a moderator" in logged.words


async def test_a_seat_is_given_to_someone_who_knows_no_secret_of_the_other_side(harness: Any) -> None:
    _, bruno, marshal = await a_game(harness)
    opposite = await marshal.slash(
        "battle", "marshal replace", side="blue", **{"with": "Bruno"}, reason="gone"
    )
    await bruno.slash("battle", "time substitute")
    reply = await marshal.slash(
        "battle", "marshal replace", side="orange", **{"with": "Clara"}, reason="gone"
    )
    await harness.quiet()
    again = await marshal.slash("battle", "marshal replace", side="blue", **{"with": "Bruno"}, reason="gone")

    game = await harness.game()
    assert "knows its secrets" in opposite.words
    assert "Done" in reply.words
    assert game.seat("orange").user == int(harness.person("Clara").id)
    assert await harness.store.vacancies.of_game(game.record.id) == {}
    assert "replaces Bruno" in public(harness)
    assert "knows its secrets" in again.words, "he has sat opposite"
    assert "not a player" in (await bruno.slash("battle", "done")).words or game.sides_of(int(bruno.id)) == ()


@pytest.mark.long
async def test_a_game_is_removed_and_exported_and_its_dice_can_be_checked(harness: Any) -> None:
    anna, _, marshal = await a_game(harness)
    before = await harness.person("Clara").slash("battle", "game export")
    question = await marshal.slash("battle", "marshal remove", reason="both have left")
    await marshal.click(question, "End the game")
    await harness.quiet()
    file = await marshal.slash("battle", "game export")
    free = await anna.slash("battle", "game new", battle="ormes")

    seed = (await harness.store.games.all())[0].seed.hex()
    whole = read(file.file())
    assert seed not in before.file().decode()
    assert seed in file.file().decode()
    assert checks.dice_faults(whole, log_of(whole)) == ()
    assert checks.log_is_whole(whole, log_of(whole))
    assert checks.decide(whole).difference is None
    assert whole.result == {}
    assert str(anna.id) not in file.file().decode()
    assert "both have left" in public(harness)
    assert "open" in free.words.lower()


async def test_a_marshal_neither_sees_nor_corrects_what_is_hidden(harness: Any) -> None:
    _, _, marshal = await a_game(harness, "vaux")
    game = await harness.game()
    unit = next(u for u in game.state.units.values() if u.side == "blue")
    given = {"unit": "", "what": "", "to": "", "reason": WHY}
    offered = await marshal.complete("battle", "marshal correct", given, focused="unit")
    reply = await marshal.slash(
        "battle", "marshal correct", unit=unit.id, what="place", to="0505", reason=WHY
    )

    hidden = {u.id for u in game.seen("").state.units.values() if u.place == "@hidden"}
    assert hidden
    assert unit.id in hidden
    assert not hidden & {c["value"] for c in offered}
    assert "what a spectator sees" in reply.words or "to correct there" in reply.words
    assert (await harness.game()).last == game.last


async def test_a_server_settles_its_moderators_and_says_what_is_missing(harness: Any) -> None:
    marshal = harness.person("Marshal")
    empty = await marshal.slash("battle", "server")
    harness.sandbox.permit_bot("parlour", deny=Permission.ATTACH_FILES)
    await harness.sandbox.settled()
    reply = await marshal.slash(
        "battle", "server", moderators="Spectator", gallery="parlour", board="tutorial"
    )
    await harness.quiet()
    harness.sandbox.delete_channel(harness.sandbox.channel("parlour"))
    harness.sandbox.delete_role("Spectator")
    guild = int(harness.sandbox.channel("battle")["guild_id"])
    async with asyncio.timeout(PATIENCE):
        while len(await harness.store.settings.of_guild(guild)) > 1:
            await asyncio.sleep(0.02)
    gone = await marshal.slash("battle", "server")
    reset = await marshal.slash("battle", "server", reset="all")

    assert "no role" in empty.words
    assert "Attach Files" in reply.words
    assert "Moderators**: members with <@&" in reply.words
    assert "no role" in gone.words
    assert "no channel for pictures" in gone.words
    assert "no channel lists" in reset.words
    assert "server" not in harness.person("Anna").commands("battle")
