"""The people a message pings: mentions in its text, limited by allowed_mentions."""

import re
from typing import Any

from sandbox.model.permissions import Permission
from sandbox.model.state import State

Json = dict[str, Any]

USER, ROLE, ALL = re.compile(r"<@!?(\d+)>"), re.compile(r"<@&(\d+)>"), re.compile(r"@(everyone|here)\b")


def mentions(state: State, message: Json, allowed: Json | None, author: str) -> Json:
    """The keys mentions, mention_roles and mention_everyone of a message."""
    text = "\n".join(_texts(message))
    users = [u for u in dict.fromkeys(USER.findall(text)) if u in state.records.users]
    roles = list(dict.fromkeys(ROLE.findall(text)))
    everyone = bool(ALL.search(text))
    if allowed is not None:
        parse = allowed.get("parse") or []
        users = users if "users" in parse else [u for u in users if u in _ids(allowed.get("users"))]
        roles = roles if "roles" in parse else [r for r in roles if r in _ids(allowed.get("roles"))]
        everyone = everyone and "everyone" in parse
    rights = state.permissions_in(author, state.channel(message["channel_id"]))
    return {
        "mentions": [state.records.users[u] for u in users],
        "mention_roles": roles,
        "mention_everyone": everyone and bool(rights & Permission.MENTION_EVERYONE),
    }


def _ids(named: Any) -> set[str]:
    return {str(key) for key in named or []}


def _texts(message: Json) -> list[str]:
    """The texts that can ping people: the content and, in layouts, the text displays."""
    texts = [message["content"]]
    waiting = list(message["components"])
    while waiting:
        component = waiting.pop()
        texts.append(component.get("content") or "")
        waiting += component.get("components") or []
    return texts
