import type { ErrorView } from "../../../src/contract/error-view.ts";

/** The server refused or could not be reached. */
export class ApiError extends Error {
  /** Of HTTP; 0 where there was no answer. */
  readonly status: number;
  readonly view: ErrorView | undefined;
  /** The whole answer, where it was JSON. */
  readonly answer: unknown;

  constructor(status: number, view: ErrorView | undefined, answer: unknown, options?: ErrorOptions) {
    super(view?.message ?? textOf(status), options);
    this.status = status;
    this.view = view;
    this.answer = answer;
  }
}

function textOf(status: number): string {
  return status === 0
    ? "The app does not answer. Is it still running in its terminal?"
    : `The app answered with status ${status}.`;
}

/** A failure as it is shown. */
export function toErrorView(error: unknown): ErrorView {
  if (error instanceof ApiError && error.view !== undefined) return error.view;
  const message = error instanceof Error ? error.message : String(error);
  const code = error instanceof ApiError ? "unreachable" : "unexpected";
  return { name: error instanceof Error ? error.name : "Error", code, message };
}
