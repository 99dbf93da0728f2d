"""What the server does with a message: looks at it, does it or declines it, and answers."""

from __future__ import annotations

import logging
import time
from contextlib import suppress
from functools import lru_cache, partial

import msgspec

from elfer.server import log
from elfer.server import messages as m
from elfer.server.chat import chat_line, chatted, write_chat
from elfer.server.client import Client
from elfer.server.codes import Codes
from elfer.server.declined import Declined, sentence
from elfer.server.house import House, Plan
from elfer.server.judging import Judged, call_of, judge, judged_call, window
from elfer.server.log import AnyEntry
from elfer.server.moves import Mover
from elfer.server.names import chat_from, name_from
from elfer.server.people import is_free, still_good
from elfer.server.room import Reply, Room
from elfer.server.sitting import Phase, Sitting
from elfer.server.who import Who
from elfer.table.refusal import Refused, named
from elfer.words import Words
from elfer.words.rulebook import at_table

LARGEST_MESSAGE = 16 * 1024

_decoder = msgspec.json.Decoder(m.ClientMessage)
_log = logging.getLogger(__name__)

TYPES = tuple(str(kind.__struct_config__.tag) for kind in m.ClientMessage.__args__)


@lru_cache(maxsize=256)
def words_at(lang: str, game: str | None) -> Words:
    """A language, with the words of a game."""
    return Words(lang) if game is None else at_table(Words(lang), game)


