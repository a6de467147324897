"""Ratings in words: a player's, a server's table, two players against each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

import scenarios
from bot.i18n.catalogue import Catalogue
from bot.i18n.names import bare
from bot.ui.league.charts import rating_picture
from bot.ui.league.tables import table_pictures
from bot.ui.page import Button, ChartImage, Choice, Embed, Menu, Page, button_id, menu_id
from league.ratings import NEWCOMER, OVERALL, PROVISIONAL_GAMES, Rating, chance
from render.league.records import Column, Row
from storage import GameResult, ResultPlayer, departed
from storage.personal_columns import departed_letter
from storage.queries.league.results import Record

ALL_RULEBOOKS = "*"
"""The pool of all rulebooks, as a menu and an option name it."""
LISTED = 15
"""Players in a server's table."""
LAST = 6
"""Games listed on a page."""
FEWEST_DRAWN = 2
"""Rated games in a pool from which its line is drawn."""
MOST_NAMED = 3
"""Players of a side who are named."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerRatings:
    """What is known of a player: ratings by pool, games won, lost and drawn, the last results that the asker
    may see, and by how much each changed the overall rating; for a picture their `name` and, by pool, when
    the rating was what, oldest first. `waiting` results are still to be counted."""

    user: int
    ratings: Mapping[str, Rating]
    record: Record
    results: Sequence[GameResult]
    changes: Mapping[int, int]
    name: str = ""
    histories: Mapping[str, Sequence[tuple[datetime, Rating]]] = field(default_factory=dict)
    waiting: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A line of a server's table."""

    place: int
    user: int
    rating: Rating


def pool_name(words: Catalogue, pool: str) -> str:
    """What a pool of ratings is called: a rulebook's title."""
    if pool == OVERALL:
        return words("rating.overall")
    return words.localized(scenarios.rulebook(pool)["title"])


def player(words: Catalogue, about: PlayerRatings, *, own: bool) -> Page:
    """The ratings of a player, and their last games."""
    text = [words("rating.of", who=mention(about.user))]
    pools = sorted(about.ratings, key=lambda pool: (pool != OVERALL, pool))
    text += [_line(words, pool_name(words, pool), about.ratings[pool]) for pool in pools]
    if pools:
        text.append(words("rating.record", **_record(about.record)))
    else:
        text.append(words("rating.none_own" if own else "rating.none"))
    text += _waiting(words, about.waiting)
    notes = [Embed(title=words("rating.title"), text="\n".join(text), footer=_how(words))]
    if about.results:
        lines = [_game(words, result, about.user, about.changes) for result in about.results]
        notes.append(Embed(title=words("rating.last"), text="\n".join(lines)))
    return Page(embeds=tuple(notes), picture=_chart(words, about, pools), rows=((_to_table(words),),))


def _chart(words: Catalogue, about: PlayerRatings, pools: Sequence[str]) -> ChartImage | None:
    """The ratings over time; with one rulebook only, the overall rating would be the same line."""
    shown = [pool for pool in pools if len(about.histories.get(pool, ())) >= FEWEST_DRAWN]
    shown = shown[1:] if len(pools) == 2 else shown
    if not shown:
        return None
    lines = [(pool_name(words, pool), about.histories[pool]) for pool in shown]
    return rating_picture(words, player=bare(about.name), pools=lines)


def _line(words: Catalogue, name: str, rating: Rating) -> str:
    facts = {"pool": name, "rating": rating.shown, "margin": rating.margin, "n": rating.games}
    if rating.provisional:
        return words("rating.provisional", more=PROVISIONAL_GAMES - rating.games, **facts)
    return words("rating.line", **facts)


def _record(record: Record) -> dict[str, int]:
    return {"won": record.won, "lost": record.lost, "drawn": record.drawn}


def _waiting(words: Catalogue, waiting: int) -> list[str]:
    return [words("rating.waiting", n=waiting)] if waiting else []


def _how(words: Catalogue) -> str:
    return words("rating.how", n=PROVISIONAL_GAMES)


def _game(words: Catalogue, result: GameResult, user: int, changes: Mapping[int, int]) -> str:
    """A game of a player in one line: how it ended for them, against whom, which battle, when."""
    sides = result.sides_of(user)
    others = [p for p in result.players if p.seated and p.side not in sides]
    facts = {
        "battle": battle_title(words, result.battle),
        "when": when(result.finished),
        "who": _people(words, others),
    }
    text = words(f"rating.game_{_outcome(result, sides)}", **facts)
    if result.unrated:
        return text + words("rating.unrated", why=words(f"rating.why.{result.unrated}"))
    if result.game not in changes:
        return text
    return text + words("rating.change", change=f"{changes[result.game]:+d}".replace("-", "−"))


def _outcome(result: GameResult, sides: Sequence[str]) -> str:
    if len(sides) > 1:
        return "alone"
    if result.drawn:
        return "drawn"
    if not result.winner:
        return "stopped"
    return "won" if result.winner in sides else "lost"


