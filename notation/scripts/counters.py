"""The counters a script states: by id, in words or as entries, with the numbers or cards of a rulebook.

Nothing here is checked as strictly as in the author's folder: a corps may lack its leader, a unit may stand
alone. Everything left out has a default (docs/referee-scripts.md).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from engine.hexes import Grid, Hex
from engine.scenario import OFF_MAP, RESERVE, Counter
from engine.scenario_builder import counter_notation
from engine.scenario_builder import counters as boxed
from engine.scenario_builder.mapping_reader import MappingReader, parse_int, suggestion
from engine.scenario_builder.position_checks import formation_fault
from engine.scenario_builder.unit_cards import with_card
from engine.state import ELIMINATED

PLACES = ("at", "place", "hex")
COUNTER = ("id", "side", "kind", "type", "corps", "name", "symbol", "traits", "facing", *boxed.ENTRY)
COMMANDER = "commander"
CORPS = ("I", "II")
BOXES = {"off_map": OFF_MAP, "eliminated": ELIMINATED, "reserve": RESERVE}


@dataclass(frozen=True, slots=True, kw_only=True)
class Book:
    """What counters are made after: charts, the unit cards among them as written, the edge of each side."""

    charts: Mapping[str, Any]
    cards: Mapping[str, MappingReader]
    homes: Mapping[str, str]

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides, first player first."""
        return tuple(self.homes)

    @property
    def usual(self) -> Mapping[str, Mapping[str, int]]:
        """The numbers of a counter of each kind when a script does not say."""
        table: Mapping[str, Mapping[str, int]] = self.charts.get("usual", {})
        return table

    @property
    def in_play(self) -> tuple[str, ...]:
        """The numbers that change in play: stated alone, they are the present ones."""
        return tuple(self.charts.get("in_play", ()))

    @property
    def boxes(self) -> Mapping[str, str]:
        """The boxes a counter may lie in, by the word for each."""
        reinforced = self.charts.get("reinforcements", "yes") == "yes"
        more = {word: f"@{word}" for word in self.charts.get("boxes", ())}
        return {word: box for word, box in BOXES.items() if reinforced or box != RESERVE} | more

    @property
    def marks(self) -> tuple[str, ...]:
        """The marks that may be said of a counter where it is stated."""
        return tuple(self.charts.get("words_of_counters", ()))

    @property
    def traits(self) -> tuple[str, ...]:
        """The traits that may be said by their name alone: all, of a rulebook that has sorts of them."""
        return tuple(self.charts.get("traits", ())) if self.sorts else ()

    @property
    def sorts(self) -> Mapping[str, tuple[str, ...]]:
        """The traits that may be said by what they are, by sort."""
        table: Mapping[str, tuple[str, ...]] = self.charts.get("trait_names", {})
        return table

    @property
    def names(self) -> frozenset[str]:
        """Every word that may begin something said of a counter."""
        words = (*COUNTER, "trait", *self.usual, *self.cards, *self.marks, *self.traits, *self.sorts)
        return frozenset((*words, *self.notations, *value_names(self.charts)))

    @property
    def notations(self) -> Mapping[str, tuple[str, ...]]:
        """The numbers that may be said in one word, by the word before it."""
        table: Mapping[str, tuple[str, ...]] = self.charts.get("notations", {})
        return table


def value_names(charts: Mapping[str, Any]) -> tuple[str, ...]:
    """Every number a counter of a rulebook may have."""
    printed = (name for names in charts["kinds"].values() for name in names)
    return tuple(dict.fromkeys((*printed, *charts.get("in_play", ()))))


@dataclass(frozen=True, slots=True, kw_only=True)
class Stated:
    """What a script says of one counter. `present` are values that differ from the printed ones, `facing`
    where its bases look, `marks` what lies on it."""

    at: str = ""
    words: Mapping[str, str] = field(default_factory=dict)
    traits: frozenset[str] = frozenset()
    printed: Mapping[str, int] = field(default_factory=dict)
    present: Mapping[str, int] = field(default_factory=dict)
    facing: Any = None
    marks: frozenset[str] = frozenset()


