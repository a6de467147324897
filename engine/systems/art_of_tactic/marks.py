"""The marks of Art of Tactic, and which of them last one turn."""

from __future__ import annotations

from engine.battle.reinforcements import DUE  # on a unit off the map: it may come

# Contacts
ENGAGED = "engaged"  # on both units of a contact, each pointing at the other (AT-MEL-01)
ENGAGED_AT_TURN_START = "locked"  # has no zone of control this turn (AT-ZOC-03)
FACES = "faces"  # points at the enemy a unit faces in melee and attacks (AT-MEL-03, AT-MEL-21)
LATECOMER = "latecomer"  # points at an enemy whose contact does not count as frontal (C-02, AT-MEL-06)

# Ambush
HIDDEN = "hidden"  # in ambush, not on the other side's map (AT-ORD-50, R-53)
HIDDEN_AT_TURN_START = "lain"  # its first attack counts as a flank attack

# Kill Zones
HAS_KILL_ZONE = "aims"  # has one this turn while its order and ammunition last (AT-DZ-10)
FIRED_INTO_KILL_ZONE = "shot"  # has fired into it this turn (AT-DZ-15)
PULLING_BACK = "pulled"  # under Fire and Retreat, so it has no Defense Zone any more this turn (6.1)

# Morale and fatigue
PUT_TO_FLIGHT = "flies"  # moves in step 6 of this turn (AT-MOR-30)
PURSUES = "pursues"  # points at the unit it must pursue next turn (AT-MOR-50)
FATIGUE_CAUSE = "tires"  # points at a cause of fatigue, counted at turn end (AT-FAT-01, AT-FAT-02)
GENERAL_STAFF_LOST = "leaderless"  # on a side whose General Staff is destroyed (AT-MOR-16)

OF_A_TURN = frozenset(
    {
        ENGAGED_AT_TURN_START,
        LATECOMER,
        HIDDEN_AT_TURN_START,
        HAS_KILL_ZONE,
        FIRED_INTO_KILL_ZONE,
        PULLING_BACK,
        PUT_TO_FLIGHT,
        FATIGUE_CAUSE,
    }
)
ALL = OF_A_TURN | {ENGAGED, FACES, HIDDEN, PURSUES, GENERAL_STAFF_LOST, DUE}
MARKERS = frozenset({FIRED_INTO_KILL_ZONE, PULLING_BACK})  # those a moderator may put on a unit or take off
