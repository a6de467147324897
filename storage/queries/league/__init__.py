"""Queries and changes of what several games make up: results, ratings, tournaments."""
