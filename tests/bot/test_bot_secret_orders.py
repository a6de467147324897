"""Orders written in secret, over real sockets: typed, in a form, by panel; taken back."""

from __future__ import annotations

from typing import Any

import pytest


async def begun(house: Any, **options: Any) -> tuple[Any, Any]:
    """Anna plays Red and Bruno Blue at Kurokawa, where the armies stand; the first orders are due."""
    house.bot.desk.secret = lambda n: b"\x07" * n
    anna, bruno = house.person("Anna"), house.person("Bruno")
    await anna.slash("battle", "game new", scenario="kurokawa", side="red", **options)
    await house.quiet()
    await bruno.slash("battle", "game join")
    await house.quiet()
    await anna.slash("battle", "game start")
    await house.quiet()
    assert (await house.game()).state.phase == "planning"
    return anna, bruno


async def panel(house: Any, person: Any) -> Any:
    """The orders panel, by the button of the newest post."""
    post = [m for m in person.sees("battle") if "Give orders" in m.labels and not m.ephemeral][-1]
    shown = await person.click(post, "Give orders")
    await house.quiet()
    return shown


async def pick(house: Any, person: Any, shown: Any, verb: str, value: str) -> Any:
    """Choose in the menu with that verb."""
    menu = next(s for s in shown.selects if f":{verb}:" in s["custom_id"] + ":")
    chosen = await person.select(shown, menu["custom_id"], value)
    await house.quiet()
    return chosen


async def press(house: Any, person: Any, shown: Any, label: str) -> Any:
    pressed = await person.click(shown, label)
    await house.quiet()
    return pressed


async def order(person: Any, unit: str, order: str, **words: str) -> Any:
    return await person.slash("battle", "order", {"unit": unit, "order": order, **words})


async def envelope(house: Any, side: str) -> dict[str, Any]:
    return {unit: dict(words) for unit, words in (await house.game()).state.envelopes.get(side, {}).items()}


def posts(house: Any, since: int = 0) -> list[Any]:
    """What everybody was posted after a certain message."""
    shown = house.sandbox.messages("battle", "Clara")
    return [m for m in shown if not m.ephemeral and int(m.id) > since]


def newest(house: Any) -> int:
    """The number of the newest of them."""
    return int(posts(house)[-1].id)


# --- typed ----------------------------------------------------------------------------------------


async def test_an_order_is_typed_and_kept_for_its_own_side_alone_AT_ORD_03(house: Any) -> None:
    anna, _ = await begun(house)

    reply = await order(anna, "yari-1", "march", path="NE")

    assert "**Yari-gumi Nogami**: March → 0907" in reply.words
    assert reply.ephemeral
    assert await envelope(house, "red") == {"yari-1": {"order": "march", "path": "0907"}}
    assert not (await house.game()).seen("blue").state.envelopes.get("red")


async def test_a_second_order_takes_the_place_of_the_first_AT_ORD_01(house: Any) -> None:
    anna, _ = await begun(house)
    await order(anna, "yari-1", "march", path="NE")

    await order(anna, "yari-1", "defend", facing="NE")

    assert await envelope(house, "red") == {"yari-1": {"order": "defend", "facing": "NE"}}


BAD: tuple[tuple[str, str, dict[str, str], tuple[str, ...]], ...] = (
    ("yari-1", "march", {"path": "NE NE"}, ("2 hexes", "AT-MOV-03")),
    ("yari-1", "march", {}, ("lacks its path", "AT-ORD-07")),
    ("yari-1", "dance", {}, ("dance",)),
    ("kiba-1", "defend", {"facing": "E"}, ("Defend does not stand on the card", "AT-ORD-21")),
    ("kiba-1", "run", {"path": "1409"}, ("does not lead into", "1409", "AT-TER-03")),
    ("yari-3", "march", {"path": "SE"}, ("is not yours",)),
    ("nobody", "march", {"path": "NE"}, ("no unit",)),
    ("yumi-1", "fire_ranged_weapons", {"target": "kiba-2"}, ("its range is 4", "AT-RNG-05")),
)


async def test_a_bad_order_is_refused_and_the_old_one_stays_AT_ORD_08(house: Any) -> None:
    anna, _ = await begun(house)
    await order(anna, "yari-1", "defend", facing="NE")

    replies = [await order(anna, unit, name, **words) for unit, name, words, _ in BAD]

    missed = [
        (r.words, w) for r, (*_, told) in zip(replies, BAD, strict=True) for w in told if w not in r.words
    ]
    assert missed == []
    assert await envelope(house, "red") == {"yari-1": {"order": "defend", "facing": "NE"}}


