"""What fixes the dice of a game before they fall: short posts of their own, never edited."""

from __future__ import annotations

from bot.core.lesson_games import is_lesson
from bot.features.dice import proof_page
from bot.i18n.names import plain
from bot.ui.outbox_page_set import OutboxPageSet, OutboxPost
from bot.ui.page import Page

OUTBOX_PAGES = OutboxPageSet()


@OUTBOX_PAGES.on("commitment")
async def commitment(post: OutboxPost) -> Page | None:
    """When words are closed, the SHA-256 of the seed and of every word; none in a lesson."""
    record, words = post.game.record, post.words
    if is_lesson(record) or post.message.body.get("words"):  # as it was before words were sealed
        return None
    lines = [words("post.dice", title=post.names.title, hash=proof_page.hash_of(record))]
    seals = tuple(post.message.body.get("seals", record.seals))
    users = {word.seal: word.user for word in await post.games.store.dice.words(record.id)}
    called = {seat.user: plain(seat.name) for seat in record.seats if seat.user is not None}
    for seal in seals:
        who = called.get(users.get(seal, 0)) or words("post.someone")
        lines.append(words("post.dice_seal", who=who, seal=seal))
    if record.twin:
        twin = await post.games.store.games.get(record.twin)
        lines.append(words("post.dice_pair", channel="–" if twin is None else f"<#{twin.channel}>"))
    if record.beacon:
        key = "post.dice_public_pair" if record.twin else "post.dice_public"
        lines.append(words(key, hash=record.beacon))
    return Page(text="\n".join(lines))


@OUTBOX_PAGES.on("words_opened")
async def words_opened(post: OutboxPost) -> Page | None:
    """The words, all at once, after their seals."""
    if is_lesson(post.game.record):
        return None
    return Page(text=post.words("post.dice_words", salts=proof_page.salts(post.names)))


@OUTBOX_PAGES.on("roll")
async def roll(post: OutboxPost) -> Page:
    """An order is fixed; the dice come from the first round after this very message."""
    body = post.message.body
    key = "post.roll_pair" if post.game.record.twin else "post.roll"
    return Page(text=post.words(key, number=int(body["number"]), seal=str(body["seal"])))


@OUTBOX_PAGES.on("beacon_out")
async def beacon_out(post: OutboxPost) -> Page | None:
    """The beacon is out; None when the dice have been drawn meanwhile."""
    order = await post.games.store.dice.announced(post.game.record.id)
    if order is None or order.number != post.message.body["number"]:
        return None
    return Page(
        text=post.words("post.beacon_out", number=order.number, round=int(post.message.body["round"]))
    )
