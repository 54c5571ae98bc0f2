import { useMemo, useState } from "preact/hooks";

/** Something that a view wants and only a person can allow. */
export interface AskedConsent {
  readonly text: string;
  /** Exactly what it is about. */
  readonly details: string;
  /** What allowing it is called. */
  readonly yes: string;
  answer(allowed: boolean): void;
}

/** Asks a person beside the view, one thing at a time; a second one while the first waits is refused. */
export function useConsent(): {
  readonly asked: AskedConsent | undefined;
  ask(question: Omit<AskedConsent, "answer">): Promise<boolean>;
} {
  const [asked, setAsked] = useState<AskedConsent>();
  const ask = useMemo(() => {
    let waiting = false;
    return (question: Omit<AskedConsent, "answer">): Promise<boolean> => {
      if (waiting) return Promise.resolve(false);
      waiting = true;
      return new Promise((resolve) => {
        const answer = (allowed: boolean): void => {
          waiting = false;
          setAsked(undefined);
          resolve(allowed);
        };
        setAsked({ ...question, answer });
      });
    };
  }, []);
  return { asked, ask };
}
