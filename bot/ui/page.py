"""The page model, independent of Discord: text, notes, pictures, buttons, menus."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from engine.view import View
from render.caption import Caption
from render.card import Card
from render.chart import Chart
from render.film_frame import FilmFrame
from render.league.records import Drawing

LONGEST_ID = 100
LONGEST_LABEL = 80
MOST_CHOICES = 25


@dataclass(frozen=True, slots=True, kw_only=True)
class Button:
    """A button. `style` is primary, secondary, success or danger; `id` is told when it is pressed.

    A `closed` one is shown and cannot be pressed.
    """

    label: str
    id: str
    style: str = "secondary"
    disabled: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """One line of a menu."""

    label: str
    value: str
    about: str = ""
    chosen: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Menu:
    """A menu of at most MOST_CHOICES lines, one of which is chosen, or up to `most`."""

    id: str
    hint: str
    choices: tuple[Choice, ...]
    most: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Embed:
    """A framed text; below it a `picture` of its own, then `sections`. `tone` is "", a side, "lesson",
    "refusal" or "victory"; `cause` are rule and reason of a refusal; `png` is the picture once drawn."""

    title: str = ""
    text: str = ""
    footer: str = ""
    tone: str = ""
    cause: tuple[str, str] = ("", "")
    picture: Picture | ChartImage | None = None
    png: bytes = field(default=b"", repr=False)
    sections: tuple[Section, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """A picture to be drawn, and the words that say the same. `crop`: the hexes that must be seen (None:
    all); `full`: the whole map as large as it needs, with the whole key, instead of a picture for Discord's
    box.

    `theme` and `symbols` are words of `render`; `most` is the largest file in bytes (None: any size). `fixed`
    names what was asked for this time, whatever the reader prefers; `describe` gives a long description;
    `card` sets the picture into a card, without its own title and legend. `square`: a thumbnail of so many
    pixels, cut from the middle, without title and legend. `margin`: the numbers of columns and rows
    beside the map in place of those of its hexes.
    """

    view: View
    caption: Caption
    alt: str
    crop: frozenset[str] | None = None
    full: bool = False
    theme: str = "light"
    symbols: str = "nato"
    most: int | None = None
    name: str = "map.png"
    card: Card | None = None
    square: int = 0
    margin: bool = False
    fixed: frozenset[str] = field(default=frozenset(), compare=False)
    describe: Callable[[], str] | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A line or more of text with a button of its own beside it, or a thumbnail; `png` once that is drawn."""

    text: str
    button: Button | None = None
    thumbnail: Picture | None = None
    png: bytes = field(default=b"", repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class ChartImage:
    """A chart, or a picture of a league, to be drawn, and the words that say the same; arguments as of
    Picture."""

    chart: Chart | Drawing
    alt: str
    theme: str = "light"
    most: int | None = None
    name: str = "chart.png"
    fixed: frozenset[str] = field(default=frozenset(), compare=False)


FILM_NAME = "film.gif"


@dataclass(frozen=True, slots=True, kw_only=True)
class FilmImage:
    """A film to be drawn, and the words that say the same; arguments as of Picture. `frames` share one map;
    `crop` are the hexes that must be seen in all of them."""

    frames: tuple[FilmFrame, ...]
    alt: str
    crop: frozenset[str] | None = None
    theme: str = "light"
    symbols: str = "nato"
    most: int | None = None
    name: str = FILM_NAME
    fixed: frozenset[str] = field(default=frozenset(), compare=False)
    describe: Callable[[], str] | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class TextFile:
    """A text file."""

    name: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """A message, from top to bottom: the first line of `text` as its headline, the picture, the rest of the
    text, the notes in `embeds`, the `sections`, the `foot`, menus and rows of buttons.

    `pings` are the users it may notify: a page that notifies is a classic message, since the notification of
    a card has no text. `tone` goes before that of its notes. `panel` is the game whose order panel
    it is, 0 for none; `reported`: a public report tells it as well.
    """

    text: str = ""
    embeds: tuple[Embed, ...] = ()
    picture: Picture | ChartImage | FilmImage | None = None
    sections: tuple[Section, ...] = ()
    foot: str = ""
    rows: tuple[Menu | tuple[Button, ...], ...] = field(default=())
    pings: tuple[int, ...] = ()
    files: tuple[TextFile, ...] = ()
    tone: str = ""
    panel: int = 0
    reported: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A part of a form where one of `choices` is chosen: by a radio button, of more than ten in a menu.

    `name` is what the answer is called by; not `required`: it may be left open.
    """

    name: str
    label: str
    choices: tuple[Choice, ...]
    required: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """A form: what is chosen, then one large field of `longest` characters.

    `text` stands in the field already, `hint` while it is empty; `optional`: it may stay so.
    """

    id: str
    title: str
    label: str
    hint: str
    text: str
    longest: int
    questions: tuple[Question, ...] = ()
    optional: bool = False


def button_id(game_id: int, stamp: int, verb: str, *about: object) -> str:
    """The id of a button: table, its state, what to do and about what. Version 1."""
    return _id("g1", game_id, stamp, verb, about)


def menu_id(game_id: int, stamp: int, verb: str, *about: object) -> str:
    """The id of a menu. Version 1."""
    return _id("c1", game_id, stamp, verb, about)


def form_id(game_id: int, stamp: int, verb: str, *about: object) -> str:
    """The id of a form. Version 1."""
    return _id("f1", game_id, stamp, verb, about)


def _id(kind: str, game_id: int, stamp: int, verb: str, about: tuple[object, ...]) -> str:
    id_ = ":".join(map(str, (kind, game_id, stamp, verb, *about)))
    assert len(id_) <= LONGEST_ID, id_
    return id_
