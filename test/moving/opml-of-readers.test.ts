import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { movingWorld } from "./moving-world.ts";

const { run, createAccount, foldersOf } = await movingWorld();

const daily = "https://daily.example.org/rss?a=1&b=2";
const loose = "https://loose.example.org/feed";
const weekly = "https://weekly.example.org/atom.xml";
const scraped = "https://scraped.example.org/";

// Files in the form that each program exports. A feed in two folders comes into the first: here it can be in one only.
const expected: Record<string, Record<string, string | null>> = {
  miniflux: { [daily]: "News", [loose]: "All", [weekly]: "News" },
  freshrss: { [daily]: "Wiadomości", [loose]: "Uncategorized", [scraped]: "Wiadomości" },
  feedly: { [daily]: "News", [weekly]: "Tech" },
  newsblur: { [daily]: "News", [loose]: null, [weekly]: "News / Local" },
};

for (const [reader, folders] of Object.entries(expected)) {
  test(`the feeds of an OPML file of ${reader} come in their folders`, async () => {
    const email = `${reader}@example.org`;
    await createAccount(email);
    const file = join(import.meta.dirname, `fixtures/${reader}.opml`);
    const { code, stderr } = await run(["import", "opml", file, "--account", email]);
    assert.equal(code, 0, stderr);
    assert.deepEqual(Object.fromEntries((await foldersOf(email)).map(({ feed, folder }) => [feed, folder])), folders);
  });
}
