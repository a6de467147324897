"""Transactions: each has a small repository for every kind of record."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine
from datetime import datetime
from typing import Any, Generic, TypeVar

from sqlalchemy import Delete, Executable, Select, Table, UpdateBase, update

from storage.drivers.connection import Connection, Runner
from storage.drivers.rows import Rows
from storage.errors import ConstraintViolated
from storage.log_chain import Answered, Head, Heads
from storage.queries.base import About, QueryBase, Session, Write
from storage.queries.clocks import ClockQueries, ClockRepository, PauseQueries, PauseRepository
from storage.queries.dice import DiceQueries, DiceRepository
from storage.queries.drafts import DraftQueries, DraftRepository
from storage.queries.games import GameQueries, GameRepository
from storage.queries.league.ratings import RatingQueries, RatingRepository
from storage.queries.league.results import ResultQueries, ResultRepository
from storage.queries.league.seasons import SeasonQueries, SeasonRepository
from storage.queries.league.tournaments import TournamentQueries, TournamentRepository
from storage.queries.log import LogQueries, LogRepository
from storage.queries.matchmaking import (
    JoinRuleQueries,
    JoinRuleRepository,
    SeekerQueries,
    SeekerRepository,
    VacancyQueries,
    VacancyRepository,
)
from storage.queries.outbox import OutboxQueries, OutboxRepository, ReceiptQueries, ReceiptRepository
from storage.queries.players import PlayerQueries, PlayerRepository
from storage.queries.predictions import PredictionQueries, PredictionRepository
from storage.queries.privacy import PrivacyQueries, PrivacyRepository
from storage.queries.servers.custom_battles import CustomBattleQueries, CustomBattleRepository
from storage.queries.servers.guilds import (
    ChannelLanguageQueries,
    ChannelLanguageRepository,
    GuildQueries,
    GuildRepository,
    SettingQueries,
    SettingRepository,
)
from storage.queries.servers.pending_answers import PendingAnswerQueries, PendingAnswerRepository
from storage.queries.servers.shards import ShardQueries, ShardRepository
from storage.queries.status_messages import (
    StatusMessageQueries,
    StatusMessageRepository,
    TurnPingQueries,
    TurnPingRepository,
)
from storage.queries.what_ifs import WhatIfQueries, WhatIfRepository
from storage.shielded import shielded
from storage.tables import UNTOLD, games, guilds

T = TypeVar("T")


R_co = TypeVar("R_co", bound=QueryBase, covariant=True)


class LazyRepository(Generic[R_co]):
    """A repository of a transaction or a store, made when it is first used: most transactions use few."""

    def __init__(self, make: Callable[[Session], R_co]) -> None:
        self._make = make

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, queries: Queries, owner: type) -> R_co:
        repository = queries.__dict__[self._name] = self._make(queries.session)
        return repository


class Queries:
    """All named queries, by kind of record. On a store, each call sees its own snapshot."""

    channel_languages = LazyRepository(ChannelLanguageQueries)
    clocks = LazyRepository(ClockQueries)
    custom_battles = LazyRepository(CustomBattleQueries)
    dice = LazyRepository(DiceQueries)
    drafts = LazyRepository(DraftQueries)
    games = LazyRepository(GameQueries)
    guilds = LazyRepository(GuildQueries)
    join_rules = LazyRepository(JoinRuleQueries)
    log = LazyRepository(LogQueries)
    outbox = LazyRepository(OutboxQueries)
    pauses = LazyRepository(PauseQueries)
    pending_answers = LazyRepository(PendingAnswerQueries)
    players = LazyRepository(PlayerQueries)
    predictions = LazyRepository(PredictionQueries)
    privacy = LazyRepository(PrivacyQueries)
    ratings = LazyRepository(RatingQueries)
    receipts = LazyRepository(ReceiptQueries)
    results = LazyRepository(ResultQueries)
    seasons = LazyRepository(SeasonQueries)
    seekers = LazyRepository(SeekerQueries)
    settings = LazyRepository(SettingQueries)
    shards = LazyRepository(ShardQueries)
    status_messages = LazyRepository(StatusMessageQueries)
    tournaments = LazyRepository(TournamentQueries)
    turn_pings = LazyRepository(TurnPingQueries)
    vacancies = LazyRepository(VacancyQueries)
    what_ifs = LazyRepository(WhatIfQueries)

    def __init__(self, session: Session) -> None:
        self.session: Session = session


class ReadTransaction(Queries):
    """One snapshot of the database: all its queries see the same moment."""

    def __init__(self, session: TransactionSession) -> None:
        super().__init__(session)
        self.session = session


class WriteTransaction(ReadTransaction):
    """The transaction that writes. Its queries see what it has written so far."""

    channel_languages = LazyRepository(ChannelLanguageRepository)
    clocks = LazyRepository(ClockRepository)
    custom_battles = LazyRepository(CustomBattleRepository)
    dice = LazyRepository(DiceRepository)
    drafts = LazyRepository(DraftRepository)
    games = LazyRepository(GameRepository)
    guilds = LazyRepository(GuildRepository)
    join_rules = LazyRepository(JoinRuleRepository)
    log = LazyRepository(LogRepository)
    outbox = LazyRepository(OutboxRepository)
    pauses = LazyRepository(PauseRepository)
    pending_answers = LazyRepository(PendingAnswerRepository)
    players = LazyRepository(PlayerRepository)
    predictions = LazyRepository(PredictionRepository)
    privacy = LazyRepository(PrivacyRepository)
    ratings = LazyRepository(RatingRepository)
    receipts = LazyRepository(ReceiptRepository)
    results = LazyRepository(ResultRepository)
    seasons = LazyRepository(SeasonRepository)
    seekers = LazyRepository(SeekerRepository)
    settings = LazyRepository(SettingRepository)
    shards = LazyRepository(ShardRepository)
    status_messages = LazyRepository(StatusMessageRepository)
    tournaments = LazyRepository(TournamentRepository)
    turn_pings = LazyRepository(TurnPingRepository)
    vacancies = LazyRepository(VacancyRepository)
    what_ifs = LazyRepository(WhatIfRepository)

    async def check_writable(self) -> None:
        """Change nothing, and raise what a change would raise."""
        await self.session.execute(update(guilds).where(guilds.c.id == 0).values(since=guilds.c.since))


class SnapshotSession:
    """The `Session` of one named query in its own snapshot, and what every session on a connection has."""

    def __init__(self, runner: Runner, clock: Callable[[], datetime], heads: Heads) -> None:
        self._runner = runner
        self.dialect = runner.dialect
        self.now = clock
        self.heads = heads
        self.written: dict[int, Head] = {}
        self.answered: list[Answered] = []
        self.touched: set[int] = set()

    async def execute(self, statement: Executable, parameters: Any = None) -> Rows:
        """Run a statement."""
        return await self._runner.run(statement, parameters)

    def defer(self, write: Write) -> None:
        """Never called: only transactions write."""
        raise NotImplementedError

    async def query(
        self, run: Callable[[Session], Coroutine[Any, Any, T]], about: About | None = None, name: str = ""
    ) -> T:
        """Run a named query here."""
        return await run(self)


class TransactionSession(SnapshotSession):
    """The `Session` of a transaction, until it ends. No statement is cut short by a cancellation."""

    _over = False

    def __init__(self, connection: Connection, clock: Callable[[], datetime], heads: Heads) -> None:
        super().__init__(connection, clock, heads)
        self.connection = connection
        self.changed: frozenset[str] | None = frozenset()
        """The tables that statements have changed, but for those of which no one need hear; None: any."""

    def end(self) -> None:
        """Refuse further statements."""
        self._over = True

    async def execute(self, statement: Executable, parameters: Any = None) -> Rows:
        """Run a statement, to its end even when the caller is cancelled."""
        self._note(statement)
        return await shielded(self.connection.run(statement, parameters))

    def _note(self, statement: Executable) -> None:
        """Note what a statement changes. Raises RuntimeError when the transaction is over."""
        if self._over:
            raise RuntimeError("the transaction is over")
        if not isinstance(statement, Select) and self.changed is not None:
            cascades = isinstance(statement, Delete) and statement.table is games
            known = isinstance(statement, UpdateBase) and not cascades
            self.changed = self.changed | ({_table(statement)} - UNTOLD) if known else None


class WriteSession(TransactionSession):
    """The `Session` of a transaction that writes. It begins with its first statement that is executed;
    `deferred` are those that wait for the next one, `last` those that wait for the end."""

    def __init__(
        self,
        connection: Connection,
        clock: Callable[[], datetime],
        heads: Heads,
        begin: Callable[[], Awaitable[None]],
    ) -> None:
        super().__init__(connection, clock, heads)
        self.deferred: list[Write] = []
        self.last: list[Write] = []
        self._begin = begin

    def defer(self, write: Write) -> None:
        """Run a statement before the next one that is executed, at the latest when the transaction ends; one
        about a contended row only then."""
        self._note(write.statement)
        (self.deferred if write.contended is None else self.last).append(write)

    def defer_last(self) -> None:
        """The transaction ends: what waits for that follows what waits already, by its rows."""
        self.deferred += sorted(self.last, key=lambda write: write.contended or 0)
        self.last = []

    async def execute(self, statement: Executable, parameters: Any = None) -> Rows:
        """Run the statements that wait, then this one."""
        await self.run_deferred()
        if not self.connection.in_transaction:
            await self._begin()
        return await super().execute(statement, parameters)

    async def run_deferred(self) -> None:
        """Run the statements that wait, one by one. Raises what one of them is refused with."""
        waiting, self.deferred = self.deferred, []
        for write in waiting:
            try:
                result = await self.execute(write.statement, write.parameters)
            except ConstraintViolated as error:
                why = error if write.refused is None else await write.refused(error)
                if why is error:
                    raise
                raise why from error
            if write.rows is not None and result.rowcount != write.rows:
                assert write.refused is not None
                raise await write.refused(None)


def _table(statement: Executable) -> str:
    """The table that a statement changes."""
    assert isinstance(statement, UpdateBase)
    assert isinstance(statement.table, Table)
    return statement.table.name