def stated(page: MappingReader, book: Book) -> dict[str, Stated]:
    """What a script says of its counters, under `place` or `units`, by id."""
    units: dict[str, Stated] = {}
    for part in ("units", "place"):
        if not isinstance(page.entries.get(part, {}), Mapping):
            units |= {str(p.text("id")): _from_table(p, book) for p in page.mappings(part)}
            continue
        for id_, entry in page.mapping(part).entries.items():
            if not id_.strip() or len(id_) > 40:
                raise page.mapping(part).mistake("is not a name for a unit", id_, at=id_)
            if id_ in units:
                raise page.mapping(part).mistake("is stated twice", id_, at=id_)
            if isinstance(entry, Mapping):
                units[str(id_)] = _from_table(page.mapping(part).mapping(id_), book)
            else:
                units[str(id_)] = _from_words(page.mapping(part), id_, book)
    return units


def _from_table(page: MappingReader, book: Book) -> Stated:
    values = page.mapping("values")
    apart = {*COUNTER, *PLACES, "values", *book.sorts, *book.notations, *book.marks}
    words = {n: str(page.text(n)) for n in COUNTER if n in page and n not in ("id", "traits", "facing")}
    if book.cards and page.entries.get(COMMANDER) in ("yes", "no"):
        words[COMMANDER] = str(page.text(COMMANDER))
        apart.add(COMMANDER)
    numbers = [(name, page.text(name)) for name in page.entries if name not in apart]
    numbers += [(name, values.text(name)) for name in values.entries]
    for word, names in book.notations.items():
        if word in page:
            numbers += counter_notation.split_numbers(page, word, page.text(word), names).items()
    printed, present = _numbers(page, numbers, book)
    traits = page.entries.get("traits", ())
    own = traits.split() if isinstance(traits, str) else page.texts("traits")
    places = [str(page.text(name)) for name in PLACES if name in page]
    return Stated(
        at="".join(places[:1]),
        words=words,
        traits=_traits(
            page,
            {*own, *(page.choice(sort, known) for sort, known in book.sorts.items() if sort in page)},
            book,
            "traits" if "traits" in page else "",
        ),
        printed=printed,
        present=present,
        facing=page.entries.get("facing"),
        marks=frozenset(n for n in book.marks if n in page and page.choice(n, ("yes", "no")) == "yes"),
    )


def _traits(page: MappingReader, traits: Iterable[str], book: Book, key: str) -> frozenset[str]:
    """The traits said of a counter. Refuses one that is not listed, where there are sorts of them, and two of
    one sort."""
    for trait in traits if book.sorts else ():
        counter_notation.known_trait(page, trait, book.charts)
    for sort, known in book.sorts.items():
        both = sorted({*map(str, traits)} & {*known})
        if len(both) > 1:
            raise page.mistake(f"{' and '.join(both)}: a counter has only one {sort}", key)
    return frozenset(map(str, traits))


@dataclass(slots=True, kw_only=True)
class _ParsedWords:
    """What the words of a counter have said so far."""

    words: dict[str, str] = field(default_factory=dict)
    traits: set[str] = field(default_factory=set)
    marks: set[str] = field(default_factory=set)
    numbers: list[tuple[str, str]] = field(default_factory=list)
    facing: list[str] = field(default_factory=list)


def _from_words(page: MappingReader, id_: str, book: Book) -> Stated:
    """`0304 cavalry cs 5 mv 2/4 corps II trait horse facing left NNE right E`: a place, a kind or card, then
    names and numbers."""
    at, *rest = page.text(id_, most=400).split()
    parsed = _ParsedWords()
    while rest:
        word, after = rest.pop(0), rest[0] if rest else ""
        if word in book.usual or word in book.cards:
            parsed.words["type" if word in book.cards else "kind"] = word
        elif word in book.marks:
            parsed.marks.add(word)
        elif word in book.traits:
            parsed.traits.add(word)
        elif word == COMMANDER and book.cards and not after[:1].isdigit():
            parsed.words[COMMANDER] = "yes"
        else:
            _named(page, id_, word, rest, book, parsed)
    printed, present = _numbers(page, parsed.numbers, book, id_)
    return Stated(
        at=at,
        words=parsed.words,
        traits=_traits(page, parsed.traits, book, id_),
        printed=printed,
        present=present,
        facing=" ".join(parsed.facing) or None,
        marks=frozenset(parsed.marks),
    )


