"""What Discord refuses because it is too long, too many, doubled or missing. One file a subject.

Each check takes the request as the bot sent it and a `Form` that gathers the faults.
"""
