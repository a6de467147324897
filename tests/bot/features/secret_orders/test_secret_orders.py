"""Orders written in secret, over real sockets: typed, in a form, by panel; taken back."""

from __future__ import annotations

from typing import Any

import pytest

from tests.bot.locking import lock


async def start_game(harness: Any, **options: Any) -> tuple[Any, Any]:
    """Anna plays Red and Bruno Blue at Kurokawa, where the armies stand; the first orders are due."""
    harness.bot.games.secret = lambda n: b"\x07" * n
    anna, bruno = harness.person("Anna"), harness.person("Bruno")
    await anna.slash("battle", "game new", battle="kurokawa", side="red", **options)
    await harness.quiet()
    await bruno.slash("battle", "game join")
    await harness.quiet()
    await anna.slash("battle", "game start")
    await harness.quiet()
    assert (await harness.game()).state.phase == "planning"
    return anna, bruno


async def panel(harness: Any, person: Any) -> Any:
    """The orders panel, by the button of the newest post."""
    post = [m for m in person.sees("battle") if "Give orders" in m.labels and not m.ephemeral][-1]
    reply = await person.click(post, "Give orders")
    await harness.quiet()
    return reply


async def pick(harness: Any, person: Any, page: Any, verb: str, value: str) -> Any:
    """Choose in the menu with that verb."""
    menu = next(s for s in page.selects if f":{verb}:" in s["custom_id"] + ":")
    chosen = await person.select(page, menu["custom_id"], value)
    await harness.quiet()
    return chosen


@pytest.mark.long
async def test_the_menu_says_what_each_order_does(harness: Any) -> None:
    anna, _ = await start_game(harness)

    chosen = await pick(harness, anna, await panel(harness, anna), "pick", "yari-1")

    menu = next(s for s in chosen.selects if ":kind:" in s["custom_id"])
    able = [o for o in menu["options"] if "not now" not in o["label"]]
    about = {o["value"]: o["description"] for o in able}
    assert about["march"] == "moves up to 1 hex"
    assert about["run"] == "runs up to 2 hexes"
    assert len({*about.values()}) == len(able)


@pytest.mark.long
async def test_the_menu_says_why_an_order_is_impossible_now_and_so_does_choosing_it_AT_ORD_60(
    harness: Any,
) -> None:
    anna, _ = await start_game(harness)

    chosen = await pick(harness, anna, await panel(harness, anna), "pick", "yari-1")

    menu = next(s for s in chosen.selects if ":kind:" in s["custom_id"])
    retreat = next(o for o in menu["options"] if o["value"] == "retreat")
    assert retreat["label"] == "Retreat · not now"
    assert retreat["description"].startswith("Retreat is only for units in melee; ")
    last = ["not now" in o["label"] for o in menu["options"]]
    assert last == sorted(last)

    refused = await pick(harness, anna, chosen, "kind", "retreat")

    assert "Retreat is only for units in melee" in refused.text
    assert "AT-ORD-60" in refused.text
    assert any(":kind:" in s["custom_id"] for s in refused.selects), "the next order can be chosen at once"
    assert (await harness.game()).state.envelopes.get("red", {}) == {}


@pytest.mark.long
async def test_the_sheet_warns_of_ones_own_units_that_stop_one_another(harness: Any) -> None:
    anna, _ = await start_game(harness)
    await order(anna, "yari-1", "March", path="0807")
    await order(anna, "yumi-1", "March", path="0807")
    await order(anna, "akagi", "March", path="0909")

    sheet = await anna.slash("battle", "plan show")

    assert "yari-1 cannot enter 0807 this way: encounter with yumi-1 `AT-ENC-02`" in sheet.words
    assert "yumi-1 cannot enter 0807 this way: encounter with yari-1 `AT-ENC-02`" in sheet.words
    assert "akagi cannot enter 0909 this way: yari-2 stays there `AT-MOV-13`" in sheet.words
    assert sheet.words.count("cannot enter") == 3


async def test_the_lobby_says_what_enemy_units_destroyed_are_worth(harness: Any) -> None:
    anna = harness.person("Anna")
    await anna.slash("battle", "game new", battle="takase", side="red")

    lobby = await anna.until("battle", "· lobby")

    assert "destroyed also give points: 1 to 2 each, the General Staff 6" in lobby.words


async def press(harness: Any, person: Any, page: Any, label: str) -> Any:
    pressed = await person.click(page, label)
    await harness.quiet()
    return pressed


async def order(person: Any, unit: str, order: str, **words: str) -> Any:
    return await person.slash("battle", "plan write", {"unit": unit, "order": order, **words})


