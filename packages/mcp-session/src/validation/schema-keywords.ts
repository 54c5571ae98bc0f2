/** What stands below a keyword: one schema or a list of them, schemas by name, or plain data. */
export type KeywordKind = "schemas" | "map" | "data";

const schemas = `additionalItems additionalProperties allOf anyOf contains contentSchema else if items not oneOf
  prefixItems propertyNames then unevaluatedItems unevaluatedProperties`;
const maps = "$defs definitions dependencies dependentSchemas patternProperties properties";
const data = `$anchor $comment $dynamicAnchor $dynamicRef $id $recursiveAnchor $recursiveRef $ref $schema
  $vocabulary const contentEncoding contentMediaType default dependentRequired deprecated description enum
  examples exclusiveMaximum exclusiveMinimum format id maxContains maxItems maxLength maxProperties maximum
  minContains minItems minLength minProperties minimum multipleOf nullable pattern readOnly required title type
  uniqueItems writeOnly`;

const kinds: ReadonlyMap<string, KeywordKind> = new Map([
  ...named(schemas, "schemas"),
  ...named(maps, "map"),
  ...named(data, "data"),
]);

/** The keywords of every dialect from draft-04 to 2020-12; `undefined` for any other name. */
export function keywordKind(keyword: string): KeywordKind | undefined {
  return kinds.get(keyword);
}

function named(keywords: string, kind: KeywordKind): readonly (readonly [string, KeywordKind])[] {
  return keywords.split(/\s+/).map((keyword) => [keyword, kind] as const);
}
