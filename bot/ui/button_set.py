"""A feature's handlers of buttons, menus and forms, by the verb in their ids."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from bot.core.requests.actor import Actor
from bot.ui.component_press import ComponentPress
from bot.ui.page import Form, Page

S = TypeVar("S")
P = TypeVar("P", bound=Page | Form)


@dataclass(frozen=True, slots=True, kw_only=True)
class ButtonHandler(Generic[S]):
    """What answers a press. `replaces`: the answer takes the place of the private message the button was in.
    `opens_form`: it may answer with a form, which Discord takes at once or never. `framed`: in a what-if the
    answer says that it is one. `curious`: it changes nothing, and may be refused to one who asks much."""

    run: Callable[[S, Actor, ComponentPress], Awaitable[Page | Form]]
    replaces: bool = True
    opens_form: bool = False
    framed: bool = True
    curious: bool = False


FormHandler = Callable[[S, Actor, ComponentPress, str], Awaitable[Page]]
"""What answers a form that was sent, given what was written in it."""


class ButtonSet(Generic[S]):
    """The handlers that one feature registers; `S` is the type of the services they are given."""

    def __init__(self) -> None:
        self.handlers: dict[str, ButtonHandler[S]] = {}
        self.forms: dict[str, FormHandler[S]] = {}

    def on(
        self,
        *verbs: str,
        replaces: bool = True,
        opens_form: bool = False,
        framed: bool = True,
        curious: bool = False,
    ) -> Callable[
        [Callable[[S, Actor, ComponentPress], Awaitable[P]]],
        Callable[[S, Actor, ComponentPress], Awaitable[P]],
    ]:
        """Register the decorated function for these verbs."""

        def register(
            run: Callable[[S, Actor, ComponentPress], Awaitable[P]],
        ) -> Callable[[S, Actor, ComponentPress], Awaitable[P]]:
            handler = ButtonHandler(
                run=run, replaces=replaces, opens_form=opens_form, framed=framed, curious=curious
            )
            for verb in verbs:
                assert verb not in self.handlers, f"{verb} is registered twice"
                self.handlers[verb] = handler
            return run

        return register

    def on_form(self, verb: str) -> Callable[[FormHandler[S]], FormHandler[S]]:
        """Register the decorated function for the forms with this verb."""

        def register(run: FormHandler[S]) -> FormHandler[S]:
            assert verb not in self.forms, f"the form {verb} is registered twice"
            self.forms[verb] = run
            return run

        return register

    def joined(self, *others: ButtonSet[S]) -> ButtonSet[S]:
        """A set of all these handlers."""
        both: ButtonSet[S] = ButtonSet()
        for each in (self, *others):
            assert not both.handlers.keys() & each.handlers.keys(), "a verb is registered twice"
            assert not both.forms.keys() & each.forms.keys(), "a form is registered twice"
            both.handlers |= each.handlers
            both.forms |= each.forms
        return both
