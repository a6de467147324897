"""Runs the sandbox as a process: python -m sandbox --dir DIR --port PORT."""

import argparse
import asyncio
import os
import signal
from pathlib import Path

from sandbox.model.world import GUILD, TOKEN, World
from sandbox.rest.exchanges import RECORDERS, recorder
from sandbox.server import Sandbox

RECORD = "SANDBOX_RECORD"
"""Names a folder where a test run wants every exchange written down."""
MEMORY = 2000
"""Exchanges and notices a long run remembers."""


def options() -> argparse.Namespace:
    """What was asked on the command line."""
    parser = argparse.ArgumentParser(prog="python -m sandbox", description=__doc__)
    parser.add_argument("--dir", type=Path, required=True, help="where everything is kept between runs")
    parser.add_argument("--port", type=int, default=0, help="port on 127.0.0.1; 0 takes a free one")
    parser.add_argument("--token", default=TOKEN, help="the bot's token")
    parser.add_argument("--bot-name", default=World().bot_name, help="the bot's name")
    parser.add_argument(
        "--locale",
        action="append",
        default=[],
        metavar="NAME=LOCALE",
        help=f"a language; {GUILD}: the guild's",
    )
    parser.add_argument("--with-parent", type=int, metavar="PID", help="end when this parent process ends")
    return parser.parse_args()


async def run(args: argparse.Namespace) -> None:
    """Serve until a signal comes, or the parent goes."""
    end = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, end.set)
    spoken = dict(pair.split("=", 1) for pair in args.locale if "=" in pair)
    if folder := os.environ.get(RECORD):
        RECORDERS.append(recorder(Path(folder) / f"{os.getpid()}.jsonl"))
    world = World(token=args.token, bot_name=args.bot_name).with_locales(spoken)
    async with Sandbox(args.dir, args.port, world=world, memory=MEMORY) as sandbox:
        print(f"sandbox: {sandbox.base_url}", flush=True)
        while not end.is_set():
            try:
                async with asyncio.timeout(0.5 if args.with_parent else None):
                    await end.wait()
            except TimeoutError:
                if os.getppid() != args.with_parent:  # it names itself: it may be gone before we start
                    end.set()


if __name__ == "__main__":
    asyncio.run(run(options()))
