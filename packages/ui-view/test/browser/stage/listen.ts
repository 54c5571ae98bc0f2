import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** A server on one loopback address. Disposing it ends its connections, too. */
export interface Listening extends AsyncDisposable {
  readonly server: Server;
  readonly port: number;
}

/** Listens on `address`, which is of 127.0.0.0/8, at a port that the system chooses. */
export async function listen(address: `127.0.0.${number}`, listener: RequestListener): Promise<Listening> {
  const server = createServer(listener);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, address, resolve);
  });
  return {
    server,
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
