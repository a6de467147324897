"""What is drawn over the map or around counters: moves, combats, zones, orders, objectives."""
