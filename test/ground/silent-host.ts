import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after } from "node:test";

export type SilentHost = { url: (host: string) => string; asked: () => number };

/** Takes every request on any address of 127.0.0.0/8 and answers none, until the test file ends. */
export async function silentHost(): Promise<SilentHost> {
  const held: ServerResponse[] = [];
  const server = createServer((_, response) => void held.push(response));
  server.listen(0, "0.0.0.0");
  await once(server, "listening");
  after(() => {
    for (const response of held) response.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: (host) => `http://${host}:${port}/feed`, asked: () => held.length };
}
