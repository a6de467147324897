"""Pousse-pion over real sockets: lessons, charges, steps taken back, friends passed, questions, a battle."""

from __future__ import annotations

from typing import Any

import pytest

import opponent
from engine.commands import Answer, Attack, Bombard, Charge, Done, Move
from sandbox.tests.tiny_bot import PNG as DOT

CHANNEL = "battle"
MOST_ORDERS = 400


async def start_game(harness: Any, scenario: str, *, seed: int = 7) -> Any:
    """Anna plays Blue against the computer player; the first decision is hers."""
    harness.bot.games.secret = lambda n: bytes([seed]) * n
    anna = harness.person("Anna")
    await anna.slash(CHANNEL, "game new", battle=scenario, side="blue", partner=True)
    await harness.quiet()
    await anna.slash(CHANNEL, "game start")
    await harness.quiet()
    return anna


async def moving(harness: Any) -> Any:
    """The same at the ford, in the movement phase of the first turn."""
    anna = await start_game(harness, "gue")
    await anna.slash(CHANNEL, "done")
    await harness.quiet()
    return anna


async def place(harness: Any, unit: str) -> str:
    """Where a unit stands."""
    return str((await harness.game()).state.units[unit].place)


def label(page: Any, begins: str) -> str:
    """The label of the button that begins so."""
    labels = [text for text in page.labels if text.startswith(begins)]
    assert labels, (begins, page.labels, page.words)
    return str(labels[0])


@pytest.mark.long
async def test_the_lessons_are_done_with_one_button(harness: Any) -> None:
    anna = await start_game(harness, "gue")
    post = [m for m in anna.sees(CHANNEL) if "Do it for me" in m.labels and not m.ephemeral][-1]

    page, said = await anna.click(post, "Do it for me"), [post.words]
    while (await harness.game()).state.turn == 1 and "Do it for me" in page.labels:
        await harness.quiet()
        said.append(page.words)
        page = await anna.click(page, "Do it for me")
        await harness.quiet()

    heads = ("Fire", "Next phase", "Charge", "Moving up", "Roads", "A mistake", "... and the way back")
    assert [head for head, words in zip(heads, said, strict=False) if f"**{head}" not in words] == []
    assert await place(harness, "line-2") == "0506"
    assert await place(harness, "line-1") == "0605"
    assert (await harness.game()).state.turn == 2


async def test_a_charge_says_beforehand_how_likely_the_enemy_breaks_PP_CHG_14(harness: Any) -> None:
    anna = await moving(harness)

    rose = await anna.slash(CHANNEL, "move", unit="cuir-1")
    button, beforehand = label(rose, "⚔"), rose.words
    done = await anna.click(rose, button)
    await harness.quiet()

    assert button == "⚔ Charge militia · 100%"
    assert "4 + 6 against 3 + 2" in beforehand
    assert "⚔️ **cuir-1** charge **militia" in done.words
    assert await place(harness, "cuir-1") == "0807"
    assert (await harness.game()).state.marked("militia", "disordered")


async def test_who_cannot_charge_is_told_why_PP_CHG_01(harness: Any) -> None:
    anna = await moving(harness)

    foot = await anna.slash(CHANNEL, "charge", unit="line-3", target="militia")
    aside = await anna.slash(CHANNEL, "charge", unit="cuir-1", target="linz")

    assert "only cavalry can charge" in foot.words
    assert "(`/rule PP-CHG-01`)" in foot.words
    assert "not two hexes straight ahead" in aside.words
    assert "(`/rule PP-CHG-02`)" in aside.words


async def test_charges_are_completed_as_they_are_typed(harness: Any) -> None:
    anna = await moving(harness)

    units = await anna.complete(CHANNEL, "charge", {"unit": ""}, focused="unit")
    targets = await anna.complete(CHANNEL, "charge", {"unit": "cuir-1", "target": ""}, focused="target")

    assert {c["value"] for c in units} == {"huss-1", "cuir-1"}
    assert [c["value"] for c in targets] == ["militia"]
    assert targets[0]["name"].endswith("100 %")


async def test_a_step_is_taken_back_from_the_rose_PP_MOV_29(harness: Any) -> None:
    anna = await moving(harness)
    rose = await anna.slash(CHANNEL, "move", unit="line-2")

    ahead = await anna.click(rose, "NE 1")
    await harness.quiet()
    offered = ahead.words
    back = await anna.click(ahead, "SW ↩")
    await harness.quiet()

    assert "undoes the last step and refunds 1 point `PP-MOV-29`" in offered
    assert await place(harness, "line-2") == "0507"
    assert (await harness.game()).state.units["line-2"]["mp"] == 3
    assert "goes back a step: 0506 → 0507" in back.words


