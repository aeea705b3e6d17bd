import assert from "node:assert/strict";
import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { after, test } from "node:test";
import { isNewer, parseVersion } from "../../src/admin/parse-version.ts";
import { ownVersion } from "../../src/own-version.ts";
import { runCommand } from "../ground/run-command.ts";

test("update-check asks UPDATE_CHECK_URL, names a newer version and where it is, and tells nobody who asks", async () => {
  const asked: IncomingMessage[] = [];
  const url = await serve((request, response) => {
    asked.push(request);
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ tag_name: "v999.0.1", html_url: "https://git.example.org/releases/999.0.1" }));
  });
  const { code, stdout } = await check(url);
  assert.equal(code, 1);
  assert.match(
    stdout,
    /^Plainwire 999\.0\.1 is there; this is .*\. See https:\/\/git\.example\.org\/releases\/999\.0\.1\./,
  );
  assert.equal(asked.length, 1);
  assert.equal(asked[0]?.headers["user-agent"], `Plainwire/${ownVersion()}`);
  assert.deepEqual(
    Object.keys(asked[0]?.headers ?? {}).filter((name) => /cookie|auth|referer|from|id$/.test(name)),
    [],
  );
  const json = JSON.parse((await check(url, "--json")).stdout) as Record<string, unknown>;
  assert.deepEqual([json["newest"], json["isNewer"]], ["999.0.1", true]);
});

test("the same version is nothing to do, in the form of a package registry too", async () => {
  const url = await serve((_, response) => void response.end(JSON.stringify({ version: ownVersion() })));
  const { code, stdout } = await check(url);
  assert.deepEqual(
    [code, stdout.trim()],
    [0, `This is Plainwire ${ownVersion()}, and the newest is ${ownVersion()}: nothing to do.`],
  );
});

test("without UPDATE_CHECK_URL nobody is asked, and the command says so", async () => {
  const { code, stderr } = await runCommand(["update-check"]);
  assert.equal(code, 1);
  assert.match(stderr, /^Nobody is asked for newer versions: set UPDATE_CHECK_URL/);
});

test("an answer that names no version, an error and a private address are each refused with a sentence", async () => {
  const odd = await serve((_, response) => void response.end("<html>"));
  assert.match((await check(odd)).stderr, /names no version: it must answer with JSON such as/);
  const gone = await serve((_, response) => void response.writeHead(404).end());
  assert.match((await check(gone)).stderr, /answered with 404\.$/m);
  const hidden = await serve((_, response) => void response.end("{}"));
  const { code, stderr } = await runCommand(["update-check"], { env: { UPDATE_CHECK_URL: hidden } });
  assert.equal(code, 1);
  assert.match(stderr, /cannot be asked: .*127\.0\.0\.1/);
});

test("versions are compared by their numbers, and a preview is older than its release", () => {
  const newer = (a: string, b: string) => isNewer(parseVersion(a) ?? assert.fail(a), parseVersion(b));
  assert.ok(newer("1.10.0", "1.9.9"));
  assert.ok(newer("v2.0.0", "1.99.99"));
  assert.ok(newer("1.0.0", "1.0.0-rc.1"));
  assert.ok(!newer("1.0.0-rc.2", "1.0.0-rc.1"));
  assert.ok(!newer("1.0.0-rc.1", "1.0.0"));
  assert.ok(!newer("1.0.0", "1.0.0"));
  for (const text of ["", "1.0", "latest", "1.0.0 <script>", "1.0.0-"]) assert.equal(parseVersion(text), null, text);
});

function check(url: string, ...options: string[]) {
  const env = { UPDATE_CHECK_URL: url, FETCH_ALLOW_NETWORKS: "127.0.0.0/8" };
  return runCommand(["update-check", ...options], { env });
}

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  after(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/latest`;
}
