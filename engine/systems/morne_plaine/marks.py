"""Every marker Morne Plaine uses, and when it is removed (rules file, 6.6)."""

from __future__ import annotations

from engine.battle.reinforcements import DUE  # on a unit off the map: it may come
from engine.rules.objectives import OWNS as OWNS  # on an objective: who passed last (MP-VIC-3)

UNCOMMANDED = "uncommanded"  # on a unit, from the check of its player-turn to the next (MP-CMD-1)
FIRED = "fired"  # bombarded this player-turn (MP-BOM-2)
MOVED = "moved"  # changed hex this player-turn (MP-RAL-6)
STUCK = "stuck"  # in a marsh, for this player-turn (MP-MOV-18)
STOPPED = "stopped"  # by an enemy zone of control, for this phase (MP-MOV-14)
PAID = "paid"  # the next road step costs 1 instead of 0 (MP-MOV-21)
REACTED = "reacted"  # reaction shot used in this opposing movement phase (MP-BOM-20)
CHARGED = "charged"  # points at the unit charged; until the end of the next combat phase (MP-CHG-38)
ATTACKED = "attacked"  # made its attack this combat phase (MP-CBT-3)
DEFENDED = "defended"  # was attacked this combat phase (MP-CBT-3)
VICTORIOUS = "victorious"  # this combat phase (MP-CBT-60)
CHOSE = "chose"  # on an objective, pointing at a side that picked it before play (O-9)

OF_A_TURN = frozenset({UNCOMMANDED, FIRED, MOVED, STUCK, STOPPED, PAID})
OF_A_COMBAT = frozenset({ATTACKED, DEFENDED, VICTORIOUS})
ALL = OF_A_TURN | OF_A_COMBAT | {REACTED, CHARGED, OWNS, CHOSE, DUE}
MARKERS = frozenset(
    {UNCOMMANDED, FIRED, MOVED, STUCK, STOPPED, REACTED, ATTACKED, DEFENDED, VICTORIOUS}
)  # what a judge may put on a unit or take off
