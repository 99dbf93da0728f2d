"""People and the HTTP part: guests, accounts, history, games, QR codes, headers, metrics."""

from __future__ import annotations

import asyncio
import base64
import json
from pathlib import Path

import httpx

from elfer.match import record
from elfer.match.match import Match
from elfer.match.registry import games
from elfer.words import LANGUAGES
from tests.server.play import House, Player, close_all, play, seated, serving


def test_a_guest_stays_the_same_person_and_nobody_can_forge_one(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as house:
            player = Player(house, "Anna")
            assert (await player.http.get("/api/me")).status_code == 401
            answer = await player.http.post("/api/me", json={"name": " Anna "})
            assert "HttpOnly" in answer.headers["set-cookie"]
            assert "SameSite=lax" in answer.headers["set-cookie"]
            me = answer.json()
            assert (me["name"], me["account"]) == ("Anna", False)
            again = (await player.http.post("/api/me", json={"name": "Änni"})).json()
            assert (again["id"], again["name"]) == (me["id"], "Änni")
            assert (await player.http.get("/api/me")).json() == again
            cookie = player.http.cookies["elfer"]
            for forged in (cookie[:-2] + "xx", "A" * 40, "", "ü".encode().hex()):
                player.http.cookies.set("elfer", forged, domain="127.0.0.1")
                assert (await player.http.get("/api/me", headers={"Cookie": f"elfer={forged}"})).status_code in (401,)
                player.http.cookies.clear()
            await player.close()

    play(scenario)


def test_an_account_carries_history_and_statistics(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as house:
            players = await seated(house, "elfer.2", 2)
            anna = players[0]
            given = {"name": "Anna", "passphrase": "correct horse"}
            joined = await anna.http.post("/api/account", json=given)
            assert (joined.status_code, joined.json()["account"]) == (201, True)
            taken = await players[1].http.post("/api/account", json=given)
            assert (taken.status_code, taken.json()["code"]) == (409, "name-taken")
            await anna.ask(type="begin")
            assert [(row["points"], row["place"]) for row in (await anna.http.get("/api/history")).json()] == [
                (None, None)
            ]
            [room] = house.app.house.rooms.values()
            while room.sitting.match is not None and not room.sitting.match.over:
                [seat] = room.sitting.match.to_act
                await players[seat].caught_up(room.sitting.shown)
                await players[seat].act(seat, players[seat].views[seat].legal[0])
            other = Player(house)
            wrong = await other.http.post("/api/login", json={**given, "passphrase": "wrong horse"})
            nobody = await other.http.post("/api/login", json={**given, "name": "nobody"})
            assert (wrong.status_code, nobody.status_code) == (401, 401)
            assert wrong.json()["code"] == nobody.json()["code"] == "wrong-passphrase"
            assert (await other.http.post("/api/login", json={**given, "name": "ANNA"})).status_code == 200
            [played] = (await other.http.get("/api/history")).json()
            assert room.sitting.match is not None
            assert played["place"] == room.sitting.match.places[0]
            [tally] = (await other.http.get("/api/statistics")).json()
            points, won = room.sitting.match.totals[0], room.sitting.match.places[0] == 1
            once = {"played": 1, "won": int(won), "points": points, "curve": [points]}
            never = {"played": 0, "won": 0, "points": 0, "curve": []}
            assert tally == {"game": "elfer", "all": once, "people": once, "bots": never}
            # The record is there for everyone who played, and can be verified.
            text = (await other.http.get(f"/api/matches/{played['match']}/record")).content.splitlines()
            record.check_fair(record.head(text))
            assert list(record.replay(text))[-1].match == room.sitting.match
            assert (await other.http.delete("/api/me")).status_code == 204
            assert (await other.http.get("/api/history")).status_code == 401
            await close_all([*players, other])

    play(scenario)


def test_who_has_signed_out_stays_out(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as house:
            given = {"name": "Anna", "passphrase": "correct horse"}
            phone, desk = await Player(house, "Anna").be(), Player(house, "Anna")
            assert (await phone.http.post("/api/account", json=given)).status_code == 201
            assert (await desk.http.post("/api/login", json=given)).status_code == 200
            copied = phone.http.cookies["elfer"]
            assert await known_by(house, copied) == "Anna"
            await phone.http.delete("/api/me")
            assert await known_by(house, copied) is None
            assert (await desk.http.get("/api/me")).json()["name"] == "Anna"  # the other device stays
            # A WebSocket does not take it either.
            thief = Player(house)
            thief.http.cookies.set("elfer", copied, domain="127.0.0.1")
            await thief.enter(await desk.open(setup="elfer.2"))
            assert (await thief.ask(type="sit", seat=0))["code"] == "who-are-you"
            await close_all([phone, desk, thief])

    play(scenario)


def test_signing_out_everywhere_ends_all_sessions_until_the_next_login(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as house:
            given = {"name": "Anna", "passphrase": "correct horse"}
            phone, desk, other = await Player(house, "Anna").be(), Player(house), await Player(house, "Ben").be()
            guest = phone.http.cookies["elfer"]
            await phone.http.post("/api/account", json=given)
            await desk.http.post("/api/login", json=given)
            for player in (phone, other):
                await player.enter(await player.open(setup="elfer.2"))
            cookies = [guest, phone.http.cookies["elfer"], desk.http.cookies["elfer"]]
            assert (await desk.http.delete("/api/me/everywhere")).status_code == 204
            assert [await known_by(house, cookie) for cookie in cookies] == [None, None, None]
            assert (await desk.http.delete("/api/me/everywhere")).status_code == 401
            # Connections that are open are closed; those of others stay.
            await house.app.sockets.dismiss()
            assert phone.socket is not None
            await phone.socket.wait_closed()
            assert phone.socket.close_code == 1008
            assert (await other.ask(type="sit", seat=0))["type"] != "refusal"
            assert (await desk.http.post("/api/login", json=given)).status_code == 200
            assert await known_by(house, desk.http.cookies["elfer"]) == "Anna"
            await close_all([phone, desk, other])

    play(scenario)


def test_cookies_of_earlier_versions_are_good_until_one_signs_out(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as house:
            text = b'["someone","Anna",false]'
            mac = house.app.house.signer._mac("person", text)
            cookie = base64.urlsafe_b64encode(mac + text).rstrip(b"=").decode()
            assert await known_by(house, cookie) == "Anna"
            async with httpx.AsyncClient(base_url=house.url, headers={"Cookie": f"elfer={cookie}"}) as http:
                await http.delete("/api/me")
            assert await known_by(house, cookie) is None

    play(scenario)


async def known_by(house: House, cookie: str) -> str | None:
    """Whom the server takes the bearer of a cookie for."""
    async with httpx.AsyncClient(base_url=house.url, headers={"Cookie": f"elfer={cookie}"}) as http:
        name: str | None = (await http.get("/api/me")).json().get("name")
        return name


def test_statistics_tell_people_from_bots(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as house:
            anna, ben = await Player(house, "Anna").be(), await Player(house, "Ben").be()
            alone = await played_out(house, anna)
            together = await played_out(house, anna, ben)
            again = await played_out(house, anna)
            [tally] = (await anna.http.get("/api/statistics")).json()
            assert tally == {
                "game": "elfer",
                "all": score(0, alone, together, again),
                "people": score(0, together),
                "bots": score(0, alone, again),
            }
            [tally] = (await ben.http.get("/api/statistics")).json()
            assert (tally["people"], tally["bots"]) == (score(1, together), score(1))
            await close_all([anna, ben])

    play(scenario)


async def played_out(house: House, *players: Player) -> Match:
    """A match for two, with a bot where nobody sits, played to its end."""
    code = await players[0].open(setup="elfer.2")
    for seat, player in enumerate(players):
        if player.socket is not None:
            await player.socket.close()
        await player.enter(code)
        await player.ask(type="sit", seat=seat)
    await players[0].ask(type="begin")
    room = await house.app.house.room_by_code(code)
    while room.sitting.match is None or not room.sitting.match.over:
        for seat, player in enumerate(players):
            await player.caught_up(room.sitting.shown)
            if player.views[seat].legal:
                await player.act(seat, player.views[seat].legal[0])
        await asyncio.sleep(0.005)
    return room.sitting.match


def score(seat: int, *matches: Match) -> dict[str, object]:
    points = [match.totals[seat] for match in matches]
    won = sum(match.places[seat] == 1 for match in matches)
    return {"played": len(matches), "won": won, "points": sum(points), "curve": points}


def test_a_record_is_not_given_out_before_the_match_is_over(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as house:
            players = await seated(house, "elfer.2", 2)
            await players[0].ask(type="begin")
            match = players[0].table["match"]
            early = await players[0].http.get(f"/api/matches/{match}/record", params={"lang": "de"})
            assert (early.status_code, early.json()["code"]) == (409, "not-over")
            assert early.json()["sentence"] == "Das Spiel ist noch nicht zu Ende."
            assert (await players[0].http.get("/api/matches/nope/record")).status_code == 404
            await close_all(players)

    play(scenario)


def test_games_layouts_rules_and_words(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as house:
            http = Player(house).http
            for lang in LANGUAGES:
                infos = (await http.get("/api/games", params={"lang": lang})).json()
                assert [info["id"] for info in infos] == sorted(games())
                for info in infos:
                    code = f"{info['id']}.{info['players'][0]}"
                    layout = (await http.get(f"/api/layouts/{code}", params={"lang": lang})).json()
                    assert layout["setup"] == code
                    assert layout["zones"]
                    assert (await http.get(f"/api/games/{info['id']}/rules", params={"lang": lang})).json()
            assert (await http.get("/api/words?lang=fr")).json()["count.cards"]["other"] == "{n} cartes"
            german = await http.get("/api/games", headers={"Accept-Language": "de-AT,en;q=0.5"})
            assert "Elfer" in json.dumps(german.json(), ensure_ascii=False)
            assert (await http.get("/api/games?lang=it")).json()["expected"] == "de, en, fr"
            assert (await http.get("/api/layouts/nope.4")).status_code == 404
            assert (await http.get("/api/games/nope/rules")).status_code == 404
            await http.aclose()

    play(scenario)


def test_bad_tables_are_refused_with_what_was_expected(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as house:
            player = Player(house, "Anna")
            assert (await player.http.post("/api/tables", json={"setup": "elfer.4"})).status_code == 401
            await player.be()
            for body, expected in (
                ({"setup": "elfr.4"}, "did you mean elfer"),
                ({"game": "elfer", "players": 9}, "2 to 6 players"),
                ({"game": "elfer", "players": 4, "options": {"rounds": 99}}, "1 to 12"),
                ({"game": "elfer"}, "setup | game, players, options"),
                ({"setup": "elfer.4", "game": "elfer"}, "setup | game, players, options"),
                ({"setup": "elfer.4", "manner": {"clock": "slow"}}, "clock"),
                ({"setup": 4}, "$.setup"),
            ):
                answer = await player.http.post("/api/tables", json=body)
                assert answer.status_code == 400
                assert expected in answer.json()["expected"]
            raw = await player.http.post("/api/tables", content=b"{")
            assert (raw.status_code, raw.json()["code"]) == (400, "not-json")
            huge = await player.http.post("/api/tables", content=b"[" * 100_000)
            assert (huge.status_code, huge.json()["code"]) == (413, "too-large")
            await player.close()

    play(scenario)


def test_invitations(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path, public_url="http://cards.example/") as house:
            player = await Player(house, "Anna").be()
            code = await player.open(setup="elfer.4")
            assert len(code) == 5
            summary = (await player.http.get(f"/api/tables/{code}")).json()
            assert summary["link"] == f"http://cards.example/t/{code}"
            qr = await player.http.get(f"/api/tables/{code}/qr.svg")
            assert qr.headers["content-type"] == "image/svg+xml"
            assert b"<svg" in qr.content
            assert (await player.http.get("/api/tables/NOPE/qr.svg")).status_code == 404
            await player.close()

    play(scenario)


def test_pages_headers_health_and_metrics(tmp_path: Path) -> None:
    async def scenario() -> None:
        token = "a-token-for-the-operator"
        async with serving(tmp_path, operator_token=token) as house:
            players = await seated(house, "elfer.2", 2)
            await players[0].ask(type="begin")
            await players[0].send(type="sit", seat=0)
            await players[0].until(lambda m: m["type"] == "refusal")
            http = players[0].http
            for path, kind in (("/", "text/html"), ("/docs", "text/html"), ("/openapi.json", "application/json")):
                answer = await http.get(path)
                assert answer.status_code == 200
                assert answer.headers["content-type"].startswith(kind)
                assert "default-src 'self'" in answer.headers["content-security-policy"]
                assert answer.headers["x-content-type-options"] == "nosniff"
                assert answer.headers["x-frame-options"] == "DENY"
            assert (await http.get("/nope")).json()["code"] == "no-such-page"
            french = {"accept-language": "fr-CH, de;q=0.5"}
            assert (await http.get("/nope", headers=french)).json()["sentence"] == "Cette page n’existe pas."
            # Whoever looks at it with a browser gets a page, with the way back.
            lost = await http.get("/nope?lang=xx", headers={**french, "accept": "text/html,*/*;q=0.8"})
            assert (lost.status_code, lost.headers["content-type"]) == (404, "text/html; charset=utf-8")
            assert "<!doctype html>" in lost.text
            assert (await http.get("/health")).json()["status"] == "ok"
            metrics = (await http.get("/metrics", headers={"Authorization": f"Bearer {token}"})).text
            assert "elfer_connections 2" in metrics
            assert 'elfer_refusals_total{code="seat-taken"} 1' in metrics
            assert 'elfer_messages_total{type="begin"} 1' in metrics
            assert "elfer_entries_total" in metrics
            await close_all(players)

    play(scenario)
