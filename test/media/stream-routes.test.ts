import assert from "node:assert/strict";
import type { IncomingMessage, ServerResponse } from "node:http";
import { once } from "node:events";
import { test } from "node:test";
import { createSecretBox } from "../../src/database/secret-box.ts";
import { eventually } from "../ground/eventually.ts";
import { signedIn } from "../ground/signed-in.ts";
import { testDatabase } from "../ground/test-database.ts";
import { withWeb } from "../web/run-web.ts";
import { accountParts } from "../web/web-parts.ts";
import { emptyFolder, fileOrigin, signed, testSecret } from "./media-world.ts";
import { mp3 } from "./sample-files.ts";

const database = await testDatabase();
const origin = await fileOrigin();
const accounts = accountParts(database.web, { secrets: createSecretBox(testSecret) });
const listener = () => signedIn({ accounts, secretKey: testSecret, cookieSecure: true });
const person = await listener();

type Ask = (path: string, headers?: Record<string, string>, init?: RequestInit) => Promise<Response>;

async function listening(use: (ask: Ask, own: string) => Promise<void>): Promise<void> {
  await withWeb(database, { SECRET_KEY: testSecret, DATA_DIR: await emptyFolder() }, (own) =>
    use((path, headers = {}, init = {}) => {
      return fetch(own + signed(origin.url(path), "stream"), { ...init, headers: { ...person.headers, ...headers } });
    }, own),
  );
}

const episode = mp3(5_000);

/** As a server of files does: one range, 416 beyond the end. */
function sendFile(request: IncomingMessage, response: ServerResponse): void {
  const headers = { "content-type": "audio/mpeg", "accept-ranges": "bytes", etag: '"v1"', "set-cookie": "track=1" };
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(request.headers.range ?? "") ?? [];
  const condition = request.headers["if-range"];
  if (first === undefined || (condition !== undefined && condition !== '"v1"')) {
    return void response.writeHead(200, { ...headers, "content-length": episode.length }).end(episode);
  }
  const start = first === "" ? episode.length - Number(last) : Number(first);
  const end = first === "" || last === "" ? episode.length - 1 : Math.min(Number(last), episode.length - 1);
  if (start > end) return void response.writeHead(416, { "content-range": `bytes */${episode.length}` }).end();
  const part = episode.subarray(start, end + 1);
  response.writeHead(206, {
    ...headers,
    "content-range": `bytes ${start}-${end}/${episode.length}`,
    "content-length": part.length,
  });
  response.end(part);
}
origin.serve("/episode.mp3", sendFile);

const ranges: [string, string | null, number, string | null, Buffer][] = [
  ["no range", null, 200, null, episode],
  ["everything", "bytes=0-", 206, "bytes 0-4999/5000", episode],
  ["two bytes, as Safari asks first", "bytes=0-1", 206, "bytes 0-1/5000", episode.subarray(0, 2)],
  ["the middle", "bytes=1000-1999", 206, "bytes 1000-1999/5000", episode.subarray(1000, 2000)],
  ["to the end", "bytes=4000-", 206, "bytes 4000-4999/5000", episode.subarray(4000)],
  ["the last bytes", "bytes=-100", 206, "bytes 4900-4999/5000", episode.subarray(4900)],
  ["beyond the end", "bytes=9000-", 416, "bytes */5000", Buffer.alloc(0)],
  ["several ranges, which are ignored", "bytes=0-1,5-6", 200, null, episode],
  ["backwards, which is ignored", "bytes=5-2", 200, null, episode],
  ["another unit, which is ignored", "seconds=0-5", 200, null, episode],
];
for (const [what, range, status, contentRange, bytes] of ranges) {
  test(`Range: ${what}`, async () => {
    await listening(async (ask) => {
      const answer = await ask("/episode.mp3", range === null ? {} : { Range: range });
      assert.equal(answer.status, status);
      assert.equal(answer.headers.get("Content-Range"), contentRange);
      assert.deepEqual(Buffer.from(await answer.arrayBuffer()), bytes);
      if (status === 416) return;
      assert.equal(answer.headers.get("Content-Type"), "audio/mpeg");
      assert.equal(answer.headers.get("Content-Length"), String(bytes.length));
      assert.equal(answer.headers.get("Accept-Ranges"), "bytes");
    });
  });
}

