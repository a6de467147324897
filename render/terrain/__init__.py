"""The ground of the printed map: relief, cover, water, roads, villages, obstacles."""
