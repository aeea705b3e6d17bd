import assert from "node:assert/strict";
import type { ServerResponse } from "node:http";
import { after, test } from "node:test";
import { createHostQueue } from "../../src/media/host-queue.ts";
import { createPictureLoader, type PictureOutcome } from "../../src/media/load-picture.ts";
import { createPictureCache } from "../../src/media/picture-cache.ts";
import { eventually } from "../ground/eventually.ts";
import { createLoopbackClient } from "../http-client/loopback-client.ts";
import { emptyFolder, fileOrigin } from "./media-world.ts";
import { png } from "./sample-files.ts";

const origin = await fileOrigin();
const usual = { runningPerHostMax: 3, runningMax: 20, waitingPerHostMax: 60, waitingMax: 400 };

async function loaderWith(limits: Partial<typeof usual> = {}, requestTimeoutMs = 5_000, bytesMax = 0) {
  const clock = { at: new Date("2026-04-15T12:00:00Z") };
  const client = createLoopbackClient({ requestTimeoutMs, connectionsPerHostMax: 20 });
  after(client.close);
  const now = () => clock.at;
  const load = createPictureLoader({
    get: ({ url, ...more }) => client.get(url, more),
    userAgent: "Plainwire/test",
    cache: createPictureCache({ folder: await emptyFolder(), bytesMax, now }),
    queue: createHostQueue({ ...usual, ...limits }),
    now,
    onCacheError: (error) => assert.fail(String(error)),
  });
  return { load, clock };
}

const asked = (path: string) => origin.asked.filter((one) => one.path.startsWith(path)).length;
const kindsOf = (outcomes: PictureOutcome[]) => outcomes.map(({ kind }) => kind);

/** Requests below this path wait until the test answers them. */
function hold(path: string, count: number): ServerResponse[] {
  const held: ServerResponse[] = [];
  for (let n = 0; n < count; n += 1) origin.serve(`${path}/${n}`, (_, response) => void held.push(response));
  return held;
}

test("a host is asked for three pictures at a time, however many a page has", async () => {
  const { load } = await loaderWith();
  const held = hold("/page", 10);
  const all = Array.from({ length: 10 }, (_, n) => load(origin.url(`/page/${n}`)));
  let settled = 0;
  for (const one of all) void one.then(() => (settled += 1));
  for (let done = 0; done < 10; done += 1) {
    await eventually(() => assert.equal(asked("/page"), Math.min(10, done + 3)));
    held.shift()?.end(png(9, 9));
    await eventually(() => assert.equal(settled, done + 1));
  }
  assert.deepEqual(kindsOf(await Promise.all(all)), Array(10).fill("fresh"));
});

test("beyond what anyone would wait for, a picture is refused for the moment, and another host is not", async () => {
  const { load } = await loaderWith({ runningPerHostMax: 1, waitingPerHostMax: 2 });
  const held = hold("/full", 4);
  const all = [0, 1, 2].map((n) => load(origin.url(`/full/${n}`)));
  assert.deepEqual(await load(origin.url("/full/3")), { kind: "busy" });
  origin.serve("/elsewhere", (_, response) => response.end(png(9, 9)));
  const elsewhere = origin.url("/elsewhere").replace("127.0.0.1", "localhost");
  assert.equal((await load(elsewhere)).kind, "fresh");
  for (let n = 0; n < 3; n += 1) {
    await eventually(() => assert.notEqual(held.length, 0));
    held.shift()?.end(png(9, 9));
  }
  assert.deepEqual(kindsOf(await Promise.all(all)), Array(3).fill("fresh"));
  origin.serve("/full/3", (_, response) => response.end(png(9, 9)));
  assert.equal((await load(origin.url("/full/3"))).kind, "fresh", "not remembered as missing");
});

test("all who ask for a picture at once share one request", async () => {
  const { load } = await loaderWith();
  const held = hold("/shared", 1);
  const all = Array.from({ length: 5 }, () => load(origin.url("/shared/0")));
  await eventually(() => assert.equal(held.length, 1));
  held[0]?.end(png(9, 9));
  assert.deepEqual(kindsOf(await Promise.all(all)), Array(5).fill("fresh"));
  assert.equal(asked("/shared"), 1);
});

