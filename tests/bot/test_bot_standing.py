"""Standing orders over real sockets: given at any time, unseen by the others, in nobody's way."""

from __future__ import annotations

from typing import Any

from opponent import choose


async def begun(house: Any) -> tuple[Any, Any]:
    """Anna and Bruno at Ormes; whose turn it is, then the other."""
    anna, bruno = house.person("Anna"), house.person("Bruno")
    await anna.slash("battle", "game new", scenario="ormes", side="blue")
    await house.quiet()
    await bruno.slash("battle", "game join")
    await house.quiet()
    await anna.slash("battle", "game start")
    await house.quiet()
    table = await house.game()
    return (anna, bruno) if table.side_for(int(anna.id)) == table.state.player else (bruno, anna)


def read_by(house: Any, person: str) -> list[str]:
    return [m.words for m in house.sandbox.messages("battle", person)]


async def test_a_standing_order_is_given_out_of_turn_and_seen_by_nobody_else(house: Any) -> None:
    mover, waiter = await begun(house)
    others = {name: read_by(house, name) for name in (mover.name, "Clara")}

    reply = await waiter.slash("battle", "standing", question="advance", answer="yes")
    await house.quiet()

    side = (await house.game()).side_for(int(waiter.id))
    assert reply.ephemeral
    assert (await house.game()).state.standing == {side: {"advance": "yes"}}
    assert {name: read_by(house, name) for name in others} == others


async def test_an_order_is_taken_back_past_the_other_sides_standing_order(house: Any) -> None:
    mover, waiter = await begun(house)
    table = await house.game()
    command = choose(table.system, table.scenario, table.state, table.state.player)
    await mover.slash("battle", "move", unit=command.unit, path=" ".join(command.path[:1]))
    await house.quiet()
    moved = (await house.game()).state.units[command.unit].place
    await waiter.slash("battle", "standing", question="advance", answer="yes")
    await house.quiet()

    await mover.slash("battle", "undo")
    await house.quiet()

    now = (await house.game()).state
    assert moved == command.path[0]
    assert now.units[command.unit].place != moved
    assert list(now.standing.values()) == [{"advance": "yes"}]
