import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { eventually } from "../ground/eventually.ts";
import { freePort } from "../ground/free-port.ts";
import { startPlainwire, temporaryFolder } from "../ground/plainwire-process.ts";

const hasCurl = spawnSync("curl", ["--version"]).status === 0;
if (!hasCurl) console.error("\n!!! SKIPPED: there is no curl. The commands of docs/api.md are not run.\n");

test("the commands of docs/api.md work against the demo, as that page says", { skip: !hasCurl }, async () => {
  const port = await freePort();
  const demo = startPlainwire(["demo", "--port", String(port)], { DATA_DIR: join(await temporaryFolder(), "data") });
  const line = await demo.line(/Clean RSS/);
  const feed = new URL(/http\S+/.exec(line)?.[0] ?? "").searchParams.get("url") ?? "";
  const base = `http://127.0.0.1:${port}`;
  const page = await eventually(async () => {
    const answer = await fetch(`${base}/feed.json?${new URLSearchParams({ url: feed }).toString()}`);
    const { items } = (await answer.json()) as { items: { url: string }[] };
    assert.ok(items[0] !== undefined);
    return items[0].url;
  });

  const [text = ""] = readFileSync(new URL("../../docs/api.md", import.meta.url), "utf8").split("## Your own account");
  const commands = [...text.matchAll(/^ {4}((?:etag=\$\(|)curl .*)$/gm)]
    .map(([, command = ""]) => command)
    // That one is for a server with more pages than the demo has.
    .filter((command) => !command.includes("if the length is 4"))
    .map((command) => command.replace(/http:\/\/127\.0\.0\.11:\d+\/\S+/, page));
  assert.ok(commands.length >= 6);
  const script = [
    "set -eu",
    `base='${base}' feed='${feed}'`,
    'curl() { command curl --fail --silent --show-error "$@"; }',
    ...commands.flatMap((command) => [`echo; echo '--- '`, command]),
  ].join("\n");
  // The demo is still reading its items: a feed may change between the request for its ETag and the one that sends it.
  await eventually(() => {
    const { status, stdout, stderr } = spawnSync("sh", ["-c", script], { encoding: "utf8" });
    assert.equal(status, 0, `${stderr}\n${stdout}`);
    const answers = stdout.split("\n--- \n").slice(1);
    assert.equal(answers.length, commands.length);
    assert.match(answers[0] ?? "", /^<\?xml/);
    assert.match(answers[1] ?? "", /^\{"version":"https:\/\/jsonfeed/);
    assert.equal(answers[3]?.trim(), "304");
    assert.match(answers[5] ?? "", /"original_title":/);
    assert.match(answers[6] ?? "", /"prefix_length":/);
  });
});
