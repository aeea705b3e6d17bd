import type { Reader, readingWorld } from "../../reading/reading-world.ts";

/** Two feeds with an item each, one of them with a loaded title. */
export async function addReaderWithItems(world: Awaited<ReturnType<typeof readingWorld>>) {
  const reader = await world.addReader();
  const [feed, other] = [await world.addFeed([reader], "Gazette"), await world.addFeed([reader], "Post")];
  const loaded = await world.addItem(feed, { title: "Mayor slams shocking bridge plan!", text: "<p>On Monday.</p>" });
  const plain = await world.addItem(other, { title: "Council meets on Tuesday" });
  await world.settle();
  return { reader, feed, other, loaded, plain };
}

/** Makes a personal feed, and says its addresses at this server. */
export async function makePersonalAddress(serverUrl: string, reader: Reader, fields: Record<string, string> = {}) {
  const text = await (await reader.post("/personal-feeds", { name: "My & news", ...fields })).text();
  const [rss = "", atom = "", json = "", list = ""] = [...text.matchAll(/<code>([^<]+)<\/code>/g)].map(
    ([, address]) => {
      return serverUrl + new URL(address ?? "").pathname;
    },
  );
  return { rss, atom, json, list, token: /personal\/([^/]+)\//.exec(rss)?.[1] ?? "" };
}
