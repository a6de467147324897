"""Pousse-pion over real sockets: lessons, charges, steps taken back, friends passed, questions, a battle."""

from __future__ import annotations

from typing import Any

import pytest

import opponent
from engine.commands import Answer, Attack, Bombard, Charge, Done, Move
from sandbox.tests.tiny_bot import PNG as DOT

CHANNEL = "battle"
MOST_ORDERS = 400


async def begun(house: Any, scenario: str, *, seed: int = 7) -> Any:
    """Anna plays Blue against the sparring partner; the first decision is hers."""
    house.bot.desk.secret = lambda n: bytes([seed]) * n
    anna = house.person("Anna")
    await anna.slash(CHANNEL, "game new", scenario=scenario, side="blue", partner=True)
    await house.quiet()
    await anna.slash(CHANNEL, "game start")
    await house.quiet()
    return anna


async def moving(house: Any) -> Any:
    """The same at the ford, in the movement phase of the first turn."""
    anna = await begun(house, "gue")
    await anna.slash(CHANNEL, "done")
    await house.quiet()
    return anna


async def place(house: Any, unit: str) -> str:
    """Where a unit stands."""
    return str((await house.game()).state.units[unit].place)


def label(shown: Any, begins: str) -> str:
    """The label of the button that begins so."""
    found = [text for text in shown.labels if text.startswith(begins)]
    assert found, (begins, shown.labels, shown.words)
    return str(found[0])


async def test_the_lessons_are_done_with_one_button(house: Any) -> None:
    anna = await begun(house, "gue")
    post = [m for m in anna.sees(CHANNEL) if "Do it for me" in m.labels and not m.ephemeral][-1]

    shown, said = await anna.click(post, "Do it for me"), [post.words]
    while (await house.game()).state.turn == 1 and "Do it for me" in shown.labels:
        await house.quiet()
        said.append(shown.words)
        shown = await anna.click(shown, "Do it for me")
        await house.quiet()

    heads = ("Fire", "Next phase", "Charge", "Plain approach", "Roads", "A mistake", "... and the way back")
    assert [head for head, words in zip(heads, said, strict=False) if f"**{head}" not in words] == []
    assert await place(house, "line-2") == "0506"
    assert await place(house, "line-1") == "0605"
    assert (await house.game()).state.turn == 2


async def test_a_charge_says_beforehand_how_likely_the_enemy_breaks_PP_CHG_14(house: Any) -> None:
    anna = await moving(house)

    rose = await anna.slash(CHANNEL, "move", unit="cuir-1")
    button, beforehand = label(rose, "⚔"), rose.words
    done = await anna.click(rose, button)
    await house.quiet()

    assert button == "⚔ Charge Militia of Lannoy · 100 %"
    assert "4 + 6 against 3 + 2" in beforehand
    assert "`PP-CHG-14`" in done.words
    assert await place(house, "cuir-1") == "0807"
    assert (await house.game()).state.marked("militia", "disordered")


async def test_who_cannot_charge_is_told_why_PP_CHG_01(house: Any) -> None:
    anna = await moving(house)

    foot = await anna.slash(CHANNEL, "charge", unit="line-3", target="militia")
    aside = await anna.slash(CHANNEL, "charge", unit="cuir-1", target="linz")

    assert "only cavalry charges" in foot.words
    assert "(`/rule PP-CHG-01`)" in foot.words
    assert "not two hexes straight ahead" in aside.words
    assert "(`/rule PP-CHG-02`)" in aside.words


async def test_charges_are_completed_as_they_are_typed(house: Any) -> None:
    anna = await moving(house)

    units = await anna.complete(CHANNEL, "charge", {"unit": ""}, focused="unit")
    targets = await anna.complete(CHANNEL, "charge", {"unit": "cuir-1", "target": ""}, focused="target")

    assert {c["value"] for c in units} == {"huss-1", "cuir-1"}
    assert [c["value"] for c in targets] == ["militia"]
    assert targets[0]["name"].endswith("100 %")


async def test_a_step_is_taken_back_from_the_rose_PP_MOV_29(house: Any) -> None:
    anna = await moving(house)
    rose = await anna.slash(CHANNEL, "move", unit="line-2")

    ahead = await anna.click(rose, "NE 1")
    await house.quiet()
    offered = ahead.words
    back = await anna.click(ahead, "SW ↩")
    await house.quiet()

    assert "takes the last step back, 1 point returned `PP-MOV-29`" in offered
    assert await place(house, "line-2") == "0507"
    assert (await house.game()).state.units["line-2"]["mp"] == 3
    assert "takes its step back: 0506 → 0507" in back.words


