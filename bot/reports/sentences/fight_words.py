"""A fight in plain words: who attacked whom, at what odds, who won, who lost what and went where.

Reports, films, replays and the page after a game all tell fights in these words (`fight` in the catalogue).
The numbers stand in brackets behind them where there is room; *Why?* and `/log` tell all of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from bot.i18n.names import Names
from bot.reports.sentences.remark_lines import signed
from engine import events as ev
from engine.errors import Fact
from engine.state import ELIMINATED
from scenarios.presentation import presentation

KINDS = ("attack", "charge", "fire", "melee", "shot")
"""Remarks with which a fight is told."""
SILENT = frozenset({"melee_dice", "refuge", "rout"})
"""Remarks of which a fight in words says what came of them."""
TESTS = frozenset({"morale_test", "morale", "native_morale"})
BLOWS = ("volley", "melee_result")
"""Remarks that give the losses of a fight that others told of before."""
WON, LOST, DRAWN = "won", "lost", "drawn"
_VERDICTS = {"attackers_beaten": LOST, "defender_beaten": WON, "draw": DRAWN}
_WENT = {
    "retreat": "retreats",
    "advance": "takes",
    "charge": "takes",
    "pursuit": "pursues",
    "rout": "routs",
    "flight": "flees",
}
_AWAY = ("retreats", "routs", "flees", "eliminated")


class ToldFight:
    """A fight that is being told: its remark, and what came of it as far as it was heard.

    Raises KeyError where the remark is of another version and says too little.
    """

    def __init__(self, names: Names, main: ev.Noted) -> None:
        self._names = names
        self.main = main
        facts = main.facts
        self.unit = str(facts["principal"] if "principal" in facts else facts["unit"])
        self.target = str(facts["target"])
        fighters = facts.get("attackers", ()) if main.kind == "melee" else ()
        self._others = [str(u) for u in fighters if u != self.unit] if isinstance(fighters, tuple) else []
        self._units = (self.unit, self.target, *self._others)
        self.at_once = main.kind in presentation(names.game.scenario.system).at_once
        self._lost: dict[str, dict[str, int]] = {}
        self._deeds: dict[str, dict[str, str]] = {}
        self._blow: Mapping[str, Fact] = {}
        self._ends = False

    # --- what came of it --------------------------------------------------------------------------------

    def take(self, event: ev.Event) -> bool:
        """Take in what came of it; whether this event was part of it and is told with it."""
        if self.at_once:
            return False
        if isinstance(event, ev.Changed):
            return event.unit in self._units and self._changed(event)
        if isinstance(event, ev.Placed):
            if event.unit not in self._units or event.place != ELIMINATED:
                return False
            return self._did(event.unit, "eliminated")
        if isinstance(event, ev.Moved):
            if event.unit not in self._units or event.manner not in _WENT:
                return False
            return self._did(event.unit, _WENT[event.manner], event.hex)
        if isinstance(event, ev.Marked):
            if event.on not in self._units or event.name not in ("disordered", "victorious"):
                return False
            return event.name == "victorious" or self._did(event.on, "disordered")
        return isinstance(event, ev.Noted) and self._noted(event)

    def ends_with(self, event: ev.Event) -> bool:
        """Whether what happens from this event on belongs to something else."""
        if isinstance(event, ev.Moved):
            return event.unit not in self._units or event.manner not in _WENT
        return isinstance(event, (ev.Began, ev.Selected, ev.Ended))

    def tests(self, note: ev.Noted) -> bool:
        """Whether the test of the target that was made before it is told with it."""
        return self.main.kind == "charge" and note.facts.get("unit") == self.target

    def _did(self, unit: str, deed: str, to: str = "") -> bool:
        self._deeds.setdefault(unit, {})[deed] = to
        return True

    def _changed(self, event: ev.Changed) -> bool:
        book = presentation(self._names.game.scenario.system)
        counted = (*book.strength, *book.morale, "losses")
        if event.value not in counted:
            return False
        lost = event.now - event.was if event.value == "losses" else event.was - event.now
        losses = self._lost.setdefault(event.unit, {})
        if lost > 0:
            losses[event.value] = losses.get(event.value, 0) + lost
            if event.value == "mv" and not event.now:
                self._did(event.unit, "demoralised")
            return True
        if event.value not in book.morale or event.rule in book.rallies:
            return False
        losses[event.value] = losses.get(event.value, 0) + lost
        return True

    def _noted(self, note: ev.Noted) -> bool:
        facts = note.facts
        if note.kind in BLOWS and str(facts.get("target", "")) == self.target:
            if not facts.get("carried"):
                self._blow = facts
            return not facts.get("carried")
        about = str(facts.get("unit", ""))
        if about not in self._units:
            return False
        if note.kind in SILENT:
            return True
        if note.kind not in TESTS or "result" not in facts:
            return False
        if self.main.kind == "charge" and about == self.target:
            return True  # whether it held is what is told of the charge
        return self._did(about, "holds" if facts["result"] == "passed" else "fails")

    # --- in words ---------------------------------------------------------------------------------------

    def line(self, *, numbers: bool) -> str:
        """The fight in a line; with `numbers` those it was decided by, in brackets."""
        names, words, facts = self._names, self._names.words, self.main.facts
        what, behind = self._what(), "and_what" if facts.get("how") == "volley" else "what"
        named = {key: value for key, value in facts.items() if isinstance(value, (int, str))}
        named |= {"unit": names.unit(self.unit), "target": names.unit(self.target)}
        named |= {"with": self._with(), "what": words(f"fight.{behind}", what=what) if what else ""}
        if "column" in facts:
            named["odds"] = self._odds(str(facts["column"]))
        if self.main.kind == "fire" and facts["how"] == "volley":
            named["hits"] = words(
                "fight.hits" if facts["result"] != "0" else "fight.no_hit", n=facts["result"]
            )
        if self.at_once:
            fell = int(str(facts["casualties"]))
            named["casualties"] = words("fight.casualties" if fell else "fight.no_casualty", n=fell)
            named["side"] = words(f"fact.side.{facts['side']}")
        named["numbers"] = self._numbers() if numbers else ""
        return words(self._key(), **named)

    def _key(self) -> str:
        kind, facts = self.main.kind, self.main.facts
        if self.at_once:
            how = f"fight.shot_{facts['how']}"
            return "fight.blow" if kind == "melee" else how if how in self._names.words else "fight.shot"
        if kind == "fire":
            how = "volley" if facts["how"] == "volley" else f"{facts['how']}_{facts['result']}"
            return self._names.own("fight", how)
        if kind == "charge":
            return f"fight.charge_{facts['result']}"
        return f"fight.{kind}_{self._verdict()}".rstrip("_")

    def _verdict(self) -> str:
        """Who won; "" as long as nothing is known of what came of it."""
        if self.main.kind == "melee":
            return _VERDICTS.get(str(self._blow.get("result", "")), "")
        if not self._lost and not self._deeds:
            return ""
        gone = [any(deed in self._deeds.get(u, ()) for deed in _AWAY) for u in (self.unit, self.target)]
        if gone[0] == gone[1]:
            return DRAWN if not gone[0] else ""
        return LOST if gone[0] else WON

    def _what(self) -> str:
        """What came of it for each side, the beaten one first."""
        words, told = self._names.words, list[str]()
        if self.at_once:
            return ""
        order = (self.unit, self.target) if self._verdict() == LOST else (self.target, self.unit)
        deeds = {unit: self._told(unit) for unit in (*order, *self._others)}
        first, second = (deeds[unit] for unit in order)
        if first == second and len(first) == 1 and first[0][0] in ("loses", "suffers"):
            told.append(words(f"fight.each_{first[0][0]}", **first[0][1]))
            deeds |= {unit: [] for unit in order}
        for unit, done in deeds.items():
            if done:
                name = self._names.unit(unit)
                parts = [words(f"fight.{deed}", unit=name, **facts) for deed, facts in done]
                told.append(words("fight.clause", unit=name, what=words.join_list(parts)))
        if told:
            return words("fight.semicolon").join(told)
        hit = self._blow.get("hits") or (self.main.kind == "attack" and self._verdict())
        return words("fight.no_loss") if hit else ""

    def _told(self, unit: str) -> list[tuple[str, dict[str, Any]]]:
        """What a unit lost and did, each as a key and its facts."""
        words, deeds = self._names.words, self._deeds.get(unit, {})
        told = list[tuple[str, dict[str, Any]]]()
        losses = dict(self._lost.get(unit, {}))
        if "eliminated" in deeds:
            return [("eliminated", {})]
        if n := losses.pop("losses", 0):
            told.append(("suffers", {"n": n}))
        for deed, sign in (("loses", 1), ("regains", -1)):
            amounts = [
                words(f"fight.amount_{value}", n=n * sign) for value, n in losses.items() if n * sign > 0
            ]
            if amounts:
                told.append((deed, {"what": words.join_list(amounts)}))
        fled = any(deed in deeds for deed in (*_AWAY, "disordered", "demoralised"))
        for deed, to in deeds.items():
            if deed == "fails" and fled:
                continue
            told.append((deed, {"to": to}))
        return told

    def _with(self) -> str:
        if not self._others:
            return ""
        return self._names.words("fight.with", units=self._names.units(self._others))

    def _odds(self, column: str) -> str:
        """A column of the results table in words: "7/1" is "7 to 1"."""
        one, _, other = column.partition("/")
        words = self._names.words
        numbers = [words.number(float(n), 0 if float(n).is_integer() else 1) for n in (one, other)]
        return words("fight.odds", n=numbers[0], m=numbers[1])

    def _numbers(self) -> str:
        """The numbers by which it was decided, in brackets."""
        words, kind, facts = self._names.words, self.main.kind, self.main.facts
        if kind == "attack":
            drm = int(str(facts["drm"]))
            added = words("fight.added", n=signed(f"{drm:+d}")) if drm else ""
            return words("fight.numbers_attack", added=added, **_some(facts, "attack", "defence", "die"))
        if kind == "fire" and facts["how"] != "volley":
            number = facts["effective"] if "effective" in facts else facts["number"]
            return words("fight.numbers_fire", die=facts["die"], number=number)
        if kind == "melee" and self._blow:
            return words("fight.numbers_melee", n=self._blow["hits"], m=self._blow["hits_back"])
        if kind == "charge" and "die" in facts:
            return words("fight.numbers_charge", **_some(facts, "total", "mv"))
        if self.at_once:
            return words("fight.numbers_blow", **_some(facts, "n", "hits", "defense"))
        return ""


def _some(facts: Mapping[str, Any], *wanted: str) -> dict[str, Any]:
    return {name: facts[name] for name in wanted}


def is_fight(event: ev.Event) -> bool:
    """Whether a remark tells of a fight."""
    return isinstance(event, ev.Noted) and event.kind in KINDS and "target" in event.facts


def any_fight(names: Names, events: Iterable[ev.Event]) -> bool:
    """Whether any of the events is a fight whose consequences are told with it."""
    at_once = presentation(names.game.scenario.system).at_once
    return any(is_fight(e) and isinstance(e, ev.Noted) and e.kind not in at_once for e in events)


def begun(names: Names, event: ev.Event) -> ToldFight | None:
    """The fight that an event tells of; None of another one, or one of which too little is said."""
    if not is_fight(event) or not isinstance(event, ev.Noted):
        return None
    try:
        fight = ToldFight(names, event)
        fight.line(numbers=True)
    except (KeyError, ValueError):  # a remark of another version: its own sentence is told
        return None
    return fight
