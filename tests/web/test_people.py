"""Several people, and one person in several ways: watching, on a television, cut off, sharing a phone."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

from playwright.sync_api import Page, expect

from tests.web import player


def open_table(page: Page, game: str, button: str, players: int) -> str:
    """A new table; its code."""
    page.locator(f'a.tile[href="/game/{game}"]').click()
    page.get_by_role("group", name="How many players").get_by_role("button", name=str(players), exact=True).click()
    page.get_by_role("button", name=button).click()
    page.wait_for_url("**/t/*")
    return page.url.rsplit("/", 1)[-1]


def test_four_people_at_one_table(visit: Any) -> None:
    host, *others = [visit(size) for size in ("desktop", "phone", "phone", "desktop")]
    code = open_table(host.go("/"), "elfer", "Invite friends", 4)
    expect(host.page.get_by_text(code, exact=True)).to_be_visible()
    for name, guest in zip(("Ada", "Ben", "Cleo"), others, strict=True):
        page = guest.go(f"/t/{code}")
        page.get_by_label("Your name").fill(name)
        page.get_by_role("button", name="Sit down").first.click()
        expect(host.page.get_by_text(name)).to_be_visible()
    host.page.get_by_role("button", name="Begin").click()
    chance, everyone = Random(4), [host, *others]
    for guest in everyone:
        expect(guest.page.locator(".hand button")).to_have_count(15)
    for _ in range(8):
        for guest in everyone:
            player.touch_one(guest.page, chance)
    lying = [page.locator(".ticker").inner_text() for page in (guest.page for guest in everyone)]
    assert all(lying)
    host.page.get_by_role("button", name="Chat").click()
    host.page.get_by_label("Say something").fill("Good luck")
    host.page.get_by_role("button", name="Send").click()
    others[0].page.get_by_role("button", name="Chat").click()
    expect(others[0].page.get_by_role("dialog").get_by_text("Good luck")).to_be_visible()
    assert [guest.errors for guest in everyone] == [[]] * 4


def test_a_lost_connection_comes_back_by_itself(visit: Any) -> None:
    visitor = visit("phone")
    page = visitor.go("/")
    player.start_against_bots(page, "elfer")
    page.wait_for_selector(player.OFFERED)
    hand = page.locator(".hand button").count()
    visitor.context.set_offline(True)
    expect(page.get_by_text("Connection lost")).to_be_visible()
    visitor.context.set_offline(False)
    expect(page.get_by_text("Connection lost")).to_be_hidden(timeout=15_000)
    assert page.locator(".hand button").count() == hand
    player.play_to_result(page, "lost")


def test_a_page_that_is_loaded_anew_shows_the_same_table(visit: Any) -> None:
    page = visit("desktop").go("/")
    player.start_against_bots(page, "elfer")
    page.wait_for_selector(player.OFFERED)
    labels = [card.get_attribute("aria-label") for card in page.locator(".hand button").all()]
    page.reload()
    page.wait_for_selector(player.OFFERED)
    assert [card.get_attribute("aria-label") for card in page.locator(".hand button").all()] == labels
    page.goto(page.url.split("/t/")[0])
    page.get_by_role("link", name="Elevens Out").first.click()
    page.wait_for_selector(player.OFFERED)


def test_a_spectator_sees_the_table_and_no_hand(visit: Any) -> None:
    host, watcher = visit("desktop"), visit("desktop")
    player.start_against_bots(host.go("/"), "elfer")
    host.page.wait_for_selector(player.OFFERED)
    page = watcher.go("/t/" + host.page.url.rsplit("/", 1)[-1])
    expect(page.get_by_text("You are watching.")).to_be_visible()
    expect(page.locator(".seats .seat")).to_have_count(4)
    expect(page.locator(".hand")).to_have_count(0)
    expect(page.locator(player.OFFERED)).to_have_count(0)


def test_the_big_screen_shows_the_table_and_its_code(visit: Any) -> None:
    host, screen = visit("phone"), visit("desktop")
    player.start_against_bots(host.go("/"), "elfer")
    host.page.wait_for_selector(player.OFFERED)
    code = host.page.url.rsplit("/", 1)[-1]
    page = screen.go(f"/tv/{code}")
    expect(page.locator("header").get_by_text(code)).to_be_visible()
    expect(page.get_by_alt_text("QR code")).to_have_count(0)  # all seats are taken
    expect(page.locator(".board .row")).to_have_count(4)
    expect(page.locator(".hand")).to_have_count(0)


def test_pass_and_play(visit: Any) -> None:
    visitor = visit("phone")
    page = visitor.go("/")
    open_table(page, "elfer", "Share this device", 2)
    expect(page.get_by_label("Name at seat 2")).to_have_value("Player 2")
    page.get_by_role("button", name="Begin").click()
    shown: set[str] = set()
    for count in range(60):
        page.wait_for_selector(f"{player.OFFERED}, .button:has-text('show my cards')")
        if (curtain := page.get_by_role("button", name="show my cards")).count():
            shown.add(curtain.inner_text())
            assert page.locator(".hand").count() == 0
            curtain.click()
        else:
            player.touch_one(page, Random(count))
        if len(shown) == 2:
            break
    assert {re.sub(r".*(Player \d).*", r"\1", text) for text in shown} == {"Player 1", "Player 2"}
    assert visitor.errors == []


def test_bots_play_as_well_as_one_likes(visit: Any) -> None:
    visitor = visit("phone")
    page = visitor.go("/")
    page.locator('a.tile[href="/game/elfer"]').click()
    page.get_by_role("group", name="Bots play").get_by_role("button", name="easy").click()
    page.get_by_role("button", name="Invite friends").click()
    page.wait_for_url("**/t/*")
    page.get_by_role("button", name="Bot", exact=True).first.click()
    seats = page.locator(".company li")
    expect(seats.filter(has_text="easy")).to_have_count(1)
    page.get_by_role("group", name="Bots play").get_by_role("button", name="normal").click()
    level = page.get_by_role("group", name="Bots play").get_by_role("button", name="normal")
    expect(level).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Bot", exact=True).first.click()
    expect(seats.filter(has_text="normal")).to_have_count(1)
    page = visitor.go("/game/master")
    expect(page.get_by_role("button", name="easy")).to_have_attribute("aria-pressed", "true")  # it is remembered


def test_a_table_that_the_operator_closes_says_so_and_leads_home(visit: Any, database: Path) -> None:
    host, television = visit("phone"), visit("desktop")
    code = open_table(host.go("/"), "elfer", "Play against bots", 3)
    host.page.wait_for_selector(player.OFFERED)
    television.go(f"/tv/{code}")
    storage = f"sqlite:{database}"
    subprocess.run([sys.executable, "-m", "elfer", "admin", "close", code, "--storage", storage], check=True)
    expect(host.page.get_by_role("alert")).to_have_text(
        "This table was closed; nobody can play on here.", timeout=15_000
    )
    expect(television.page.get_by_role("alert")).to_be_visible(timeout=15_000)
    host.page.get_by_role("link", name="Home", exact=True).click()
    expect(host.page.get_by_text("My running tables")).to_be_hidden()
    assert [host.errors, television.errors] == [[], []]
