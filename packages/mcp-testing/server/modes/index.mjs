// Every mode by name. What each is for stands in the README and in src/scripted-modes.ts.

import { badToolModes } from "./bad-tool-modes.mjs";
import { envelopeModes } from "./envelope-modes.mjs";
import { framingModes } from "./framing-modes.mjs";
import { inputModes } from "./input-modes.mjs";
import { listModes } from "./list-modes.mjs";
import { processModes } from "./process-modes.mjs";
import { timingModes } from "./timing-modes.mjs";

export const modes = {
  normal: {},
  ...processModes,
  ...framingModes,
  ...timingModes,
  ...listModes,
  ...badToolModes,
  ...envelopeModes,
  ...inputModes,
};
