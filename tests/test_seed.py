"""The shuffle can be written again from its description alone."""

import hmac
import json
from collections import Counter
from collections.abc import Iterator
from hashlib import sha512
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from elfer import Setup
from elfer.table.seed import Stream, derived, parted, seed_from

VECTORS: dict[str, Any] = json.loads((Path(__file__).parent.parent / "docs/shuffle-vectors.json").read_text("utf-8"))


def words(seed: bytes, label: str) -> Iterator[int]:
    """docs/shuffle.md, “Streams”, once more and slowly."""
    block = 0
    while True:
        digest = hmac.new(seed, label.encode() + b"\0" + block.to_bytes(4, "big"), "sha256").digest()
        yield from (int.from_bytes(digest[n : n + 2], "big") for n in range(0, 32, 2))
        block += 1


def below(stream: Iterator[int], n: int) -> int:
    return next(word % n for word in stream if word < 65536 - 65536 % n)


def shuffled(stream: Iterator[int], things: list[int]) -> list[int]:
    for n in range(len(things), 1, -1):
        j = below(stream, n)
        things[n - 1], things[j] = things[j], things[n - 1]
    return things


seeds = st.binary(min_size=32, max_size=32)


@given(seeds, st.text(max_size=8), st.lists(st.integers(1, 65536), max_size=40))
def test_numbers_are_as_described(seed: bytes, label: str, sizes: list[int]) -> None:
    plain, stream = words(seed, label), Stream(seed, label)
    assert [stream.below(n) for n in sizes] == [below(plain, n) for n in sizes]


@given(seeds, st.lists(st.integers(0, 700), max_size=6))
def test_shuffles_are_as_described_and_go_on_in_the_stream(seed: bytes, sizes: list[int]) -> None:
    plain, stream = words(seed, "deal"), Stream(seed, "deal")
    for size in sizes:
        assert stream.shuffled(range(size)) == shuffled(plain, list(range(size)))
        assert stream.below(7) == below(plain, 7)


@given(seeds, st.text(max_size=8), st.integers(0, 40))
def test_a_seed_and_a_stream_at_once_are_as_described(seed: bytes, label: str, size: int) -> None:
    digest = sha512(seed + label.encode()).digest()
    first = (int.from_bytes(digest[n : n + 2], "big") for n in range(32, 64, 2))
    after, stream = parted(seed, label)
    assert after == digest[:32]
    assert stream.shuffled(range(size)) == shuffled(chain(first, words(seed, label)), list(range(size)))


@pytest.mark.parametrize("vector", VECTORS["streams"], ids=lambda v: v["label"])
def test_stream_vectors(vector: dict[str, Any]) -> None:
    seed, label = bytes.fromhex(vector["seed"]), vector["label"]
    for n, name in ((65536, "words"), (40000, "below 40000")):
        stream = Stream(seed, label)
        assert [stream.below(n) for _ in range(20)] == vector[name]
    assert Stream(seed, label).shuffled(range(80)) == vector["shuffle of 0…79"]


@pytest.mark.parametrize("vector", VECTORS["derived"], ids=lambda v: v["label"])
def test_derived_vectors(vector: dict[str, Any]) -> None:
    assert derived(bytes.fromhex(vector["seed"]), vector["label"]).hex() == vector["derived"]


@pytest.mark.parametrize("vector", VECTORS["deals"], ids=lambda v: v["table"])
def test_deal_vectors(vector: dict[str, Any]) -> None:
    game = Setup.read(vector["table"]).game
    state = game.deal(bytes.fromhex(vector["seed of the round"]))
    deck, zones = game.layout.deck, state.table.zones
    assert [deck.show(zones[seat]) for seat in range(game.players)] == vector["hands"]
    assert " ".join(deck.names[c] for c in zones[game.layout.zone("stock")]) == vector["stock, top last"]
    assert list(game.to_act(state)) == [vector["begins"]]


def test_every_card_goes_everywhere() -> None:
    """A coarse look at fairness: each card of five is on each place about as often (400 expected)."""
    counts = Counter[tuple[int, int]]()
    for n in range(2000):
        counts.update(enumerate(Stream(n.to_bytes(32, "big"), "fair").shuffled(range(5))))
    assert len(counts) == 25
    assert sum((count - 400) ** 2 / 400 for count in counts.values()) < 45  # 16 degrees of freedom: p < 0.0002


def test_seeds_for_people() -> None:
    assert seed_from("ab" * 32) == bytes([0xAB]) * 32
    assert seed_from("zz" * 32) != seed_from("zz" * 31 + "zy")
    assert len({seed_from(text) for text in ("", "7", "07", " 7")}) == 4


@pytest.mark.parametrize("wrong", [b"", bytes(31), bytes(33)])
def test_a_seed_has_32_bytes(wrong: bytes) -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        Stream(wrong, "deal")


@pytest.mark.parametrize("n", [0, -1, 65537])
def test_numbers_out_of_range(n: int) -> None:
    with pytest.raises(ValueError, match="1 to 65536"):
        Stream(bytes(32), "x").below(n)
