"""Advice on orders: what the computer player would compare, and what each order leads to."""
