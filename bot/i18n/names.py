"""Names of units, sides, players and phases."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from bot.core.game import Game
from bot.i18n.catalogue import DEFAULT_LANGUAGE, Catalogue, Name, catalogue_for
from engine.scenario import Counter
from engine.system import Option
from storage import departed
from storage.personal_columns import departed_letter

_MARKDOWN = re.compile(r"([\\`*_~|<>\[\]()#@:\-+.!])")
LONGEST_NAME = 32
_MARK = "\u2063"
"""Follows a unit's name in a report that is being written; no one sees it."""
_UNSEEN = frozenset("\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters by their category, and yet nothing is to be seen of them."""
MOST_MARKS = 2
"""So many accents may lie on one letter: more of them cover the lines around."""


def bare(text: str, longest: int = LONGEST_NAME) -> str:
    """User text where Markdown does not apply: on buttons, in menus, on pictures, read aloud. No line
    break is in them, nothing that turns writing round and nothing that is not to be seen.

    >>> bare("**Anna**\\n\\u202e<@1>")
    '**Anna** <@1>'
    """
    return " ".join(_visible(text).split())[:longest].strip() or "?"


def _visible(text: str) -> str:
    """What is to be seen of a text; every blank is an ordinary one."""
    chars, marks = [], 0
    for c in text:
        kind = unicodedata.category(c)[0]
        marks = marks + 1 if kind == "M" else 0
        if c.isspace():
            chars.append(" ")
        elif kind not in "CZ" and c not in _UNSEEN and marks <= MOST_MARKS:
            chars.append(c)
    return "".join(chars)


def plain(text: str, longest: int = LONGEST_NAME) -> str:
    """User text where Markdown applies, escaped: it looks as typed. There is no other
    way from what people call themselves, write and type into what is posted.

    >>> plain("**Anna** @everyone")
    '\\\\*\\\\*Anna\\\\*\\\\* \\\\@everyone'
    """
    return _MARKDOWN.sub(r"\\\1", bare(text, longest))


def quoted(text: str) -> str:
    """Something typed, to be repeated between quotation marks."""
    return plain(text)


def coded(text: str, longest: int) -> str:
    """Something typed, in fixed width, at most so many characters of it: nothing in it has any effect.

    >>> coded("`inf-1` @everyone", 12)
    "`'inf-1' @ev…`"
    """
    visible = _visible(text).replace("`", "'")
    return f"`{visible[: longest - 1]}…`" if len(visible) > longest else f"`{visible or ' '}`"


def percent(chance: object) -> str:
    """A probability as a whole percentage, never 0 or 100 for what is possible but unlikely.

    >>> percent(0.004), percent(0.5), percent(0.999), percent(1)
    ('<1', '50', '>99', '100')
    """
    share = float(chance)  # type: ignore[arg-type]
    if 0 < share < 0.005:
        return "<1"
    return ">99" if 0.995 < share < 1 else str(round(share * 100))


class Names:
    """What is called how at one table, in one language.

    The game is seen by one side; the referee's own game is shown as a spectator sees it. Of one who is
    `wordy` it is known that they see no pictures, so that none needs a title or a text.
    """

    def __init__(self, words: Catalogue, game: Game, *, wordy: bool = False) -> None:
        self.words = words
        self.wordy = wordy
        self.game = game if game.viewer is not None else game.seen("")

    @classmethod
    def to(cls, language: str, user: int, game: Game, *, wordy: bool = False) -> Names:
        """For one person: their language, the table as the side they speak for may know it."""
        return cls(catalogue_for(language), game.seen(game.side_for(user), user), wordy=wordy)

    def own(self, head: str, rest: str) -> str:
        """The key of a sentence: the one that this rulebook has for it, else the one that all share."""
        key = f"{head}.{self.game.scenario.system}.{rest}"
        return key if key in self.words else f"{head}.{rest}"

    def unit(self, id_: str) -> str:
        """A unit's short name: what its counter shows and what is typed."""
        printed = self.game.scenario.counters.get(id_)
        if id_ not in self.game.state.units and printed is None:
            return quoted(id_)
        return Name(id_, printed is not None and self._plural(printed))

    def full(self, id_: str) -> str:
        """A unit's short name with the long one, in the reader's language, where there is room; also before
        the game begins."""
        short, long = self.unit(id_), self.long(id_)
        if not long or long.casefold() == short.casefold():
            return short
        return Name.like(short, self.words("unit.full", id=short, name=long))

    def long(self, id_: str) -> str:
        """A unit's name as printed, in the reader's language where it has several, "" where it has none."""
        unit, printed = self.game.state.units.get(id_), self.game.scenario.counters.get(id_)
        if unit is not None and (printed is None or not unit.name):
            return unit.name  # nothing more of it is known
        return (self.words.localized(printed.called) or printed.name) if printed is not None else ""

    def _plural(self, printed: Counter) -> bool:
        """Whether a unit's name is plural in the language in which it is read here."""
        language = self.words.language
        return (language if language in self.game.scenario.title else DEFAULT_LANGUAGE) in printed.plural

    def bold(self, id_: str) -> str:
        """A unit's short name in bold."""
        name = self.unit(id_)
        return Name.like(name, self.words("unit.plain", name=name))

    def typed(self, id_: str) -> str:
        """The same two names, the short one in bold."""
        if id_ not in self.game.state.units:
            return quoted(id_)
        full, bold = self.full(id_), self.bold(id_)
        if full == self.unit(id_):
            return bold
        return Name.like(full, self.words("unit.named", id=bold, name=self.long(id_)))

    def units(self, ids: Iterable[str]) -> str:
        """Several units in a row."""
        return self.words.join_list([self.unit(id_) for id_ in ids])

    def sign(self, side: str) -> str:
        """A side's coloured sign."""
        return self.words.get(f"side.{side}.sign", "▪️")

    def side(self, side: str) -> str:
        """What a side is called."""
        return self.words.get(f"side.{side}.name", side.capitalize())

    def army(self, side: str) -> str:
        """The name of a side's army in this battle."""
        return self.words.localized(next(a.name for a in self.game.scenario.sides if a.id == side))

    def sign_of(self, unit: str) -> str:
        """The sign of a unit's side."""
        counter = self.game.state.units.get(unit)
        return self.sign(counter.side) if counter else ""

    def player(self, side: str) -> str:
        """Who plays a side, everybody on it."""
        seats = self.game.seats(side)
        if seats[0].bot:
            partner = self.computer_player(seats[0].level)
            if seats[0].user is None:
                return partner
            absent = self.called(seats[0].user, seats[0].name)
            return self.words("player.stands_in", partner=partner, player=absent)
        if seats[0].user is None:
            return self.words("player.nobody")
        return self.words.join_list([self.called(seat.user, seat.name) for seat in seats])

    def computer_player(self, level: str) -> str:
        """The computer player of that level; of none in games that began before there were levels."""
        if not level:
            return self.words("player.partner")
        return self.words("player.partner_at", level=self.words.get(f"computer_level.{level}", level))

    def person(self, user: int | None) -> str:
        """The name of a player of this game, "" for other users."""
        if departed(user):
            return self.called(user)
        return next((plain(s.name) for s in self.game.record.seats if user and s.user == user), "")

    def called(self, user: int | None, name: str = "") -> str:
        """The name a player had when joining; a player whose data was deleted has a letter."""
        if user is not None and departed(user):
            return self.words("player.gone", letter=departed_letter(user))
        return plain(name)

    def played(self, sides: Iterable[str]) -> str:
        """Sides, each with its players."""
        players = [self.words("player.of", side=self.side(s), player=self.player(s)) for s in sides]
        return self.words.join_list(players)

    def way(self, direction: str) -> str:
        """A direction of the map: "NW" is "NO" in French."""
        return self.words.get(f"compass.{direction}", direction)

    def ways(self, directions: Iterable[str]) -> str:
        """Several directions."""
        return " ".join(map(self.way, directions))

    def phase(self, phase: str) -> str:
        """A phase."""
        return self.words.get(self.own("phase", phase), phase)

    def headed(self, phase: str) -> str:
        """A phase, at the beginning of a line."""
        called = self.phase(phase)
        return called[:1].upper() + called[1:]

    @property
    def title(self) -> str:
        """The battle."""
        return self.words.localized(self.game.scenario.title)

    def now(self, options: Iterable[Option] = ()) -> str:
        """The commands that fit the open phase."""
        phase = self.game.system.phases.get(self.game.state.phase)
        known = [
            self.words.get(self.own("order", kind.__name__.lower()), "")
            for kind in (phase.takes if phase else ())
        ]
        return self.words.join_list(list(dict.fromkeys(k for k in known if k)), "list.or")


class IntroducingNames(Names):
    """The same for a report: a unit has both names where it comes up first, then the short one. Lines are not
    written in the order in which they are read, so that is settled at the end, by `introduced`."""

    def __init__(self, names: Names) -> None:
        super().__init__(names.words, names.game)
        self._plain = Names(names.words, names.game)
        self._marked: set[str] = set()

    def full(self, id_: str) -> str:
        """Both names, wherever they stand."""
        return self._plain.full(id_)

    def typed(self, id_: str) -> str:
        """Both names, wherever they stand, the short one in bold."""
        return self._plain.typed(id_)

    def unit(self, id_: str) -> str:
        """The short name, marked."""
        self._marked.add(id_)
        short = super().unit(id_)
        return Name.like(short, f"{short}{_MARK}")

    def introduced(self, lines: Iterable[str], *, brief: bool = False) -> list[str]:
        """The lines with both names of each unit in its first mention; `brief`: with short names alone."""
        told: set[str] = {*self._marked} if brief else set()

        def name(match: re.Match[str]) -> str:
            if match[1] in told:
                return match[1]
            told.add(match[1])
            return self._plain.full(match[1])

        longest_first = sorted(self._marked, key=len, reverse=True)
        marked = re.compile(f"({'|'.join(map(re.escape, longest_first))}){_MARK}") if longest_first else None
        return [marked.sub(name, line) if marked is not None else line for line in lines]
