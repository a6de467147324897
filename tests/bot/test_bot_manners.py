"""Double clicks, stale panels, duplicates, restarts, lost channels: nothing twice, nothing lost."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot import proof


async def alone(house: Any, channel: str = "battle") -> Any:
    """Anna plays both sides at Ormes, Blue's movement."""
    anna = house.person("Anna")
    await anna.slash(channel, "game new", scenario="ormes", side="both")
    await anna.slash(channel, "game start")
    if (await house.game()).state.phase == "bombardment":
        await anna.slash(channel, "done")
    await house.quiet()
    return anna


async def panel(house: Any, person: Any, channel: str = "battle") -> Any:
    """The orders panel, by the button of the newest post."""
    await house.quiet()
    post = [m for m in house.sandbox.messages(channel, person.name) if "Give orders" in m.labels][-1]
    return await person.click(post, "Give orders")


async def test_a_move_by_panel_alone(house: Any) -> None:
    anna = await alone(house)
    shown = await panel(house, anna)

    chosen = await anna.select(shown, None, "line-1")
    await house.quiet()
    menu = next(s for s in chosen.selects if ":go:" in s["custom_id"])
    moved = await anna.select(chosen, menu["custom_id"], menu["options"][0]["value"])
    await house.quiet()

    unit = (await house.game()).state.units["line-1"]
    assert unit.hex == menu["options"][0]["value"]
    assert "1st Line" in moved.words
    assert moved.message.id == shown.message.id, "the panel is refreshed, not posted anew"
    assert moved.attachments


async def test_undo_takes_the_move_back(house: Any) -> None:
    anna = await alone(house)
    reply = await anna.slash("battle", "move", unit="line-1", path="0708")

    undone = await anna.click(reply, "Undo")
    await house.quiet()

    table = await house.game()
    assert table.state.units["line-1"].hex == "0709"
    assert "Taken back" in undone.words
    assert [e.kind for e in table.entries][-2:] == ["order", "undo"]


async def test_undo_of_a_phase_that_was_reported_is_told(house: Any) -> None:
    anna = house.person("Anna")
    await anna.click(await anna.until("tutorial", "Welcome"), "Start the tutorial")
    await anna.slash("tutorial", "done")
    await anna.slash("tutorial", "move", unit="guard", path="0206 0305")
    await anna.slash("tutorial", "done")
    before = await house.game()

    await anna.slash("tutorial", "undo")
    await house.quiet()

    assert before.state.phase == "combat"
    assert (await house.game()).state.phase == "movement"
    assert "has taken back its last order" in house.sandbox.messages("tutorial", "Clara")[-1].words


@pytest.mark.fault(30)
async def test_a_double_click_on_done_ends_one_phase(house: Any) -> None:
    anna = await alone(house)
    shown = await panel(house, anna)
    before = await house.game()

    first, second = await asyncio.gather(anna.click(shown, "Done"), anna.click(shown, "Done"))
    await house.quiet()

    after = await house.game()
    assert after.last == before.last + 1
    assert "changed since" in first.words + second.words


async def test_a_stale_panel_changes_nothing_and_shows_the_table(house: Any) -> None:
    anna = await alone(house)
    shown = await anna.select(await panel(house, anna), None, "line-1")
    await house.quiet()
    menu = next(s for s in shown.selects if ":go:" in s["custom_id"])
    await anna.slash("battle", "move", unit="line-2", path="0908")
    before = await house.game()

    reply = await anna.select(shown, menu["custom_id"], "0708")
    await house.quiet()

    assert "changed since" in reply.words
    assert (await house.game()).last == before.last
    assert reply.selects, "the panel as the table stands"


async def test_done_on_a_post_still_works_after_own_moves(house: Any) -> None:
    anna = await alone(house)
    post = [m for m in house.sandbox.messages("battle", "Anna") if "Give orders" in m.labels][-1]
    await anna.slash("battle", "move", unit="line-1", path="0708")

    await anna.click(post, "Done")

    assert (await house.game()).state.player == "orange"


@pytest.mark.fault(25)
async def test_an_interaction_delivered_twice_is_obeyed_once(house: Any) -> None:
    anna = await alone(house)
    house.bot.reception.most_known = 0  # both at once, and the desk alone tells them apart
    house.sandbox.delivery.copies = 2
    before = await house.game()

    await anna.slash("battle", "move", unit="line-1", path="0708")
    await house.quiet()

    after = await house.game()
    assert after.last == before.last + 1
    assert after.state.units["line-1"].hex == "0708"


@pytest.mark.fault(25)
async def test_a_game_opened_twice_by_one_interaction_is_one_game(house: Any) -> None:
    house.bot.reception.most_known = 0
    house.sandbox.delivery.copies = 2

    await house.person("Anna").slash("battle", "game new", scenario="ormes", side="both")
    await house.quiet()

    assert len(await house.store.games()) == 1


