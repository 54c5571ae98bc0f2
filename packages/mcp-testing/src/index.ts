export { type FakeClock, fakeClock } from "./fake-clock.ts";
export type { HttpCounters, ScriptedHttpRequest } from "./http/http-counters.ts";
export type { HttpFault, HttpFaultKind, SseFraming } from "./http/http-fault.ts";
export {
  type ScriptedHttpServer,
  type ScriptedHttpServerOptions,
  startScriptedHttpServer,
} from "./http/scripted-http-server.ts";
export { createJournal, type Journal, type JournalEntry, type JournalEvents } from "./journal.ts";
export {
  type McpRecording,
  type RecordedCall,
  type RecordedExchange,
  type RecordedList,
  type RecordedRequest,
  recordedCalls,
} from "./recording/recording.ts";
export { readRecording } from "./recording/recording-file.ts";
export type { RedactionOptions } from "./recording/redaction.ts";
export { type ReplayOptions, type ReplayPort, replayPort } from "./recording/replay-port.ts";
export { type RecordingOptions, withRecording } from "./recording/with-recording.ts";
export { type ScriptedMode, type ScriptedModeNote, scriptedModes } from "./scripted-mode.ts";
export { type ScriptedPeer, type ScriptedPeerOptions, scriptedPeer } from "./scripted-peer.ts";
export {
  type ScriptedServerCommand,
  type ScriptedServerCommandOptions,
  scriptedServerCommand,
} from "./scripted-server-command.ts";
export type { ScriptedServerScript } from "./scripted-server-script.ts";
export { scriptedWire } from "./scripted-wire.ts";
