export type { OtelApi, OtelAttributes, OtelSpan } from "./otel-api.ts";
export { type TelemetryOptions, withTelemetry } from "./with-telemetry.ts";
