"""An embedder whose model answers over HTTP, as OpenAI's embeddings do, which many servers speak.

See platform.openai.com/docs/api-reference/embeddings.
Used only where the user named such a provider. Must not send what redaction removes, and must not
run before a hook's answer is out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from memory_store import errors
from memory_store.embedders import base, remote_notes, vendors
from memory_store.store import log
from memory_store.text import clean, redact

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import numpy as np
    from numpy.typing import NDArray


PAUSE_SECONDS = 60.0
"""How long a provider that failed is left alone, if it doesn't ask for more itself."""

LONGEST_REST_SECONDS = 3_600.0
PATH = "/embeddings"
AT_ONCE = 50
"""Texts in one request: of 2,000 characters each they stay below what the APIs take."""

_PROBE = "memory"
_NO_VECTORS = "{provider} answered something that is no list of vectors"


def load(
    access: vendors.Access,
    directory: str,
    patience: vendors.Patience,
    *,
    ask: bool = True,
) -> RemoteEmbedder:
    """The embedder of a provider; asks it once for the length of an unknown model's vectors.

    Args:
        access: where it is asked.
        directory: where `remote_notes` keeps what is known of it.
        patience: how long it may take to answer.
        ask: whether it may be asked: without, it can tell of outages alone.

    Raises:
        StoreError: the model is unknown and the provider does not answer.
    """
    known = vendors.VENDORS[access.provider].dimensions
    length = access.dimensions or known.get(access.model, 0)
    length = length or remote_notes.dimensions(directory, access.identity())
    embedder = RemoteEmbedder(access, directory, patience, length)
    if ask and not length:
        embedder.learn_dimensions()
    return embedder


