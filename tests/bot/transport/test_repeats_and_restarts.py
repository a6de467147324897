"""Double clicks, stale panels, duplicates, restarts, lost channels: nothing twice, nothing lost."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.features.dice import proof as dice_proof


async def alone(harness: Any, channel: str = "battle") -> Any:
    """Anna plays both sides at Ormes, Blue's movement."""
    anna = harness.person("Anna")
    await anna.slash(channel, "game new", battle="ormes", side="both")
    await anna.slash(channel, "game start")
    if (await harness.game()).state.phase == "bombardment":
        await anna.slash(channel, "done")
    await harness.quiet()
    return anna


async def panel(harness: Any, person: Any, channel: str = "battle") -> Any:
    """The orders panel, by the button of the newest post."""
    await harness.quiet()
    post = [m for m in harness.sandbox.messages(channel, person.name) if "Give orders" in m.labels][-1]
    return await person.click(post, "Give orders")


@pytest.mark.long
async def test_a_move_by_panel_alone(harness: Any) -> None:
    anna = await alone(harness)
    page = await panel(harness, anna)

    chosen = await anna.select(page, None, "line-1")
    await harness.quiet()
    menu = next(s for s in chosen.selects if ":go:" in s["custom_id"])
    moved = await anna.select(chosen, menu["custom_id"], menu["options"][0]["value"])
    await harness.quiet()

    unit = (await harness.game()).state.units["line-1"]
    assert unit.hex == menu["options"][0]["value"]
    assert "1st Line" in moved.words
    assert moved.message.id == page.message.id, "the panel is refreshed, not posted again"
    assert moved.pictures


@pytest.mark.long
async def test_undo_takes_the_move_back(harness: Any) -> None:
    anna = await alone(harness)
    reply = await anna.slash("battle", "move", unit="line-1", path="0708")

    undone = await anna.click(reply, "Undo")
    await harness.quiet()

    game = await harness.game()
    assert game.state.units["line-1"].hex == "0709"
    assert "Undone" in undone.words
    assert [e.kind for e in game.entries][-2:] == ["order", "undo"]


@pytest.mark.long
async def test_undo_of_a_phase_that_was_reported_is_told(harness: Any) -> None:
    anna = harness.person("Anna")
    await anna.click(await anna.until("tutorial", "Welcome"), "Start the tutorial")
    await anna.slash("tutorial", "done")
    await anna.slash("tutorial", "move", unit="guard", path="0206 0305")
    await anna.slash("tutorial", "done")
    before = await harness.game()

    await anna.slash("tutorial", "undo")
    await harness.quiet()

    assert before.state.phase == "combat"
    assert (await harness.game()).state.phase == "movement"
    assert "has undone its last order" in harness.sandbox.messages("tutorial", "Clara")[-1].words


@pytest.mark.long
@pytest.mark.fault(30)
async def test_a_double_click_on_done_ends_one_phase(harness: Any) -> None:
    anna = await alone(harness)
    page = await anna.click(await panel(harness, anna), "Done")
    before = await harness.game()

    first, second = await asyncio.gather(anna.click(page, "Done"), anna.click(page, "Done"))
    await harness.quiet()

    after = await harness.game()
    assert after.last == before.last + 1
    assert "changed since" in first.words + second.words


