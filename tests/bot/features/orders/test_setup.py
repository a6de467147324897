"""Set-up over real sockets: placing, taking up, zones; none of it reaches anybody else (MP-SET-6)."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from itertools import count
from typing import Any

import pytest

import scenarios
from tests.scenarios.uploaded_files import folder, zipped

FIRST = {
    "valmont": "0709",
    "line-7": "0708",
    "line-8": "0608",
    "light-2": "0308",
    "fusil": "0808",
    "gun-a": "0809",
    "huss-1": "1108",
}
SECOND = {
    "valmont": "0209",
    "line-7": "0108",
    "line-8": "0208",
    "light-2": "0508",
    "fusil": "1208",
    "gun-a": "0409",
    "huss-1": "0909",
}
ORANGE = {
    "kessel": "0701",
    "regt-k": "0602",
    "regt-l": "0702",
    "regt-m": "0802",
    "chasseurs": "0302",
    "gun-z": "0601",
    "cuir-4": "1102",
}


TOUCHING = {"blue: 0108-1209": "blue: 0105-1209", "orange: 0101-1202": "orange: 0101-1204"}
"""Set-up zones of Vaux that touch, in place of those printed."""


async def start_setup(harness: Any, **options: Any) -> tuple[Any, Any]:
    """Anna plays Blue and Bruno Orange at Vaux; Blue sets up. `changed`: what the file says otherwise, which
    Anna then sends."""
    numbers = count(1)
    harness.bot.games.secret = lambda n: bytes([next(numbers) % 256]) * n  # in every game the same
    anna, bruno = harness.person("Anna"), harness.person("Bruno")
    if changed := options.pop("changed", None):
        await send(harness, anna, changed)
    else:
        await anna.slash("battle", "game new", battle="vaux", side="blue", **options)
    await harness.quiet()  # letters that wait for each other are made one: let each go out
    await bruno.slash("battle", "game join")
    await harness.quiet()
    await anna.slash("battle", "game start")
    await harness.quiet()
    return anna, bruno


async def send(harness: Any, person: Any, changed: Mapping[str, str]) -> None:
    """Open the battle of Vaux, changed, as a file that a player sends."""
    await harness.person("Marshal").slash("battle", "server", uploads=True)
    files = folder("vaux")
    for was, now in changed.items():
        assert was in files["scenario.yaml"]
        files["scenario.yaml"] = files["scenario.yaml"].replace(was, now)
    await person.slash("battle", "game new", file=person.choose("vaux.zip", zipped(files)), side="blue")


async def place(person: Any, places: dict[str, str]) -> Any:
    reply = None
    for unit, hex_ in places.items():
        reply = await person.slash("battle", "unit place", unit=unit, hex=hex_)
    return reply


@pytest.mark.long
async def test_units_are_placed_and_taken_up_by_typing_MP_SET_7(harness: Any) -> None:
    anna, _ = await start_setup(harness)

    placed = await anna.slash("battle", "unit place", unit="7th Line", hex="0708")
    lifted = await anna.slash("battle", "unit unplace", unit="line-7")

    assert "**line-7 (7th Line)** is placed on 0708" in placed.words
    assert "Not yet placed: valmont (General Valmont), line-8 (8th Line)" in placed.words
    assert "is taken off the map again" in lifted.words
    assert (await harness.game()).state.units["line-7"].hex is None


@pytest.mark.parametrize(
    ("unit", "hex_", "words"),
    [
        ("line-8", "0705", ["outside your set-up zone", "MP-SET-3"]),
        ("line-8", "0708", ["already occupied", "MP-SET-3"]),
        ("line-9", "0708", ["no unit", "line-8"]),
        ("line-8", "9999", ["9999", "off the map"]),
        ("kessel", "0709", ["is not yours"]),
        ("line-8", "0709 0809", ["one hex"]),
    ],
)
async def test_a_bad_place_is_refused_and_nothing_changes(
    harness: Any, unit: str, hex_: str, words: list[str]
) -> None:
    anna, _ = await start_setup(harness)
    await anna.slash("battle", "unit place", unit="line-7", hex="0708")
    before = await harness.game()

    reply = await anna.slash("battle", "unit place", unit=unit, hex=hex_)

    assert all(word in reply.words for word in words), reply.words
    assert reply.ephemeral
    assert (await harness.game()).last == before.last


async def test_set_up_does_not_end_while_units_wait_MP_SET_4(harness: Any) -> None:
    anna, _ = await start_setup(harness)

    reply = await anna.slash("battle", "done")

    assert "still have to place: valmont" in reply.words
    assert "MP-SET-4" in reply.words


@pytest.mark.long
async def test_the_panel_places_a_unit_and_goes_on_to_the_next(harness: Any) -> None:
    anna, _ = await start_setup(harness)
    post = await anna.until("battle", "your orders, please")
    panel = await anna.click(post, "Give orders")
    chosen = await anna.select(panel, None, "line-7")
    await harness.quiet()
    menu = next(s for s in chosen.selects if ":go:" in s["custom_id"])

    placed = await anna.select(chosen, menu["custom_id"], "0708")
    await harness.quiet()

    assert {o["value"] for o in menu["options"]} <= {f"{c:02d}{r:02d}" for c in range(1, 13) for r in (8, 9)}
    assert "**line-7 (7th Line)** is placed on 0708" in placed.words
    assert "**valmont** (General Valmont)" in placed.words
    assert next(b for b in placed.buttons if b["label"].startswith("Done"))["disabled"]


@pytest.mark.long
async def test_the_button_ends_a_set_up_in_which_all_are_placed_unasked(harness: Any) -> None:
    anna, _ = await start_setup(harness)
    await place(anna, FIRST)
    panel = await anna.click(await anna.until("battle", "your orders, please"), "Give orders")
    await harness.quiet()

    done = await anna.click(panel, "Done with set-up")

    assert "anyway" not in " ".join(done.labels)
    assert (await harness.game()).state.player == "orange"


async def start_takase(harness: Any) -> tuple[Any, Any]:
    """Anna plays Red and Bruno Blue at Takase, where both set up at once; what Anna is shown."""
    anna, bruno = harness.person("Anna"), harness.person("Bruno")
    await anna.slash("battle", "game new", battle="takase", side="red")
    await harness.quiet()
    await bruno.slash("battle", "game join")
    await harness.quiet()
    panel = await anna.slash("battle", "game start")
    await harness.quiet()
    return anna, panel


@pytest.mark.long
async def test_a_plan_ends_a_set_up_that_the_other_side_has_not_ended(harness: Any) -> None:
    anna, _ = await start_takase(harness)
    units = ("akagi", "yari-1", "yari-2", "yumi-1", "nagi-1", "kiba-1")
    lines = [f"place {unit} 0{n}09" for n, unit in enumerate(units, 3)]

    checked = await anna.submit(await anna.slash("battle", "orders"), {"text": "\n".join([*lines, "done"])})

    assert "7 of 7 orders can be given" in checked.words
    assert "✅ 7. Your player-turn ends." in checked.words


async def test_a_menu_tells_whole_facts_of_a_unit_once(harness: Any) -> None:
    anna, panel = await start_takase(harness)
    panel = await anna.slash("battle", "game board") if not panel.selects else panel

    archers = next(o for o in panel.selects[0]["options"] if o["value"] == "yumi-1")

    assert "6 figures" in archers["label"]
    assert "figures" not in archers["description"]
    assert archers["description"].endswith(", firepower 4")


async def test_the_form_of_orders_names_a_hex_of_ones_own_zone(harness: Any) -> None:
    anna, _ = await start_setup(harness)

    form = await anna.slash("battle", "orders")

    example = json.dumps(form.modal)
    named = re.search(r"place valmont (\d{4})", example)
    assert named, example
    assert named[1] in (await harness.game()).scenario.zones["blue"]


@pytest.mark.long
async def test_the_panel_takes_a_unit_up_again_and_undo_puts_it_back(harness: Any) -> None:
    anna, _ = await start_setup(harness)
    await anna.slash("battle", "unit place", unit="line-7", hex="0708")
    panel = await anna.click(await anna.until("battle", "your orders, please"), "Give orders")
    chosen = await anna.select(panel, None, "line-7")
    await harness.quiet()

    lifted = await anna.click(chosen, "Take line-7 off the map")
    await harness.quiet()
    waits = (await harness.game()).state.units["line-7"].hex
    undone = await anna.click(lifted, "Undo")
    await harness.quiet()

    assert waits is None
    assert "taking **line-7** off the map" in undone.words
    assert (await harness.game()).state.units["line-7"].hex == "0708"


async def test_a_plan_says_nothing_of_what_the_hidden_side_can_do_then_MP_SET_6(harness: Any) -> None:
    anna, bruno = await start_setup(harness)
    await blue_sets_up(anna, FIRST)
    await anna.slash("battle", "done")
    await harness.quiet()

    form = await bruno.slash("battle", "orders")
    lines = [f"place {unit} {hex_}" for unit, hex_ in ORANGE.items()]
    checked = await bruno.submit(form, {"text": "\n".join([*lines, "done"])})

    assert "8 of 8 orders can be given" in checked.words
    assert "✅ 8. Your player-turn ends." in checked.words
    assert "Blue" not in checked.words


async def test_units_and_hexes_complete(harness: Any) -> None:
    anna, _ = await start_setup(harness)
    await anna.slash("battle", "unit place", unit="valmont", hex="0709")

    units = await anna.complete("battle", "unit place", {"unit": ""}, focused="unit")
    hexes = await anna.complete("battle", "unit place", {"unit": "line-7", "hex": "07"}, focused="hex")
    up = await anna.complete("battle", "unit unplace", {"unit": ""}, focused="unit")

    assert [c["value"] for c in units] == [*list(FIRST)[1:], "valmont"], "who waits comes first"
    assert units[0]["name"] == "line-7 (7th Line) · off the map · CS 5"
    assert [c["value"] for c in hexes] == ["0708"]
    assert [c["value"] for c in up] == ["valmont"]


async def test_both_zones_are_public_MP_SET_5(harness: Any) -> None:
    await start_setup(harness)

    post = await harness.person("Clara").until("battle", "your orders, please")

    description = post.pictures[0]["description"]
    assert "Set-up zones: Blue 0108-1208, 0109-1209; Orange 0101-1201, 0102-1202." in description


@pytest.mark.long
async def test_the_sparring_partner_sets_up_and_the_mist_lifts_in_turn_2_MP_SET_6_9(harness: Any) -> None:
    anna = harness.person("Anna")
    await anna.slash("battle", "game new", battle="vaux", side="blue", partner=True)
    await anna.slash("battle", "game start")
    await place(anna, FIRST)
    await anna.slash("battle", "done")
    await harness.quiet()

    game = await harness.game()
    posts = [m for m in harness.sandbox.messages("battle", "Clara") if "finished set-up" in m.words]
    assert (game.state.turn, game.state.player) == (2, "blue")
    assert all(u.hex in game.scenario.zones[u.side] for u in game.state.units.values())
    assert ["0708" in p.pictures[0]["description"] for p in posts] == [False, True]
    assert not any(hex_ in p.words for p in posts for hex_ in FIRST.values())


# --- pairs of games that differ only in Blue's set-up -------------------------------------------------


async def blue_sets_up(anna: Any, places: dict[str, str]) -> None:
    """By commands; in the second game with more orders than in the first, taken up and written in a form."""
    if places is FIRST:
        await place(anna, places)
        return
    await place(anna, {"line-7": "0708", "fusil": "0608"})
    await anna.slash("battle", "unit unplace", unit="line-7")
    await anna.slash("battle", "undo")
    lines = "\n".join(f"place {unit} {hex_}" for unit, hex_ in places.items())
    plan = await anna.submit(await anna.slash("battle", "orders"), {"text": lines})
    await anna.click(plan, "Give")


PROBES = """\
place kessel 0701
place kessel 0708
0708 attacks 0108
line-7 NE
kessel -> 0708
gun-z fires line-7
"""


async def everything_asked(harness: Any, person: Any) -> list[str]:
    """Everything another player might try to learn where Blue stands, with the completions."""
    for words in ({}, {"unit": "line-7"}, {"unit": "0708"}, {"unit": "line-7", "area": "whole"}):
        await person.slash("battle", "map", words)
    for unit, target in (("line-7", "kessel"), ("kessel", "line-7"), ("gun-z", "fusil"), ("0708", "0108")):
        await person.slash("battle", "odds", unit=unit, target=target)
    for command in (
        "game status",
        "game board",
        "done",
        "undo",
        "rally",
        "log",
        "why",
        "game list",
        "game team show",
    ):
        await person.slash("battle", command)
    for command, words in (
        ("log", {"unit": "line-7"}),
        ("game board", {"near": "line-7"}),
        ("game board", {"near": "0708"}),
        ("why", {"about": "line-7"}),
        ("game picture", {"what": "map", "channel": harness.sandbox.channel("tutorial")["id"]}),
        ("game picture", {"what": "phase", "channel": harness.sandbox.channel("tutorial")["id"]}),
    ):
        await person.slash("battle", command, words)
    exported = await person.slash("battle", "game export")
    marshal = await marshal_asks(harness)
    for unit, hex_ in (("line-7", "0708"), ("kessel", "0708"), ("kessel", "0108"), ("0708", "0701")):
        await person.slash("battle", "unit place", unit=unit, hex=hex_)
    await person.slash("battle", "unit unplace", unit="line-7")
    await person.slash("battle", "move", unit="line-7", path="0707")
    await person.slash("battle", "move", unit="kessel", path="0708")
    await person.slash("battle", "attack", unit="kessel", target="0708")
    post = [m for m in person.sees("battle") if "Status" in m.labels and not m.ephemeral][-1]
    for label in ("Give orders", "Map and key", "Status"):
        await person.click(post, label)
    form = await person.slash("battle", "orders")
    if form.kind == 9:
        await person.submit(form, {"text": PROBES})
    await harness.quiet()
    answers = [plain(exported.file().decode()), *marshal]
    for command, given, focused in (
        ("log", {"unit": ""}, "unit"),
        ("why", {"about": ""}, "about"),
        ("map", {"unit": ""}, "unit"),
        ("odds", {"unit": "kessel", "target": ""}, "target"),
        ("odds", {"unit": ""}, "unit"),
        ("unit place", {"unit": ""}, "unit"),
        ("unit place", {"unit": "line-7", "hex": ""}, "hex"),
        ("unit place", {"unit": "kessel", "hex": ""}, "hex"),
        ("unit unplace", {"unit": ""}, "unit"),
        ("attack", {"unit": "kessel", "target": ""}, "target"),
        ("move", {"unit": "line-7", "path": ""}, "path"),
    ):
        answers.append(json.dumps(await person.complete("battle", command, given, focused=focused)))
    return answers


async def marshal_asks(harness: Any) -> list[str]:
    """What a marshal is told, who sees what everyone sees."""
    marshal, why = harness.person("Marshal"), {"reason": "x"}
    answers = []
    for unit, hex_ in (("line-7", "0608"), ("valmont", "eliminated")):
        words = {"unit": unit, "what": "place", "to": hex_, **why}
        answers.append((await marshal.slash("battle", "marshal correct", words)).words)
    for command, given, focused in (
        ("marshal correct", {"unit": "", "what": "", "to": "", **why}, "unit"),
        ("marshal correct", {"unit": "line-7", "what": "", "to": "", **why}, "what"),
        ("marshal rollback", {"phase": "", **why}, "phase"),
    ):
        answers.append(json.dumps(await marshal.complete("battle", command, given, focused=focused)))
    return answers


def plain(line: Any) -> str:
    """A line a page was told, without the numbers and times that no two runs share."""
    text = json.dumps(line, sort_keys=True, ensure_ascii=False)
    text = re.sub(r"(?<=sum: )[0-9a-f]{64}", "#", text)  # of a record: a hash of times too
    text = re.sub(r"\d{17,20}|(?<=<t:)\d+", "#", text)
    text = re.sub(r"`[0-9a-f]{32}`", "`#`", text)  # of a log: a keyed hash, of times too
    text = re.sub(r'"nonce": "\d+"', '"nonce": "#"', text)
    text = re.sub(r"\d{4}-\d\d-\d\d[T ][\d:.]+(\+00:00|Z)?", "@", text)
    return re.sub(r"127\.0\.0\.1:\d+|token-[\w.-]+", "%", text)


async def seen_by_others(build: Any, places: dict[str, str], **options: Any) -> dict[str, Any]:
    """All that Bruno and Clara were told, saw and were offered up to the end of the first turn's set-up."""
    seen_by: dict[str, Any] = {}
    async with build() as harness:
        anna, bruno = await start_setup(harness, **options)
        clara = harness.person("Clara")
        lobby = {person.name: len(person.page_events()) for person in (bruno, clara)}
        for person in (bruno, clara):
            seen_by[f"{person.name} before"] = await everything_asked(harness, person)
        await blue_sets_up(anna, places)
        await harness.quiet()
        for person in (bruno, clara):
            seen_by[f"{person.name} during"] = await everything_asked(harness, person)
        await anna.slash("battle", "done")
        await harness.quiet()
        for person in (bruno, clara):
            seen_by[f"{person.name} after"] = await everything_asked(harness, person)
        await place(bruno, ORANGE)
        await bruno.slash("battle", "undo")
        await harness.quiet()
        for person in (bruno, clara):
            seen_by[f"{person.name} in the end"] = await everything_asked(harness, person)
            seen_by[f"{person.name} was shown"] = sorted(
                plain(x) for x in person.page_events()[lobby[person.name] :]
            )
            files = [m.file(0) for m in person.sees("battle") if m.attachments]
            seen_by[f"{person.name} saw"] = sorted(f for f in files if f.startswith(b"\x89PNG"))
        assert (await harness.game()).state.units["line-7"].hex == places["line-7"]
    return seen_by


