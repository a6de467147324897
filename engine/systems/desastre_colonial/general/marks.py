"""The markers of Désastre Colonial, and when each is removed (3.2, 5.13).

A unit without `commanded`, `activated` and `done` is UNCOMMANDED (DC-GEN-01).
"""

from __future__ import annotations

from engine.battle.reinforcements import DUE  # on a unit off the map: it may come
from engine.rules.objectives import OWNS as OWNS  # on an objective: the side that holds it (DC-VIC-01)

COMMANDED = "commanded"  # declared, its dice not yet shared out (DC-CMD-24)
ACTIVATED = "activated"  # a unit: in this run (DC-CMD-25); a Chief: points at their ordinal in this turn
DONE = "done"  # commanded or activated before in this turn (DC-CMD-26, 5.13)
ORDERED = "ordered"  # activated by the latest roll: may move now (DC-CMD-27)
MOVED = "moved"  # changed hex in this run; points at the hex the move started in (DC-MOV-12)
PIVOTED = "pivoted"  # turned in its starting hex; points at the base, left, right or unit (DC-MOV-11)
SQUARE = "square"  # in square: its bases face hexsides (DC-FOR-08)
FORMED = "formed"  # formed or unformed a square in this run (DC-FOR-10, DC-FOR-11)
FIRED = "fired"  # points at a base that fired in this run (DC-FIR-04)
ENGAGES = "engages"  # points at the defender (DC-MEL-01)
PRINCIPAL = "principal"  # on the defender: points at its principal attacker (DC-MEL-12)
FOUGHT = "fought"  # on the defender: its melee is over, or off because it routed (DC-MEL-34)
APPROACH = "approach"  # on an attacker, by a switch: front, flank or rear at its declaration (DC-MEL-16)
SHOT_AT = "shot_at"  # was named as a target in this run (DC-FIR-10)
TACTICAL = "tactical"  # its move has come near an enemy (DC-MOV-07)
FRONTED = "fronted"  # points at an enemy in whose front its move started (DC-MEL-06)
SLOWED = "slowed"  # its move is limited to one hex (DC-TER-04)
LOW_AMMO = "low_ammo"  # low on ammunition (DC-FIR-27)
SHOOTER = "shooter"  # fired in the last Colonial run (cards .2, 5.11)
SMOKE = "smoke"  # designated for a card .2; points at its value (5.11)
SMUGGLED = "smuggled"  # designated for a card .3; points at its value (5.11)
ROUTED = "routed"  # routed in this turn (DC-ROU-30)
TESTED = "tested"  # tested because a rout crossed it, in the present chain of routs (DC-ROU-29)

ACTIVE = "active"  # the Chief activated last (DC-CMD-30)
FORFEIT = "forfeit"  # on a Chief: the initiative is lost after the moves (DC-CMD-29)
DEACTIVATED = "deactivated"  # a Chief who commands no more in this turn (DC-CMD-33)
AT_RISK = "at_risk"  # a Chief who may fall because of their unit's losses (DC-CHF-01)

INITIATIVE = "initiative"  # on the side that holds it (DC-GEN-02)
CARD = "card"  # on a side: points at the Drame card drawn, as 1.2 (DC-DRA-02)
GRAVITY = "gravity"  # on a side: points at an effect and its points of Gravity, as E1:2 (DC-FAU-02)
FAUX_PAS = "faux_pas"  # on a side: points at the Faux Pas rolled (DC-FAU-01); on a Chief: has tensions
BURDEN = "burden"  # on the Colonial side, then on the Chief it activates: the value of a card .5 (5.11)
NAMED = "named"  # on a Chief: must be activated next, by card 3.5
BLOODIED = "bloodied"  # took part in a melee of this run that cost its defender a loss (cards .4)
WAVE = "wave"  # placed in the present wave (DC-VAG-09)
CHIEF_GONE = "chief_taken_off"  # on a side: a Chief was taken off for the present wave (DC-VAG-05)
SCATTERED = "scattered"  # relocated by a Faux Pas; points at a zone, as `relocation` encodes it (5.12)

OF_A_MOVE = frozenset({ORDERED, TACTICAL, SLOWED})
"""Removed when the moves after a command roll are over."""
OF_A_RUN = OF_A_MOVE | {
    *(COMMANDED, FORFEIT, MOVED, PIVOTED, FORMED, FIRED, ENGAGES, PRINCIPAL, FOUGHT, FRONTED, APPROACH),
    *(SHOT_AT, AT_RISK, BLOODIED, BURDEN, NAMED),
}
"""Removed when a run is cleared."""
OF_A_TURN = frozenset({COMMANDED, ACTIVATED, DONE, ROUTED, ACTIVE, DEACTIVATED})
"""Removed when a turn begins."""
ALL = (
    OF_A_RUN
    | OF_A_TURN
    | {SHOOTER, SMOKE, SMUGGLED, SQUARE, LOW_AMMO, TESTED, INITIATIVE, CARD, GRAVITY, FAUX_PAS, WAVE}
    | {CHIEF_GONE, SCATTERED, OWNS, DUE}
)
MARKERS = frozenset({LOW_AMMO, DONE, ROUTED, SMOKE, AT_RISK, DEACTIVATED})
"""The markers that a judge may put on a unit or remove."""
