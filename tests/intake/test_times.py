"""Times are read as people mean them, in one order a column, and what cannot be told is left empty and said."""

from datetime import datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragtriage.intake.time_columns import TimeColumn, TimeReader
from ragtriage.intake.times import Order
from ragtriage.weeks import zone

BERLIN = zone("Europe/Berlin")


def column(*values: object, home: str = "Europe/Berlin", given: Order | None = None) -> tuple[list[str], TimeReader]:
    """What a column of these values reads, and the reader."""
    seen = TimeColumn()
    for value in values:
        seen.see(value)
    reader = seen.decided(zone(home), given)
    return [reader.read(value) for value in values], reader


@pytest.mark.parametrize(
    ("text", "utc"),
    [
        ("2026-11-30T09:12:44.123456789Z", "2026-11-30T09:12:44Z"),
        ("2026-11-30 09:12:44,5+01:00", "2026-11-30T08:12:44Z"),
        ("2026-11-30 09:12:44.1 +0000 UTC", "2026-11-30T09:12:44Z"),
        ("2026-11-30T09:12:44+01:00[Europe/Berlin]", "2026-11-30T08:12:44Z"),
        ("20261130T091244Z", "2026-11-30T09:12:44Z"),
        ("2026/11/30", "2026-11-30"),
        ("2026.11.03 8:05", "2026-11-03T07:05:00Z"),
        ("30.11.2026 10:12 Uhr", "2026-11-30T09:12:00Z"),
        ("3. November 2026, 14.05 Uhr", "2026-11-03T13:05:00Z"),
        ("Mon, 30 Nov 2026 10:12:44 -0500", "2026-11-30T15:12:44Z"),
        ("Tue Nov 03 2026 14:05:33 GMT+0100 (Central European Standard Time)", "2026-11-03T13:05:33Z"),
        ("Tue Nov  3 14:05:33 UTC 2026", "2026-11-03T14:05:33Z"),
        ("Tuesday, November 3rd, 2026 at 2:05 p.m.", "2026-11-03T13:05:00Z"),
        ("2026/11/03 2:05:33 PM GMT+1", "2026-11-03T13:05:33Z"),
        ("2026/11/03 12:05:33 AM UTC-05:30", "2026-11-03T05:35:33Z"),
        ("3-Nov-26", "2026-11-03"),
        ("03-NOV-26 02.05.33.000000 PM", "2026-11-03T13:05:33Z"),
        ("令和8年11月3日", "2026-11-03"),
        ("令和元年5月1日 10時05分", "2019-05-01T08:05:00Z"),
        ("平成30年1月2日", "2018-01-02"),
        ("R8.11.3", "2026-11-03"),
        ("46329", "2026-11-03"),
        (46329.5, "2026-11-03T11:00:00Z"),
        ("Nov 3, 2026, 2:05:33\u202fPM", "2026-11-03T13:05:33Z"),
        ("2026-07-01 10:00", "2026-07-01T08:00:00Z"),
        ("2026-07-01 10:00 PDT", "2026-07-01T17:00:00Z"),
        ("2026-07-01 10:00 PT", "2026-07-01T17:00:00Z"),
        ("2026-11-03 14:05 America/New_York", "2026-11-03T19:05:00Z"),
        ("3 novembre 2026 à 14h05", "2026-11-03T13:05:00Z"),
        ("3 de noviembre de 2026 14:05", "2026-11-03T13:05:00Z"),
        ("3 ноября 2026 г., 14:05", "2026-11-03T13:05:00Z"),
        ("5 Μαΐου 2026 2:05 μ.μ.", "2026-05-05T12:05:00Z"),
        ("3 Kasım 2026 Salı 14:05", "2026-11-03T13:05:00Z"),
        ("2026年11月3日 14時05分", "2026-11-03T13:05:00Z"),
        ("2026년 11월 3일 오후 2시 5분", "2026-11-03T13:05:00Z"),
        ("2026. 11. 3. 오후 2:05:33", "2026-11-03T13:05:33Z"),
        (1796029964, "2026-11-30T09:12:44Z"),
        ("1796029964000", "2026-11-30T09:12:44Z"),
        (1796029964000000, "2026-11-30T09:12:44Z"),
        ("1796029964000000000", "2026-11-30T09:12:44Z"),
        (1796029964.75, "2026-11-30T09:12:44Z"),
    ],
)
def test_a_time_is_read_in_any_form_and_kept_in_one(text: object, utc: str) -> None:
    assert column(text)[0] == [utc]


@pytest.mark.parametrize(
    "value",
    [
        *(
            float("inf"),
            float("-inf"),
            float("nan"),
            10**400,
            -(10**400),
            0,
            -1,
            5,
            1e30,
            True,
            None,
            [],
            {},
            253402300799,
        ),
        *("Infinity", "NaN", "NaT", "1.73E+12", "9" * 400, "9999-12-31T23:59:59-05:00", "9999-12-31T23:59:59Z"),
        *("0001-01-01T00:00:00Z", "1900-01-00", "1970-01-01T00:00:00Z", "2026-02-30", "2026-13-01 10:00", "31/31/2026"),
        *("2026-11-03 25:00", "2026-11-03 10:00 XYZT", "2026-11-03 10:00 +99:00", "10:00", "Monday 9:00", "Nov 3"),
        *("soon", "2026", "3 listopada 2026", "How do I pay on 3.11.2026?", "2026-11-03" + " " * 400 + "x"),
    ],
)
def test_what_is_no_time_is_empty_and_counted(value: object) -> None:
    read, reader = column(value)
    assert (read, reader.unread) == ([""], 1)