@pytest.mark.promise(7)
@pytest.mark.fault(31)
async def test_a_restart_in_the_middle_of_a_phase(house: Any) -> None:
    anna = await alone(house)
    shown = await anna.slash("battle", "move", unit="line-1", path="0708")
    before = await house.game()

    await house.again()
    undone = await anna.click(shown, "Undo")
    await house.quiet()

    assert before.state.units["line-1"].hex == "0708"
    assert (await house.game()).state.units["line-1"].hex == "0709"
    assert "Taken back" in undone.words


async def test_the_sparring_partner_goes_on_after_a_restart(house: Any) -> None:
    anna = house.person("Anna")
    await anna.slash("battle", "game new", scenario="ormes", side="orange", partner=True)
    house.bot.partner._closed = True  # it does not get to play before the restart
    await anna.slash("battle", "game start")
    assert (await house.game()).partner_owes == "blue"

    await house.again()
    await house.quiet()

    assert (await house.game()).owing == ("orange",)


@pytest.mark.fault(32)
async def test_a_button_of_another_version_is_answered(house: Any) -> None:
    anna = await alone(house)
    post = [m for m in house.sandbox.messages("battle", "Anna") if "Give orders" in m.labels][-1]
    button = next(b for b in post.buttons if b["label"] == "Map")
    button["custom_id"] = "g0:something:else"

    reply = await anna.click(post, "Map")

    assert "older table" in reply.words


@pytest.mark.fault(75)
async def test_a_deleted_channel_gives_its_letters_up(house: Any) -> None:
    anna = await alone(house)
    before = await house.game()

    house.sandbox.delete_channel(house.sandbox.channel("battle"))
    async with house.store.writing() as w:
        await w.post(game=before.game.id, channel=before.game.channel, kind="lobby", body={})
    house.bot.postman.wake()
    await house.quiet()

    assert (await house.store.game(before.game.id)).status == "over"
    reply = await anna.slash("parlour", "game new", scenario="ormes", side="both")
    assert "lobby" in reply.words


async def test_a_lost_permission_does_not_stop_the_game(house: Any) -> None:
    from sandbox import Permission

    anna = await alone(house)
    house.sandbox.permit_bot("battle", deny=Permission.SEND_MESSAGES)

    reply = await anna.slash("battle", "done")
    await house.quiet()

    assert (await house.game()).state.player == "orange"
    assert reply.ephemeral


async def test_an_error_of_discord_is_tried_again(house: Any) -> None:
    from sandbox import Fault

    anna = await alone(house)
    await anna.slash("battle", "move", unit="line-1", path="0708")
    house.bot.postman._pause = 0.05
    before = len(house.sandbox.messages("battle", "Clara"))
    house.sandbox.faults.append(Fault(method="POST", path="*/messages", status=503, times=2))

    await anna.slash("battle", "done")
    await house.quiet()

    posts = house.sandbox.messages("battle", "Clara")
    assert len(posts) == before + 1
    assert "0709 → 0708" in posts[-1].words


async def test_a_dropped_acknowledgement_does_not_lose_the_order(house: Any) -> None:
    from sandbox import Fault

    anna = await alone(house)
    house.sandbox.faults.append(Fault(method="POST", path="*/callback", processed=True, drop=True, times=1))

    reply = await anna.slash("battle", "move", unit="line-1", path="0708")
    await house.quiet()

    assert (await house.game()).state.units["line-1"].hex == "0708"
    assert "1st Line" in reply.words


async def test_a_failure_inside_is_answered_with_a_number(house: Any, monkeypatch: Any) -> None:
    anna = await alone(house)

    async def broken(*args: Any, **kwargs: Any) -> None:
        raise RuntimeError("on purpose")

    monkeypatch.setattr(house.bot.lookup, "map", broken)
    reply = await anna.slash("battle", "map")

    assert "number" in reply.words
    errors = [m for m in reply.words.split("`") if len(m) == 8]
    house.broken.append(f"{errors[0]}: interaction {reply.interaction.id} failed")


@pytest.mark.parametrize(
    ("command", "given", "focused", "expected"),
    [
        ("move", {"unit": ""}, "unit", "line-1"),
        ("move", {"unit": "1st l"}, "unit", "line-1"),
        ("move", {"unit": "line-1", "path": "07"}, "path", "0708"),
        ("odds", {"unit": "line-1", "target": "ulm"}, "target", "ulm"),
        ("map", {"unit": "line"}, "unit", "line-1"),
        ("rule", {"query": "zone"}, "query", "MP-ZOC-1"),
        ("game new", {"scenario": ""}, "scenario", "ormes"),
    ],
)
async def test_options_complete(
    house: Any, command: str, given: dict[str, str], focused: str, expected: str
) -> None:
    anna = await alone(house)

    found = await anna.complete("battle", command, given, focused=focused)

    assert expected in [c["value"] for c in found]
    assert len(found) <= 25


