"""The count of presses: the way to an order is found by ids, whatever is written on the buttons."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from bench.presses import __main__ as script
from bench.presses.choice import best, presses, words
from bench.presses.hands import Client
from bench.presses.play import Cost, Players, play
from bench.presses.table import PEOPLE, opened
from engine.commands import Answer, Attack, Done, Face, Move
from tests.bot.conftest import printed_maps
from tests.bot.shared_drawing_process import SharedDrawingProcess

MOVE = Move(unit="line-1", path=("0707", "0706"))


def button(custom_id: str, **more: Any) -> dict[str, Any]:
    return {"type": 2, "custom_id": custom_id, "label": "?"} | more


def menu(custom_id: str, *values: str, **more: Any) -> dict[str, Any]:
    return {"type": 3, "custom_id": custom_id, "options": [{"label": "?", "value": v} for v in values]} | more


def found(components: list[dict[str, Any]], command: Any, question: tuple[str, ...] = ()) -> Any:
    wanted = words(command, question)
    press = best(list(presses("1", components, wanted)), command, wanted, set())
    return None if press is None else (press.custom_id, *press.values)


def test_the_menu_with_the_hex_comes_before_that_with_the_unit_and_both_before_a_page() -> None:
    unit, hex_ = menu("c1:7:2:pick", "line-2", "line-1"), menu("c1:7:2:go:line-1", "0606", "0706")
    page, elsewhere = button("g1:7:2:hexes:line-1:1"), menu("c1:7:2:go:line-1", "0101")

    assert found([unit, hex_, page], MOVE) == ("c1:7:2:go:line-1", "0706")
    assert found([unit, elsewhere, page], MOVE) == ("c1:7:2:pick", "line-1")
    assert found([elsewhere, page], MOVE) == ("g1:7:2:hexes:line-1:1",)


def test_what_takes_back_what_is_off_and_what_is_not_ours_is_no_way() -> None:
    others = [button("g1:7:2:undo"), button("https"), button("g1:7:2:rose:line-1")]

    assert found([*others, button("g1:7:2:strike:line-1:x", disabled=True)], MOVE) is None
    assert found(others, Attack(unit="line-1", target="x")) is None


def test_orders_without_a_hex_are_known_by_their_verb_and_their_number() -> None:
    answers = [button("g1:7:2:answer:0"), button("g1:7:2:answer:1")]
    sure = [button("g1:7:2:done"), button("g1:7:2:done:yes")]

    assert found(answers, Answer(option="stand"), ("retreat", "stand")) == ("g1:7:2:answer:1",)
    assert found([*answers, *sure], Done()) == ("g1:7:2:done:yes",)
    assert found([*answers, menu("c1:7:2:pick", "line-1")], MOVE) == ("c1:7:2:pick", "line-1")


def test_a_menu_that_takes_several_is_given_all_that_are_wanted() -> None:
    (press,) = presses("1", [menu("c1:7:2:muster:merlin", "a", "b", "c", max_values=3)], ("a", "c"))

    assert press.values == ("a", "c")


@pytest.mark.long
async def test_two_people_give_orders_by_pressing(tmp_path: Path) -> None:
    cache = printed_maps(tmp_path)
    options = {"cache": cache, "drawing_process": SharedDrawingProcess(cache=cache)}
    async with opened(tmp_path, **options) as table:
        await table.seat("gue")
        await table.begin()
        before = len((await table.game()).entries)
        cost = await play(table, {name: Client(table, name) for name in PEOPLE}, "gue", 1, most=1)

        assert (cost.orders, cost.typed) == (1, [])
        assert len((await table.game()).entries) == before + 1
        assert 2 <= cost.pressed <= 8
        assert cost.private >= 1
        assert cost.sent > 10_000
        assert len(cost.waits) >= 1


def test_what_is_wanted_twice_in_a_phase_ends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    turning, state = (
        Face(unit="line-1", facing={"left": 0, "right": 3}),
        SimpleNamespace(turn=1, phase="orders"),
    )
    monkeypatch.setattr("bench.presses.play.choose", lambda game, side: turning)
    players, game = Players(None, {}, Cost(battle="puits")), SimpleNamespace(state=state)  # type: ignore[arg-type]

    assert [players._chosen(game, "blue") for _ in range(2)] == [turning, Done()]  # type: ignore[arg-type]
    state.turn = 2
    assert players._chosen(game, "blue") == turning  # type: ignore[arg-type]


def test_the_table_is_put_into_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = tmp_path / "presses.md"
    page.write_text("Before\n\n| old |\n|---|\n\nAfter | this\n", encoding="utf-8")
    monkeypatch.setattr(script, "PAGE", page)
    cost = Cost(
        battle="gue", turns=2, orders=20, pressed=50, public=8, private=4, sent=4_000_000, waits=[0.5]
    )
    cost.by_turn.update({(1, "blue"): 9, (1, "orange"): 16, (2, "blue"): 25})

    script.write("\n".join([*script.HEAD, script.row(cost)]))

    lines = page.read_text(encoding="utf-8").splitlines()
    assert lines[2] == script.HEAD[0]
    assert lines[4] == "| Lannoy | 10 | 25 | 2.5 | 25 | 0 | 4 | 2 | 2000 | 0.50 s |"
    assert lines[-1] == "After | this"
