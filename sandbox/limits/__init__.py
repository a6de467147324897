"""Discord's limits: values that are too long, too many, duplicate or missing. One file per subject.

Each check takes the request as the bot sent it and a `Form` that gathers the faults.
"""
