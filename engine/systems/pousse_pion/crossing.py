"""Friends on the way (PP-MOV-34 to 38): a unit that steps onto one goes on at once (PP-MOV-35 to 37)."""

from __future__ import annotations

from engine.rules.crossing import KIND as KIND
from engine.rules.crossing import Crossings
from engine.systems.pousse_pion import stepping
from engine.systems.pousse_pion.toll import footing, onward, toll

CROSSINGS = Crossings(footing=footing, toll=toll, onward=onward, go=stepping.go, rule="PP-MOV-37")
begin, settle = CROSSINGS.begin, CROSSINGS.settle
