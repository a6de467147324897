"""Turns what somebody asks into the page he gets: the desk decides, `say` finds the words. No Discord."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from bot import corps, opening, planning, team, tutor, typed
from bot.chapters import ended_by
from bot.desk import By, Desk, Outcome, Stale, check_stamp, speaker
from bot.page import Note, Page, Press, press_id
from bot.say import asking, deployment, lessons, lobby, panel, refusals, report, status, why
from bot.say import team as team_words
from bot.say.beside import beside
from bot.say.names import Names
from bot.table import Table
from bot.taking_back import ASKED_FOR, TakingBack
from bot.typed import Reader
from bot.words import speak
from engine.commands import Answer, Done, Face, Form, Move, Place, Release, Seal, Step, Unplace, Unseal, Write
from engine.errors import GameOver, IllegalOrder, NotOnTable, Refused
from engine.events import Released
from storage import Entry, Receipt

LONGEST_TOLD = 1300
"""Characters of a private report."""


class Clerk:
    """Everything a player can do that changes a game."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.consent = TakingBack(desk)

    # --- before the game ---------------------------------------------------------------------------

    async def join(self, by: By, game: int | None, side: str) -> Page:
        """Take a side."""
        table = await self._table(by, game)
        before = table.sides_of(by.user)
        with _Naming(by, table):
            guest = opening.Guest(user=by.user, name=by.name)
            table = await opening.take(self.desk, table.game.id, by, side, guest)
        names = Names.to(by.language, by.user, table)
        taken = [s for s in table.sides_of(by.user) if s not in before] or list(table.sides_of(by.user))
        side_name = names.words.several([names.side(s) for s in taken])
        where = "joined" if table.game.channel == by.channel else "joined_there"
        channel = f"<#{table.game.channel}>"
        return lobby.text(names, where, side=side_name, channel=channel, next=lobby.next_step(names))

    async def seat_partner(self, by: By, game: int, side: str) -> Page:
        """Give a side to the sparring partner."""
        table = await self.desk.table(game)
        with _Naming(by, table):
            table = await opening.take(self.desk, game, by, side, opening.PARTNER)
        names = Names.to(by.language, by.user, table)
        return lobby.text(names, "partner_joined", side=names.side(side), next=lobby.next_step(names))

    async def share(self, by: By, side: str, guest: opening.Guest) -> Page:
        """Seat a friend beside oneself."""
        table = await self.desk.table_in(by.channel)
        with _Naming(by, table):
            table = await opening.share(self.desk, table.game.id, by, side, guest)
        names = Names.to(by.language, by.user, table)
        shared = side or table.side_for(by.user)
        return lobby.text(names, "shared", side=names.side(shared), player=names.player(shared))

    async def start(self, by: By, game: int | None) -> Page:
        """Begin the game."""
        table = await self._table(by, game)
        with _Naming(by, table):
            table = await opening.start(self.desk, table.game.id, by)
        return await self.opened(by, table)

    async def tutorial(self, by: By) -> Page:
        """Begin a tutorial; where the asker's tutorial is on already, show it."""
        try:
            table = await opening.tutorial(self.desk, by)
        except IllegalOrder as refused:
            table = await self.desk.table_in(by.channel)
            if table.scenario.id != "tutorial" or not table.sides_of(by.user):
                raise refused
        return await self.opened(by, table)

    async def opened(self, by: By, table: Table) -> Page:
        """What somebody is shown of a game that has just begun: his panel."""
        names = Names.to(by.language, by.user, table)
        told = [names.words("lobby.started", title=names.title)]
        side = table.side_for(by.user)
        return await asyncio.to_thread(panel.panel, names, side, told=told, pictured=False)

    async def resign(self, by: By) -> Page:
        """Give up a game, or leave (the owner: close) its lobby."""
        table = await self.desk.table_in(by.channel)
        names = Names.to(by.language, by.user, table)
        if table.game.status != "lobby":
            return self._sure(by, table, names)
        return await self.leave(by)

    async def leave(self, by: By) -> Page:
        """Leave a lobby, or a side that others go on playing."""
        table = await self.desk.table_in(by.channel)
        names = Names.to(by.language, by.user, table)
        sides = names.words.several([names.side(s) for s in table.sides_of(by.user)])
        with _Naming(by, table):
            closed = await opening.leave(self.desk, table.game.id, by)
        return lobby.text(names, "closed") if closed else lobby.text(names, "left", side=sides)

    def _sure(self, by: By, table: Table, names: Names) -> Page:
        """Ask once more before a game is given up: there is no way back."""
        side = speaker(table, by.user)
        again = Press(
            label=names.words("button.resign", side=names.side(side)),
            id=press_id(table.game.id, table.seen(side).stamp, "resign", side),
            style="danger",
        )
        return Page(text=names.words("resign.sure", side=names.side(side)), rows=((again,),))

    # --- orders ------------------------------------------------------------------------------------

    async def order(
        self,
        by: By,
        game: int | None,
        read: Reader,
        *,
        stamp: int | None = None,
        same_phase: bool = False,
        unit: str = "",
    ) -> Page:
        """Give an order; what came of it and what can be done next. From a panel with `stamp`, a refusal is
        shown in the panel, with `unit` chosen."""
        table = await self._table(by, game)
        id_ = table.game.id
        try:
            outcome = await self.desk.order(id_, by, read, stamp=stamp, same_phase=same_phase)
        except Stale:
            return await self.stale(by, id_)
        except Refused as refused:
            names = Names.to(by.language, by.user, await self.desk.table(id_))
            if stamp is None or isinstance(refused, GameOver) or not table.sides_of(by.user):
                return refusals.page(names.words, refused, names)
            return refusals.within(await self.panel(by, id_, unit=unit), names.words, refused, names)
        return await asyncio.to_thread(_after_order, by, outcome)

    async def end(
        self, by: By, game: int | None, read: Reader, verb: str, *, stamp: int | None = None, sure: bool
    ) -> Page:
        """End a phase, or lock orders; asks once more where mates' units can still act."""
        table = await self._table(by, game)
        side = table.side_for(by.user)
        left = {} if sure else await asyncio.to_thread(team.left, table, side, by.user)
        if left:
            try:
                check_stamp(table, by, stamp, True)
            except Stale:
                return await self.stale(by, table.game.id)
            return team_words.sure(Names.to(by.language, by.user, table), left, verb)
        return await self.order(by, game, read, stamp=stamp, same_phase=True)

    async def lesson(self, by: By, game: int, stamp: int) -> Page:
        """Do what the open page of the tutorial proposes; when it cannot be done, say so there."""
        try:
            outcome = await self.desk.order(game, by, typed.lesson(), stamp=stamp)
        except Stale:
            return await self.stale(by, game)
        except (IllegalOrder, NotOnTable) as refused:
            names = Names.to(by.language, by.user, await self.desk.table(game))
            why = refusals.reason(names.words, refused, names)
            key = "refusal.no_lesson" if refused.reason == "no_lesson" else "refusal.lesson_illegal"
            note = Note(text=names.words(key, why=why), tone="refusal")
            return panel.with_note(await self.panel(by, game), note)
        return await asyncio.to_thread(_after_order, by, outcome)

    async def skip(self, by: By, game: int, stamp: int) -> Page:
        """Pass the open page of the tutorial; an undo brings it back."""
        words = speak(by.language)
        async with self.desk.alone(game):
            table = await self.desk.table(game)
            side = speaker(table, by.user)
            if await self.desk.store.receipt(by.interaction) is None:
                if table.seen(side).stamp != stamp or tutor.page(table.seen(side), side) is None:
                    return await self.stale(by, game)
                entry = Entry(kind=tutor.PASSED, side=side, who=by.user, at=self.desk.clock())
                await self.desk.write(table, entry, by)
        return panel.told(await self.panel(by, game), words("lesson.passed"))

    async def undo(self, by: By, game: int | None, *, stamp: int | None = None) -> Page:
        """Take back the last order; typed, where it is not free, ask the other side for it."""
        table = await self._table(by, game)
        try:
            outcome = await self.desk.undo(table.game.id, by, stamp=stamp)
        except Stale:
            return await self.stale(by, table.game.id)
        except Refused as refused:
            if stamp is None and refused.reason in ASKED_FOR:
                with _Naming(by, table):
                    return await self.consent.ask(by, table.game.id)
            names = Names.to(by.language, by.user, await self.desk.table(table.game.id))
            if stamp is None:
                return refusals.page(names.words, refused, names)
            return refusals.within(await self.panel(by, table.game.id), names.words, refused, names)
        return await asyncio.to_thread(_after_undo, by, outcome)

    async def again(self, by: By, told: Receipt) -> Page | None:
        """What an order or an undo led to that was obeyed before, shown as it was then; None where nothing
        can be shown of it to the asker."""
        table = await self.desk.table(told.game) if told.game is not None else None
        outcome = await self.desk.told_before(table, by) if table is not None else None
        if outcome is None or outcome.entry.side not in outcome.table.sides_of(by.user):
            return None
        after = _after_undo if "undo" in told.outcome else _after_order
        return await asyncio.to_thread(after, by, replace(outcome, repeated=False))

    async def panel(
        self, by: By, game: int, *, unit: str = "", page: int = 0, picked: Sequence[str] = ()
    ) -> Page:
        """What the asker can do now."""
        table = await self.desk.table(game)
        names = Names.to(by.language, by.user, table)
        if table.game.status == "lobby":
            return status.status(names)
        if not table.sides_of(by.user):
            facts = table.scenario.side_ids
            return refusals.page(names.words, NotOnTable("", "not_a_player", players=facts, title=""), names)
        side = table.side_for(by.user)
        return await asyncio.to_thread(panel.panel, names, side, unit=unit, page=page, picked=picked)

    async def stale(self, by: By, game: int) -> Page:
        """The table as it stands, for somebody who pressed something older."""
        shown = await self.panel(by, game)
        return panel.with_note(shown, Note(text=speak(by.language)("stale"), tone="refusal"))

    async def _table(self, by: By, game: int | None) -> Table:
        return await (self.desk.table_in(by.channel) if game is None else self.desk.table(game))


