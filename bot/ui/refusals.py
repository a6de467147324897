"""Refusals in words: what stopped an order, where, that nothing changed, which rule to read."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from bot.i18n.catalogue import Catalogue
from bot.i18n.names import LONGEST_NAME, Names, plain, quoted
from bot.ui.button_rows import add_row, rule_presses
from bot.ui.page import Embed, Page
from engine.commands import Unseal
from engine.errors import Fact, IllegalOrder, Refused
from scenarios import rulebook
from scenarios.presentation import presentation
from storage import DatabaseTrouble

_NAMED = re.compile(r"\{(\w+)\}")
"""An order in a text of a rulebook: "{move}"."""
UNITS = ("unit", "target", "by", "zone_of", "chief", "other")
LONGEST_WHY = 200
"""Most characters of a user-written reason."""
DEAR = ("surcharge", "halved", "begun")
"""Facts of a step that costs too much, each with a sentence of its own: what makes it dear."""
CAUSES = ("by", "terrain", "obstacle")
"""Facts by which a reason may have a sentence of its own."""
TYPED = ("word", "option", "scenario", "asked", "direction")
PLAIN = ("no_game", "no_such_game", "game_over", "lesson_over", "no_such_rule", "cannot_odds", "dice_awaited")
"""Reasons that are final, whatever has changed."""


def refusal_page(words: Catalogue, refused: Refused, names: Names | None = None) -> Page:
    """A private page that says why."""
    note = _note(refused, sentence(words, refused, names))
    return add_row(Page(embeds=(note,)), rule_presses(words, refused.rule))


def answer(words: Catalogue, refused: Refused, names: Names | None = None) -> Page:
    """A private page that says why a question, which can change nothing, has no answer."""
    note = _note(refused, brief(words, refused, names))
    return add_row(Page(embeds=(note,)), rule_presses(words, refused.rule))


def refusal_in(page: Page, words: Catalogue, refused: Refused, names: Names) -> Page:
    """A panel under the reason why what was pressed in it was not obeyed."""
    note = _note(refused, sentence(words, refused, names))
    return add_row(replace(page, embeds=(note, *page.embeds)), rule_presses(words, refused.rule))


def trouble_page(words: Catalogue, trouble: DatabaseTrouble, note: Callable[[], str]) -> Page:
    """A private page where the database could not be used. `note` writes an error of ours into the log and
    gives its number."""
    if trouble.reason == "not_ours":
        text = words("handed_over")
    else:
        reason = words.get(f"trouble.{trouble.reason}", trouble.reason)
        key = "disk_in_doubt" if trouble.reason == "in_doubt" else "disk"
        text = words(key, reason=reason, reference=note())
    return Page(embeds=(Embed(text=text, tone="refusal"),))


def _note(refused: Refused, text: str) -> Embed:
    return Embed(text=text, tone="refusal", cause=(refused.rule, refused.reason))


def sentence(words: Catalogue, refused: Refused, names: Names | None = None) -> str:
    """The reason, what was perhaps meant, that nothing has changed, the rule to read."""
    parts = [reason(words, refused, names), *_suggestions(words, refused)]
    moving = isinstance(refused, IllegalOrder) and refused.rule.split("-")[1:2] in (["MOV"], ["ZOC"])
    moving = moving and (names is None or bool(names.game.state.player))  # both sides at once: only written
    if refused.reason not in PLAIN:
        parts.append(words("refused.nothing_moved" if moving else "refused.nothing_changed"))
    if refused.rule:
        parts.append(words("refused.read", rule=refused.rule))
    return " ".join(parts)


def brief(words: Catalogue, refused: Refused, names: Names | None = None) -> str:
    """The reason, what was perhaps meant, the rule to read: where no order was given."""
    rule = [words("refused.read", rule=refused.rule)] if refused.rule else []
    return " ".join([reason(words, refused, names), *_suggestions(words, refused), *rule])


def _suggestions(words: Catalogue, refused: Refused) -> list[str]:
    near = refused.facts.get("near")
    if not isinstance(near, tuple) or not near:
        return []
    if refused.reason == "unknown_order":  # verbs, as the reader types them
        near = tuple(words.get(f"verb.{verb}", verb) for verb in near)
    return [words("refused.meant", meant=words.join_list([f"`{m}`" for m in near], "list.or"))]


def reason(words: Catalogue, refused: Refused, names: Names | None = None) -> str:
    """The reason alone."""
    facts = _facts(words, refused.facts, names)
    if names is not None and (instead := _instead(words, refused, names)):
        facts |= {"instead": instead, "book": words.localized(rulebook(names.game.scenario.system)["title"])}
        facts.setdefault("order", words("order.write"))
    try:
        return words(f"refusal.{_key(words, refused, names)}", **facts)
    except (KeyError, ValueError):
        return words("refusal.other", reason=refused.reason)


def _key(words: Catalogue, refused: Refused, names: Names | None) -> str:
    """The sentence of a refusal; where a rulebook has no such order, or no player-turns, one of its own, as
    for what is in the way and for those to whom it is open."""
    if refused.reason == "not_your_turn" and names is not None and _locked(names, refused):
        return "undo_sealed"
    if refused.reason == "wrong_phase" and not refused.facts.get("fitting"):
        return "no_such_command_instead" if _instead(words, refused, names) else "no_such_command"
    if refused.reason == "no_secret_orders" and _instead(words, refused, names):
        return "no_such_command_instead"
    if refused.reason == "not_your_turn" and not refused.facts.get("player"):
        return "not_your_turn_together"
    reasons = [f"{refused.reason}_{cause}" for cause in CAUSES if cause in refused.facts]
    reasons += [f"{refused.reason}_{refused.facts.get(name)}" for name in ("kind", "who")]
    reasons.append(refused.reason)
    heads = [f"{names.game.scenario.system}.", ""] if names is not None else [""]
    keys = (f"{head}{key}" for head in heads for key in reasons)
    return next((key for key in keys if f"refusal.{key}" in words), refused.reason)


def _instead(words: Catalogue, refused: Refused, names: Names | None) -> str:
    """What does in this rulebook what an order of other rulebooks does; "" where nothing is said of it."""
    if names is None:
        return ""
    order = "write" if refused.reason == "no_secret_orders" else str(refused.facts.get("order"))
    known = presentation(names.game.scenario.system).instead
    text = words.localized(known[order]) if order in known else ""
    return _NAMED.sub(lambda named: words(f"order.{named[1]}"), text)


def _locked(names: Names, refused: Refused) -> bool:
    """Whether a side may give no order because it has locked them, and could unlock."""
    phase = names.game.system.phases.get(names.game.state.phase)
    own = refused.facts.get("side") == names.game.viewer
    return own and phase is not None and Unseal in phase.takes


def _facts(words: Catalogue, facts: Mapping[str, Fact], names: Names | None) -> dict[str, Any]:
    """The facts as words."""
    values: dict[str, Any] = {name: _fact(words, name, fact, names) for name, fact in facts.items()}
    if "near_hex" in facts:
        values["nearest"] = words("refusal.nearest", hex=facts["near_hex"], cost=facts["near_cost"])
    unit = names.game.state.units.get(str(facts.get("unit"))) if names is not None else None
    if unit is not None and names is not None:
        values["owner"] = names.side(unit.side)
    dear = [words(f"refusal.dear.{what}", **values) for what in DEAR if what in facts]
    values["dear"] = "".join(f" {sentence}" for sentence in dear)
    values["step"] = words("step", step=facts["step"]) if "step" in facts else ""
    if names is not None:
        grid = names.game.scenario.grid
        values |= {"columns": f"{grid.columns:02d}", "rows": f"{grid.rows:02d}", "now": names.now()}
    return values


def _fact(words: Catalogue, name: str, fact: Fact, names: Names | None) -> Any:
    if isinstance(fact, tuple):
        if names is not None and name == "units":
            return names.units(fact)
        if name == "missing":
            return words.join_list([words.get(f"permission.{f}", f) for f in fact])
        if name == "fitting":
            return words.join_list([words.get(f"phase.{f}", f) for f in fact], "list.or")
        if name == "sides" and names is not None:
            return words.join_list([names.side(s) for s in fact])
        if name == "players" and names is not None:
            return words.join_list([names.player(s) for s in fact])
        if name == "directions":
            return " ".join(words.get(f"compass.{f}", f) for f in fact)
        return words.join_list([f"`{f}`" for f in fact]) or "–"
    if isinstance(fact, int):
        return fact
    if name == "direction" and (known := words.get(f"compass.{fact}", "")):
        return known
    if name == "word" and (known := words.get(f"sheet.need.{fact}", "")):
        return known
    if name in TYPED:
        return quoted(fact)
    if name == "order":
        key = f"order.{fact}" if names is None else names.own("order", str(fact))
        return words.get(key, words.get(f"written.name.{fact}", quoted(fact)))
    if name in ("phase", "terrain", "kind"):
        return words.get(f"{name}.{fact}", quoted(fact))
    if name == "weather":
        return words.get(f"fact.weather.{fact}", fact)
    if name == "obstacle":
        return words.get(f"obstacle.{fact}", fact)
    if name == "why":
        return plain(fact, LONGEST_WHY)
    if names is None:
        harmless = len(fact) <= LONGEST_NAME and fact.replace("-", "").isalnum()
        return fact if harmless or name not in (*UNITS, "who", "hex") else quoted(fact)
    if name in UNITS:
        return names.typed(fact)
    if name == "mate":
        return names.person(int(fact))
    if name == "who":
        return quoted(fact)
    if name == "holder":
        return names.player(fact)
    if name == "title":
        return names.title
    if name in ("side", "player", "winner") and fact in names.game.scenario.side_ids:
        return names.side(fact)
    return quoted(fact) if name == "hex" and fact not in names.game.scenario.grid else fact
