"""What many games need follows from measured numbers by arithmetic that can be done by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bench.scale import model
from bench.scale.model import Measured, Use, needs

MEASURED = Measured(
    orders_of_one=100,
    orders_of_two=180,
    order_processor=0.01,
    order_database=0.002,
    order_commits=1,
    order_rows=4,
    order_bytes=5000,
    picture_processor=0.05,
    picture_bytes=100_000,
    process_megabytes=140,
    shard_megabytes=10,
    server_megabytes=0.02,
    notifying_commits=1000,
    notice_processor=0.00001,
    moment_bytes=200,
)
USE = Use(orders_a_day=8.64, peak=1, pictures=0.5, commits_of_posts=2, games_of_server=2, between=20)
"""A million games give 100 orders a second."""


def test_each_need_is_what_one_works_out_by_hand() -> None:
    found = needs(MEASURED, 1_000_000, USE)
    assert found.orders == pytest.approx(100)
    assert found.commits == pytest.approx(300)
    assert found.shards == 500  # of 1,000 servers with two games each
    assert found.processes == 3  # 1.0 processor for orders, of 0.5 - 300 x 0.00001 in each
    assert found.bot_processors == pytest.approx(1.0 + 3 * 0.003)
    assert found.drawing_processors == pytest.approx(2.5)
    assert found.database_processors == pytest.approx(0.2)
    assert found.megabytes == 3 * 140 + 497 * 10 + 500_000 * 0.02
    assert found.rows_a_year == pytest.approx(1e6 * 8.64 * 365 * 4)
    assert found.terabytes_a_year == pytest.approx(1e6 * 8.64 * 365 * 5000 / 1e12)
    assert found.pictures_megabits == pytest.approx(40)
    assert found.moments_megabytes == pytest.approx(1e6 * 2 / 20 * 200 / 1e6)


def test_the_first_limit_is_the_one_that_is_used_up_most_and_its_room_follows() -> None:
    found = needs(MEASURED, 1_000_000, USE)
    assert [round(limit.share, 3) for limit in found.limits] == [0.6, 0.247, 0.013, 0.012, 3.942]
    assert found.first_limit.name == "the disk, after a year"
    assert model.room(MEASURED, USE) == (253_678, "the disk, after a year")
    small_disk_is_no_limit = replace(USE, terabytes=1000)
    assert "commits" in needs(MEASURED, 1_000_000, small_disk_is_no_limit).first_limit.name
    assert model.room(MEASURED, small_disk_is_no_limit)[0] == 1_666_666


def test_few_games_need_one_process_and_one_shard_and_no_more_processes_than_shards() -> None:
    assert (needs(MEASURED, 1, USE).processes, needs(MEASURED, 1, USE).shards) == (1, 1)
    slow = replace(MEASURED, order_processor=100.0)
    assert needs(slow, 10_000, USE).processes == needs(slow, 10_000, USE).shards == 5


def test_all_of_it_is_told_in_tables() -> None:
    told = list(model.lines(MEASURED, [needs(MEASURED, games, USE) for games in (10_000, 1_000_000)]))
    assert "| orders a second, two processes | 180 (1.80 times) |" in told
    assert "| | 10,000 games | 1,000,000 games |" in told
    assert told[-1].startswith("The first limit: the disk, after a year, with ")
    assert all(line.count("|") in (0, 3, 4) for line in told)