async def test_a_spectator_is_offered_no_units(house: Any) -> None:
    await alone(house)

    found = await house.person("Clara").complete("battle", "move", {"unit": ""}, focused="unit")

    assert found == []


async def test_questions_are_answered_privately(house: Any) -> None:
    anna = await alone(house)

    whole = await anna.slash("battle", "map", unit="line-1", area="whole")
    near = await house.person("Clara").slash("battle", "map")
    rule = await anna.slash("battle", "rule", query="MP-ZOC-11")
    status = await house.person("Clara").slash("battle", "game status")

    assert "It can reach" in whole.words
    assert whole.attachments
    assert near.attachments
    assert all(r.ephemeral for r in (whole, near, rule, status))
    assert "MP-ZOC-11" in rule.words
    assert rule.buttons
    assert "Ormes, south bank" in status.words


@pytest.mark.fault(27)
async def test_what_was_asked_too_long_ago_is_not_obeyed(house: Any) -> None:
    house.sandbox.delivery.age = 5.0

    late = await house.person("Anna").slash("battle", "game new", {"scenario": "ormes"}, wait=False)
    house.sandbox.delivery.age = 0.0
    await house.person("Anna").slash("battle", "game status")

    assert await house.store.games() == []
    assert not any(late.interaction.id in e.path for e in house.sandbox.exchanges)


@pytest.mark.fault(28)
async def test_an_expired_token_is_answered_in_the_channel(house: Any) -> None:
    from sandbox import Fault

    anna = await alone(house)
    house.neglected = ["move"]  # Discord lets nobody answer there any more
    body = {"code": 50027, "message": "Invalid Webhook Token"}
    house.sandbox.faults.append(Fault(method="PATCH", path="*/@original", status=401, times=1, body=body))

    await anna.slash("battle", "move", {"unit": "line-1", "path": "0708"}, wait=False)
    told = await anna.until("battle", "took too long")

    assert (await house.game()).state.units["line-1"].hex == "0708"
    assert "1st Line" not in told.words


async def test_a_callback_that_fails_on_discords_side_is_not_fatal(house: Any) -> None:
    from sandbox import Fault

    anna = await alone(house)
    house.sandbox.faults.append(Fault(method="POST", path="*/callback", status=500, times=1))

    reply = await anna.slash("battle", "move", unit="line-1", path="0708")

    assert (await house.game()).state.units["line-1"].hex == "0708"
    assert "0709 → 0708" in reply.words


async def test_the_gateway_drops_and_the_game_goes_on(house: Any) -> None:
    anna = await alone(house)
    await house.sandbox.gateway.close(4000)
    await house.sandbox.ready()

    reply = await anna.slash("battle", "move", unit="line-1", path="0708")

    assert "0709 → 0708" in reply.words


@pytest.mark.fault(29)
async def test_two_people_press_at_once(house: Any) -> None:
    anna, bruno = house.person("Anna"), house.person("Bruno")
    await anna.slash("battle", "game new", scenario="ormes", side="blue")
    lobby = await anna.until("battle", "· lobby")

    clara = house.person("Clara")
    replies = await asyncio.gather(bruno.click(lobby, "Take Orange"), clara.click(lobby, "Take Orange"))
    await house.quiet()

    told = sorted("You play Orange" in r.words for r in replies)
    assert told == [False, True]
    assert len((await house.game()).game.salts) == 2


async def test_hidden_things_stay_with_the_referee(house: Any) -> None:
    anna, bruno, clara = house.person("Anna"), house.person("Bruno"), house.person("Clara")
    await anna.slash("battle", "game new", scenario="kurokawa", side="red")
    await bruno.slash("battle", "game join")
    await anna.slash("battle", "game start")
    await house.quiet()
    written = await anna.slash("battle", "order", {"unit": "yari-1", "order": "march", "path": "NE"})
    for person in (anna, bruno, clara):
        for command in ("game status", "board", "verify", "luck", "sheet"):
            await person.slash("battle", command)
    await house.quiet()

    table = await house.game()
    shown = {person.name: str(person.was_shown()) for person in (anna, bruno, clara)}
    order = "**Yari-gumi Nogami**: March → 0907"

    assert table.state.envelopes["red"]["yari-1"]
    assert order in written.words
    assert order in shown["Anna"]
    assert order not in shown["Bruno"] + shown["Clara"], "orders are their own side's until all have locked"
    assert all(table.game.seed.hex() not in seen for seen in shown.values()), "the seed is told at the end"
    assert all(proof.commitment(table.game.seed) in seen for seen in shown.values()), (
        "its fingerprint at once"
    )
    assert all(salt in seen for salt in table.game.salts for seen in shown.values()), "and what is mixed in"


async def test_a_bot_that_was_stopped_hears_nothing_more(house: Any) -> None:
    """discord.py waits a while before it calls itself ready: that may come after the end."""
    await house.close()

    house.bot.dispatch("ready")

    assert house.bot.is_closed()
