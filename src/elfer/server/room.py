"""A room: one match in this server process, as far as the log is known here, and the clients that are shown it."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from elfer.server import log
from elfer.server.client import Client, encoded
from elfer.server.declined import Declined, sentence
from elfer.server.info import deadline, table_info, views
from elfer.server.judging import Judged, window
from elfer.server.messages import Advanced, Changed, Line, Noted, Refusal, Remark, Scene
from elfer.server.moves import Transition
from elfer.server.pen import Pen
from elfer.server.sitting import Phase, Sitting
from elfer.server.who import Signer, Who
from elfer.table.change import Changes
from elfer.table.view import Views
from elfer.words import Words

RECENT = 16
"""So many transitions can be told again to whoever was away for a moment."""
CHAT_SHOWN = 50
BYSTANDER: tuple[int | None, ...] = (None,)
"""As whom a client without a seat looks on."""


class Reply(Struct, frozen=True, gc=False):
    """To whom a transition is an answer, and what else they are told."""

    client: Client
    id: str = ""
    judged: Judged | None = None


class Room:
    """Tells its clients what happens, each only what their seats may see."""

    def __init__(self, sitting: Sitting, past: Iterable[Transition], signer: Signer) -> None:
        self.sitting = sitting
        self.clients: dict[Client, None] = {}
        self.pen = Pen()
        """Held while an entry is being written or read: one at a time, in this process."""
        self.timer: asyncio.TimerHandle | None = None
        """For what happens next by itself."""
        self.at_work: int | None = None
        """What `shown` was when somebody began to decide what happens by itself; nothing: nobody is at it."""
        self.decided: dict[int, str] = {}
        """By seat: what its bot will do, once its time has come; all decided when `shown` was `decided_on`."""
        self.decided_on = 0
        self.failures = 0
        """How often in a row nothing happened that should have."""
        self.chat: deque[Line] = deque(maxlen=CHAT_SHOWN)
        self.window_shown = 1000 * time.monotonic()
        """When clients were shown the window that is open now, in ms of this process's clock."""
        self._signer = signer
        self._chairs, self._all_here = sitting.chairs, False
        self._recent = deque((transition for transition in past if _is_public(transition)), maxlen=RECENT)
        self._views: Views[Any] | None = None
        """What can be seen of the table since the last transition."""

    # --- coming and going -------------------------------------------------------------------------------------

    def enter(self, client: Client, last: int | None, id: str) -> None:
        """A client is shown the table: what it has missed since `last`, or everything."""
        self.clients[client] = None
        client.room, client.seats = self, self.seats_of(client.who)
        client.ping()
        missed = self._missed(last, client.seats)
        if missed is None:
            self.show_all(client, id)
            return
        for transition in missed:
            self._tell_one(client, transition)
        client.tell(Noted(number=self.sitting.shown, id=id))

    def _missed(self, last: int | None, seats: tuple[int, ...]) -> Sequence[Transition] | None:
        """What to tell again to somebody who has seen everything up to that number; `None`: start over."""
        sitting = self.sitting
        if last is None or last > sitting.shown or (sitting.match and window(sitting.match.state)):
            return None
        # What a seat did in secret since then has no number: nobody knows whether its client has seen it.
        if any(sitting.secretly[seat] >= last for seat in seats):
            return None
        missed = [transition for transition in self._recent if transition.before.shown >= last]
        if len(missed) != sitting.shown - last or any(_is_great(transition) for transition in missed):
            return None
        return missed

    def leave(self, client: Client) -> None:
        self.clients.pop(client, None)
        client.room, client.seats, client.outside_since = None, (), time.monotonic()

    def _show_out(self, client: Client) -> None:
        """A client may look on no longer: it is told why, and nothing more."""
        why = Declined("no-spectators")
        client.tell(Refusal(code=why.code, sentence=sentence(Words(client.lang), why)))
        self.leave(client)

    def lenders_of(self, client: Client) -> set[str]:
        """The people whose seats a client has by a private link."""
        return {self.sitting.chairs[seat].person for seat in client.seats} - {client.who.person.id}

    def seats_of(self, who: Who) -> tuple[int, ...]:
        return who.seats(self.sitting, self._signer)

    def present(self) -> set[int]:
        """The seats whose people are connected here."""
        return {seat for client in self.clients for seat in client.seats}

    def is_left_to_people(self) -> bool:
        """Whether nothing happens by itself: everyone is a person who is here, and no clock runs."""
        sitting = self.sitting
        if sitting.chairs is not self._chairs:
            self._chairs, self._all_here = sitting.chairs, all(chair.process for chair in sitting.chairs)
        match, clock = sitting.match, sitting.manner.clock
        return self._all_here and clock.seconds is None and (match is None or window(match.state) is None)

    def begun(self) -> int:
        """Since when bots are to act: they need not wait for beats that everyone who plays here has seen."""
        sitting = self.sitting
        players = [client for client in self.clients if client.seats]
        watched = players and all(client.watched >= sitting.shown for client in players)
        return sitting.told_at if watched else sitting.turn_at

    # --- telling ----------------------------------------------------------------------------------------------

    def show_all(self, client: Client, id: str = "") -> None:
        """Everything, from the beginning."""
        sitting = self.sitting
        scene = Scene(
            number=sitting.shown,
            table=table_info(sitting, self.now(sitting)),
            you=client.seats,
            host=bool(client.who.person.id) and client.who.person.id == sitting.host,
            views=views(sitting, client.seats),
            left_ms=self.left_ms(sitting),
            chat=tuple(self.chat),
            keys=tuple(client.who.key(sitting, seat, self._signer) for seat in client.seats),
            id=id,
        )
        client.tell(scene)

    def advance(self, transitions: Sequence[Transition], reply: Reply | None = None) -> None:
        """The log has gone on: tell everyone what they may know of it."""
        if not transitions:
            return
        # The answer to a message rides on the entry that it was about, which is the last but for the secret.
        last = transitions[-1]
        about = transitions[-2] if len(transitions) > 1 and isinstance(last.entry, log.Revealed) else last
        for transition in transitions:
            self.sitting = transition.after
            answer = reply if transition is about else None
            if not _is_public(transition):
                self._tell_holders(transition, answer)
                continue
            self._recent.append(transition)
            if isinstance(transition.entry, log.Acted):
                self._tell_advanced(transition, answer)
            else:
                self._tell_changed(transition, answer)

    def _tell_holders(self, transition: Transition, reply: Reply | None) -> None:
        """What stays secret is told to nobody but those who did it."""
        entry = transition.entry
        for client in self.clients:
            if isinstance(entry, log.Acted) and entry.seat in client.seats:
                mine = reply if reply is not None and reply.client is client else None
                client.tell(
                    Noted(
                        number=transition.after.shown,
                        views=views(transition.after, client.seats),
                        judged=mine.judged if mine else None,
                        id=mine.id if mine else "",
                    )
                )

    def _tell_advanced(self, transition: Transition, reply: Reply | None) -> None:
        if transition.after.match is not None and transition.after.match.state.table.window is not None:
            self.window_shown = 1000 * time.monotonic() + transition.after.turn_at - transition.after.at
        news, changes = self._news(transition), self._changes(transition)
        apart = changes.apart
        frames: dict[tuple[int | None, ...], bytes] = {}
        answered = reply.client if reply is not None and (reply.id or reply.judged is not None) else None
        for client in self.clients:
            seats = client.seats
            looks = seats if len(seats) > 1 or (seats and apart >> seats[0] & 1) else BYSTANDER
            if client is answered and reply is not None:
                told = tuple(map(changes.of, looks))
                client.tell(replace(news, changes=told, judged=reply.judged, id=reply.id))
                continue
            if (frame := frames.get(looks)) is None:  # who is told the same gets the same frame
                frame = frames[looks] = encoded(replace(news, changes=tuple(map(changes.of, looks))))
            client.push(frame)

    def _news(self, transition: Transition) -> Advanced:
        """What everyone is told alike."""
        before, entry, after = transition.before, transition.entry, transition.after
        assert isinstance(entry, log.Acted)
        assert before.match is not None
        assert after.match is not None
        answered = window(before.match.state) is not None  # by several; who was last is nobody's business
        return Advanced(
            number=after.shown,
            seat=None if answered else entry.seat,
            changes=(),
            by="person" if answered else entry.by,
            scores=after.match.scores if transition.ends_round() else None,
            left_ms=self.left_ms(after),
            saying=after.saying,
        )

    def _changes(self, transition: Transition) -> Changes[Any]:
        """What a transition changed, for all who look. What they see now is kept: the next one changes it."""
        before, after = transition.before.match, transition.after.match
        assert before is not None
        assert after is not None
        seen = self._views
        if seen is None or seen.state is not before.state:
            seen = Views(before.game, before.state)
        self._views = Views(seen.game, after.state, seen)
        return Changes(seen, self._views)

    def _tell_changed(self, transition: Transition, reply: Reply | None) -> None:
        texts: dict[tuple[int, ...], bytes] = {}
        info = table_info(transition.after, self.now(transition.after))
        for client in list(self.clients):
            seats = client.who.seats(transition.after, self._signer)
            mine = reply is not None and reply.client is client
            id = reply.id if reply is not None and mine else ""
            great = _is_great(transition) or (seats != client.seats)
            client.seats = seats
            if not transition.after.admits(client.who.person.id, seats):
                if mine:  # what they asked for was done
                    client.tell(Changed(number=transition.after.shown, table=info, you=seats, id=id))
                self._show_out(client)
            elif great:
                self.show_all(client, id)
            elif mine:
                client.tell(Changed(number=transition.after.shown, table=info, you=seats, id=id))
            else:
                if seats not in texts:
                    texts[seats] = encoded(Changed(number=transition.after.shown, table=info, you=seats))
                client.push(texts[seats])

    def _tell_one(self, client: Client, transition: Transition) -> None:
        """Tell a transition again, to one client."""
        if isinstance(transition.entry, log.Acted):
            changes = self._changes(transition)
            told = tuple(map(changes.of, client.seats or BYSTANDER))
            client.tell(replace(self._news(transition), changes=told))
        else:
            after = transition.after
            info = table_info(after, self.now(after))
            client.tell(Changed(number=after.shown, table=info, you=client.seats))

    def say(self, line: Line) -> None:
        """Chat, or an emote."""
        self.chat.append(line)
        text = encoded(Remark(line=line))
        for client in self.clients:
            client.push(text)

    # --- time -------------------------------------------------------------------------------------------------

    @staticmethod
    def now(sitting: Sitting) -> int:
        """Milliseconds since the table was opened."""
        return max(int(1000 * time.time()) - sitting.opened.unix_ms, sitting.at)

    def left_ms(self, sitting: Sitting) -> int | None:
        end = deadline(sitting)
        return None if end is None else max(0, end - self.now(sitting))


def _is_public(transition: Transition) -> bool:
    return transition.after.shown > transition.before.shown


def _is_great(transition: Transition) -> bool:
    """Whether so much has changed that everything is shown anew."""
    # After a new key, those that were shown are of no use.
    if isinstance(transition.entry, (log.Started, log.Dealt, log.Closed, log.Rekeyed)):
        return True
    return transition.after.phase is not Phase.GATHERING and isinstance(transition.entry, (log.Sat, log.Stood))
