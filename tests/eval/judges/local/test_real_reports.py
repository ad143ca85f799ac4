"""The markers of real systems, where the shared data is there."""

from collections import Counter
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from eval.domain.report import ScholarCitation
from eval.judges.local.markers import find_markers

WHOLE = ("falcon", "gemini-2.5-pro", "nora", "openscholar-gpt4o", "sqa", "storm")
"""Systems whose sections list nothing but what stands in their text."""


@pytest.mark.shared
@pytest.mark.parametrize("file", ["system_reports_dev.parquet", "scholarqa_cs_reports.parquet"])
def test_all_that_a_real_section_lists_is_found_in_its_text(shared: Path, file: str):
    rows = pq.read_table(
        shared / "data" / "reports" / file, columns=["system", "sections"]
    ).to_pylist()
    n_listed, n_found = Counter[str](), Counter[str]()
    for row in rows[::12]:
        for section in row["sections"]:
            listed = {c["id"] for c in section["citations"] or [] if c["id"]}
            marked = find_markers(
                section["text"] or "", [ScholarCitation(id=i) for i in sorted(listed)]
            )
            n_listed[row["system"]] += len(listed)
            n_found[row["system"]] += len({i for m in marked.markers for i in m.ids})
    shares = {system: n_found[system] / n for system, n in n_listed.items() if system in WHOLE}
    assert shares == dict.fromkeys(shares, 1.0)
    assert shares
