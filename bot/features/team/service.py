"""Assignment of corps and units to the players of a shared side. No Discord."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from difflib import get_close_matches

from bot.core.game import Game
from bot.core.game_service import GameService
from bot.core.order_rules import legal_orders, unit_control
from bot.core.requests.actor import Actor
from bot.core.requests.receipts import receipt
from bot.features.secret_orders import order_builder
from bot.features.team import page as team_page
from bot.i18n.names import Names
from bot.ui import commanded_units
from bot.ui.autocomplete import LONGEST
from bot.ui.page import MOST_CHOICES, Choice, Page
from engine.errors import GameOver, IllegalOrder, NotOnTable, NotYours
from storage import Seat

APART = re.compile(r"\s*[,;+]\s*")


def left(game: Game, side: str, user: int) -> dict[int, tuple[str, ...]]:
    """The teammates' units that can still act in this phase, or have no order yet, by the player who
    commands them."""
    if side not in game.owing or not unit_control.divided(game, side):
        return {}
    visible = game.seen(side)
    able = (
        order_builder.waiting(visible, side)
        if order_builder.possible(visible)
        else legal_orders.able(visible, side)
    )
    waiting: dict[int, tuple[str, ...]] = {}
    for id_ in able:
        seat = unit_control.commander(game, game.state.units[id_]) if id_ in game.state.units else None
        if seat is not None and seat.user is not None and seat.user != user:
            waiting[seat.user] = (*waiting.get(seat.user, ()), id_)
    return waiting


class TeamService:
    """Shows and changes who commands what."""

    def __init__(self, games: GameService) -> None:
        self.games = games

    async def show(self, actor: Actor) -> Page:
        """Who commands what on the asker's side."""
        game = await self.games.game_in(actor.channel)
        _check_player(game, actor)
        return self._page(actor, game, game.side_for(actor.user))

    async def assign(self, actor: Actor, mate: int, name: str, text: str) -> Page:
        """Let a mate, or the asker themselves, command corps or units alone.

        Raises Refused: not_your_mate, not_yours_to_give, no_such_part and what keeps anybody from a side.
        """
        game_id = (await self.games.game_in(actor.channel)).record.id
        async with self.games.locked(game_id):
            game = await self.games.game(game_id)
            _check_player(game, actor)
            shared = [s for s in game.sides_of(actor.user) if s in game.sides_of(mate)]
            if not shared:
                raise NotYours("", "not_your_mate", who=name[:LONGEST])
            side = game.side_for(actor.user) if game.side_for(actor.user) in shared else shared[0]
            parts = read(Names.to(actor.language, actor.user, game), side, text)
            if await self.games.store.receipts.get(actor.interaction) is None:
                _check_right(game, side, parts, actor.user)
            seats = tuple(_assigned(game, seat, side, parts, mate) for seat in game.record.seats)
            game = await self._write(actor, game, seats)
        return self._page(actor, game, side, "given", parts, name)

    async def release(self, actor: Actor, text: str = "") -> Page:
        """Let corps or units be everybody's again; without any named, all that the asker commands."""
        game_id = (await self.games.game_in(actor.channel)).record.id
        async with self.games.locked(game_id):
            game = await self.games.game(game_id)
            _check_player(game, actor)
            side = game.side_for(actor.user)
            own = next(seat for seat in game.seats(side) if seat.user == actor.user)
            named = read(Names.to(actor.language, actor.user, game), side, text) if text.strip() else ()
            parts = named or own.corps
            if await self.games.store.receipts.get(actor.interaction) is None:
                if not parts:
                    raise IllegalOrder("", "commands_nothing")
                _check_right(game, side, parts, actor.user)
            seats = tuple(_assigned(game, seat, side, parts, None) for seat in game.record.seats)
            game = await self._write(actor, game, seats)
        return self._page(actor, game, side, "released", parts)

    async def _write(self, actor: Actor, game: Game, seats: Sequence[Seat]) -> Game:
        """The table with other seats; nothing is written twice for one interaction."""
        game_id = game.record.id
        if await self.games.store.receipts.get(actor.interaction):
            return game
        async with self.games.store.writing() as tx:
            await tx.games.update(game_id, seats=seats)
            await tx.receipts.add(receipt(actor, game_id, game=game_id))
        self.games.forget(game_id)
        self.games.notify(game_id)
        return await self.games.game(game_id)

    def _page(
        self, actor: Actor, game: Game, side: str, key: str = "", parts: Sequence[str] = (), name: str = ""
    ) -> Page:
        names = Names.to(actor.language, actor.user, game)
        ids = [
            u.id for u in unit_control.members(game, side) if u.id in parts or (u.corps and u.corps in parts)
        ]
        notice = (
            team_page.assignment_text(names, key, commanded_units.parts(names, side, ids), name)
            if key
            else ""
        )
        return team_page.page(names, side, notice)

    # --- what can be typed ---------------------------------------------------------------------------

    async def parts(self, actor: Actor, text: str) -> list[Choice]:
        """How a list of corps and units of the asker's side can go on."""
        number = await self.games.store.games.id_in_channel(actor.channel)
        game = await self.games.game(number) if number is not None else None
        if game is None or not game.sides_of(actor.user) or game.record.status == "over":
            return []
        names = Names.to(actor.language, actor.user, game)
        *before, last = APART.split(text.strip()) if text.strip() else [""]
        choices = []
        for value, label in _known(names, game.side_for(actor.user)):
            word = last.casefold()
            if value not in before and (word in value.casefold() or word in label.casefold()):
                choices.append(Choice(label=label, value=", ".join([*before, value])))
        head = f"{', '.join(before)}, " if before else ""
        fits = [replace(c, label=f"{head}{c.label}"[:LONGEST]) for c in choices if len(c.value) <= LONGEST]
        return fits[:MOST_CHOICES]


