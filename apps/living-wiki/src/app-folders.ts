import { fileURLToPath } from "node:url";

/** The folders this app brings along; the same from its sources and from its build. */
export const appFolders: {
  /** The Markdown pages. */
  readonly wiki: string;
  /** Programs that run beside the app, as plain JavaScript. */
  readonly programs: string;
  /** The built page. */
  readonly page: string;
} = {
  wiki: fileURLToPath(new URL("../wiki", import.meta.url)),
  programs: fileURLToPath(new URL("../programs", import.meta.url)),
  page: fileURLToPath(new URL("../dist/web", import.meta.url)),
};
