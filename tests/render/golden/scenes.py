"""What is kept as golden pictures: every layer by itself, each rulebook, each theme. Small pieces of maps."""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache, partial

from PIL import Image

import render
from engine.scenario import COUNTRIES, SITES
from engine.view import HexsideView, Outcome, Trail, View
from engine.view.front_line import with_front_line
from engine.view.overlays import OverlayRequest, look_with_overlays
from render.geometry.layout import Layout
from render.layers import PAGE_LAYERS
from tests.bot import sample_games
from tests.render import sample_colonial as colonial
from tests.render import sample_plans as plans
from tests.render import sample_views as views

BARE = frozenset({"relief", "grid"})
AROUND = {layer.__name__ for layer in PAGE_LAYERS}
"""The layers around the map: drawn without any ground."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """A picture to be kept: `layer` alone over next to nothing ("": all of them), `near` hexes of a hex."""

    view: Callable[[], View]
    centre: str
    layer: str = ""
    near: int = 2
    theme: str = "light"
    symbols: str = "nato"
    margin: bool = False
    radius: float = 40.0
    """Pixels from a hex's middle to a corner."""

    def drawn(self, *, without: bool = False) -> Image.Image:
        """The picture (RGB) as a player gets it; `without` the layer it is about."""
        view = self.view()
        crop = view.grid.within(self.centre, self.near)
        around = self.layer in AROUND
        under = set() if around else BARE - {self.layer}
        layers = frozenset(under if without else {*under, self.layer})
        data = render.draw(
            view, _caption(view), theme=self.theme, symbols=self.symbols, crop=crop, radius=self.radius,
            layers=layers if self.layer else None, size=render.BOX if around else None, margin=self.margin,
        )  # fmt: skip
        picture = Image.open(io.BytesIO(data)).convert("RGB")
        if around or not self.layer:
            return picture
        left, top, right, bottom = Layout.of_map(view.grid, crop, self.radius).framed(0, 0).map_box
        return picture.crop((round(left), round(top), round(right), round(bottom)))


def _caption(view: View) -> render.Caption:
    sides = {f"side/{side}": name["en"] for side, name in view.sides}
    sides |= {"outcome/retreat": "retreats", "outcome/gone": "destroyed"}
    return colonial.caption() if view.sides == colonial.SIDES else plans.caption(**sides)


def choosing() -> View:
    """A unit with targets to choose from, and hexes under fire in its reach."""
    marks = {"0508": "42%", "0309": "7%"}
    return replace(views.marching(), chances=marks, danger=frozenset({"0307", "0408", "0409"}))


def placing() -> View:
    """Both sides set up, each in a zone of its own."""
    view = views.field()
    zones = {"blue": view.grid.within("0504", 1), "orange": view.grid.within("0805", 1)}
    return replace(view, setup=zones)


def waiting() -> View:
    """Two archers of Takeda wait to fire into fields that overlap."""
    view = plans.board()
    near = view.grid.within("0304", 2) - view.grid.within("0304", 1)
    return replace(view, fields_of_fire={"yumi-1": near, "teppo-1": frozenset({"0405", "0305"})})


def barred() -> View:
    """The upland printed as contours: two lines where it rises, three where it is steep. Felled trees."""
    view, names = views.field(), ("", "double_contour", "triple_contour")
    rises = (replace(s, contour=names[min(2, s.slope)], slope=0) for s in view.hexsides if s.slope)
    felled = (("0604", "0605"), ("0604", "0705"), ("0505", "0506"))
    trees = (HexsideView(low=a, high=b, abattis=True) for a, b in felled)
    return replace(view, hexsides=(*rises, *trees))


def touching() -> View:
    """Three pairs of enemies in contact, and two pursuits that wait for an answer."""
    pursuits = (("I/5", ("0805", "0905")), ("I/4", ("0607", "0707", "0807")))
    return replace(
        views.rich(), zones={}, trails=(), shots=(),
        contacts=(("0806", "0906"), ("0806", "0907"), ("0809", "0909")),
        proposed_moves=tuple(Trail(unit=u, side="blue", path=path, manner="pursuit") for u, path in pursuits),
    )  # fmt: skip


def beaten() -> View:
    """A fight just over: one unit gave way, one died, one lost strength and held."""
    units = (
        views.counter("a", "blue", "infantry", "0605", "I"),
        views.counter("b", "orange", "infantry", "0705", "A"),
        views.counter("c", "orange", "infantry", None, "A"),
        views.counter("d", "blue", "infantry", "0504", "I"),
    )
    return replace(
        views.field(), counters=units, objectives=(),
        trails=(Trail(unit="b", side="orange", path=("0605", "0705"), manner="retreat"),),
        outcomes=(
            Outcome(unit="d", side="blue", hex="0504", lost=2),
            Outcome(unit="b", side="orange", hex="0605", lost=1, fate="retreat"),
            Outcome(unit="c", side="orange", hex="0606", lost=3, fate="gone"),
        ),
    )  # fmt: skip


def fronted() -> View:
    """The line between two armies that touch."""
    return with_front_line(replace(views.rich(), zones={}))


def encamped() -> View:
    """One of every site but the fence."""
    view, kinds = (
        views.field(),
        dict(zip(("0404", "0504", "0604", "0405", "0505", "0605", "0506"), SITES, strict=False)),
    )
    return replace(view, hexes={h: replace(seen, site=kinds.get(h, "")) for h, seen in view.hexes.items()})


def in_country(country: str) -> View:
    """A village as that country builds it."""
    return replace(views.field(), country=country)


