import { describe, expect, test } from "vitest";
import { renderTest } from "../readme/render-test.mjs";

const block = (code: string, flag = "") => `\`\`\`ts${flag}\n${code}\n\`\`\`\n`;
const render = (...blocks: readonly string[]) => renderTest("README.md", blocks.join("\n"));

describe("a README example becomes a test", () => {
  test("named after the line it starts at", () => {
    expect(renderTest("README.md", `# Title\n\n${block("run();")}`)).toContain(
      'test("README.md:4", async () => {',
    );
  });

  test.each([
    ["an expression", "add(1, 2); // → 3", "expect(await (add(1, 2))).toEqual(3);"],
    ["an awaited call", "await add(1, 2); // → 3", "expect(await (await add(1, 2))).toEqual(3);"],
    ["a shown value", "console.log(sum); // → 3", "expect(await (sum)).toEqual(3);"],
    ["a constant", "const sum = 1 + 2; // → 3", "const sum = 1 + 2; expect(sum).toEqual(3);"],
    [
      "several lines",
      "list()\n  .map(String); // → []",
      "expect(await (list()\n  .map(String))).toEqual([]);",
    ],
    ["a callback", "each((n) => {\n  n; // → 1\n});", "expect((n)).toEqual(1);"],
    [
      "an error",
      'await stop(); // → throws { code: "closed" }',
      'await expect((async () => (await stop()))()).rejects.toMatchObject({ code: "closed" });',
    ],
  ])("with an assertion for the claim behind %s", (_, code, assertion) => {
    expect(render(block(code))).toContain(assertion);
  });

  test("refuses a claim that nothing would check", () => {
    expect(() => render(block("// → 3"))).toThrow('README.md:2: "→ 3" stands behind no expression');
  });

  test("leaves an arrow in a string alone", () => {
    expect(render(block('show("a // → b");'))).toContain('show("a // → b");');
  });

  test("merges the imports of all blocks", () => {
    const first = block('import { a, type B } from "m";\na;');
    const second = block('import { a } from "m";\nimport * as n from "n";\nimport d from "d";\na;');
    const imports = render(first, second)
      .split("\n")
      .filter((line) => /^import .* from "[mnd]";$/.test(line));
    expect(imports).toEqual([
      'import * as n from "n";',
      'import type { B } from "m";',
      'import { a } from "m";',
      'import { default as d } from "d";',
    ]);
  });

  test("refuses one name from two modules", () => {
    const two = [block('import { a } from "m";\na;'), block('import { a } from "n";\na;')];
    expect(() => render(...two)).toThrow('"a" is imported from n here and from m above');
  });

  test("is only type-checked when marked no-run", () => {
    const text = render(block("run();"), block('import { a } from "m";\na; // → 1', " no-run"));
    expect(text).toContain("async function typeCheckedFromLine6(): Promise<void> {\na; // → 1\n}");
  });

  test("must run somewhere in a README", () => {
    expect(() => render(block("run();", " no-run"))).toThrow("only no-run blocks");
  });

  test("drops the keyword export, which a function body cannot hold", () => {
    expect(render(block("export const a = 1;"))).toContain("{\nconst a = 1;\n}");
  });

  test("is nothing without TypeScript", () => {
    expect(renderTest("README.md", "```sh\nls\n```\n")).toBe("");
  });
});
