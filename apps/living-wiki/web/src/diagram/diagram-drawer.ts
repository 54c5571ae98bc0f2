import type { DrawAnswer } from "../frame/draw-messages.ts";
import { type DrawingFrame, openDrawingFrame } from "./drawing-frame.ts";

/** A drawing that is shown as a picture: nothing in it can run or ask for anything. */
export interface Drawing {
  readonly url: string;
  readonly width: number;
  readonly height: number;
}

/** Draws diagrams, outside of this page. */
export interface DiagramDrawer {
  /** Rejects with what is wrong with the text, or with the frame. */
  draw(source: string, theme: "light" | "dark"): Promise<Drawing>;
}

/** A drawing that takes longer is given up with its frame. */
const drawWithinMs = 20_000;
const keptDrawings = 60;

/** Makes a drawer; its frame is opened for the first drawing. */
export function createDiagramDrawer(sandboxOrigin: () => string | undefined): DiagramDrawer {
  const drawings = new Map<string, Promise<Drawing>>();
  let frame: DrawingFrame | undefined;

  const draw = async (source: string, theme: "light" | "dark"): Promise<Drawing> => {
    const origin = sandboxOrigin();
    if (origin === undefined) throw new Error("The app does not answer yet.");
    frame ??= openDrawingFrame(`${origin}/diagram/frame.html`);
    const answer = await frame.ask({ source, theme }, drawWithinMs).catch((error: unknown) => {
      frame?.close();
      frame = undefined;
      throw error;
    });
    return toDrawing(answer);
  };

  return {
    draw(source, theme) {
      const key = `${theme} ${source}`;
      const known = drawings.get(key);
      if (known !== undefined) return known;
      const drawing = draw(source, theme);
      drawings.set(key, drawing);
      const [oldest] = drawings.keys();
      if (drawings.size > keptDrawings && oldest !== undefined) drawings.delete(oldest);
      // What failed may do better another time.
      drawing.catch(() => drawings.delete(key));
      return drawing;
    },
  };
}

function toDrawing(answer: DrawAnswer): Drawing {
  if ("problem" in answer) throw new Error(answer.problem);
  const { svg, width, height } = answer;
  if (typeof svg !== "string" || !isSize(width) || !isSize(height))
    throw new Error("The drawing is no picture.");
  return { url: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`, width, height };
}

function isSize(value: unknown): value is number {
  return typeof value === "number" && value > 0 && value < 100_000;
}
