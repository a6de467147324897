"""Connections on which what is sent arrives soon or never.

A process that is cut off may have sent an edit that its system repeats until the line is mended; by then
another process has its shard, and may have posted a newer picture.
"""

from __future__ import annotations

import socket

import aiohttp

AddrInfo = tuple[int, int, int, str, tuple[object, ...]]


def prompt_connector(seconds: float) -> aiohttp.TCPConnector:
    """What the connections of a client come from; the system gives one up (where it can: Linux) on which what
    was sent is not confirmed within so many seconds."""

    def made(address: AddrInfo) -> socket.socket:
        family, kind, protocol = address[:3]
        line = socket.socket(family, kind, protocol)
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            line.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(seconds * 1000))
        return line

    return aiohttp.TCPConnector(limit=0, socket_factory=made)
