import { APICallError, LoadAPIKeyError, RetryError } from "ai";
import type { ErrorView } from "../contract/error-view.ts";
import { toErrorView } from "../live/error-view.ts";

/** A failure of a model as the page shows it: what happened and what to do. Never what was sent or its key. */
export function modelErrorView(error: unknown): ErrorView {
  const cause = RetryError.isInstance(error) ? error.lastError : error;
  if (LoadAPIKeyError.isInstance(cause)) return view("model_auth", "The model's API key is missing.");
  if (!APICallError.isInstance(cause)) {
    const known = toErrorView(cause);
    return known.code === "internal" ? view("model_failed", `The model failed: ${known.message}`) : known;
  }
  const { statusCode: status } = cause;
  if (status === undefined)
    return view(
      "model_unreachable",
      "The model's server cannot be reached. Look at the address and the network.",
    );
  if (status === 401 || status === 403)
    return view(
      "model_auth",
      "The model's server refuses the API key. Set another one and start again.",
      status,
    );
  if (status === 404)
    return view(
      "model_failed",
      "The model's server does not know this model. Set LIVING_WIKI_MODEL.",
      status,
    );
  if (status === 429)
    return view(
      "model_rate_limited",
      "The model's server is asked too often. Wait a while, then try again.",
      status,
    );
  return view("model_failed", `The model's server answered with status ${status}. Try again.`, status);
}

function view(code: string, message: string, status?: number): ErrorView {
  return { name: "ModelError", code, message, ...(status === undefined ? {} : { status }) };
}
