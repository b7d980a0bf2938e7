"""A hundred reports that somebody forgot, swapped and misspelled in: what is shown as read is right, and
what isn't read is shown."""

from __future__ import annotations

import pytest

from lastdays.campaign.reports.reading import read_reports
from unit.campaign.made_up_reports import MadeUpReport, Writer

REPORTS = 100


class Count:
    """What became of what reports say: read right, shown as it came, wrong, or gone."""

    def __init__(self) -> None:
        self.read = 0
        self.shown = 0
        self.wrong: list[str] = []
        self.gone: list[str] = []

    def take(self, written: MadeUpReport) -> None:
        """Read a report and compare it with what was meant."""
        reports = read_reports(written.message, written.cast)
        read = {fact.key: fact.value for report in reports for fact in report.facts}
        unread = {line.came for report in reports for line in report.unread}
        quotes = " ".join(report.quote for report in reports)
        for key, value in read.items():
            if key not in written.facts or written.facts[key] != value:
                meant = written.facts.get(key)
                self.wrong.append(
                    f"{key}: {value!r} for {meant!r} in {written.lines.get(key)!r}\n{written.message}"
                )
        for key in written.facts:
            line = " ".join(written.lines[key].split())
            if key in read:
                self.read += 1
            elif any(line in shown for shown in unread) or line in quotes:
                self.shown += 1
            else:
                self.gone.append(f"{key} in {line!r}\n{written.message}")

    def __str__(self) -> str:
        return f"{self.read} read right, {self.shown} shown as they came, {len(self.wrong)} wrong, {len(self.gone)} gone"


def counted(seeds: range) -> Count:
    """What becomes of so many reports."""
    count = Count()
    for seed in seeds:
        count.take(Writer(seed).write())
    return count


@pytest.mark.sweep
def test_of_a_hundred_reports_nothing_is_misread_and_nothing_is_lost() -> None:
    count = counted(range(REPORTS))
    print(count)
    assert count.wrong == []
    assert count.gone == []
    assert count.read > 10 * count.shown


@pytest.mark.long
def test_of_thousands_of_reports_hardly_anything_is_misread() -> None:
    count = counted(range(REPORTS, 3_000))
    print(count)
    assert len(count.wrong) + len(count.gone) <= count.read // 5_000
