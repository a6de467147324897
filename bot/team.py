"""A side divided among those who share it: who commands which corps alone. No Discord."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from difflib import get_close_matches

from bot import corps, offers, planning
from bot.desk import By, Desk, receipt
from bot.fitting import LONGEST
from bot.page import MOST_CHOICES, Choice, Page
from bot.say import team as saying
from bot.say.names import Names
from bot.table import Table
from engine.errors import GameOver, IllegalOrder, NotOnTable, NotYours
from storage import Seat

APART = re.compile(r"\s*[,;+]\s*")


def left(table: Table, side: str, user: int) -> dict[int, tuple[str, ...]]:
    """The units of mates that can still act in the phase that is open, or have no order yet, by whoever
    commands them."""
    if side not in table.owing or not corps.divided(table, side):
        return {}
    seen = table.seen(side)
    able = planning.waiting(seen, side) if planning.possible(seen) else offers.able(seen, side)
    found: dict[int, tuple[str, ...]] = {}
    for id_ in able:
        seat = corps.commander(table, table.state.units[id_]) if id_ in table.state.units else None
        if seat is not None and seat.user is not None and seat.user != user:
            found[seat.user] = (*found.get(seat.user, ()), id_)
    return found


class Team:
    """Shows and changes who commands what."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    async def show(self, by: By) -> Page:
        """Who commands what on the asker's side."""
        table = await self.desk.table_in(by.channel)
        _check_player(table, by)
        return self._page(by, table, table.side_for(by.user))

    async def assign(self, by: By, mate: int, name: str, text: str) -> Page:
        """Let a mate, or the asker himself, command corps or units alone.

        Raises Refused: not_your_mate, not_yours_to_give, no_such_part and what keeps anybody from a side.
        """
        game = (await self.desk.table_in(by.channel)).game.id
        async with self.desk.alone(game):
            table = await self.desk.table(game)
            _check_player(table, by)
            shared = [s for s in table.sides_of(by.user) if s in table.sides_of(mate)]
            if not shared:
                raise NotYours("", "not_your_mate", who=name[:LONGEST])
            side = table.side_for(by.user) if table.side_for(by.user) in shared else shared[0]
            parts = read(Names.to(by.language, by.user, table), side, text)
            if await self.desk.store.receipt(by.interaction) is None:
                _check_right(table, side, parts, by.user)
            seats = tuple(_given(table, seat, side, parts, mate) for seat in table.game.seats)
            table = await self._write(by, table, seats)
        return self._page(by, table, side, "given", parts, name)

    async def release(self, by: By, text: str = "") -> Page:
        """Let corps or units be everybody's again; without any named, all that the asker commands."""
        game = (await self.desk.table_in(by.channel)).game.id
        async with self.desk.alone(game):
            table = await self.desk.table(game)
            _check_player(table, by)
            side = table.side_for(by.user)
            own = next(seat for seat in table.seats(side) if seat.user == by.user)
            named = read(Names.to(by.language, by.user, table), side, text) if text.strip() else ()
            parts = named or own.corps
            if await self.desk.store.receipt(by.interaction) is None:
                if not parts:
                    raise IllegalOrder("", "commands_nothing")
                _check_right(table, side, parts, by.user)
            seats = tuple(_given(table, seat, side, parts, None) for seat in table.game.seats)
            table = await self._write(by, table, seats)
        return self._page(by, table, side, "released", parts)

    async def _write(self, by: By, table: Table, seats: Sequence[Seat]) -> Table:
        """The table with other seats; nothing is written twice for one interaction."""
        game = table.game.id
        if await self.desk.store.receipt(by.interaction):
            return table
        async with self.desk.store.writing() as w:
            await w.update_game(game, seats=seats)
            await w.receive(receipt(by, game, game=game))
        self.desk.forget(game)
        self.desk.tell(game)
        return await self.desk.table(game)

    def _page(
        self, by: By, table: Table, side: str, key: str = "", parts: Sequence[str] = (), name: str = ""
    ) -> Page:
        names = Names.to(by.language, by.user, table)
        ids = [u.id for u in corps.members(table, side) if u.id in parts or (u.corps and u.corps in parts)]
        told = saying.said(names, key, saying.parts(names, side, ids), name) if key else ""
        return saying.page(names, side, told)

    # --- what can be typed ---------------------------------------------------------------------------

    async def parts(self, by: By, text: str) -> list[Choice]:
        """How a list of corps and units of the asker's side can go on."""
        number = await self.desk.store.number_in(by.channel)
        table = await self.desk.table(number) if number is not None else None
        if table is None or not table.sides_of(by.user) or table.game.status == "over":
            return []
        names = Names.to(by.language, by.user, table)
        *before, last = APART.split(text.strip()) if text.strip() else [""]
        found = []
        for value, label in _known(names, table.side_for(by.user)):
            asked = last.casefold()
            if value not in before and (asked in value.casefold() or asked in label.casefold()):
                found.append(Choice(label=label, value=", ".join([*before, value])))
        head = f"{', '.join(before)}, " if before else ""
        fits = [replace(c, label=f"{head}{c.label}"[:LONGEST]) for c in found if len(c.value) <= LONGEST]
        return fits[:MOST_CHOICES]


