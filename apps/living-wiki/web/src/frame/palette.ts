const sans = 'system-ui, -apple-system, "Segoe UI", "Noto Sans", "DejaVu Sans", sans-serif';

/** Colours and type in the words of the library. */
export type Palette = Readonly<Record<string, string | boolean>> & { readonly fontFamily: string };

/** The page's colours in the library's words. */
export const palettes: Readonly<Record<"light" | "dark", Palette>> = {
  light: {
    darkMode: false,
    background: "#ffffff",
    primaryColor: "#e3f0e9",
    primaryTextColor: "#1f1d18",
    primaryBorderColor: "#1b6a4f",
    secondaryColor: "#fbf0d9",
    secondaryTextColor: "#1f1d18",
    secondaryBorderColor: "#8a5a00",
    tertiaryColor: "#f3f0e8",
    tertiaryTextColor: "#1f1d18",
    tertiaryBorderColor: "#8d8676",
    lineColor: "#625d50",
    textColor: "#1f1d18",
    noteBkgColor: "#fbf0d9",
    noteTextColor: "#1f1d18",
    noteBorderColor: "#8a5a00",
    edgeLabelBackground: "#ffffff",
    fontFamily: sans,
    fontSize: "15px",
    useGradient: false,
    dropShadow: "none",
  },
  dark: {
    darkMode: true,
    background: "#1b1f23",
    primaryColor: "#1c3129",
    primaryTextColor: "#e9e6df",
    primaryBorderColor: "#6fcfa6",
    secondaryColor: "#352a15",
    secondaryTextColor: "#e9e6df",
    secondaryBorderColor: "#f0bd5e",
    tertiaryColor: "#23282d",
    tertiaryTextColor: "#e9e6df",
    tertiaryBorderColor: "#6f7a84",
    lineColor: "#a3aab1",
    textColor: "#e9e6df",
    noteBkgColor: "#352a15",
    noteTextColor: "#e9e6df",
    noteBorderColor: "#f0bd5e",
    edgeLabelBackground: "#1b1f23",
    fontFamily: sans,
    fontSize: "15px",
    useGradient: false,
    dropShadow: "none",
  },
};
