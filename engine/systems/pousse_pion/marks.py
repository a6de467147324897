"""Every marker Pousse-pion uses, and when it is removed (rules file, 3.2 and 3.3)."""

from __future__ import annotations

from engine.battle.reinforcements import DUE  # on a unit in the reserve: it may enter (PP-MOV-41)
from engine.rules.objectives import OWNS as OWNS  # on an objective: who entered last (PP-VIC-02)

DISORDERED = "disordered"  # a unit in disorder, until it rallies (PP-GEN-06)
UNCOMMANDED = "uncommanded"  # no superior within reach when the phase began (PP-CMD-03)
MOVED = "moved"  # moved voluntarily this player turn (PP-RAL-05)
FIRED = "fired"  # fired in its Fire phase this player turn (PP-FIR-01)
FOUGHT = "fought"  # attacked or supported this player turn (PP-CBT-21)
BEGUN = "begun"  # moved this phase: no minimum movement any more (PP-MOV-27)
STOPPED = "stopped"  # by an enemy zone of control, for this phase (PP-ZOC-06)
PAID = "paid"  # the next road step costs 1 instead of 0 (PP-MOV-22)
CHARGED = "charged"  # points at the hex the charge began in; for this phase (PP-CHG-12)
CALLED = "called"  # may move in this Manoeuvre phase (PP-MOV-44)
REACTED = "reacted"  # reaction shot used in this enemy Movement phase (PP-FIR-17)
ATTACKED = "attacked"  # made its attack this Combat phase (PP-CBT-02)
DEFENDED = "defended"  # was attacked this Combat phase (PP-CBT-02)
VICTORIOUS = "victorious"  # this Combat phase (PP-CBT-19)

OF_A_TURN = frozenset({MOVED, FIRED, FOUGHT})
OF_A_PHASE = frozenset({BEGUN, STOPPED, PAID, CHARGED, CALLED, REACTED, ATTACKED, DEFENDED, VICTORIOUS})
ALL = OF_A_TURN | OF_A_PHASE | {DISORDERED, UNCOMMANDED, OWNS, DUE}
MARKERS = frozenset(
    {DISORDERED, UNCOMMANDED, MOVED, FIRED, FOUGHT, STOPPED, ATTACKED, DEFENDED, VICTORIOUS}
)  # what a judge may put on a unit or take off
