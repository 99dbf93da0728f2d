"""The shuffle can be written again from its description alone."""

import hmac
import json
from collections import Counter
from collections.abc import Iterator
from hashlib import sha256, sha512
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from elfer import Setup, dump, game, guess, view
from elfer.table.seed import Chance, Quick, Stream, derived, parted, seed_from

VECTORS: dict[str, Any] = json.loads((Path(__file__).parents[2] / "docs/shuffle-vectors.json").read_text("utf-8"))


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


@pytest.mark.parametrize("n", [1, 7, 256, 40_000, 65_536])
def test_numbers_drawn_at_once_are_those_drawn_one_by_one(n: int) -> None:
    at_once, one_by_one = (Stream(seed_from("drawn"), "numbers") for _ in range(2))
    for times in (0, 1, 5, 100):
        assert at_once.drawn(n, times) == [one_by_one.below(n) for _ in range(times)]
    assert at_once.below(1000) == one_by_one.below(1000)


def test_a_guess_from_a_stream_is_always_the_same() -> None:
    """A match that is looked back at, or goes on after an update, must think with the same guesses."""
    elfer = game("elfer", 3)
    state = elfer.deal(seed_from("guess"))
    while not any(state.table.memory.lacks):
        [seat] = elfer.to_act(state)
        state = elfer.apply(state, seat, elfer.legal(state, seat)[-1])
    guessed = dump(elfer, guess(elfer, state, 1, Stream(seed_from("7"), "guess")))
    assert sha256(guessed).hexdigest()[:16] == "f1d16e5373c643a1"


def test_a_guess_takes_any_source_of_chance() -> None:
    elfer = game("elfer", 3)
    state = elfer.deal(seed_from("guess"))
    guesses = [guess(elfer, state, 1, Quick(seed)) for seed in (1, 1, 2)]
    assert guesses[0] == guesses[1] != guesses[2]
    for other in guesses:
        elfer.check(other)
        assert view(elfer, other, 1) == view(elfer, state, 1)


@pytest.mark.parametrize("chance", [Quick(3), Stream(seed_from("3"), "fair")])
def test_all_numbers_and_all_orders_come_up_equally_often(chance: Chance) -> None:
    orders = Counter("".join(chance.shuffled("abc")) for _ in range(6000))
    assert len(orders) == 6
    assert all(850 < count < 1150 for count in orders.values())
    assert all(850 < count < 1150 for count in Counter(chance.drawn(6, 6000)).values())
    assert all(850 < count < 1150 for count in Counter(chance.below(6) for _ in range(6000)).values())
