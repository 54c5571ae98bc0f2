import type { RefObject } from "preact";
import { useCallback, useEffect, useRef, useState } from "preact/hooks";

/** So near is at the end. */
const nearPx = 48;

/** What scrolls within this time is meant by whoever did one of these. */
const touchedMs = 300;
const touches = ["wheel", "touchmove"] as const;

/** Keeps a scroller at its end while its content grows, unless somebody has scrolled away. */
export function useStayAtEnd(shown: boolean): {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly content: RefObject<HTMLDivElement | null>;
  readonly atEnd: boolean;
  toEnd(): void;
} {
  const scroller = useRef<HTMLElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const stays = useRef(true);
  const [atEnd, setAtEnd] = useState(true);

  const toEnd = useCallback(() => {
    const element = scroller.current;
    if (element === null) return;
    stays.current = true;
    setAtEnd(true);
    element.scrollTop = element.scrollHeight;
  }, []);

  useEffect(() => {
    const element = scroller.current;
    const inner = content.current;
    if (element === null || inner === null) return;
    let lastTop = 0;
    let lastHeight = 0;
    let touchedAt = 0;
    const touch = (): void => {
      touchedAt = Date.now();
    };
    const look = (): void => {
      const near = element.scrollHeight - element.scrollTop - element.clientHeight <= nearPx;
      // Content that came or went moves the place, too; only somebody who goes up wants to stay behind.
      const wentUp = element.scrollTop < lastTop && element.scrollHeight === lastHeight;
      if (near) stays.current = true;
      else if (wentUp || Date.now() - touchedAt < touchedMs) stays.current = false;
      lastTop = element.scrollTop;
      lastHeight = element.scrollHeight;
      setAtEnd(near || stays.current);
    };
    const observer = new ResizeObserver(() => (stays.current ? toEnd() : look()));
    observer.observe(inner);
    observer.observe(element);
    element.addEventListener("scroll", look, { passive: true });
    for (const type of touches) element.addEventListener(type, touch, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", look);
      for (const type of touches) element.removeEventListener(type, touch);
    };
  }, []);

  useEffect(() => {
    if (shown && stays.current) toEnd();
  }, [shown]);

  return { scroller, content, atEnd, toEnd };
}
