import { createContext } from "preact";
import type { DiagramView } from "../../../src/contract/diagram.ts";

/** The draw.io links of the text around, decoded, by address. */
export const DiagramLinks: ReturnType<typeof createContext<ReadonlyMap<string, DiagramView>>> = createContext<
  ReadonlyMap<string, DiagramView>
>(new Map());