async def envelope(harness: Any, side: str) -> dict[str, Any]:
    return {unit: dict(words) for unit, words in (await harness.game()).state.envelopes.get(side, {}).items()}


def posts(harness: Any, since: int = 0) -> list[Any]:
    """What everyone was posted after a certain message."""
    messages = harness.sandbox.messages("battle", "Clara")
    return [m for m in messages if not m.ephemeral and int(m.id) > since]


def newest(harness: Any) -> int:
    """The number of the newest of them."""
    return int(posts(harness)[-1].id)


# --- typed ----------------------------------------------------------------------------------------


@pytest.mark.long
async def test_an_order_is_typed_and_kept_for_its_own_side_alone_AT_ORD_03(harness: Any) -> None:
    anna, _ = await start_game(harness)

    reply = await order(anna, "yari-1", "march", path="NE")

    assert "**yari-1 (Yari-gumi Nogami)**: March → 0907" in reply.words
    assert reply.ephemeral
    assert await envelope(harness, "red") == {"yari-1": {"order": "march", "path": "0907"}}
    assert not (await harness.game()).seen("blue").state.envelopes.get("red")


@pytest.mark.long
async def test_a_second_order_takes_the_place_of_the_first_AT_ORD_01(harness: Any) -> None:
    anna, _ = await start_game(harness)
    await order(anna, "yari-1", "march", path="NE")

    await order(anna, "yari-1", "defend", facing="NE")

    assert await envelope(harness, "red") == {"yari-1": {"order": "defend", "facing": "NE"}}


BAD: tuple[tuple[str, str, dict[str, str], tuple[str, ...]], ...] = (
    ("yari-1", "march", {"path": "NE NE"}, ("2 hexes", "AT-MOV-03")),
    ("yari-1", "march", {}, (": path.", "AT-ORD-07")),
    ("yari-1", "dance", {}, ("dance",)),
    ("kiba-1", "defend", {"facing": "E"}, ("Defend is not on the card", "AT-ORD-21")),
    ("kiba-1", "run", {"path": "1409"}, ("does not allow entering", "1409", "AT-TER-03")),
    ("yari-3", "march", {"path": "SE"}, ("is not yours",)),
    ("nobody", "march", {"path": "NE"}, ("no unit",)),
    ("yumi-1", "fire_ranged_weapons", {"target": "kiba-2"}, ("whose range is 4", "AT-RNG-05")),
)


@pytest.mark.long
async def test_a_bad_order_is_refused_and_the_old_one_stays_AT_ORD_08(harness: Any) -> None:
    anna, _ = await start_game(harness)
    await order(anna, "yari-1", "defend", facing="NE")

    replies = [await order(anna, unit, name, **words) for unit, name, words, _ in BAD]

    missed = [
        (r.words, w)
        for r, (*_, expected) in zip(replies, BAD, strict=True)
        for w in expected
        if w not in r.words
    ]
    assert missed == []
    assert await envelope(harness, "red") == {"yari-1": {"order": "defend", "facing": "NE"}}


@pytest.mark.long
async def test_units_orders_paths_targets_complete_from_the_card(harness: Any) -> None:
    anna, _ = await start_game(harness)
    await order(anna, "yari-1", "march", path="NE")

    async def complete(focused: str, **given: str) -> list[str]:
        choices = await anna.complete(
            "battle", "plan write", {**given, focused: given.get(focused, "")}, focused=focused
        )
        return [c["value"] for c in choices]

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


@pytest.mark.long
async def test_the_form_writes_many_orders_with_one_button(harness: Any) -> None:
    anna, _ = await start_game(harness)
    form = await anna.slash("battle", "orders")

    plan = await anna.submit(form, {"text": "yari-1 march NE\nnagi-1 NE NE\nyari-2 defend NE  # stay\nlock"})
    judged, drawn, before = plan.words, plan.pictures[0]["filename"], await envelope(harness, "red")
    given = await anna.click(plan, "Give these orders")
    await harness.quiet()

    assert "2 of 4 orders can be given" in judged
    assert "line 2 was refused" in judged
    assert drawn == "map.png"
    assert before == {}
    assert "2 orders given" in given.words
    assert given.words.count("**yari-1 (Yari-gumi Nogami)**: March") == 1, "on the sheet alone"
    assert (await envelope(harness, "red")).keys() == {"yari-1", "yari-2"}
    assert (await harness.game()).state.active == {"blue", "red"}


