import { isJsonObject } from "@x/mcp-core";

/** Something a file says a person is to be asked for, as VS Code declares it under `inputs`. */
export interface McpConfigInput {
  readonly id: string;
  /** `promptString`, `pickString`, or a kind of another program. */
  readonly type: string;
  /** What to ask. */
  readonly description?: string;
  /** Whether the answer is not to be shown. */
  readonly password?: boolean;
  /** What stands in the field beforehand. Nothing is answered with it by itself. */
  readonly default?: string;
  /** Of `pickString`: what may be answered. */
  readonly options?: readonly string[];
}

/** The inputs of a document; what is none is left out. */
export function configInputs(document: unknown): readonly McpConfigInput[] {
  if (!isJsonObject(document)) return [];
  const { inputs = isJsonObject(document.mcp) ? document.mcp.inputs : undefined } = document;
  if (!Array.isArray(inputs)) return [];
  return inputs.flatMap((input: unknown): readonly McpConfigInput[] => {
    if (!isJsonObject(input) || typeof input.id !== "string") return [];
    const { id, type, description, password, default: given, options } = input;
    const choices = Array.isArray(options) ? options.map(choiceOf).filter((one) => one !== undefined) : [];
    return [
      {
        id,
        type: typeof type === "string" ? type : "promptString",
        ...(typeof description === "string" ? { description } : {}),
        ...(typeof password === "boolean" ? { password } : {}),
        ...(typeof given === "string" ? { default: given } : {}),
        ...(choices.length > 0 ? { options: choices } : {}),
      },
    ];
  });
}

/** A choice is a text, or a label with a value. */
function choiceOf(option: unknown): string | undefined {
  const value = isJsonObject(option) ? (option.value ?? option.label) : option;
  return typeof value === "string" ? value : undefined;
}
