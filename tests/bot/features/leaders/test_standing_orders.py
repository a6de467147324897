"""Standing orders over real sockets: given at any time, unseen by the others, without delaying them."""

from __future__ import annotations

from typing import Any

import pytest

from opponent import choose


async def start_game(harness: Any) -> tuple[Any, Any]:
    """Anna and Bruno at Ormes; whose turn it is, then the other."""
    anna, bruno = harness.person("Anna"), harness.person("Bruno")
    await anna.slash("battle", "game new", battle="ormes", side="blue")
    await harness.quiet()
    await bruno.slash("battle", "game join")
    await harness.quiet()
    await anna.slash("battle", "game start")
    await harness.quiet()
    game = await harness.game()
    return (anna, bruno) if game.side_for(int(anna.id)) == game.state.player else (bruno, anna)


def read_by(harness: Any, person: str) -> list[str]:
    return [m.words for m in harness.sandbox.messages("battle", person)]


async def test_a_standing_order_is_given_out_of_turn_and_seen_by_no_one_else(harness: Any) -> None:
    mover, waiter = await start_game(harness)
    others = {name: read_by(harness, name) for name in (mover.name, "Clara")}

    reply = await waiter.slash("battle", "plan standing", question="advance", answer="yes")
    await harness.quiet()

    side = (await harness.game()).side_for(int(waiter.id))
    assert reply.ephemeral
    assert (await harness.game()).state.standing == {side: {"advance": "yes"}}
    assert {name: read_by(harness, name) for name in others} == others


@pytest.mark.long
async def test_an_order_is_taken_back_past_the_other_sides_standing_order(harness: Any) -> None:
    mover, waiter = await start_game(harness)
    game = await harness.game()
    command = choose(game.system, game.scenario, game.state, game.state.player)
    await mover.slash("battle", "move", unit=command.unit, path=" ".join(command.path[:1]))
    await harness.quiet()
    moved = (await harness.game()).state.units[command.unit].place
    await waiter.slash("battle", "plan standing", question="advance", answer="yes")
    await harness.quiet()

    await mover.slash("battle", "undo")
    await harness.quiet()

    now = (await harness.game()).state
    assert moved == command.path[0]
    assert now.units[command.unit].place != moved
    assert list(now.standing.values()) == [{"advance": "yes"}]
