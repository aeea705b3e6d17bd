import type { Config } from "../config.ts";
import type { Trial } from "../fetching/try-feed.ts";
import { readHeaders } from "./read-headers.ts";
import { readUrl } from "./read-url.ts";

/** One URL through the real client, parser and policy. */
export async function runTrial(config: Config, text: string, headerLines?: string[]): Promise<Trial> {
  const url = readUrl(text);
  const headers = readHeaders(headerLines);
  const { createClient, fetchLimitsOf, identityOf } = await import("../assemble.ts");
  const { tryFeed } = await import("../fetching/try-feed.ts");
  const client = createClient(config);
  try {
    return await tryFeed(
      {
        get: client.get,
        identity: identityOf(config),
        limits: fetchLimitsOf(config),
        itemsMax: config.fetcherMaxItems,
        strictContentType: config.fetcherStrictContentType,
        now: () => new Date(),
      },
      url,
      headers,
    );
  } finally {
    await client.close();
  }
}
