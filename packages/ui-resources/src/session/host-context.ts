import type { UiJson, UiJsonObject } from "../data/json.ts";

/** How a view is shown (SEP-1865, Display Modes). */
export type ViewDisplayMode = "inline" | "fullscreen" | "pip";

/** The room a view has, in CSS pixels: a fixed dimension, or one that the view decides up to a maximum. */
export interface ViewContainerDimensions {
  readonly height?: number;
  readonly maxHeight?: number;
  readonly width?: number;
  readonly maxWidth?: number;
}

/**
 * What a view is told about its surroundings (SEP-1865, Host Context). Fields of the wrong type and style variables
 * outside of `standardStyleVariables` are left out, since a view of the official SDK rejects the whole message for
 * them; unknown fields are passed on. `toolInfo` comes from the session itself.
 */
export interface ViewHostContext {
  readonly theme?: "light" | "dark";
  readonly styles?: {
    readonly variables?: Readonly<Record<string, string | undefined>>;
    readonly css?: { readonly fonts?: string };
  };
  readonly displayMode?: ViewDisplayMode;
  readonly availableDisplayModes?: readonly ViewDisplayMode[];
  readonly containerDimensions?: ViewContainerDimensions;
  readonly locale?: string;
  readonly timeZone?: string;
  readonly userAgent?: string;
  readonly platform?: "web" | "desktop" | "mobile";
  readonly deviceCapabilities?: { readonly touch?: boolean; readonly hover?: boolean };
  readonly safeAreaInsets?: {
    readonly top: number;
    readonly right: number;
    readonly bottom: number;
    readonly left: number;
  };
  readonly [key: string]: unknown;
}

/** Name and version of a program, as the protocol spells them. */
export interface ViewImplementation {
  readonly name: string;
  readonly version: string;
  readonly title?: string;
  readonly [key: string]: UiJson | undefined;
}

/** What a view said of itself when it started. Untrusted. */
export interface ViewAppInfo {
  readonly appInfo: UiJsonObject;
  readonly appCapabilities: UiJsonObject;
  readonly protocolVersion: string;
}
