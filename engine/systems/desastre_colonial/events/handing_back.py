"""Drame cards .5: the Native player hands the initiative straight back (table 5.11)."""

from __future__ import annotations

from engine import events as ev
from engine.ledger import Ledger
from engine.scenario import Scenario
from engine.state import Question, State
from engine.systems.desastre_colonial.command.command import CHAOS
from engine.systems.desastre_colonial.events.drame import CONFUSION, Card, discard, held
from engine.systems.desastre_colonial.general.agenda import NO, YES, ask, push
from engine.systems.desastre_colonial.general.marks import ACTIVATED, BURDEN, DEACTIVATED, NAMED
from engine.systems.desastre_colonial.general.values import COLONIAL, NATIVE, chiefs

HAND_BACK, NAME = "hand_back", "name_chief"
"""Questions: whether the initiative is handed back; the Chief who must be activated."""
HAND, RUN = "hand", "run"
"""Tasks: a side is given the initiative; it begins its run."""


def ask_hand_back(scn: Scenario, ledger: Ledger, side: str) -> bool:
    """Ask a side that gets the initiative whether it hands it back without activating a Chief; whether it has
    the card for it (cards .5)."""
    card = held(ledger.state, CONFUSION)
    if side != NATIVE or card is None:
        return False
    ask(scn, ledger, HAND_BACK, NATIVE, card.text, (YES, NO), NO, rule="DC-DRA-08")
    return True


def settle_hand_back(scn: Scenario, ledger: Ledger, question: Question, option: str) -> None:
    """Hand the initiative back, with a burden on the Chief activated next, or begin the run (cards .5)."""
    if option == NO:
        push(ledger, RUN, NATIVE, rule="DC-GEN-02")
        return
    card = Card.from_text(question.about)
    discard(ledger, card)
    ledger.tell(ev.Marked(name=BURDEN, on=COLONIAL, to=card.value, rule="DC-DRA-08"))
    ledger.note("initiative_back", "DC-DRA-08", card=card.text)
    push(ledger, HAND, COLONIAL, rule="DC-DRA-08")
    options = _not_yet_activated(ledger.state)
    if card.value == CHAOS and options:
        ask(scn, ledger, NAME, NATIVE, card.text, options, options[0], rule="DC-DRA-08")


def _not_yet_activated(state: State) -> tuple[str, ...]:
    """The Colonial Chiefs not yet activated in this turn, the weakest first."""
    spent = {ACTIVATED, DEACTIVATED}
    unused = (chief for chief in chiefs(state, COLONIAL) if not spent & state.marks_on(chief.id))
    weakest_first = sorted(
        unused, key=lambda chief: (chief["staff"], chief["die"], chief["radius"], chief.id)
    )
    return tuple(chief.id for chief in weakest_first)


def settle_name(scn: Scenario, ledger: Ledger, question: Question, option: str) -> None:
    """Mark the Chief whom the Colonial player must activate (card 3.5)."""
    value = Card.from_text(question.about).value
    ledger.tell(ev.Marked(name=NAMED, on=option, to=value, rule="DC-DRA-08"))


ANSWERS = {HAND_BACK: settle_hand_back, NAME: settle_name}
