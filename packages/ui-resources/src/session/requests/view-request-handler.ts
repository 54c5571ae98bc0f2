import type { UiJsonObject } from "../../data/json.ts";
import type { Machine } from "../machine.ts";
import type { Asker } from "../pending.ts";

/** What came with a request. */
export interface RequestContent {
  readonly params: UiJsonObject;
  /** Of the whole message. */
  readonly bytes: number;
}

/** Checks a request of a view and hands it on, or answers it. */
export type ViewRequestHandler = (machine: Machine, asker: Asker, content: RequestContent) => void;
