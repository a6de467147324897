"""The shared picture card with its text, the line above it, and the answer to its author."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bot.features.after_game import page as after_game_page
from bot.features.after_game.course_of_game import course_of_game
from bot.features.sharing.headline import headline, leader
from bot.features.sharing.public_moments import FILM, SCORE, STANDINGS, Moment
from bot.i18n.catalogue import Catalogue
from bot.i18n.names import Names, bare, plain
from bot.reports import event_lines
from bot.reports.map_picture import LONGEST_ALT, picture_of, view_of
from bot.reports.result_text import outcome
from bot.ui.button_rows import apart
from bot.ui.page import ChartImage, Embed, FilmImage, Page, Picture
from bot.ui.plain_text import aside, plainly
from engine.view import View
from engine.view.overlays import OverlayRequest
from render import crops
from render.card import Card

LONGEST_CAPTION = 200
MOST_LINES = 5
LONGEST_NAMES = 40


def page(
    words: Catalogue,
    moment: Moment,
    what: str,
    *,
    name: str,
    caption: str = "",
    made: FilmImage | ChartImage | None = None,
) -> Page:
    """The post: who shares what of which game, in their own words if they had any, and the card, or the film
    or standings that were `made`."""
    names = Names(words, moment.game.seen(""))
    told = headline(names, moment)
    facts = {"name": plain(name), "title": names.title, "channel": f"<#{moment.game.record.channel}>"}
    view = view_of(names, "", (), OverlayRequest())
    text = [words("sharing.headline", headline=told), *filter(None, [leader(names, dict(view.scores))])]
    text.append(words(f"sharing.post_{what}", **facts))
    if caption:
        text.append(words("sharing.caption", text=plain(caption, LONGEST_CAPTION)))
    if what in (FILM, STANDINGS):
        return Page(text="\n".join(text), picture=made)
    if what == SCORE:
        chart = after_game_page.course_chart(names, course_of_game(moment.game))
        return Page(text="\n".join(text), picture=chart or picture(names, moment, "map", name))
    return Page(text="\n".join(text), picture=picture(names, moment, what, name))


def picture(names: Names, moment: Moment, what: str, name: str) -> Picture:
    """The card: the map as everybody sees it, where it happened, and what came of it."""
    view = view_of(names, "", moment.recent, OverlayRequest())
    view = replace(view, zones={}, clashes=tuple(c for c in view.clashes if not c.odds))
    base = picture_of(names, view, (crops.last_fights if what == "fight" else crops.action)(view))
    lines = list(_lines(names, moment))
    card = Card(
        title=headline(names, moment),
        sub=names.words("sharing.sub", title=names.title, when=when(names, moment, what)),
        sides=tuple((side, _side(names, view, side)) for side, _ in view.sides),
        lines=tuple(lines[:MOST_LINES]) if what != "map" else (),
        foot=(names.words("sharing.by", name=bare(name)), names.words("sharing.foot")),
        order=names.game.scenario.side_ids,
    )
    alt = [names.words("sharing.alt_sides", sides=apart(names.words, [text for _, text in card.sides]))]
    if what == "map":
        alt = [base.alt, *alt]
    else:
        happened = [f"{text}." for _, text in card.lines]
        alt = [f"{card.title}. {card.sub}.", *happened, *alt, *_near(names, base)]
    return replace(base, card=card, alt=" ".join(alt)[:LONGEST_ALT], name="share.png")


def when(names: Names, moment: Moment, what: str) -> str:
    """Turn and phase, and whose they were."""
    words, then = names.words, moment.before
    if what == "map" and names.game.state.result is not None:
        return outcome(names)
    phase = moment.stretch.stage or then.phase
    facts = {"turn": then.turn or 1, "turns": names.game.scenario.length, "phase": names.phase(phase)}
    if moment.stretch.stage or not then.player:
        return words("caption.sub_all", **facts)
    return words("caption.sub", side=names.side(then.player), **facts)


def _side(names: Names, view: View, side: str) -> str:
    """A side, who plays it, its points."""
    player = names.player(side).replace("\\", "")
    facts = {"side": names.side(side), "player": player[:LONGEST_NAMES], "n": view.scores.get(side, 0)}
    return names.words("sharing.side" if any(view.scores.values()) else "sharing.side_pointless", **facts)


def _lines(names: Names, moment: Moment) -> Iterator[tuple[str, str]]:
    """What happened, each with the side whose sign it bears; the end of the game first."""
    if names.game.state.result is not None:
        yield "", outcome(names)
    signs = {names.sign(side): side for side in names.game.scenario.side_ids}
    for line in event_lines.lines(names, [e for e in moment.recent if not e.only], numbers=False):
        if not aside(line) and (text := plainly(names.words, line)):
            yield next((side for sign, side in signs.items() if line.startswith(sign)), ""), text


def _near(names: Names, picture: Picture) -> Iterator[str]:
    """The counters that the card shows, in a sentence."""
    counters = [c for c in picture.view.counters if c.hex and (picture.crop is None or c.hex in picture.crop)]
    for side, _ in picture.view.sides:
        units = [f"{names.unit(c.id)} {c.hex}" for c in counters if c.side == side]
        if units:
            yield names.words("sharing.alt_units", side=names.side(side), units=apart(names.words, units))


def shared(words: Catalogue, channel: int) -> Page:
    """Told to the one who shares."""
    return Page(embeds=(Embed(text=words("sharing.done", channel=f"<#{channel}>")),))
