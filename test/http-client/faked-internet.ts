import { once } from "node:events";
import { createServer } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import type { DialTarget } from "../../src/http-client/checked-connect.ts";
import type { GuardedClientOptions } from "../../src/http-client/guarded-client.ts";
import { createLoopbackClient, type LoopbackClient } from "./loopback-client.ts";

export type FakedInternet = {
  client: LoopbackClient;
  /** Every address that the client had dialled. */
  dialled: string[];
  /** The Host header of every request that was received. */
  asked: string[];
  close: () => Promise<void>;
};

/**
 * The client with nothing faked but the name server and the wire: what it dials is written down and led to a
 * server on loopback, which answers for the whole internet. `/to?http://…` redirects there.
 */
export async function startFakedInternet(
  names: (hostname: string) => string[],
  options: Partial<GuardedClientOptions> = {},
): Promise<FakedInternet> {
  const dialled: string[] = [];
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.headers.host ?? "");
    const [path, target] = (request.url ?? "").split("?");
    const location = Buffer.from(decodeURIComponent(target ?? "")).toString("latin1");
    // Closed, so that every request has to be dialled.
    response.writeHead(path === "/to" ? 302 : 200, { connection: "close", ...(path === "/to" ? { location } : {}) });
    response.end("hello");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;

  const dial = ({ addresses }: DialTarget): Socket => {
    dialled.push(...addresses);
    const socket = connect(port, "127.0.0.1");
    Object.defineProperty(socket, "remoteAddress", { value: addresses[0] });
    return socket;
  };
  const client = createLoopbackClient({
    allowNetworks: [],
    resolve: async (hostname) => names(hostname),
    dial,
    ...options,
  });
  return {
    client,
    dialled,
    asked,
    close: async () => {
      await client.close();
      server.close();
      await once(server, "close");
    },
  };
}
