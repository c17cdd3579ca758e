"""The plug-in of pytest: ``pytest --skyseam my_module:Mine`` tests the contract of a plug-in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option."""
    parser.getgroup("skyseam").addoption(
        "--skyseam",
        action="append",
        default=[],
        metavar="MODEL",
        help='plug-in of Skyseam whose contract is tested: "my_module:Mine" or "mine.py"',
    )


class ContractTest(pytest.Item):
    """A test of the contract of one plug-in."""

    def __init__(
        self,
        *,
        test: Callable[[], None],
        where: str,
        **rest: Any,  # noqa: ANN401 - of pytest
    ) -> None:
        super().__init__(**rest)
        self._test, self._where = test, where

    def runtest(self) -> None:
        """Run the test."""
        self._test()

    def repr_failure(
        self,
        excinfo: pytest.ExceptionInfo[BaseException],
        style: Any = None,  # noqa: ANN401 - of pytest
    ) -> Any:  # noqa: ANN401 - of pytest
        """Show the message alone: it has file and line."""
        from skyseam._errors import PluginError

        if isinstance(excinfo.value, PluginError):
            return f"error: {excinfo.value}"
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[str, int | None, str]:
        """Return the place of the plug-in."""
        return self._where, None, self.name


def pytest_collection_modifyitems(
    session: pytest.Session, config: pytest.Config, items: list[pytest.Item]
) -> None:
    """Add the tests of the plug-ins that the command line names."""
    models = config.getoption("--skyseam")
    if not models:
        return
    from skyseam._errors import PluginError
    from skyseam.plugins import declarations
    from skyseam.testing import contract

    try:
        for one in declarations(models):
            for name, test in contract(one.plugin).items():
                items.append(
                    ContractTest.from_parent(
                        session, name=f"{one.name}::{name}", test=test, where=one.where
                    )
                )
    except PluginError as error:
        raise pytest.UsageError(f"--skyseam: {error}") from error
