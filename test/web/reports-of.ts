import { hourMs } from "../../src/time.ts";
import type { Reader, readingWorld } from "../reading/reading-world.ts";

type Report = { event: string; name: string; title?: string; hoursAgo?: number };
type Added = { feedId: string; itemId: string };

export function reportsOf(world: Awaited<ReturnType<typeof readingWorld>>) {
  /** Adds one report of an event to a feed of its own. Reports with the same `event` become one story. */
  const report = async (reader: Reader, { event, name, title = event, hoursAgo = 1 }: Report): Promise<Added> => {
    const feedId = await world.addFeed([reader], name);
    const itemId = await world.addItem(feedId, {
      url: `https://news.example/${encodeURIComponent(event)}?utm_source=${encodeURIComponent(name)}`,
      title,
      pubDate: new Date(Date.now() - hoursAgo * hourMs),
    });
    await world.settle();
    return { feedId, itemId };
  };
  const headlines = async (reader: Reader, path = "/dashboard"): Promise<string[]> => {
    const page = await (await reader.ask(path)).text();
    return [...page.matchAll(/<h2[^>]*>\s*<a href="[^"]+">([^<]*)</g)].map(([, title = ""]) => title);
  };
  return { report, headlines };
}
