"""Overlays in words, the same as in the picture: command, line of sight, a path, entries."""

from __future__ import annotations

from collections.abc import Iterator

from bot.i18n.names import Names
from bot.ui.button_rows import join_within
from engine.view import View
from engine.view.overlays import overlay_of

ROOM = 240  # letters for each kind of thing


def sentences(names: Names, view: View) -> list[str]:
    """A sentence for each overlay of the view that has something to say; nothing for those not asked for."""
    return [
        *_command(names, view), *_sight(names, view), *_way(names, view), *_entries(names, view),
        *_aspects(names, view), *_zones(names, view), *_menaces(names, view), *_moves(names, view),
        *_fights(names, view),
    ]  # fmt: skip


def of_unit(names: Names, view: View) -> list[str]:
    """What a unit sees and what a path would cost it: sentences for the message above the picture."""
    return [*_sight(names, view), *_way(names, view), *_aspects(names, view)]


def _aspects(names: Names, view: View) -> Iterator[str]:
    """Which of the hexes around the chosen unit are in front of it, on its flank and in its rear."""
    for side in ("front", "flank", "rear"):
        hexes = sorted(hex_ for hex_, aspect in view.aspects.items() if aspect == side)
        if hexes:
            yield names.words(f"alt.aspect_{side}", hexes=", ".join(hexes))


def stands(names: Names, overlay: str) -> str:
    """What this game's rulebook has in place of an overlay that it does not know, "" when it knows it."""
    return names.words.get(f"stands.{names.game.scenario.system}.{overlay}", "")


def nothing_to_show(names: Names, view: View, overlay: str) -> str:
    """That an overlay asked for has nothing to show now, "" when it has, or when nothing need be said."""
    present = {
        "zones": any(view.zones.values()),
        "supports": bool(view.clashes),
        "reach": bool(view.reach),
        "sight": view.sight is not None,
        "command": bool(view.command.leaders),
    }
    return "" if present.get(overlay, True) else names.words(f"map.lacking.{overlay}")


