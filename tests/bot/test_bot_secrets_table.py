"""What tables of players could betray: other people's secrets, other servers' games."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from bot.correcting import OUT, correction
from bot.desk import By
from engine.events import Marked
from engine.evolve import replay
from engine.systems.art_of_tactic.marks import AIMS
from sandbox.world import TABLE, GuildPlan, World
from tests.bot.tables import laid
from tests.bot.test_bot_secret_orders import begun, order

ELSEWHERE = GuildPlan(name="Another table", channels=("elsewhere",))


async def everybody_reads(house: Any, command: str) -> dict[str, str]:
    names = ("Anna", "Bruno", "Clara")
    return {name: (await house.person(name).slash("battle", command)).words for name in names}


async def test_the_log_tells_an_answer_in_secret_to_its_own_side_alone_MP_VIC_1(house: Any) -> None:
    anna, bruno = house.person("Anna"), house.person("Bruno")
    await anna.slash("battle", "game new", scenario="ormes", side="blue", options="chosen_objectives=yes")
    await bruno.slash("battle", "game join")
    panel = await anna.slash("battle", "game start")
    await house.quiet()
    for choice in ("Ormes, north bank", "The mill"):  # the second lets Orange be asked: of that all are told
        await anna.click(panel, choice)
        await house.quiet()

    told = await everybody_reads(house, "log")

    assert "The mill" in told["Anna"]
    assert "answers" not in told["Bruno"] + told["Clara"]


async def test_whether_a_picture_is_another_one_tells_nothing_of_orders_in_secret(house: Any) -> None:
    anna, bruno = await begun(house)
    there = {"what": "map", "channel": house.sandbox.channel("tutorial")["id"]}
    await bruno.slash("battle", "share", there)
    await house.quiet()
    await order(anna, "yari-1", "march", path="NW")

    again = await bruno.slash("battle", "share", there)

    assert "has been shared" in again.words


async def test_what_is_kept_of_one_counts_nothing_others_wrote_in_secret(build: Any) -> None:
    kept = []
    async with build() as house:
        anna, bruno = await begun(house)
        there = {"what": "map", "channel": house.sandbox.channel("tutorial")["id"]}
        for unit in ("yari-1", "yari-2"):
            await bruno.slash("battle", "share", there)
            await bruno.slash("battle", "whatif open")
            await bruno.slash("battle", "whatif end")
            await order(bruno, "yari-6", "defend", facing="NE")
            await house.quiet()
            kept.append(await house.store.ask(lambda r: r.kept_about(int(bruno.id))))
            await order(anna, unit, "march", path="NW")
        await order(bruno, "yari-5", "defend", facing="NE")
        kept.append(await house.store.ask(lambda r: r.kept_about(int(bruno.id))))

    written = json.dumps(kept)
    assert '"defend"' in written
    for name in ("seq", "last", "first", "after"):
        assert f'"{name}"' not in written


async def test_no_button_reaches_into_another_server(build: Any) -> None:
    async with build(world=World(guilds=(TABLE, ELSEWHERE))) as house:
        await begun(house)
        clara = house.person("Clara")
        game = (await house.game()).game.id
        verbs = ("map", "board", "status", "log:f:1", "why:1", "guess:holds", "relieve:red", "take:red")
        for verb in verbs:
            page = await clara.slash("elsewhere", "games")
            page.buttons[0]["custom_id"] = f"g1:{game}:1:{verb}"
            told = await clara.click(page, f"g1:{game}:1:{verb}")
            assert "no longer on the table" in told.words, verb


async def test_a_unit_that_aims_in_secret_is_taken_off_like_any_other_AT_DZ_10() -> None:
    table = laid("kurokawa")
    aims = Marked(name=AIMS, on="yumi-1", only="red")
    armed = replace(table, state=replay(table.state, (aims,)))

    found = correction(armed, "yumi-1", "place", OUT, lambda _: True)
    plain = correction(table, "yumi-1", "place", OUT, lambda _: True)

    assert [e for e in found.events if not e.only] == list(plain.events)
    assert {e.only for e in found.events} == {"", "red"}


async def test_words_that_mean_nothing_are_repeated_without_effect(house: Any) -> None:
    await begun(house)
    marshal, typed = house.person("Marshal"), "@everyone **`x` [y](http://e.vil)"

    told = await marshal.slash("battle", "marshal correct", unit=typed, what="place", to="0101", reason="x")

    assert r"\@everyone \*\*\`x\` \[y\]" in told.words


async def test_a_corps_is_given_away_once_and_told_of_again(house: Any) -> None:
    anna, bruno, clara = (house.person(name) for name in ("Anna", "Bruno", "Clara"))
    await anna.slash("battle", "game new", scenario="ormes", side="blue")
    await bruno.slash("battle", "game join")
    await anna.slash("battle", "game start")
    await anna.slash("battle", "game share", {"with": clara.id})
    await anna.slash("battle", "team assign", player=clara.id, corps="marchand")
    game = (await house.game()).game
    by = By(user=int(clara.id), name="Clara", interaction=4242, guild=game.guild, channel=game.channel)

    first = await house.bot.team.assign(by, int(anna.id), "Anna", "marchand")
    again = await house.bot.team.assign(by, int(anna.id), "Anna", "marchand")

    assert again == first
