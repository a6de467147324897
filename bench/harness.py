"""Measurement: rounds in which candidates take turns, their ratios, growth, and figures.

No time is compared with another that was taken in another round: what else the machine does then weighs on
both sides of a ratio.
"""

from __future__ import annotations

import gc
import logging
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from statistics import fmean, median, quantiles
from time import perf_counter
from typing import Literal


class Missing(Exception):
    """A rival, or something a benchmark needs, is not installed; the message says what."""


class WrongOutput(Exception):
    """Two ways that must give the same gave different results: their speed means nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """One measured number and what it should be. `p10` and `p90` are of its rounds, when it has some."""

    name: str
    value: float
    goal: float | None = None
    unit: str = "x"
    better: Literal["less", "more"] = "more"
    note: str = ""
    p10: float | None = None
    p90: float | None = None

    @property
    def met(self) -> bool | None:
        """Whether the goal is reached; None without a goal."""
        if self.goal is None:
            return None
        return self.value >= self.goal if self.better == "more" else self.value <= self.goal


@dataclass(frozen=True, slots=True, kw_only=True)
class Spread:
    """What the rounds gave: the median, and between what the middle eight tenths lie."""

    median: float
    p10: float
    p90: float


def rounds(
    candidates: Mapping[str, Callable[[], object]],
    n: int,
    warm: int | None = None,
    before: Mapping[str, Callable[[], object]] | None = None,
) -> Mapping[str, list[float]]:
    """Seconds by candidate, one for each of `n` rounds; `warm` rounds before them are not counted: one,
    unless there is only one that counts.

    Every round runs every candidate once, beginning with another one each time, so that none always
    follows the same. `before` holds what is done, uncounted, just before a candidate. Garbage is collected
    between rounds and never within one. A candidate that must not do the same twice keeps its own count.
    """
    names = list(candidates)
    warm = int(n > 1) if warm is None else warm
    seconds: dict[str, list[float]] = {name: [] for name in names}
    collecting = gc.isenabled()
    try:
        for number in range(-warm, n):
            gc.enable()
            gc.collect()
            gc.disable()
            first = number % len(names)
            for name in names[first:] + names[:first]:
                if before and name in before:
                    before[name]()
                elapsed = timed(candidates[name])
                if number >= 0:
                    seconds[name].append(elapsed)
    finally:
        if collecting:
            gc.enable()
    return seconds


def timed(candidate: Callable[[], object]) -> float:
    """Seconds one call takes; freeing its result is not counted."""
    start = perf_counter()
    result = candidate()
    elapsed = perf_counter() - start
    del result
    return elapsed


def spread(values: Sequence[float]) -> Spread:
    """Median, 10th and 90th percentile of some values."""
    if len(values) < 2:
        return Spread(median=values[0], p10=values[0], p90=values[0])
    tenths = quantiles(values, n=10, method="inclusive")
    return Spread(median=median(values), p10=tenths[0], p90=tenths[-1])


def ratio(times: Mapping[str, Sequence[float]], over: str, under: str) -> Spread:
    """How many times as long `over` took as `under`, round by round."""
    return spread([a / b for a, b in zip(times[over], times[under], strict=True)])


def fitted(sizes: Sequence[float], seconds: Sequence[float]) -> float:
    """The exponent e of seconds = k * size ** e, by least squares on logarithms.

    >>> round(fitted((1, 10, 100), (3, 30, 300)), 3)
    1.0
    """
    xs, ys = [math.log(s) for s in sizes], [math.log(s) for s in seconds]
    x, y = fmean(xs), fmean(ys)
    return sum((a - x) * (b - y) for a, b in zip(xs, ys, strict=True)) / sum((a - x) ** 2 for a in xs)


def figure(
    name: str,
    of: Spread,
    goal: float | None = None,
    *,
    unit: str = "x",
    better: Literal["less", "more"] = "more",
    note: str = "",
) -> Figure:
    """A figure whose value is the median of a spread."""
    return Figure(
        name=name, value=of.median, goal=goal, unit=unit, better=better, note=note, p10=of.p10, p90=of.p90
    )


def milliseconds(name: str, seconds: Sequence[float], note: str = "") -> Figure:
    """A time without a goal, for reading beside the ratios."""
    of = spread([s * 1000 for s in seconds])
    return figure(name, of, unit="ms", better="less", note=note)


@contextmanager
def hushed(name: str) -> Iterator[None]:
    """A logger of that name speaks of errors alone within it."""
    log = logging.getLogger(name)
    before = log.level
    log.setLevel(logging.ERROR)
    try:
        yield
    finally:
        log.setLevel(before)


def agree(same: bool, what: str) -> None:
    """Raises WrongOutput, saying what differs, unless the outputs are the same."""
    if not same:
        raise WrongOutput(what)


def skipped(what: str, why: str) -> None:
    """Says on the terminal that something is not measured, and why."""
    print(f"  skipped: {what} ({why})", flush=True)
