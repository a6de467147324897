"""Drame cards (DC-DRA; table 5.11): drawn by the Native player after a Colonial run, for the 1s of its rolls.

A card whose effect waits lies before its owner, as a marker on his side, until his own run is over.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from engine import events as ev
from engine.ledger import Ledger
from engine.rules.turns import wipe
from engine.scenario import Scenario
from engine.state import Question, State, Unit
from engine.systems.desastre_colonial import causes, losses, values
from engine.systems.desastre_colonial.asking import ask, push
from engine.systems.desastre_colonial.marks import (
    ACTIVATED,
    BLOODIED,
    BURDEN,
    CARD,
    DEACTIVATED,
    NAMED,
    SHOOTER,
    SMOKE,
    SMUGGLED,
)
from engine.systems.desastre_colonial.sharing import ONES

COLONIAL, NATIVE = "colonial", "native"
DRAME, DESIGNATE, RECOVER, HAND_BACK, NAME = "drame", "designate", "recover", "hand_back", "name_chief"
HAND, RUN = "hand", "run"  # tasks: a side is given the initiative; it begins its run
NONE, YES, NO = "none", "yes", "no"
CONFUSION = "5"  # the number of the cards that hand the initiative back
RECOVERY = "4"  # the number of those that heal


def begin(scn: Scenario, ledger: Ledger) -> None:
    """Offer a card of a value up to the 1s of the run (DC-DRA-01 to 03)."""
    ones = ledger.state.tracks.get(ONES, 0)
    highest = min(ones, int(scn.chart("drame", "highest")))
    if highest:
        options = (*(str(value) for value in range(highest, 0, -1)), NONE)
        ask(scn, ledger, DRAME, NATIVE, NATIVE, options, str(highest), rule="DC-DRA-02")


def draw(scn: Scenario, ledger: Ledger, question: Question, option: str) -> None:
    """Draw a card of that value, or none, and let it have its effect (DC-DRA-02, DC-DRA-07)."""
    if option == NONE:
        ledger.note("no_card", "DC-DRA-02", side=NATIVE)
        return
    deck = ledger.state.pools.get(f"drame.{option}") or tuple(scn.chart("drame", "deck"))
    at = ledger.roll("drame", sides=len(deck), rule="DC-DRA-07", by=NATIVE) - 1 if len(deck) > 1 else 0
    number = str(deck[at])
    rest = (*deck[:at], *deck[at + 1 :])
    card = f"{option}.{number}"
    ledger.tell(ev.Pooled(pool=f"drame.{option}", dice=rest, rule="DC-DRA-07"))
    ledger.tell(ev.Marked(name=CARD, on=NATIVE, to=card, rule="DC-DRA-02"))
    ledger.note("card", "DC-DRA-08", card=card, value=option, ones=ledger.state.tracks.get(ONES, 0))
    EFFECTS[number](scn, ledger, card)


# --- what the cards do ------------------------------------------------------------------------------------


def _dread(scn: Scenario, ledger: Ledger, card: str) -> None:
    """Cards .1: a Colonial unit by lot, one designated, or all of them test their morale (DC-MOR-02)."""
    units = _by_id(values.troops(ledger.state, COLONIAL))
    if card.startswith("1") and len(units) > 1:
        lot = ledger.roll("random_unit", sides=len(units), rule="DC-DRA-08", by=NATIVE)
        units = (units[lot - 1],)
    if card.startswith("2"):
        _designate(scn, ledger, card, units)
        return
    _over(ledger, card)
    for unit in reversed(units):
        causes.queue(scn, ledger, unit.id, causes.CARD)


def _smoke(scn: Scenario, ledger: Ledger, card: str) -> None:
    """Cards .2: a Colonial unit that fired in the last Colonial run, blinded by its own smoke."""
    state = ledger.state
    fired = [unit for unit in values.troops(state, COLONIAL) if state.marked(unit.id, SHOOTER)]
    _designate(scn, ledger, card, _by_id(fired))


def _smuggled(scn: Scenario, ledger: Ledger, card: str) -> None:
    """Cards .3: a unit with a firing weapon, supplied with a better one."""
    armed = [unit for unit in values.troops(ledger.state, NATIVE) if values.weapon(scn, unit)]
    _designate(scn, ledger, card, _by_id(armed))


def _waits(scn: Scenario, ledger: Ledger, card: str) -> None:
    """Cards .4 and .5 wait for the Native player's own run (DC-DRA-04, DC-DRA-05)."""


def _by_id(units: Iterable[Unit]) -> tuple[Unit, ...]:
    return tuple(sorted(units, key=lambda unit: unit.id))


def _designate(scn: Scenario, ledger: Ledger, card: str, units: Sequence[Unit]) -> None:
    """Let the Native player designate the unit; the default is the worst off (DC-DRA-06)."""
    if not units:
        ledger.note("card_idle", "DC-DRA-08", card=card)
        _over(ledger, card)
        return
    worst = max(units, key=lambda unit: (unit["losses"], -units.index(unit)))
    ask(scn, ledger, DESIGNATE, NATIVE, card, tuple(u.id for u in units), worst.id, rule="DC-DRA-06")


