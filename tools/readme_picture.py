"""Draw the picture of README.md: Ormes in its third turn, played by the computer player on both sides.

    .venv/bin/python tools/readme_picture.py

Always the same game, so that only a change of rules, partner or pictures changes docs/pictures/ormes.png.
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import opponent  # noqa: E402
import render  # noqa: E402
import scenarios  # noqa: E402
from bot.core.game import Game  # noqa: E402
from bot.i18n.catalogue import catalogue_for  # noqa: E402
from bot.i18n.names import Names  # noqa: E402
from bot.reports import map_picture  # noqa: E402
from engine import referee  # noqa: E402
from engine.evolve import replay  # noqa: E402
from engine.ledger import SeededDice  # noqa: E402
from engine.state import State  # noqa: E402
from engine.systems import find  # noqa: E402
from engine.view import look  # noqa: E402

PICTURE = ROOT / "docs" / "pictures" / "ormes.png"
SEED = b"3"
TURN = 3


def battle() -> Game:
    """The table at the first combat phase of that turn that offers a fight."""
    scenario = scenarios.load("ormes")
    system, dice, count = find(scenario.system), SeededDice(SEED), 0
    state = replay(State(), referee.start(system, scenario, dice))
    while not (state.turn >= TURN and state.phase == "combat" and look(system, scenario, state).clashes):
        side = state.questions[0].side if state.questions else min(state.active)
        count += 1
        command = opponent.choose(system, scenario, state, side)
        state = replay(state, referee.play(system, scenario, state, side, command, dice, count))
    return Game(record=None, scenario=scenario, system=system, state=state)  # type: ignore[arg-type]


def main() -> None:
    """Draw it."""
    picture = map_picture.picture(Names(catalogue_for(), battle()))
    PICTURE.parent.mkdir(parents=True, exist_ok=True)
    PICTURE.write_bytes(
        render.draw(picture.view, picture.caption, crop=picture.crop, size=render.BOX, tallest=render.TALLEST)
    )


if __name__ == "__main__":
    main()
