"""Benchmarks of rules: reach under zones of control, beside libraries."""
