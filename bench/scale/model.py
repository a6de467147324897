"""What so many games need, worked out from measured numbers by arithmetic alone."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

DAY = 86_400
MOST_GAMES = 10**12
CONNECTIONS = 8
"""Of a process to the database: four that write, one that keeps leases, two that read, one that listens."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """Measured on a machine.

    Orders a second of one process and of two; by order, by picture and by notice seconds of a processor; by
    order commits, rows and bytes in the database; megabytes of a process with one shard, of each further
    shard, of each server of ten channels; commits a second that tell other processes something; bytes of a
    game whose next moment is in memory.
    """

    orders_of_one: float
    orders_of_two: float
    order_processor: float
    order_database: float
    order_commits: float
    order_rows: float
    order_bytes: float
    picture_processor: float
    picture_bytes: float
    process_megabytes: float
    shard_megabytes: float
    server_megabytes: float
    notifying_commits: float
    notice_processor: float
    moment_bytes: float

    @property
    def scaling(self) -> float:
        """How many times as many orders two processes take as one."""
        return self.orders_of_two / self.orders_of_one if self.orders_of_one else 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Use:
    """How the bot is used, which no measurement here says.

    Orders of a game in a day, and how many times as many in the busiest hour; by order pictures, and commits
    for what is posted about it; games of a server, servers of a shard; how much of a processor may be in use;
    what a database server has: connections, processors, terabytes; hours of the scheduler's window, and the
    mean hours between two moments of a game.
    """

    orders_a_day: float = 6.0
    peak: float = 4.0
    pictures: float = 0.6
    commits_of_posts: float = 2.0
    games_of_server: float = 2.0
    servers_of_shard: int = 1000
    busy: float = 0.5
    connections: int = 97
    database_processors: int = 32
    terabytes: float = 4.0
    window: float = 2.0
    between: float = 24.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Limit:
    """Something of which there is only so much: what is needed of it, and how much there is."""

    name: str
    needed: float
    there: float
    unit: str

    @property
    def share(self) -> float:
        """How much of it is needed."""
        return self.needed / self.there


@dataclass(frozen=True, slots=True, kw_only=True)
class Needs:
    """What so many games need at the busiest hour, and in a year."""

    games: int
    orders: float
    shards: int
    processes: int
    bot_processors: float
    drawing_processors: float
    database_processors: float
    megabytes: float
    commits: float
    rows_a_year: float
    terabytes_a_year: float
    pictures_megabits: float
    moments_megabytes: float
    limits: Sequence[Limit]

    @property
    def first_limit(self) -> Limit:
        """What most of is used up."""
        return max(self.limits, key=lambda limit: limit.share)


def needs(measured: Measured, games: int, use: Use | None = None) -> Needs:
    """What so many games need."""
    use = use or Use()
    orders = games * use.orders_a_day / DAY * use.peak
    commits = orders * (measured.order_commits + use.commits_of_posts)
    shards = max(1, math.ceil(games / use.games_of_server / use.servers_of_shard))
    work, heard = orders * measured.order_processor, commits * measured.notice_processor
    processes = _processes(work, heard, use.busy, shards)
    drawing = orders * use.pictures * measured.picture_processor
    year = games * use.orders_a_day * 365
    stored = year * measured.order_bytes / 1e12
    kept = games * min(1.0, use.window / use.between) * measured.moment_bytes / 1e6
    return Needs(
        games=games,
        orders=orders,
        shards=shards,
        processes=processes,
        bot_processors=work + heard * processes,
        drawing_processors=drawing,
        database_processors=orders * measured.order_database,
        megabytes=processes * measured.process_megabytes
        + (shards - processes) * measured.shard_megabytes
        + games / use.games_of_server * measured.server_megabytes,
        commits=commits,
        rows_a_year=year * measured.order_rows,
        terabytes_a_year=stored,
        pictures_megabits=orders * use.pictures * measured.picture_bytes * 8 / 1e6,
        moments_megabytes=kept,
        limits=(
            Limit(
                name="commits that tell others, one after the other",
                needed=commits,
                there=measured.notifying_commits * use.busy,
                unit="/s",
            ),
            Limit(
                name="connections of one database server",
                needed=processes * CONNECTIONS,
                there=use.connections,
                unit="",
            ),
            Limit(
                name="processors of one database server",
                needed=orders * measured.order_database,
                there=use.database_processors * use.busy,
                unit="cores",
            ),
            Limit(
                name="each process hears of each commit", needed=heard, there=use.busy / 2, unit="of a core"
            ),
            Limit(name="the disk, after a year", needed=stored, there=use.terabytes, unit="TB"),
        ),
    )


def room(measured: Measured, use: Use | None = None) -> tuple[int, str]:
    """So many games there may be before something is used up, and what that is."""
    least, most = 0, MOST_GAMES
    while most - least > 1:
        middle = (least + most) // 2
        if needs(measured, middle, use).first_limit.share <= 1:
            least = middle
        else:
            most = middle
    return least, needs(measured, most, use).first_limit.name


def _processes(work: float, heard: float, busy: float, shards: int) -> int:
    """How many processes, of one core each, of which hearing of others takes its part; never more than there
    are shards, nor more than half a core for hearing leaves."""
    left = max(busy / 2, busy - heard)
    return min(shards, max(1, math.ceil(work / left)))


def lines(measured: Measured, all_needs: Sequence[Needs]) -> Iterator[str]:
    """The measured numbers and the model, as Markdown."""
    yield "| measured | |"
    yield "|---|---|"
    for name, value in _named(measured):
        yield f"| {name} | {value} |"
    yield ""
    yield f"| | {' | '.join(f'{each.games:,} games' for each in all_needs)} |"
    yield f"|---|{'---|' * len(all_needs)}"
    for name, values in _rows(all_needs):
        yield f"| {name} | {' | '.join(values)} |"
    games, what = room(measured)
    yield ""
    yield f"The first limit: {what}, with {games:,} games."


def _named(m: Measured) -> Iterator[tuple[str, str]]:
    yield "orders a second, one process", f"{m.orders_of_one:.0f}"
    yield "orders a second, two processes", f"{m.orders_of_two:.0f} ({m.scaling:.2f} times)"
    yield "an order, processor of the bot", f"{m.order_processor * 1000:.1f} ms"
    yield "an order, processor of PostgreSQL", f"{m.order_database * 1000:.1f} ms"
    yield (
        "an order in the database",
        (
            f"{m.order_commits:.1f} commits, {m.order_rows:.1f} rows,"
            f" {m.order_bytes / 1000:.1f} kB, with indexes"
        ),
    )
    yield "a picture", f"{m.picture_processor * 1000:.0f} ms of a processor, {m.picture_bytes / 1000:.0f} kB"
    yield "a process with one shard", f"{m.process_megabytes:.0f} MB, without drawing"
    yield "each further shard; each server", f"{m.shard_megabytes:.2f} MB; {m.server_megabytes:.3f} MB"
    yield "commits a second that notify", f"{m.notifying_commits:,.0f}"
    yield "hearing of another's commit", f"{m.notice_processor * 1e6:.0f} µs of a processor"
    yield "a game in the scheduler's memory", f"{m.moment_bytes:.0f} bytes"


def _rows(every: Sequence[Needs]) -> Iterator[tuple[str, list[str]]]:
    yield "orders a second, busiest hour", [f"{n.orders:,.1f}" for n in every]
    yield "commits a second", [f"{n.commits:,.0f}" for n in every]
    yield "shards", [f"{n.shards:,}" for n in every]
    yield "processes", [f"{n.processes:,}" for n in every]
    yield "processors of the bot", [f"{n.bot_processors:,.1f}" for n in every]
    yield "processors that draw", [f"{n.drawing_processors:,.1f}" for n in every]
    yield "processors of PostgreSQL", [f"{n.database_processors:,.1f}" for n in every]
    yield "memory of all processes, without drawing", [f"{n.megabytes:,.0f} MB" for n in every]
    yield "moments in memory, all schedulers", [f"{n.moments_megabytes:,.1f} MB" for n in every]
    yield "pictures sent", [f"{n.pictures_megabits:,.1f} Mbit/s" for n in every]
    yield "rows a year", [f"{n.rows_a_year / 1e6:,.0f} million" for n in every]
    yield "disk a year", [f"{n.terabytes_a_year:,.2f} TB" for n in every]
    for number, limit in enumerate(every[0].limits):
        yield (
            f"{limit.name}: needed of what is there",
            [f"{n.limits[number].share:.0%}" for n in every],
        )
