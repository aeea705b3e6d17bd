import assert from "node:assert/strict";
import { Socket } from "node:net";
import { test } from "node:test";
import type { buildConnector } from "undici";
import { createCheckedConnect, type Dial } from "../../src/http-client/checked-connect.ts";
import { HttpError } from "../../src/http-client/http-failure.ts";
import { createOpenSockets } from "../../src/http-client/open-sockets.ts";
import { startHostileOrigin } from "../ground/hostile-origin.ts";
import { causeOf, createLoopbackClient, responseOf } from "./loopback-client.ts";

test("a socket that was not dialled here is refused", async () => {
  const dial = () => assert.fail("dialled");
  assert.equal(await refusalOf(dial, { socketPath: "/var/run/docker.sock" }), "blocked address");
  assert.equal(await refusalOf(dial, { httpSocket: new Socket() }), "blocked address");
});

test("if a server does not accept the connection, it is given up and its socket destroyed", async () => {
  const blackHole = new Socket();
  assert.equal(await refusalOf(() => blackHole), "timeout connect");
  assert.ok(blackHole.destroyed);
});

test("an address that this machine cannot dial at all is a server that cannot be reached", async () => {
  const dial = () => {
    const socket = new Socket();
    setImmediate(() => socket.destroy(Object.assign(new Error("connect EADDRNOTAVAIL"), { code: "EADDRNOTAVAIL" })));
    return socket;
  };
  assert.equal(await refusalOf(dial), "connect unreachable");
});

test("a name's next address is tried if the first one does not listen", async () => {
  const origin = await startHostileOrigin();
  const client = createLoopbackClient({ resolve: async () => ["127.0.0.9", "127.0.0.8", "127.0.0.1"] });
  assert.equal(responseOf(await client.get(origin.url("/feed", "feeds.test"))).status, 200);
  await client.close();

  const unlucky = createLoopbackClient({ resolve: async () => ["127.0.0.9", "127.0.0.8"] });
  assert.equal(causeOf(await unlucky.get(origin.url("/feed", "feeds.test"))), "connect refused");
  await unlucky.close();
  await origin.close();
});

async function refusalOf(dial: Dial, options: Partial<buildConnector.Options> = {}): Promise<string> {
  const checkedConnect = createCheckedConnect({
    isAllowed: () => true,
    resolve: async () => ["127.0.0.1"],
    dial,
    openSockets: createOpenSockets(1000),
    timeoutMs: 100,
  });
  const error = await new Promise((resolve) => {
    checkedConnect({ hostname: "feeds.test", protocol: "http:", port: "80", ...options }, (...[refusal]) =>
      resolve(refusal),
    );
  });
  assert.ok(error instanceof HttpError);
  return causeOf({ kind: "failed", failure: error.failure });
}
