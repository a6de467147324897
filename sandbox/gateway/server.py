"""The gateway: sessions that outlive their sockets, and the bot's open sockets.

Sending never waits: frames go into a queue that one task per socket empties. So whatever changes
the world and tells of it does both without another task coming between.
"""

import asyncio
import contextlib
import json
import secrets
import socket
import struct
from collections import deque
from collections.abc import Callable
from typing import Any

from aiohttp import WSMsgType, web

from sandbox.gateway.compression import Compressor, compressor
from sandbox.gateway.intents import filter_event
from sandbox.model import objects
from sandbox.model.state import State

Json = dict[str, Any]

ACK_AFTER = 0.05
"""Seconds. discord.py notes when a heartbeat was sent only after sending it: an answer that is quicker than
that is taken for the answer to the one before, and the bot complains of a slow gateway."""
DISPATCH, HEARTBEAT, IDENTIFY, PRESENCE, VOICE = 0, 1, 2, 3, 4
RESUME, RECONNECT, MEMBERS, INVALID_SESSION, HELLO, ACK = 6, 7, 8, 9, 10, 11

WINDOW = 3.0
"""Seconds for the first answer to an interaction."""
HISTORY = 2000
"""Events a session can replay."""


class Connection:
    """One open socket. Frames are sent in order by `drain`."""

    def __init__(self, socket: web.WebSocketResponse, compress: Compressor) -> None:
        self.socket = socket
        self.compress = compress
        self.frames: asyncio.Queue[Json | bytes | None] = asyncio.Queue()
        self.session: Session | None = None
        self.transport: asyncio.BaseTransport | None = None
        self.sending: Callable[[Json], None] = lambda frame: None
        self.deaf = False
        """Open, and nothing comes or goes any more: a fault."""

    def send(self, op: int, body: Any, name: str | None = None, sequence: int | None = None) -> None:
        """Queue one frame."""
        if not self.deaf:
            self.frames.put_nowait({"op": op, "d": body, "t": name, "s": sequence})

    async def drain(self) -> None:
        """Send what is queued until the socket is gone."""
        while (frame := await self.frames.get()) is not None:
            try:
                if isinstance(frame, bytes):
                    await self.socket.send_bytes(frame)
                    continue
                text = json.dumps(frame)
                self.sending(frame)
                packed = self.compress(text.encode())
                await (self.socket.send_str(text) if packed is None else self.socket.send_bytes(packed))
            except (ConnectionError, RuntimeError):
                return


class Session:
    """What a bot identified as, the events it was told, and the socket it has now, if any."""

    def __init__(self, shard: tuple[int, int], intents: int) -> None:
        self.id = secrets.token_hex(16)
        self.shard = shard
        self.intents = intents
        self.sequence = 0
        self.history: deque[tuple[int, str, Json]] = deque(maxlen=HISTORY)
        self.connection: Connection | None = None

    def serves(self, guild: str | None) -> bool:
        """Whether a guild's events are this shard's; direct messages are shard 0's."""
        return self.shard[0] == (0 if guild is None else (int(guild) >> 22) % self.shard[1])

    def tell(self, name: str, body: Json) -> None:
        """Number an event, remember it for a resume, send it when the socket is open."""
        self.sequence += 1
        self.history.append((self.sequence, name, body))
        if self.connection is not None:
            self.connection.send(DISPATCH, body, name, self.sequence)

    def replay(self, after: int) -> None:
        """Send again what came after a sequence number."""
        assert self.connection is not None
        for sequence, name, body in list(self.history):
            if sequence > after:
                self.connection.send(DISPATCH, body, name, sequence)