async def test_back_alone_does_the_same_and_says_when_there_is_nothing_PP_MOV_30(house: Any) -> None:
    anna = await moving(house)

    nothing = await anna.slash(CHANNEL, "back")
    await anna.slash(CHANNEL, "move", unit="line-2", path="0506")
    taken = await anna.slash(CHANNEL, "back")
    await anna.slash(CHANNEL, "move", unit="line-2", path="0506")
    await anna.slash(CHANNEL, "move", unit="line-3", path="0706")
    late = await anna.slash(CHANNEL, "back")
    await house.quiet()

    assert "no step to take back" in nothing.words
    assert "takes its step back" in taken.words
    assert await place(house, "line-2") == "0506", "another unit has acted since"
    assert await place(house, "line-3") == "0707", "its own step can be taken back"
    assert "takes its step back" in late.words


async def test_past_a_friend_the_way_on_is_asked_with_buttons_PP_MOV_37(house: Any) -> None:
    anna = await moving(house)
    rose = await anna.slash(CHANNEL, "move", unit="line-1")

    asked = await anna.click(rose, label(rose, "NE 0 ⇢"))
    question, still = asked.words, await place(house, "line-1")
    gone = await anna.click(asked, "0508")
    await house.quiet()

    assert asked.ephemeral
    assert "passes a friend on **0608**" in question
    assert still == "0609", "nothing moves before the way on is known"
    assert await place(house, "line-1") == "0508"
    assert "1st Line** 0609 → 0608 → 0508" in gone.words


async def test_the_victor_is_asked_whether_he_pursues_PP_PUR_06(house: Any) -> None:
    anna = await moving(house)
    await anna.slash(CHANNEL, "charge", unit="cuir-1", target="militia")
    for unit, path in (("huss-1", "0907"), ("line-1", "0608 0607 0606 0605"), ("line-3", "0706")):
        await anna.slash(CHANNEL, "move", unit=unit, path=path)
    await anna.slash(CHANNEL, "done")
    await house.quiet()

    asked = await anna.slash(CHANNEL, "attack", unit="line-3", target="militia")
    await house.quiet()
    question = asked.words
    done = await anna.click(asked, "Pursue")
    await house.quiet()

    assert "pursue from **0706** into **0806**" in question
    assert asked.ephemeral
    assert "`PP-PUR-01`" in done.words
    assert await place(house, "line-3") == "0806"


async def test_a_stratege_is_asked_before_the_turn_begins_PP_MOV_43(house: Any) -> None:
    anna = await begun(house, "plateau")
    post = [m for m in anna.sees(CHANNEL) if "Give orders" in m.labels and not m.ephemeral][-1]

    asked = await anna.click(post, "Give orders")
    question = asked.words
    called = await anna.click(asked, "Call the phase")
    await house.quiet()

    assert "1 time in the battle" in question
    assert "Your answer: **Call the phase**." in called.words
    assert "calls a phase of manoeuvre `PP-MOV-43`" in called.words
    assert (await house.game()).state.phase == "manoeuvre"
    assert "manoeuvre" in label(called, "Done with")


async def test_tables_of_the_rulebook_are_shown_with_their_rules(house: Any) -> None:
    anna = await begun(house, "gue")

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
        return type(command).__name__.lower(), {"unit": command.unit, "target": command.target}
    assert isinstance(command, Done)
    return "done", {}


async def one_dot(picture: Any) -> bytes:
    return DOT


async def test_a_whole_battle_is_played_and_told_to_its_end(
    house: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(house.bot.painter, "draw", one_dot)
    anna = await begun(house, "gue", seed=3)
    shown = None

    for _ in range(MOST_ORDERS):
        await house.quiet()
        table = await house.game()
        if not table.playing:
            break
        if "blue" not in table.owing:
            continue
        order = opponent.choose(table.system, table.scenario, table.state, "blue")
        if isinstance(order, Answer):
            words = {"yes": ("Pursue", "Call the phase"), "no": ("Stay", "Not this turn")}
            names = words.get(order.option, (order.option,))
            shown = await anna.click(shown, next(n for n in names if n in shown.labels))
        else:
            command, options = typed(order)
            shown = await anna.slash(CHANNEL, command, options)
        assert (await house.game()).last > table.last, shown.words

    said = "\n".join(m.words for m in anna.sees(CHANNEL))
    assert (await house.game()).state.result is not None
    assert "keeps" in said
    assert "of its strength" in said
    assert "`PP-VIC-06`" in said
    assert "not possible now (" not in said