async def test_back_alone_does_the_same_and_says_when_there_is_nothing_PP_MOV_30(harness: Any) -> None:
    anna = await moving(harness)

    nothing = await anna.slash(CHANNEL, "unit back")
    await anna.slash(CHANNEL, "move", unit="line-2", path="0506")
    taken = await anna.slash(CHANNEL, "unit back")
    await anna.slash(CHANNEL, "move", unit="line-2", path="0506")
    await anna.slash(CHANNEL, "move", unit="line-3", path="0706")
    late = await anna.slash(CHANNEL, "unit back")
    await harness.quiet()

    assert "no step to undo" in nothing.words
    assert "goes back a step" in taken.words
    assert await place(harness, "line-2") == "0506", "another unit has acted since"
    assert await place(harness, "line-3") == "0707", "its own step can be taken back"
    assert "goes back a step" in late.words


async def test_past_a_friend_the_way_on_is_asked_with_buttons_PP_MOV_37(harness: Any) -> None:
    anna = await moving(harness)
    rose = await anna.slash(CHANNEL, "move", unit="line-1")

    asking = await anna.click(rose, label(rose, "NE 0 ⇢"))
    question, still = asking.words, await place(harness, "line-1")
    gone = await anna.click(asking, "0508")
    await harness.quiet()

    assert asking.ephemeral
    assert "passing through a friend on **0608**" in question
    assert still == "0609", "nothing moves before the way on is known"
    assert await place(harness, "line-1") == "0508"
    assert "line-1 (1st Line)** 0609 → 0608 → 0508" in gone.words


async def test_the_victor_is_asked_whether_he_pursues_PP_PUR_06(harness: Any) -> None:
    anna = await moving(harness)
    await anna.slash(CHANNEL, "charge", unit="cuir-1", target="militia")
    for unit, path in (("huss-1", "0907"), ("line-1", "0608 0607 0606 0605"), ("line-3", "0706")):
        await anna.slash(CHANNEL, "move", unit=unit, path=path)
    await anna.slash(CHANNEL, "done")
    await harness.quiet()

    asking = await anna.slash(CHANNEL, "attack", unit="line-3", target="militia")
    await harness.quiet()
    question = asking.words
    done = await anna.click(asking, "Pursue")
    await harness.quiet()

    assert "pursue from **0706** into **0806**" in question
    assert asking.ephemeral
    assert "pursues 0706 → 0806" in done.words
    assert await place(harness, "line-3") == "0806"


async def test_a_stratege_is_asked_before_the_turn_begins_PP_MOV_43(harness: Any) -> None:
    anna = await start_game(harness, "plateau")
    post = [m for m in anna.sees(CHANNEL) if "Give orders" in m.labels and not m.ephemeral][-1]

    asking = await anna.click(post, "Give orders")
    question = asking.words
    called = await anna.click(asking, "Call the phase")
    await harness.quiet()

    assert "1 time in the battle" in question
    assert "Your answer: **Call the phase**." in called.words
    assert "calls a manoeuvre phase" in called.words
    assert (await harness.game()).state.phase == "manoeuvre"
    assert "manoeuvre" in label(called, "Done with")


async def test_tables_of_the_rulebook_are_shown_with_their_rules(harness: Any) -> None:
    anna = await start_game(harness, "gue")

    steps = await anna.slash(CHANNEL, "rule", query="PP-MOV-06")
    lines = await anna.slash(CHANNEL, "rule", query="PP-MOV-12")
    shots = await anna.slash(CHANNEL, "rule", query="PP-FIR-11")
    results = await anna.slash(CHANNEL, "rule", query="PP-CBT-15")

    assert "Movement table" in steps.words
    assert "abattis" in lines.words
    assert "1 less in woods or houses" in shots.words
    assert "Combat results table" in results.words


def typed(command: Any) -> tuple[str, dict[str, str]]:
    """A command as a person types it."""
    if isinstance(command, Move):
        return "move", {"unit": command.unit, "path": " ".join(command.path)}
    if isinstance(command, (Attack, Bombard, Charge)):
        name = "unit bombard" if isinstance(command, Bombard) else type(command).__name__.lower()
        return name, {"unit": command.unit, "target": command.target}
    assert isinstance(command, Done)
    return "done", {}


async def one_dot(picture: Any) -> bytes:
    return DOT


@pytest.mark.long
async def test_a_whole_battle_is_played_and_told_to_its_end(
    harness: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(harness.bot.drawing_process, "draw", one_dot)
    anna = await start_game(harness, "gue", seed=3)
    page = None

    for _ in range(MOST_ORDERS):
        await harness.quiet()
        game = await harness.game()
        if not game.playing:
            break
        if "blue" not in game.owing:
            continue
        order = opponent.choose(game.system, game.scenario, game.state, "blue")
        if isinstance(order, Answer):
            words = {"yes": ("Pursue", "Call the phase"), "no": ("Stay", "Not this turn")}
            names = words.get(order.option, (order.option,))
            page = await anna.click(page, next(n for n in names if n in page.labels))
        else:
            command, options = typed(order)
            page = await anna.slash(CHANNEL, command, options)
        assert (await harness.game()).last > game.last, page.words

    said = "\n".join(m.words for m in anna.sees(CHANNEL))
    assert (await harness.game()).state.result is not None
    assert "keeps" in said
    assert "of its strength" in said
    assert "`PP-VIC-06`" in said
    assert "not possible now (" not in said
