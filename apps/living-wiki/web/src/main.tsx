import { render } from "preact";
import { createSendRequest } from "./api/send-request.ts";
import { holdsToken, takeToken } from "./api/session-token.ts";
import { App } from "./shell/app.tsx";
import { NoToken } from "./shell/no-token.tsx";
import { followRoute } from "./shell/route.ts";
import { createPageStore } from "./store/page-store.ts";

const root = document.getElementById("app");
const token = takeToken();
// The address of a new run, pasted into a tab of an old one, is no new page to the browser.
addEventListener("hashchange", () => {
  if (holdsToken()) location.reload();
});
if (root !== null)
  render(
    token === undefined ? (
      <NoToken />
    ) : (
      <App store={createPageStore(createSendRequest(token))} route={followRoute()} />
    ),
    root,
  );
