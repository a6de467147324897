"""Names that players give themselves, and pictures of leagues with them."""

from __future__ import annotations

from collections.abc import Sequence

from render.league.records import (
    Bracket,
    BracketMatch,
    Column,
    CrossRow,
    CrossTable,
    Finisher,
    Line,
    LineChart,
    Podium,
    Point,
    Row,
    Slot,
    Table,
)

LONG = "Bartholomäus von Hohenzollern-Sigmaringen"
NAMES = (
    *(
        "Anna",
        LONG,
        "محمد بن سلمان",
        "שלום (עולם) 12",
        "漢字かなカナの長い名前です",
        "한국어 이름",
        "🔥😀🐉👑👍🏽",
    ),
    *("राम", "W" * 32, "i" * 32, "𝕱𝖆𝖓𝖈𝖞 ＮＡＭＥ", "Z̸̧͓a̷͎l̴g̶o", "Ørsted Åström", "Иван Грозный", "Ἀχιλλεύς", ""),
)


def table(names: Sequence[str] = NAMES) -> Table:
    """Standings of some players."""
    columns = (
        Column(label="#", kind="rank"),
        Column(label="Player", kind="name"),
        Column(label="Rounds", kind="marks"),
        Column(label="Points", kind="number"),
        Column(label="Note"),
    )
    rows = tuple(
        Row(cells=(str(n), name, "+=-b.", f"{n}½", "a note"), faint=n == 3, line=n == 5)
        for n, name in enumerate(names, 1)
    )
    return Table(
        title="Standings", sub="Round 5", columns=columns, rows=rows, foot="A word " * 30, medals=True
    )


def bracket(names: Sequence[str] = NAMES) -> Bracket:
    """A bracket of two rounds: eight matches, then four."""
    pairs = [*zip(names[::2], names[1::2], strict=True)]
    first = [
        BracketMatch(
            id=f"a{n}",
            round=0,
            one=Slot(name=one, seed=str(n), score="2½", state="won"),
            two=Slot(name=two, seed="16", score="½", state="lost"),
            note=f"{n} · Last 16",
        )
        for n, (one, two) in enumerate(pairs)
    ]
    second = [
        BracketMatch(
            id=f"b{n}",
            round=1,
            one=Slot(name=pairs[n][0]),
            two=Slot(name="winner of 2", known=False),
            one_from=f"a{n}",
            two_from=f"a{n + 1}",
        )
        for n in range(0, len(pairs) - 1, 2)
    ]
    return Bracket(title="Cup", sub="Single elimination", matches=(*first, *second), foot="A word " * 30)


def line_chart(label: str = LONG) -> LineChart:
    """Two lines, one of them provisional at first."""
    rising = tuple(Point(x=n, y=1400 + 20 * n, margin=300 - 20 * n, sure=n > 4) for n in range(12))
    level = tuple(Point(x=n, y=1500) for n in range(12))
    lines = (Line(label=label, points=rising), Line(label="Other", points=level))
    return LineChart(
        title=label, sub=label, lines=lines, ticks=tuple((n, f"May {n}") for n in range(12)), level=1500
    )


def cross_table(names: Sequence[str] = NAMES) -> CrossTable:
    """A round robin of some players."""
    numbers = tuple(str(n) for n in range(1, len(names) + 1))
    rows = tuple(
        CrossRow(
            number=str(n + 1),
            name=name,
            points=f"{n}½",
            cells=tuple(None if m == n else ("1", "½", "0", "")[(m + n) % 4] for m in range(len(names))),
            faint=n == 3,
        )
        for n, name in enumerate(names)
    )
    return CrossTable(
        title="Cup", sub="Round robin", player="Player", points="Points", opponents=numbers, rows=rows
    )


def podium(names: Sequence[str] = NAMES) -> Podium:
    """A season that ended so."""
    places = tuple(Finisher(rank=str(n), name=name, result=f"{n} points") for n, name in enumerate(names, 1))
    return Podium(title="Season 3", sub="Division A", places=places)
