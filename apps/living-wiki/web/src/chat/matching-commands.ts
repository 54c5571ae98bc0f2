import type { ModelView } from "../../../src/contract/chat.ts";

/** A command of the planner. */
export type PlannerCommand = NonNullable<ModelView["commands"]>[number];

/** The commands that a beginning like `/su` may become; none once a command is whole and its arguments follow. */
export function matchingCommands(
  text: string,
  commands: readonly PlannerCommand[],
): readonly PlannerCommand[] {
  if (!/^\/\S*$/.test(text)) return [];
  return commands.filter(({ name }) => name.startsWith(text.slice(1)));
}
