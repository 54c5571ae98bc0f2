import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";

/** Counts down to the next attempt to reconnect. */
export function NextAttempt({ at }: { readonly at: number }): JSX.Element {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.ceil((at - now) / 1_000));
  return <span class="muted">{seconds > 0 ? `next attempt in ${seconds} s` : "trying now"}</span>;
}
