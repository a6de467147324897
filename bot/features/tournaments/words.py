"""Words that the pages of a tournament share: entrants, scores, results, the line of its terms."""

from __future__ import annotations

import scenarios
from bot.core.game import Game
from bot.features.moderation.page import ADJUDICATED, ruled
from bot.features.tournaments.state import results
from bot.features.tournaments.state.event import Event
from bot.features.tournaments.state.terms import ROBINS, Terms
from bot.i18n.catalogue import Catalogue
from bot.i18n.names import Names, bare, plain
from bot.ui.league.tables import points
from league.model import Pairing, Result
from storage import BoardRecord, EntrantRecord, MemberRecord, PairingRecord, departed
from storage.personal_columns import departed_letter

LONGEST_TITLE = 60
"""Characters of a tournament's name."""


def entrant(words: Catalogue, record: EntrantRecord) -> str:
    """The name of an entrant; who has deleted their data has a letter."""
    if departed(record.user):
        return words("player.gone", letter=departed_letter(record.user))
    return plain(record.name)


def bare_entrant(words: Catalogue, record: EntrantRecord) -> str:
    """The name of an entrant, where Markdown does not apply."""
    return entrant(words, record) if departed(record.user) else bare(record.name)


def numbered(words: Catalogue, event: Event, number: int) -> str:
    """The name of an entrant, by number."""
    return entrant(words, event.numbered[number])


def player(words: Catalogue, person: EntrantRecord | BoardRecord | MemberRecord | None) -> str:
    """The name of a player of a game; a team may have no one for a board."""
    if person is None:
        return words("squad.no_one")
    return (
        words("player.gone", letter=departed_letter(person.user))
        if departed(person.user)
        else plain(person.name)
    )


def server(words: Catalogue, event: Event, guild: int, home: str = "") -> str:
    """What a server of a tournament is called; `home` is the name of the one that holds it, "" where that is
    not known."""
    names = {s.guild: s.name for s in event.stored.servers} | {event.home: home}
    return plain(names.get(guild, "")) or words("across.a_server")


def result(words: Catalogue, pairing: Pairing) -> str:
    """A result as a table shows it: "1–0", of a match between teams by the points on its boards."""
    if pairing.result is None:
        return words("tournament.versus")
    if pairing.result.played and any(pairing.boards):
        first, second = map(points, pairing.boards)
        return words("squad.result", first=first, second=second)
    return words(f"tournament.result.{pairing.result}")


def sides(words: Catalogue, terms: Terms) -> tuple[str, str]:
    """What the two sides of the battle are called."""
    if terms.battle not in scenarios.all():
        return words("tournament.first_side"), words("tournament.second_side")
    first, second = scenarios.load(terms.battle).side_ids[:2]
    return words(f"side.{first}.name"), words(f"side.{second}.name")


def gives(words: Catalogue, event: Event, pairing: PairingRecord) -> str:
    """Who gives whom how many points for their side; "" for no one."""
    handicap = next((game.handicap for game in pairing.games if game.handicap), 0)
    if not handicap or pairing.second is None:
        return ""
    giver = pairing.first if handicap > 0 else pairing.second
    return words("tournament.gives", name=numbered(words, event, giver), n=abs(handicap))


def handicap(names: Names, points: int) -> tuple[str, ...]:
    """What the handicap of a game means for how it stands now: the first side gives the second so many
    `points`, below 0 the second the first. Nothing without a handicap."""
    return (_handicap(names, points, "handicap_now"),) if points else ()


def handicap_at_end(names: Names, points: int) -> tuple[str, ...]:
    """What the handicap of a game made of its result. Nothing without a handicap."""
    if not points:
        return ()
    end = results.of_end(names.game, points)
    if end is None or end[2] != results.ENGINE or by_score(names.game):
        key = "handicap_counted" if by_score(names.game) else "handicap_without"
        return (_handicap(names, points, key),)
    won = {Result.FIRST_WINS: 0, Result.SECOND_WINS: 1}.get(end[0])
    side = "" if won is None else names.side(names.game.scenario.side_ids[won])
    return (_handicap(names, points, "handicap_won" if side else "handicap_drawn", winner=side),)


def by_score(game: Game) -> bool:
    """Whether a game was ended by its score, or by an evaluation that counts it, because its time was up."""
    rulings = (noted for entry in reversed(game.active_entries) if (noted := ruled(entry)) is not None)
    facts = next((noted.facts for noted in rulings if noted.facts["act"] == ADJUDICATED), {})
    return bool(facts.get("by_score") or facts.get("by_computer"))


def _handicap(names: Names, points: int, key: str, winner: str = "") -> str:
    game = names.game
    first, second = game.scenario.side_ids[:2]
    giver, taker = (first, second) if points > 0 else (second, first)
    scores = game.system.display.scores(game.scenario, game.state)
    now = int(scores.get(giver, 0))
    return names.words(
        f"tournament.{key}",
        side=names.side(giver),
        other=names.side(taker),
        n=abs(points),
        counted=now - abs(points),
        score=int(scores.get(taker, 0)),
        winner=winner,
    )


def title(event: Event) -> str:
    """The name of a tournament, escaped."""
    return plain(event.stored.record.name, LONGEST_TITLE)


def bare_title(event: Event) -> str:
    """The name of a tournament, where Markdown does not apply."""
    return bare(event.stored.record.name, LONGEST_TITLE)


def battle(words: Catalogue, terms: Terms) -> str:
    """The name of the battle."""
    if terms.battle not in scenarios.all():
        return terms.battle
    return words.localized(scenarios.load(terms.battle).title)


def about(words: Catalogue, event: Event) -> str:
    """The terms in one line."""
    terms = event.terms
    said = [words(f"tournament_format.{terms.format}")]
    if terms.format == "swiss" and (event.round or terms.rounds):
        said.append(words("tournament.rounds", n=event.planned_rounds if event.round else terms.rounds))
    elif terms.format in ROBINS and event.round:
        said.append(words("tournament.rounds", n=event.planned_rounds))
    said.append(battle(words, terms))
    said += [words("squad.boards", n=terms.boards)] if terms.boards else []
    said += [words("tournament.duplicate")] if terms.duplicate else []
    said += [words("tournament.clock", clock=terms.clock)] if terms.clock else []
    said += [words("tournament.bidding", n=terms.bid_hours)] if terms.bid_hours else []
    said += [] if terms.rated else [words("tournament.unrated")]
    said.append(words("tournament.public" if terms.public_dice else "tournament.sealed"))
    return " · ".join(said)


def podium_points(words: Catalogue, score: str) -> str:
    """A score below a name, like "1½ pts"."""
    return words(
        "tournament.podium_point" if score in ("½", "1") else "tournament.podium_points", score=score
    )
