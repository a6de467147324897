"""Pages about the servers of a tournament: codes, who follows, players without a server in common."""

from __future__ import annotations

from datetime import datetime

from bot.features.time_control.page import stamp
from bot.features.tournaments import words as tournament_words
from bot.features.tournaments.paging import press
from bot.features.tournaments.state.event import Event, OpenGame
from bot.i18n.catalogue import Catalogue
from bot.ui.page import Button, Page, button_id
from storage import departed

VERB = "across"


def invitation(words: Catalogue, event: Event, code: str, until: datetime) -> Page:
    """To an organiser: a code, and what to do with it."""
    title = tournament_words.title(event)
    return Page(text=words("across.invitation", code=code, title=title, when=stamp(until, "R")))


def follows(words: Catalogue, event: Event) -> Page:
    """To a moderator: that their server follows a tournament."""
    return Page(text=words("across.follows", title=tournament_words.title(event)))


def sure_to_unfollow(words: Catalogue, event: Event, guild: int) -> Page:
    """To those who let a server follow no more: what that means, and the button that does it."""
    facts = {"server": tournament_words.server(words, event, guild), "n": under_way(event, guild)}
    text = words("across.sure", title=tournament_words.title(event), **facts)
    id_ = button_id(0, 0, VERB, "unfollow", event.id, guild)
    return Page(text=text, rows=((Button(label=words("across.press.unfollow"), id=id_, style="danger"),),))


def unfollowed(words: Catalogue, event: Event, guild: int) -> Page:
    """To those who have let a server follow no more."""
    server = tournament_words.server(words, event, guild)
    return Page(text=words("across.done", server=server, title=tournament_words.title(event)))


def servers(words: Catalogue, event: Event, home: str, codes: int | None, *, most: int) -> Page:
    """The servers of a tournament; with `codes` for organisers, who see how many could still be used."""
    lines = [words("across.list", title=tournament_words.title(event))]
    lines.append(words("across.holds", server=tournament_words.server(words, event, event.home, home)))
    for server in event.stored.servers:
        key = "across.left" if server.left is not None else "across.since"
        when = stamp(server.left or server.since, "d")
        facts = {"server": tournament_words.server(words, event, server.guild), "when": when}
        lines.append(words(key, n=under_way(event, server.guild), **facts))
    if codes is None:
        return Page(text="\n".join(lines))
    lines.append(words("across.codes", n=codes, most=most))
    id_ = button_id(0, 0, VERB, "codes", event.id)
    withdraw = Button(label=words("across.press.codes"), id=id_, disabled=not codes)
    return Page(text="\n".join(lines), rows=((withdraw,),))


def under_way(event: Event, guild: int) -> int:
    """How many games of a tournament are being played on a following server."""
    return sum(g.game.server == guild and g.game.game is not None for g in event.open_games())


# --- posts -------------------------------------------------------------------------------------------------


def followed_post(words: Catalogue, event: Event, guild: int) -> Page:
    """The post that a server follows the tournament."""
    server = tournament_words.server(words, event, guild)
    return Page(text=words("across.followed_post", server=server, title=tournament_words.title(event)))


def unfollowed_post(words: Catalogue, event: Event, guild: int, *, at_home: bool, lost: bool) -> Page:
    """The post that a server follows the tournament no more: at home to the organiser."""
    title, n = tournament_words.title(event), under_way(event, guild)
    if not at_home:
        return Page(text=words("across.unfollowed_here", title=title, n=n))
    key = "across.lost" if lost else "across.unfollowed_post"
    text = words(key, server=tournament_words.server(words, event, guild), title=title, n=n)
    owner = event.stored.record.owner
    return Page(text=text) if departed(owner) else Page(text=f"<@{owner}> {text}", pings=(owner,))


def apart_post(words: Catalogue, event: Event, open_: OpenGame, *, at_home: bool) -> Page | None:
    """The post that players have no server in common; None once that is settled."""
    if open_.game.result or open_.game.opened is not None or open_.game.apart is None:
        return None
    people = [person for person in event.people(open_) if person is not None]
    called = [person.user for person in people if not departed(person.user)]
    owner = event.stored.record.owner
    called += [owner] if at_home and not departed(owner) and owner not in called else []
    mentions = " ".join(f"<@{user}>" for user in called)
    first, second = (tournament_words.player(words, person) for person in event.people(open_))
    text = words(
        "across.apart_post",
        players=mentions,
        first=first,
        second=second,
        round=open_.round,
        title=tournament_words.title(event),
    )
    again = Button(label=words("across.press.again"), id=button_id(0, 0, VERB, "again", event.id))
    looks = press(event, words, "pairings", open_.round)
    return Page(text=text, rows=((again, looks),), pings=(*called,))
