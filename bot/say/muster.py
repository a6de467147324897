"""The whole table in words, by formation: what the picture shows, complete, for those who hear it read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from bot.page import Note, Page, Paper
from bot.say import turning
from bot.say.board import outcome
from bot.say.deployment import rows
from bot.say.lobby import objective_line
from bot.say.names import Names
from bot.say.ordered import order
from engine.hexes import Hex
from engine.view import CounterView, View

LONGEST_PAGE = 3900
"""Characters of the first page."""
ELSEWHERE = "@"
"""What the names of boxes begin with; off the map, eliminated."""
CORNERS = ("sw", "se", "nw", "ne", "s")
"""The numbers on a counter, the most important first."""

Section = list[str]
"""Lines under a heading, which is the first of them."""


def page(names: Names, view: View, told: str = "") -> Page:
    """The table as `view` shows it: the first sections on the page, all of them in a text file when these
    are not all."""
    every = list(sections(names, view))
    bold = ["\n".join([f"**{head}**", *lines]) for head, *lines in every]
    shown, size = 0, 0
    while shown < len(bold) and size + len(bold[shown]) + 2 <= LONGEST_PAGE:
        size += len(bold[shown]) + 2
        shown += 1
    text = "\n\n".join(bold[:shown])
    title = names.words("board.title", title=names.title)
    if shown == len(every):
        return Page(text=told, notes=(Note(title=title, text=text),))
    more = names.words("board.more", n=len(every) - shown)
    whole = "\n\n".join([title, *("\n".join(section) for section in every), ""])
    return Page(
        text=told,
        notes=(Note(title=title, text=f"{text}\n\n{more}"),),
        papers=(Paper(name="board.txt", text=whole),),
    )


def sections(names: Names, view: View) -> list[Section]:
    """Everything that lies on the table: how the game stands, objectives, each side's formations, zones, what
    is possible, what has just happened, one's own secret orders."""
    found = [_standing(names, view), _objectives(names, view)]
    for side, _ in view.sides:
        found += _army(names, view, side)
    found += [_zones(names, view), _set_up(names, view), _fights(names, view), _just_now(names, view)]
    found.append(_orders(names, view))
    return [section for section in found if len(section) > 1]


def _standing(names: Names, view: View) -> Section:
    """Turn, phase, whose decision; points."""
    words, facts = names.words, {"turn": view.turn, "turns": view.turns}
    if view.result is not None:
        head = words("caption.sub_over", result=outcome(names), **facts)
    elif view.player:
        player = names.side(view.player)
        head = words("caption.sub", phase=names.phase(view.phase), side=player, **facts)
    else:
        head = words("caption.sub_all", phase=names.phase(view.phase), **facts)
    return [head, *(words("board.score", side=names.side(s), n=n) for s, n in view.scores.items())]


def _objectives(names: Names, view: View) -> Section:
    seen = {o.id for o in view.objectives}
    lines = [objective_line(names, o) for o in names.table.scenario.objectives if o.id in seen]
    return [names.words("board.objectives"), *(line.replace("**", "") for line in lines)]


# --- counters -----------------------------------------------------------------------------------------


def _army(names: Names, view: View, side: str) -> Iterator[Section]:
    """A side's formations on the map, then its counters in boxes."""
    own = [c for c in view.counters if c.side == side]
    facts = {"side": names.side(side)}
    for corps, members in _by((c for c in own if c.hex), "corps"):
        key = "board.corps" if corps else "board.army"
        head = names.words(key, corps=corps, n=len(members), **facts)
        yield [head, *(_counter(names, view, c) for c in members)]
    for box, members in _by((c for c in own if not c.hex), "box"):
        where = names.words.get(f"legend.box.{box}", box.lstrip(ELSEWHERE).replace("_", " "))
        head = names.words("board.box", box=where, n=len(members), **facts)
        yield [head, *(_counter(names, view, c) for c in members)]


def _by(counters: Iterable[CounterView], what: str) -> list[tuple[str, list[CounterView]]]:
    """Counters with the same corps, or in the same box, in the order of these."""
    ordered = sorted(counters, key=lambda c: str(getattr(c, what)))
    return [(key, list(members)) for key, members in groupby(ordered, key=lambda c: str(getattr(c, what)))]


def _counter(names: Names, view: View, counter: CounterView) -> str:
    """A counter: name and id, kind, hex and ground, numbers, front, states."""
    words, face = names.words, counter.face
    kind = words.get(f"symbol.{counter.symbol}", (counter.symbol or counter.kind).replace("_", " "))
    parts = [words("board.unit", name=names.unit(counter.id), id=counter.id, kind=kind)]
    if counter.hex:
        parts.append(_place(names, view, counter.hex))
    told = [(corner, face.corners[corner]) for corner in CORNERS if corner in face.corners]
    told += [(what, str(n)) for what, n in (("balls", face.balls), ("stripes", face.stripes)) if n]
    told += [("losses", str(face.losses))] if face.losses else []
    parts += [_number(names, what, n) for what, n in told]
    parts += _fronts(names, view, counter) if counter.hex else []
    parts += [words.get(f"state.{state}", state.replace("_", " ")) for state in face.states]
    return ", ".join(parts)


