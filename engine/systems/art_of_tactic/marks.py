"""Every marker Art of Tactic puts on the table, and when it comes off."""

from __future__ import annotations

ENGAGED = "engaged"  # a contact, on both units, each pointing at the other (AT-MEL-01)
LOCKED = "locked"  # engaged at the beginning of this turn: no zone of control until its end (AT-ZOC-03)
FACES = "faces"  # points at the enemy a unit faces in melee and attacks (AT-MEL-03, AT-MEL-21)
LATECOMER = "latecomer"  # points at an enemy whose contact does not count as frontal (C-02, AT-MEL-06)
HIDDEN = "hidden"  # in ambush, off the other side's map (AT-ORD-50, R-53)
LAIN = "lain"  # was hidden before this turn began: its first attack counts as a flank attack
AIMS = "aims"  # has a Kill Zone this turn while its order and ammunition last (AT-DZ-10)
SHOT = "shot"  # has fired into its Kill Zone this turn (AT-DZ-15)
PULLED = "pulled"  # has begun to pull back under Fire and Retreat: no Defense Zone any more this turn (6.1)
FLIES = "flies"  # put to flight this turn: moves in step 6 (AT-MOR-30)
PURSUES = "pursues"  # points at the unit it must pursue next turn (AT-MOR-50)
TIRES = "tires"  # points at a cause of fatigue this turn, counted at its end (AT-FAT-01, AT-FAT-02)
LEADERLESS = "leaderless"  # on a side whose General Staff is destroyed (AT-MOR-16)

OF_A_TURN = frozenset({LOCKED, LATECOMER, LAIN, AIMS, SHOT, PULLED, FLIES, TIRES})
ALL = OF_A_TURN | {ENGAGED, FACES, HIDDEN, PURSUES, LEADERLESS}
MARKERS = frozenset({SHOT, PULLED})  # what a judge may put on a unit or take off
