/** What the supervisor says before a program starts. */
export type Greeting = "ready" | "directory" | "program";

const longestGreeting = 64;

/**
 * Drops everything up to the supervisor's line, such as what a shell's profile prints. Gives the text after it; `greet`
 * is told its word.
 */
export function afterMark(mark: string, greet: (word: Greeting) => void): (text: string) => string {
  const line = new RegExp(`${mark} (ready|directory|program)\\n`);
  let held: string | undefined = "";
  return (text) => {
    if (held === undefined) return text;
    held += text;
    const match = line.exec(held);
    if (match === null) {
      held = held.slice(-(mark.length + longestGreeting));
      return "";
    }
    const rest = held.slice(match.index + match[0].length);
    held = undefined;
    greet(match[1] as Greeting);
    return rest;
  };
}
