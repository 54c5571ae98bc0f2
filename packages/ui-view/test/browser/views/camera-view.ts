import type { ServedView } from "../stage/sandbox-origin.ts";
import { viewPage } from "./view-page.ts";

/** A view that can ask for the camera, and declares so or not. `look()` says what it saw. */
export function cameraView(name: string, declares: boolean): ServedView {
  const program = `globalThis.look = async () => {
    try {
      const stream = await navigator.mediaDevices.getUserMedia({ video: true });
      return stream.getVideoTracks()[0].readyState;
    } catch (error) {
      return error.name;
    }
  };
  app.start();`;
  return {
    uri: `ui://camera/${name}`,
    mimeType: "text/html;profile=mcp-app",
    text: viewPage("camera", ["raw-app.js"], program),
    ...(declares && { _meta: { ui: { permissions: { camera: {} } } } }),
  };
}