@pytest.mark.long
async def test_pairs_of_games_that_differ_in_one_set_up_tell_no_one_else_MP_SET_6(
    tmp_path: Any, build: Any
) -> None:
    from tests.bot.conftest import open_harness

    first = await seen_by_others(lambda: open_harness(tmp_path / "first"), FIRST)
    second = await seen_by_others(lambda: open_harness(tmp_path / "second"), SECOND)

    assert first.keys() == second.keys()
    for key in first:
        assert first[key] == second[key], key
    assert len(first["Bruno was shown"]) > 100
    assert len(first["Bruno saw"]) > 8


NEAR = {**FIRST, "line-7": "0705", "line-8": "0605", "fusil": "0805"}
"""Where they touch, a set-up next to the enemy's zone; in the other all stand far back."""


@pytest.mark.long
async def test_pairs_of_games_with_zones_that_touch_tell_no_one_else_MP_SET_8(
    tmp_path: Any, build: Any
) -> None:
    from tests.bot.conftest import open_harness

    first = await seen_by_others(lambda: open_harness(tmp_path / "first"), NEAR, changed=TOUCHING)
    second = await seen_by_others(lambda: open_harness(tmp_path / "second"), SECOND, changed=TOUCHING)

    assert first.keys() == second.keys()
    for key in first:
        assert first[key] == second[key], key
    assert len(first["Bruno was shown"]) > 100