def _people(words: Catalogue, players: Sequence[ResultPlayer]) -> str:
    named = [_person(words, player) for player in players[:MOST_NAMED]]
    more = len(players) - len(named)
    return words.join_list([*named, *([f"+{more}"] if more else [])]) if players else words("player.nobody")


def _person(words: Catalogue, player: ResultPlayer) -> str:
    if player.bot:
        return words("player.partner")
    if player.user is None:
        return words("player.nobody")
    if departed(player.user):
        return words("player.gone", letter=departed_letter(player.user))
    return mention(player.user)


def battle_title(words: Catalogue, battle: str) -> str:
    """The title of a battle; one that a player sent has no title here."""
    if battle not in scenarios.all():
        return words("rating.own_battle")
    return words.localized(scenarios.load(battle).title)


def mention(user: int) -> str:
    """A player as Discord shows them. It notifies no one: answers are to one person."""
    return f"<@{user}>"


def when(at: datetime) -> str:
    """A day as Discord shows it."""
    return f"<t:{int(at.timestamp())}:d>"


# --- a server's table --------------------------------------------------------------------------------------


def table(
    words: Catalogue,
    pool: str,
    pools: Sequence[str],
    places: Sequence[Place],
    me: Place | None,
    waiting: int,
    names: Mapping[int, str] | None = None,
) -> Page:
    """The best players of a server in a pool, as a picture and in lines, and the asker's own place where it
    is not among them. `names` by user are for the picture."""
    lines = [_place(words, place) for place in places] or [words("rating.no_one", n=PROVISIONAL_GAMES)]
    if me is not None and all(place.user != me.user for place in places):
        lines += ["…", _place(words, me)]
    lines += _waiting(words, waiting)
    title = words("rating.table", pool=pool_name(words, pool))
    note = Embed(title=title, text="\n".join(lines), footer=_how(words))
    choices = tuple(
        Choice(label=pool_name(words, each), value=each or ALL_RULEBOOKS, chosen=each == pool)
        for each in pools
    )
    own = Button(label=words("button.own_rating"), id=button_id(0, 0, "rating"))
    menu = (Menu(id=menu_id(0, 0, "ratingtable"), hint=words("rating.choose"), choices=choices),)
    picture = _table_picture(words, pool, places, names or {}) if places else None
    return Page(embeds=(note,), picture=picture, rows=(*(menu if len(choices) > 1 else ()), (own,)))


def _table_picture(
    words: Catalogue, pool: str, places: Sequence[Place], names: Mapping[int, str]
) -> ChartImage:
    columns = (
        Column(label=words("league.rank"), kind="rank"),
        Column(label=words("league.player"), kind="name"),
        Column(label=words("rating.column"), kind="number"),
        Column(label="±", kind="number"),
        Column(label=words("rating.column_games"), kind="number"),
    )
    rows = [
        Row(
            cells=(
                str(place.place),
                bare(names.get(place.user, "")) or words("player.nobody"),
                str(place.rating.shown),
                str(place.rating.margin),
                str(place.rating.games),
            )
        )
        for place in places
    ]
    (picture, *_) = table_pictures(
        words,
        title=words("rating.picture"),
        sub=pool_name(words, pool),
        columns=columns,
        rows=rows,
        medals=True,
        name="ratings",
    )
    return picture


def _place(words: Catalogue, place: Place) -> str:
    rating = place.rating
    facts = {"rating": rating.shown, "margin": rating.margin, "n": rating.games}
    return words("rating.place", place=place.place, who=mention(place.user), **facts)


def _to_table(words: Catalogue) -> Button:
    return Button(label=words("button.rating_table"), id=button_id(0, 0, "ratingtable", ALL_RULEBOOKS))


# --- two players -------------------------------------------------------------------------------------------


def versus(
    words: Catalogue,
    users: tuple[int, int],
    ratings: tuple[Rating | None, Rating | None],
    results: Sequence[GameResult],
    *,
    everywhere: bool,
) -> Page:
    """Two players against each other: games won by each, and the last ones; `everywhere`: on all servers."""
    one, two = users
    against = [r for r in results if not set(r.sides_of(one)) & set(r.sides_of(two))]
    won = sum(r.winner in r.sides_of(one) for r in against)
    lost = sum(r.winner in r.sides_of(two) for r in against)
    drawn = sum(r.drawn for r in against)
    facts = {"one": mention(one), "two": mention(two)}
    text = [words("rating.versus", **facts)]
    text.append(words("rating.versus_games" if everywhere else "rating.versus_here", n=won + lost + drawn))
    if won + lost + drawn:
        text.append(words("rating.versus_score", won=won, lost=lost, drawn=drawn, **facts))
    if all(rating is not None for rating in ratings):
        percent = round(100 * chance(*(rating or NEWCOMER for rating in ratings)))
        text.append(words("rating.chance", percent=percent, **facts))
    notes = [Embed(title=words("rating.versus_title"), text="\n".join(text))]
    if against:
        lines = [_game(words, result, one, {}) for result in against[:LAST]]
        notes.append(Embed(title=words("rating.versus_last"), text="\n".join(lines)))
    return Page(embeds=tuple(notes))
