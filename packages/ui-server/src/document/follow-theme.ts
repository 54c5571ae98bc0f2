import type { Theme } from "../theme/theme.ts";

/**
 * What a document in a plain frame needs to follow its page from one theme to another without being loaded anew: the
 * rules of all of them, and a listener for what a host tells a view (MCP Apps, `ui/notifications/host-context-changed`).
 * Only the page around the frame is heard, and only the names of these themes.
 */
export function followTheme(themes: readonly Theme[]): string {
  const names = JSON.stringify(themes.map(({ name }) => name));
  const program = `addEventListener("message",({source,data})=>{
const theme=data?.method==="ui/notifications/host-context-changed"?data.params?.theme:undefined;
if(source===parent&&${names}.includes(theme))document.documentElement.dataset.theme=theme;
});`;
  return `<style>${themes.map(({ css }) => css).join("")}</style><script>${program}</script>`;
}
