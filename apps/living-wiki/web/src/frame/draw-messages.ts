/** What the page asks of the frame that draws. */
export interface DrawRequest {
  readonly id: string;
  /** Mermaid. */
  readonly source: string;
  readonly theme: "light" | "dark";
}

/** What the frame answers: a picture that scales, or why there is none. */
export type DrawAnswer =
  | { readonly id: string; readonly svg: string; readonly width: number; readonly height: number }
  | { readonly id: string; readonly problem: string };