class Service:
    """Handles the messages of all clients."""

    def __init__(self, house: House, codes: Codes) -> None:
        self.house, self.codes = house, codes

    async def receive(self, client: Client, data: bytes | str) -> None:
        """One frame from a client. Whatever it holds, it gets an answer, and nothing breaks."""
        try:
            if not client.bucket.take(time.monotonic()):
                raise Declined("too-fast", f"≤ {self.house.settings.rate:g}/s", most=f"{self.house.settings.rate:g}")
            message = decoded(data)
        except Declined as why:
            self.refuse(client, why)
        else:
            await self._answer(client, message)

    def receive_at_once(self, client: Client, data: bytes) -> bool:
        """The short way for what has to wait for nothing but storage. False: `receive` must have it."""
        arrived = time.monotonic()
        try:
            message = _decoder.decode(data)
        except (msgspec.MsgspecError, UnicodeError, RecursionError):
            return False
        room, kind = client.room, type(message)
        if kind is m.Act:
            if room is None or room.pen.held or (match := room.sitting.match) is None or match.state.table.window:
                return False
        elif kind is not m.Pong:
            return False
        if not client.bucket.take(arrived):
            return False
        try:
            if kind is m.Act and room is not None:
                self._act_at_once(client, room, message, arrived)
            else:
                self._pong(client, message, arrived)
        except Exception as why:
            self._failed(client, message, why)
        return True

    def _act_at_once(self, client: Client, room: Room, message: m.Act, arrived: float) -> None:
        entries = self._mover(client, room, room.sitting).entries(message)
        finished = partial(self._acted, client, message, arrived)
        if self.house.write_at_once(room, entries, Reply(client, message.id), finished):
            self.house.metrics.count("elfer_messages_total", label=_LABELS[m.Act])
        else:
            finished(False)

    def _acted(self, client: Client, message: m.Act, arrived: float, told: bool) -> None:
        if told:
            self.house.metrics.took(time.monotonic() - arrived)
        else:
            self.house.tasks.add(self._answer(client, message))

    def _pong(self, client: Client, message: m.Pong, arrived: float) -> None:
        self.house.metrics.count("elfer_messages_total", label=_LABELS[m.Pong])
        if not client.round_trips.answered(message.number, 1000 * arrived):
            raise Declined("no-such-ping")

    async def _answer(self, client: Client, message: m.ClientMessage) -> None:
        try:
            await self._handle(client, message)
        except Exception as why:
            self._failed(client, message, why)

    def _failed(self, client: Client, message: m.ClientMessage, why: Exception) -> None:
        if not isinstance(why, (Declined, Refused)):
            _log.error("message failed", exc_info=why)
            why = Declined("server-error")
        self.refuse(client, why, message)

    def refuse(self, client: Client, why: Declined | Refused, message: m.ClientMessage | None = None) -> None:
        """Say what was wrong, and what was expected, in the client's language."""
        room = client.room
        words = words_at(client.lang, None if room is None else room.sitting.setup.name)
        expected = why.expected if isinstance(why, Declined) else _legal(client, why)
        self.house.metrics.count("elfer_refusals_total", label=f'code="{why.code}"')
        rule = _rule(room, why, message) if isinstance(why, Refused) and room is not None else ""
        id = "" if message is None else message.id
        client.tell(m.Refusal(code=why.code, sentence=sentence(words, why), expected=expected, rule=rule, id=id))

    async def _handle(self, client: Client, message: m.ClientMessage) -> None:
        arrived = time.monotonic()
        if isinstance(message, m.Pong):
            self._pong(client, message, arrived)
            return
        self.house.metrics.count("elfer_messages_total", label=_LABELS[type(message)])
        if isinstance(message, m.Enter):
            await self._enter(client, message)
            return
        if client.room is None:
            raise Declined("enter-first", "enter")
        await self._at_table(client, client.room, message, arrived)

    async def _at_table(self, client: Client, room: Room, message: m.ClientMessage, arrived: float) -> None:
        """What somebody says who has entered."""
        if isinstance(message, m.Act):
            await self._act(client, room, message, arrived)
            self.house.metrics.took(time.monotonic() - arrived)
        elif isinstance(message, m.Watched):
            client.watched = message.number
            self.house.schedule(room)
        elif isinstance(message, m.Resync):
            room.show_all(client, message.id)
        elif isinstance(message, (m.Say, m.Gesture)):
            await self._say(client, room, message)
        elif isinstance(message, m.Again):
            await self._rematch(client, room, message)
        elif isinstance(message, (m.Sit, m.Rename)):
            await self._write(client, room, await self._named(client, room, message), None)
        else:
            await self._write(client, room, message, None)

    # --- each kind --------------------------------------------------------------------------------------------

    async def _enter(self, client: Client, message: m.Enter) -> None:
        client.lang = message.lang
        if client.room is not None:
            raise Declined("already-entered", "resync", code=client.room.sitting.code)
        who = Who(client.who.person, frozenset(message.keys))
        room = await self.codes.room(message.code, client.host, who)
        if self.house.hub.shared:  # whoever comes back from a server that was killed must not see less than before
            await self.house.refresh(room)
        good = await still_good(self.house.storage, self.house.signer, room.sitting, who)
        seats = room.seats_of(good)
        if not room.sitting.admits(good.person.id, seats):
            raise Declined("no-spectators")
        client.who = good
        # With a key that counts no more somebody may have seen more until now: then all is shown anew.
        room.enter(client, message.last if good == who else None, message.id)
        self.house.schedule(room)
        await self.house.arrived(room, seats)

    async def _named(self, client: Client, room: Room, message: m.Sit | m.Rename) -> m.Sit | m.Rename:
        """The message, with the name as it is kept. Raises `Declined` if a seat cannot be called so."""
        person = client.who.person
        name = name_from(message.name or person.name or "?")
        holder = room.sitting.chair(message.seat).person if isinstance(message, m.Rename) else person.id
        if not await is_free(self.house.storage, name, holder):
            raise Declined("name-taken", name=name)
        return msgspec.structs.replace(message, name=name)

    async def _act(self, client: Client, room: Room, message: m.Act, arrived: float) -> None:
        judged: Judged | None = None
        match = room.sitting.match
        if match is not None and window(match.state) and (call := call_of(message.do)) is not None:
            judged = judge(call[1], room.window_shown, 1000 * arrived, client.round_trips.shortest)
            message = msgspec.structs.replace(message, do=judged_call(call[0], judged))
        await self._write(client, room, message, judged)

    async def _write(self, client: Client, room: Room, message: m.ClientMessage, judged: Judged | None) -> None:
        plan, reply = self._plan(client, room, message), Reply(client, message.id, judged)
        if not await self.house.write(room, plan, reply):
            client.tell(m.Noted(number=room.sitting.shown, id=message.id))

    def _plan(self, client: Client, room: Room, message: m.ClientMessage) -> Plan:
        return lambda sitting: self._mover(client, room, sitting).entries(message)

    def _mover(self, client: Client, room: Room, sitting: Sitting) -> Mover:
        # The room keeps the client's seats as its sitting has them, and that is what a plan is asked about.
        return Mover(sitting, client.who, client.seats, room.now(sitting), self.house.process)

    async def _say(self, client: Client, room: Room, message: m.Say | m.Gesture) -> None:
        if isinstance(message, m.Say):
            message = msgspec.structs.replace(message, text=chat_from(message.text))
        said = chatted(message, room.sitting, client.who, client.seats)
        await self.house.storage.note_chat(said)
        room.say(chat_line(said))
        self.house.hub.publish(room.sitting.id, write_chat(said))

    async def _rematch(self, client: Client, room: Room, message: m.Again) -> None:
        """A new table with the same people; whoever asks is its host."""
        if not client.seats:
            raise Declined("not-seated", "sit")
        old = room.sitting
        if old.closed:
            raise Declined("table-closed")
        if old.phase is not Phase.OVER:
            raise Declined("not-over")
        if old.rematch:
            client.tell(m.Noted(number=old.shown, id=message.id))
            return
        host = client.who.person.id or old.chairs[client.seats[0]].person
        new = await self.house.open_table(old.setup, host, old.manner, after=old.id)

        def told(sitting: Sitting) -> list[AnyEntry]:
            return [] if sitting.rematch else [log.Rematched(at=room.now(sitting), code=new.code)]

        await self.house.write(await self.house.room_by_code(new.code), lambda _: _same_people(old))
        if not await self.house.write(room, told, Reply(client, message.id)):
            client.tell(m.Noted(number=room.sitting.shown, id=message.id))


