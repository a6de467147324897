"""A summary of stored data, the consequences of deleting it, and the post that a player has left."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.features.privacy.model import Departure
from bot.features.time_control.page import relieve
from bot.i18n.catalogue import Catalogue
from bot.i18n.names import Names
from bot.ui.page import Button, Embed, Page, TextFile, button_id
from storage import Json, counted_deadlines

FILE = "grognard-privacy.json"
MOST_GAMES = 10
"""Most games listed one by one before data is deleted."""


def summary(words: Catalogue, data: Json) -> Page:
    """The stored data of a user by kind, with buttons to export and delete it."""
    lines = list(_lines(words, data)) or [words("privacy.nothing")]
    text = "\n".join([words("privacy.text"), "", *lines, "", words("privacy.not")])
    get = Button(label=words("privacy.get"), id=button_id(0, 0, "exportme"))
    drop = Button(label=words("privacy.drop"), id=button_id(0, 0, "forgetme"))
    note = Embed(title=words("privacy.title"), text=text, footer=words("privacy.more"))
    return Page(embeds=(note,), rows=((get, drop),))


def _lines(words: Catalogue, data: Json) -> Iterable[str]:
    games = data["games"]
    if games:
        going = sum(1 for game in games if game["status"] != "over")
        yield words("privacy.games", n=len(games), going=going)
    counted = {
        "orders": sum(len(game["orders"]) for game in games),
        "battles": len(data.get("custom_battles", ())),
        "posts": len(data["letters"]) + sum(len(game.get("letters", ())) for game in games),
        **{
            name: len(data.get(name, ()))
            for name in ("drafts", "whatifs", "predictions", "tournaments", "vacations", "seekers", "ratings")
        },
    }
    yield from (words(f"privacy.{name}", n=n) for name, n in counted.items() if n)
    for player in data.get("players", ()):
        kept, missed = counted_deadlines(player["recent"], player["kept"], player["missed"])
        yield words("privacy.players", kept=kept, missed=missed)
    if data.get("tastes"):
        yield words("privacy.tastes")


def exported(words: Catalogue, text: str) -> Page:
    """All of it, as a file."""
    return Page(text=words("privacy.exported"), files=(TextFile(name=FILE, text=text),))


def sure(words: Catalogue, departures: Sequence[Departure]) -> Page:
    """What it means to be forgotten, and the button that does it."""
    lines = [_becomes(words, each) for each in departures[:MOST_GAMES]]
    if len(departures) > MOST_GAMES:
        lines.append(words("privacy.others", n=len(departures) - MOST_GAMES))
    text = "\n".join(
        [words("privacy.stays"), *([""] if lines else []), *lines, "", words("privacy.no_way_back")]
    )
    drop = Button(label=words("privacy.sure"), id=button_id(0, 0, "forgetme", "yes"), style="danger")
    return Page(embeds=(Embed(title=words("privacy.ask"), text=text, tone="refusal"),), rows=((drop,),))


def _becomes(words: Catalogue, each: Departure) -> str:
    """What becomes of one of their games."""
    names, record = Names(words, each.game), each.game.record
    key = "freed" if each.how == "left" and record.status == "lobby" else each.how
    sides = words.join_list([names.side(side) for side in each.sides])
    return words(f"privacy.{key}", title=names.title, channel=record.channel, sides=sides)


def deleted(words: Catalogue) -> Page:
    """That nothing is kept any more."""
    return Page(text=words("privacy.deleted"))


def gone(names: Names, body: Json) -> Page:
    """The public post that a player has left for good; buttons if a substitute is needed."""
    sides = [side for side in map(str, body["sides"]) if side in names.game.scenario.side_ids]
    player, words = names.person(int(body["user"])), names.words
    if not sides:
        return Page(text=words("privacy.gone", player=player))
    called = words.join_list([names.side(side) for side in sides])
    buttons = tuple(relieve(names, side) for side in sides)
    return Page(text=words("privacy.gone_wanted", player=player, sides=called), rows=(buttons,))
