"""How long a server asks to wait."""

import email.utils
from datetime import UTC, datetime


def asked_wait(retry_after: str, *, now: datetime | None = None) -> float | None:
    """Seconds that a ``Retry-After`` header asks for, at least 0; None where it cannot be read.

    Args:
        retry_after: its value, seconds or a date.
        now: the time that a date is counted from; the present if None.
    """
    value = retry_after.strip()
    if value.isascii() and value.replace(".", "", 1).isdigit():
        return float(value)
    try:
        moment = email.utils.parsedate_to_datetime(value)
    except ValueError:
        return None
    moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return max(0.0, (moment - (now or datetime.now(UTC))).total_seconds())
