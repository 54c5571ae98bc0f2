import type { UiJson, UiJsonObject } from "../../data/json.ts";
import { isContentBlock } from "../clean/clean-result.ts";
import type { ViewModality } from "../view-session-init.ts";

const modalities: Readonly<Record<string, ViewModality>> = {
  text: "text",
  image: "image",
  audio: "audio",
  resource: "resource",
  resource_link: "resourceLink",
};
const maxBlocks = 32;

/** Blocks of a view: one, as the stable specification has it, or a list, as the SDK sends it. */
export function readBlocks(content: UiJson | undefined): readonly UiJsonObject[] | undefined {
  const list: readonly UiJson[] = Array.isArray(content) ? content : content === undefined ? [] : [content];
  const blocks = list.filter(isContentBlock);
  return blocks.length === list.length && blocks.length <= maxBlocks ? Object.freeze(blocks) : undefined;
}

/** Whether the host takes all of the blocks. */
export function areAccepted(blocks: readonly UiJsonObject[], accepted: readonly ViewModality[]): boolean {
  return blocks.every(({ type }) => {
    const modality = typeof type === "string" ? modalities[type] : undefined;
    return modality !== undefined && accepted.includes(modality);
  });
}
