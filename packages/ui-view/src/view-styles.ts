/** Styles of an element's shadow root. A page changes them through `::part(…)` and custom properties. */
export const viewStyles: string = `
:host { display: block; max-width: 100%; }
:host([hidden]) { display: none; }
[part=box] { display: block; position: static; box-sizing: border-box; width: 100%; max-width: none;
  max-height: none; margin: 0; padding: 0; border: 0; background: transparent; color: inherit; font: inherit; }
[part=box][data-border]:not([open]) { border: 1px solid color-mix(in srgb, currentcolor 30%, transparent); border-radius: 8px;
  overflow: hidden; }
[part=box][open] { position: fixed; inset: 0; height: 100%; display: flex; flex-direction: column;
  background: Canvas; color: CanvasText; }
[part=chrome] { display: flex; gap: .75ch; align-items: center; padding: .25em .75em; font: .85em system-ui; }
[part=server] { font-weight: 600; }
[part=title] { flex: 1; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
[part=box]:not([open]) [part=close] { display: none; }
[part=box][open] [part=stage] { flex: 1; min-height: 0; }
[part=box][open] [part=stage] > div { height: 100%; }
[part=box][open] iframe { height: 100% !important; max-width: none !important; }
[part=loading], [part=failure] { padding: .75em; }
[part=reason] { margin: 0 0 .5em; }
[part=text] { margin: 0; font: inherit; white-space: pre-wrap; overflow-wrap: anywhere; max-height: 24em;
  overflow: auto; }
[hidden] { display: none; }
iframe { display: block; width: 100%; height: 150px; border: 0; }
:host([autosize=none]) { height: 100%; }
:host([autosize=none]) [part=box] { height: 100%; display: flex; flex-direction: column; }
:host([autosize=none]) [part=stage] { flex: 1; min-height: 0; }
:host([autosize=none]) [part=stage] > div, :host([autosize=none]) iframe { height: 100%; }
`;