@pytest.mark.long
async def test_what_is_written_after_a_lock_is_not_promised(harness: Any) -> None:
    anna, _ = await start_game(harness)

    plan = await anna.submit(await anna.slash("battle", "orders"), {"text": "lock\nyari-1 march NE"})

    assert "1 of 2 orders can be given" in plan.words
    assert "are locked. `/plan unlock` opens them again" in plan.words


@pytest.mark.long
async def test_locked_orders_say_how_to_open_them(harness: Any) -> None:
    anna, _ = await start_game(harness)
    await lock(anna)

    late, sheet = await order(anna, "yari-1", "march", path="NE"), await anna.slash("battle", "plan show")

    assert "are locked. `/plan unlock` opens them again" in late.words
    assert "Your orders are locked" in sheet.words
    assert "Unlock" in sheet.labels
    assert "Give orders" not in sheet.labels


@pytest.mark.long
async def test_of_an_enemys_unit_nothing_is_said_but_whose_it_is(harness: Any) -> None:
    anna, _ = await start_game(harness)

    replies = [
        await order(anna, "yari-3", "march", path="NE NE NE NE NE NE NE NE NE"),
        await order(anna, "yari-3", "march", path="NE"),
        await order(anna, "yari-3", "defend", facing="X"),
    ]

    refusal = "not yours to command now: it belongs to Blue"
    assert [reply.words for reply in replies if refusal not in reply.words] == []


@pytest.mark.long
async def test_a_spectator_learns_who_plays_from_every_command(harness: Any) -> None:
    await start_game(harness)
    clara = harness.person("Clara")

    for command in ("orders", "plan show", "plan lock", "undo"):
        assert "is being played by Anna and Bruno" in (await clara.slash("battle", command)).words


# --- the panel --------------------------------------------------------------------------------------


@pytest.mark.long
async def test_the_panel_walks_through_the_units_word_by_word(harness: Any) -> None:
    anna, _ = await start_game(harness)
    page = await panel(harness, anna)
    said = [page.words]

    for verb, value in (("pick", "kiba-1"), ("kind", "run")):
        page = await pick(harness, anna, page, verb, value)
    labels = {*page.labels}
    for label in ("NW", "NW", "Back one hex", "Write this order"):
        page = await press(harness, anna, page, label)
        said.append(page.words)

    assert "12 units have no order yet" in said[0]
    assert {"NW 1309", "W 1210", "E –"} <= labels
    assert "Run → 1309 → 1208 …" in said[2]
    assert "Run → 1309 …" in said[3]
    assert "✍️ **kiba-1 (Kibamusha Tsuge)**: Run → 1309" in said[4]
    assert "**akagi** (Honjin Akagi)" in said[4], "the next unit without an order is asked for"
    assert (await envelope(harness, "red"))["kiba-1"] == {"order": "run", "path": "1309"}


@pytest.mark.long
async def test_the_panel_asks_for_facing_and_range_AT_ORD_07(harness: Any) -> None:
    anna, _ = await start_game(harness)
    chosen = await pick(harness, anna, await panel(harness, anna), "pick", "yumi-1")

    facing = await pick(harness, anna, chosen, "kind", "defend")
    reach = await press(harness, anna, facing, "NE")
    await pick(harness, anna, reach, "aim", "3")

    assert (await envelope(harness, "red"))["yumi-1"] == {"order": "defend", "facing": "NE", "max_range": "3"}


@pytest.mark.long
async def test_the_panel_asks_for_a_target_from_a_menu(harness: Any) -> None:
    anna, _ = await start_game(harness)
    chosen = await pick(harness, anna, await panel(harness, anna), "pick", "yumi-1")

    aiming = await pick(harness, anna, chosen, "kind", "fire_ranged_weapons")
    target = next(s for s in aiming.selects if ":aim:" in s["custom_id"])["options"][0]["value"]
    await pick(harness, anna, aiming, "aim", target)

    assert (await envelope(harness, "red"))["yumi-1"] == {"order": "fire_ranged_weapons", "target": target}


@pytest.mark.long
async def test_an_order_is_struck_out_and_taken_back_by_panel(harness: Any) -> None:
    anna, _ = await start_game(harness)
    await order(anna, "yari-1", "march", path="NE")
    chosen = await pick(harness, anna, await panel(harness, anna), "pick", "yari-1")

    struck = await press(harness, anna, chosen, "Delete order")
    said, gone = struck.words, await envelope(harness, "red")
    await press(harness, anna, struck, "Undo")

    assert "order deleted" in said
    assert gone == {}
    assert (await envelope(harness, "red")).keys() == {"yari-1"}


