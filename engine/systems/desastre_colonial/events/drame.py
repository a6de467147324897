"""Drame cards: drawn by the Native player after a Colonial run, by the 1s of its rolls (DC-DRA; table 5.11).

A card whose effect lasts stays before the Native player, as a mark on that side, until the end of its next
run.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine import events as ev
from engine.ledger import Ledger
from engine.rules.turns import remove_marks
from engine.scenario import Scenario
from engine.state import Question, State, Unit
from engine.systems.desastre_colonial.command.dice_sharing import ONES
from engine.systems.desastre_colonial.general import losses
from engine.systems.desastre_colonial.general.agenda import ask
from engine.systems.desastre_colonial.general.marks import BLOODIED, CARD, SHOOTER, SMOKE, SMUGGLED
from engine.systems.desastre_colonial.general.morale_causes import CARD as CARD_SAYS_SO
from engine.systems.desastre_colonial.general.morale_causes import queue_test
from engine.systems.desastre_colonial.general.values import COLONIAL, NATIVE, by_id, troops, weapon

DRAME, DESIGNATE, RECOVER = "drame", "designate", "recover"
"""Questions: the value of the card drawn, the unit designated for it, the unit that recovers."""
NONE = "none"
DREAD, SMOKE_CARD, SMUGGLERS, FEAR, CONFUSION = "1", "2", "3", "4", "5"
"""The numbers of the cards of each value."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """A Drame card: its value and its number within that value."""

    value: str
    number: str

    @property
    def text(self) -> str:
        """The card as marks, questions and notes name it: "1.2"."""
        return f"{self.value}.{self.number}"

    @classmethod
    def from_text(cls, text: str) -> Card:
        """The card of that name."""
        value, _, number = text.partition(".")
        return cls(value=value, number=number)


def held(state: State, number: str) -> Card | None:
    """The card of that number before the Native player, the strongest of several."""
    cards = (text for text in state.targets_of_mark(NATIVE, CARD) if text.endswith(number))
    text = max(cards, default="")
    return Card.from_text(text) if text else None


def discard(ledger: Ledger, card: Card) -> None:
    """End the effect of a card (DC-DRA-04)."""
    ledger.tell(ev.Unmarked(name=CARD, on=NATIVE, to=card.text, rule="DC-DRA-04"))


# --- drawing ------------------------------------------------------------------------------------------------


def begin(scn: Scenario, ledger: Ledger) -> None:
    """Offer a card of a value up to the number of 1s of the run (DC-DRA-01 to 03)."""
    ones = ledger.state.tracks.get(ONES, 0)
    highest = min(ones, int(scn.chart("drame", "highest")))
    if highest:
        options = (*(str(value) for value in range(highest, 0, -1)), NONE)
        ask(scn, ledger, DRAME, NATIVE, NATIVE, options, str(highest), rule="DC-DRA-02")


def settle_value(scn: Scenario, ledger: Ledger, question: Question, option: str) -> None:
    """Draw a card of that value and apply it, or draw none (DC-DRA-02, DC-DRA-07)."""
    if option == NONE:
        ledger.note("no_card", "DC-DRA-02", side=NATIVE)
        return
    deck = ledger.state.pools.get(f"drame.{option}") or tuple(scn.chart("drame", "deck"))
    drawn = ledger.roll("drame", sides=len(deck), rule="DC-DRA-07", by=NATIVE) - 1 if len(deck) > 1 else 0
    card = Card(value=option, number=str(deck[drawn]))
    rest = (*deck[:drawn], *deck[drawn + 1 :])
    ledger.tell(ev.Pooled(pool=f"drame.{option}", dice=rest, rule="DC-DRA-07"))
    ledger.tell(ev.Marked(name=CARD, on=NATIVE, to=card.text, rule="DC-DRA-02"))
    ledger.note("card", "DC-DRA-08", card=card.text, value=option, ones=ledger.state.tracks.get(ONES, 0))
    EFFECTS[card.number](scn, ledger, card)


# --- effects ------------------------------------------------------------------------------------------------


def _dread(scn: Scenario, ledger: Ledger, card: Card) -> None:
    """Cards .1: a random Colonial unit, one designated, or all of them test morale (DC-MOR-02)."""
    units = by_id(troops(ledger.state, COLONIAL))
    if card.value == "1" and len(units) > 1:
        number = ledger.roll("random_unit", sides=len(units), rule="DC-DRA-08", by=NATIVE)
        units = (units[number - 1],)
    if card.value == "2":
        _designate(scn, ledger, card, units)
        return
    discard(ledger, card)
    for unit in reversed(units):
        queue_test(scn, ledger, unit.id, CARD_SAYS_SO)


def _smoke(scn: Scenario, ledger: Ledger, card: Card) -> None:
    """Cards .2: designate a Colonial unit that fired in the last Colonial run."""
    state = ledger.state
    units = by_id(unit for unit in troops(state, COLONIAL) if state.marked(unit.id, SHOOTER))
    _designate(scn, ledger, card, units)


def _smugglers(scn: Scenario, ledger: Ledger, card: Card) -> None:
    """Cards .3: designate a Native unit with a firing weapon."""
    units = by_id(unit for unit in troops(ledger.state, NATIVE) if weapon(scn, unit))
    _designate(scn, ledger, card, units)


def _keep(scn: Scenario, ledger: Ledger, card: Card) -> None:
    """Cards .4 and .5: keep the card for the Native player's next run (DC-DRA-04, DC-DRA-05)."""


