import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { readStoredModel } from "../../src/models/model-settings-store.ts";
import { startProtocolServer } from "../ground/stub-chat-server-protocols.ts";
import { commandLine } from "./command-line.ts";

const { run, json, pool, folder } = await commandLine();
const server = await startProtocolServer("ollama", '{"title":"Council votes"}');
after(server.close);

test("without a model, list says so", async () => {
  assert.equal((await run(["model", "list"])).stdout, "No language model is in use: the offline reader works alone.\n");
});

test("use sets a model up, list shows it among its server's models, and try asks it", async () => {
  const options = [
    "--address",
    server.url,
    "--for",
    "titles,briefs",
    "--hours",
    "22:00-06:30",
    "--time-zone",
    "Europe/Warsaw",
  ];
  const used = await run(["model", "use", "ollama", "qwen2.5:3b", "--daily-usd", "0.5", ...options]);
  assert.equal(used.code, 0, used.stderr);
  assert.match(
    used.stdout,
    /^ollama qwen2\.5:3b at http:.*, without a key\nUsed for: titles, briefs; questions: small\n/,
  );
  assert.match(used.stdout, /\$0\.5 a day\nRuns from 22:00 until 06:30 \(Europe\/Warsaw\)/);
  const { stdout } = await run(["model", "list"]);
  assert.match(stdout, /^ {2}llama3\.2:latest\n\* qwen2\.5:3b\n$/m);
  const tried = await run(["model", "try", "Shock as council votes"]);
  assert.match(
    tried.stdout,
    /^Council votes\nReaders would see this title\.\n\nqwen2\.5:3b, \d+ ms, 324 tokens, \$0\.000000\n$/,
  );
});

test("a key comes from a file, is stored sealed, and is not printed", async () => {
  const file = join(folder, "key.txt");
  writeFileSync(file, "sk-secret-7\n");
  const used = await json<{ hasKey: boolean }>(["model", "use", "ollama", "--key", file]);
  assert.equal(used.hasKey, true);
  assert.equal(JSON.stringify(used).includes("sk-secret-7"), false);
  await run(["model", "list"]);
  assert.equal(server.requests.at(-1)?.headers.authorization, "Bearer sk-secret-7");
  assert.equal((await json<{ hasKey: boolean }>(["model", "use", "ollama", "--key", "none"])).hasKey, false);
});

for (const [what, args, words] of [
  ["an unknown provider", ["use", "evil", "m"], /provider: there is no such provider/],
  ["a provider without a model", ["use", "openai"], /model: name a model/],
  ["an unknown use", ["use", "ollama", "m", "--for", "poems"], /"poems" is not a use/],
  ["an unknown time zone", ["use", "ollama", "m", "--time-zone", "Moon"], /"Moon" is not a time zone/],
  ["half of the hours", ["use", "ollama", "m", "--hours", "22:00"], /from: give both/],
] as const) {
  test(`${what} is refused with a sentence, and nothing changes`, async () => {
    const before = await readStoredModel(pool);
    const { code, stderr } = await run(["model", ...args]);
    assert.equal(code, 2);
    assert.match(stderr, words);
    assert.deepEqual(await readStoredModel(pool), before);
  });
}

test("a server that does not answer is one sentence and a bad exit code", async () => {
  await run(["model", "use", "ollama", "m", "--address", "http://127.0.0.1:1"]);
  const tried = await run(["model", "try"]);
  assert.equal(tried.code, 1);
  assert.match(tried.stderr, /^The AI service cannot be reached: .*\n$/);
  const listed = await run(["model", "list"]);
  assert.deepEqual([listed.code, /No list: The AI service cannot be reached/.test(listed.stdout)], [1, true]);
});

test("what the environment sets is named, and wins", async () => {
  const env = { AI_TYPE: "llamacpp", AI_MODEL: "env-model" };
  const { stdout } = await run(["model", "use", "ollama", "mine"], { env });
  assert.match(stdout, /^llamacpp env-model, .*\n(.*\n)*From the environment: AI_TYPE, AI_MODEL\n/);
});
