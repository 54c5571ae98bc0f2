import type { RefObject } from "preact";
import { useCallback, useEffect, useRef, useState } from "preact/hooks";

/** So near is at the end. */
const nearPx = 48;

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
    const look = (): void => {
      const near = element.scrollHeight - element.scrollTop - element.clientHeight <= nearPx;
      stays.current = near;
      setAtEnd(near);
    };
    const observer = new ResizeObserver(() => (stays.current ? toEnd() : look()));
    observer.observe(inner);
    observer.observe(element);
    element.addEventListener("scroll", look, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", look);
    };
  }, []);

  useEffect(() => {
    if (shown && stays.current) toEnd();
  }, [shown]);

  return { scroller, content, atEnd, toEnd };
}
