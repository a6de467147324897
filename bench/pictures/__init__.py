"""Benchmarks of pictures: drawing, encoding, growth, beside other programs."""
