import type { McpError, McpLoss } from "@x/mcp-core";
import type { SdkModule } from "./load-sdk.ts";

/**
 * A loss as the error that the official `Client` judges: it takes a failed `send` for evidence about the era, and
 * only its own classes say which kind of failure it was.
 */
export async function lossError(loss: McpLoss): Promise<Error> {
  const { status, cause } = loss;
  if (cause.code === "auth" || status === 401 || status === 403) return unauthorized(cause);
  if (status === undefined) return cause;
  const sdk = await import("@modelcontextprotocol/client").catch(
    // Whoever uses version 1 need not have it; `code` is where that version looks.
    () => undefined,
  );
  if (sdk === undefined) return Object.assign(new Error(cause.message, { cause }), { code: status });
  return status < 400 ? unusableReply(sdk, loss) : httpError(sdk, loss, status);
}

function unauthorized(cause: McpError): Error {
  const error = new Error(cause.message, { cause });
  error.name = "UnauthorizedError";
  return error;
}

function unusableReply({ SdkError, SdkErrorCode }: SdkModule, { cause }: McpLoss): Error {
  return new SdkError(SdkErrorCode.ClientHttpUnexpectedContent, cause.message, {}, { cause });
}

function httpError({ SdkHttpError, SdkErrorCode }: SdkModule, loss: McpLoss, status: number): Error {
  const error = new SdkHttpError(SdkErrorCode.ClientHttpNotImplemented, loss.cause.message, {
    status,
    ...(loss.body === undefined ? {} : { text: loss.body }),
  });
  error.cause = loss.cause;
  return error;
}