def test_one_order_a_column_is_found_over_all_of_it() -> None:
    november = [f"11/{day:02}/2026 14:05" for day in range(1, 13)] * 20
    read, reader = column(*november, "11/20/2026 14:05")
    assert {time[:7] for time in read} == {"2026-11"}
    assert reader.telling == "month first: a day of 13 or more stands second" and not reader.left_open
    assert column("03/04/2026", "30/11/2026")[0] == ["2026-04-03", "2026-11-30"]


@pytest.mark.parametrize(
    "text", ["01/08/2024 08:29 AM", "1/8/24 8:29 am", "01/08/2024 08:29:00 A.M.", "1-8-2024 8:29AM"]
)
def test_am_and_pm_say_that_it_is_american(text: str) -> None:
    read, reader = column(text)
    assert read == ["2024-01-08T07:29:00Z"] and "American" in reader.telling
    assert column(text, "25/12/2024 08:29 AM")[0][0] == "2024-08-01T06:29:00Z", "unless the column shows otherwise"


def test_an_order_that_nothing_decides_is_said_and_a_person_settles_it() -> None:
    read, reader = column("03/04/2026 10:00")
    assert read == ["2026-04-03T08:00:00Z"] and (reader.left_open, reader.telling) == (1, "day first")
    read, reader = column("03/04/2026 10:00", given="mdy")
    assert read == ["2026-03-04T09:00:00Z"] and not reader.left_open
    assert column("03.04.26", given="ymd")[0] == ["2003-04-26"]
    assert column("25/12/2026", given="mdy")[0] == [""], "not silently in another order"


def test_dates_that_only_one_order_makes_a_month_of_are_read_so_and_stay_open() -> None:
    read, reader = column("11/01/2026", "11/05/2026", "11/09/2026")
    assert read == ["2026-11-01", "2026-11-05", "2026-11-09"] and reader.left_open == 3
    assert "month first: so they are of one month" in reader.telling


def test_years_of_two_digits_can_stand_first() -> None:
    read, reader = column("26/11/03", "26/11/14", "26/12/01")
    assert read == ["2026-11-03", "2026-11-14", "2026-12-01"] and "year first" in reader.telling
    assert column("26/11/25", "03/11/25", "14/12/25")[0] == ["2025-11-26", "2025-11-03", "2025-12-14"]


def test_a_column_of_two_orders_says_so_and_reads_what_is_plain() -> None:
    read, reader = column("25/12/2026", "12/26/2026", "12/27/2026", "01/02/2026")
    assert read == ["2026-12-25", "2026-12-26", "2026-12-27", "2026-01-02"]
    assert reader.left_open == 1 and "1 can only be day first and 2 only month first" in reader.telling


def test_dots_are_day_first_and_iso_has_no_order() -> None:
    assert column("03.04.2026", "04/30/2026")[0] == ["2026-04-03", "2026-04-30"]
    assert column("2026-04-03")[1].telling == ""


def test_dots_with_a_day_of_13_in_second_place_are_month_first_throughout() -> None:
    assert column("05.01.26", "05.13.26")[0] == ["2026-05-01", "2026-05-13"]
    assert column("05.01.26", "13.05.26")[0] == ["2026-01-05", "2026-05-13"]


def test_days_of_a_spreadsheet_are_said() -> None:
    read, reader = column("46329", "46330")
    assert read == ["2026-11-03", "2026-11-04"] and "spreadsheets" in next(iter(reader.said))


def test_a_zone_of_two_meanings_is_the_workspaces_or_said() -> None:
    assert dict(column("2026-07-01 10:00 BST", home="Europe/London")[1].said) == {}
    read, reader = column("2026-07-01 10:00 IST", "2026-07-01 11:00 IST")
    assert read == ["2026-07-01T04:30:00Z", "2026-07-01T05:30:00Z"]
    assert dict(reader.said) == {"`IST` is read as India (+05:30), not as Israel or Ireland": 2}
    assert column("2026-01-01 10:00 IST", home="Asia/Jerusalem")[0] == ["2026-01-01T08:00:00Z"]
    assert "XYZT" in next(iter(column("2026-07-01 10:00 XYZT")[1].said))


@settings(max_examples=150)
@given(st.one_of(st.text(max_size=100), st.text("0123456789/-.: TZAPMnov+", max_size=40), st.floats(), st.integers()))
def test_no_value_raises(value: object) -> None:
    read = column(value)[0][0]
    assert read == "" or "1971" <= read[:4] <= "2200"


@settings(max_examples=80)
@given(st.datetimes(min_value=datetime(2001, 1, 1), max_value=datetime(2190, 1, 1)))
def test_a_time_written_and_read_is_the_same(when: datetime) -> None:
    utc = when.strftime("%Y-%m-%dT%H:%M:%SZ")
    for form in (
        "%Y-%m-%dT%H:%M:%SZ",
        "%d.%m.%Y %H:%M:%S UTC",
        "%B %d, %Y %I:%M:%S %p +0000",
        "%a, %d %b %Y %H:%M:%S GMT",
    ):
        assert column(when.strftime(form))[0] == [utc], form
    assert column(when.strftime("%m/%d/%Y %H:%M:%S GMT+0"), given="mdy")[0] == [utc]


@pytest.mark.parametrize(
    "unit", ["1", "1/", "1:", " ", "a", "12:00 ", "PM ", "年", "+01", ".", "1 ", "Nov ", "a.", "(", "Z"]
)
def test_a_long_text_is_no_time_at_once(unit: str) -> None:
    for length in (79, 80, 10_000):
        column((unit * length)[:length], "2026-11-03 " + unit * length)
