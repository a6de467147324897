"""The words around a replay: title, players, names of units, labels of the page."""

from __future__ import annotations

from bot.core.game import Game
from bot.i18n.catalogue import Catalogue
from bot.i18n.names import Names, bare
from bot.reports.result_text import outcome
from render.replay import LABELS, ReplayText
from storage import departed


def replay_text(words: Catalogue, game: Game, viewer: str) -> ReplayText:
    """The words of the replay of a game, as a viewer may know it."""
    names = Names(words, game.seen(viewer))
    sides = {side: names.side(side) for side in game.scenario.side_ids}
    played = " · ".join(
        words("replay.player", side=called, player=_player(names, side)) for side, called in sides.items()
    )
    ended = outcome(names)
    now = words("replay.so_far", turn=game.state.turn, turns=game.scenario.turns)
    return ReplayText(
        title=names.title,
        subtitle=f"{played} · {ended or now}",
        language=words.language,
        units={id_: names.full(id_) for id_ in {**game.scenario.counters, **names.game.state.units}},
        sides=sides,
        labels={name: words(f"replay.{name}", n="{n}", of="{of}") for name in LABELS},
    )


def _player(names: Names, side: str) -> str:
    """Who plays a side, as they called themselves."""
    seats = names.game.seats(side)
    if seats[0].bot or seats[0].user is None:
        return names.player(side)
    called = (
        names.called(seat.user) if seat.user is not None and departed(seat.user) else bare(seat.name)
        for seat in seats
    )
    return names.words.join_list(list(called))
