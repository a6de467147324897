"""Texts of a picture: title, legend, and the alternative text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from bot.i18n.names import Names
from bot.reports import setup_text, text_map, written_orders
from bot.reports.result_text import outcome
from bot.ui import overlays_in_words
from bot.ui.button_rows import join_within
from bot.ui.page import Picture
from engine.commands import Attack, Move, Write
from engine.events import Event
from engine.scenario import SYMBOL_SETS
from engine.view import CounterView, View, bearing
from engine.view.overlays import OverlayRequest, look_with_overlays
from render import crops
from render.caption import Caption
from render.page.legend_keys import legend_keys

LONGEST_ALT = 1024
MOST_REACH = 12
CLOSE = 3
"""Hexes around the one in the middle of a close-up."""


def picture(
    names: Names,
    viewer: str = "",
    recent: Sequence[Event] = (),
    selected: str = "",
    *,
    area: Callable[[View], frozenset[str]] = crops.action,
    overlays: OverlayRequest | None = None,
    full: bool = False,
) -> Picture:
    """The table as `viewer` sees it, ready to be drawn: the hexes of an `area` of it (see `render.crops`), or
    the whole map, as large as it needs, when `full`."""
    view = view_of(names, viewer, recent, overlays or OverlayRequest(unit=selected))
    return picture_of(names, view, area(view), full=full)


def view_of(names: Names, viewer: str, recent: Sequence[Event], overlays: OverlayRequest) -> View:
    """The table as `viewer` sees it, with all that lies on it, or with the overlays asked for alone."""
    game = names.game
    view = look_with_overlays(game.system, game.scenario, game.state, overlays, viewer, recent)
    if overlays.overlays or _fights_ahead(names):
        return view
    return replace(view, clashes=())


def _fights_ahead(names: Names) -> bool:
    """Whether attacks may be made in this phase, or are being prepared: by moving, by writing orders."""
    state = names.game.state
    phase = names.game.system.phases.get(state.phase)
    return state.result is None and phase is not None and bool({Attack, Move, Write} & set(phase.takes))


def close_up(names: Names, view: View, around: str) -> Picture:
    """A few hexes around one."""
    return picture_of(names, view, view.grid.within(around, CLOSE))


def picture_of(
    names: Names, view: View, crop: frozenset[str] | None = None, *, full: bool = False
) -> Picture:
    """A view with the words that go with it; of zones and possible fights only those that bear on what comes
    next, unless overlays were asked for. `full`: the whole map, as large as it needs."""
    game = names.game
    view = bearing(game.system, game.scenario, game.state, view, game.viewer or "")
    part = None if full or crop is None or len(crop) == len(view.hexes) else crop
    symbols = str(names.game.scenario.charts.get("symbol_set", SYMBOL_SETS[0]))
    return Picture(
        view=view,
        caption=caption(names, view) if not names.wordy else Caption(),
        alt=alt(names, view, part) if not names.wordy else "",
        crop=part,
        full=full,
        symbols=symbols,
        describe=partial(description, names, view, part),
    )


def description(names: Names, view: View, crop: frozenset[str] | None, *, full: bool = False) -> str:
    """The content of a picture in words, for readers who want no pictures; `full`: with all units."""
    return text_map.excerpt(names, view, crop, laid_over(names, view), full=full)


def caption(names: Names, view: View) -> Caption:
    """Every word on the picture."""
    words = names.words
    legend = {key: _legend(names, key) for key in legend_keys(view)}
    legend |= {f"result/{r}": words(f"legend.result.{r}") for r in _RESULTS}
    legend |= {f"outcome/{fate}": _legend(names, f"outcome/{fate}") for fate in ("retreat", "rout", "gone")}
    legend["outside"] = words("caption.outside")
    mine = names.game.viewer or view.player
    return Caption(
        header=words("caption.header", title=words.localized(view.title)),
        sub=_sub(names, view),
        legend={key: text for key, text in legend.items() if text},
        units=frozenset(c.id for c in view.counters if c.side == mine),
    )


_RESULTS = ("miss", "hit", "strong", "broken", "held", "defender_beaten", "attackers_beaten", "draw")


def _legend(names: Names, key: str) -> str:
    kind, _, about = key.partition("/")
    if kind == "order":
        return written_orders.kind(names, about)
    if kind == "side":
        return names.side(about)
    words, own = names.words, f"legend.{names.game.scenario.system}."
    if kind in ("zone", "setup", "command", "dear", "cheap"):
        return words.get(own + kind, words(f"legend.{kind}", side=names.side(about)), side=names.side(about))
    return words.get(own + key.replace("/", "."), words.get("legend." + key.replace("/", "."), ""))


def _sub(names: Names, view: View) -> str:
    if view.result is not None:
        result = outcome(names)
        return names.words("caption.sub_over", turn=view.turn, turns=view.turns, result=result)
    facts = {"turn": view.turn, "turns": view.length or view.turns, "phase": names.phase(view.phase)}
    sub = (
        names.words("caption.sub", side=names.side(view.player), **facts)
        if view.player
        else names.words("caption.sub_all", **facts)
    )
    weather = setup_text.weather_now(names.words, view.weather)
    return names.words("caption.weather", sub=sub, weather=weather) if weather else sub


def alt(names: Names, view: View, crop: frozenset[str] | None = None) -> str:
    """What the picture shows, in words, at most LONGEST_ALT characters: the most important first, the units
    within the crop before the others."""
    words = names.words
    sides = [side for side, _ in view.sides]
    parts = [_head(names, view), *laid_over(names, view)]
    for key, odds in (("clashes", True), ("melees", False)):
        clashes = [
            words("alt.clash", attacker=names.unit(c.attacker), defender=names.unit(c.defender), odds=c.odds)
            for c in view.clashes
            if bool(c.odds) == odds
        ]
        if clashes:
            parts.append(words(f"alt.{key}", clashes=join_within(names, [c.strip() for c in clashes], 200)))
    if view.objectives:
        held = [
            words(
                "alt.objective",
                name=words.localized(o.name),
                owner=names.side(o.owner) if o.owner else words("alt.nobody"),
            )
            for o in view.objectives
        ]
        parts.append(words("alt.objectives", objectives=join_within(names, held, 220)))
    room = LONGEST_ALT - len(" ".join(parts)) - 50 * len(sides)
    first = len(parts) if view.overlays or view.selected else 1  # what was asked for comes before the units
    for side in reversed(sides):
        own = [c for c in view.counters if c.side == side and c.hex]
        own.sort(key=lambda c: crop is not None and c.hex not in crop)
        units = join_within(names, [_counter(names, c) for c in own], room // len(sides)) or words("alt.none")
        facts = {"side": names.side(side), "score": view.scores.get(side, 0)}
        parts.insert(first, words(_kind_of_numbers(names), units=units, **facts))
    return " ".join(parts)[:LONGEST_ALT]


def laid_over(names: Names, view: View) -> list[str]:
    """What lies over the map: the unit in hand, secret orders, open questions, what was asked for."""
    weather = setup_text.weather_now(names.words, view.weather)
    sentences = [
        *([f"{weather}."] if weather else []),
        *_chosen(names, view),
        *_planned(names, view),
        *_proposed(names, view),
    ]
    return [*sentences, *setup_text.zones(names, view), *overlays_in_words.sentences(names, view)]


def _head(names: Names, view: View) -> str:
    facts = {
        "title": names.words.localized(view.title),
        "turn": view.turn,
        "turns": view.length or view.turns,
    }
    if view.result is not None:
        return names.words("alt.head_over", result=outcome(names), **facts)
    if not view.player:
        return names.words("alt.head_all", phase=names.phase(view.phase), **facts)
    return names.words("alt.head", phase=names.phase(view.phase), side=names.side(view.player), **facts)


def _chosen(names: Names, view: View) -> list[str]:
    chosen = view.counter(view.selected) if view.selected else None
    if chosen is None or chosen.hex is None:
        return []
    if view.steps or view.closed:
        return [_next(names, view, chosen)]
    if not view.reach:
        return [names.words("alt.chosen_unit", unit=names.unit(chosen.id), hex=chosen.hex)]
    near = sorted(view.reach.items(), key=lambda item: item[1].cost)
    reached = [names.words("alt.reached", hex=h, left=r.left) for h, r in near]
    hexes = join_within(names, reached, MOST_REACH * 8) or names.words("alt.none")
    sentences = [names.words("alt.chosen", unit=names.unit(chosen.id), hex=chosen.hex, hexes=hexes)]
    if view.danger:
        under_fire = join_within(names, sorted(view.danger), MOST_REACH * 6)
        sentences.append(names.words("alt.danger", hexes=under_fire))
    return sentences


def _next(names: Names, view: View, unit: CounterView) -> str:
    """The unit in hand and what its next step costs, charges told."""
    words, charges = names.words, dict(view.charges_by_step)
    steps = [words(_step(view, h), hex=h, cost=cost, there=charges.get(h)) for h, cost in view.steps.items()]
    sentences = [
        words(
            "alt.in_hand", unit=names.unit(unit.id), hex=unit.hex, steps=", ".join(steps) or words("alt.none")
        )
    ]
    at = {c.hex: names.unit(c.id) for c in view.counters}
    if view.charges_by_order:
        sentences.append(
            words(
                "alt.may_charge",
                targets=", ".join(at.get(there, there) for _, there in view.charges_by_order),
            )
        )
    if view.costly_to_leave:
        sentences.append(
            words("alt.dear", hexes=join_within(names, sorted(view.costly_to_leave), MOST_REACH * 6))
        )
    return " ".join(sentences)


def _step(view: View, hex_: str) -> str:
    """The sentence for a next step: a charge, past a friend, back, or plain."""
    if hex_ in dict(view.charges_by_step):
        return "alt.step_charge"
    return "alt.step_across" if hex_ in view.passing else "alt.step_back" if hex_ in view.back else "alt.step"


def _proposed(names: Names, view: View) -> list[str]:
    """The movements that wait for an answer, each end once."""
    ends = dict.fromkeys((t.unit, t.path[0], t.path[-1]) for t in view.proposed_moves)
    return [names.words("alt.proposed", unit=names.unit(unit), start=a, end=b) for unit, a, b in ends]


def _planned(names: Names, view: View) -> list[str]:
    """The secret orders that the viewer may know of: those of their own side."""
    visible = not view.overlays or "plans" in view.overlays
    orders = names.game.state.envelopes.get(names.game.viewer or "", {}) if visible else {}
    plans = [written_orders.line(names, unit, words) for unit, words in orders.items()]
    plans = [line.replace("**", "") for line in plans]
    return [names.words("alt.plans", plans=join_within(names, plans, 360))] if plans else []


def _kind_of_numbers(names: Names) -> str:
    """The sentence that says what the two numbers of every unit are."""
    units = names.game.state.units.values()
    return "alt.side_figures" if any("figures" in u.printed for u in units) else names.own("alt", "side")


def _counter(names: Names, counter: CounterView) -> str:
    words, corners = names.words, counter.face.corners
    mv = words("alt.mv", mv=corners["ne"]) if corners.get("ne", "").isdigit() else ""
    strength = corners.get("sw") or ""
    text = words("alt.unit", unit=counter.id, hex=counter.hex, cs=strength, mv=mv).strip()
    states = [words.get(f"state.{s}", s) for s in counter.face.states if s != "moved"]
    return text + (words("alt.states", states=", ".join(states)) if states else "")
