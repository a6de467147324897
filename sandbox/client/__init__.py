"""Discord's client: what a person can do, and the person that tests drive."""