def _named(
    page: MappingReader, id_: str, word: str, rest: list[str], book: Book, parsed: _ParsedWords
) -> None:
    """Hear a word that has a value, which is taken from the rest."""
    after = rest[0] if rest else ""
    if word not in book.names and not after[:1].isdigit():
        what = f"{word} {after}".strip()
        raise page.mistake(f"{what}: {word!r} does not describe a counter{suggestion(word, book.names)}", id_)
    if not after:
        raise page.mistake(f"{word!r} is incomplete: write a kind, or a name and a value", id_)
    rest.pop(0)
    if word == "trait" or after in book.sorts.get(word, ()):
        parsed.traits.add(after)
    elif word == "facing":
        parsed.facing = [after]
        while (
            after in counter_notation.TWO
            and rest
            and (len(parsed.facing) % 2 or rest[0] in counter_notation.TWO)
        ):
            parsed.facing.append(rest.pop(0))
    elif word in COUNTER[1:]:
        parsed.words[word] = after
    elif word in book.notations:
        parsed.numbers += counter_notation.split_numbers(page, id_, after, book.notations[word]).items()
    else:
        parsed.numbers.append((word, after))


def _numbers(
    page: MappingReader, numbers: Iterable[tuple[str, str]], book: Book, key: str = ""
) -> tuple[dict[str, int], dict[str, int]]:
    """Printed and present numbers: "4" is both, "2/4" is 2 left of 4."""
    printed: dict[str, int] = {}
    present: dict[str, int] = {}
    for name, text in numbers:
        current, slash, whole_ = text.partition("/")
        now, full = parse_int(current), parse_int(whole_) if slash else parse_int(current)
        if now is None or full is None or now < 0 or full < 0 or not name.isidentifier():
            raise page.mistake(
                f"{name} {text}: should be a name and a number, as mv 4 or mv 2/4", key or name
            )
        if now > full:
            raise page.mistake(f"{name} {text}: {now} is more than the printed {full}", key or name)
        present[name] = now
        if slash or name not in book.in_play:
            printed[name] = full
    return printed, present


def counters(page: MappingReader, units: Mapping[str, Stated], book: Book, grid: Grid) -> dict[str, Counter]:
    """The counters of a stated battle. Refuses two on a hex, and ids that are hexes or sides."""
    counters: dict[str, Counter] = {}
    standing: dict[str, str] = {}
    for id_, unit in units.items():
        if grid.parse(id_) is not None or id_ in book.sides:
            raise unit_page(page, id_).mistake("would also be the name of a hex or side", id_, at=id_)
        piece = counter(page, id_, unit, book, grid)
        place = place_of(page, grid, id_, unit.at, book) if unit.at else OFF_MAP
        stacks = piece.kind in book.charts.get("stacking", ())
        if place in standing and not stacks:
            raise unit_page(page, id_).mistake(f"{place} is already occupied by {standing[place]}", id_)
        if not place.startswith("@") and not stacks:
            standing[place] = id_
        counters[id_] = replace(piece, place=place)
    return counters


def place_of(page: MappingReader, grid: Grid, id_: str, text: str, book: Book) -> str:
    """The hex or box where a script puts a counter. Raises BadScenario when the map has no such hex."""
    if text in book.boxes or text in book.boxes.values():
        return book.boxes.get(text, text)
    return hex_at(unit_page(page, id_), id_, grid, text)


def hex_at(page: MappingReader, name: str, grid: Grid, text: str = "") -> Hex:
    """A hex as it stands in a script, "0304" or "3,4". Raises BadScenario when the map has none such."""
    text = text or name
    hex_ = grid.parse(text)
    if hex_ is None:
        first, last = grid.label(1, 1), grid.label(grid.columns, grid.rows)
        raise page.mistake(f"{str(text)!r} is not on the map ({first} to {last})", name, at=text)
    return hex_


def unit_page(page: MappingReader, id_: str) -> MappingReader:
    """The entry of a script that states a counter."""
    for part in ("place", "units"):
        if isinstance(page.entries.get(part), Mapping) and id_ in page.mapping(part):
            return page.mapping(part)
    return page