test("a stream is private, may do nothing, and brings nothing along but what a player needs", async () => {
  await listening(async (ask) => {
    const { headers } = await ask("/episode.mp3", { Referer: "http://127.0.0.1/items/1" });
    assert.equal(headers.get("Cache-Control"), "private, max-age=3600");
    assert.equal(headers.get("Content-Security-Policy"), "default-src 'none'; sandbox");
    assert.equal(headers.get("X-Content-Type-Options"), "nosniff");
    assert.equal(headers.get("ETag"), '"v1"');
    assert.equal(headers.get("Set-Cookie"), null);
    const sent = origin.asked.at(-1)?.headers;
    assert.equal(sent?.cookie, undefined);
    assert.equal(sent?.referer, undefined);
    assert.equal(sent?.["accept-encoding"], "identity");
  });
});

test("If-Range: the part if the file is the same, all of it if it has changed", async () => {
  await listening(async (ask) => {
    assert.equal((await ask("/episode.mp3", { Range: "bytes=10-", "If-Range": '"v1"' })).status, 206);
    assert.equal((await ask("/episode.mp3", { Range: "bytes=10-", "If-Range": '"v0"' })).status, 200);
    await ask("/episode.mp3", { Range: "bytes=10-", "If-Range": "rubbish" });
    assert.equal(origin.asked.at(-1)?.headers["if-range"], undefined);
  });
});

test("HEAD has the headers alone, and leaves no request open", async () => {
  await listening(async (ask) => {
    const closed: Promise<unknown>[] = [];
    origin.serve("/endless.mp3", (_, response) => {
      closed.push(once(response, "close"));
      response.writeHead(200, { "content-type": "audio/mpeg" }).write(episode);
    });
    const answer = await ask("/endless.mp3", {}, { method: "HEAD" });
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get("Content-Type"), "audio/mpeg");
    assert.equal(await answer.text(), "");
    assert.equal(closed.length, 1);
    await closed[0];
  });
});

test("a podcast without a length, of a vague type, plays to its end", async () => {
  origin.serve("/live", (_, response) => {
    response.writeHead(200, { "content-type": "application/octet-stream" });
    for (let at = 0; at < episode.length; at += 500) response.write(episode.subarray(at, at + 500));
    response.end();
  });
  await listening(async (ask) => {
    const answer = await ask("/live", { Range: "bytes=0-" });
    assert.equal(answer.status, 200, "a server that ignores Range");
    assert.equal(answer.headers.get("Content-Type"), "audio/mpeg");
    assert.equal(answer.headers.get("Content-Length"), null);
    assert.equal(answer.headers.get("Accept-Ranges"), null);
    assert.deepEqual(Buffer.from(await answer.arrayBuffer()), episode);
  });
});

const html = Buffer.from("<!doctype html><script>alert(1)</script>".padEnd(200));
const refused: [string, number, Record<string, string>, Buffer, Record<string, string>][] = [
  ["a web page that is called audio", 200, { "content-type": "audio/mpeg" }, html, {}],
  [
    "a part of a web page",
    206,
    { "content-type": "text/html", "content-range": "bytes 5-204/300" },
    html,
    { Range: "bytes=5-" },
  ],
  [
    "a part that was not asked for",
    206,
    { "content-type": "audio/mpeg", "content-range": "bytes 9-208/300" },
    html,
    { Range: "bytes=5-" },
  ],
  [
    "a part of something for a request of all",
    206,
    { "content-type": "audio/mpeg", "content-range": "bytes 0-199/300" },
    episode,
    {},
  ],
  ["a packed file", 200, { "content-type": "audio/mpeg", "content-encoding": "gzip" }, episode, {}],
  ["a file that is not there", 404, { "content-type": "audio/mpeg" }, episode, {}],
  ["an empty file", 200, { "content-type": "text/plain" }, Buffer.alloc(0), {}],
  ["a redirect to a private address", 302, { location: "http://169.254.169.254/latest/meta-data" }, html, {}],
];
for (const [index, [what, status, headers, bytes, asked]] of refused.entries()) {
  test(`${what} is not passed on`, async () => {
    origin.serve(`/refused-${index}`, (_, response) => response.writeHead(status, headers).end(bytes));
    await listening(async (ask) => {
      const answer = await ask(`/refused-${index}`, asked);
      assert.equal(answer.status, 404);
      assert.equal(await answer.text(), "");
    });
  });
}

