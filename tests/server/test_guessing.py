"""Nobody finds out by trying: passphrases, table codes, the operator's token; and nobody else waits meanwhile."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path

import httpx
import pytest

from elfer.server.codes import FREE_GUESSES, SECONDS_EACH, Guesses
from elfer.server.declined import Declined
from elfer.server.messages import Credentials
from elfer.server.people import People
from elfer.server.tries import FORGOTTEN_AFTER, FREE_TRIES, LONGEST_WAIT, Hashing, Tries
from elfer.server.who import NOBODY
from tests.server.play import PATIENCE, House, Player, close_all, play, seated, serving

ANNA = {"name": "Anna", "passphrase": "correct horse"}


class Clock:
    """A clock that the test moves."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, module: str) -> None:
        self.now = 1000.0
        monkeypatch.setattr(f"elfer.server.{module}.time.monotonic", lambda: self.now)


# --- passphrases ----------------------------------------------------------------------------------------------


def wait_for(tries: Tries, name: str, host: str) -> int:
    """How long one must wait before trying; if not at all, one has tried."""
    try:
        tries.begin(name, host)
    except Declined as why:
        return int(why.expected.removesuffix(" s"))
    return 0


def test_whoever_guesses_waits_longer_each_time_but_never_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, tries, waits = Clock(monkeypatch, "tries"), Tries(), []
    for n in range(12):
        host = f"192.0.2.{n}"  # another address each time does not help
        if seconds := wait_for(tries, "anna", host):
            waits.append(seconds)
            clock.now += seconds
            assert wait_for(tries, "anna", host) == 0
    assert waits == [1, 2, 4, 8, 16, 30, 30, 30, 30]
    assert max(waits) == LONGEST_WAIT
    assert wait_for(tries, "ben", "192.0.2.1") == 0  # others are not concerned
    clock.now += LONGEST_WAIT + FORGOTTEN_AFTER + 1
    assert [wait_for(tries, "anna", "192.0.2.1") for _ in range(FREE_TRIES)] == [0] * FREE_TRIES


def test_tries_at_once_all_count(monkeypatch: pytest.MonkeyPatch) -> None:
    Clock(monkeypatch, "tries")
    tries = Tries()
    assert [wait_for(tries, "anna", "192.0.2.1") > 0 for _ in range(10)] == [False] * FREE_TRIES + [True] * 7


def test_strangers_do_not_make_the_owner_wait_at_home(monkeypatch: pytest.MonkeyPatch) -> None:
    Clock(monkeypatch, "tries")
    tries = Tries()
    tries.begin("anna", "203.0.113.5")
    tries.right("anna", "203.0.113.5")
    while not wait_for(tries, "anna", "192.0.2.1"):
        pass
    assert wait_for(tries, "anna", "203.0.113.5") == 0
    assert wait_for(tries, "anna", "203.0.113.6") > 0


def test_what_is_remembered_of_tries_is_bounded() -> None:
    tries = Tries(most=10)
    for n in range(100):
        tries.begin(f"name {n}", "192.0.2.1")
        tries.right(f"name {n}", "192.0.2.1")
        tries.begin(f"other {n}", "192.0.2.1")
    assert (len(tries._records), len(tries._homes)) == (10, 10)


@pytest.mark.parametrize("name", ["Anna", "Nobody"])
def test_guessing_a_passphrase_is_slowed_down_whether_or_not_there_is_the_name(tmp_path: Path, name: str) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as house:
            owner, thief = await Player(house, "x").be(), Player(house)
            assert (await owner.http.post("/api/account", json=ANNA)).status_code == 201
            given, thief.http.timeout = {"name": name, "passphrase": "wrong horse"}, httpx.Timeout(PATIENCE)
            # All at once: however slow hashing is, no more than the free ones are looked at.
            answers = await asyncio.gather(*(thief.http.post("/api/login", json=given) for _ in range(20)))
            codes = [answer.json()["code"] for answer in answers]
            assert codes.count("too-many-tries") >= 20 - FREE_TRIES - 5
            assert set(codes) == {"too-many-tries", "wrong-passphrase"}
            [late] = [answer for answer in answers if answer.status_code == 429][-1:]
            assert int(late.headers["retry-after"]) >= 1
            assert late.headers["retry-after"] in late.json()["sentence"]
            await close_all([owner, thief])

    play(scenario)


