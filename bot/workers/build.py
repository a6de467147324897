"""Build the workers and subscribe each to what wakes it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import discord

from bot.beacon.client import BeaconClient
from bot.computer_player.thinking_process import ThinkingProcess
from bot.connection.timeouts import Timeouts
from bot.connection.wake_signal import WakeSignal
from bot.features.tournaments.running.progress import Progress
from bot.runtime.metrics import Metrics
from bot.services import Services
from bot.ui.outbox_page_set import OutboxPageSet
from bot.workers.checked_games import CheckedGames
from bot.workers.computer_player import ComputerPlayer
from bot.workers.deadline_scheduler import DeadlineScheduler
from bot.workers.films.turn_films import TurnFilms
from bot.workers.league.matchmaker import Matchmaker
from bot.workers.league.missing_results import MissingResults
from bot.workers.league.rating_worker import RatingWorker
from bot.workers.league.tournaments import TournamentWorker
from bot.workers.outbox_page_registry import LanguageIn, OutboxPages
from bot.workers.outbox_sender import OutboxSender
from bot.workers.ping_cleanup import TurnPings
from bot.workers.public_dice import PublicDiceWorker
from bot.workers.report_pages import report_pages
from bot.workers.shards.heard import Heard
from bot.workers.status_messages import StatusMessages


@dataclass(frozen=True, slots=True, kw_only=True)
class Workers:
    """What happens without being asked."""

    outbox_sender: OutboxSender
    turn_films: TurnFilms
    turn_pings: TurnPings
    status_messages: StatusMessages
    computer_player: ComputerPlayer
    deadlines: DeadlineScheduler
    checked_games: CheckedGames
    public_dice: PublicDiceWorker
    missing_results: MissingResults
    tournaments: TournamentWorker
    ratings: RatingWorker
    matchmaker: Matchmaker
    heard: Heard


def build_workers(
    services: Services,
    *,
    beacon: BeaconClient,
    thinking: ThinkingProcess,
    channel: Callable[[int], discord.PartialMessageable],
    largest_file: Callable[[int], int],
    language_in: LanguageIn,
    outbox_pages: Sequence[OutboxPageSet],
    calm: float,
    lock_step: float,
    demo_pace: float,
    steady: Callable[[], float],
    metrics: Metrics,
    timeouts: Timeouts,
    wake_signal: WakeSignal,
) -> Workers:
    """The workers, not yet started. `beacon` gives the rounds of public dice; the computer player
    thinks in `thinking`. `calm`: seconds between two
    edits of a status message; `lock_step`: after how many seconds, or a multiple, the computer player locks
    secret orders; `demo_pace`: seconds after each report of a demonstration; `steady` counts seconds."""
    games, lost = services.games, services.lost_permissions
    pages = OutboxPages(games, language_in, [*outbox_pages, report_pages()])
    outbox_sender = OutboxSender(
        games, services.interactions, channel, largest_file, pages, lost, timeouts, wake_signal
    )
    turn_films = TurnFilms(
        games, services.interactions, outbox_sender, largest_file, pages, lost, timeouts, metrics, wake_signal
    )
    turn_pings = TurnPings(games, channel, lost, timeouts, metrics, wake_signal)
    status_messages = StatusMessages(
        games, services.permissions, language_in, lost, calm, timeouts, metrics, wake_signal
    )
    computer_player = ComputerPlayer(games, timeouts.pause, metrics, lock_step, thinking, pace=demo_pace)
    deadlines = DeadlineScheduler(games, steady, 5 * timeouts.pause, metrics, services.membership.absent)

    public_dice = PublicDiceWorker(games, beacon, timeouts.pause, metrics, wake_signal)

    events = services.tournaments.events
    progress = Progress(
        events, services.tournaments.rounds, services.tournaments.game_decisions, services.threads
    )
    tournaments = TournamentWorker(games, progress, language_in, timeouts.pause, metrics, wake_signal)
    events.subscribe(tournaments.wake, status_messages.wake_tournament, lambda _: outbox_sender.wake())

    working = (computer_player.busy, deadlines.busy, status_messages.games.busy, turn_pings.rounds.busy)
    checked_games = CheckedGames(
        games.store,
        lambda game_id: any(busy(game_id) for busy in working),
        deadlines.moment,
        deadlines.noted,
    )
    deadlines.subscribe(checked_games.looked)
    lost.subscribe(outbox_sender.wake_channel, turn_pings.wake_channel, status_messages.wake_channel)
    lost.subscribe(tournaments.wake_channel)
    outbox_sender.subscribe(turn_films.wake, turn_pings.wake, status_messages.wake, public_dice.wake)
    services.server_settings.subscribe(status_messages.wake_server)
    services.membership.subscribe(deadlines.wake, status_messages.wake, lambda _: tournaments.wake_soon())
    games.subscribe(outbox_sender.wake, computer_player.wake, services.what_ifs.on_game_changed)
    games.subscribe(deadlines.wake_for)
    games.subscribe_to_doubt(lambda: deadlines.wake(None))
    games.subscribe(turn_pings.wake, status_messages.wake, public_dice.wake, tournaments.wake_game)
    missing_results = MissingResults(games, metrics, finished=lambda: ratings.wake())
    ratings = RatingWorker(games.store, lambda: missing_results.done, metrics)
    games.subscribe(ratings.wake)
    matchmaker = Matchmaker(games, timeouts.pause, metrics)
    services.finder.subscribe(matchmaker.wake)
    heard = Heard(games, metrics, outbox_sender, computer_player, ratings, tournaments, status_messages)
    games.store.subscribe_foreign(heard.heard)
    return Workers(
        outbox_sender=outbox_sender,
        turn_films=turn_films,
        turn_pings=turn_pings,
        status_messages=status_messages,
        computer_player=computer_player,
        deadlines=deadlines,
        checked_games=checked_games,
        public_dice=public_dice,
        missing_results=missing_results,
        ratings=ratings,
        matchmaker=matchmaker,
        tournaments=tournaments,
        heard=heard,
    )