test("the services that count listeners are passed through, and the range goes along", async () => {
  for (let n = 1; n < 8; n += 1) {
    origin.serve(`/hop-${n}`, (_, response) =>
      response.writeHead(302, { location: n === 7 ? "/episode.mp3" : `/hop-${n + 1}` }).end(),
    );
  }
  await listening(async (ask) => {
    const answer = await ask("/hop-1", { Range: "bytes=4990-" });
    assert.equal(answer.headers.get("Content-Range"), "bytes 4990-4999/5000");
  });
});

test("a listener who leaves ends the request to the other server", async () => {
  const closed = Promise.withResolvers<void>();
  origin.serve("/radio.mp3", (_, response) => {
    response.once("close", () => closed.resolve());
    response.writeHead(200, { "content-type": "audio/mpeg" }).write(episode);
  });
  await listening(async (ask) => {
    const leave = new AbortController();
    const answer = await ask("/radio.mp3", {}, { signal: leave.signal });
    const { value } = (await answer.body?.getReader().read()) ?? {};
    assert.ok((value?.length ?? 0) > 0);
    leave.abort();
    await closed.promise;
  });
});

test("a paused player holds the other server back instead of filling our memory", async () => {
  let written = 0;
  const size = 64_000_000;
  origin.serve("/film.mp3", (_, response) => {
    response.writeHead(200, { "content-type": "audio/mpeg", "content-length": size });
    response.write(episode);
    const more = () => {
      while (written < size - episode.length) {
        written += 100_000;
        if (!response.write(Buffer.alloc(100_000))) return void response.once("drain", more);
      }
    };
    more();
  });
  await listening(async (ask) => {
    const leave = new AbortController();
    const answer = await ask("/film.mp3", {}, { signal: leave.signal });
    await answer.body?.getReader().read();
    let before = -1;
    await eventually(() => {
      const isStill = written === before;
      before = written;
      assert.ok(isStill);
    });
    assert.ok(written < size / 2, `${written} bytes were taken`);
    leave.abort();
  });
});

test("a server that breaks off and a player that is closed while it pauses write nothing past our log", async (t) => {
  const { mock: written } = t.mock.method(console, "error", () => undefined);
  const closed: Promise<unknown>[] = [];
  for (const breaksOff of [true, false]) {
    origin.serve(`/broken-${breaksOff}.mp3`, (_, response) => {
      closed.push(once(response, "close"));
      response.writeHead(200, { "content-type": "audio/mpeg", "content-length": 5_000_000 });
      response.write(mp3(2_000_000), () => breaksOff && response.destroy());
    });
  }
  await listening(async (ask) => {
    const broken = await ask("/broken-true.mp3");
    assert.equal(broken.status, 200);
    await assert.rejects(broken.arrayBuffer());
    const leave = new AbortController();
    const paused = await ask("/broken-false.mp3", {}, { signal: leave.signal });
    await paused.body?.getReader().read();
    leave.abort();
    await Promise.all(closed);
    assert.equal((await ask("/episode.mp3")).status, 200);
  });
  assert.deepEqual(
    written.calls.map(({ arguments: [error] }) => String(error)),
    [],
  );
});

test("a person has six streams at once, another person has their own, and one that ends makes room", async () => {
  const held: ServerResponse[] = [];
  origin.serve("/held.mp3", (_, response) => {
    held.push(response);
    response.writeHead(200, { "content-type": "audio/mpeg" }).write(episode);
  });
  const other = await listener();
  await listening(async (ask) => {
    const open = await Promise.all(Array.from({ length: 6 }, () => ask("/held.mp3")));
    assert.deepEqual(
      open.map(({ status }) => status),
      Array(6).fill(200),
    );
    const seventh = await ask("/held.mp3");
    assert.equal(seventh.status, 429);
    assert.equal(seventh.headers.get("Retry-After"), "10");
    assert.equal((await ask("/held.mp3", other.headers)).status, 200);
    held[0]?.end();
    await eventually(async () => assert.equal((await ask("/episode.mp3")).status, 200));
    for (const response of held) response.end();
    await Promise.all(open.map((answer) => answer.arrayBuffer()));
  });
});

test("streams are for signed-in people, and for addresses that were signed as streams", async () => {
  const before = origin.asked.length;
  await listening(async (_, own) => {
    const path = signed(origin.url("/episode.mp3"), "stream");
    assert.equal((await fetch(own + path)).status, 401);
    const asPicture = signed(origin.url("/episode.mp3")).replace("/picture/", "/stream/");
    assert.equal((await fetch(own + asPicture, { headers: person.headers })).status, 404);
    assert.equal(origin.asked.length, before);
  });
});
