"""The whole map in words, by formation, complete, for screen readers."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from itertools import groupby

from bot.i18n.names import Names
from bot.reports import surroundings
from bot.reports.result_text import objective_line, outcome
from bot.reports.setup_text import rows
from bot.reports.written_orders import order
from bot.ui.button_rows import apart
from bot.ui.counters import line as _counter
from bot.ui.page import MOST_CHOICES, Choice, Embed, Menu, Page, TextFile, menu_id
from engine.display import Leadership
from engine.hexes import Hex
from engine.state import ELIMINATED
from engine.view import CounterView, View

LONGEST_PAGE = 3800
"""Characters of a page."""
LONGEST_EXCERPT = 1900
"""Characters of what is said in place of a picture."""
LONGEST_LINE = 100
ELSEWHERE = "@"
"""What the names of boxes begin with; off the map, eliminated."""
HIDDEN = "@hidden"
"""Where rulebooks lay what a viewer may not see."""
PARTS = ("mine", "enemy", "between", "lately")
"""The parts of a position in words: own army, enemy army, zones and fights, latest events."""

Section = list[str]
"""Lines under a heading, which is the first of them."""


def page(
    names: Names,
    view: View,
    notice: str = "",
    *,
    led: Leadership | None = None,
    part: str = "",
    near: Hex = "",
    first: int = 0,
    filed: bool = True,
) -> Page:
    """The table as `view` shows it, or a `part` of it, or what is `near` a hex: as many sections as a page
    holds, from the `first` on, and a menu of all; if `filed`, all of them in a text file as well."""
    every = list(sections(names, view, led, part=part, near=near))
    headed = ["\n".join([f"### {head}", *lines]) for head, *lines in every]
    first = first if 0 <= first < len(every) else 0
    last, size = first, 0
    while last < len(every) and (last == first or size + len(headed[last]) + 1 <= LONGEST_PAGE):
        size += len(headed[last]) + 1
        last += 1
    text = "\n".join(headed[first:last])
    title = names.words("board.title", title=names.title)
    if (first, last) == (0, len(every)):
        return Page(text=notice, embeds=(Embed(title=title, text=text),))
    filed = filed and not first
    if last < len(every):
        more = names.words("board.more_filed" if filed else "board.more", n=len(every) - last)
        text = f"{text}\n\n{more}"
    whole = "\n\n".join([title, *("\n".join(section) for section in every), ""])
    return Page(
        text=notice,
        embeds=(Embed(title=title, text=text),),
        rows=(_menu(names, every, first, part or "all", near),),
        files=(TextFile(name="board.txt", text=whole),) if filed else (),
    )


def _menu(names: Names, every: list[Section], first: int, part: str, near: Hex) -> Menu:
    """The sections to go to."""
    choices = [
        Choice(label=head[:LONGEST_LINE], value=str(n), chosen=n == first)
        for n, (head, *_) in enumerate(every[:MOST_CHOICES])
    ]
    id_ = menu_id(names.game.record.id, names.game.stamp, "board", part, near)
    return Menu(id=id_, hint=names.words("board.go_to"), choices=tuple(choices))


def sections(
    names: Names, view: View, led: Leadership | None = None, *, part: str = "", near: Hex = ""
) -> list[Section]:
    """Everything on the table: how the game stands, objectives, each side's formations, who commands
    whom, zones, what is possible, what has just happened, the reader's secret orders. Or a part of that."""
    mine = names.game.viewer or view.player or next((side for side, _ in view.sides), "")
    sections: list[Section] = []
    if near:
        sections = [_standing(names, view), *surroundings.sections(names, view, near)]
    elif part not in PARTS[2:]:
        sections = [_standing(names, view), _objectives(names, view)]
        for side, _ in view.sides:
            if not part or (side == mine) == (part == "mine"):
                sections += [*_army(names, view, side), _unseen(names, side)]
        if part != "enemy":
            sections.append(_command(names, led, "" if not part else mine))
    if not near and part in ("", "between"):
        sections += [_contacts(names, view), _zones(names, view), _set_up(names, view), _fights(names, view)]
    if not near and part in ("", "lately"):
        sections.append(_just_now(names, view))
    if not near and part in ("", "mine"):
        sections.append(_orders(names, view))
    return [section for section in sections if len(section) > 1] or [_standing(names, view)]


