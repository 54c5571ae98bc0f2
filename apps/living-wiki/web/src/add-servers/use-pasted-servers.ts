import { useEffect, useState } from "preact/hooks";
import type { AddServersResult } from "../../../src/contract/add-servers.ts";
import type { ErrorView } from "../../../src/contract/error-view.ts";
import type { SandboxId } from "../../../src/contract/sandbox-view.ts";
import { toErrorView } from "../api/api-error.ts";
import { serverHref } from "../shell/route.ts";
import { useStore } from "../store/page-store.ts";

const checkAfterMs = 250;

/** A declaration that is being pasted, and what the app makes of it. */
export interface PastedServersForm {
  readonly text: string;
  readonly serverId: string;
  /** Undefined: the wiki's own choice. */
  readonly sandbox: SandboxId | undefined;
  readonly result: AddServersResult | undefined;
  readonly checking: boolean;
  readonly adding: boolean;
  readonly added: readonly string[];
  /** The request itself failed. */
  readonly problem: ErrorView | undefined;
  setText(text: string): void;
  setServerId(serverId: string): void;
  setSandbox(sandbox: SandboxId): void;
  add(): Promise<void>;
}

/** Has the app look at the text while it is typed, and add it when asked. */
export function usePastedServers(): PastedServersForm {
  const { api } = useStore();
  const [text, setText] = useState("");
  const [serverId, setServerId] = useState("");
  const [sandbox, setSandbox] = useState<SandboxId>();
  const [checked, setChecked] = useState<{ readonly of: string; readonly result: AddServersResult }>();
  const [adding, setAdding] = useState(false);
  const [added, setAdded] = useState<readonly string[]>([]);
  const [problem, setProblem] = useState<ErrorView>();
  const wanted = JSON.stringify([text, serverId]);
  const request = { text, ...(serverId.trim() === "" ? {} : { serverId: serverId.trim() }) };

  useEffect(() => {
    if (text.trim() === "") return setChecked(undefined);
    let stale = false;
    const timer = setTimeout(async () => {
      try {
        const result = await api.addServers({ ...request, check: true });
        if (!stale) setChecked({ of: wanted, result });
        if (!stale) setProblem(undefined);
      } catch (error) {
        if (!stale) setProblem(toErrorView(error));
      }
    }, checkAfterMs);
    return () => {
      stale = true;
      clearTimeout(timer);
    };
  }, [wanted]);

  const add = async (): Promise<void> => {
    setAdding(true);
    setProblem(undefined);
    try {
      const result = await api.addServers({ ...request, ...(sandbox === undefined ? {} : { sandbox }) });
      setChecked({ of: wanted, result });
      setAdded(result.added);
      const [first] = result.added;
      if (first !== undefined && result.problems.length === 0) location.hash = serverHref(first);
    } catch (error) {
      setProblem(toErrorView(error));
    } finally {
      setAdding(false);
    }
  };

  return {
    text,
    serverId,
    sandbox,
    result: checked?.result,
    checking: text.trim() !== "" && checked?.of !== wanted && problem === undefined,
    adding,
    added,
    problem,
    setText,
    setServerId,
    setSandbox,
    add,
  };
}