def _same_people(old: Sitting) -> list[AnyEntry]:
    """Those of a match take the same seats again, and so do its bots."""
    people: list[AnyEntry] = []
    for seat, chair in enumerate(old.chairs):
        if chair.person:
            people.append(log.Sat(seat=seat, person=chair.person, name=chair.name))
        elif chair.level is not None:
            people.append(log.Staffed(seat=seat, level=chair.level, character=chair.character))
    return people


_LABELS = {kind: f'type="{kind.__struct_config__.tag}"' for kind in m.ClientMessage.__args__}


def decoded(data: bytes | str) -> m.ClientMessage:
    """The message in a frame. Raises `Declined`, and says what was expected."""
    if len(data) > LARGEST_MESSAGE:
        raise Declined("too-large", f"≤ {LARGEST_MESSAGE} B", most=LARGEST_MESSAGE // 1024)
    try:
        message: m.ClientMessage = _decoder.decode(data)
        return message
    except msgspec.ValidationError as error:
        if "`type`" in str(error) or "$.type" in str(error):
            raise Declined("unknown-type", ", ".join(TYPES)) from None
        raise Declined("malformed", str(error)) from None
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise Declined("not-json", '{"type": "enter", …}') from None


def _rule(room: Room, why: Refused, message: m.ClientMessage | None) -> str:
    """The id of the rule for which this was refused."""
    game, tried = room.sitting.setup.game, ""
    if isinstance(message, m.Act):
        with suppress(Refused):
            tried = named(game.read(message.do))
    return game.ground(why.code, tried)


def _legal(client: Client, why: Refused) -> str:
    """What the client's seats may do instead."""
    match = client.room.sitting.match if client.room else None
    if match is None:
        return ""
    may = [match.game.write(action) for seat in client.seats for action in match.legal(seat)]
    return ", ".join(may[:20])
