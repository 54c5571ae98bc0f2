import type { ComponentChild, FunctionComponent } from "preact";
import { useEffect, useState } from "preact/hooks";

/** A part of the page whose code is fetched when it is first shown. */
export function Lazy<Props extends object>({
  load,
  props,
  waiting,
}: {
  /** The same function each time; what it imports is fetched once. */
  load(): Promise<FunctionComponent<Props>>;
  readonly props: Props;
  readonly waiting: ComponentChild;
}): ComponentChild {
  const [Part, setPart] = useState<FunctionComponent<Props>>();
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let stale = false;
    load().then(
      (part) => !stale && setPart(() => part),
      () => !stale && setFailed(true),
    );
    return () => {
      stale = true;
    };
  }, [load]);
  if (failed)
    return (
      <div class="empty" role="alert">
        <p>This part of the page could not be fetched. Is the app still running in its terminal?</p>
        <button type="button" class="button" onClick={() => location.reload()}>
          Reload the page
        </button>
      </div>
    );
  return Part === undefined ? waiting : <Part {...props} />;
}
