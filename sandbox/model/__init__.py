"""What the simulated Discord holds: records, objects, permissions, the world it starts with."""