def side_of(book: Book, id_: str, unit: Stated) -> str:
    """The side stated of a counter, else that whose name begins like its id; "" for none."""
    return unit.words.get("side") or next((s for s in book.sides if s[0] == id_[0].lower()), "")


def counter(page: MappingReader, id_: str, unit: Stated, book: Book, grid: Grid) -> Counter:
    """A counter that exists in this script alone. Its side is that whose name begins like its id."""
    side = side_of(book, id_, unit)
    if side not in book.sides:
        what = f"{id_!r}: of which side? Begin its id with {' or '.join(book.sides)}"
        raise unit_page(page, id_).mistake(what, id_, at=id_)
    kind, symbol, traits, values = _printed_facts(page, id_, unit, book)
    values = {**counter_notation.preset_values(book.charts, side, kind), **values, **unit.printed}
    return Counter(
        id=id_,
        side=side,
        kind=kind,
        name=unit.words.get("name", ""),
        corps=_corps(unit, book, side),
        symbol=unit.words.get("symbol", symbol),
        traits=unit.traits | traits,
        values=values,
        facing=facing(page, id_, unit, book, grid, side, kind, values.get("bases", 1)),
        **_arrival(page, id_, unit, book, grid),
    )


def facing(
    page: MappingReader, id_: str, unit: Stated, book: Book, grid: Grid, side: str, kind: str, bases: int
) -> dict[str, int]:
    """Where a counter looks, base by base, as stated; a square at hexsides."""
    looks = MappingReader({} if unit.facing is None else {"facing": unit.facing}, f"place.{id_}", page.at)
    if "square" in unit.marks:
        if why := formation_fault(book.charts, "square", side, kind, bases, unit.traits):
            raise unit_page(page, id_).mistake(why, id_)
        return counter_notation.square_facing(looks, book.charts, grid)
    return counter_notation.facing(looks, book.charts, grid, book.homes[side], kind, bases)


def _arrival(page: MappingReader, id_: str, unit: Stated, book: Book, grid: Grid) -> dict[str, Any]:
    """When a counter in the reserve arrives, at once unless stated, and by which hex of the edge."""
    entries = {name: unit.words[name] for name in boxed.ENTRY if name in unit.words}
    if book.boxes.get(unit.at, unit.at) != RESERVE or book.charts.get("reinforcements", "yes") != "yes":
        for name in entries:
            raise unit_page(page, id_).mistake(
                f"{name} {entries[name]}: only of counters in the reserve", id_
            )
        return {}
    if not entries and RESERVE[1:] in book.charts.get("boxes", ()):
        return {}  # it waits for a wave
    words = MappingReader(entries, f"place.{id_}", page.at)
    return {"arrives": words.number("arrives", 1, 99, default=1), "enters": boxed.entry_hex(words, grid)}


def _printed_facts(
    page: MappingReader, id_: str, unit: Stated, book: Book
) -> tuple[str, str, frozenset[str], dict[str, int]]:
    """Kind, symbol, traits and printed numbers, by its card or by its kind."""
    if book.cards:
        type_ = unit.words.get("type", str(book.charts.get("usual_card", "")))
        entries = {"type": type_, COMMANDER: unit.words.get(COMMANDER, "no")}
        card = with_card(MappingReader(entries, f"place.{id_}", page.at), book.cards)
        values = card.mapping("values")
        numbers = {name: values.number(name, 0, 99) for name in values.entries}
        return str(card.text("kind")), type_, frozenset(map(str, card.texts("traits"))), numbers
    kinds = book.charts["kinds"]
    kind = unit.words.get("kind", "infantry" if "infantry" in kinds else next(iter(kinds)))
    if kind not in kinds and kind not in book.usual:
        raise unit_page(page, id_).mistake(f"{kind!r} is not a kind of unit{suggestion(kind, kinds)}", id_)
    return kind, kind, frozenset(), dict(book.usual.get(kind, {}))


def _corps(unit: Stated, book: Book, side: str) -> str:
    """The corps stated, or that of the side, where the rulebook has them."""
    usual = (
        "" if book.cards or book.charts.get("corps") == "no" else CORPS[book.sides.index(side) % len(CORPS)]
    )
    corps = unit.words.get("corps", usual)
    return "" if corps in ("none", "-") else corps
