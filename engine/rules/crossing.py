"""Friends on the way: a unit that steps onto one goes on at once.

Nothing moves before the whole crossing is known, so that no two counters share a hex between two orders. Whom
one may pass, and at what price, is for the rulebook to say.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine import events as ev
from engine.hexes import Hex
from engine.ledger import Ledger
from engine.rules.moving import Barred, Footing, Toll
from engine.scenario import Scenario
from engine.state import Question, State, Unit

KIND = "crossing"


@dataclass(frozen=True, slots=True, kw_only=True)
class Crossings:
    """How friends are passed.

    `footing`: how a unit stands now. `toll`: the price of a step, or why it is forbidden. `onward`: how a
    unit on the hex of a friend can go on, with the price. `go` makes a path past friends up to the hex where
    the unit stays. `rule` is the one by which it is asked how it goes on.
    """

    footing: Callable[[State, Unit], Footing]
    toll: Callable[[Scenario, State, Unit, Footing, Hex], Toll | Barred]
    onward: Callable[[Scenario, State, Unit, Footing], dict[Hex, Toll]]
    go: Callable[[Scenario, Ledger, str, tuple[Hex, ...]], object]
    rule: str

    def begin(self, scn: Scenario, ledger: Ledger, unit_id: str, over: tuple[Hex, ...]) -> None:
        """Go on from the last of some friends' hexes: where there is only one way on, that way; else the
        player is asked. Time up, it is the cheapest, the first clockwise of equals."""
        unit = ledger.state.units[unit_id]
        ways = self._ways_on(scn, ledger.state, unit, over)
        if len(ways) == 1:
            passing = any(price.passing for price in ways.values())
            self._go_on(scn, ledger, unit_id, (*over, *ways), passing=passing)
            return
        question = Question(
            kind=KIND,
            side=unit.side,
            about=unit_id,
            options=tuple(ways),
            default=min(ways, key=lambda hex_: ways[hex_].cost),
        )
        ledger.tell(
            ev.Pushed(kind=KIND, about=(unit_id, *over), rule=self.rule),
            ev.Asked(question=question, rule=self.rule),
        )

    def settle(self, scn: Scenario, ledger: Ledger, question: Question, option: str) -> None:
        """Go on by the hex chosen, past the next friend if one stands there."""
        unit_id, *over = ledger.state.agenda[0].about
        ledger.tell(ev.Popped())
        ways = self._ways_on(scn, ledger.state, ledger.state.units[unit_id], tuple(over))
        self._go_on(scn, ledger, unit_id, (*over, option), passing=ways[option].passing)

    def _go_on(
        self, scn: Scenario, ledger: Ledger, unit_id: str, path: tuple[Hex, ...], *, passing: bool
    ) -> None:
        if passing:
            self.begin(scn, ledger, unit_id, path)
        else:
            self.go(scn, ledger, unit_id, path)

    def _ways_on(self, scn: Scenario, state: State, unit: Unit, over: tuple[Hex, ...]) -> dict[Hex, Toll]:
        """How a unit can go on after these friends' hexes."""
        at = self.footing(state, unit)
        for hex_ in over:
            price = self.toll(scn, state, unit, at, hex_)
            assert isinstance(price, Toll), f"{unit.id} to {hex_}: {price}"
            at = price.footing
        return self.onward(scn, state, unit, at)
