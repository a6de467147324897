"""What can be typed next: battles, units, hexes, targets, rules. At most 25, only what the asker may know."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping

import scenarios
from bot import musters, offers, ordering, switches, typed, wish
from bot.clock import terms
from bot.desk import By, Desk
from bot.fitting import LONGEST, fitting
from bot.lookup import Lookup
from bot.page import MOST_CHOICES, Choice
from bot.say import deployment, rules, units
from bot.say.names import Names, percent
from bot.table import Table
from bot.words import Words, speak
from engine.commands import Activate, Attack, Bombard, Charge, Command, Face, Form, Lead, Move, Place, Unplace
from engine.errors import Refused

KINDS: dict[str, type[Command] | tuple[type[Command], ...]] = {
    "move": Move, "attack": Attack, "bombard": Bombard, "charge": Charge, "place": Place, "unplace": Unplace,
    "activate": Activate, "lead": (Activate, Lead), "face": Face, "form": Form,
}  # fmt: skip


class Completing:
    """Choices for the options of commands. `at` is the desk where somebody's orders count."""

    def __init__(self, desk: Desk, lookup: Lookup, at: Callable[[By], Desk]) -> None:
        self.desk = desk
        self.lookup = lookup
        self.at = at

    async def scenarios(self, by: By, text: str) -> list[Choice]:
        """The battles there are."""
        words = speak(by.language)
        found = [(id_, words.of(scenarios.load(id_).title)) for id_ in scenarios.all()]
        return fitting((Choice(label=f"{title} ({id_})", value=id_) for id_, title in found), text)

    async def options(self, by: By, scenario: str, text: str) -> list[Choice]:
        """How the options of a new game can go on. What grows too long to be chosen is typed on."""
        battle = scenarios.load(scenario if scenario in scenarios.all() else scenarios.FIRST)
        found = switches.completions(text, battle.system)
        words = speak(by.language)
        clocks = [Choice(label=lead, value=lead) for lead in terms.completions(text)]
        options = [
            Choice(label=_switch(words, lead, switch, value)[:LONGEST], value=lead)
            for lead, switch, value in found
        ]
        return [choice for choice in (*clocks, *options) if len(choice.value) <= LONGEST][:MOST_CHOICES]

    async def units(self, by: By, text: str, order: str) -> list[Choice]:
        """The units that can do this now; for `order` "any", all of the asker's units on the map."""
        names = await self._names(by)
        return fitting(await asyncio.to_thread(_units, names, by, order), text) if names else []

    async def seen(self, by: By, text: str) -> list[Choice]:
        """The units that the asker sees on the map, his own first; of a game that is over, too."""
        names = await self._names(by, over=True)
        return fitting(await asyncio.to_thread(_seen, names, by), text) if names else []

    async def corps(self, by: By, text: str) -> list[Choice]:
        """The corps of which the asker sees a counter on the map, his own first."""
        names = await self._names(by, over=True)
        return fitting(await asyncio.to_thread(_corps, names, by), text) if names else []

    async def overlays(self, by: By, text: str) -> list[Choice]:
        """How a list of overlays can go on."""
        words = speak(by.language)
        return [
            Choice(label=", ".join(words(f"overlay.{o}") for o in found)[:LONGEST], value=" ".join(found))
            for found in wish.completions(text)
            if len(" ".join(found)) <= LONGEST
        ][:MOST_CHOICES]

    async def writers(self, by: By, text: str) -> list[Choice]:
        """The units that can be given a secret order, those without one first."""
        names = await self._names(by)
        return fitting(await asyncio.to_thread(ordering.units, names, by), text) if names else []

    async def words(self, by: By, asked: str, given: Mapping[str, str]) -> list[Choice]:
        """One word of a secret order, given the others: order, path, target, facing or range."""
        names = await self._names(by)
        return await asyncio.to_thread(ordering.words, names, by, asked, given) if names else []

    async def paths(self, by: By, unit: str, text: str) -> list[Choice]:
        """Where that unit can go."""
        names = await self._names(by)
        if names is None:
            return []
        found = fitting(await asyncio.to_thread(_hexes, names, by, unit), text)
        return found or await asyncio.to_thread(_path, names, by, unit, text)

    async def targets(self, by: By, unit: str, text: str, order: str) -> list[Choice]:
        """Whom that unit can attack, charge or bombard; for `order` "any", all enemies in sight."""
        names = await self._names(by)
        return fitting(await asyncio.to_thread(_targets, names, by, unit, order), text) if names else []

    async def led(self, by: By, chief: str, text: str) -> list[Choice]:
        """How the list of units for a leader can go on."""
        return await self._found(by, lambda names: musters.led(names, by, chief, text))

    async def shares(self, by: By, text: str) -> list[Choice]:
        """The best ways to share dice out."""
        return await self._found(by, lambda names: musters.shares(names, by, text))

    async def facings(self, by: By, unit: str, formation: str, text: str) -> list[Choice]:
        """Which way a unit can turn, or look in a formation."""
        return await self._found(by, lambda names: musters.facings(names, by, unit, formation, text))

    async def aims(self, by: By, text: str) -> list[Choice]:
        """Enemies that somebody can fire at now."""
        return await self._found(by, lambda names: musters.aims(names, by, text))

    async def shooters(self, by: By, target: str, text: str) -> list[Choice]:
        """How the list of those who fire at a target can go on."""
        return await self._found(by, lambda names: musters.shooters(names, by, target, text))

    async def questions(self, by: By, text: str) -> list[Choice]:
        """Questions that can be answered beforehand."""
        return await self._found(by, lambda names: musters.questions(names, by, text))

    async def answers(self, by: By, kind: str, text: str) -> list[Choice]:
        """Answers to such a question."""
        return await self._found(by, lambda names: musters.answers(names, by, kind, text))

    async def _found(self, by: By, find: Callable[[Names], list[Choice]]) -> list[Choice]:
        names = await self._names(by)
        return await asyncio.to_thread(find, names) if names else []

    async def rules(self, by: By, text: str) -> list[Choice]:
        """The rules that a text may mean."""
        found = await asyncio.to_thread(rules.found, await self.lookup.book(by, text), text)
        return [Choice(label=f"{id_} · {title}"[:LONGEST], value=id_) for id_, title in found[:MOST_CHOICES]]

    async def _names(self, by: By, *, over: bool = False) -> Names | None:
        record = await self.desk.store.game_in(by.channel)
        if record is None or record.status not in ("playing", *(["over"] if over else [])):
            return None
        return Names.to(by.language, by.user, await self.at(by).table_in(by.channel))


