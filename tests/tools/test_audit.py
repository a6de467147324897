"""tools/audit.py: a lock file with a vulnerable version is found, ours name none that is known."""

from __future__ import annotations

import re
from datetime import date

import yaml

from tools.audit import LOCKS, RECORDED, Finding, audit, pinned, recorded_findings

KNOWN = yaml.safe_load(RECORDED.read_text("utf-8"))


def test_no_version_known_to_be_vulnerable_is_locked() -> None:
    how, findings = audit(ask=lambda lock: None)

    assert findings == []
    assert str(KNOWN["recorded"]) in how


def test_a_vulnerable_version_in_a_lock_is_found() -> None:
    lock = LOCKS[0].read_text("utf-8")
    worse = re.sub(r"^pillow==\S+", "pillow==10.0.0", lock, flags=re.MULTILINE)

    findings = list(recorded_findings(worse, KNOWN))

    assert {f.package for f in findings} == {"pillow"}
    assert "CVE-2023-4863" in {id_ for f in findings for id_ in f.ids}


def test_what_the_service_knows_counts_where_it_answers() -> None:
    finding = Finding("pillow", "13.0.0", ("CVE-2027-1",))

    how, findings = audit(ask=lambda lock: [finding])

    assert (findings, "recorded" in how) == ([finding], False)


def test_the_record_is_in_order() -> None:
    names = {name for lock in LOCKS for name, _ in pinned(lock.read_text("utf-8"))}

    assert isinstance(KNOWN["recorded"], date)
    assert {a["package"] for a in KNOWN["advisories"]} <= names, "nobody needs that package any more"
    assert all(re.fullmatch(r"(CVE|GHSA|PYSEC)-[\w-]+", id_) for a in KNOWN["advisories"] for id_ in a["ids"])
