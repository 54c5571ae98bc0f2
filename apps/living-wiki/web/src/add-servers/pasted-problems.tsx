import type { JSX } from "preact";
import type { PastedProblem } from "../../../src/contract/add-servers.ts";

/** What is wrong with a pasted text: where, and what to write instead. */
export function PastedProblems({
  problems,
  text,
}: {
  readonly problems: readonly PastedProblem[];
  readonly text: string;
}): JSX.Element | null {
  if (problems.length === 0) return null;
  const lines = text.split("\n");
  return (
    <ul class="pasted-problems">
      {problems.map((problem, index) => (
        <li key={index} class="note note-error">
          <p class="error-message">{problem.message}</p>
          {problem.line !== undefined && (
            <pre class="code pasted-line">
              <span class="pasted-line-number">{problem.line}</span>
              {lines[problem.line - 1] ?? ""}
            </pre>
          )}
          <p class="facts">
            {problem.serverId !== undefined && (
              <span>
                server <code>{problem.serverId}</code>
              </span>
            )}
            {problem.pointer !== undefined && problem.pointer !== "" && (
              <span>
                at <code>{problem.pointer}</code>
              </span>
            )}
            {problem.line !== undefined && (
              <span>
                line {problem.line}
                {problem.column !== undefined && `, column ${problem.column}`}
              </span>
            )}
          </p>
        </li>
      ))}
    </ul>
  );
}
