// Written by `python -m elfer.server.schema` from elfer/server/messages.py: change it there.

/** Do something on one of your seats. */
export interface Act {
  type: "act";
  seat: number;
  do: string;
  seen: number;
  id?: string;
}

/** Somebody has acted; what that changed, for each of your seats in their order (or for a bystander). */
export interface Advanced {
  type: "moved";
  number: number;
  seat: number | null;
  changes: Change[];
  by?: "away" | "bot" | "clock" | "person";
  scores?: number[][] | null;
  left_ms?: number | null;
  saying?: Saying | null;
  judged?: Judged | null;
  id?: string;
}

/** A rematch with the same people, at a new table. */
export interface Again {
  type: "again";
  id?: string;
}

/** Set how the table is run. Only the host may. */
export interface Arrange {
  type: "arrange";
  manner: Manner;
  id?: string;
}

/** I am here again: no bot stands in for me any more. */
export interface Back {
  type: "back";
  id?: string;
}

/** A moment that stands until its time is over or somebody taps it away. */
export interface Beat {
  kind: "add-up" | "collect" | "compare" | "outcome" | "reveal" | "say";
  says: string;
  seat?: number | null;
  facts?: Record<string, string>;
  n?: number | null;
  cards?: Shown[];
  marks?: Mark[];
  total?: number | null;
  right?: boolean | null;
  after?: boolean;
  ms?: number;
}

/** Start the match; bots take the seats that are empty. Only the host may. */
export interface Begin {
  type: "begin";
  id?: string;
}

/** The parts of a view that are new; what is left out has stayed as it was. */
export interface Change {
  events: string[];
  zones?: Record<string, ZoneView>;
  splices?: Record<string, [number, number, string[]]>;
  counts?: Record<string, number>;
  facts?: Record<string, unknown>;
  to_act?: number[];
  legal?: string[];
  points?: number[] | null;
  by_seat?: Record<string, number[]>;
  window?: WindowView | null;
  beats?: Beat[];
}

/** Something about the table has changed, but nothing on it. */
export interface Changed {
  type: "changed";
  number: number;
  table: TableInfo;
  you: number[];
  id?: string;
}

export type ClientMessage = Enter | Sit | Stand | Rename | Rekey | Staff | Arrange | Stir | Begin | Act | Watched | Onward | Back | Say | Gesture | Again | Pong | Resync;

/** How long a person may think. */
export type Clock = "correspondence" | "off" | "quick" | "relaxed";

/** An account's name and passphrase. */
export interface Credentials {
  name: string;
  passphrase: string;
}

/** The start of a round, laid open, and all that is needed beside its seed to deal it again (docs/shuffle.md). */
export interface DealtRound {
  cards: string[];
  each: number | null;
  first: number;
  direction: number;
  away: number;
  zones: string[][];
}

/** Go to a table: the first message. With `last`, the number of the last thing seen, only the rest is sent. */
export interface Enter {
  type: "enter";
  code: string;
  last?: number | null;
  keys?: string[];
  lang?: "de" | "en" | "fr";
  id?: string;
}

/** A game, in the language that was asked for. */
export interface GameInfo {
  id: string;
  title: string;
  tagline: string;
  players: number[];
  options: OptionInfo[];
  grounds: Record<string, string>;
}

/** How you have done in a game: in all matches, in those with other people, in those with bots only. */
export interface GameStatistics {
  game: string;
  all: Score;
  people: Score;
  bots: Score;
}

/** Show an emote. */
export interface Gesture {
  type: "gesture";
  emote: "good-game" | "hello" | "hurry" | "oops" | "sorry" | "thanks" | "well-played" | "wow";
  id?: string;
}

/** The server stops or restarts: connect again after so long. Nothing is lost. */
export interface Goodbye {
  type: "goodbye";
  after_ms: number;
}

/** Whether the server can do its work. */
export interface Health {
  status: "ok";
  version: string;
  process: string;
}

/** What the bot would do in your place, by what your seat knows. */
export interface Hint {
  do: string;
  reason?: string | null;
  options?: HintOption[];
}

/** What one of the actions is worth that a hint has compared. */
export interface HintOption {
  do: string;
  chance: number;
  error: number;
  even: boolean;
}