test("a missing picture is asked for again after a day, one behind a failing server after ten minutes", async () => {
  for (const [path, status, minutes] of [
    ["/gone", 404, 24 * 60],
    ["/failing", 500, 10],
  ] as const) {
    const { load, clock } = await loaderWith();
    origin.serve(path, (_, response) => response.writeHead(status).end());
    const first = await load(origin.url(path));
    assert.deepEqual(first, { kind: "missing", until: new Date(clock.at.getTime() + minutes * 60_000) });
    clock.at = new Date(clock.at.getTime() + minutes * 60_000 - 1);
    assert.equal((await load(origin.url(path))).kind, "missing");
    assert.equal(asked(path), 1);
    clock.at = new Date(clock.at.getTime() + 1);
    origin.serve(path, (_, response) => response.end(png(9, 9)));
    assert.equal((await load(origin.url(path))).kind, "fresh");
  }
});

test("a host that asks for silence gets it, for all its pictures and for an hour at most", async () => {
  for (const [retryAfter, seconds] of [
    ["120", 120],
    ["999999", 3_600],
    ["", 60],
  ] as const) {
    const { load, clock } = await loaderWith();
    const path = `/limited-${seconds}`;
    origin.serve(path, (_, response) =>
      response.writeHead(429, retryAfter === "" ? {} : { "retry-after": retryAfter }).end(),
    );
    origin.serve(`${path}/other`, (_, response) => response.end(png(9, 9)));
    await load(origin.url(path));
    clock.at = new Date(clock.at.getTime() + seconds * 1_000 - 1);
    assert.equal((await load(origin.url(`${path}/other`))).kind, "missing", retryAfter);
    clock.at = new Date(clock.at.getTime() + 1);
    assert.equal((await load(origin.url(`${path}/other`))).kind, "fresh", retryAfter);
  }
});

test("pictures that wait for their turn are not asked for if their host wants silence meanwhile", async () => {
  const { load } = await loaderWith({ runningPerHostMax: 1 });
  const held = hold("/waiting", 10);
  const all = Array.from({ length: 10 }, (_, n) => load(origin.url(`/waiting/${n}`)));
  await eventually(() => assert.equal(held.length, 1));
  held[0]?.writeHead(429).end();
  assert.deepEqual(kindsOf(await Promise.all(all)), Array(10).fill("missing"));
  assert.equal(asked("/waiting"), 1);
});

test("a picture that is kept is shown while its host wants silence", async () => {
  const { load } = await loaderWith({}, 5_000, 1_000_000);
  origin.serve("/silent/kept", (_, response) => response.end(png(9, 9)));
  origin.serve("/silent/limited", (_, response) => response.writeHead(429, { "retry-after": "600" }).end());
  const shows = async (path: string) => {
    const found = await load(origin.url(path));
    if (found.kind === "kept") await found.picture.file.close();
    return found.kind;
  };
  assert.equal(await shows("/silent/kept"), "kept");
  assert.equal(await shows("/silent/limited"), "missing");
  assert.equal(await shows("/silent/kept"), "kept");
  assert.equal(await shows("/silent/other"), "missing");
  assert.equal(asked("/silent/other"), 0);
});

test("a server that never ends its answer is given up, and its place is free again", async () => {
  const { load } = await loaderWith({ runningPerHostMax: 1 }, 200);
  origin.serve("/drip", (_, response) => {
    response.writeHead(200);
    const drip = setInterval(() => response.write("x"), 10);
    response.once("close", () => clearInterval(drip));
  });
  origin.serve("/after-drip", (_, response) => response.end(png(9, 9)));
  const [slow, next] = await Promise.all([load(origin.url("/drip")), load(origin.url("/after-drip"))]);
  assert.equal(slow.kind, "missing");
  assert.equal(next.kind, "fresh");
});