class _Naming:
    """Lets refusals pass with the table they are about, so that they can be told with names."""

    def __init__(self, by: By, table: Table) -> None:
        self.names = Names.to(by.language, by.user, table)

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, Refused) and not hasattr(error, "names"):
            error.names = self.names  # type: ignore[attr-defined]


def refusal(by: By, refused: Refused) -> Page:
    """The page for a refusal, with names where the table is known."""
    return refusals.page(speak(by.language), refused, getattr(refused, "names", None))


def _after_order(by: By, outcome: Outcome) -> Page:
    """What an order led to, and the panel after it."""
    table, entry = outcome.table, outcome.entry
    names = Names.to(by.language, by.user, table)
    posted = ended_by(table, entry.seq) is not None
    unit = entry.command.unit if isinstance(entry.command, (Move, Unplace, Face, Form)) else ""
    if isinstance(entry.command, Place):
        waiting = (u.id for u in deployment.waiting(names, entry.side))
        unit = next((id_ for id_ in waiting if corps.own(names.table, id_)), "")
    if isinstance(entry.command, Write) and entry.command.order and planning.possible(names.table):
        unit = _next_to_write(names.table, entry.side)
    side, told = table.side_for(by.user), told_of(names, outcome)
    page = panel.panel(names, side, unit=unit, told=told, pictured=not posted)
    page = lessons.remarked(page, lessons.remarks(names, entry))
    return beside(page, why.press(names, (entry,)))


