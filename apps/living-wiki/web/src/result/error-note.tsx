import type { JSX } from "preact";
import type { ErrorView } from "../../../src/contract/error-view.ts";

const outcomes: Readonly<Record<string, string>> = {
  "not-sent": "It was never sent.",
  unknown: "It may have run: that is not known.",
  answered: "The server answered.",
};

/** So many issues stand in the message already. */
const inMessage = 3;

/** A failure: what happened and what to do, then the facts. */
export function ErrorNote({
  error,
  ofCall = false,
}: {
  readonly error: ErrorView;
  /** Whether it may matter to somebody that something ran. */
  readonly ofCall?: boolean;
}): JSX.Element {
  const facts = [
    ["code", error.code],
    ["phase", error.phase],
    ["exit code", error.exitCode],
    ["signal", error.signal],
    ["HTTP status", error.status],
  ].filter(([, value]) => value !== undefined);
  return (
    <div class="note note-error" role="alert">
      <p class="error-message">{error.message}</p>
      {error.serverMessage !== undefined && (
        <p>
          The server said: <q>{error.serverMessage}</q>
        </p>
      )}
      {error.issues !== undefined && error.issues.length > inMessage && (
        <ul>
          {error.issues.map(({ path, message }) => (
            <li key={`${path} ${message}`}>
              <code>{path === "" ? "arguments" : path}</code> {message}
            </li>
          ))}
        </ul>
      )}
      <p class="facts">
        {facts.map(([name, value]) => (
          <span key={name}>
            {name} <code>{value}</code>
          </span>
        ))}
        {ofCall && error.outcome !== undefined && <span>{outcomes[error.outcome] ?? error.outcome}</span>}
      </p>
      {error.stderrTail !== undefined && (
        <>
          <p class="block-kind">last words of the process</p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
          <pre class="code" tabIndex={0}>
            {error.stderrTail}
          </pre>
        </>
      )}
    </div>
  );
}
