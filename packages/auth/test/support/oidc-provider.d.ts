declare module "oidc-provider" {
  import type { EventEmitter } from "node:events";
  import type { RequestListener } from "node:http";

  // biome-ignore lint/style/noDefaultExport: this is what the package exports.
  export default class Provider extends EventEmitter {
    constructor(issuer: string, configuration: object);
    callback(): RequestListener;
  }
}