def _known(names: Names, side: str) -> list[tuple[str, str]]:
    """What can be given, as it is typed and called: corps, arms where there are no corps to divide, units;
    each with its commander."""
    game, words = names.game, names.words
    own = unit_control.members(game, side)
    known = []
    named = [c for c in dict.fromkeys(u.corps for u in own) if c]
    for name in named:
        of_it = [u for u in own if u.corps == name]
        label = words("team.corps", corps=name, n=len(of_it))
        known.append((name, _whose(names, label, of_it[0])))
    if len(named) < 2:
        for kind in dict.fromkeys(u.kind for u in own):
            n = sum(1 for u in own if u.kind == kind)
            known.append((kind, words("team.arm", arm=words.get(f"kind.{kind}", kind), n=n)))
    return [*known, *((u.id, _whose(names, names.full(u.id), u)) for u in own)]


def _whose(names: Names, label: str, unit: unit_control.Member) -> str:
    seat = unit_control.commander(names.game, unit)
    return label if seat is None else f"{label} · {names.person(seat.user)}"


def read(names: Names, side: str, text: str) -> tuple[str, ...]:
    """The corps, and the ids of the units, that a list means. Raises NotOnTable."""
    own = unit_control.members(names.game, side)
    known: dict[str, tuple[str, ...]] = {word.casefold(): (word,) for u in own if (word := u.corps)}
    for kind in {u.kind for u in own}:
        ids = tuple(u.id for u in own if u.kind == kind)
        known |= {kind: ids, names.words.get(f"kind.{kind}", kind).casefold(): ids}
    for unit in own:
        known |= {(names.long(unit.id) or unit.id).casefold(): (unit.id,), unit.id.casefold(): (unit.id,)}
    chosen: list[str] = []
    for word in filter(None, APART.split(text.strip()[:LONGEST])):
        name = " ".join(word.split()).casefold()
        name = name if name in known else name.removeprefix("corps").strip()
        if name not in known:
            near = tuple(get_close_matches(name, known, n=3))
            raise NotOnTable("", "no_such_part", asked=word, near=near)
        chosen += known[name]
    if not chosen:
        raise NotOnTable("", "no_such_part", asked=text[:LONGEST], near=())
    return tuple(dict.fromkeys(chosen))


def _check_player(game: Game, actor: Actor) -> None:
    if not game.sides_of(actor.user):
        raise NotYours("", "not_a_player", players=game.scenario.side_ids, title=game.scenario.id)
    if game.record.status == "over":
        raise GameOver("", "game_over")


def _check_right(game: Game, side: str, parts: Sequence[str], user: int) -> None:
    """Raises NotYours unless the player holds the side, or commands all of these units."""
    if game.seat(side).user == user:
        return
    for unit in unit_control.members(game, side):
        if unit.id in parts or (unit.corps and unit.corps in parts):
            seat = unit_control.commander(game, unit)
            if seat is None or seat.user != user:
                raise NotYours("", "not_yours_to_give", unit=unit.id, holder=side)


def _assigned(game: Game, seat: Seat, side: str, parts: Sequence[str], mate: int | None) -> Seat:
    """A seat after these corps and units are assigned to a teammate, or released."""
    if seat.side != side:
        return seat
    own = unit_control.members(game, side)
    gone = {*parts, *(u.id for u in own if u.corps and u.corps in parts)}
    had = [*seat.corps]
    if mate is None:  # of a corps that loses a unit, the others are kept one by one
        broken = {u.corps for u in own if u.id in parts and u.corps in had and u.corps not in parts}
        had = [p for p in had if p not in broken] + [u.id for u in own if u.corps in broken]
    remaining = [part for part in had if part not in gone]
    return replace(seat, corps=tuple(sorted([*remaining, *parts])) if seat.user == mate else tuple(remaining))