def crossing() -> View:
    """Infantry in hand between two friends whose hexes it may cross."""
    friends = frozenset({"0505", "0704"})
    return replace(
        views.stepping(), selected="I/2", steps={"0504": 2, "0505": 3, "0704": 4}, passing=friends,
        closed=frozenset(), charges_by_step=(),
    )  # fmt: skip


def lettered() -> View:
    """A unit in hand: the letters of the directions, of two hexes farther off, and of one that is held."""
    return replace(views.stepping(), letters={"0307": "NW", "0407": "NE", "0308": "W", "0508": "E",
                   "0409": "SW", "0309": "A", "0606": "B", "0608": "K"})  # fmt: skip


def heated() -> View:
    """Losses of many games around a village."""
    return replace(views.field(), heat={"0605": 1.0, "0505": 0.6, "0604": 0.3, "0706": 0.1})


@cache
def shipped(name: str) -> View:
    """A shipped battle after some orders of two computer players, with all that a spectator sees."""
    game, events = sample_games.game_after(name, 40)
    return look_with_overlays(game.system, game.scenario, game.state, OverlayRequest(), "", events[-40:])


LAYERS: Mapping[str, tuple[Callable[[], View], str]] = {
    "relief": (views.field, "0702"), "ground": (views.field, "0302"), "farmland": (views.field, "0505"),
    "paddies": (plans.board, "1103"), "slopes": (views.field, "0702"), "courses": (plans.board, "0805"),
    "water": (views.field, "0904"), "roads": (views.field, "0605"), "texture": (views.field, "0302"),
    "villages": (views.field, "0605"), "grid": (views.field, "0505"), "rim": (views.field, "0101"),
    "heat": (heated, "0605"),
    "numbers": (views.field, "0505"), "setup": (placing, "0604"), "entries": (views.entering, "1504"),
    "reach": (views.marching, "0408"), "sight": (views.sighting, "0808"), "zones": (views.rich, "0706"),
    "front_line": (fronted, "0706"),
    "fighters": (views.choosing, "0806"), "objectives": (views.field, "0605"),
    "crossings": (views.field, "0904"), "names": (views.field, "0605"), "costs": (views.marching, "0408"),
    "supports": (views.choosing, "0806"), "fields": (waiting, "0304"), "plans": (plans.planning, "0605"),
    "command": (views.commanding, "0606"), "path": (views.walking, "0507"), "trails": (views.rich, "1007"),
    "frames": (views.choosing, "0806"), "selection": (views.marching, "0408"),
    "steps": (views.stepping, "0408"), "counters": (views.rich, "0808"), "unled": (views.commanding, "0408"),
    "halts": (plans.carried_out, "0506"), "menaces": (views.stepping, "0508"),
    "fire": (views.rich, "0806"), "intents": (plans.planning, "0305"), "shots": (views.rich, "0806"),
    "clashes": (views.choosing, "0806"),
    "flags": (views.field, "0605"), "shooting": (views.sighting, "0909"), "prices": (views.walking, "0507"),
    "contours": (barred, "0702"), "abattis": (barred, "0605"), "contacts": (touching, "0807"),
    "flights": (beaten, "0605"), "ghosts": (beaten, "0605"), "results": (beaten, "0605"),
    "sites": (encamped, "0505"),
    "passing": (crossing, "0605"), "proposals": (touching, "0807"),
    "letters": (lettered, "0408"), "chances": (choosing, "0408"), "danger": (choosing, "0408"),
    "aspects": (colonial.facing, "0404"), "walls": (colonial.board, "0607"),
    "header": (views.rich, "0808"), "legend": (views.rich, "0808"), "inset": (views.rich, "0808"),
    "beside_map": (views.rich, "0808"),
}  # fmt: skip
"""Where each layer has something to show: a view, and the hex in the middle of its picture."""

SCENES: Mapping[str, Scene] = {
    **{
        name: Scene(view=view, centre=at, layer=name, margin=name == "beside_map")
        for name, (view, at) in LAYERS.items()
    },
    **{f"theme-{name}": Scene(view=views.choosing, centre="0807", theme=name) for name in render.THEMES},
    "morne-plaine": Scene(view=lambda: shipped("ormes"), centre="0707"),
    "art-of-tactic": Scene(view=lambda: shipped("kurokawa"), centre="0707", symbols="period"),
    "pousse-pion": Scene(view=lambda: shipped("gue"), centre="0604"),
    "desastre-colonial": Scene(view=lambda: shipped("isandlwana"), centre="1007", symbols="period"),
    **{
        f"village-{country}": Scene(
            view=partial(in_country, country), centre="0605", layer="villages", near=1, radius=48.0
        )
        for country in COUNTRIES[1:]
    },
    "orders": Scene(view=plans.planning, centre="0405", symbols="period"),
    **{
        f"colonial-{name}": Scene(view=colonial.board, centre="0606", near=3, theme=name, symbols="period")
        for name in render.THEMES
    },
    "colonial-line": Scene(view=colonial.board, centre="0505", layer="counters", near=1, radius=40.0),
    "colonial-square": Scene(view=colonial.board, centre="0604", layer="counters", near=1, radius=40.0),
    "colonial-arc": Scene(view=colonial.bearing, centre="0708", layer="sight", near=3),
    "colonial-radius": Scene(view=colonial.leading, centre="0505", layer="command", near=3),
    "colonial-rout": Scene(view=colonial.routing, centre="0908", layer="flights"),
    "colonial-flight": Scene(view=colonial.routing, centre="0605", layer="proposals"),
}
ALONE = tuple(name for name, scene in SCENES.items() if scene.layer)
"""The pictures of one layer over next to nothing."""
