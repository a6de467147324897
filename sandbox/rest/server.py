"""Takes REST requests: reads them, lets faults strike, finds the handler, answers, and notes it all."""

import asyncio
import json
import time
from email.utils import formatdate
from typing import Any
from urllib.parse import unquote

from aiohttp import BodyPartReader, web

from sandbox.messages.uploads import Upload
from sandbox.model.refusals import Form, Refusal, unauthorized
from sandbox.rest import applications, callbacks, channels, guilds, messages, reactions, threads, webhooks
from sandbox.rest.exchanges import RECORDERS, Exchange
from sandbox.rest.faults import Fault
from sandbox.rest.routing import Call, find
from sandbox.simulation import Simulation

HANDLERS = (applications, callbacks, channels, guilds, messages, reactions, threads, webhooks)
REASON = 512


class Rest:
    """The REST half of the look-alike."""

    def __init__(self, sandbox: Simulation) -> None:
        self.sandbox = sandbox

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """Answer one request."""
        began = time.perf_counter()
        self.sandbox.activity.calls += 1
        exchange = self._note(request)
        self.sandbox.exchanges.append(exchange)
        try:
            fault = self._fault(exchange)
            status, body = await self._answer(request, exchange, fault)
            if fault is not None and fault.drop:
                if request.transport is not None:
                    request.transport.abort()
                return web.Response(status=500)
            exchange.status, exchange.response = status, body
            headers = {"Date": formatdate(self.sandbox.state.clock(), usegmt=True)} | exchange.headers
            response = respond(status, body, headers | (fault.headers if fault else {}))
            return await trickled(request, response, fault.trickle) if fault and fault.trickle else response
        except ConnectionError:  # the caller has disconnected
            return web.Response(status=499)
        except Exception as error:
            exchange.failure = repr(error)
            raise
        finally:
            exchange.seconds = time.perf_counter() - began
            for witness in RECORDERS:
                witness(exchange)
            self.sandbox.activity.calls -= 1
            self.sandbox.activity.quiet_since = time.monotonic()
            self.sandbox.broadcaster.wake()

    def _note(self, request: web.Request) -> Exchange:
        reason = request.headers.get("X-Audit-Log-Reason")
        return Exchange(
            method=request.method,
            path="/" + request.match_info["path"],
            query=dict(request.query),
            content_type=request.content_type if request.can_read_body else "",
            authorized=request.headers.get("Authorization") == f"Bot {self.sandbox.world.token}",
            reason=None if reason is None else unquote(reason),
        )

    def _fault(self, exchange: Exchange) -> Fault | None:
        strikes = (f for f in self.sandbox.faults if f.matches(exchange.method, exchange.path))
        return next(strikes, None)

    async def _answer(self, request: web.Request, exchange: Exchange, fault: Fault | None) -> tuple[int, Any]:
        if fault is not None:
            exchange.faulty = fault.makes_up
            await waited(request, fault.delay)
        answer: tuple[int, Any] = (0, None)
        try:
            exchange.json, files = await read_request(request)
            exchange.files = [{"name": file.filename, "size": len(file.content)} for file in files]
            exchange.whole = True
            if (limits := self.sandbox.rate_limits) is not None:
                exchange.headers, too_many = limits.check(exchange.method, exchange.path, time.time())
                if too_many is not None:
                    return 429, too_many
            if fault is None or fault.runs_the_call:
                answer = await self._handle(exchange, files)
        except Refusal as refusal:
            answer = (refusal.status, refusal.body)
        return answer if fault is None else fault.answer(answer)

    async def _handle(self, exchange: Exchange, files: list[Upload]) -> tuple[int, Any]:
        route = find(exchange.method, exchange.path)
        if route is None:
            line = f"{exchange.method} {exchange.path}"
            self.sandbox.unhandled.append(line)
            raise Refusal(404, 0, f"sandbox: no handler for {line}")
        handler, at = route
        if not handler.open and not exchange.authorized:
            raise unauthorized()
        if exchange.reason is not None:
            form = Form()
            form.length("reason", exchange.reason, REASON)
            form.check()
        call = Call(sandbox=self.sandbox, at=at, query=exchange.query, json=exchange.json, files=files)
        return await handler.handler(call)


async def waited(request: web.Request, seconds: float) -> None:
    """Wait, as long as the caller waits for the answer."""
    end = time.monotonic() + seconds
    while (remaining := end - time.monotonic()) > 0 and request.transport is not None:
        await asyncio.sleep(min(remaining, 0.02))


async def trickled(request: web.Request, response: web.Response, seconds: float) -> web.StreamResponse:
    """The answer, a few bytes at a time."""
    content = response.body if isinstance(response.body, bytes) else b""
    length = {"Content-Length": str(len(content))}
    slow = web.StreamResponse(status=response.status, headers={**response.headers, **length})
    await slow.prepare(request)
    for at in range(0, len(content), step := max(1, len(content) // 20)):
        await waited(request, seconds / 20)
        if request.transport is None:
            break
        await slow.write(content[at : at + step])
    return slow


async def read_request(request: web.Request) -> tuple[Any, list[Upload]]:
    """The JSON of a request and its files, multipart or not."""
    if not request.can_read_body:
        return None, []
    if not request.content_type.startswith("multipart/"):
        return parsed(await request.text()), []
    body: Any = None
    files: list[Upload] = []
    async for part in await request.multipart():
        assert isinstance(part, BodyPartReader)
        name, content = part.name or "", bytes(await part.read(decode=True))
        if name == "payload_json":
            body = parsed(content.decode())
        else:
            slot = name.removeprefix("files[").removesuffix("]")
            files.append(Upload(slot=slot, filename=part.filename or "unknown", content=content))
    return body, files


def parsed(text: str) -> Any:
    """JSON, or Discord's refusal of what is none."""
    try:
        return json.loads(text) if text else None
    except ValueError:
        raise Refusal(400, 50109, "The request body contains invalid JSON.") from None


def respond(status: int, body: Any, headers: dict[str, str]) -> web.Response:
    """An answer as Discord's edge sends it.

    discord.py takes a body for JSON only when Content-Type is exactly application/json, and a
    429 without Via for a ban by Cloudflare.
    """
    headers = {key: value for key, value in ({"Via": "1.1 google"} | headers).items() if value}
    if status == 204:
        return web.Response(status=204, headers=headers)
    if isinstance(body, str):
        return web.Response(status=status, text=body, headers=headers)
    headers = {"Content-Type": "application/json"} | headers
    return web.Response(status=status, body=json.dumps(body).encode(), headers=headers)
