import assert from "node:assert/strict";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { readdir, readlink } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { connect, type Socket } from "node:net";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { eventually } from "../ground/eventually.ts";
import { testDatabase } from "../ground/test-database.ts";
import { withWeb } from "../web/run-web.ts";
import { emptyFolder, fileOrigin, signed, testSecret } from "./media-world.ts";
import { gif, jpeg, png } from "./sample-files.ts";

const database = await testDatabase();
const origin = await fileOrigin();

/** The web server with a cache of its own. */
async function serving(settings: Record<string, string>, use: (own: string) => Promise<void>): Promise<void> {
  await withWeb(database, { SECRET_KEY: testSecret, DATA_DIR: await emptyFolder(), ...settings }, use);
}

const askedFor = (path: string) => origin.asked.filter((one) => one.path === path);

test("a picture comes from our own address: its type is ours, it may do nothing, and it is kept", async () => {
  const bytes = png(640, 480, 300_000);
  origin.serve("/photo", (_, response) => {
    response.writeHead(200, { "content-type": "text/html", "set-cookie": "track=1", etag: '"theirs"' }).end(bytes);
  });
  await serving({}, async (own) => {
    const path = signed(origin.url("/photo"));
    const answer = await fetch(own + path, { headers: { Cookie: "a=b", Referer: `${own}/items/1` } });
    assert.equal(answer.status, 200);
    assert.deepEqual(Buffer.from(await answer.arrayBuffer()), bytes);
    const { headers } = answer;
    assert.equal(headers.get("Content-Type"), "image/png");
    assert.equal(headers.get("Content-Length"), "300000");
    assert.equal(headers.get("X-Content-Type-Options"), "nosniff");
    assert.equal(headers.get("Content-Security-Policy"), "default-src 'none'; sandbox");
    assert.equal(headers.get("Cache-Control"), "public, max-age=2592000, immutable");
    assert.equal(headers.get("Cross-Origin-Resource-Policy"), "same-origin");
    assert.equal(headers.get("Set-Cookie"), null);

    const etag = headers.get("ETag") ?? "";
    assert.notEqual(etag, '"theirs"');
    const again = await fetch(own + path, { headers: { "If-None-Match": `"other", W/${etag}` } });
    assert.equal(again.status, 304);
    assert.equal(await again.text(), "");
    const head = await fetch(own + path, { method: "HEAD" });
    assert.equal(head.headers.get("Content-Length"), "300000");
    const kept = await fetch(own + path);
    assert.deepEqual(Buffer.from(await kept.arrayBuffer()), bytes);

    const [request, ...more] = askedFor("/photo");
    assert.equal(more.length, 0, "asked once");
    assert.match(request?.headers["user-agent"] ?? "", /^Plainwire\/\S+ \(\+http/);
    assert.equal(request?.headers.cookie, undefined);
    assert.equal(request?.headers.referer, undefined);
  });
});

test("only addresses that this server signed are fetched, each for its own kind", async () => {
  origin.serve("/signed", (_, response) => response.end(png(9, 9)));
  origin.serve("/other", (_, response) => response.end(png(9, 9)));
  await serving({}, async (own) => {
    const path = signed(origin.url("/signed"));
    const [, , , signature = "", address = ""] = path.split("/");
    const other = Buffer.from(origin.url("/other")).toString("base64url");
    const wrong = [
      `/media/picture/${signature}/${other}`,
      `/media/picture/${"A".repeat(22)}/${address}`,
      `/media/picture/${signature.slice(0, -2)}/${address}`,
      `/media/picture/${signature}/${address}=`,
      `/media/picture/${signature}/${address}%3D`,
      `/media/picture/!/${address}`,
      signed(origin.url("/signed"), "stream").replace("/stream/", "/picture/"),
      signed(origin.url("/signed"), "picture", "the key of another server"),
      path.replace("/picture/", "/anything/"),
    ];
    for (const one of wrong) assert.equal((await fetch(own + one)).status, 404, one);
    assert.equal(askedFor("/signed").length + askedFor("/other").length, 0);
    assert.equal((await fetch(own + path)).status, 200);
  });
});

const script = "<script>alert(1)</script>";
const notShown: [string, (path: string) => void][] = [
  [
    "an SVG with a script",
    (path) => sends(path, Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`)),
  ],
  ["a PNG that is HTML", (path) => sends(path, Buffer.from(`<html>${script}`))],
  ["a tracking pixel of 1×1", (path) => sends(path, gif(1, 1))],
  ["a tracking pixel of 2×2", (path) => sends(path, gif(2, 2))],
  ["a decompression bomb of 16,000×16,000 pixels", (path) => sends(path, png(16_000, 16_000))],
  ["a picture 16,385 pixels wide", (path) => sends(path, png(16_385, 10))],
  ["a favicon", (path) => sends(path, Buffer.from("00000100010010100000010020006804000016000000", "hex"))],
  ["a picture of 50 MB", (path) => sends(path, png(4000, 3000, 50_000_000))],
  ["an empty file", (path) => sends(path, Buffer.alloc(0))],
  ["a file that is not there", (path) => origin.serve(path, (_, response) => response.writeHead(404).end(png(9, 9)))],
  [
    "a redirect to a private address",
    (path) => origin.serve(path, (_, response) => response.writeHead(302, { location: "http://10.0.0.1/x.png" }).end()),
  ],
];
for (const [index, [what, serve]] of notShown.entries()) {
  test(`${what} is not shown, and is not asked for again soon`, async () => {
    const path = `/bad-${index}`;
    serve(path);
    await serving({}, async (own) => {
      for (let n = 0; n < 3; n += 1) {
        const answer = await fetch(own + signed(origin.url(path)));
        assert.equal(answer.status, 404);
        assert.equal(await answer.text(), "");
        assert.equal(answer.headers.get("Cache-Control"), "private, max-age=600");
      }
      assert.equal(askedFor(path).length, 1);
    });
  });
}

function sends(path: string, bytes: Buffer): void {
  origin.serve(path, (_, response) => response.writeHead(200, { "content-type": "image/png" }).end(bytes));
}

test("a picture on a private address is not fetched", async () => {
  await serving({ FETCH_ALLOW_NETWORKS: "" }, async (own) => {
    const before = origin.asked.length;
    sends("/private", png(9, 9));
    assert.equal((await fetch(own + signed(origin.url("/private")))).status, 404);
    assert.equal(origin.asked.length, before);
  });
});

test("a redirect is followed, and the picture is kept under the address that was signed", async () => {
  origin.serve("/moved", (_, response) => response.writeHead(301, { location: "/there" }).end());
  sends("/there", jpeg(30, 20));
  await serving({}, async (own) => {
    for (let n = 0; n < 2; n += 1) assert.equal((await fetch(own + signed(origin.url("/moved")))).status, 200);
    assert.equal(askedFor("/moved").length, 1);
  });
});

test("MEDIA_PROXY=false fetches nothing, whatever was signed before", async () => {
  sends("/switched-off", png(9, 9));
  const path = signed(origin.url("/switched-off"));
  await serving({ MEDIA_PROXY: "false" }, async (own) => assert.equal((await fetch(own + path)).status, 404));
  assert.equal(askedFor("/switched-off").length, 0);
  await serving({}, async (own) => assert.equal((await fetch(own + path)).status, 200));
});

test("MEDIA_CACHE_MB is the space for pictures: with 0 each is fetched again, otherwise kept beyond a restart", async () => {
  const ask = async (settings: Record<string, string>, path: string) => {
    sends(path, png(9, 9, 20_000));
    const dataDir = await emptyFolder();
    for (let restart = 0; restart < 2; restart += 1) {
      await serving({ DATA_DIR: dataDir, ...settings }, async (own) => {
        assert.equal((await (await fetch(own + signed(origin.url(path)))).arrayBuffer()).byteLength, 20_000);
      });
    }
    return askedFor(path).length;
  };
  assert.equal(await ask({ MEDIA_CACHE_MB: "0" }, "/not-kept"), 2);
  assert.equal(await ask({ MEDIA_CACHE_MB: "1" }, "/kept"), 1);
});

const ownFiles = "/proc/self/fd";

test(
  "a reader who left before a kept picture is sent leaves no file open",
  { skip: !existsSync(ownFiles) },
  async () => {
    const bytes = png(640, 480, 2_000_000);
    const held: ServerResponse[] = [];
    origin.serve("/left", (_, response) => void held.push(response));
    const folder = await emptyFolder();
    const warnings: string[] = [];
    const warn = ({ message }: Error) => void warnings.push(message);
    process.on("warning", warn);
    await serving({ DATA_DIR: folder }, async (own) => {
      const leaving = Array.from({ length: 10 }, () => startAsking(own + signed(origin.url("/left"))));
      const sockets = await Promise.all(leaving);
      await eventually(() => assert.equal(held.length, 1));
      for (const socket of sockets) socket.destroy();
      await setTimeout(50);
      held[0]?.end(bytes);
      await eventually(async () => {
        const kept = await fetch(own + signed(origin.url("/left")));
        assert.equal((await kept.arrayBuffer()).byteLength, bytes.length);
      });
      await eventually(async () => assert.deepEqual(await openFilesIn(folder), []));
    });
    process.off("warning", warn);
    assert.deepEqual(warnings, [], "closed by the stream, not by the garbage collector");
  },
);

async function openFilesIn(folder: string): Promise<string[]> {
  const targets = await Promise.all(
    (await readdir(ownFiles)).map((name) => readlink(`${ownFiles}/${name}`).catch(() => "")),
  );
  return targets.filter((target) => target.startsWith(folder));
}

async function startAsking(address: string): Promise<Socket> {
  const { hostname, port, pathname } = new URL(address);
  const socket = connect(Number(port), hostname);
  await once(socket, "connect");
  socket.write(`GET ${pathname} HTTP/1.1\r\nHost: ${hostname}:${port}\r\n\r\n`);
  return socket;
}

test("a data folder that cannot be written costs the cache, not the pictures", async () => {
  sends("/no-disk", png(9, 9));
  await serving({ DATA_DIR: "/dev/null" }, async (own) => {
    assert.equal((await fetch(own + signed(origin.url("/no-disk")))).status, 200);
  });
});
