"""Rules of thumb: a sensible command for a plan, without looking ahead."""