def designated(scn: Scenario, ledger: Ledger, question: Question, option: str) -> None:
    """What a card does to the unit that was designated for it (table 5.11)."""
    value, _, number = question.about.partition(".")
    ledger.note("designated", "DC-DRA-06", card=question.about, unit=option)
    if number == "1":
        _over(ledger, question.about)
        causes.queue(scn, ledger, option, causes.CARD)
    else:
        name = SMOKE if number == "2" else SMUGGLED
        ledger.tell(ev.Marked(name=name, on=option, to=value, rule="DC-DRA-08"))


EFFECTS: dict[str, Callable[[Scenario, Ledger, str], None]] = {
    "1": _dread,
    "2": _smoke,
    "3": _smuggled,
    RECOVERY: _waits,
    CONFUSION: _waits,
}
"""By the number of a card within its value."""


def _over(ledger: Ledger, card: str) -> None:
    ledger.tell(ev.Unmarked(name=CARD, on=NATIVE, to=card, rule="DC-DRA-04"))


def _held(state: State, number: str) -> str:
    """The card of that number that lies before the Native player, the strongest of several; "" for none."""
    return max((card for card in state.pointed(NATIVE, CARD) if card.endswith(number)), default="")


# --- the initiative handed straight back ------------------------------------------------------------------


def may_hand_back(state: State, side: str) -> bool:
    """Whether a side just given the initiative may hand it straight back (cards .5)."""
    return side == NATIVE and bool(_held(state, CONFUSION))


def offer_back(scn: Scenario, ledger: Ledger) -> None:
    """Ask the Native player whether he hands the initiative back without activating a Chief (cards .5)."""
    ask(scn, ledger, HAND_BACK, NATIVE, _held(ledger.state, CONFUSION), (YES, NO), NO, rule="DC-DRA-08")


def handed_back(scn: Scenario, ledger: Ledger, question: Question, option: str) -> None:
    """Hand the initiative back, to a Chief who will be hampered, or begin the run after all (cards .5)."""
    if option == NO:
        push(ledger, RUN, NATIVE, rule="DC-GEN-02")
        return
    card = question.about
    _over(ledger, card)
    ledger.tell(ev.Marked(name=BURDEN, on=COLONIAL, to=card[0], rule="DC-DRA-08"))
    ledger.note("initiative_back", "DC-DRA-08", card=card)
    push(ledger, HAND, COLONIAL, rule="DC-DRA-08")
    fresh = _unused(ledger.state)
    if card.startswith("3") and fresh:
        ask(scn, ledger, NAME, NATIVE, card, fresh, fresh[0], rule="DC-DRA-08")


def _unused(state: State) -> tuple[str, ...]:
    """The Colonial Chiefs not yet activated this turn, those with the fewest dice first."""
    spent = {ACTIVATED, DEACTIVATED}
    fresh = [c for c in values.chiefs(state, COLONIAL) if not spent & state.names_on(c.id)]
    return tuple(c.id for c in sorted(fresh, key=lambda c: (c["staff"], c["die"], c["radius"], c.id)))


def named(scn: Scenario, ledger: Ledger, question: Question, option: str) -> None:
    """The Chief whom the Colonial player must activate (card 3.5)."""
    ledger.tell(ev.Marked(name=NAMED, on=option, to=question.about[0], rule="DC-DRA-08"))


# --- the end of the Native player's run -------------------------------------------------------------------


def recovery(scn: Scenario, ledger: Ledger) -> None:
    """Ask which unit that drew blood in melee recovers (cards .4), where the run was the Native player's."""
    state = ledger.state
    card = _held(state, RECOVERY)
    if state.player != NATIVE or not card:
        return
    able = [u for u in values.troops(state, NATIVE) if state.marked(u.id, BLOODIED) and u["losses"]]
    if able:
        best = min(able, key=lambda unit: (-unit["losses"], unit.id))
        ask(scn, ledger, RECOVER, NATIVE, card, tuple(u.id for u in _by_id(able)), best.id, rule="DC-DRA-06")


def recovered(scn: Scenario, ledger: Ledger, question: Question, option: str) -> None:
    """Give losses back to the unit designated: so many, or all (cards .4)."""
    given = scn.chart("drame", "recovers", question.about[0])
    had = ledger.state.units[option]["losses"]
    points = had if given == "all" else int(given)
    ledger.note("recovered", "DC-DRA-08", card=question.about, unit=option, losses=min(points, had))
    losses.recover(ledger, option, points, "DC-DRA-08")


def close(scn: Scenario, ledger: Ledger) -> None:
    """The cards' effects end with the Native player's run (DC-DRA-04)."""
    wipe(ledger, frozenset({SMOKE, SMUGGLED}), ledger.state.units)
    wipe(ledger, frozenset({CARD}), (NATIVE,))


ANSWERS = {
    DRAME: draw,
    DESIGNATE: designated,
    HAND_BACK: handed_back,
    NAME: named,
    RECOVER: recovered,
}
