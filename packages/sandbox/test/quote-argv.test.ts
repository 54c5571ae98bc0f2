import { execFileSync } from "node:child_process";
import { quoteArgv } from "@x/sandbox";
import fc from "fast-check";
import { expect, test } from "vitest";

// Prints each argument with a NUL behind it, so that nothing is hidden.
const printer = ["sh", "-c", `for a do printf '%s\\0' "$a"; done`, "sh"];

function through(shell: string, argv: readonly string[]): string[] {
  const output = execFileSync(shell, ["-c", quoteArgv([...printer, ...argv])], { encoding: "utf8" });
  return output.split("\0").slice(0, -1);
}

const nasty = [
  "",
  " ",
  "'",
  "''",
  "'\\''",
  `"`,
  "\\",
  "\\\\'",
  "$HOME",
  "$(touch x)",
  "`id`",
  "a\nb",
  "\r\n",
  "\t",
  "*",
  "?[a-z]",
  "~",
  "!x",
  "#c",
  "-n",
  "--",
  "a=b",
  "{1..3}",
  "<(ls)",
  ">|&;()",
  "%s",
  "\u0007\u001b[0m",
  "🧪é漢",
];

test("hands every awkward argument through sh and bash as it is", () => {
  for (const shell of ["sh", "bash"]) expect(through(shell, nasty)).toEqual(nasty);
});

test("hands any text through as it is", () => {
  const argument = fc
    .array(
      fc.oneof(
        fc.constantFrom(..."'\"\\$`!*?[]{}()<>|&;#~%=- \n\t"),
        fc.string({ unit: "grapheme", maxLength: 1 }),
      ),
      {
        maxLength: 20,
      },
    )
    .map((characters) => characters.join("").replaceAll("\0", ""));
  fc.assert(
    fc.property(fc.array(argument, { maxLength: 6 }), (argv) => {
      expect(through("sh", argv)).toEqual(argv);
    }),
    { numRuns: 60 },
  );
});

test("quotes the program's name too, so that it is never an assignment, an option or a keyword", () => {
  expect(quoteArgv(["A=1", "if"])).toBe("'A=1' 'if'");
});
