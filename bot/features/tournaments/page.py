"""Pages of tournaments: the card in the channel, pairings, standings, what the buttons answer."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from bot.features.my_games.summaries import link
from bot.features.time_control.page import stamp
from bot.features.tournaments import standings_page
from bot.features.tournaments import words as tournament_words
from bot.features.tournaments.paging import BID, EXTEND, paged, part_of_blocks, press, turning
from bot.features.tournaments.running.deadlines import EXTENDED
from bot.features.tournaments.state import bids
from bot.features.tournaments.state.event import Event, OpenGame
from bot.features.tournaments.teams import page as team_page
from bot.features.tournaments.words import numbered, result
from bot.i18n.catalogue import Catalogue
from bot.i18n.names import plain
from bot.ui.component_press import parse_int
from bot.ui.league.tables import points
from bot.ui.page import Button, Embed, Page, button_id
from league.model import ByeKind
from storage import EntrantRecord, PairingRecord, TournamentDecision, TournamentGame, departed

ON_CARD = 16
"""Pairings or entrants named on the card."""
LEADERS = 5


# --- the card ----------------------------------------------------------------------------------------------


def card(words: Catalogue, event: Event, now: datetime, *, here: int = 0, home: str = "") -> Page:
    """The status message of a tournament on the server that holds it, called `home`, or `here`, on one that
    follows it."""
    guest = here not in (0, event.home)
    if event.status == "signup":
        lines, rows = _signup(words, event, now, guest=guest)
    elif event.status == "cancelled":
        lines, rows = [words("tournament.cancelled")], ()
    else:
        lines, rows = _playing(words, event, here or event.home, home)
    head = words("tournament.head", title=tournament_words.title(event))
    about = f"-# {tournament_words.about(words, event)}"
    tone = "victory" if event.status == "over" else "lesson" if event.status == "signup" else "blue"
    if not event.terms.bracket:
        about = f"{about}\n-# {standings_page.order(words, event)}"
    if len(event.channels) > 1:
        about = f"{about}\n-# {_servers(words, event, here or event.home, home)}"
    return Page(text="\n".join([head, about, *lines]), rows=rows, tone=tone)


def _servers(words: Catalogue, event: Event, here: int, home: str) -> str:
    """Which servers play: where it is held, seen from one that follows it; else which ones follow it."""
    if here != event.home:
        return words("across.held_by", server=tournament_words.server(words, event, event.home, home))
    others = [tournament_words.server(words, event, guild) for guild in event.channels if guild != here]
    return words("across.followed_by", servers=words.join_list(others))


def _signup(
    words: Catalogue, event: Event, now: datetime, *, guest: bool
) -> tuple[list[str], tuple[tuple[Button, ...], ...]]:
    terms = event.terms
    inside, waiting = event.listed()
    lines = [_window(words, event, now)]
    if terms.check_in:
        lines.append(_check_in(words, event, now))
    key = "squad.entrants" if terms.boards else "tournament.entrants"
    lines += ["", words(key, n=len(inside), most=terms.most)]
    if inside:
        lines.append(_named(words, event, inside))
    if waiting:
        lines.append(words("tournament.waiting", names=_named(words, event, waiting)))
    enter = team_page.enter(words, event) if terms.boards else press(event, words, "join", style="primary")
    presses = [enter] if terms.open_at(now) else []
    presses += [press(event, words, "check")] if terms.check_in_open_at(now) else []
    presses.append(press(event, words, "leave"))
    start = () if guest else (press(event, words, "start", style="success"),)
    return lines, ((*presses, *start),)


def _window(words: Catalogue, event: Event, now: datetime) -> str:
    closes = event.terms.closes
    if closes is None:
        return words("tournament.open")
    key = "tournament.open_until" if event.terms.open_at(now) else "tournament.closed"
    return words(key, when=stamp(closes, "R"))


def _check_in(words: Catalogue, event: Event, now: datetime) -> str:
    terms = event.terms
    if not terms.check_in_open_at(now) and terms.check_in_opens is not None:
        return words("tournament.check_in_from", when=stamp(terms.check_in_opens, "R"))
    n = sum(e.checked_in for e in event.stored.entrants)
    return words("tournament.check_in_now", n=n)


def _named(words: Catalogue, event: Event, entrants: Sequence[EntrantRecord]) -> str:
    """The names of entrants, as many as there is room for."""
    marked = [_marked(words, event, e) for e in entrants[:ON_CARD]]
    if len(entrants) > ON_CARD:
        marked.append(words("alt.more", n=len(entrants) - ON_CARD))
    return " · ".join(marked)


def _marked(words: Catalogue, event: Event, entrant: EntrantRecord) -> str:
    name = tournament_words.entrant(words, entrant)
    if event.terms.boards:
        name = team_page.counted(words, event, entrant)
    return words("tournament.here", name=name) if event.terms.check_in and entrant.checked_in else name


def _playing(
    words: Catalogue, event: Event, here: int, home: str
) -> tuple[list[str], tuple[tuple[Button, ...], ...]]:
    lines, guest = _trouble(words, event, here, home), here != event.home
    over = event.status == "over"
    if over:
        lines += standings_page.podium(words, event)
    elif event.round_over and not event.complete:
        lines.append(words("tournament.round_done", round=event.round))
    elif event.deadline is not None:
        lines.append(words("tournament.until", round=event.round, when=stamp(event.deadline, "R")))
    if (closing := bids.closing(event)) is not None and not over:
        lines.append(words("tournament.bid_until", when=stamp(closing, "R")))
    pairings = [line(words, event, p, here) for p in event.rounds[-1].pairings] if event.rounds else []
    lines += ["", words("tournament.round", round=event.round), *pairings[:ON_CARD]]
    if len(pairings) > ON_CARD:
        lines.append(words("alt.more", n=len(pairings) - ON_CARD))
    if not over and not event.terms.bracket and event.round > 1:
        lines += ["", words("tournament.leading"), *_leaders(words, event)]
    looks = (press(event, words, "pairings", event.round), press(event, words, "standings"))
    if over:
        return lines, (looks,)
    acts = [press(event, words, "leave"), *(() if guest else (organise(words, event),))]
    if bids.unsettled(event):
        acts.insert(0, bid_button(words, event))
    if event.deadline is not None and not guest:
        acts.append(Button(label=words("tournament.press.extend"), id=button_id(0, 0, EXTEND, event.id)))
    if event.round_over and not event.complete and not guest:
        acts.insert(0, press(event, words, "pair", event.round + 1, style="success"))
    return lines, (looks, tuple(acts))


def bid_button(words: Catalogue, event: Event) -> Button:
    """The button with which players bid for a side of their game."""
    return Button(label=words("tournament.press.bid"), id=button_id(0, 0, BID, event.id), style="primary")


def organise(words: Catalogue, event: Event) -> Button:
    """The button that shows organisers all games under way, and decides them."""
    return Button(label=words("tournament.press.organise"), id=button_id(0, 0, "events", event.id, 0))


def _trouble(words: Catalogue, event: Event, here: int, home: str) -> list[str]:
    """What keeps games from being opened."""
    if event.status != "playing" or not event.stored.record.trouble:
        return []
    reason, *said = event.stored.record.trouble.split()
    if not said:
        return [words("tournament.trouble")]
    missing = words.join_list([words.get(f"permission.{name}", name) for name in said])
    where = parse_int(reason.partition(":")[2] or str(event.home))
    if where == here:
        return [words("tournament.trouble_missing", missing=missing)]
    called = tournament_words.server(words, event, where, home)
    return [words("across.trouble", server=called, missing=missing)]


def _leaders(words: Catalogue, event: Event) -> list[str]:
    rows = event.standings()[:LEADERS]
    return [
        words(
            "tournament.leader",
            rank=r.rank,
            name=numbered(words, event, r.entrant),
            score=points(r.score),
        )
        for r in rows
    ]


# --- pairings ----------------------------------------------------------------------------------------------


def line(words: Catalogue, event: Event, pairing: PairingRecord, here: int = 0) -> str:
    """A pairing with its result, or where it is played, seen `here`, on a server of the tournament."""
    first = numbered(words, event, pairing.first)
    if pairing.second is None:
        return words(f"tournament.bye.{ByeKind(pairing.bye)}", board=pairing.board, name=first)
    decided = event.result_of(pairing)
    facts = {
        "board": pairing.board,
        "first": first,
        "second": numbered(words, event, pairing.second),
        "result": result(words, decided),
        "where": " ".join(
            _place(words, event, game, here) for game in pairing.games if decided.result is None
        ),
    }
    if event.terms.boards and decided.result is None:
        facts["where"] = team_page.so_far(words, event, pairing)
    shown = words("tournament.pairing", **facts).rstrip()
    return f"{shown} {tournament_words.gives(words, event, pairing)}".rstrip()


def _place(words: Catalogue, event: Event, game: TournamentGame, here: int) -> str:
    if game.result:
        return ""
    if game.channel is not None:
        guild = game.server or event.home
        if guild == (here or event.home):
            return f"<#{game.channel}>"
        return words("across.elsewhere", link=link(guild, game.channel))
    if game.opened is not None:
        return words("tournament.stuck")
    return words("across.apart" if game.apart is not None else "tournament.soon")


def pairings(words: Catalogue, event: Event, number: int, at: int = 0, here: int = 0) -> Page:
    """The pairings of a round with their games, then what organisers decided about it: a page of that, seen
    `here`, on one of the event's servers."""
    if not event.rounds:
        return Page(text=words("tournament.no_rounds"))
    number = min(max(1, number), event.round)
    every = event.rounds[number - 1].pairings
    blocks = [[line(words, event, each, here), *_games(words, event, each, number)] for each in every]
    blocks += [[f"-# {decided(words, event, each)}"] for each in event.stored.log if each.round == number]
    lines, at, last = part_of_blocks(blocks, at)
    title = words("tournament.pairings_of", round=number, title=tournament_words.bare_title(event))
    turn = [press(event, words, "pairings", n) for n in (number - 1, number + 1) if 0 < n <= event.round]
    rows = ((*turn,),) if turn else ()
    return Page(
        embeds=(Embed(title=title, text="\n".join(lines), footer=paged(words, at, last)),),
        rows=(*rows, *turning(words, event, at, last, "pairings", number)),
    )


