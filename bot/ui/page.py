"""The page model, independent of Discord: text, notes, one picture, buttons, menus."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from engine.view import View
from render.caption import Caption
from render.page.luck_chart import Chart
from render.page.share_card import Card

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
    """A framed text. `tone` is "", a side, "lesson", "refusal" or "victory"; `cause` are rule and reason of a
    refusal."""

    title: str = ""
    text: str = ""
    footer: str = ""
    tone: str = ""
    cause: tuple[str, str] = ("", "")


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """A picture to be drawn, and the words that say the same. `crop`: only these hexes (None: all).

    `theme` and `symbols` are words of `render`; `most` is the largest file in bytes (None: any size). `fixed`
    names what was asked for this time, whatever the reader prefers; `describe` gives a long description;
    `card` sets the picture into a card, without its own title and legend.
    """

    view: View
    caption: Caption
    alt: str
    crop: frozenset[str] | None = None
    theme: str = "light"
    symbols: str = "nato"
    most: int | None = None
    name: str = "map.png"
    card: Card | None = None
    fixed: frozenset[str] = field(default=frozenset(), compare=False)
    describe: Callable[[], str] | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class ChartImage:
    """A chart to be drawn, and the words that say the same; arguments as of Picture."""

    chart: Chart
    alt: str
    theme: str = "light"
    most: int | None = None
    name: str = "chart.png"
    fixed: frozenset[str] = field(default=frozenset(), compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class TextFile:
    """A text file."""

    name: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """A message. `rows` are menus and rows of buttons; `pings` are the users it may notify."""

    text: str = ""
    embeds: tuple[Embed, ...] = ()
    picture: Picture | ChartImage | None = None
    rows: tuple[Menu | tuple[Button, ...], ...] = field(default=())
    pings: tuple[int, ...] = ()
    files: tuple[TextFile, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """A form with one large field; `text` stands in it already, `hint` while it is empty."""

    id: str
    title: str
    label: str
    hint: str
    text: str
    longest: int


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
