export { type FakeClock, fakeClock } from "./fake-clock.ts";
export type { HttpCounters, ScriptedHttpRequest } from "./http/http-counters.ts";
export type { HttpFault, HttpFaultKind, SseFraming } from "./http/http-fault.ts";
export {
  type ScriptedHttpServer,
  type ScriptedHttpServerOptions,
  startScriptedHttpServer,
} from "./http/scripted-http-server.ts";
export { createJournal, type Journal, type JournalEntry, type JournalEvents } from "./journal.ts";
export { type ScriptedMode, type ScriptedModeNote, scriptedModes } from "./scripted-mode.ts";
export { type ScriptedPeer, type ScriptedPeerOptions, scriptedPeer } from "./scripted-peer.ts";
export {
  type ScriptedServerCommand,
  type ScriptedServerCommandOptions,
  scriptedServerCommand,
} from "./scripted-server-command.ts";
export type { ScriptedServerScript } from "./scripted-server-script.ts";
export { scriptedWire } from "./scripted-wire.ts";
