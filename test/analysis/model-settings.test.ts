import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, test } from "node:test";
import { eventually } from "../ground/eventually.ts";
import { temporaryFolder } from "../ground/plainwire-process.ts";
import { chatBehaviours as stub } from "../ground/stub-chat-server-behaviours.ts";
import { startStubChat } from "../ground/stub-chat-server.ts";
import { type TestDatabase, testDatabase } from "../ground/test-database.ts";
import { testParts } from "../ground/test-parts.ts";
import { runAnalysis } from "../ground/worker.ts";
import { silentHost } from "../ground/silent-host.ts";

const silent = await silentHost();

/** A model that is asked and says nothing. */
async function silentModel() {
  const chat = await startStubChat();
  after(() => chat.close());
  chat.willAnswer(...Array.from({ length: 100 }, () => stub.silent));
  return { chat, settings: { AI_TYPE: "openai", AI_API_KEY: "k", AI_BASE_URL: chat.baseUrl } };
}

/** Ten new items of a feed; the pages of theirs that are wanted lie each on a host of its own. */
async function addItems({ worker }: TestDatabase, { fullText, net }: { fullText: string; net: number }): Promise<void> {
  const feed = randomUUID();
  const url = `https://news.example/${feed}`;
  await worker.query("insert into feeds (id, url, full_text) values ($1, $2, $3)", [feed, url, fullText]);
  for (let n = 1; n <= 10; n += 1) {
    const id = randomUUID();
    await worker.query(
      `insert into items (id, feed_id, hash, url, title, content, pub_date, fingerprint)
       values ($1, $2, $3, $4, $5, 'It met.', now(), '')`,
      [id, feed, id.replaceAll("-", "").padEnd(64, "0"), silent.url(`127.15.${net}.${n}`), `Council meets ${n}`],
    );
  }
}

async function whileAnalysing(
  database: TestDatabase,
  settings: Record<string, string>,
  check: () => Promise<void>,
): Promise<void> {
  const service = await runAnalysis(testParts(database, settings));
  try {
    await eventually(check);
  } finally {
    await service.stop(AbortSignal.timeout(1));
  }
}

/** Items that have their result by words, and are held for more. */
async function countHeld({ worker }: TestDatabase): Promise<number> {
  const held = "select count(*)::int from items where analysis_status = 'done' and analysis_lease is not null";
  return (await worker.query<{ count: number }>(held)).rows[0]?.count ?? 0;
}

test("AI_CONCURRENCY is how many items a model reads at once, and how many pages are asked for", async () => {
  for (const [setting, net] of [
    [2, 1],
    [7, 2],
  ] as const) {
    const { chat, settings } = await silentModel();
    const database = await testDatabase();
    await addItems(database, { fullText: "never", net });
    await whileAnalysing(database, { ...settings, AI_CONCURRENCY: String(setting) }, async () =>
      assert.deepEqual([chat.questions.length, await countHeld(database)], [setting, setting]),
    );

    const other = await testDatabase();
    await addItems(other, { fullText: "always", net });
    const before = silent.asked();
    await whileAnalysing(other, { AI_CONCURRENCY: String(setting) }, async () =>
      assert.deepEqual([silent.asked() - before, await countHeld(other)], [setting, setting]),
    );
  }
});

test("AI_PROMPT_FILE is the prompt of a model in place of the built-in one", async () => {
  for (const [place, prompt] of ["Rate how calm this item is.", "Say how long it is."].entries()) {
    const file = join(await temporaryFolder(), "prompt.md");
    await writeFile(file, `${prompt}\n`);
    const { chat, settings } = await silentModel();
    const database = await testDatabase();
    await addItems(database, { fullText: "never", net: 3 + place });
    await whileAnalysing(database, { ...settings, AI_PROMPT_FILE: file }, async () => assert.ok(chat.questions.length));
    const [system] = chat.questions[0]?.body.messages ?? [];
    assert.deepEqual([system?.role, system?.content.split("\n")[0]], ["system", prompt]);
  }
});