def _switch(words: Words, lead: str, switch: switches.Switch, value: str) -> str:
    usual = words("options.usual") if value == switch.values[0] else ""
    return words("options.choice", text=lead, rule=switch.rule, usual=usual)


def _units(names: Names, by: By, order: str) -> list[Choice]:
    table, side = names.table, names.table.side_for(by.user)
    if not side:
        return []
    if order == "any":
        ids = [u.id for u in table.state.fielded(side)]
    else:
        kind = KINDS[order]
        own = (u.id for u in table.state.units.values() if u.side == side)
        ids = [id_ for id_ in own if any(isinstance(c, kind) for c in offers.commands(table, side, id_))]
    ids = sorted(ids, key=lambda id_: table.state.units[id_].hex is not None)
    return [Choice(label=_unit(names, id_), value=id_) for id_ in ids]


def _seen(names: Names, by: By) -> list[Choice]:
    side = names.table.side_for(by.user)
    found = sorted(names.table.state.fielded(), key=lambda u: u.side != side)
    return [Choice(label=_unit(names, u.id), value=u.id) for u in found]


def _corps(names: Names, by: By) -> list[Choice]:
    table, words = names.table, names.words
    side = table.side_for(by.user)
    found = sorted(wish.corps_of(table).items(), key=lambda item: item[1][0] != side)
    choices = []
    for value, (army, corps) in found:
        n = sum(1 for u in table.state.fielded(army) if u.corps == corps)
        label = words("board.corps" if corps else "board.army", side=names.side(army), corps=corps, n=n)
        choices.append(Choice(label=label, value=value))
    return choices