def decided(words: Catalogue, event: Event, decision: TournamentDecision) -> str:
    """What an organiser has decided about a round, or about an entrant during it, with the reason."""
    facts = {"who": words("marshal.someone") if departed(decision.by) else f"<@{decision.by}>"}
    if decision.act == EXTENDED:
        facts["when"] = stamp(datetime.fromisoformat(decision.value))
    elif decision.value:
        facts["name"] = numbered(words, event, int(decision.value))
    why = words("tournament.why", reason=plain(decision.reason, 200))
    return words(f"tournament.decided.{decision.act}", why=why, **facts)


def _games(words: Catalogue, event: Event, pairing: PairingRecord, number: int) -> list[str]:
    """How a pairing was decided, where there is more to say than its result."""
    lines = []
    for game in pairing.games:
        if event.terms.boards and (not game.result or (game.how == "engine" and not game.reason)):
            lines.append(team_page.board(words, event, OpenGame(round=number, pairing=pairing, game=game)))
            continue
        if not game.result or (len(pairing.games) == 1 and game.how == "engine" and not game.reason):
            continue
        first, second = event.people(OpenGame(round=number, pairing=pairing, game=game))
        lines.append(
            words(
                "tournament.game",
                first=tournament_words.player(words, first),
                second=tournament_words.player(words, second),
                result=words(f"tournament.result.{game.result}"),
                margin=f"{game.margin:+d}",
                how=words(f"tournament.how.{game.how}"),
                why=words("tournament.why", reason=plain(game.reason, 200)) if game.reason else "",
            )
        )
    return lines
