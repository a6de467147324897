"""The pairings of py4swiss, an independent implementation of the same edition of C.04.3."""

from __future__ import annotations

from collections.abc import Mapping

from py4swiss.engines.common import PairingError
from py4swiss.engines.dutch import Engine
from py4swiss.trf import ParsedTrf
from py4swiss.trf.codes import PlayerCode
from py4swiss.trf.results import ColorToken, ResultToken, RoundResult
from py4swiss.trf.sections import PlayerSection, XSection

from league.model import ByeKind, Line, Result, Side, Tournament

BYES = {
    ByeKind.ALLOCATED: ResultToken.PAIRING_ALLOCATED_BYE,
    ByeKind.HALF: ResultToken.HALF_POINT_BYE,
    ByeKind.ZERO: ResultToken.ZERO_POINT_BYE,
}
SIDES = {Side.FIRST: ColorToken.WHITE, Side.SECOND: ColorToken.BLACK}


def theirs(tournament: Tournament, requested: Mapping[int, ByeKind]) -> list[tuple[int, int]] | None:
    """First and second side of each game as published, (number, 0) for the bye; None for no pairing."""
    number = len(tournament.rounds) + 1
    away = {e.number for e in tournament.entrants if not e.active(number)} | {*requested}
    trf = ParsedTrf(
        player_sections=[
            PlayerSection(
                code=PlayerCode.PLAYER,
                starting_number=entrant.number,
                points_times_ten=5 * tournament.score(entrant.number),
                rank=entrant.number,
                results=[_result(line) for line in tournament.records[entrant.number]],
            )
            for entrant in sorted(tournament.entrants, key=lambda entrant: entrant.number)
        ],
        x_section=XSection(number_of_rounds=tournament.planned_rounds, zeroed_ids=away),
    )
    trf.x_section.configuration.first_round_color = tournament.initial_side is Side.FIRST
    try:
        return [(pairing.white, pairing.black) for pairing in Engine.generate_pairings(trf)]
    except PairingError:
        return None


def _result(line: Line) -> RoundResult:
    if line.opponent is None or line.side is None or line.result is None:
        token = BYES[line.bye] if line.bye else ResultToken.ZERO_POINT_BYE
        return RoundResult(id=0, color=ColorToken.BYE_OR_NOT_PAIRED, result=token)
    token = ResultToken.FORFEIT_WIN if line.forfeit_win else ResultToken.FORFEIT_LOSS
    if line.played:
        token = ResultToken.WIN if line.won else ResultToken.LOSS
        token = ResultToken.DRAW if line.result is Result.DRAW else token
    return RoundResult(id=line.opponent, color=SIDES[line.side], result=token)