@pytest.mark.long
async def test_an_order_that_is_impossible_now_is_explained_to_who_gives_it(harness: Any) -> None:
    anna, _ = await start_game(harness)

    page = await pick(harness, anna, await panel(harness, anna), "pick", "kiba-1")
    refused = await order(anna, "kiba-1", "assault", target="kiba-2", path="NE")

    assert "Assault" not in page.words
    assert "ends on **1409**" in refused.words
    assert "AT-ORD-43" in refused.words


@pytest.mark.long
async def test_the_sheet_lists_and_draws_the_own_orders_only(harness: Any) -> None:
    anna, bruno = await start_game(harness)
    await order(anna, "yari-1", "march", path="NE")
    await order(bruno, "yari-3", "march", path="SE")

    mine, his = await anna.slash("battle", "plan show"), await bruno.slash("battle", "plan show")
    hers = await harness.person("Clara").slash("battle", "plan show")

    assert "**yari-1 (Yari-gumi Nogami)**: March → 0907" in mine.words
    assert "*yari-2 (Yari-gumi Sugi): Rest (no order)*" in mine.words
    assert "March → 0907" in mine.pictures[0]["description"]
    assert "Nogami" not in his.words + his.pictures[0]["description"].split("orders:")[1]
    assert "no side" in hers.words


@pytest.mark.long
async def test_the_other_side_does_not_make_a_panel_stale(harness: Any) -> None:
    anna, bruno = await start_game(harness)
    chosen = await pick(harness, anna, await panel(harness, anna), "pick", "kiba-1")
    await order(bruno, "yari-3", "march", path="SE")
    await lock(bruno)

    path = await pick(harness, anna, chosen, "kind", "run")
    written = await press(harness, anna, await press(harness, anna, path, "NW"), "Write this order")

    assert "✍️ **kiba-1 (Kibamusha Tsuge)**" in written.words


@pytest.mark.long
async def test_nor_does_it_spoil_a_plan_that_was_judged(harness: Any) -> None:
    anna, bruno = await start_game(harness)
    plan = await anna.submit(await anna.slash("battle", "orders"), {"text": "yari-1 march NW"})
    await lock(bruno)

    given = await anna.click(plan, "Give this order")

    assert "1 order given" in given.words


@pytest.mark.long
@pytest.mark.fault(20)
async def test_a_panel_of_an_earlier_turn_writes_nothing(
    harness: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.transport.latest_panels.LIFE", -1.0)  # too old to be deleted by a newer one
    anna, bruno = await start_game(harness)
    path = await pick(
        harness, anna, await pick(harness, anna, await panel(harness, anna), "pick", "kiba-1"), "kind", "run"
    )
    ready = await press(harness, anna, path, "NW")
    await lock(anna)
    await lock(bruno)
    await harness.quiet()

    late = await press(harness, anna, ready, "Write this order")

    assert "the game has changed" in late.words
    assert await envelope(harness, "red") == {}


# --- taking back ------------------------------------------------------------------------------------


@pytest.mark.long
async def test_orders_of_the_other_side_do_not_hinder_undo(harness: Any) -> None:
    anna, bruno = await start_game(harness)
    await order(anna, "yari-1", "march", path="NE")
    await order(bruno, "yari-3", "march", path="SE")
    await lock(bruno)

    undone = await anna.slash("battle", "undo")

    assert "the order of **yari-1**" in undone.words
    assert await envelope(harness, "red") == {}
    assert (await envelope(harness, "blue")).keys() == {"yari-3"}
    assert "no order to undo" in (await anna.slash("battle", "undo")).words


@pytest.mark.long
async def test_locked_orders_are_unlocked_before_anything_is_taken_back(harness: Any) -> None:
    anna, _ = await start_game(harness)
    await order(anna, "yari-1", "march", path="NE")
    await lock(anna)

    locked = await anna.slash("battle", "undo")
    await anna.slash("battle", "plan unlock")
    undone = await anna.slash("battle", "undo")

    assert "`/plan unlock`" in locked.words
    assert "Undone" in undone.words
    assert await envelope(harness, "red") == {}


@pytest.mark.long
async def test_nothing_is_free_to_take_back_once_it_lies_open(harness: Any) -> None:
    anna, bruno = await start_game(harness)
    await lock(anna)
    await lock(bruno)
    await harness.quiet()

    for person in (anna, bruno):
        assert "no longer undo that freely" in (await person.slash("battle", "undo")).words
    assert (await harness.game()).state.turn == 2
