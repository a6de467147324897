"""Advice on orders: what the AI player would compare, and what each order leads to."""
