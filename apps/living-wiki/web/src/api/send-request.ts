import type { ErrorView } from "../../../src/contract/error-view.ts";
import { ApiError } from "./api-error.ts";

/** One request to the app; rejects with {@link ApiError} for every answer that is not 2xx. */
export type SendRequest = (
  method: "GET" | "POST" | "PUT" | "DELETE",
  path: string,
  options?: { readonly body?: unknown; readonly signal?: AbortSignal },
) => Promise<Response>;

/** Makes requests with the token of this run. */
export function createSendRequest(token: string): SendRequest {
  return async (method, path, { body, signal } = {}) => {
    const response = await fetch(`/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    }).catch((cause: unknown) => {
      signal?.throwIfAborted();
      throw new ApiError(0, undefined, undefined, { cause });
    });
    if (response.ok) return response;
    const answer: unknown = await response.json().catch(() => undefined); // not of the app: the status says it all
    throw new ApiError(response.status, errorOf(answer), answer);
  };
}

function errorOf(answer: unknown): ErrorView | undefined {
  if (typeof answer !== "object" || answer === null || !("error" in answer)) return undefined;
  return answer.error as ErrorView;
}