def excerpt(
    names: Names, view: View, crop: Container[Hex] | None, facts: Iterable[str], *, full: bool = False
) -> str:
    """What a picture of these hexes shows, for those who want words instead: the `facts` about what was asked
    for; who stands there - around a chosen unit, with the ground; unless it is to be `full`, only where
    something has just happened -; what is possible, what has just happened. Cut where it gets too long."""
    lines, chosen = list(facts), view.counter(view.selected) if view.selected else None
    if chosen is not None and chosen.hex:
        for head, *body in surroundings.sections(names, view, chosen.hex):
            lines += [names.words("board.head", head=head), *body]
    else:
        lines += _counters_in(names, view, crop if full else _stirred(view) or crop)
    for head, *body in (_fights(names, view), _just_now(names, view)):
        lines += [names.words("board.head", head=head), *body] if body else []
    fitted: list[str] = []
    for n, line in enumerate(lines):
        if sum(map(len, fitted)) + len(fitted) + len(line) > LONGEST_EXCERPT:
            omitted = len(lines) - n
            if fitted and fitted[-1].endswith(":"):  # a heading with nothing left under it
                fitted, omitted = fitted[:-1], omitted + 1
            return "\n".join([*fitted, names.words("board.cut", n=omitted)])
        fitted.append(line)
    return "\n".join(fitted)


def _stirred(view: View) -> frozenset[Hex]:
    """The hexes where a unit has just arrived, fired, fought or halted, and their neighbours."""
    hexes = {trail.path[-1] for trail in view.trails} | {halt.hex for halt in view.halts}
    hexes |= {hex_ for shot in view.shots for hex_ in (shot.source, shot.target)}
    return frozenset(hexes).union(*(view.grid.neighbours(h).values() for h in hexes if h in view.grid))


def _counters_in(names: Names, view: View, crop: Container[Hex] | None) -> Iterator[str]:
    """The counters on these hexes, side by side."""
    for side, _ in view.sides:
        in_view = [c for c in view.counters if c.side == side and c.hex and (crop is None or c.hex in crop)]
        if in_view:
            yield names.words("board.shown", side=names.side(side), n=len(in_view))
        yield from (_counter(names, view, c) for c in in_view)


def _standing(names: Names, view: View) -> Section:
    """Turn, phase, whose decision; points."""
    words, facts = names.words, {"turn": view.turn, "turns": view.length or view.turns}
    if view.result is not None:
        head = words("caption.sub_over", result=outcome(names), **facts)
    elif view.player:
        player = names.side(view.player)
        head = words("caption.sub", phase=names.phase(view.phase), side=player, **facts)
    else:
        head = words("caption.sub_all", phase=names.phase(view.phase), **facts)
    return [head, *(words("board.score", side=names.side(s), n=n) for s, n in view.scores.items())]


def _objectives(names: Names, view: View) -> Section:
    visible = {o.id for o in view.objectives}
    lines = [objective_line(names, o, "board.objective") for o in names.game.scenario.objectives]
    lines = [line for o, line in zip(names.game.scenario.objectives, lines, strict=True) if o.id in visible]
    return [names.words("board.objectives"), *lines]


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
        where = _box(names, box)
        head = names.words("board.box", box=where, n=len(members), **facts)
        yield [head, *(_counter(names, view, c) for c in members)]


def _box(names: Names, box: str) -> str:
    """What a box beside the map is called, in the rulebook's own words if it has any."""
    key = names.own("legend", f"box.{box}")
    return names.words.get(key, box.lstrip(ELSEWHERE).replace("_", " "))


def _unseen(names: Names, side: str) -> Section:
    """That a side has units which the viewer cannot see: how many, where that is known."""
    own = [u for u in names.game.state.units.values() if u.side == side and u.place != ELIMINATED]
    hidden = [u for u in own if u.place == HIDDEN]
    if not hidden:
        return []
    head = names.words("board.hidden_head", side=names.side(side))
    return [head, names.words("board.hidden", n=len(hidden))]


def _by(counters: Iterable[CounterView], what: str) -> list[tuple[str, list[CounterView]]]:
    """Counters with the same corps, or in the same box, in the order of these."""
    ordered = sorted(counters, key=lambda c: str(getattr(c, what)))
    return [(key, list(members)) for key, members in groupby(ordered, key=lambda c: str(getattr(c, what)))]


def _command(names: Names, led: Leadership | None, side: str) -> Section:
    """Who leads whom, and who is out of command: of one side, or of all ("")."""
    if led is None:
        return []
    words, units = names.words, names.game.state.units
    lines = [
        words("board.leads", leader=names.unit(lead.leader), units=_row(names, lead.units))
        if lead.units
        else words("board.leads_nobody", leader=names.unit(lead.leader))
        for lead in led.leaders
        if side in ("", lead.side)
    ]
    unled = [unit for unit in led.unled if unit in units and side in ("", units[unit].side)]
    lines += [words("alt.unled", units=_row(names, unled))] if unled else []
    return [words("board.command"), *lines]