def _fronts(names: Names, view: View, counter: CounterView) -> list[str]:
    """Which way a counter looks, base by base where that differs."""
    if counter.face.headings:
        return [names.words("turning.looks", facing=turning.headed(names, counter.face.headings))]
    ways = view.grid.directions
    return [names.words("board.front", way=names.way(ways[n % len(ways)])) for n in counter.facing.values()]


def _number(names: Names, what: str, n: str) -> str:
    """A number on a counter and what it is called in this rulebook."""
    words = names.words
    key = f"board.numbers.{names.table.system.name}.{what}"
    return words.get(key, words.get(f"board.numbers.{what}", n, n=n), n=n)


def _place(names: Names, view: View, hex_: Hex) -> str:
    """A hex, its terrain, the name of the place."""
    ground = view.hexes[hex_]
    terrain = names.words.get(f"terrain.{ground.terrain}", ground.terrain.replace("_", " "))
    return names.words(
        "board.place_named" if ground.name else "board.place", hex=hex_, terrain=terrain, name=ground.name
    )


# --- what lies between them ---------------------------------------------------------------------------


def _zones(names: Names, view: View) -> Section:
    """The zones of control by side, and the hexes in two of them."""
    words, known = names.words, {side: zone for side, zone in view.zones.items() if zone}
    told = [
        words("board.hexes", what=names.side(side), hexes=rows(view.grid, zone))
        for side, zone in known.items()
    ]
    both = frozenset.intersection(*known.values()) if len(known) > 1 else frozenset()
    if both:
        told.append(words("board.hexes", what=words("board.both"), hexes=rows(view.grid, both)))
    return [words("board.zones"), *told]


def _set_up(names: Names, view: View) -> Section:
    """Where units may be placed, come onto the map and leave it."""
    told = [
        names.words("board.hexes", what=names.side(side), hexes=rows(view.grid, zone))
        for side, zone in view.setup.items()
    ]
    for entry in view.entries:
        key = f"alt.{entry.kind}_turn" if entry.turn else f"alt.{entry.kind}"
        facts = {"side": names.side(entry.side), "hexes": rows(view.grid, entry.hexes)}
        told.append(names.words(key, turn=entry.turn, **facts))
    return [names.words("board.set_up"), *told]


def _fights(names: Names, view: View) -> Section:
    """Attacks that are possible with their odds and supporters, melees that go on."""
    words = names.words
    told = []
    for clash in view.clashes:
        key = "board.attack" if clash.odds else "board.melee"
        line = words(key, a=names.unit(clash.attacker), b=names.unit(clash.defender), odds=clash.odds)
        for key, friends in (("board.helped", clash.helpers), ("board.shielded", clash.shields)):
            line += words(key, units=names.units(friends)) if friends else ""
        told.append(line)
    return [words("board.fights"), *told]


def _just_now(names: Names, view: View) -> Section:
    """Moves, fire and fights since the last post."""
    words = names.words
    told = [
        words(
            "board.went",
            unit=names.unit(t.unit),
            how=_called(names, "trail", t.manner),
            way=" → ".join(t.path),
        )
        for t in view.trails
    ]
    for shot in view.shots:
        how = _called(names, "shot", shot.kind)
        line = words("board.shot", how=how, source=shot.source, target=shot.target)
        result = _called(names, "result", shot.result)
        told.append(words("board.result", line=line, result=result) if result else line)
    told += [
        words("board.halt", unit=names.unit(h.unit), hex=h.hex, why=_called(names, "halt", h.reason))
        for h in view.halts
    ]
    return [words("board.just_now"), *told]


def _called(names: Names, kind: str, name: str) -> str:
    return names.words.get(f"legend.{kind}.{name}", name.replace("_", " "))


def _orders(names: Names, view: View) -> Section:
    """Written orders the viewer may know of: his own side's, and those that lie open."""
    state = names.table.state
    own = state.envelopes.get(names.table.viewer or "", {})
    told = [
        names.words("board.order", unit=names.unit(unit), order=order(names, words).replace("**", ""))
        for unit, words in {**own, **state.orders}.items()
    ]
    told += [
        names.words("board.field", unit=names.unit(unit), hexes=rows(view.grid, hexes))
        for unit, hexes in view.fields.items()
    ]
    return [names.words("board.orders"), *told]
