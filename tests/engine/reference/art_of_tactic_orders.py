"""Which orders of movement and defence Art of Tactic allows, again, rule by rule as the rules file has it.

Modelled, without a line of the engine: March, Run, Assault, Retreat, Defend, All-Around Defense, Ambush and
Rest; Commanders, lengths of paths, terrain, slopes, fatigue (AT-ORD, AT-MOV, AT-TER, AT-FAT).

Not modelled: ranged and special orders, whether the target of an Assault is in sight (it is next to the unit,
or on open ground), a ninja that marches through a river.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tests.engine.reference.art_of_tactic import Man
from tests.engine.reference.hexes import Hex, away

LONGEST = {"march": (1, 2), "run": (2, 4), "assault": (2, 4), "retreat": (2, 4)}  # infantry, cavalry
NEEDS_NO_COMMANDER = ("defend", "all_around_defense", "rest", "march", "retreat")
ROUGH = ("light_woods", "heavy_woods", "rice_fields", "village", "river")
SHORT_ASSAULT = ("light_woods", "rice_fields", "village")
HIDES = {"light_woods": (True, True), "heavy_woods": (True, False), "village": (True, False)}


class Planning:
    """A position in planning: units, ground and heights. `engaged` are the ids of units in melee."""

    def __init__(
        self, men: Sequence[Man], ground: Mapping[Hex, str], heights: Mapping[Hex, int], engaged: set[str]
    ) -> None:
        self.men, self.ground, self.heights, self.engaged = men, ground, heights, engaged

    def may(self, man: Man, order: str, path: Sequence[Hex] = (), target: Man | None = None) -> bool:
        """Whether an order may be written (AT-ORD-02 to 21, AT-FAT-03, -04)."""
        if (man.id in self.engaged) != (order == "retreat"):
            return False
        if man.fatigue >= 6 and order != "rest":
            return False
        if man.fatigue >= 4 and order in ("run", "assault"):
            return False
        if man.cavalry and order in ("defend", "all_around_defense"):
            return False
        if order not in NEEDS_NO_COMMANDER and not self.led(man):
            return False
        if order == "ambush":
            return HIDES.get(self.ground.get(man.at, ""), (False, False))[man.cavalry]
        if order == "assault" and (target is None or away(path[-1], target.at) > 1):
            return False
        return not path or self.passable(man, order, path)

    def led(self, man: Man) -> bool:
        """AT-ORD-11 to 13."""
        near = [m for m in self.men if m.side == man.side and away(m.at, man.at) <= 1]
        return any(m.commander or m.card == "general_staff" for m in near)

    def passable(self, man: Man, order: str, path: Sequence[Hex]) -> bool:
        """AT-MOV-03, AT-TER-01 to 13, C-05 to C-07."""
        if len(path) > LONGEST[order][man.cavalry]:
            return False
        hexes = [man.at, *path]
        climbs = [
            abs(self.heights.get(a, 0) - self.heights.get(b, 0)) for a, b in zip(hexes, path, strict=False)
        ]
        entered = [self.ground.get(at, "plains") for at in path]
        if order == "assault":
            if any(ground in SHORT_ASSAULT for ground in entered) and len(path) > 1 + man.cavalry:
                return False
            if 1 in climbs and not man.cavalry and len(path) > 1:
                return False
        if man.card == "ninja":
            return True
        if max(climbs) >= 3 or (man.cavalry and (max(climbs) >= 2 or "heavy_woods" in entered)):
            return False
        if order == "run":
            return not set(entered) & set(ROUGH) and max(climbs) <= (1 if man.cavalry else 0)
        if order == "assault":
            return not set(entered) & {"heavy_woods", "river"} and max(climbs) <= 1
        return order != "march" or "river" not in entered[:-1]
