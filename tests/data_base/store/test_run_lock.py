"""One process at a time works on a run."""

import pytest

from data_base.errors import InputError
from data_base.store.run_store import RunStore


def test_a_run_is_worked_on_by_one_alone_and_others_are_free(address: str) -> None:
    with RunStore(address) as store, RunStore(address) as other:
        with store.sole_worker("r"), other.sole_worker("r-2"):
            with pytest.raises(InputError, match="at work on the run r; wait for it"), other.sole_worker("r"):
                pass
            # What refused it is still held.
            with pytest.raises(InputError, match="at work on the run r;"), other.sole_worker("r"):
                pass
        with other.sole_worker("r"):
            pass


def test_an_error_gives_the_run_back(address: str) -> None:
    with RunStore(address) as store:
        with pytest.raises(ZeroDivisionError), store.sole_worker("運行"):
            raise ZeroDivisionError
        with store.sole_worker("運行"):
            pass
