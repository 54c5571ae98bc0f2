/** JSON as data that nobody can change. */
export type UiJson = string | number | boolean | null | readonly UiJson[] | UiJsonObject;

/** A JSON object that nobody can change. */
export interface UiJsonObject {
  readonly [key: string]: UiJson;
}
