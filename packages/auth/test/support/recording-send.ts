import type { HttpRequest, HttpResponse, HttpSend } from "@x/mcp-core";

/** A server in memory: `answer` says how each request is answered. */
export interface RecordingSend {
  readonly send: HttpSend;
  readonly requests: HttpRequest[];
}

/** Makes one that answers with a status, and headers where they matter. */
export function recordingSend(
  answer: (request: HttpRequest, count: number) => number | Partial<HttpResponse> = () => 200,
): RecordingSend {
  const requests: HttpRequest[] = [];
  return {
    requests,
    async send(request) {
      requests.push(request);
      const given = answer(request, requests.length);
      const response = typeof given === "number" ? { status: given } : given;
      return { status: 200, headers: {}, body: (async function* () {})(), ...response };
    },
  };
}

/** A POST to a server. */
export function postTo(url: string, headers: Readonly<Record<string, string>> = {}): HttpRequest {
  return { method: "POST", url: new URL(url), headers, body: "{}" };
}
