"""Discord's refusals: the exception a handler raises, the well-known ones, and forms with many faults."""

from typing import Any

Json = dict[str, Any]


class Refusal(Exception):
    """An error answer: HTTP status, Discord's code, a sentence, and where in the form the faults are."""

    def __init__(self, status: int, code: int, message: str, errors: Json | None = None) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.message = message
        self.errors = errors

    @property
    def body(self) -> Json:
        """The JSON body as Discord writes it."""
        body: Json = {"message": self.message, "code": self.code}
        if self.errors:
            body["errors"] = self.errors
        return body


def unauthorized() -> Refusal:
    """No token, or not ours."""
    return Refusal(401, 0, "401: Unauthorized")


def unknown(what: str) -> Refusal:
    """A thing that is not there: channel, message, interaction ..."""
    return Refusal(404, UNKNOWN[what], f"Unknown {what}")


UNKNOWN = {
    "Application": 10002,
    "Channel": 10003,
    "Guild": 10004,
    "Member": 10007,
    "Message": 10008,
    "Role": 10011,
    "User": 10013,
    "Emoji": 10014,
    "Webhook": 10015,
    "interaction": 10062,
    "application command": 10063,
}


def missing_access() -> Refusal:
    """The bot does not see the channel or guild."""
    return Refusal(403, 50001, "Missing Access")


def missing_permissions() -> Refusal:
    """The bot sees the channel but may not do that."""
    return Refusal(403, 50013, "Missing Permissions")


def already_acknowledged() -> Refusal:
    """A second callback to one interaction."""
    return Refusal(400, 40060, "Interaction has already been acknowledged.")


def expired_token() -> Refusal:
    """An interaction's token lives 15 minutes."""
    return Refusal(401, 50027, "Invalid Webhook Token")


def empty_message() -> Refusal:
    """Nothing to show."""
    return Refusal(400, 50006, "Cannot send an empty message")


def archived_thread() -> Refusal:
    """An archived thread takes no change until it is opened again."""
    return Refusal(400, 50083, "Thread is archived")


def too_large() -> Refusal:
    """A file, or all of them together, above the limit."""
    return Refusal(413, 40005, "Request entity too large")


class Form:
    """Collects the faults of one request, each at its place, as Discord's error 50035 lists them."""

    def __init__(self) -> None:
        self.errors: Json = {}

    def fault(self, place: str, code: str, message: str) -> None:
        """Note one fault; `place` is dotted: embeds.0.title. An empty place is the whole body."""
        node = self.errors
        for step in place.split(".") if place else ():
            node = node.setdefault(step, {})
        node.setdefault("_errors", []).append({"code": code, "message": message})

    def length(self, place: str, value: Any, most: int, least: int = 0) -> None:
        """A text of `least` to `most` characters, or any list of so many elements."""
        if value is None:
            return
        if not isinstance(value, str | list):
            self.fault(place, "BASE_TYPE_BAD_TYPE", "This value has the wrong type")
        elif least and not value:
            self.required(place)
        elif not least <= len(value) <= most:
            between = f"between {least} and {most}" if least else f"{most} or fewer"
            self.fault(place, "BASE_TYPE_BAD_LENGTH", f"Must be {between} in length.")

    def number(self, place: str, value: Any, least: int, most: int) -> None:
        """A whole number within bounds."""
        if value is None:
            return
        if not isinstance(value, int) or isinstance(value, bool):
            self.fault(place, "NUMBER_TYPE_COERCE", f'Value "{value}" is not int.')
        elif value < least:
            self.fault(place, "NUMBER_TYPE_MIN", f"int value should be greater than or equal to {least}.")
        elif value > most:
            self.fault(place, "NUMBER_TYPE_MAX", f"int value should be less than or equal to {most}.")

    def required(self, place: str) -> None:
        """The field is not there, or is empty."""
        self.fault(place, "BASE_TYPE_REQUIRED", "This field is required")

    def check(self) -> None:
        """Raise Refusal 50035 when anything was found."""
        if self.errors:
            raise Refusal(400, 50035, "Invalid Form Body", readable(self.errors))


def readable(errors: Json) -> Json:
    """The error tree; a node with faults of its own keeps only those, as Discord does.

    discord.py's flattening, and Discord's own description, know a node either as a list of
    faults or as a map of further nodes, never as both.
    """
    if "_errors" in errors:
        return {"_errors": errors["_errors"]}
    return {key: readable(value) for key, value in errors.items()}
