"""Several processes of one bot: which shards this one has, and a client for each."""