EFFECTS: dict[str, Callable[[Scenario, Ledger, Card], None]] = {
    DREAD: _dread,
    SMOKE_CARD: _smoke,
    SMUGGLERS: _smugglers,
    FEAR: _keep,
    CONFUSION: _keep,
}
"""By the number of a card."""


def _designate(scn: Scenario, ledger: Ledger, card: Card, units: Sequence[Unit]) -> None:
    """Ask the Native player to designate a unit; by default the one with the most losses (DC-DRA-06)."""
    if not units:
        ledger.note("card_idle", "DC-DRA-08", card=card.text)
        discard(ledger, card)
        return
    default = max(units, key=lambda unit: (unit["losses"], -units.index(unit)))
    options = tuple(unit.id for unit in units)
    ask(scn, ledger, DESIGNATE, NATIVE, card.text, options, default.id, rule="DC-DRA-06")


def settle_designation(scn: Scenario, ledger: Ledger, question: Question, option: str) -> None:
    """Apply a card to the unit designated for it (table 5.11)."""
    card = Card.from_text(question.about)
    ledger.note("designated", "DC-DRA-06", card=card.text, unit=option)
    if card.number == DREAD:
        discard(ledger, card)
        queue_test(scn, ledger, option, CARD_SAYS_SO)
    else:
        mark = SMOKE if card.number == SMOKE_CARD else SMUGGLED
        ledger.tell(ev.Marked(name=mark, on=option, to=card.value, rule="DC-DRA-08"))


# --- the end of the Native player's run ---------------------------------------------------------------------


def ask_recovery(scn: Scenario, ledger: Ledger) -> None:
    """After a Native run with a card .4, ask which unit that inflicted a loss in melee recovers."""
    state = ledger.state
    card = held(state, FEAR)
    if state.player != NATIVE or card is None:
        return
    units = by_id(u for u in troops(state, NATIVE) if state.marked(u.id, BLOODIED) and u["losses"])
    if units:
        default = min(units, key=lambda unit: (-unit["losses"], unit.id))
        options = tuple(unit.id for unit in units)
        ask(scn, ledger, RECOVER, NATIVE, card.text, options, default.id, rule="DC-DRA-06")


def settle_recovery(scn: Scenario, ledger: Ledger, question: Question, option: str) -> None:
    """Remove losses from the unit designated: a number, or all (cards .4)."""
    recovers = scn.chart("drame", "recovers", Card.from_text(question.about).value)
    has = ledger.state.units[option]["losses"]
    points = has if recovers == "all" else int(recovers)
    ledger.note("recovered", "DC-DRA-08", card=question.about, unit=option, losses=min(points, has))
    losses.recover(ledger, option, points, "DC-DRA-08")


def end_effects(ledger: Ledger) -> None:
    """End the effects of cards with the Native player's run (DC-DRA-04)."""
    remove_marks(ledger, frozenset({SMOKE, SMUGGLED}), ledger.state.units)
    remove_marks(ledger, frozenset({CARD}), (NATIVE,))


ANSWERS = {DRAME: settle_value, DESIGNATE: settle_designation, RECOVER: settle_recovery}
