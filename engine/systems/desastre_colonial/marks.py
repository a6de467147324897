"""Every marker Désastre Colonial puts on the table, and when it comes off (rules file, 3.2 and 5.13).

A unit that bears none of `commanded`, `activated` and `done` is UNCOMMANDED (DC-GEN-01).
"""

from __future__ import annotations

from engine.rules.objectives import OWNS as OWNS  # on an objective: who holds it (DC-VIC-01)

COMMANDED = "commanded"  # declared, its dice not shared out yet (DC-CMD-24)
ACTIVATED = "activated"  # of a unit: in this run (DC-CMD-25); of a chief: points at his ordinal this turn
DONE = "done"  # commanded or activated already this turn (DC-CMD-26, 5.13)
ORDERED = "ordered"  # activated by the roll at hand: may move now (DC-CMD-27)
MOVED = "moved"  # changed hex this run; points at the hex it set out from (DC-MOV-12)
PIVOTED = "pivoted"  # turned where it stood this run; points at the base, left, right or unit (DC-MOV-11)
SQUARE = "square"  # formation; its facing is then by hexsides (DC-FOR-08)
FORMED = "formed"  # formed or left a square this run (DC-FOR-10, DC-FOR-11)
FIRED = "fired"  # points at the base that fired this run (DC-FIR-04)
ENGAGES = "engages"  # points at the defender (DC-MEL-01)
PRINCIPAL = "principal"  # on the defender: points at its principal attacker (DC-MEL-12)
FOUGHT = "fought"  # on the defender: its melee is over, or off since it routed (DC-MEL-34)
APPROACH = "approach"  # on an attacker: front, flank or rear at its declaration, by a switch (DC-MEL-16)
SHOT_AT = "shot_at"  # the fire of this run at it has been named (DC-FIR-10)
TACTICAL = "tactical"  # the move at hand has come near the enemy (DC-MOV-07)
FRONTED = "fronted"  # points at an enemy in whose front its move began, once it has left (DC-MEL-06)
SLOWED = "slowed"  # the move at hand is held to one hex (DC-TER-04)
LOW_AMMO = "low_ammo"  # short of ammunition (DC-FIR-27)
SHOOTER = "shooter"  # fired in the last Colonial run, for the cards (5.11)
SMOKE = "smoke"  # designated by a card .2 (5.11)
SMUGGLED = "smuggled"  # designated by a card .3 (5.11)
ROUTED = "routed"  # routed this turn (DC-ROU-30)
TESTED = "tested"  # made to test by a rout that crossed it, in the chain under way (DC-ROU-29)

ACTIVE = "active"  # the chief who is being activated (DC-CMD-30)
FORFEIT = "forfeit"  # on a chief: the initiative is lost once his units have moved (DC-CMD-29)
DEACTIVATED = "deactivated"  # a chief who commands no more this turn (DC-CMD-33)
AT_RISK = "at_risk"  # a chief who may fall with his men's losses (DC-CHF-01)

INITIATIVE = "initiative"  # on the side that holds it (DC-GEN-02)
CARD = "card"  # on a side: points at the Drame card drawn, as 1.2 (DC-DRA-02)
GRAVITY = "gravity"  # on a side: points at an effect and the points it was given, as E1:2 (DC-FAU-02)
FAUX_PAS = "faux_pas"  # on a side: points at the Faux Pas rolled (DC-FAU-01)
BURDEN = "burden"  # on the Colonial side, then on the Chief it activates: the value of a card .5 (5.11)
NAMED = "named"  # on a chief: must be activated next, by card 3.5
BLOODIED = "bloodied"  # took part in a melee that cost its defender a loss this run (cards .4)
WAVE = "wave"  # placed in the wave at hand (DC-VAG-09)
CHIEF_GONE = "chief_taken_off"  # on a side: a Chief was taken off for the wave at hand (DC-VAG-05)
SCATTERED = "scattered"  # to be placed anew by a Faux Pas; points at its effect (5.12)

OF_A_MOVE = frozenset({ORDERED, TACTICAL, SLOWED})
OF_A_RUN = OF_A_MOVE | {
    COMMANDED,
    FORFEIT,
    MOVED,
    PIVOTED,
    FORMED,
    FIRED,
    ENGAGES,
    PRINCIPAL,
    FOUGHT,
    FRONTED,
    APPROACH,
    SHOT_AT,
    AT_RISK,
    BLOODIED,
    BURDEN,
    NAMED,
}
OF_A_TURN = frozenset({COMMANDED, ACTIVATED, DONE, ROUTED, ACTIVE, DEACTIVATED})
OF_A_CARD = frozenset({SHOOTER, SMOKE, SMUGGLED})
ALL = (
    OF_A_RUN
    | OF_A_TURN
    | OF_A_CARD
    | {
        SQUARE,
        LOW_AMMO,
        TESTED,
        INITIATIVE,
        CARD,
        GRAVITY,
        FAUX_PAS,
        WAVE,
        CHIEF_GONE,
        SCATTERED,
        OWNS,
    }
)
MARKERS = frozenset(
    {LOW_AMMO, DONE, ROUTED, SMOKE, AT_RISK, DEACTIVATED}
)  # what a judge may put on a unit or take off
