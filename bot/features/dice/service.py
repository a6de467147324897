"""`/dice verify`, `/dice luck` and `/dice word`: verify the dice, measure luck, add a player's word."""

from __future__ import annotations

from bot.core.game_service import GameService
from bot.core.requests.actor import Actor
from bot.features.dice import luck_page as dice_luck_page
from bot.features.dice import proof_page as dice_proof_page
from bot.features.dice import words as dice_words
from bot.features.dice.evidence import evidence_of
from bot.features.lobby.start import begin, sealed_words
from bot.features.record import checks
from bot.features.record.positions import beginning_of
from bot.i18n.names import Names
from bot.runtime.worker_threads import in_thread
from bot.ui import refusals
from bot.ui.page import Embed, Page
from engine.errors import IllegalOrder, Refused
from storage import DiceWord


class DiceService:
    """Answers questions about dice, for players and spectators alike."""

    def __init__(self, games: GameService) -> None:
        self.games = games

    async def verify(self, actor: Actor, game_id: int | None = None) -> Page:
        """Every die that the asker may know of, thrown again."""
        names = await self._names(actor, game_id)
        if names.game.imported:
            return Page(embeds=(Embed(text=names.words("verify.imported", title=names.title)),))
        viewer = names.game.side_for(actor.user)
        evidence = await evidence_of(self.games, names.game.record)
        log = await self.games.store.log.chain(names.game.record.id)
        page = await in_thread(dice_proof_page.page, names, viewer, evidence)
        page = dice_proof_page.with_log(page, names, viewer, log)
        if not names.game.own_entries or not names.game.record.imported_after:
            return page
        begun = await beginning_of(self.games, names.game.record)
        right = await in_thread(checks.beginning_is_right, names.game, begun.parts)
        return dice_proof_page.with_beginning(page, names, right=right)

    async def luck(self, actor: Actor, theme: str = "", game_id: int | None = None) -> Page:
        """How lucky who was."""
        names = await self._names(actor, game_id)
        viewer = names.game.side_for(actor.user)
        return await in_thread(dice_luck_page.page, names, viewer, theme)

    async def word(self, actor: Actor, word: str, sealed: str = "") -> Page:
        """Seal a word of a player's own, or their seal of a word that they keep; once words are closed, open
        the word that was kept."""
        if await self.games.was_obeyed(actor):
            return await self.verify(actor)
        names = await self._names(actor)
        word, sealed = word.strip(), sealed.strip().lower()
        try:
            if bool(word) == bool(sealed):
                raise IllegalOrder("", "word_or_seal")
            if sealed:
                return await self._keep(actor, names, sealed)
            if names.game.record.seals and names.game.record.status == "lobby":
                return await self._open(actor, names, word)
            return await self._seal(actor, names, word)
        except Refused as refused:
            return refusals.refusal_page(names.words, refused, names)

    async def _seal(self, actor: Actor, names: Names, word: str) -> Page:
        """Seal a word in the bot's hands."""
        game_id = names.game.record.id
        mine = [w for w in await self.games.store.dice.words(game_id) if w.user == actor.user]
        if mine and mine[0].seal == dice_words.seal(word):
            raise IllegalOrder("", "words_not_closed")
        if not dice_words.WORD.fullmatch(word):
            raise IllegalOrder("", "salt_unfit", word=word[:40])
        text = dice_words.with_nonce(word, self.games.secret(dice_words.NONCE_BYTES))
        seal = dice_words.seal(text)
        stored = DiceWord(game=game_id, user=actor.user, seal=seal, word=text)
        await sealed_words.add_word(self.games, game_id, actor, stored)
        return Page(embeds=(Embed(text=names.words("verify.sealed", word=text, seal=seal)),))

    async def _keep(self, actor: Actor, names: Names, seal: str) -> Page:
        """Keep the seal of a word that its player keeps."""
        if not dice_words.SEAL.fullmatch(seal):
            raise IllegalOrder("", "seal_unfit", word=seal[:40])
        game_id = names.game.record.id
        stored = DiceWord(game=game_id, user=actor.user, seal=seal, word=None)
        await sealed_words.add_word(self.games, game_id, actor, stored)
        return Page(embeds=(Embed(text=names.words("verify.kept", seal=seal)),))

    async def _open(self, actor: Actor, names: Names, word: str) -> Page:
        """Open a word that was kept."""
        if not dice_words.KEPT.fullmatch(word):
            raise IllegalOrder("", "no_such_word")
        game = await begin.open_word(self.games, names.game.record.id, actor, word)
        key = "verify.opened_begins" if game.playing else "verify.opened"
        return Page(embeds=(Embed(text=names.words(key, word=word)),))

    async def _names(self, actor: Actor, game_id: int | None = None) -> Names:
        game = await (self.games.game_in(actor.channel) if game_id is None else self.games.game(game_id))
        return Names.to(actor.language, actor.user, game)
