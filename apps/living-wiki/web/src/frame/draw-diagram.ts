import mermaid from "mermaid";
import type { DrawAnswer, DrawRequest } from "./draw-messages.ts";
import { palettes } from "./palette.ts";

/** Longer texts are no diagrams anybody reads. */
const maxSourceChars = 50_000;

/** Draws a diagram as SVG that stands alone. Never rejects. */
export async function drawDiagram({ id, source, theme }: DrawRequest): Promise<DrawAnswer> {
  try {
    mermaid.initialize({
      startOnLoad: false,
      securityLevel: "strict",
      suppressErrorRendering: true,
      maxTextSize: maxSourceChars,
      // Text of SVG, not HTML inside it: the picture is shown where no HTML runs.
      htmlLabels: false,
      theme: "base",
      themeVariables: palettes[theme],
      // A label must not be crossed out by its own line.
      themeCSS: ".edgeLabel rect { opacity: 1 }",
      fontFamily: palettes[theme].fontFamily,
    });
    const { svg } = await mermaid.render(`drawing-${id}`, source);
    return { id, ...standAlone(svg) };
  } catch (error) {
    return { id, problem: error instanceof Error ? error.message : String(error) };
  }
}

/** As well-formed XML with a size of its own, which a picture needs. */
function standAlone(markup: string): {
  readonly svg: string;
  readonly width: number;
  readonly height: number;
} {
  // In a document of its own, in which nothing loads or runs.
  const svg = new DOMParser().parseFromString(markup, "text/html").querySelector("svg");
  if (svg === null) throw new Error("The library drew nothing.");
  const { width, height } = svg.viewBox.baseVal;
  if (!(width > 0 && height > 0)) throw new Error("The drawing has no size.");
  svg.setAttribute("width", String(Math.ceil(width)));
  svg.setAttribute("height", String(Math.ceil(height)));
  svg.style.removeProperty("max-width");
  return {
    svg: new XMLSerializer().serializeToString(svg),
    width: Math.ceil(width),
    height: Math.ceil(height),
  };
}
