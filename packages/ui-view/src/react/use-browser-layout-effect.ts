import { useEffect, useLayoutEffect } from "react";

/** A layout effect: before a node is taken out of the page. Where there is no page React 18 wants none of them. */
export const useBrowserLayoutEffect: typeof useLayoutEffect =
  typeof document === "undefined" ? useEffect : useLayoutEffect;
