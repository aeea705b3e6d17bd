import { after } from "node:test";
import { startWeb } from "../../../src/assemble-web.ts";
import { type FeedOrigin, feedOrigin } from "../../ground/feed-origin.ts";
import { type SignedIn, signedIn } from "../../ground/signed-in.ts";
import { type TestDatabase, testDatabase } from "../../ground/test-database.ts";
import { testParts } from "../../ground/test-parts.ts";
import { runWorker } from "../../ground/worker.ts";

export type FeedsServer = {
  url: string;
  database: TestDatabase;
  origin: FeedOrigin;
  person: (email?: string) => Promise<SignedIn>;
};

const secretKey = "a key for tests that has enough characters";

/** Web and worker as `plainwire start` runs them, with a publisher on loopback: what a person adds is fetched. */
export async function feedsServer(): Promise<FeedsServer> {
  const [database, origin] = [await testDatabase(), await feedOrigin()];
  const settings = { PORT: "0", SECRET_KEY: secretKey, COOKIE_SECURE: "false", FETCHER_DOMAIN_DELAY: "0.05" };
  const parts = testParts(database, settings);
  await runWorker(parts);
  const web = await startWeb(parts);
  after(() => web.stop(AbortSignal.timeout(1_000)));
  const ready = parts.lines.find((line) => line.includes("Plainwire is on")) ?? "{}";
  const { url } = JSON.parse(ready) as { url: string };
  const accounts = { db: database.web, now: () => new Date() } as Parameters<typeof signedIn>[0]["accounts"];
  return { url, database, origin, person: (email) => signedIn({ accounts, secretKey, cookieSecure: false }, email) };
}
