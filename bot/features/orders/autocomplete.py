"""What can be typed next: battles, units, hexes, targets, rules. At most 25, only what the asker may know."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import scenarios
from bot.clock import terms
from bot.core.game import Game
from bot.core.game_access import GameAccess
from bot.core.game_service import GameService
from bot.core.order_rules import legal_orders
from bot.core.requests.actor import Actor
from bot.features.game_view import map_request
from bot.features.game_view.service import ViewService
from bot.features.leaders import autocomplete as leaders_autocomplete
from bot.features.lobby import handicaps, join_rules, rule_options
from bot.features.orders.destinations import Destination, destinations
from bot.features.rulebook import page as rulebook_page
from bot.features.secret_orders import autocomplete as secret_orders_autocomplete
from bot.i18n.catalogue import Catalogue, catalogue_for
from bot.i18n.names import Names, percent
from bot.reports import result_text, setup_text
from bot.runtime.worker_threads import in_thread
from bot.ui import units
from bot.ui.autocomplete import LONGEST, matching_choices
from bot.ui.page import MOST_CHOICES, Choice
from engine.commands import Activate, Attack, Bombard, Charge, Command, Face, Form, Lead, Move, Place, Unplace
from engine.errors import Refused
from engine.scenario import Handicap, Scenario
from notation import slash_orders

KINDS: dict[str, type[Command] | tuple[type[Command], ...]] = {
    "move": Move, "attack": Attack, "bombard": Bombard, "charge": Charge, "place": Place, "unplace": Unplace,
    "activate": Activate, "lead": (Activate, Lead), "face": Face, "form": Form,
}  # fmt: skip


class OrderAutocomplete:
    """Choices for the options of commands. `at` is the game service that a player's orders apply to."""

    def __init__(self, games: GameService, views: ViewService, at: Callable[[Actor], GameAccess]) -> None:
        self.games = games
        self.views = views
        self.at = at

    async def scenarios(self, actor: Actor, text: str) -> list[Choice]:
        """The battles there are."""
        words = catalogue_for(actor.language)
        titles = [(id_, words.localized(scenarios.load(id_).title)) for id_ in scenarios.all()]
        return matching_choices((Choice(label=f"{title} ({id_})", value=id_) for id_, title in titles), text)

    async def options(self, actor: Actor, scenario: str, text: str) -> list[Choice]:
        """How the options of a new game can go on. What grows too long to be chosen is typed on."""
        battle = scenarios.load(scenario if scenario in scenarios.all() else scenarios.FIRST)
        completions = rule_options.completions(text, battle.system)
        words = catalogue_for(actor.language)
        clocks = [Choice(label=lead, value=lead) for lead in terms.completions(text)]
        options = [
            Choice(label=_switch(words, lead, switch, value)[:LONGEST], value=lead)
            for lead, switch, value in completions
        ]
        full = [
            Choice(label=words("options.start_full", text=lead)[:LONGEST], value=lead)
            for lead in join_rules.completions(text)
        ]
        given = [
            Choice(label=_handicap(words, battle, lead, handicap)[:LONGEST], value=lead)
            for lead, handicap in handicaps.completions(text, battle)
        ]
        every = (*full, *given, *clocks, *options)
        return [choice for choice in every if len(choice.value) <= LONGEST][:MOST_CHOICES]

    async def units(self, actor: Actor, text: str, order: str) -> list[Choice]:
        """The units that can do this now; for `order` "any", all of the asker's units on the map."""
        names = await self._names(actor)
        return matching_choices(await in_thread(_units, names, actor, order), text) if names else []

    async def visible_units(self, actor: Actor, text: str, game_id: int | None = None) -> list[Choice]:
        """The units that the asker sees on the map, their own first; of a game that is over, too."""
        if game_id is None:
            names = await self._names(actor, over=True)
        else:
            names = Names.to(actor.language, actor.user, await self.games.game(game_id))
        return matching_choices(await in_thread(_visible_units, names, actor), text) if names else []

    async def corps(self, actor: Actor, text: str) -> list[Choice]:
        """The corps of which the asker sees a counter on the map, their own first."""
        names = await self._names(actor, over=True)
        return matching_choices(await in_thread(_corps, names, actor), text) if names else []

    async def overlays(self, actor: Actor, text: str) -> list[Choice]:
        """How a list of overlays can go on."""
        words = catalogue_for(actor.language)
        return [
            Choice(
                label=", ".join(words(f"overlay.{o}") for o in overlays)[:LONGEST], value=" ".join(overlays)
            )
            for overlays in map_request.completions(text)
            if len(" ".join(overlays)) <= LONGEST
        ][:MOST_CHOICES]

    async def writers(self, actor: Actor, text: str) -> list[Choice]:
        """The units that can be given a secret order, those without one first."""
        names = await self._names(actor)
        return (
            matching_choices(await in_thread(secret_orders_autocomplete.units, names, actor), text)
            if names
            else []
        )

    async def words(self, actor: Actor, field: str, typed: Mapping[str, str]) -> list[Choice]:
        """One word of a secret order, given the others: order, path, target, facing or range."""
        names = await self._names(actor)
        return await in_thread(secret_orders_autocomplete.words, names, actor, field, typed) if names else []

    async def paths(self, actor: Actor, unit: str, text: str) -> list[Choice]:
        """Where that unit can go."""
        names = await self._names(actor)
        if names is None:
            return []
        choices = matching_choices(await in_thread(_hexes, names, actor, unit), text)
        return choices or await in_thread(_path, names, actor, unit, text)

    async def targets(self, actor: Actor, unit: str, text: str, order: str) -> list[Choice]:
        """Whom that unit can attack, charge or bombard; for `order` "any", all enemies in sight."""
        names = await self._names(actor)
        return matching_choices(await in_thread(_targets, names, actor, unit, order), text) if names else []

    async def led(self, actor: Actor, chief: str, text: str) -> list[Choice]:
        """How the list of units for a leader can go on."""
        return await self._choices(actor, lambda names: leaders_autocomplete.led(names, actor, chief, text))

    async def shares(self, actor: Actor, text: str) -> list[Choice]:
        """The best ways to share dice out."""
        return await self._choices(actor, lambda names: leaders_autocomplete.shares(names, actor, text))

    async def facings(self, actor: Actor, unit: str, formation: str, text: str) -> list[Choice]:
        """Which way a unit can turn, or look in a formation."""
        return await self._choices(
            actor, lambda names: leaders_autocomplete.facing_choices(names, actor, unit, formation, text)
        )

    async def aims(self, actor: Actor, text: str) -> list[Choice]:
        """Enemies that can be fired at now."""
        return await self._choices(actor, lambda names: leaders_autocomplete.aims(names, actor, text))

    async def shooters(self, actor: Actor, target: str, text: str) -> list[Choice]:
        """How the list of those who fire at a target can go on."""
        return await self._choices(
            actor, lambda names: leaders_autocomplete.shooters(names, actor, target, text)
        )

    async def questions(self, actor: Actor, text: str) -> list[Choice]:
        """Questions that can be answered beforehand."""
        return await self._choices(actor, lambda names: leaders_autocomplete.questions(names, actor, text))

    async def answers(self, actor: Actor, kind: str, text: str) -> list[Choice]:
        """Answers to such a question."""
        return await self._choices(
            actor, lambda names: leaders_autocomplete.answers(names, actor, kind, text)
        )

    async def _choices(self, actor: Actor, find: Callable[[Names], list[Choice]]) -> list[Choice]:
        names = await self._names(actor)
        return await in_thread(find, names) if names else []

    async def rules(self, actor: Actor, text: str) -> list[Choice]:
        """The rules that a text may mean."""
        rules = await in_thread(rulebook_page.matching, await self.views.book(actor, text), text)
        return [Choice(label=f"{id_} · {title}"[:LONGEST], value=id_) for id_, title in rules[:MOST_CHOICES]]

    async def _names(self, actor: Actor, *, over: bool = False) -> Names | None:
        record = await self.games.store.games.in_channel(actor.channel)
        if record is None or record.status not in ("playing", *(["over"] if over else [])):
            return None
        return Names.to(actor.language, actor.user, await self.at(actor).game_in(actor.channel))