async def test_units_orders_paths_targets_complete_from_the_card(house: Any) -> None:
    anna, _ = await begun(house)
    await order(anna, "yari-1", "march", path="NE")

    async def complete(focused: str, **given: str) -> list[str]:
        found = await anna.complete(
            "battle", "order", {**given, focused: given.get(focused, "")}, focused=focused
        )
        return [c["value"] for c in found]

    assert (await complete("unit"))[-1] == "yari-1", "who has no order comes first"
    assert "yari-3" not in await complete("unit")
    assert await complete("order", unit="kiba-1") == ["march", "run", "rest"]
    assert "0907" in await complete("path", unit="yari-1", order="march")
    assert await complete("path", unit="yari-1", order="march", path="0907") == ["0907"]
    assert "0807 0806" in await complete("path", unit="yari-1", order="run", path="0807")
    assert await complete("path", unit="yari-1", order="run", path="NE") == [], "no run leads into the river"
    assert set(await complete("facing", unit="yari-1", order="defend")) == {"E", "W", "NE", "NW", "SE", "SW"}
    assert await complete("range", unit="yumi-1", order="defend") == ["1", "2", "3", "4"]
    assert await complete("target", unit="yumi-1", order="fire_ranged_weapons")
    assert await complete("path", unit="yari-3", order="march") == []
    assert await complete("unit", unit="x" * 90) == []


async def test_the_form_writes_many_orders_with_one_button(house: Any) -> None:
    anna, _ = await begun(house)
    form = await anna.slash("battle", "orders")

    plan = await anna.submit(form, {"text": "yari-1 march NE\nnagi-1 NE NE\nyari-2 defend NE  # stay\nlock"})
    judged, drawn, before = plan.words, plan.attachments[0]["filename"], await envelope(house, "red")
    given = await anna.click(plan, "Give these orders")
    await house.quiet()

    assert "3 of 4 orders can be given" in judged
    assert drawn == "map.png"
    assert before == {}
    assert "3 orders given" in given.words
    assert (await envelope(house, "red")).keys() == {"yari-1", "yari-2"}
    assert (await house.game()).state.active == {"blue"}


async def test_what_is_written_after_a_lock_is_not_promised(house: Any) -> None:
    anna, _ = await begun(house)

    plan = await anna.submit(await anna.slash("battle", "orders"), {"text": "lock\nyari-1 march NE"})

    assert "1 of 2 orders can be given" in plan.words
    assert "are locked. `/unlock` opens them again" in plan.words


async def test_locked_orders_say_how_to_open_them(house: Any) -> None:
    anna, _ = await begun(house)
    await anna.slash("battle", "lock")

    late, sheet = await order(anna, "yari-1", "march", path="NE"), await anna.slash("battle", "sheet")

    assert "are locked. `/unlock` opens them again" in late.words
    assert "Your orders are locked" in sheet.words
    assert "Unlock" in sheet.labels
    assert "Give orders" not in sheet.labels


async def test_of_an_enemys_unit_nothing_is_said_but_whose_it_is(house: Any) -> None:
    anna, _ = await begun(house)

    replies = [
        await order(anna, "yari-3", "march", path="NE NE NE NE NE NE NE NE NE"),
        await order(anna, "yari-3", "march", path="NE"),
        await order(anna, "yari-3", "defend", facing="X"),
    ]

    told = "not yours to command now: it belongs to Blue"
    assert [reply.words for reply in replies if told not in reply.words] == []


async def test_a_spectator_learns_who_plays_from_every_command(house: Any) -> None:
    await begun(house)
    clara = house.person("Clara")

    for command in ("orders", "sheet", "lock", "undo"):
        assert "is played by Anna and Bruno" in (await clara.slash("battle", command)).words


# --- the panel --------------------------------------------------------------------------------------


async def test_the_panel_walks_through_the_units_word_by_word(house: Any) -> None:
    anna, _ = await begun(house)
    shown = await panel(house, anna)
    said = [shown.words]

    for verb, value in (("pick", "kiba-1"), ("kind", "run")):
        shown = await pick(house, anna, shown, verb, value)
    labels = {*shown.labels}
    for label in ("NW", "NW", "A hex back", "Write this order"):
        shown = await press(house, anna, shown, label)
        said.append(shown.words)

    assert "12 units have no order yet" in said[0]
    assert {"NW 1309", "W 1210", "E –"} <= labels
    assert "Run → 1309 → 1208 …" in said[2]
    assert "Run → 1309 …" in said[3]
    assert "✍️ **Kibamusha Tsuge**: Run → 1309" in said[4]
    assert "**Honjin Akagi**" in said[4], "the next unit without an order is asked for"
    assert (await envelope(house, "red"))["kiba-1"] == {"order": "run", "path": "1309"}


async def test_the_panel_asks_for_facing_and_range_AT_ORD_07(house: Any) -> None:
    anna, _ = await begun(house)
    chosen = await pick(house, anna, await panel(house, anna), "pick", "yumi-1")

    facing = await pick(house, anna, chosen, "kind", "defend")
    reach = await press(house, anna, facing, "NE")
    await pick(house, anna, reach, "aim", "3")

    assert (await envelope(house, "red"))["yumi-1"] == {"order": "defend", "facing": "NE", "max_range": "3"}


