"""Takes calls away: as soon as a side has done what it was called for, or owes nothing any more. So it does
with questions that are answered or have lapsed, and with posts that somebody is wanted for a side.

Calls are posted as letters and stand in the database; what is to go follows from the table as it is. So no
call is forgotten, whatever happens in between.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

import discord

from bot import standings
from bot.clock.period import users
from bot.consent import known
from bot.desk import Desk
from bot.due import stands
from bot.gauges import Gauges
from bot.rights import Rights
from bot.rounds import Rounds
from bot.table import Table
from bot.wire import Bell, Patience, told
from engine.errors import NotOnTable
from storage import Call, Letter

CALL, REMINDER, OVERDUE = "call", "reminder", "overdue"
QUESTIONS, WANTED = frozenset({"undo_asked", "draw_asked"}), "wanted"
UNDECIDED = frozenset({"wait", "substitute"})
"""What the clock may do at a deadline that leaves the decision to the side."""
GONE = frozenset({10003, 10004, 10008, 50013})
"""The channel or the message is not there, or is not ours to take away: so is the call."""
LATER = frozenset({50001, 50083})
"""We do not see the channel, or the thread is put away: that may change."""


def of(letter: Letter, message: int, table: Table) -> Call | None:
    """The call that a letter became with that message; None when it calls nobody.

    `table` is as it was when the letter was written.
    """
    if letter.game is None or not passing(letter):
        return None
    if letter.kind in QUESTIONS:  # it lapses when more is known of the game
        after = int(letter.body["stamp"])
    else:
        after = int(letter.body.get("last", table.last))
    return Call(
        message=message,
        game=letter.game,
        channel=letter.channel,
        kind=letter.kind,
        side=str(letter.body["side"]),
        after=after,
    )


def calling(letter: Letter) -> bool:
    """Whether a letter calls somebody to act, for as long as he has not."""
    if letter.kind == OVERDUE:
        return letter.body.get("what") in UNDECIDED
    return letter.kind in (CALL, REMINDER)


def passing(letter: Letter) -> bool:
    """Whether the message of a letter goes as soon as it has served."""
    return calling(letter) or letter.kind in QUESTIONS or letter.kind == WANTED


def same(one: Letter, other: Letter) -> bool:
    """Whether two letters call the same side of a game."""
    return (one.kind, one.game, one.body.get("side")) == (other.kind, other.game, other.body.get("side"))


def spent(
    table: Table | None,
    standing: Sequence[Call],
    seated: int = 0,
    paused: bool = False,
    settled: Collection[int] = (),
) -> list[Call]:
    """Those of the calls of one game that are to go. `seated` is the message that told of the last change of
    players, `paused` whether the game stands still; `settled` are questions that have their answer, and posts
    for which nobody is wanted any more."""
    if table is None:
        return list(standing)
    return [c for c in standing if c.message in settled or _spent(table, c, standing, seated, paused)]


def _spent(table: Table, call: Call, standing: Sequence[Call], seated: int, paused: bool) -> bool:
    if call.kind in QUESTIONS:
        return not table.playing or call.after != known(table)
    if call.kind == WANTED:
        return not table.playing
    over = paused or not stands(table, call.side, call.after) or call.message < seated
    return over or _said_again(table, call, standing)


def _said_again(table: Table, call: Call, standing: Sequence[Call]) -> bool:
    """Whether a later post calls the same people: a call calls all, a reminder only one."""
    others = (c for c in standing if c.kind in (CALL, REMINDER, OVERDUE))
    later = [c for c in others if c.side == call.side and c.message > call.message]
    alone = len(users(table, call.side)) == 1
    return any(c.kind == CALL or c.kind == OVERDUE or alone for c in later)


class Calls:
    """Looks after the calls of all games. `channel` finds a channel by its number, `rights` knows where
    nothing can be done."""

    def __init__(
        self,
        desk: Desk,
        channel: Callable[[int], discord.PartialMessageable],
        rights: Rights,
        patience: Patience = Patience(),  # noqa: B008 - nothing can change it
        gauges: Gauges | None = None,
        bell: Bell | None = None,
    ) -> None:
        self._desk = desk
        self._channel = channel
        self._rights = rights
        self._patience = patience
        self.rounds: Rounds[int] = Rounds("calls", self._look, 0.0, patience.pause, gauges, bell)

    def wake(self, game: int | None) -> None:
        """Something has happened in that game."""
        if game is not None:
            self.rounds.want(game)

    async def start(self) -> None:
        """Look at every call that stands."""
        for call in await self._desk.store.ask(lambda r: r.calls()):
            self.rounds.want(call.game)
        self.rounds.start()

    async def wake_channel(self, channel: int) -> None:
        """The referee may do as he should in a channel again."""
        for call in await self._desk.store.ask(lambda r: r.calls()):
            if call.channel == channel:
                self.rounds.want(call.game)

    async def _look(self, game: int) -> None:
        """Take away what is to go in one game. Raises what is worth another try."""
        standing = await self._desk.store.ask(lambda r: r.calls(game))
        if not standing:
            return
        try:
            table: Table | None = await self._desk.table(game)
        except NotOnTable:
            table = None
        told = [await self._desk.store.letter_for(game, kind) for kind in ("relieved", "replaced")]
        seated = max((letter.posted or 0 for letter in told if letter is not None), default=0)
        paused = await standings.paused(self._desk, game)
        settled = [c.message for c in standing if await self._settled(c)]
        for call in spent(table, standing, seated, paused, settled):
            await self._take_away(call)

    async def _settled(self, call: Call) -> bool:
        """Whether a question was answered with no, or whether nobody is wanted any more."""
        if call.kind == WANTED:
            return call.side not in await self._desk.store.ask(lambda r: r.wanted(call.game))
        if call.kind not in QUESTIONS:
            return False
        refused = await self._desk.store.letters_of(call.game, call.kind.replace("asked", "refused"))
        now = {"stamp": call.after, "side": call.side}
        return any(now.items() <= letter.body.items() for letter in refused)

    async def _take_away(self, call: Call) -> None:
        """Delete the message of a call; where that is not allowed now, later."""
        if self._rights.why_not(call.channel):
            return
        try:
            message = self._channel(call.channel).get_partial_message(call.message)
            await told(message.delete(), self._patience.sent)
        except discord.HTTPException as error:
            if error.code in LATER:
                if error.code == 50001:
                    self._rights.refused(call.channel, error.code)
                return
            if error.code not in GONE:
                raise
        async with self._desk.store.writing() as w:
            await w.forget_call(call.message)