def _switch(words: Catalogue, lead: str, switch: rule_options.RuleOption, value: str) -> str:
    usual = words("options.usual") if value == switch.values[0] else ""
    return words("options.choice", text=lead, rule=switch.rule, usual=usual)


def _handicap(words: Catalogue, battle: Scenario, lead: str, given: Handicap) -> str:
    return words("options.handicap", text=lead, handicap=result_text.handicap(words, battle, given))


def _units(names: Names, actor: Actor, order: str) -> list[Choice]:
    game, side = names.game, names.game.side_for(actor.user)
    if not side:
        return []
    if order == "any":
        ids = [u.id for u in game.state.units_on_map(side)]
    else:
        kind = KINDS[order]
        own = (u.id for u in game.state.units.values() if u.side == side)
        ids = [id_ for id_ in own if any(isinstance(c, kind) for c in legal_orders.commands(game, side, id_))]
    ids = sorted(ids, key=lambda id_: game.state.units[id_].hex is not None)
    return [Choice(label=_unit(names, id_), value=id_) for id_ in ids]


def _visible_units(names: Names, actor: Actor) -> list[Choice]:
    side = names.game.side_for(actor.user)
    on_map = sorted(names.game.state.units_on_map(), key=lambda u: u.side != side)
    return [Choice(label=_unit(names, u.id), value=u.id) for u in on_map]


