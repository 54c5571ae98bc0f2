/** Every oddity the scripted server can have. Closed; what each does stands in {@link scriptedModes}. */
export type ScriptedMode =
  | "normal"
  // processes
  | "crash-in-call"
  | "die-on-probe"
  | "exit-at-once"
  | "exit-after-opening"
  | "ignore-eof-and-term"
  | "close-stdout"
  | "grandchild-holds-pipe"
  | "single-instance"
  | "stop-reading"
  | "stderr-flood"
  | "leak-environment"
  // framing
  | "noise"
  | "giant-line"
  | "byte-by-byte"
  | "crlf"
  | "invalid-utf8"
  // timing
  | "slow-start"
  | "silent-on-probe"
  | "hang-on-opening"
  | "hang-on-list"
  | "hang-on-call"
  | "endless-progress"
  | "notification-flood"
  // lists
  | "pages"
  | "broken-page"
  | "repeated-cursor"
  | "growing-cursor"
  | "many-tools"
  | "list-changes"
  | "bad-tools"
  // envelopes
  | "malformed-envelopes"
  | "odd-results"
  | "wrong-ids"
  | "duplicate-answers"
  // input
  | "input-required"
  | "server-requests";

/** A mode in words. */
export interface ScriptedModeNote {
  /** What the server does. */
  readonly does: string;
  /** What a client should make of it. */
  readonly client: string;
  /** True where the mode needs a process of its own, so that no wire in memory can show it. */
  readonly processOnly?: true;
}