class Gateway:
    """All sessions. `up`, `refuse_resumes`, `spoils` and the methods after `dispatch` are for tests."""

    def __init__(self, state: State, token: str, join_delay: float) -> None:
        self.state = state
        self.token = token
        self.join_delay = join_delay
        self.heartbeat_interval = 41_250
        self.url = ""
        self.resume_url = ""
        self.sessions: dict[str, Session] = {}
        self.connections: set[Connection] = set()
        self.received: deque[Json] = deque(maxlen=10_000)
        self.identifies = 0
        self.resumes = 0
        self.shards = 1
        self.max_concurrency = 1
        self.pace = 0.0
        """Seconds between two IDENTIFYs of shards that differ by a multiple of `max_concurrency`."""
        self._introduced: dict[int, float] = {}
        self.up = True
        self.refuse_resumes: list[bool] = []
        """Each answers one RESUME with INVALID_SESSION and this flag."""
        self.rewind = 0
        """So many events before what a bot resumes from are sent it again."""
        self.spoils: dict[str, Callable[[Json], Any]] = {}
        """What becomes of the next READY, RESUMED or GUILD_CREATE of a new session, by its name."""
        self.on_presence_change: Callable[[], None] = lambda: None
        self.sending: Callable[[Json], None] = lambda frame: None
        """Hears of each frame just before it is on its way: for those who measure."""
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def online(self) -> bool:
        """Whether a bot is connected and identified."""
        return any(c.session is not None for c in self.connections)

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """Hold one socket from HELLO to its end."""
        if not self.up:
            return web.Response(status=503)
        opened = web.WebSocketResponse(max_msg_size=1 << 24, compress=False)
        await opened.prepare(request)
        connection = Connection(opened, compressor(request.query.get("compress")))
        connection.transport = request.transport
        connection.sending = self.sending
        self.connections.add(connection)
        sender = asyncio.create_task(connection.drain())
        connection.send(HELLO, {"heartbeat_interval": self.heartbeat_interval, "_trace": []})
        try:
            async for frame in opened:
                if frame.type not in (WSMsgType.TEXT, WSMsgType.BINARY):
                    break
                await self._receive(connection, frame.data)
        finally:
            self._gone(connection, opened.close_code)
            sender.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await sender
        return opened

    def dispatch(self, name: str, body: Json, guild: str | None) -> bool:
        """Tell every session that wants the event; whether any of them is connected."""
        delivered = False
        for session in list(self.sessions.values()):
            if not session.serves(guild):
                continue
            fitting = filter_event(name, body, session.intents, guild, self.state.bot["id"])
            if fitting is not None:
                session.tell(name, fitting)
                delivered = delivered or (session.connection is not None and not session.connection.deaf)
        return delivered

    def reconnect(self) -> None:
        """Ask every bot to reconnect (op 7)."""
        for connection in self.connections:
            connection.send(RECONNECT, None)

    def invalidate(self, *, resumable: bool) -> None:
        """Tell every bot its session is invalid (op 9); forget it unless resumable."""
        for connection in self.connections:
            connection.send(INVALID_SESSION, resumable)
            if not resumable and connection.session is not None:
                self.sessions.pop(connection.session.id, None)
                connection.session = None

    async def close(self, code: int = 1001) -> None:
        """Close every socket with a code; the sessions can be resumed."""
        for connection in list(self.connections):
            if connection.session is not None:
                connection.session.connection = None
                connection.session = None  # the good-bye is ours: the session lives on
            await connection.socket.close(code=code)

    def abort(self) -> None:
        """Cut every socket's connection without a word."""
        for connection in list(self.connections):
            if isinstance(connection.transport, asyncio.WriteTransport):
                connection.transport.abort()

    def reset(self) -> None:
        """Cut every socket's connection with a reset (RST)."""
        for connection in list(self.connections):
            if (transport := connection.transport) is not None:
                linger = struct.pack("ii", 1, 0)
                transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
        self.abort()

    def fall_silent(self) -> None:
        """Leave every socket open and say nothing more on it, heartbeats included."""
        for connection in self.connections:
            connection.deaf = True

    def send_raw(self, frame: bytes) -> None:
        """Send every bot a frame as it is."""
        for connection in self.connections:
            connection.frames.put_nowait(frame)

    async def _receive(self, connection: Connection, data: str | bytes) -> None:
        if connection.deaf:
            return
        try:
            frame = json.loads(data)
            op, body = frame["op"], frame.get("d")
        except (ValueError, KeyError, TypeError):
            await connection.socket.close(code=4002, message=b"Error while decoding payload.")
            return
        self.received.append(frame)
        if op == HEARTBEAT:
            asyncio.get_running_loop().call_later(ACK_AFTER, connection.send, ACK, None)
        elif op == IDENTIFY:
            await self._identify(connection, body)
        elif op == RESUME:
            await self._resume(connection, body)
        elif connection.session is None:
            await connection.socket.close(code=4003, message=b"Not authenticated.")
        elif op == MEMBERS:
            self._members(connection.session, body)
        elif op not in (PRESENCE, VOICE):
            await connection.socket.close(code=4001, message=b"Unknown opcode.")

    async def _identify(self, connection: Connection, body: Json) -> None:
        self.identifies += 1
        if str(body.get("token", "")).removeprefix("Bot ") != self.token:
            await connection.socket.close(code=4004, message=b"Authentication failed.")
            return
        if connection.session is not None:
            await connection.socket.close(code=4005, message=b"Already authenticated.")
            return
        shard = body.get("shard") or [0, 1]
        if not 0 <= shard[0] < shard[1]:
            await connection.socket.close(code=4010, message=b"Invalid shard.")
            return
        bucket, now = shard[0] % self.max_concurrency, asyncio.get_running_loop().time()
        if now - self._introduced.get(bucket, -self.pace) < self.pace:
            connection.send(INVALID_SESSION, False)
            return
        self._introduced[bucket] = now
        session = Session((shard[0], shard[1]), body.get("intents", 0))
        self.sessions[session.id] = session
        self._attach(session, connection)
        guilds = [g for g in self.state.records.guilds if session.serves(g)]
        known = [g for g in guilds if self.state.is_member_of(g)]
        session.tell("READY", self._spoilt("READY", self._ready(session, known)))
        for guild in known:
            payload = guild_create(self.state, guild, session) | {"unavailable": False}
            session.tell("GUILD_CREATE", self._spoilt("GUILD_CREATE", payload))
        newcomers = [g for g in guilds if g not in known]
        if newcomers:
            self._later(self._join(session, newcomers))
        self.on_presence_change()

    async def _resume(self, connection: Connection, body: Json) -> None:
        self.resumes += 1
        if str(body.get("token", "")).removeprefix("Bot ") != self.token:
            await connection.socket.close(code=4004, message=b"Authentication failed.")
            return
        session = self.sessions.get(body.get("session_id", ""))
        if self.refuse_resumes:
            resumable = self.refuse_resumes.pop(0)
            if not resumable and session is not None:
                del self.sessions[session.id]
            connection.send(INVALID_SESSION, resumable)
            return
        if session is None:
            connection.send(INVALID_SESSION, False)
            return
        if (body.get("seq") or 0) > session.sequence:
            await connection.socket.close(code=4007, message=b"Invalid seq.")
            return
        self._attach(session, connection)
        session.replay((body.get("seq") or 0) - self.rewind)
        for sequence, name, event in session.history:
            known = self.state.records.interactions.get(str(event.get("id")))
            if name == "INTERACTION_CREATE" and known is not None and sequence > (body.get("seq") or 0):
                known.delivered = True
                known.live = known.live or known.created > self.state.clock() - WINDOW
        session.tell("RESUMED", self._spoilt("RESUMED", {"_trace": []}))
        self.on_presence_change()

    def _spoilt(self, name: str, body: Json) -> Any:
        spoil = self.spoils.pop(name, None)
        return body if spoil is None else spoil(body)

    def _attach(self, session: Session, connection: Connection) -> None:
        if session.connection is not None:
            session.connection.session = None
        session.connection = connection
        connection.session = session

    def _gone(self, connection: Connection, code: int | None) -> None:
        connection.frames.put_nowait(None)
        self.connections.discard(connection)
        session = connection.session
        if session is not None:
            session.connection = None
            connection.session = None
            if code in (1000, 1001):  # the bot said good-bye: nothing to resume
                self.sessions.pop(session.id, None)
        self.on_presence_change()

    async def _join(self, session: Session, guilds: list[str]) -> None:
        """Introduce the bot to guilds it does not know, a while after READY.

        The wait is for the client: what arrives while it still gathers the guilds of READY it
        takes for one of those, and not for a guild newly joined.
        """
        await asyncio.sleep(self.join_delay)
        for guild in guilds:
            if session.connection is not None and not self.state.is_member_of(guild):
                self.state.mark_joined(guild)
                session.tell("GUILD_CREATE", guild_create(self.state, guild, session))
        self.on_presence_change()

    def _members(self, session: Session, body: Json) -> None:
        guild = str(body["guild_id"])
        users = body.get("user_ids") or list(self.state.members(guild))
        members = [self.state.member(guild, str(u)) for u in users if str(u) in self.state.members(guild)]
        chunk = {"guild_id": guild, "members": members, "chunk_index": 0, "chunk_count": 1, "not_found": []}
        session.tell("GUILD_MEMBERS_CHUNK", chunk | ({"nonce": body["nonce"]} if "nonce" in body else {}))

    def _ready(self, session: Session, guilds: list[str]) -> Json:
        return {
            "v": 10,
            "user": objects.own_account(self.state.bot),
            "guilds": [{"id": guild, "unavailable": True} for guild in guilds],
            "session_id": session.id,
            "resume_gateway_url": self.resume_url or self.url,
            "shard": list(session.shard),
            "application": {"id": self.state.bot["id"], "flags": 0},
            "user_settings": {},
            "user_settings_proto": None,
            "relationships": [],
            "private_channels": [],
            "presences": [],
            "guild_join_requests": [],
            "geo_ordered_rtc_regions": [],
            "_trace": [],
        }

    def _later(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def stop(self) -> None:
        """Close all sockets and end what still waits."""
        for task in list(self._tasks):
            task.cancel()
        await self.close(1001)


def guild_create(state: State, key: str, session: Session) -> Json:
    """A guild as the gateway introduces it: with channels, open threads and members."""
    bot = state.bot["id"]
    everybody = session.intents & (1 << 1)
    members = [state.member(key, u) for u in state.members(key) if everybody or u == bot]
    visible = [c for c in state.channels(key) if state.sees_channel(bot, c)]
    threads = [
        t
        for t in state.threads(guild=key)
        if not t["thread_metadata"]["archived"] and state.sees_channel(bot, t)
    ]
    return state.guild(key) | {
        "joined_at": objects.timestamp(state.members(key)[bot]["joined"]),
        "large": False,
        "member_count": len(state.members(key)),
        "voice_states": [],
        "members": members,
        "channels": visible,
        "threads": threads,
        "presences": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
    }
