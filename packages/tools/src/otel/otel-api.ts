/** Values of attributes. */
export type OtelAttributes = Readonly<Record<string, string | number | boolean>>;

/** A span, as `@opentelemetry/api` has it. */
export interface OtelSpan {
  setAttributes(attributes: OtelAttributes): unknown;
  setStatus(status: { readonly code: number; readonly message?: string }): unknown;
  end(): void;
}

/**
 * The part of the module `@opentelemetry/api` that is used, by its shape: whoever passes the module needs no types of
 * ours, and whoever uses these types need not have it installed.
 */
export interface OtelApi {
  readonly trace: {
    getTracer(
      name: string,
      version?: string,
    ): {
      startSpan(
        name: string,
        options?: { readonly kind?: number; readonly attributes?: Record<string, string | number | boolean> },
        context?: never,
      ): OtelSpan;
    };
    setSpan(context: never, span: never): unknown;
  };
  readonly context: {
    active(): unknown;
    with(context: never, run: () => unknown): unknown;
  };
  readonly propagation: { inject(context: never, carrier: Record<string, string>): void };
  readonly metrics: {
    getMeter(
      name: string,
      version?: string,
    ): {
      createHistogram(
        name: string,
        options?: { readonly unit?: string; readonly description?: string },
      ): { record(value: number, attributes?: Record<string, string | number | boolean>): void };
      createCounter(
        name: string,
        options?: { readonly unit?: string; readonly description?: string },
      ): { add(value: number, attributes?: Record<string, string | number | boolean>): void };
    };
  };
}
