"""Metrics of the running bot for Prometheus. None of them identifies a person or a game."""

from __future__ import annotations

from collections.abc import Mapping

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector
from prometheus_client.exposition import generate_latest

SECONDS = (0.05, 0.1, 0.25, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 5.0, 10.0, 30.0)
SHARD = ("shard",)
"""The label of what is told of each shard of this process; 0 where there is only one."""
QUICK = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0)


class Metrics:
    """One set of measures."""

    def __init__(self) -> None:
        self._registry = registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        self.acknowledged = Histogram(
            "grognard_acknowledgement_seconds",
            "From a press or a command until Discord has our acknowledgement; Discord waits for three",
            buckets=SECONDS,
            registry=registry,
        )
        self.answered = Histogram(
            "grognard_answer_seconds",
            "From a press or a command until its answer is on Discord",
            buckets=SECONDS,
            registry=registry,
        )
        self.late = Counter(
            "grognard_late_interactions",
            "Interactions that came too late to be obeyed",
            registry=registry,
        )
        self.refused = Counter(
            "grognard_refusals",
            "Orders refused, by rule and reason",
            ("rule", "reason"),
            registry=registry,
        )
        self.failed = Counter(
            "grognard_failures",
            "Interactions that failed because of a bug, by kind of error",
            ("kind",),
            registry=registry,
        )
        self.stumbled = Counter(
            "grognard_stumbles",
            "Bugs in background work, by kind of work",
            ("task",),
            registry=registry,
        )
        self.turned_away = Counter(
            "grognard_turned_away",
            "Refused calls that Discord counts (401, 403, 429)",
            ("status",),
            registry=registry,
        )
        self.drawing_times = Histogram(
            "grognard_render_seconds",
            "Time to draw a picture, including the wait for the drawing process",
            buckets=SECONDS,
            registry=registry,
        )
        self.undrawn = Counter(
            "grognard_undrawn_pictures", "Pictures that could not be drawn", registry=registry
        )
        self.committed = Histogram(
            "grognard_commit_seconds",
            "Time to write a transaction to disk (fsync)",
            buckets=QUICK,
            registry=registry,
        )
        self.writes_waiting = Gauge(
            "grognard_writes_waiting",
            "Transactions and games that wait for a connection of this process to the database",
            registry=registry,
        )
        self.writes_age = Gauge(
            "grognard_writes_age_seconds",
            "How long the first of them has waited",
            registry=registry,
        )
        self.given_up = Counter(
            "grognard_letters_given_up", "Posts that could not be made at all", registry=registry
        )
        self.lag = Gauge(
            "grognard_loop_lag_seconds",
            "How late the event loop ran at worst in the last minute",
            registry=registry,
        )
        self.pictures = Gauge(
            "grognard_pictures_waiting",
            "Pictures that this process draws, has asked workers for, or waits to draw",
            registry=registry,
        )
        self.jobs_asked = Counter(
            "grognard_jobs_asked",
            "Pictures and orders of the computer player that other processes were asked for: found or here",
            ("kind", "result"),
            registry=registry,
        )
        self.jobs_waiting = Gauge(
            "grognard_jobs_waiting",
            "Jobs of the queue that wait or are being done, of all processes together",
            ("kind",),
            registry=registry,
        )
        self.job_workers = Gauge(
            "grognard_job_workers", "Workers of the queue, by kind of job", ("kind",), registry=registry
        )
        self.jobs_done = Counter(
            "grognard_jobs_done",
            "Jobs that this worker has done, or failed to do",
            ("kind", "result"),
            registry=registry,
        )
        self.job_times = Histogram(
            "grognard_job_seconds",
            "Time that this worker took for a job",
            ("kind",),
            buckets=SECONDS,
            registry=registry,
        )
        self.waiting = Gauge(
            "grognard_outbox_letters", "Posts waiting to be sent, by shard", SHARD, registry=registry
        )
        self.oldest = Gauge(
            "grognard_outbox_age_seconds",
            "How long the oldest post has waited, by shard",
            SHARD,
            registry=registry,
        )
        self.deadline_lag = Gauge(
            "grognard_deadline_lag_seconds",
            "How long the oldest deadline or reminder has been due, by shard",
            SHARD,
            registry=registry,
        )
        self.heartbeat = Gauge(
            "grognard_heartbeat_age_seconds",
            "Since Discord last answered a heartbeat, by shard",
            SHARD,
            registry=registry,
        )
        self.connected = Gauge(
            "grognard_connected", "Whether Discord is connected, by shard: 1 or 0", SHARD, registry=registry
        )
        self.shards = Gauge("grognard_shards", "Shards that this process has of several", registry=registry)
        self.playing = Gauge("grognard_games_playing", "Games under way", registry=registry)

    def of_shards(self, samples: Mapping[Gauge, Mapping[int, float]]) -> None:
        """Tell these values of these gauges, by shard, and of no other shard."""
        for gauge, values in samples.items():
            gauge.clear()
            for shard, value in values.items():
                gauge.labels(shard=str(shard)).set(value)

    def of_jobs(self, samples: Mapping[Gauge, Mapping[str, int]]) -> None:
        """Tell these values of these gauges, by kind of job, and of no other kind."""
        for gauge, values in samples.items():
            gauge.clear()
            for kind, value in values.items():
                gauge.labels(kind=kind).set(value)

    def text(self) -> bytes:
        """All of it, in Prometheus' text format."""
        return generate_latest(self._registry)