def test_few_wait_to_be_hashed_and_the_others_are_told_at_once() -> None:
    async def scenario() -> None:
        gate, hashing = threading.Event(), Hashing(most=4, from_one=3)
        waiting = [asyncio.create_task(hashing.run("192.0.2.1", gate.wait)) for _ in range(3)]
        await asyncio.sleep(0)
        with pytest.raises(Declined, match="sign-in-busy"):
            await hashing.run("192.0.2.1", gate.wait)
        waiting.append(asyncio.create_task(hashing.run("192.0.2.2", gate.wait)))
        await asyncio.sleep(0)
        with pytest.raises(Declined, match="sign-in-busy"):
            await hashing.run("192.0.2.3", gate.wait)
        gate.set()
        assert await asyncio.gather(*waiting) == [True] * 4
        assert await hashing.run("192.0.2.1", gate.wait)
        assert not hashing._waiting
        hashing.stop()

    asyncio.run(scenario())


def test_whom_nobody_looked_at_has_not_tried(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as house:
            people = People(house.app.house.storage)
            given = Credentials(**ANNA)
            joined = await people.join(given, NOBODY)
            people._hashing._most = 0
            for _ in range(3 * FREE_TRIES):
                with pytest.raises(Declined, match="sign-in-busy"):
                    await people.login(given)
            people._hashing._most = 1
            assert (await people.login(given)).id == joined.id
            people.stop()

    play(scenario)


def test_a_full_queue_is_answered_with_a_sentence(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as house:
            house.app.people._hashing._most = 0
            player = await Player(house, "Anna").be()
            for path in ("/api/login", "/api/account"):
                answer = await player.http.post(path, json=ANNA, params={"lang": "de"})
                assert (answer.status_code, answer.json()["code"]) == (503, "sign-in-busy")
                assert answer.json()["sentence"].startswith("Gerade melden sich zu viele")
            await player.close()

    play(scenario)


# --- table codes ----------------------------------------------------------------------------------------------


def test_some_wrong_codes_are_borne_and_then_one_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch, "codes")
    guesses, wrong = Guesses(), 0
    while not guesses.too_many():
        guesses.wrong()
        wrong += 1
    assert wrong == FREE_GUESSES
    clock.now += SECONDS_EACH
    assert not guesses.too_many()
    guesses.wrong()
    assert guesses.too_many()
    for _ in range(100):  # those that were under way at once are paid for, too
        guesses.wrong()
    clock.now += 50 * SECONDS_EACH
    assert guesses.too_many()
    clock.now += 51 * SECONDS_EACH
    assert not guesses.too_many()


async def guessed(house: House, path: str) -> list[str]:
    """Try codes that there are not; gives what was answered."""
    codes = []
    player = await Player(house, "Mallory").be()
    if path == "ws":
        await player.connect()
    for n in range(3 * FREE_GUESSES):
        if path == "ws":
            codes.append((await player.ask(type="enter", code=f"XXXX{n}"))["code"])
        else:
            codes.append((await player.http.get(path.format(code=f"XXXX{n}"))).json()["code"])
    await player.close()
    return codes


@pytest.mark.parametrize(
    "path", ["ws", "/api/tables/{code}", "/api/tables/{code}/qr.svg", "/api/tables/{code}/hint/0"]
)
def test_codes_cannot_be_tried_out(tmp_path: Path, path: str) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as house:
            host, guest = await seated(house, "elfer.2", 2)
            code = host.table["code"]
            opener = await Player(house, "Opener").be()
            opened = await opener.open(setup="elfer.2")
            codes = await guessed(house, path)
            assert codes[:FREE_GUESSES] == ["no-such-table"] * FREE_GUESSES
            assert codes[-1] == "too-many-codes"
            # Now not even a right one is looked up from there, whichever way; only whoever sits there comes back.
            stranger = await Player(house, "Stranger").be()
            answer = await stranger.http.get(f"/api/tables/{code}")
            assert (answer.status_code, answer.json()["code"]) == (429, "too-many-codes")
            assert (await stranger.enter(code))["code"] == "too-many-codes"
            assert (await guest.http.get(f"/api/tables/{code}")).status_code == 200
            assert (await opener.http.get(f"/api/tables/{opened}/qr.svg")).status_code == 200
            assert (await opener.http.get(f"/api/tables/{code}/qr.svg")).status_code == 429
            await guest.drop()
            back = Player(house)
            back.http.cookies.update(guest.http.cookies)
            assert (await back.enter(code))["you"] == [1]
            linked = Player(house)
            assert (await linked.enter(code, keys=host.keys))["you"] == [0]
            await close_all([host, back, linked, stranger, opener])

    play(scenario)


def test_right_codes_cost_nothing(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as house:
            player = await Player(house, "Anna").be()
            code = await player.open(setup="elfer.2")
            for _ in range(3 * FREE_GUESSES):
                assert (await player.http.get(f"/api/tables/{code}")).status_code == 200
            await player.close()

    play(scenario)


def test_behind_a_proxy_each_address_guesses_for_itself(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with (
            serving(tmp_path, proxies=("127.0.0.1",)) as house,
            httpx.AsyncClient(base_url=house.url) as http,
        ):

            async def ask(address: str, code: str) -> int:
                answer = await http.get(f"/api/tables/{code}", headers={"X-Forwarded-For": address})
                return answer.status_code

            async with asyncio.timeout(PATIENCE):
                while await ask("192.0.2.1", "XXXXX") != 429:
                    pass
            assert await ask("192.0.2.2", "XXXXX") == 404

    play(scenario)


# --- what costs, and what only the operator sees --------------------------------------------------------------


@pytest.mark.parametrize("what", ["record", "lookback/0", "deals", "review/0"])
def test_costly_looks_at_a_match_are_limited(tmp_path: Path, what: str) -> None:
    async def scenario() -> None:
        async with serving(tmp_path, rate=2.0) as house, httpx.AsyncClient(base_url=house.url) as http:
            statuses = []
            async with asyncio.timeout(PATIENCE):
                while 429 not in statuses:
                    statuses.append((await http.get(f"/api/matches/nope/{what}")).status_code)
            assert set(statuses) == {404, 429}

    play(scenario)


def test_only_the_operator_reads_the_metrics(tmp_path: Path) -> None:
    token = "sixteen letters and more".replace(" ", "-")

    async def asked(http: httpx.AsyncClient, **headers: str) -> tuple[int, str]:
        answer = await http.get("/metrics", headers=headers)
        return answer.status_code, answer.text

    async def scenario() -> None:
        async with (
            serving(tmp_path, operator_token=token) as house,
            httpx.AsyncClient(base_url=house.url) as http,
        ):
            for wrong in (
                {},
                {"Authorization": "Bearer"},
                {"Authorization": f"Bearer {token}x"},
                {"Authorization": token},
            ):
                status, text = await asked(http, **wrong)
                assert (status, "operators-only" in text, "elfer_" in text) == (401, True, False)
            status, text = await asked(http, Authorization=f"Bearer {token}")
            assert (status, "elfer_connections" in text) == (200, True)
        async with serving(tmp_path) as house, httpx.AsyncClient(base_url=house.url) as http:
            for given in ({}, {"Authorization": "Bearer"}):
                status, text = await asked(http, **given)
                assert (status, text) == (404, (await http.get("/nope")).text)

    play(scenario)