def _known(names: Names, side: str) -> list[tuple[str, str]]:
    """What can be given, as it is typed and called: corps, arms where there are no corps to divide, units;
    each with whoever commands it."""
    table, words = names.table, names.words
    own = corps.members(table, side)
    known = []
    named = [c for c in dict.fromkeys(u.corps for u in own) if c]
    for name in named:
        of_it = [u for u in own if u.corps == name]
        told = words("team.corps", corps=name, n=len(of_it))
        known.append((name, _whose(names, told, of_it[0])))
    if len(named) < 2:
        for kind in dict.fromkeys(u.kind for u in own):
            n = sum(1 for u in own if u.kind == kind)
            known.append((kind, words("team.arm", arm=words.get(f"kind.{kind}", kind), n=n)))
    return [*known, *((u.id, _whose(names, f"{names.printed(u.id)} ({u.id})", u)) for u in own)]


def _whose(names: Names, told: str, unit: corps.Member) -> str:
    seat = corps.commander(names.table, unit)
    return told if seat is None else f"{told} · {names.person(seat.user)}"


def read(names: Names, side: str, text: str) -> tuple[str, ...]:
    """The corps, and the ids of the units, that a list means. Raises NotOnTable."""
    own = corps.members(names.table, side)
    known: dict[str, tuple[str, ...]] = {word.casefold(): (word,) for u in own if (word := u.corps)}
    for kind in {u.kind for u in own}:
        ids = tuple(u.id for u in own if u.kind == kind)
        known |= {kind: ids, names.words.get(f"kind.{kind}", kind).casefold(): ids}
    for unit in own:
        known |= {names.printed(unit.id).casefold(): (unit.id,), unit.id.casefold(): (unit.id,)}
    found: list[str] = []
    for word in filter(None, APART.split(text.strip()[:LONGEST])):
        asked = " ".join(word.split()).casefold()
        asked = asked if asked in known else asked.removeprefix("corps").strip()
        if asked not in known:
            near = tuple(get_close_matches(asked, known, n=3))
            raise NotOnTable("", "no_such_part", asked=word, near=near)
        found += known[asked]
    if not found:
        raise NotOnTable("", "no_such_part", asked=text[:LONGEST], near=())
    return tuple(dict.fromkeys(found))


def _check_player(table: Table, by: By) -> None:
    if not table.sides_of(by.user):
        raise NotYours("", "not_a_player", players=table.scenario.side_ids, title=table.scenario.id)
    if table.game.status == "over":
        raise GameOver("", "game_over")


def _check_right(table: Table, side: str, parts: Sequence[str], user: int) -> None:
    """Raises NotYours unless somebody holds the side, or commands all of that himself."""
    if table.seat(side).user == user:
        return
    for unit in corps.members(table, side):
        if unit.id in parts or (unit.corps and unit.corps in parts):
            seat = corps.commander(table, unit)
            if seat is None or seat.user != user:
                raise NotYours("", "not_yours_to_give", unit=unit.id, holder=side)


def _given(table: Table, seat: Seat, side: str, parts: Sequence[str], mate: int | None) -> Seat:
    """A seat of the game once these corps and units are given to a mate, or to nobody."""
    if seat.side != side:
        return seat
    own = corps.members(table, side)
    gone = {*parts, *(u.id for u in own if u.corps and u.corps in parts)}
    had = [*seat.corps]
    if mate is None:  # of a corps that loses a unit, the others are kept one by one
        broken = {u.corps for u in own if u.id in parts and u.corps in had and u.corps not in parts}
        had = [p for p in had if p not in broken] + [u.id for u in own if u.corps in broken]
    kept = [part for part in had if part not in gone]
    return replace(seat, corps=tuple(sorted([*kept, *parts])) if seat.user == mate else tuple(kept))