def _next_to_write(table: Table, side: str) -> str:
    """The unit whose secret order comes next: where lessons are open the one they speak of, none once they
    ask for something else."""
    waiting, lesson = planning.waiting(table, side), tutor.page(table, side)
    if lesson is None or not lesson.try_it:
        return next(iter(waiting), "")
    meant = lesson.try_it.split()[0]
    return meant if meant in waiting else ""


def told_of(names: Names, outcome: Outcome) -> list[str]:
    """What an order led to, as text for the one who gave it."""
    table, entry, words = outcome.table, outcome.entry, names.words
    if isinstance(entry.command, (Seal, Unseal)):
        return _sealed(names, outcome)
    told = report.lines(names, [e for e in entry.events if e.only in ("", entry.side)])
    posted = ended_by(table, entry.seq) is not None
    if isinstance(entry.command, Answer):
        asked = table.at(entry.seq - 1).state.questions
        kind, about = (asked[0].kind, asked[0].about) if asked else ("", "")
        answer = asking.answer(names, entry.command.option, kind, about)
        told.insert(0, words("panel.answered", answer=answer))
    elif posted and table.playing and entry.side not in table.owing:
        before = table.at(entry.seq - 1).state
        placed = isinstance(entry.command, Done) and deployment.setting_up(names, before)
        told.append(words("panel.set_up_over" if placed else "panel.turn_over"))
    elif isinstance(entry.command, Done) and entry.side in table.owing and not table.state.questions:
        told.append(words("panel.phase_now", phase=names.phase(table.state.phase)))
    elif isinstance(entry.command, Release):
        told.append(words("rose.let_go", unit=names.bold(_let_go(outcome))))
    text = report.cut(names, told, LONGEST_TOLD)
    if outcome.repeated:
        text = f"{text}\n{words('repeated')}"
    return [text] if text else []


