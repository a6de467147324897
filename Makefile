# One implementation for all machines: tools/house.py. Where there is no make: python tools/house.py run
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11; do command -v $$p && break; done)
HOUSE = $(or $(PYTHON),$(error Grognard needs Python 3.11 or later, and no Python was found)) tools/house.py

.PHONY: setup run test bench load soak lint audit lock clean

setup:  ## .venv with what the bot needs, as locked
	@$(HOUSE) setup

run:  ## set up, then the bot; ARGS="..." is passed on
	@$(HOUSE) run $(ARGS)

test:  ## set up with the test tools, then the tests; ARGS="-k zoc" goes to pytest
	@$(HOUSE) test $(ARGS)

bench:  ## set up with the test tools, then the benchmarks; ARGS="pictures --quick" goes to `python -m bench`
	@$(HOUSE) bench $(ARGS)

load:  ## set up with the test tools, then a thousand games at once; a quarter of an hour; ARGS=--quick
	@$(HOUSE) load $(ARGS)

soak:  ## the long form of random games, properties, kills and power losses; about an hour
	@SOAK=1 $(HOUSE) test --timeout=0 $(wildcard tests/test_properties_*.py tests/test_agreement_*.py tests/test_games_*.py tests/crash/test_*.py tests/bot/test_bot_hostile*.py tests/bot/test_bot_secret_walk.py)

lint:  ## ruff and mypy
	@$(HOUSE) lint

audit:  ## known vulnerabilities of what is locked
	@$(HOUSE) audit

lock:  ## write the lock files anew (needs uv); ARGS=--upgrade for newer versions
	@$(HOUSE) lock $(ARGS)

clean:  ## take away what the above made; games (data/) and .env stay
	@$(HOUSE) clean