/** What each mode does, and what a good client makes of it. */
export const scriptedModes: Readonly<Record<ScriptedMode, ScriptedModeNote>> = {
  normal: { does: "Behaves.", client: "Lists and calls its tools in either era." },
  "crash-in-call": {
    does: "`crash` runs, then the process exits with code 7 (or `exitCode`).",
    client: "The call fails at once, its outcome unknown; it is never sent again; the next call respawns.",
  },
  "die-on-probe": {
    does: "Legacy only; exits with code 3 when it gets `server/discover`.",
    client: "Starts it a second time and opens with `initialize`; remembers that.",
  },
  "exit-at-once": {
    does: "Writes `stderr` and exits with `exitCode` (3) before it is spoken to.",
    client:
      "Connecting fails with the exit code and the end of stderr; after a few times the server is parked.",
  },
  "exit-after-opening": {
    does: "Answers `initialize` or `server/discover`, then exits with code 4.",
    client: "A failure of the connection with the exit code; no unhandled rejection.",
  },
  "ignore-eof-and-term": {
    does: "Lives on after EOF and SIGTERM.",
    client: "Kills it after the grace, in whatever state the connection was; leaves nothing.",
    processOnly: true,
  },
  "close-stdout": {
    does: "`hush` closes stdout; the process lives on and does not answer.",
    client: "The call fails at once, its outcome unknown; the process is ended.",
    processOnly: true,
  },
  "grandchild-holds-pipe": {
    does: "`abandon` starts a process that holds the pipes, then exits.",
    client: "The call fails soon, though the pipe never ends; the grandchild is killed too.",
    processOnly: true,
  },
  "single-instance": {
    does: "Holds the file `lock`; a second one exits with code 9 while the first lives.",
    client: "One connect starts one process, and a restart waits until the old one is gone.",
    processOnly: true,
  },
  "stop-reading": {
    does: "`deafen` answers and reads no more; with `exitAfterMs` the process exits later.",
    client: "Waiting writes settle when the process ends; memory stays bounded.",
    processOnly: true,
  },
  "stderr-flood": {
    does: "Writes `bytes` (1 MiB) to stderr at the start and with every message.",
    client: "Keeps the end of it; stdout is not held up.",
  },
  "leak-environment": {
    does: "Writes its environment to stderr; `leak` does it again and exits with code 6.",
    client: "No value of its environment is seen in an error, an event or an inspection.",
    processOnly: true,
  },
  noise: {
    does: "Text, blank lines and JSON that is no message, before and after every message.",
    client: "Skips and counts it.",
  },
  "giant-line": {
    does: "`giant-head` and `giant-tail` answer in one line of `bytes` (12 MiB), the id first or last; `giant-noise` writes such a line that is no message.",
    client: "Reads it in linear time; above its limit it fails that call alone.",
  },
  "byte-by-byte": {
    does: "Writes every byte on its own, so that characters are split.",
    client: "Reads it as if it had come in one piece.",
  },
  crlf: { does: "Ends lines with CR LF and puts empty lines between.", client: "Notices nothing." },
  "invalid-utf8": {
    does: "A line that is not UTF-8 before every message; `garbled` answers with one.",
    client: "Skips the lines; the garbled answer fails its call at once.",
  },
  "slow-start": {
    does: "Answers nothing in the first `delayMs` (500).",
    client: "Waits; other servers are not held up. Calls that arrive meanwhile share the start.",
  },
  "silent-on-probe": {
    does: "Legacy only; never answers `server/discover`.",
    client: "Opens with `initialize` on the same process after a short while.",
  },
  "hang-on-opening": {
    does: "Never answers `initialize` or `server/discover`.",
    client: "Connecting ends at its deadline, and the process is gone then.",
  },
  "hang-on-list": {
    does: "Never answers `tools/list`.",
    client: "Listing ends at its deadline; nothing else is held up.",
  },
  "hang-on-call": {
    does: "`hang` is never answered.",
    client: "The call ends at its deadline, or when the caller aborts; the server is told.",
  },
  "endless-progress": {
    does: "`work` tells of progress every `delayMs` (50) and never answers; `stubborn` answers although it was cancelled.",
    client: "Progress keeps the call alive until the total deadline; what comes after a cancel is dropped.",
  },
  "notification-flood": {
    does: "`count` (10 000) log notices before each answer to a call.",
    client: "Stays responsive; the call succeeds.",
  },
  pages: {
    does: "Three pages; the empty string is one of the cursors.",
    client: "Finds the three tools `one`, `two`, `three`.",
  },
  "broken-page": { does: "The second page has no list.", client: "Keeps the first and warns." },
  "repeated-cursor": { does: "Every page names the same next one.", client: "Stops with a warning." },
  "growing-cursor": {
    does: "Every page has a new cursor, for ever.",
    client: "Stops at its bound with a warning; keeps what came.",
  },
  "many-tools": { does: "`count` (2000) tools in one page.", client: "Lists and calls them." },
  "list-changes": {
    does: "`grow` adds a tool and says so; `flap` says so `count` (50) times; `drop-listeners` ends the listen streams.",
    client: "Fetches the list again, once for many notices; opens a new listen stream.",
  },
  "bad-tools": {
    does: "A list with a tool of every broken kind among `good-1` and `good-2`.",
    client: "Leaves out what cannot be called, with a reason; keeps the rest, with a warning at most.",
  },
  "malformed-envelopes": {
    does: "One tool for each kind of answer that is no proper JSON-RPC.",
    client: "Settles the call at once; no call waits for its deadline.",
  },
  "odd-results": {
    does: "One tool for each kind of result that no schema allows or that is newer than the protocol.",
    client: "Keeps every block; refuses what it cannot finish, such as a task.",
  },
  "wrong-ids": {
    does: "Before each answer come forged ones with ids that are almost the right one.",
    client: "Drops them; takes the one whose id is the same in type and value.",
  },
  "duplicate-answers": {
    does: "Each answer comes twice, the second time with other content.",
    client: "Takes the first.",
  },
  "input-required": {
    does: "Modern input rounds: `ask-once`, `ask-everything`, `state-only`, `ask-forever`, `ask-unknown`. The state is checked.",
    client: "Asks its host, sends the state back unchanged under a new id, and stops after some rounds.",
  },
  "server-requests": {
    does: "Legacy requests to the client, a tool for each: `elicit`, `sample`, `roots`, `ping`, `unknown`, `malformed`, `elicit-and-cancel`. The tool answers with what the client said.",
    client: "Answers what its host handles, −32601 otherwise; in the modern era it answers nothing.",
  },
};
