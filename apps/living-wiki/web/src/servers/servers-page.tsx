import type { JSX } from "preact";
import { ActivityList } from "../server/activity-list.tsx";
import { Icon } from "../shell/icon.tsx";
import { serverHref, toolHref } from "../shell/route.ts";
import { useStore } from "../store/page-store.ts";
import { DrawioHint } from "./drawio-hint.tsx";

/** Things to try first, each a tool or a server of the default set. */
const suggestions = [
  {
    needs: "filesystem__read_text_file",
    title: "Read a wiki page",
    text: "A server over stdio reads a Markdown file. The form is made of the tool's schema.",
  },
  {
    needs: "everything__get-tiny-image",
    title: "Get a picture",
    text: "A result of three blocks: text, an image, text again. Nothing of it is dropped.",
  },
  {
    needs: "everything-http__trigger-long-running-operation",
    title: "Run something long",
    text: "Over Streamable HTTP, with progress as it comes. Cancel it half way.",
  },
] as const;

const shownActivities = 12;

/** The servers at large: what to try, and what happened. */
export function ServersPage(): JSX.Element {
  const { servers } = useStore();
  const page = servers.page.value;
  const ready = suggestions.filter(({ needs }) => servers.tool(needs) !== undefined);
  const memory = servers.server("memory");
  return (
    <>
      <header class="page-head hero">
        <div>
          <h1>Servers at work on a wiki</h1>
          <p class="lead">
            Each MCP server here is a real program from npm, kept alive by @x and offered to you and to the
            agent as plain, typed tools.
          </p>
        </div>
        <a class="button primary" href="#/add-servers">
          <Icon name="plus" size={16} /> Add a server
        </a>
      </header>
      <ul class="suggestions">
        {ready.map(({ needs, title, text }) => (
          <Suggestion key={needs} href={toolHref(needs)} title={title} text={text} />
        ))}
        {memory !== undefined && (
          <Suggestion
            href={serverHref("memory")}
            title="Kill a server"
            text="End its process and watch it come back: reconnecting, then connected, nothing lost."
          />
        )}
      </ul>
      <section class="panel">
        <h2>What happened</h2>
        <ActivityList activity={servers.activity.value.slice(0, shownActivities)} withServer />
      </section>
      {page !== undefined && <DrawioHint drawio={page.drawio} />}
    </>
  );
}

function Suggestion({
  href,
  title,
  text,
}: {
  readonly href: string;
  readonly title: string;
  readonly text: string;
}): JSX.Element {
  return (
    <li>
      <a class="suggestion" href={href}>
        <strong>{title}</strong>
        <span class="muted">{text}</span>
      </a>
    </li>
  );
}