@pytest.mark.long
async def test_a_battle_with_zones_that_overlap_is_not_opened_MP_SET_6(harness: Any) -> None:
    anna, over = harness.person("Anna"), {"orange: 0101-1202": "orange: 0101-1208"}

    await send(harness, anna, over)

    await anna.until("battle", "0108 is in the set-up zones of both sides")


@pytest.mark.long
async def test_where_the_first_turn_is_played_at_once_it_stays_hidden_too_MP_SET_6(
    harness: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    # As in games begun before such battles were refused.
    monkeypatch.setattr(scenarios, "checked", lambda scenario, printed: scenario)
    anna, bruno = await start_setup(harness, options="setup_only_first_turn=no")
    await place(anna, FIRST)
    await anna.slash("battle", "done")
    moved = await anna.slash("battle", "move", unit="line-7", path="NE")
    await anna.slash("battle", "done")
    await harness.quiet()

    game = await harness.game()
    pages = [harness.person(name).page_events() for name in ("Bruno", "Clara")]
    text = "".join(plain(line) for page in pages for line in page)
    assert "0708 → 0807" in moved.words
    assert (game.state.turn, game.state.phase, game.state.player) == (1, "setup", "orange")
    assert "Blue has finished set-up" in text
    assert not any(word in text for word in ("0807", "0708", "7th Line", "line-7"))
    assert "not visible on the map" in (await bruno.slash("battle", "map", unit="line-7")).words