async def test_the_panel_asks_for_a_target_from_a_menu(house: Any) -> None:
    anna, _ = await begun(house)
    chosen = await pick(house, anna, await panel(house, anna), "pick", "yumi-1")

    asked = await pick(house, anna, chosen, "kind", "fire_ranged_weapons")
    target = next(s for s in asked.selects if ":aim:" in s["custom_id"])["options"][0]["value"]
    await pick(house, anna, asked, "aim", target)

    assert (await envelope(house, "red"))["yumi-1"] == {"order": "fire_ranged_weapons", "target": target}


async def test_an_order_is_struck_out_and_taken_back_by_panel(house: Any) -> None:
    anna, _ = await begun(house)
    await order(anna, "yari-1", "march", path="NE")
    chosen = await pick(house, anna, await panel(house, anna), "pick", "yari-1")

    struck = await press(house, anna, chosen, "Strike it out")
    said, gone = struck.words, await envelope(house, "red")
    await press(house, anna, struck, "Undo")

    assert "its order is struck out" in said
    assert gone == {}
    assert (await envelope(house, "red")).keys() == {"yari-1"}


async def test_what_no_unit_can_be_ordered_now_is_explained(house: Any) -> None:
    anna, _ = await begun(house)

    shown = await pick(house, anna, await panel(house, anna), "pick", "kiba-1")

    assert "⛔ **Assault**: There is nobody whom" in shown.words
    assert "AT-ORD-42" in shown.words


async def test_the_sheet_lists_and_draws_the_own_orders_only(house: Any) -> None:
    anna, bruno = await begun(house)
    await order(anna, "yari-1", "march", path="NE")
    await order(bruno, "yari-3", "march", path="SE")

    mine, his = await anna.slash("battle", "sheet"), await bruno.slash("battle", "sheet")
    hers = await house.person("Clara").slash("battle", "sheet")

    assert "**Yari-gumi Nogami**: March → 0907" in mine.words
    assert "*Yari-gumi Sugi: Rest (no order)*" in mine.words
    assert "March → 0907" in mine.attachments[0]["description"]
    assert "Nogami" not in his.words + his.attachments[0]["description"].split("orders:")[1]
    assert "no side" in hers.words


async def test_the_other_side_does_not_make_a_panel_stale(house: Any) -> None:
    anna, bruno = await begun(house)
    chosen = await pick(house, anna, await panel(house, anna), "pick", "kiba-1")
    await order(bruno, "yari-3", "march", path="SE")
    await bruno.slash("battle", "lock")

    path = await pick(house, anna, chosen, "kind", "run")
    written = await press(house, anna, await press(house, anna, path, "NW"), "Write this order")

    assert "✍️ **Kibamusha Tsuge**" in written.words


async def test_nor_does_it_spoil_a_plan_that_was_judged(house: Any) -> None:
    anna, bruno = await begun(house)
    plan = await anna.submit(await anna.slash("battle", "orders"), {"text": "yari-1 march NW"})
    await bruno.slash("battle", "lock")

    given = await anna.click(plan, "Give this order")

    assert "1 order given" in given.words


@pytest.mark.fault(20)
async def test_a_panel_of_an_earlier_turn_writes_nothing(house: Any) -> None:
    anna, bruno = await begun(house)
    path = await pick(
        house, anna, await pick(house, anna, await panel(house, anna), "pick", "kiba-1"), "kind", "run"
    )
    ready = await press(house, anna, path, "NW")
    await anna.slash("battle", "lock")
    await bruno.slash("battle", "lock")
    await house.quiet()

    late = await press(house, anna, ready, "Write this order")

    assert "The table has changed" in late.words
    assert await envelope(house, "red") == {}


# --- taking back ------------------------------------------------------------------------------------


async def test_orders_of_the_other_side_do_not_hinder_undo(house: Any) -> None:
    anna, bruno = await begun(house)
    await order(anna, "yari-1", "march", path="NE")
    await order(bruno, "yari-3", "march", path="SE")
    await bruno.slash("battle", "lock")

    undone = await anna.slash("battle", "undo")

    assert "the order of **Yari-gumi Nogami**" in undone.words
    assert await envelope(house, "red") == {}
    assert (await envelope(house, "blue")).keys() == {"yari-3"}
    assert "no order of yours" in (await anna.slash("battle", "undo")).words


async def test_locked_orders_are_unlocked_before_anything_is_taken_back(house: Any) -> None:
    anna, _ = await begun(house)
    await order(anna, "yari-1", "march", path="NE")
    await anna.slash("battle", "lock")

    locked = await anna.slash("battle", "undo")
    await anna.slash("battle", "unlock")
    undone = await anna.slash("battle", "undo")

    assert "`/unlock`" in locked.words
    assert "Taken back" in undone.words
    assert await envelope(house, "red") == {}


async def test_nothing_is_free_to_take_back_once_it_lies_open(house: Any) -> None:
    anna, bruno = await begun(house)
    await anna.slash("battle", "lock")
    await bruno.slash("battle", "lock")
    await house.quiet()

    for person in (anna, bruno):
        assert "no longer free to take back" in (await person.slash("battle", "undo")).words
    assert (await house.game()).state.turn == 2
