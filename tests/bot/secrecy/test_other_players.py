"""What players could learn of others: secrets of the opponent, games on other servers."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from bot.core.requests.actor import Actor
from bot.feature import load_features
from bot.features.moderation.corrections import OUT, correction
from engine.events import Marked
from engine.evolve import replay
from engine.systems.art_of_tactic.marks import HAS_KILL_ZONE
from sandbox.model.world import TABLE, GuildPlan, World
from tests.bot.features.secret_orders.test_secret_orders import order, start_game
from tests.bot.hostile_input.sender import Sender, read
from tests.bot.sample_games import new_game

ELSEWHERE = GuildPlan(name="Another table", channels=("elsewhere",))


async def everybody_reads(harness: Any, command: str) -> dict[str, str]:
    names = ("Anna", "Bruno", "Clara")
    return {name: (await harness.person(name).slash("battle", command)).words for name in names}


async def test_the_log_tells_an_answer_in_secret_to_its_own_side_alone_MP_VIC_1(harness: Any) -> None:
    anna, bruno = harness.person("Anna"), harness.person("Bruno")
    await anna.slash("battle", "game new", battle="ormes", side="blue", options="chosen_objectives=yes")
    await bruno.slash("battle", "game join")
    panel = await anna.slash("battle", "game start")
    await harness.quiet()
    for choice in ("Ormes, north bank", "The mill"):  # the second lets Orange be asked: of that all are told
        await anna.click(panel, choice)
        await harness.quiet()

    logs = await everybody_reads(harness, "log")

    assert "The mill" in logs["Anna"]
    assert "answers" not in logs["Bruno"] + logs["Clara"]


async def test_whether_a_picture_is_another_one_tells_nothing_of_orders_in_secret(harness: Any) -> None:
    anna, bruno = await start_game(harness)
    there = {"what": "map", "channel": harness.sandbox.channel("tutorial")["id"]}
    await bruno.slash("battle", "game picture", there)
    await harness.quiet()
    await order(anna, "yari-1", "march", path="NW")

    again = await bruno.slash("battle", "game picture", there)

    assert "already been shared" in again.words


@pytest.mark.long
async def test_what_is_kept_of_one_counts_nothing_others_wrote_in_secret(build: Any) -> None:
    kept = []
    async with build() as harness:
        anna, bruno = await start_game(harness)
        there = {"what": "map", "channel": harness.sandbox.channel("tutorial")["id"]}
        for unit in ("yari-1", "yari-2"):
            await bruno.slash("battle", "game picture", there)
            await bruno.slash("battle", "whatif open")
            await bruno.slash("battle", "whatif end")
            await order(bruno, "yari-6", "defend", facing="NE")
            await harness.quiet()
            kept.append(await harness.store.privacy.export(int(bruno.id)))
            await order(anna, unit, "march", path="NW")
        await order(bruno, "yari-5", "defend", facing="NE")
        kept.append(await harness.store.privacy.export(int(bruno.id)))

    written = json.dumps(kept)
    assert '"defend"' in written
    for name in ("seq", "last", "first", "after"):
        assert f'"{name}"' not in written


async def test_no_button_reaches_into_another_server(build: Any) -> None:
    async with build(world=World(guilds=(TABLE, ELSEWHERE))) as harness:
        await start_game(harness)
        clara = harness.person("Clara")
        game = (await harness.game()).record.id
        verbs = ("map", "board", "status", "log:f:1", "why:1", "guess:holds", "relieve:red", "take:red")
        for verb in verbs:
            page = await clara.slash("elsewhere", "game list")
            page.buttons[0]["custom_id"] = f"g1:{game}:1:{verb}"
            reply = await clara.click(page, f"g1:{game}:1:{verb}")
            assert "no longer exists" in reply.words, verb


async def test_no_form_reaches_into_another_server(build: Any) -> None:
    async with build(world=World(guilds=(TABLE, ELSEWHERE))) as harness:
        await start_game(harness)
        game = await harness.game()
        sender = Sender(harness, harness.person("Clara"), "elsewhere")
        await sender.open()
        field = {"type": 4, "custom_id": "text", "value": "yari-1 march NW", "id": 9}

        sent = [
            sender.submit(f"f1:{game.record.id}:{game.last}:{verb}", [{"type": 18, "component": field}])
            for feature in load_features()
            if feature.buttons
            for verb in sorted(feature.buttons.forms)
        ]
        await sender.answered(sent)

        assert sent
        said = [read(sender.response(made)) for made in sent]
        assert [words for words in said if "That game no longer exists." not in words] == []


async def test_a_unit_that_aims_in_secret_is_taken_off_like_any_other_AT_DZ_10() -> None:
    game = new_game("kurokawa")
    aims = Marked(name=HAS_KILL_ZONE, on="yumi-1", only="red")
    armed = replace(game, state=replay(game.state, (aims,)))

    correction_ = correction(armed, "yumi-1", "place", OUT, lambda _: True)
    plain = correction(game, "yumi-1", "place", OUT, lambda _: True)

    assert [e for e in correction_.events if not e.only] == list(plain.events)
    assert {e.only for e in correction_.events} == {"", "red"}


async def test_words_that_mean_nothing_are_repeated_without_effect(harness: Any) -> None:
    await start_game(harness)
    marshal, typed = harness.person("Marshal"), "@everyone **`x` [y](http://e.vil)"

    reply = await marshal.slash("battle", "marshal correct", unit=typed, what="place", to="0101", reason="x")

    assert r"\@everyone \*\*\`x\` \[y\]" in reply.words


async def test_a_corps_is_given_away_once_and_told_of_again(harness: Any) -> None:
    anna, bruno, clara = (harness.person(name) for name in ("Anna", "Bruno", "Clara"))
    await anna.slash("battle", "game new", battle="ormes", side="blue")
    await bruno.slash("battle", "game join")
    await anna.slash("battle", "game start")
    await anna.slash("battle", "game share", {"with": clara.id})
    await anna.slash("battle", "game team assign", player=clara.id, corps="marchand")
    game = (await harness.game()).record
    actor = Actor(user=int(clara.id), name="Clara", interaction=4242, guild=game.guild, channel=game.channel)

    first = await harness.bot.services.team.assign(actor, int(anna.id), "Anna", "marchand")
    again = await harness.bot.services.team.assign(actor, int(anna.id), "Anna", "marchand")

    assert again == first