/** How a call was judged, for the one who called. All in milliseconds. */
export interface Judged {
  claimed: number;
  believed: number;
  round_trip: number;
}

/** The zones of a game at a table, its cards and its places, with their names in words. */
export interface LayoutInfo {
  setup: string;
  game: string;
  title: string;
  players: number;
  zones: ZoneInfo[];
  cards: Record<string, string>;
  places: string[];
}

/** How well a bot plays. */
export type Level = "champion" | "easy" | "hard" | "normal";

/** Something said. */
export interface Line {
  name: string;
  at_ms: number;
  seat?: number | null;
  text?: string;
  emote?: string;
}

/** All that a seat, or a bystander, saw of a match. */
export interface Lookback {
  first: View;
  moments: Moment[];
}

/** What the host has set. */
export interface Manner {
  clock?: Clock;
  away_seconds?: number;
  level?: Level;
  pace?: Pace;
  chat?: boolean;
  emotes?: boolean;
  sayings?: boolean;
  spectators?: boolean;
}

/** What a seat has said or done, as a number on a line: a guess, or the milliseconds of a call. */
export interface Mark {
  seat: number;
  number: number;
  word?: string;
  best?: boolean;
}

/** Who you are here. */
export interface Me {
  id: string;
  name: string;
  account: boolean;
}

/** One step of a match, as a seat saw it: what is new since the one before. */
export interface Moment {
  round: number;
  seat: number | null;
  do: string | null;
  change: Change;
}

/** Play under this name. */
export interface NewGuest {
  name: string;
}

/** Open a table: by a table code, or by a game with players and options. */
export interface NewTable {
  setup?: string | null;
  game?: string | null;
  players?: number | null;
  options?: Record<string, number | string>;
  manner?: Manner;
}

/** What you sent is done, and nothing else is to be told about it: something that stays secret, or `enter` with nothing new since. */
export interface Noted {
  type: "noted";
  number: number;
  views?: View[];
  judged?: Judged | null;
  id?: string;
}

/** Deal the next round. */
export interface Onward {
  type: "onward";
  id?: string;
}

/** A new table. */
export interface OpenedTable {
  code: string;
  match: string;
  link: string;
  setup: string;
}

/** One thing that can be chosen about a game. */
export interface OptionInfo {
  name: string;
  label: string;
  help: string;
  values: (number | string)[];
  labels: string[];
  default: number | string;
  range: boolean;
  players: number[];
  when: Record<string, number | string>;
}

/** How likely each seat was to win the round, after so many steps. */
export interface Outlook {
  step: number;
  round: number;
  chances: number[];
  error: number;
}

/** How long the screens dwell on what happens, and bots on what they do. */
export type Pace = "brisk" | "calm" | "normal";

/** How far a sitting has come. */
export type Phase = "between" | "closed" | "gathering" | "over" | "playing";

/** To be answered at once: so the server measures the round trip. */
export interface Ping {
  type: "ping";
  number: number;
}

/** A match of yours. */
export interface PlayedMatch {
  match: string;
  code: string;
  seat: number;
  setup: string;
  game: string;
  started_ms: number;
  points: number | null;
  place: number | null;
}

/** The answer to a ping, at once. */
export interface Pong {
  type: "pong";
  number: number;
  id?: string;
}

/** Why a request was not done. */
export interface Problem {
  code: string;
  sentence: string;
  expected: string;
}

/** What you sent was not done. */
export interface Refusal {
  type: "refusal";
  code: string;
  sentence: string;
  expected?: string;
  rule?: string;
  id?: string;
}

/** Make the private link of one of your seats anew: whoever has an earlier one can do nothing more with it. */
export interface Rekey {
  type: "rekey";
  seat: number;
  id?: string;
}

/** Chat or an emote. */
export interface Remark {
  type: "said";
  line: Line;
}

/** Call one of your seats something else. */
export interface Rename {
  type: "rename";
  seat: number;
  name: string;
  id?: string;
}

/** Send me everything again. */
export interface Resync {
  type: "resync";
  id?: string;
}

