/** What can be wrong with a request for a page. */
export type WikiErrorCode = "bad_path" | "page_not_found" | "page_changed" | "page_too_large" | "unreadable";

/** A page that cannot be read or written. The message says what to do; `code` is for programs. */
export class WikiError extends Error {
  override readonly name = "WikiError";
  readonly code: WikiErrorCode;

  constructor(code: WikiErrorCode, message: string, options?: { readonly cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}
