"""Services that work on the games themselves; buttons that no what-if has are given these."""

from __future__ import annotations

from dataclasses import dataclass

from bot.features.advice.service import AdviceService
from bot.features.after_game.what_mattered import WhatMatteredService
from bot.features.agreements.draw import DrawOffers
from bot.features.agreements.pause import PauseOffers
from bot.features.agreements.undo_by_consent import UndoRequests
from bot.features.battles.service import BattleGallery
from bot.features.battles.try_out import TryOut
from bot.features.computer_player.demonstration import Demonstrations
from bot.features.custom_battles.server_battles import ServerBattles
from bot.features.dice.service import DiceService
from bot.features.event_games.service import EventGames
from bot.features.film.service import FilmService
from bot.features.help.service import HelpService
from bot.features.lessons.service import LessonService
from bot.features.lobby.finder import GameFinder
from bot.features.lobby.service import LobbyService
from bot.features.matches.service import Matches
from bot.features.moderation.service import ModerationService
from bot.features.my_games.service import MyGames
from bot.features.predictions.service import Predictions
from bot.features.preferences.service import Preferences
from bot.features.privacy.service import Privacy
from bot.features.ratings.service import RatingService
from bot.features.record.import_service import RecordImport
from bot.features.record.service import RecordService
from bot.features.replay.service import ReplayService
from bot.features.results.service import ResultList
from bot.features.time_control.absences import AbsenceService
from bot.features.time_control.service import ClockService
from bot.features.tournaments.decisions import Decisions
from bot.features.tournaments.seasons.service import SeasonService
from bot.features.tournaments.servers.service import TournamentServers
from bot.features.tournaments.service import TournamentService
from bot.play_services import PlayServices


@dataclass(frozen=True, slots=True, kw_only=True)
class GameServices:
    """The services that handlers of buttons use. `play` are those that a what-if has, too."""

    play: PlayServices
    clocks: ClockService
    predictions: Predictions
    my_games: MyGames
    lobbies: LobbyService
    finder: GameFinder
    gallery: BattleGallery
    server_battles: ServerBattles
    demonstrations: Demonstrations
    advice: AdviceService
    what_mattered: WhatMatteredService
    try_out: TryOut
    undo_requests: UndoRequests
    draw_offers: DrawOffers
    pause_offers: PauseOffers
    preferences: Preferences
    moderation: ModerationService
    event_games: EventGames
    result_list: ResultList
    lessons: LessonService
    help_service: HelpService
    privacy: Privacy
    dice_service: DiceService
    films: FilmService
    records: RecordService
    record_import: RecordImport
    replays: ReplayService
    absences: AbsenceService
    tournaments: TournamentService
    tournament_decisions: Decisions
    tournament_servers: TournamentServers
    seasons: SeasonService
    ratings: RatingService
    matches: Matches
