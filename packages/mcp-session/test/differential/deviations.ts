import type { Verdict } from "./verdict.ts";

/** Outcomes that we want to judge otherwise than the official Client does, and why. */
export interface Deviation {
  readonly reason: string;
  readonly ours: Verdict;
  readonly sdk: Verdict;
  readonly outcomes: readonly string[];
}

const both = (...names: readonly string[]): readonly string[] =>
  names.flatMap((name) => [`pipe: ${name}`, `http: ${name}`]);
const overHttp = (...names: readonly string[]): readonly string[] => names.map((name) => `http: ${name}`);

/** The whole list: a difference that is not here is a defect, and so is an entry that is none any more. */
export const deviations: readonly Deviation[] = [
  {
    reason:
      "The server speaks a version that we speak; that another field of its answer is odd is no reason to fall back to a handshake it may not have.",
    ours: "modern 2026-07-28",
    sdk: "legacy 2025-11-25",
    outcomes: both(
      "a DiscoverResult with a number beside the version",
      "a DiscoverResult with null beside the version",
      "a DiscoverResult without capabilities",
      "a DiscoverResult with capabilities null",
      "a DiscoverResult with capabilities.tools true",
      "a DiscoverResult with instructions that are a number",
    ),
  },
  {
    reason:
      "The envelope is odd and the answer is plain: the Client drops it and takes the silence that follows for a legacy server.",
    ours: "modern 2026-07-28",
    sdk: "legacy 2025-11-25",
    outcomes: [
      "pipe: a DiscoverResult with _meta null",
      "pipe: error null beside a DiscoverResult",
      "pipe: an unknown key beside a DiscoverResult",
    ],
  },
  {
    reason: "The same over HTTP, where the Client waits for the whole probe time-out and then fails.",
    ours: "modern 2026-07-28",
    sdk: "fails",
    outcomes: overHttp(
      "a DiscoverResult with _meta null",
      "error null beside a DiscoverResult",
      "an unknown key beside a DiscoverResult",
    ),
  },
  {
    reason: "A malformed answer is an answer that is not modern; the Client drops it, waits and fails.",
    ours: "legacy 2025-11-25",
    sdk: "fails",
    outcomes: overHttp(
      "result null",
      "a result that is a list",
      "a result that is a text",
      "neither result nor error",
      "error null",
      "a text for an error",
      "an error with a text for a code",
      "an error without a message",
    ),
  },
  {
    reason: "The server offers a legacy version that we speak beside one that nobody knows yet.",
    ours: "legacy 2025-11-25",
    sdk: "no common version",
    outcomes: both("error -32022 with a legacy and a later version"),
  },
  {
    reason: "The server said which legacy version it speaks, so the handshake begins with that one.",
    ours: "legacy 2025-03-26",
    sdk: "legacy 2025-11-25",
    outcomes: both("error -32022 with an old legacy version"),
  },
  {
    reason: "A legacy version that came out after us: within that era versions only added.",
    ours: "legacy 2025-09-09",
    sdk: "no common version",
    outcomes: both("method not found, then a legacy version that nobody knows"),
  },
  {
    reason:
      "Both fail; ours says that it is about the version, the Client's schema refuses the answer first.",
    ours: "no common version",
    sdk: "fails",
    outcomes: both("method not found, then no version"),
  },
  {
    reason: "A modern server that was slow to start: its late answer is still an answer.",
    ours: "modern 2026-07-28",
    sdk: "fails",
    outcomes: ["pipe: silence, then a late DiscoverResult and no handshake"],
  },
];