def _sealed(names: Names, outcome: Outcome) -> list[str]:
    """What is told to the one who has locked his side's orders, or opened them again."""
    told = [names.words("repeated")] if outcome.repeated else []
    if isinstance(outcome.entry.command, Unseal):
        return [names.words("sheet.unlocked_now"), *told]
    if ended_by(outcome.table, outcome.entry.seq):
        return [names.words("sheet.carried_out"), *told]
    if names.table.viewer != outcome.entry.side:  # one who plays both sides sees the other one's panel now
        return [names.words("sheet.locked_now"), *told]
    return told  # the sheet itself says that it is locked


def _after_undo(by: By, outcome: Outcome) -> Page:
    """What was taken back, and the panel after it."""
    names = Names.to(by.language, by.user, outcome.table)
    return panel.panel(names, outcome.table.side_for(by.user), told=[taken_back(names, outcome)])


def taken_back(names: Names, outcome: Outcome) -> str:
    """What an undo has taken back."""
    words, command = names.words, outcome.entry.command
    if isinstance(command, Move):
        what = words("panel.taken_back_move", unit=names.bold(command.unit))
    elif isinstance(command, Done):
        what = words("panel.taken_back_done", phase=names.phase(outcome.table.state.phase))
    elif isinstance(command, (Place, Unplace)):
        lifted = isinstance(command, Unplace)
        key = "panel.taken_back_unplace" if lifted else "panel.taken_back_place"
        what = words(key, unit=names.bold(command.unit))
    elif isinstance(command, Write):
        what = words("panel.taken_back_write", unit=names.bold(command.unit))
    elif outcome.entry.kind == tutor.PASSED:
        what = words("panel.taken_back_page")
    elif isinstance(command, Step):
        what = words("panel.taken_back_step", unit=names.bold(command.unit), hex=command.hex)
    elif isinstance(command, Release):
        what = words("panel.taken_back_release", unit=names.bold(_let_go(outcome)))
    else:
        what = words("panel.taken_back_other")
    return words("panel.taken_back", what=what)


def _let_go(outcome: Outcome) -> str:
    return next((e.unit for e in outcome.entry.events if isinstance(e, Released)), "")
