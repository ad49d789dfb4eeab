"""Exceptions. Each carries the engine's `code`, which stays the same from version to version."""

from __future__ import annotations


class EtioError(Exception):
    """Base of all exceptions of Etio.

    Attributes
    ----------
    code : str
        Short name of the kind of error, the same as in the column `error_code` of a batch.
    """

    def __init__(self, message: str, *, code: str = "error") -> None:
        super().__init__(message)
        self.message = message
        self.code = code

    def __str__(self) -> str:
        return self.message

    def __reduce__(self) -> tuple[object, ...]:
        # Exceptions are pickled by their positional arguments, which would lose the fields.
        return (_restore, (type(self), self.message, dict(self.__dict__)))


def _restore(kind: type[EtioError], message: str, fields: dict[str, object]) -> EtioError:
    error = kind.__new__(kind, message)
    error.args = (message,)
    error.__dict__.update(fields)
    return error


class InvalidValue(EtioError, ValueError):
    """An argument that cannot be used: an age, a sex, a probability, a method, a column."""


class UnknownId(EtioError, KeyError):
    """An id that the network does not have.

    Attributes
    ----------
    id : str
        The id as given.
    nearest : str or None
        The most similar known id.
    """

    def __init__(
        self, message: str, *, code: str = "unknown-finding", id: str = "", nearest: str | None = None
    ) -> None:
        super().__init__(message, code=code)
        self.id = id
        self.nearest = nearest


class Contradiction(EtioError, ValueError):
    """Two statements that exclude each other.

    Attributes
    ----------
    first, second : str
        The ids of their findings.
    """

    def __init__(
        self, message: str, *, code: str = "contradiction", first: str = "", second: str = ""
    ) -> None:
        super().__init__(message, code=code)
        self.first = first
        self.second = second


class Impossible(EtioError, ValueError):
    """The network gives the evidence probability zero.

    Attributes
    ----------
    finding : str or None
        The finding that alone is impossible, if there is one.
    """

    def __init__(
        self, message: str, *, code: str = "impossible-evidence", finding: str | None = None
    ) -> None:
        super().__init__(message, code=code)
        self.finding = finding


class TooExpensive(EtioError):
    """More time or memory than the limits allow, known before starting.

    Attributes
    ----------
    seconds, bytes : float
        Predicted time and memory.
    method : str
        The method that was asked for.
    """

    def __init__(
        self,
        message: str,
        *,
        code: str = "too-expensive",
        seconds: float = 0.0,
        bytes: float = 0.0,
        method: str = "",
    ) -> None:
        super().__init__(message, code=code)
        self.seconds = seconds
        self.bytes = bytes
        self.method = method


class OutOfTime(EtioError, TimeoutError):
    """No answer within the time limit.

    Attributes
    ----------
    seconds : float
        The limit.
    exact_seconds : float or None
        What an exact answer was predicted to take.
    """

    def __init__(
        self,
        message: str,
        *,
        code: str = "out-of-time",
        seconds: float = 0.0,
        exact_seconds: float | None = None,
    ) -> None:
        super().__init__(message, code=code)
        self.seconds = seconds
        self.exact_seconds = exact_seconds


class TooLarge(EtioError):
    """More findings or diseases than the method handles at all.

    Attributes
    ----------
    method : str
        The method that was asked for.
    """

    def __init__(self, message: str, *, code: str = "too-large", method: str = "") -> None:
        super().__init__(message, code=code)
        self.method = method


class PrecisionLost(EtioError, ArithmeticError):
    """Too few correct digits are left.

    Attributes
    ----------
    method : str
        The method that was asked for.
    error_estimate : float
        Estimated absolute error of a posterior.
    """

    def __init__(
        self, message: str, *, code: str = "digits-lost", method: str = "", error_estimate: float = 0.0
    ) -> None:
        super().__init__(message, code=code)
        self.method = method
        self.error_estimate = error_estimate


class RowError(EtioError, ValueError):
    """A case of a batch that has no row in a matrix of posteriors.

    Attributes
    ----------
    row : int
        The row, counted from 0.
    """

    def __init__(self, message: str, *, code: str = "error", row: int = 0) -> None:
        super().__init__(message, code=code)
        self.row = row


class BadFile(EtioError, ValueError):
    """A file that is not a network, or is damaged."""


class UnreadableFile(EtioError, OSError):
    """A file that cannot be read or written."""

    def __init__(
        self,
        message: str,
        *,
        code: str = "file",
        errno: int | None = None,
        filename: str | None = None,
    ) -> None:
        super().__init__(message, code=code)
        self.errno = errno
        self.filename = filename


class MissingFile(UnreadableFile, FileNotFoundError):
    """A file that is not there."""