@pytest.mark.long
async def test_a_stale_panel_changes_nothing_and_shows_the_present_position(
    harness: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.transport.latest_panels.LIFE", -1.0)  # too old to be deleted by a newer one
    anna = await alone(harness)
    page = await anna.select(await panel(harness, anna), None, "line-1")
    await harness.quiet()
    menu = next(s for s in page.selects if ":go:" in s["custom_id"])
    await anna.slash("battle", "move", unit="line-2", path="0908")
    before = await harness.game()

    reply = await anna.select(page, menu["custom_id"], "0708")
    await harness.quiet()

    assert "changed since" in reply.words
    assert (await harness.game()).last == before.last
    assert reply.selects, "the panel as the table stands"


@pytest.mark.long
async def test_done_on_a_post_still_works_after_own_moves(harness: Any) -> None:
    anna = await alone(harness)
    post = [m for m in harness.sandbox.messages("battle", "Anna") if "Give orders" in m.labels][-1]
    await anna.slash("battle", "move", unit="line-1", path="0708")

    asked = await anna.click(post, "Done")
    await anna.click(asked, "Done")

    assert (await harness.game()).state.player == "orange"


@pytest.mark.long
@pytest.mark.fault(25)
async def test_an_interaction_delivered_twice_is_obeyed_once(harness: Any) -> None:
    anna = await alone(harness)
    harness.bot.interactions.most_known = 0  # both at once, and the desk alone tells them apart
    harness.sandbox.delivery.copies = 2
    before = await harness.game()

    await anna.slash("battle", "move", unit="line-1", path="0708")
    await harness.quiet()

    after = await harness.game()
    assert after.last == before.last + 1
    assert after.state.units["line-1"].hex == "0708"


@pytest.mark.fault(25)
async def test_a_game_opened_twice_by_one_interaction_is_one_game(harness: Any) -> None:
    harness.bot.interactions.most_known = 0
    harness.sandbox.delivery.copies = 2

    await harness.person("Anna").slash("battle", "game new", battle="ormes", side="both")
    await harness.quiet()

    assert len(await harness.store.games.all()) == 1


@pytest.mark.long
@pytest.mark.promise(7)
@pytest.mark.fault(31)
async def test_a_restart_in_the_middle_of_a_phase(harness: Any) -> None:
    anna = await alone(harness)
    page = await anna.slash("battle", "move", unit="line-1", path="0708")
    before = await harness.game()

    await harness.again()
    undone = await anna.click(page, "Undo")
    await harness.quiet()

    assert before.state.units["line-1"].hex == "0708"
    assert (await harness.game()).state.units["line-1"].hex == "0709"
    assert "Undone" in undone.words


@pytest.mark.long
async def test_the_sparring_partner_goes_on_after_a_restart(harness: Any) -> None:
    anna = harness.person("Anna")
    await anna.slash("battle", "game new", battle="ormes", side="orange", partner=True)
    harness.bot.workers.computer_player._closing.set()  # it does not get to play before the restart
    await anna.slash("battle", "game start")
    assert (await harness.game()).computer_side == "blue"

    await harness.again()
    await harness.quiet()

    assert (await harness.game()).owing == ("orange",)


@pytest.mark.long
@pytest.mark.fault(32)
async def test_a_button_of_another_version_is_answered(harness: Any) -> None:
    anna = await alone(harness)
    post = [m for m in harness.sandbox.messages("battle", "Anna") if "Give orders" in m.labels][-1]
    button = next(b for b in post.buttons if b["label"] == "Map and key")
    button["custom_id"] = "g0:something:else"

    reply = await anna.click(post, "Map and key")

    assert "out of date" in reply.words


@pytest.mark.long
@pytest.mark.fault(75)
async def test_a_deleted_channel_gives_its_letters_up(harness: Any) -> None:
    anna = await alone(harness)
    before = await harness.game()

    harness.sandbox.delete_channel(harness.sandbox.channel("battle"))
    async with harness.store.writing() as tx:
        await tx.outbox.add(game=before.record.id, channel=before.record.channel, kind="lobby", body={})
    harness.bot.workers.outbox_sender.wake()
    await harness.quiet()

    assert (await harness.store.games.get(before.record.id)).status == "over"
    reply = await anna.slash("parlour", "game new", battle="ormes", side="both")
    assert "lobby" in reply.words


@pytest.mark.long
async def test_a_lost_permission_does_not_stop_the_game(harness: Any) -> None:
    from sandbox import Permission

    anna = await alone(harness)
    harness.sandbox.permit_bot("battle", deny=Permission.SEND_MESSAGES)

    reply = await anna.slash("battle", "done")
    await harness.quiet()

    assert (await harness.game()).state.player == "orange"
    assert reply.ephemeral


@pytest.mark.long
async def test_an_error_of_discord_is_tried_again(harness: Any) -> None:
    from sandbox import Fault

    anna = await alone(harness)
    await anna.slash("battle", "move", unit="line-1", path="0708")
    harness.bot.workers.outbox_sender._pause = 0.05
    before = len(harness.sandbox.messages("battle", "Clara"))
    harness.sandbox.faults.append(Fault(method="POST", path="*/messages", status=503, times=2))

    await anna.slash("battle", "done")
    await harness.quiet()

    posts = harness.sandbox.messages("battle", "Clara")
    assert len(posts) == before + 1
    assert "0709 → 0708" in posts[-1].words


@pytest.mark.long
async def test_a_dropped_acknowledgement_does_not_lose_the_order(harness: Any) -> None:
    from sandbox import Fault

    anna = await alone(harness)
    harness.sandbox.faults.append(Fault(method="POST", path="*/callback", processed=True, drop=True, times=1))

    reply = await anna.slash("battle", "move", unit="line-1", path="0708")
    await harness.quiet()

    assert (await harness.game()).state.units["line-1"].hex == "0708"
    assert "1st Line" in reply.words


async def test_a_failure_inside_is_answered_with_a_number(harness: Any, monkeypatch: Any) -> None:
    anna = await alone(harness)

    async def broken(*args: Any, **kwargs: Any) -> None:
        raise RuntimeError("on purpose")

    monkeypatch.setattr(harness.bot.services.views, "map", broken)
    reply = await anna.slash("battle", "map")

    assert "number" in reply.words
    errors = [m for m in reply.words.split("`") if len(m) == 8]
    harness.broken.append(f"{errors[0]}: interaction {reply.interaction.id} failed")


@pytest.mark.parametrize(
    ("command", "given", "focused", "expected"),
    [
        ("move", {"unit": ""}, "unit", "line-1"),
        ("move", {"unit": "1st l"}, "unit", "line-1"),
        ("move", {"unit": "line-1", "path": "07"}, "path", "0708"),
        ("odds", {"unit": "line-1", "target": "ulm"}, "target", "ulm"),
        ("map", {"unit": "line"}, "unit", "line-1"),
        ("rule", {"query": "zone"}, "query", "MP-ZOC-1"),
        ("game new", {"battle": ""}, "battle", "ormes"),
    ],
)
async def test_options_complete(
    harness: Any, command: str, given: dict[str, str], focused: str, expected: str
) -> None:
    anna = await alone(harness)

    choices = await anna.complete("battle", command, given, focused=focused)

    assert expected in [c["value"] for c in choices]
    assert len(choices) <= 25


async def test_a_spectator_is_offered_no_units(harness: Any) -> None:
    await alone(harness)

    choices = await harness.person("Clara").complete("battle", "move", {"unit": ""}, focused="unit")

    assert choices == []


async def test_questions_are_answered_privately(harness: Any) -> None:
    anna = await alone(harness)

    whole = await anna.slash("battle", "map", unit="line-1", area="whole")
    near = await harness.person("Clara").slash("battle", "map")
    rule = await anna.slash("battle", "rule", query="MP-ZOC-11")
    status = await harness.person("Clara").slash("battle", "game status")

    assert "It can reach" in whole.words
    assert whole.pictures
    assert near.pictures
    assert all(r.ephemeral for r in (whole, near, rule, status))
    assert "MP-ZOC-11" in rule.words
    assert rule.buttons
    assert "Ormes, south bank" in status.words


@pytest.mark.fault(27)
async def test_what_was_asked_too_long_ago_is_not_obeyed(harness: Any) -> None:
    harness.sandbox.delivery.age = 60.0

    late = await harness.person("Anna").slash("battle", "game new", {"battle": "ormes"}, wait=False)
    harness.sandbox.delivery.age = 0.0
    await harness.person("Anna").slash("battle", "game status")

    assert await harness.store.games.all() == []
    assert not any(late.interaction.id in e.path for e in harness.sandbox.exchanges)


@pytest.mark.long
@pytest.mark.fault(28)
async def test_an_expired_token_is_answered_in_the_channel(harness: Any) -> None:
    from sandbox import Fault

    anna = await alone(harness)
    harness.neglected = ["move"]  # Discord accepts no more answers there
    body = {"code": 50027, "message": "Invalid Webhook Token"}
    harness.sandbox.faults.append(Fault(method="PATCH", path="*/@original", status=401, times=1, body=body))

    await anna.slash("battle", "move", {"unit": "line-1", "path": "0708"}, wait=False)
    post = await anna.until("battle", "could not answer you in time")

    assert (await harness.game()).state.units["line-1"].hex == "0708"
    assert "1st Line" not in post.words


@pytest.mark.long
async def test_a_callback_that_fails_on_discords_side_is_not_fatal(harness: Any) -> None:
    from sandbox import Fault

    anna = await alone(harness)
    harness.sandbox.faults.append(Fault(method="POST", path="*/callback", status=500, times=1))

    reply = await anna.slash("battle", "move", unit="line-1", path="0708")

    assert (await harness.game()).state.units["line-1"].hex == "0708"
    assert "0709 → 0708" in reply.words


@pytest.mark.long
async def test_the_gateway_drops_and_the_game_goes_on(harness: Any) -> None:
    anna = await alone(harness)
    await harness.sandbox.gateway.close(4000)
    await harness.sandbox.ready()

    reply = await anna.slash("battle", "move", unit="line-1", path="0708")

    assert "0709 → 0708" in reply.words


@pytest.mark.fault(29)
async def test_two_people_press_at_once(harness: Any) -> None:
    anna, bruno = harness.person("Anna"), harness.person("Bruno")
    await anna.slash("battle", "game new", battle="ormes", side="blue")
    lobby = await anna.until("battle", "· lobby")

    clara = harness.person("Clara")
    replies = await asyncio.gather(bruno.click(lobby, "Take Orange"), clara.click(lobby, "Take Orange"))
    await harness.quiet()

    joined = sorted("You play Orange" in r.words for r in replies)
    assert joined == [False, True]
    assert len([seat for seat in (await harness.game()).record.seats if seat.user is not None]) == 2


@pytest.mark.long
async def test_hidden_things_stay_with_the_referee(harness: Any) -> None:
    anna, bruno, clara = harness.person("Anna"), harness.person("Bruno"), harness.person("Clara")
    await anna.slash("battle", "game new", battle="kurokawa", side="red")
    await bruno.slash("battle", "game join")
    await anna.slash("battle", "game start")
    await harness.quiet()
    written = await anna.slash("battle", "plan write", {"unit": "yari-1", "order": "march", "path": "NE"})
    for person in (anna, bruno, clara):
        for command in ("game status", "game board", "dice verify", "dice luck", "plan show"):
            await person.slash("battle", command)
    await harness.quiet()

    game = await harness.game()
    page = {person.name: str(person.page_events()) for person in (anna, bruno, clara)}
    order = "**yari-1 (Yari-gumi Nogami)**: March → 0907"

    assert game.state.envelopes["red"]["yari-1"]
    assert order in written.words
    assert order in page["Anna"]
    assert order not in page["Bruno"] + page["Clara"], "orders are their own side's until all have locked"
    assert all(game.record.seed.hex() not in seen for seen in page.values()), "the seed is told at the end"
    assert all(dice_proof.commitment(game.record.seed) in seen for seen in page.values()), (
        "its fingerprint at once"
    )
    assert all(salt in seen for salt in game.record.salts for seen in page.values()), "and what is mixed in"


async def test_a_bot_that_was_stopped_hears_nothing_more(harness: Any) -> None:
    """discord.py waits a while before it calls itself ready: that may come after the end."""
    await harness.close()

    harness.bot.dispatch("ready")

    assert harness.bot.is_closed()
