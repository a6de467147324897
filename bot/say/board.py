"""The words that go with a picture: title, legend, and the text that says the same as the picture."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

import render
from bot.page import Picture
from bot.say import deployment, muster, ordered, overlays
from bot.say.ending import outcome
from bot.say.names import Names
from bot.say.rows import row
from engine.commands import Attack, Move, Write
from engine.events import Event
from engine.overlays import Asked, look_for
from engine.view import CounterView, View
from render import crops
from render.arms import SYMBOLS
from render.caption import Caption, legend_keys

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
    asked: Asked | None = None,
) -> Picture:
    """The table as `viewer` sees it, ready to be drawn: the hexes of an `area` of it (see `render.crops`)."""
    view = view_of(names, viewer, recent, asked or Asked(unit=selected))
    return shown(names, view, area(view))


def view_of(names: Names, viewer: str, recent: Sequence[Event], asked: Asked) -> View:
    """The table as `viewer` sees it, with all that lies on it, or with the overlays asked for alone."""
    table = names.table
    view = look_for(table.system, table.scenario, table.state, asked, viewer, recent)
    if asked.overlays or _fights_ahead(names):
        return view
    return replace(view, clashes=())


def _fights_ahead(names: Names) -> bool:
    """Whether attacks may be made in this phase, or are being prepared: by moving, by writing orders."""
    state = names.table.state
    phase = names.table.system.phases.get(state.phase)
    return state.result is None and phase is not None and bool({Attack, Move, Write} & set(phase.takes))


def close_up(names: Names, view: View, around: str) -> Picture:
    """A few hexes around one; its legend says nothing of the ground, which the whole map explains."""
    picture = shown(names, view, render.near(view.grid, around, CLOSE))
    ground = {key for key in legend_keys(view) if key.split("/")[0] in _GROUND}
    legend = {key: text for key, text in picture.caption.legend.items() if key not in ground}
    return replace(picture, caption=replace(picture.caption, legend=legend))


def shown(names: Names, view: View, crop: frozenset[str] | None = None) -> Picture:
    """A view with the words that go with it."""
    part = None if crop is None or len(crop) == len(view.hexes) else crop
    symbols = str(names.table.scenario.charts.get("symbol_set", SYMBOLS[0]))
    return Picture(
        view=view,
        caption=caption(names, view),
        alt=alt(names, view, part),
        crop=part,
        symbols=symbols,
        told=partial(told, names, view, part),
    )


def told(names: Names, view: View, crop: frozenset[str] | None, *, full: bool = False) -> str:
    """What a picture shows, at length, for whoever wants words in its place; `full`: all who stand there."""
    return muster.excerpt(names, view, crop, laid_over(names, view), full=full)


def caption(names: Names, view: View) -> Caption:
    """Every word on the picture."""
    words = names.words
    legend = {key: _legend(names, key) for key in legend_keys(view)}
    legend |= {f"result/{r}": words(f"legend.result.{r}") for r in _RESULTS}
    return Caption(
        header=words("caption.header", title=words.of(view.title)),
        sub=_sub(names, view),
        legend={key: text for key, text in legend.items() if text},
    )


_GROUND = (
    "terrain", "ru", "stream", "river", "major_river", "bridge", "ford", "road", "track", "slope",
    "double_contour", "triple_contour", "steep_slope", "abattis",
)  # fmt: skip
_RESULTS = ("miss", "hit", "strong", "broken", "held", "defender_beaten", "attackers_beaten", "draw")


def _legend(names: Names, key: str) -> str:
    kind, _, about = key.partition("/")
    if kind == "order":
        return ordered.kind(names, about)
    if kind == "side":
        return names.side(about)
    words, own = names.words, f"legend.{names.table.scenario.system}."
    if kind in ("zone", "setup", "command", "dear", "cheap"):
        return words.get(own + kind, words(f"legend.{kind}", side=names.side(about)), side=names.side(about))
    return words.get(own + key.replace("/", "."), words.get("legend." + key.replace("/", "."), ""))


def _sub(names: Names, view: View) -> str:
    if view.result is not None:
        result = outcome(names)
        return names.words("caption.sub_over", turn=view.turn, turns=view.turns, result=result)
    if not view.player:
        phase = names.phase(view.phase)
        return names.words("caption.sub_all", turn=view.turn, turns=view.turns, phase=phase)
    return names.words(
        "caption.sub",
        turn=view.turn,
        turns=view.turns,
        phase=names.phase(view.phase),
        side=names.side(view.player),
    )


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
            parts.append(words(f"alt.{key}", clashes=row(names, [c.strip() for c in clashes], 200)))
    if view.objectives:
        held = [
            words(
                "alt.objective",
                name=words.of(o.name),
                owner=names.side(o.owner) if o.owner else words("alt.nobody"),
            )
            for o in view.objectives
        ]
        parts.append(words("alt.objectives", objectives=row(names, held, 220)))
    room = LONGEST_ALT - len(" ".join(parts)) - 50 * len(sides)
    first = len(parts) if view.asked or view.selected else 1  # what was asked for comes before the units
    for side in reversed(sides):
        own = [c for c in view.counters if c.side == side and c.hex]
        own.sort(key=lambda c: crop is not None and c.hex not in crop)
        told = row(names, [_counter(names, c) for c in own], room // len(sides)) or words("alt.none")
        facts = {"side": names.side(side), "score": view.scores.get(side, 0)}
        parts.insert(first, words(_kind_of_numbers(names), units=told, **facts))
    return " ".join(parts)[:LONGEST_ALT]


def laid_over(names: Names, view: View) -> list[str]:
    """What lies over the map: the unit in hand, secret orders, open questions, what was asked for."""
    found = [*_chosen(names, view), *_planned(names, view), *_proposed(names, view)]
    return [*found, *deployment.zones(names, view), *overlays.sentences(names, view)]


def _head(names: Names, view: View) -> str:
    facts = {"title": names.words.of(view.title), "turn": view.turn, "turns": view.turns}
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
    told = [names.words("alt.reached", hex=h, left=r.left) for h, r in near]
    hexes = row(names, told, MOST_REACH * 8) or names.words("alt.none")
    return [names.words("alt.chosen", unit=names.unit(chosen.id), hex=chosen.hex, hexes=hexes)]


def _next(names: Names, view: View, unit: CounterView) -> str:
    """The unit in hand and what its next step costs, charges told."""
    words, charges = names.words, dict(view.menaces)
    steps = [words(_step(view, h), hex=h, cost=cost, there=charges.get(h)) for h, cost in view.steps.items()]
    told = [
        words(
            "alt.in_hand", unit=names.unit(unit.id), hex=unit.hex, steps=", ".join(steps) or words("alt.none")
        )
    ]
    at = {c.hex: names.unit(c.id) for c in view.counters}
    if view.lunges:
        told.append(
            words("alt.may_charge", targets=", ".join(at.get(there, there) for _, there in view.lunges))
        )
    if view.dear:
        told.append(words("alt.dear", hexes=row(names, sorted(view.dear), MOST_REACH * 6)))
    return " ".join(told)


def _step(view: View, hex_: str) -> str:
    """The sentence for a next step: a charge, past a friend, back, or plain."""
    if hex_ in dict(view.menaces):
        return "alt.step_charge"
    return "alt.step_across" if hex_ in view.across else "alt.step_back" if hex_ in view.back else "alt.step"


def _proposed(names: Names, view: View) -> list[str]:
    """The movements that wait for an answer."""
    return [
        names.words("alt.proposed", unit=names.unit(t.unit), start=t.path[0], end=t.path[-1])
        for t in view.proposals
    ]


def _planned(names: Names, view: View) -> list[str]:
    """The secret orders that the viewer may know of: those of his own side."""
    shown = not view.asked or "plans" in view.asked
    orders = names.table.state.envelopes.get(names.table.viewer or "", {}) if shown else {}
    told = [ordered.line(names, unit, words) for unit, words in orders.items()]
    told = [line.replace("**", "") for line in told]
    return [names.words("alt.plans", plans=row(names, told, 360))] if told else []


def _kind_of_numbers(names: Names) -> str:
    """The sentence that says what the two numbers of every unit are."""
    units = names.table.state.units.values()
    return "alt.side_figures" if any("figures" in u.printed for u in units) else names.own("alt", "side")


def _counter(names: Names, counter: CounterView) -> str:
    words, corners = names.words, counter.face.corners
    mv = words("alt.mv", mv=corners["ne"]) if corners.get("ne", "").isdigit() else ""
    strength = corners.get("sw") or ""
    told = words("alt.unit", unit=counter.id, hex=counter.hex, cs=strength, mv=mv).strip()
    states = [words.get(f"state.{s}", s) for s in counter.face.states if s != "moved"]
    return told + (words("alt.states", states=", ".join(states)) if states else "")