def _unit(names: Names, id_: str) -> str:
    unit, words = names.table.state.units[id_], names.words
    told = f"{names.unit(id_)} ({id_}) · {unit.hex or words('panel.off_map')} · {units.strength(names, unit)}"
    moving = "mp" in unit.values and not deployment.possible(names)
    return words(names.own("panel", "moving"), told=told, mp=unit["mp"]) if moving else told


def _own(table: Table, by: By, text: str) -> str:
    """The id of the asker's unit that a text means, or ""."""
    side = table.side_for(by.user)
    try:
        unit = typed.read_unit(table, text)
    except Refused:
        return ""
    return unit.id if side and unit.side == side else ""


def _hexes(names: Names, by: By, text: str) -> list[Choice]:
    unit = _own(names.table, by, text)
    found = offers.routes(names.table, unit) if unit else {}
    if unit and deployment.possible(names):
        return [Choice(label=_place(names, hex_), value=hex_) for hex_ in found]
    return [
        Choice(label=_route(names, hex_, route.cost, route.path, route.charges), value=hex_)
        for hex_, route in found.items()
    ]


def _place(names: Names, hex_: str) -> str:
    printed = names.table.scenario.hexes[hex_]
    terrain = names.words.get(f"terrain.{printed.terrain}", printed.terrain)
    return f"{hex_} · {printed.name} · {terrain}" if printed.name else f"{hex_} · {terrain}"


def _path(names: Names, by: By, unit: str, text: str) -> list[Choice]:
    """The path that was typed, by directions or hexes, with its cost and its end, when it is legal."""
    table = names.table
    side, mine = table.side_for(by.user), _own(table, by, unit)
    if not mine or not text.strip():
        return []
    try:
        command = typed.move(mine, text)(table, side)
        cost = offers.price(table, side, command)
    except Refused:
        return []
    if not isinstance(command, Move) or not command.path:
        return []
    key = "panel.path_dice" if cost is None else "panel.path"
    label = names.words(key, path=text.strip(), hex=command.path[-1], cost=cost)
    return [Choice(label=label[:LONGEST], value=text.strip()[:LONGEST])]


def _route(names: Names, hex_: str, cost: int, path: tuple[str, ...], charges: tuple[str, ...]) -> str:
    told = names.words("panel.hex", hex=hex_, cost=cost)
    if len(path) > 1:
        told += f" · {' '.join(path)}"
    return told + (f" · {names.words('panel.charge', units=names.units(charges))}" if charges else "")


def _targets(names: Names, by: By, text: str, order: str) -> list[Choice]:
    table, unit = names.table, _own(names.table, by, text)
    side = table.side_for(by.user)
    if order == "any":
        seen = table.state
        enemies = (u for u in seen.fielded() if u.side != side)
        return [
            Choice(label=f"{names.unit(u.id)} ({u.id}) · {u.hex} · {units.strength(names, u)}", value=u.id)
            for u in enemies
        ]
    found = offers.targets(table, side, unit) if unit else ()
    kind = KINDS[order]
    return [
        Choice(label=_target(names, t), value=t.target) for t in found if isinstance(t.forecast.command, kind)
    ]


def _target(names: Names, target: offers.Target) -> str:
    f = target.forecast
    told = f"{names.unit(target.target)} ({target.target}) · {names.table.state.units[target.target].hex}"
    if isinstance(f.command, Bombard):
        return f"{told} · {percent(1 - dict(f.results)['miss'])} %"
    if isinstance(f.command, Charge):
        return f"{told} · {percent(dict(f.results)['broken'])} %"
    if "column" not in f.remark.facts:
        return f"{told} · {percent(f.beaten)} %"
    return f"{told} · {f.remark.facts['column']} · {percent(f.beaten)} %"