def _corps(names: Names, actor: Actor) -> list[Choice]:
    game, words = names.game, names.words
    side = game.side_for(actor.user)
    every = sorted(map_request.corps_of(game).items(), key=lambda item: item[1][0] != side)
    choices = []
    for value, (army, corps) in every:
        n = sum(1 for u in game.state.units_on_map(army) if u.corps == corps)
        label = words("board.corps" if corps else "board.army", side=names.side(army), corps=corps, n=n)
        choices.append(Choice(label=label, value=value))
    return choices


def _unit(names: Names, id_: str) -> str:
    unit, words = names.game.state.units[id_], names.words
    text = f"{names.full(id_)} · {unit.hex or words('panel.off_map')} · {units.strength(names, unit)}"
    moving = "mp" in unit.values and not setup_text.possible(names)
    return words(names.own("panel", "moving"), told=text, mp=unit["mp"]) if moving else text


def _own(game: Game, actor: Actor, text: str) -> str:
    """The id of the asker's unit that a text means, or ""."""
    side = game.side_for(actor.user)
    try:
        unit = game.unit_named(text)
    except Refused:
        return ""
    return unit.id if side and unit.side == side else ""


def _hexes(names: Names, actor: Actor, text: str) -> list[Choice]:
    unit = _own(names.game, actor, text)
    if not unit:
        return []
    if setup_text.possible(names):
        places = legal_orders.routes(names.game, unit)
        return [Choice(label=_place(names, hex_), value=hex_) for hex_ in places]
    known = destinations(names.game, unit)
    return [Choice(label=_route(names, d)[:LONGEST], value=d.choice[:LONGEST]) for d in known]


def _place(names: Names, hex_: str) -> str:
    printed = names.game.scenario.hexes[hex_]
    terrain = names.words.get(f"terrain.{printed.terrain}", printed.terrain)
    return f"{hex_} · {printed.name} · {terrain}" if printed.name else f"{hex_} · {terrain}"


def _path(names: Names, actor: Actor, unit: str, text: str) -> list[Choice]:
    """The path that was typed, by directions or hexes, with its cost and its end, when it is legal."""
    game = names.game
    side, mine = game.side_for(actor.user), _own(game, actor, unit)
    if not mine or not text.strip():
        return []
    try:
        command = slash_orders.move(game.order_context(side), mine, text)
        cost = legal_orders.price(game, side, command)
    except Refused:
        return []
    if not isinstance(command, Move) or not command.path:
        return []
    key = "panel.path_dice" if cost is None else "panel.path"
    label = names.words(key, path=text.strip(), hex=command.path[-1], cost=cost)
    return [Choice(label=label[:LONGEST], value=text.strip()[:LONGEST])]


def _route(names: Names, d: Destination) -> str:
    """A destination by its hex, with its cost, path and charges, for which the path is given."""
    path, words = d.route.path, names.words
    parts = [words("panel.hex", hex=d.hex, cost=d.route.cost), " ".join(path) if len(path) > 1 else ""]
    parts += [words("panel.charge", units=names.units(d.charges))] if d.charges else []
    parts += [words("panel.tests_on_way", hexes=" ".join(d.tests))] if d.tests else []
    return " · ".join(part for part in parts if part)


def _targets(names: Names, actor: Actor, text: str, order: str) -> list[Choice]:
    game, unit = names.game, _own(names.game, actor, text)
    side = game.side_for(actor.user)
    if order == "any":
        visible = game.state
        enemies = (u for u in visible.units_on_map() if u.side != side)
        return [
            Choice(label=f"{names.full(u.id)} · {u.hex} · {units.strength(names, u)}", value=u.id)
            for u in enemies
        ]
    targets = legal_orders.targets(game, side, unit) if unit else ()
    kind = KINDS[order]
    return [
        Choice(label=_target(names, t), value=t.target)
        for t in targets
        if isinstance(t.forecast.command, kind)
    ]


def _target(names: Names, target: legal_orders.Target) -> str:
    f = target.forecast
    text = f"{names.full(target.target)} · {names.game.state.units[target.target].hex}"
    if isinstance(f.command, Bombard):
        return f"{text} · {percent(1 - dict(f.results)['miss'])} %"
    if isinstance(f.command, Charge):
        return f"{text} · {percent(dict(f.results)['broken'])} %"
    if "column" not in f.remark.facts:
        return f"{text} · {percent(f.beaten)} %"
    return f"{text} · {f.remark.facts['column']} · {percent(f.beaten)} %"