/** What the bot says about a match, as far as it has come. */
export interface Review {
  done: number;
  outlooks?: Outlook[];
  turns?: TurningPoint[];
}

/** A part of a rulebook; each item is the id of a rule (or nothing) and a text. */
export interface RuleSection {
  title: string;
  items: [string, string][];
}

/** Chat. */
export interface Say {
  type: "say";
  text: string;
  id?: string;
}

/** Something that the bot of a seat says. */
export interface Saying {
  seat: number;
  says: string;
}

/** Everything: the table, and what lies on it as each of your seats sees it (or as a bystander does). */
export interface Scene {
  type: "scene";
  number: number;
  table: TableInfo;
  you: number[];
  host: boolean;
  views: View[];
  left_ms?: number | null;
  chat?: Line[];
  keys?: string[];
  id?: string;
}

/** How you have done in some matches. */
export interface Score {
  played: number;
  won: number;
  points: number;
  curve: number[];
}

/** A seat, as everyone sees it. */
export interface SeatInfo {
  name?: string;
  kind?: "bot" | "empty" | "person";
  level?: Level | null;
  away?: boolean;
  host?: boolean;
  stand_in_ms?: number | null;
  character?: string;
}

export type ServerMessage = Scene | Changed | Advanced | Noted | Refusal | Remark | Ping | Goodbye;

/** How a zone keeps its cards, and so how a screen draws it. */
export type Shape = "bank" | "fan" | "places" | "stack";

export interface Shown {
  card: string;
  seat?: number | null;
  best?: boolean;
}

/** Take a seat: that one, or any that is free. Several seats may be taken: pass and play. */
export interface Sit {
  type: "sit";
  seat?: number | null;
  name?: string | null;
  id?: string;
}

/** Put a bot on an empty seat, or another one where a bot sits. Only the host may, before the match. */
export interface Staff {
  type: "staff";
  seat: number;
  level?: Level;
  character?: "ada" | "bruno" | "coco" | "elfi" | "felix" | "hugo" | "mira" | "otto" | "pip" | "rosa" | null;
  id?: string;
}

/** Give a seat up. The host may also free a seat before the match. */
export interface Stand {
  type: "stand";
  seat: number;
  id?: string;
}

/** Add entropy before the deal. */
export interface Stir {
  type: "stir";
  entropy: string;
  id?: string;
}

/** All about a table but what lies on it. */
export interface TableInfo {
  match: string;
  code: string;
  setup: string;
  game: string;
  phase: Phase;
  seats: SeatInfo[];
  manner: Manner;
  commitment: string;
  entropy: string[];
  secret: string | null;
  round: number;
  scores: number[][];
  totals: number[];
  places: number[] | null;
  rematch: string | null;
}

/** A table, as everyone who knows its code may see it. */
export interface TableSummary {
  code: string;
  link: string;
  table: TableInfo;
}

/** A decision that another one would have been better than, by what the player could know. */
export interface TurningPoint {
  step: number;
  seat: number;
  done: string;
  better: string;
  chance: number;
  might: number;
  error: number;
  reason: string | null;
}

/** A moment of a round as a seat sees it (`seat` is `None` for a bystander). */
export interface View {
  seat: number | null;
  zones: ZoneView[];
  facts: Record<string, unknown>;
  by_seat: Record<string, number[]>;
  to_act: number[];
  legal: string[];
  events: string[];
  points: number[] | null;
  window?: WindowView | null;
}

/** The beats of everything up to this number were seen, or tapped away: bots need not wait any longer. */
export interface Watched {
  type: "watched";
  number: number;
  id?: string;
}

/** An open question, as a seat sees it. */
export interface WindowView {
  asked: number[];
  seconds: number;
  answered: boolean;
}

/** A zone of a table: what a screen needs to draw it. */
export interface ZoneInfo {
  name: string;
  label: string;
  shape: string;
  sight: string;
  owner: number | null;
  homes: boolean;
  columns: number;
  size: number;
  over: string;
  joins: [number, number, boolean][];
  middle: number;
  row_order: string;
  open_places: string;
  wanted: string;
}

export interface ZoneView {
  name: string;
  shape: Shape;
  owner: number | null;
  count: number | null;
  cards: string[] | null;
}
