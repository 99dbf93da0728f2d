"""An account: whoever wants to is the same person on every device, until they sign out."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from elfer.words import LANGUAGES, Words
from tests.web import player
from tests.web.test_barriers import violations

PASSPHRASE = "elf kommt nach zehn"


def give(page: Page, lang: str, name: str, passphrase: str, button: str) -> None:
    """Fill in the form and press one of its two buttons."""
    say = Words(lang).say
    if not page.locator("details").evaluate("one => one.open"):
        page.locator("summary").click()
    page.get_by_label(say("web.your-name")).last.fill(name)
    page.get_by_label(say("web.passphrase")).fill(passphrase)
    page.get_by_role("button", name=say(f"web.{button}")).click()


def test_what_a_guest_has_played_comes_along_to_another_device(visit: Any) -> None:
    phone, desktop = visit("phone"), visit("desktop")
    page = phone.go("/")
    player.start_against_bots(page, "ratefix")
    player.play_to_result(page, "account")
    page = phone.go("/me")
    give(page, "en", "Elfriede", PASSPHRASE, "sign-up")
    expect(page.get_by_text("You are signed in as Elfriede.")).to_be_visible()
    expect(page.locator(".games li")).to_have_count(1)

    other = desktop.go("/me")
    give(other, "en", "Elfriede", PASSPHRASE, "sign-in")
    expect(other.get_by_text("You are signed in as Elfriede.")).to_be_visible()
    expect(other.locator(".games li")).to_have_count(1)

    # Whoever comes next to this device is a guest, to whom nothing of it is shown; the other one stays as it was.
    page.get_by_role("button", name="Sign out", exact=True).click()
    expect(page.locator("summary")).to_be_visible()
    expect(page.locator(".games li")).to_have_count(0)
    assert page.evaluate("[localStorage['elfer.tables'], localStorage['elfer.name']]") == [None, None]
    other.reload()
    expect(other.get_by_text("You are signed in as Elfriede.")).to_be_visible()
    other.get_by_role("button", name="Sign out on all devices").click()
    expect(other.locator("summary")).to_be_visible()
    assert phone.errors == desktop.errors == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_is_wrong_is_said(visit: Any, axe: str, lang: str) -> None:
    say = Words(lang).say
    first, second = visit("phone", lang=lang), visit("phone", lang=lang, theme="dark")
    give(first.go("/me"), lang, f"Elfe {lang}", PASSPHRASE, "sign-up")
    expect(first.page.get_by_text(say("web.signed-in", name=f"Elfe {lang}"))).to_be_visible()
    assert violations(first.page, axe) == []

    page = second.go("/me")
    give(page, lang, f"Elfe {lang}", "a wrong passphrase", "sign-in")
    expect(page.get_by_role("alert")).to_have_text(say("declined.wrong-passphrase"))
    give(page, lang, f"Elfe {lang}", "another passphrase", "sign-up")
    expect(page.get_by_role("alert")).to_have_text(say("declined.name-taken", name=f"Elfe {lang}"))
    assert violations(page, axe) == []
    # Too short: the browser itself says so, and nothing is sent.
    give(page, lang, "Elfi", "short", "sign-up")
    assert page.get_by_label(say("web.passphrase")).evaluate("one => one.validity.tooShort")
    expect(page.locator("summary")).to_be_visible()
