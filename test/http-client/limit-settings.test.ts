import assert from "node:assert/strict";
import { once } from "node:events";
import { createRequire } from "node:module";
import type { ServerResponse } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { after, mock, test } from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { createClient } from "../../src/assemble.ts";
import { type DialTarget, dialDirectly } from "../../src/http-client/checked-connect.ts";
import type { GuardedClient, GuardedResult } from "../../src/http-client/guarded-client.ts";
import { loadConfig } from "../../src/load-config.ts";
import { causeOf, createLoopbackClient, responseOf } from "./loopback-client.ts";

const server = createServer();
server.listen(0, "127.0.0.1");
await once(server, "listening");
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/feed`;
after(() => {
  server.close();
  server.closeAllConnections();
});

function clientWith(settings: Record<string, string>): GuardedClient {
  const client = createClient(loadConfig({ FETCH_ALLOW_NETWORKS: "127.0.0.0/8", ...settings }, {}).config);
  after(client.close);
  return client;
}

const get = (client: GuardedClient, from = url) =>
  client.get({ url: from, userAgent: "Plainwire/test", accept: "*/*" });

/** The next request, to be answered by the test. */
async function nextRequest(): Promise<ServerResponse> {
  const [, response] = (await once(server, "request")) as [unknown, ServerResponse];
  return response;
}

async function answered(client: GuardedClient, body: Buffer, headers: Record<string, string> = {}) {
  const result = get(client);
  (await nextRequest()).writeHead(200, headers).end(body);
  return result;
}

/** undici keeps a coarse clock of its own, which mocked timers do not drive. */
const { tick } = createRequire(import.meta.url)("undici/lib/util/timers.js") as { tick: (ms: number) => void };

function advance(ms: number): void {
  // A timer of undici's starts with the first tick that it sees.
  tick(1);
  tick(ms);
  mock.timers.tick(ms);
}

/** As it stands once everything that follows from a moved clock has run. */
async function isSettled(result: Promise<GuardedResult>): Promise<boolean> {
  for (let turn = 0; turn < 5; turn += 1) await nextTurn();
  return Promise.race([result.then(() => true), Promise.resolve(false)]);
}

test("FETCHER_REQUEST_TIMEOUT is the time for the whole request, however slow its first byte and each further one", async () => {
  for (const [setting, seconds] of [
    ["40", 40],
    ["3", 3],
  ] as const) {
    const client = clientWith({ FETCHER_REQUEST_TIMEOUT: setting });
    mock.timers.enable({ apis: ["setTimeout"] });
    try {
      const silent = get(client);
      const held = await nextRequest();
      advance(seconds * 1_000 - 1);
      assert.equal(await isSettled(silent), false, `${setting} s, one millisecond before`);
      advance(1);
      assert.equal(causeOf(await silent), "timeout total");
      held.destroy();

      const slow = get(client);
      const response = await nextRequest();
      advance((seconds * 1_000) / 2 - 1);
      response.writeHead(200).write("a");
      await isSettled(slow);
      advance((seconds * 1_000) / 2 - 1);
      response.end("b");
      assert.equal(responseOf(await slow).body.toString(), "ab");
    } finally {
      mock.timers.reset();
    }
  }
});

test("FETCHER_MAX_BODY_SIZE_MB bounds what is received and what is unpacked", async () => {
  const small = clientWith({ FETCHER_MAX_BODY_SIZE_MB: "0.2" });
  const large = clientWith({ FETCHER_MAX_BODY_SIZE_MB: "12" });
  const gzip = { "content-encoding": "gzip" };
  const plain = Buffer.alloc(11_000_000, "a");
  assert.equal(responseOf(await answered(large, plain)).body.length, plain.length);
  assert.equal(responseOf(await answered(large, gzipSync(plain), gzip)).body.length, plain.length);
  assert.equal(causeOf(await answered(large, Buffer.alloc(12_000_001))), "too-large wire");
  assert.equal(causeOf(await answered(large, gzipSync(Buffer.alloc(12_000_001)), gzip)), "too-large decoded");
  assert.equal(causeOf(await answered(small, Buffer.alloc(200_001))), "too-large wire");
  assert.equal(causeOf(await answered(small, gzipSync(Buffer.alloc(200_001)), gzip)), "too-large decoded");
});

test("the bytes that one connection may bring follow the largest body", async () => {
  mock.timers.enable({ apis: ["setInterval"] });
  let socket: Socket | undefined;
  const dial = (target: DialTarget) => (socket = dialDirectly(target));
  const received = async (bytes: number) => {
    while ((socket?.bytesRead ?? 0) < bytes && socket?.destroyed !== true) await nextTurn();
    // The moment at which bytes are counted.
    mock.timers.tick(50);
  };
  try {
    const roomy = createLoopbackClient({ bodyBytesMax: 40_000_000, dial });
    const taken = roomy.get(url);
    const response = await nextRequest();
    response.write(Buffer.alloc(38_000_000));
    await received(38_000_000);
    response.end();
    assert.equal(responseOf(await taken).body.length, 38_000_000);
    await roomy.close();

    const narrow = createLoopbackClient({ bodyBytesMax: 1_000_000, dial });
    const cut = narrow.get(url);
    const endless = await nextRequest();
    endless.flushHeaders();
    // A chunk extension counts for no limit of the body's own.
    endless.socket?.write(`1;${"x".repeat(4_000_000)}`);
    await received(4_000_000);
    assert.equal(causeOf(await cut), "too-large socket");
    await narrow.close();
  } finally {
    mock.timers.reset();
  }
});

test("responses that come between two looks at a kept-alive connection do not count together", async () => {
  mock.timers.enable({ apis: ["setInterval"] });
  const sockets: Socket[] = [];
  const dial = (target: DialTarget) => {
    const socket = dialDirectly(target);
    sockets.push(socket);
    return socket;
  };
  const client = createLoopbackClient({ bodyBytesMax: 1_000_000, dial });
  const ask = async (body: Buffer) => {
    const result = client.get(url);
    (await nextRequest()).end(body);
    return responseOf(await result).body.length;
  };
  try {
    const whole = Buffer.alloc(1_000_000);
    assert.equal(await ask(Buffer.from("a")), 1);
    mock.timers.tick(50);
    assert.equal(await ask(whole), whole.length);
    assert.equal(await ask(whole), whole.length);
    const last = client.get(url);
    const response = await nextRequest();
    response.write(whole.subarray(1));
    while ((sockets[0]?.bytesRead ?? 0) < 2_999_999 && sockets[0]?.destroyed !== true) await nextTurn();
    mock.timers.tick(50);
    response.end("a");
    assert.equal(responseOf(await last).body.length, whole.length);
    assert.equal(sockets.length, 1, "all on one connection");
  } finally {
    mock.timers.reset();
    await client.close();
  }
});

test("FETCHER_MAX_REDIRECTS is how many redirects are followed", async () => {
  const wanted = [
    ["0", 1],
    ["2", 3],
  ] as const;
  for (const [setting, requests] of wanted) {
    let asked = 0;
    const redirect = (_: unknown, response: ServerResponse) => {
      asked += 1;
      response.writeHead(302, { location: `/${asked}` }).end();
    };
    server.on("request", redirect);
    assert.equal(causeOf(await get(clientWith({ FETCHER_MAX_REDIRECTS: setting }))), "redirect too-many");
    assert.equal(asked, requests);
    server.off("request", redirect);
  }
});

test("FETCH_ALLOW_NETWORKS names the private networks that may be asked", async () => {
  const answer = (_: unknown, response: ServerResponse) => void response.end("a");
  server.on("request", answer);
  const ask = (networks: string) => get(clientWith({ FETCH_ALLOW_NETWORKS: networks }));
  assert.equal(causeOf(await ask("10.0.0.0/8")), "blocked address");
  assert.equal(responseOf(await ask("127.0.0.1/32")).status, 200);
  server.off("request", answer);
});