def _zones(names: Names, view: View) -> Iterator[str]:
    """The hexes each side controls, and those that both do."""
    if "zones" not in view.overlays:
        return
    held = [(side, view.zones.get(side, frozenset())) for side, _ in view.sides]
    both = frozenset[str]() if len(held) != 2 else held[0][1] & held[1][1]
    for side, hexes in held:
        listed = join_within(names, sorted(hexes - both), ROOM // 2) or names.words("alt.none")
        yield names.words("alt.controls", side=names.side(side), hexes=listed)
    if both:
        yield names.words("alt.both_control", hexes=join_within(names, sorted(both), ROOM // 2))


def _menaces(names: Names, view: View) -> Iterator[str]:
    """The charges that the chosen unit's next step would make, or that could be ordered."""
    menaces = [names.words("alt.menace", hex=hex_, there=there) for hex_, there in view.charges_by_step]
    if menaces and "charges" in view.overlays:
        yield names.words("alt.menaces", charges=join_within(names, menaces, ROOM))
    at = {c.hex: names.unit(c.id) for c in view.counters}
    able = [at.get(there, there) for _, there in view.charges_by_order]
    if able and "charges" in view.overlays:
        yield names.words("alt.may_charge", targets=join_within(names, able, ROOM))


def _moves(names: Names, view: View) -> Iterator[str]:
    """The ways units have just come, by kind."""
    for overlay in ("trails", "charges", "retreats"):
        moves = [
            names.words("alt.trail", unit=names.unit(t.unit), start=t.path[0], end=t.path[-1])
            for t in view.trails
            if overlay in view.overlays and overlay_of(t) == overlay
        ]
        if moves:
            yield names.words(f"alt.{overlay}", moves=join_within(names, moves, ROOM))


def _fights(names: Names, view: View) -> Iterator[str]:
    """The last fights and what came of them."""
    if "fights" not in view.overlays or not view.shots:
        return
    words = names.words
    fights = [
        words(
            "alt.fight",
            kind=words.get(f"legend.shot.{s.kind}", s.kind),
            source=s.source,
            target=s.target,
            result=words.get(f"legend.result.{s.result}", s.result),
        )
        for s in view.shots
    ]
    yield words("alt.fights", fights=join_within(names, fights, ROOM))


def _command(names: Names, view: View) -> Iterator[str]:
    """Who leads whom, and who is out of command."""
    leads, unled = view.command.leaders, view.command.unled
    if not (leads or unled):
        return
    led = [
        names.words("alt.lead", leader=names.unit(x.leader), units=", ".join(map(names.unit, x.units)))
        for x in leads
        if x.units
    ]
    alone = [names.unit(x.leader) for x in leads if not x.units]
    if led:
        yield names.words("alt.command", leads=join_within(names, led, ROOM))
    elif alone:
        yield names.words("alt.leaders", leaders=join_within(names, alone, ROOM))
    for lead in leads:
        if lead.barred:
            cut = join_within(names, sorted(lead.barred), ROOM // 2)
            yield names.words("alt.cut_off", leader=names.unit(lead.leader), hexes=cut)
    out = [names.unit(unit) for unit in unled]
    yield names.words("alt.unled", units=join_within(names, out, ROOM)) if out else names.words("alt.all_led")


def _sight(names: Names, view: View) -> Iterator[str]:
    """Range, who could be fired at, and what hides the others."""
    sight, words = view.sight, names.words
    if sight is None:
        return
    free = [names.unit(t.unit) for t in sight.targets if not (t.by or t.reason)]
    behind = [words("alt.behind", unit=names.unit(t.unit), by=", ".join(t.by)) for t in sight.targets if t.by]
    others = [names.unit(t.unit) for t in sight.targets if t.reason and not t.by]
    facts = {"unit": names.unit(sight.unit), "hex": sight.hex, "reach": sight.reach}
    if free:
        yield words("alt.sight", targets=join_within(names, free, ROOM), **facts)
    else:
        yield words("alt.sight_none", **facts)
    if behind:
        yield words("alt.blocked", units=join_within(names, behind, ROOM))
    if others:
        yield words("alt.barred_targets", units=join_within(names, others, ROOM))
    if sight.hidden:
        blockers = sorted({h for by in sight.hidden.values() for h in by})
        yield words(
            "alt.unseen",
            hexes=join_within(names, sorted(sight.hidden), 120),
            by=join_within(names, blockers, 80),
        )
    if sight.reason:
        yield words("alt.silent", reason=words.get(f"alt.reason.{sight.reason}", sight.reason))


def _way(names: Names, view: View) -> Iterator[str]:
    """A path with the cost of each step, what is left at its end, and where it is barred."""
    way, words = view.priced_path, names.words
    if way is None:
        return
    if way.steps:
        steps = [_pace(names, p.hex, p.cost, p.charges, p.ends, p.test) for p in way.steps]
        facts = {"unit": names.unit(way.unit), "cost": way.cost, "left": way.steps[-1].left}
        yield words("alt.way", steps=join_within(names, steps, ROOM), **facts)
    if way.barred:
        yield words("alt.way_barred", unit=names.unit(way.unit), hex=way.barred, rule=way.rule)


def _pace(names: Names, hex_: str, cost: int, charges: str, ends: bool, test: bool) -> str:
    """A step: its hex, its cost, and what happens there."""
    words = names.words
    text = words("alt.pace", hex=hex_, cost=cost)
    if charges:
        text += words("alt.pace_charges", unit=names.unit(charges))
    if ends:
        text += words("alt.pace_ends")
    return text + (words("alt.pace_test") if test else "")


def _entries(names: Names, view: View) -> Iterator[str]:
    """Where counters come onto the map and leave it."""
    for entry in view.entries:
        hexes = join_within(names, sorted(entry.hexes), 80)
        facts = {"side": names.side(entry.side), "hexes": hexes, "turn": entry.turn}
        yield names.words(f"alt.{entry.kind}" + ("_turn" if entry.turn > view.turn else ""), **facts)