class RemoteEmbedder:
    """See `base.Embedder`. `resting` tells why the provider is not asked now, if it isn't."""

    def __init__(
        self,
        access: vendors.Access,
        directory: str,
        patience: vendors.Patience,
        dimensions: int,
    ) -> None:
        self.access = access
        self.dimensions = dimensions
        self.at_once = AT_ONCE * access.concurrency
        self._directory = directory
        self._identity = access.identity()
        self._patience = patience

    @property
    def name(self) -> str:
        """See `base.Embedder`: provider, model, length and host; the path and key are no part."""
        at = self.access.url.partition("://")[2].rpartition("@")[2]
        return f"{self.access.provider}/{self.access.model} {self.dimensions} at {at}"

    def outage(self) -> remote_notes.Outage | None:
        """The last failure, if it was never asked with success since."""
        return remote_notes.outage(self._directory, self._identity)

    def resting(self) -> str:
        """The failure of a moment ago, for which the provider is left alone; "" for none."""
        outage = self.outage()
        return outage.sentence() if outage is not None and outage.rests() else ""

    def prepare(self) -> None:
        """There is nothing to load."""

    def prove(self) -> None:
        """Ask for a vector to test the provider; StoreError if it doesn't answer."""
        self.embed_query(_PROBE)

    def learn_dimensions(self) -> None:
        """Ask for a vector to learn its length; StoreError if that fails."""
        row = self._noted(lambda: self._asked([_PROBE]))[0]
        self.dimensions = len(row)
        remote_notes.note_dimensions(self._directory, self._identity, self.dimensions)

    def embed_documents(self, texts: Sequence[str]) -> base.Rows:
        """See `base.Embedder`; StoreError where the provider does not answer, or wrongly."""

        def ask(spoken: list[str]) -> NDArray[Any]:
            return self._noted(lambda: self._in_parts(spoken))

        return base.embed_each(texts, self.dimensions, ask)

    def embed_query(self, text: str) -> NDArray[np.float32]:
        """See `base.Embedder`; StoreError where the provider does not answer, or wrongly."""

        def ask(spoken: list[str]) -> NDArray[Any]:
            return self._noted(lambda: self._asked(spoken))

        row: NDArray[np.float32] = base.embed_each([text], self.dimensions, ask)[0]
        return row

    def _noted(self, ask: Callable[[], NDArray[Any]]) -> NDArray[Any]:
        """The result of a call, with a note for other runs whether it worked.

        Raises:
            StoreError: it failed, or one failed a moment ago and the provider is left alone.
        """
        if failure := self.resting():
            raise errors.StoreError(failure)
        try:
            rows = ask()
        except errors.StoreError as error:
            wait = getattr(error, "wait_seconds", None) or 0.0
            pause = min(LONGEST_REST_SECONDS, max(PAUSE_SECONDS, wait))
            remote_notes.failed(self._directory, self._identity, error.message, pause)
            log.write("embedder", error)
            raise errors.StoreError(self.resting() or error.message, error.hint) from error
        remote_notes.worked(self._directory, self._identity)
        return rows

    def _in_parts(self, texts: list[str]) -> NDArray[Any]:
        """The rows of many texts, by several requests at the same time."""
        import numpy as np

        parts = [texts[at : at + AT_ONCE] for at in range(0, len(texts), AT_ONCE)]
        if len(parts) == 1:
            return self._asked(texts)
        from concurrent import futures  # few calls have so many texts

        with futures.ThreadPoolExecutor(self.access.concurrency) as pool:
            asked = [pool.submit(self._asked, part) for part in parts]
            try:
                return np.concatenate([one.result() for one in asked])
            except errors.StoreError:
                pool.shutdown(cancel_futures=True)
                raise

    def _asked(self, texts: Sequence[str]) -> NDArray[Any]:
        """The rows for the texts of a request, [texts, dimensions]."""
        from memory_store import web  # a search whose vector is kept has no use for it
        from memory_store.embedders import retrying

        sent = [as_sent(text) for text in texts]
        url = f"{self.access.url}{PATH}"
        body: dict[str, object] = {"model": self.access.model, "input": sent}
        if self.access.dimensions:
            body["dimensions"] = self.access.dimensions
        headers = dict(self.access.headers)
        if self.access.key:
            headers = {"Authorization": f"Bearer {self.access.key}", **headers}

        web.checked(url, headers)  # what is wrong with an address will not pass

        def post(seconds: float) -> object:
            return web.post(url, body, headers, seconds=seconds)

        return self.rows(retrying.insist(post, self._patience), len(texts))

    def rows(self, answer: object, count: int) -> NDArray[Any]:
        """The vectors of an answer, [count, dimensions].

        Raises:
            StoreError: they are fewer, of another length, no finite numbers, or nothing but zeros.
        """
        import numpy as np

        try:
            vectors = _in_order(answer)
            rows = np.asarray(vectors, dtype=np.float64)
        except (LookupError, TypeError, ValueError, ArithmeticError) as error:
            raise self._fault(_NO_VECTORS) from error
        if len(vectors) != count:
            raise self._fault(
                "{provider} gave {vectors} vectors for {texts} texts",
                vectors=len(vectors),
                texts=count,
            )
        if rows.ndim != 2:  # noqa: PLR2004  texts and numbers
            raise self._fault(_NO_VECTORS)
        length = rows.shape[1]
        if length != (self.dimensions or length):
            remote_notes.note_dimensions(self._directory, self._identity, 0)  # asked for anew
            raise self._fault(
                "{provider} gave vectors of {length} numbers where {dimensions} are expected",
                "set embedding_dimensions to what the model gives, or 0",
                length=length,
                dimensions=self.dimensions,
            )
        if not np.isfinite(rows).all():
            raise self._fault(_NO_VECTORS)
        if not base.unit_rows(rows).any(axis=1).all():
            raise self._fault("{provider} gave vectors of zeros, or too large")
        return rows

    def _fault(self, template: str, hint: str = "", **values: object) -> errors.StoreError:
        return errors.StoreError(template, hint, provider=self.access.provider, **values)


def _in_order(answer: Any) -> list[Any]:  # noqa: ANN401  unchecked JSON
    """The vectors of an answer in the order of the texts: they come with their places, in any."""
    listed = {int(one["index"]): _numbers(one["embedding"]) for one in answer["data"]}
    if len(listed) != len(answer["data"]):
        raise ValueError  # two vectors for one text: nobody knows whose they are
    return [listed[place] for place in sorted(listed)]


def _numbers(vector: Any) -> Any:  # noqa: ANN401  unchecked JSON
    """The numbers of a vector, which some servers give as base64 of little-endian float32."""
    if not isinstance(vector, str):
        return vector
    import base64  # few servers

    import numpy as np

    return np.frombuffer(base64.b64decode(vector, validate=True), dtype="<f4")


def as_sent(text: str) -> str:
    """A text as it leaves this machine: cleaned, without secrets and `<private>` parts.

    One that holds nothing visible is a full stop: the APIs refuse a request with an empty text.
    """
    return redact.secrets(clean.text(text))[0].strip() or "."
