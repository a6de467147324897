# One implementation for all machines: tools/tasks.py. Where there is no make: python tools/tasks.py run
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11; do command -v $$p && break; done)
TASKS = $(or $(PYTHON),$(error Grognard needs Python 3.11 or later, and no Python was found)) tools/tasks.py

.PHONY: setup run test bench ladder load soak mutate wheel container lint audit lock clean

setup:  ## .venv with what the bot needs, as locked
	@$(TASKS) setup

run:  ## set up, then the bot; ARGS="..." is passed on
	@$(TASKS) run $(ARGS)

test:  ## set up with the test tools, then the tests; ARGS="-k zoc" goes to pytest, LONG=1 adds the long ones
	@$(TASKS) test $(ARGS)

bench:  ## set up with the test tools, then the benchmarks; ARGS="pictures --quick" goes to `python -m bench`
	@$(TASKS) bench $(ARGS)

ladder:  ## the levels of the computer player against each other; hours; ARGS=--quick, ARGS="--pairs 2 --battles ormes"
	@$(TASKS) ladder $(ARGS)

load:  ## set up with the test tools, then a thousand games at once; a quarter of an hour; ARGS=--quick; DATABASE=postgres: one process and two
	@DATABASE=$(DATABASE) $(TASKS) load $(ARGS)

soak:  ## the long form of random games, properties, kills and power losses; about an hour and a half
	@SOAK=1 $(TASKS) test --timeout=0 $(wildcard tests/engine/*/test_properties_*.py tests/league/*/test_properties_*.py tests/crash/test_*.py tests/bot/hostile_input/test_*.py tests/bot/secrecy/test_every_command.py)

mutate:  ## single faults in the code: do the tests notice? ARGS="storage --sample 20"; half an hour and more
	@$(TASKS) mutate $(ARGS)

wheel:  ## build the wheel, install it in an environment of its own, start the bot from it
	@$(TASKS) wheel

container:  ## make the container image, or carry out its steps as root on Debian, and start the bot in it
	@$(TASKS) container

lint:  ## ruff and mypy
	@$(TASKS) lint

audit:  ## known vulnerabilities of what is locked
	@$(TASKS) audit

lock:  ## write the lock files anew (needs uv); ARGS=--upgrade for newer versions
	@$(TASKS) lock $(ARGS)

clean:  ## take away what the above made; games (data/) and .env stay
	@$(TASKS) clean