def _row(names: Names, units: Iterable[str]) -> str:
    """Units in a row: their names may have commas of their own."""
    return apart(names.words, [names.unit(unit) for unit in units])


# --- what lies between them ---------------------------------------------------------------------------


def _contacts(names: Names, view: View) -> Section:
    """Who touches whom across a hexside, where the rulebook draws it."""
    at: dict[Hex, list[str]] = {}
    for counter in view.counters:
        if counter.hex:
            at.setdefault(counter.hex, []).append(names.unit(counter.id))
    several = names.words.join_list
    lines = [
        names.words("board.contact", a=several(at[a]), b=several(at[b]))
        for a, b in view.contacts
        if a in at and b in at
    ]
    return [names.words("board.contacts"), *lines]


def _zones(names: Names, view: View) -> Section:
    """The zones of control by side, and the hexes in two of them."""
    words, known = names.words, {side: zone for side, zone in view.zones.items() if zone}
    lines = [
        words("board.hexes", what=names.side(side), hexes=rows(view.grid, zone))
        for side, zone in known.items()
    ]
    both = frozenset.intersection(*known.values()) if len(known) > 1 else frozenset()
    if both:
        lines.append(words("board.hexes", what=words("board.both"), hexes=rows(view.grid, both)))
    return [words("board.zones"), *lines]


def _set_up(names: Names, view: View) -> Section:
    """Where units may be placed, come onto the map and leave it."""
    lines = [
        names.words("board.hexes", what=names.side(side), hexes=rows(view.grid, zone))
        for side, zone in view.setup.items()
    ]
    for entry in view.entries:
        key = f"alt.{entry.kind}_turn" if entry.turn else f"alt.{entry.kind}"
        facts = {"side": names.side(entry.side), "hexes": rows(view.grid, entry.hexes)}
        lines.append(names.words(key, turn=entry.turn, **facts))
    return [names.words("board.set_up"), *lines]


def _fights(names: Names, view: View) -> Section:
    """Attacks that are possible with their odds and supporters, melees that go on."""
    words, lines, melees = names.words, [], set[frozenset[str]]()
    for clash in view.clashes:
        pair = frozenset((clash.attacker, clash.defender))
        if not clash.odds and pair in melees:
            continue
        melees |= set() if clash.odds else {pair}
        key = "board.attack" if clash.odds else "board.melee"
        line = words(key, a=names.unit(clash.attacker), b=names.unit(clash.defender), odds=clash.odds)
        for key, friends in (("board.helped", clash.helpers), ("board.shielded", clash.shields)):
            line += words(key, units=names.units(friends)) if friends else ""
        lines.append(line)
    return [words("board.fights"), *lines]


def _just_now(names: Names, view: View) -> Section:
    """Moves, fire and fights since the last post."""
    words = names.words
    lines = [
        words(
            "board.went",
            unit=names.unit(t.unit),
            how=_called(names, "trail", t.manner),
            way=", ".join(t.path),
        )
        for t in view.trails
    ]
    for shot in view.shots:
        how = _called(names, "shot", shot.kind)
        line = words("board.shot", how=how, source=shot.source, target=shot.target)
        result = _called(names, "result", shot.result)
        lines.append(words("board.result", line=line, result=result) if result else line)
    lines += [
        words("board.halt", unit=names.unit(h.unit), hex=h.hex, why=_called(names, "halt", h.reason))
        for h in view.halts
    ]
    return [words("board.just_now"), *lines]


def _called(names: Names, kind: str, name: str) -> str:
    return names.words.get(f"legend.{kind}.{name}", name.replace("_", " "))


def _orders(names: Names, view: View) -> Section:
    """Written orders the viewer may know of: their own side's, and those that lie open."""
    state = names.game.state
    own = state.envelopes.get(names.game.viewer or "", {})
    lines = [
        names.words("board.order", unit=names.unit(unit), order=order(names, words).replace("**", ""))
        for unit, words in {**own, **state.orders}.items()
    ]
    lines += [
        names.words("board.field", unit=names.unit(unit), hexes=rows(view.grid, hexes))
        for unit, hexes in view.fields_of_fire.items()
    ]
    return [names.words("board.orders"), *lines]
