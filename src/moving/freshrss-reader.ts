import { z } from "zod";
import { Refusal } from "../refusal.ts";
import { askJson, askReader, type Asking, notItsApi } from "./ask-reader.ts";
import { freshrssItemSchema, readState, starredState, toOtherItem } from "./freshrss-item.ts";
import type { Mark, OtherReader } from "./other-reader.ts";

const itemsPerPage = 250;
const api = "/api/greader.php";

const feedsSchema = z.object({
  subscriptions: z.array(
    z.object({
      id: z.string(),
      url: z.string(),
      title: z.string().catch(""),
      categories: z.array(z.object({ label: z.string() })).catch([]),
    }),
  ),
});

const streamSchema = z.object({ items: z.array(freshrssItemSchema), continuation: z.string().optional() });

/** FreshRSS' Google Reader API: it must be switched on, with an API password in the profile. */
export async function createFreshrssReader(
  asking: Asking,
  { user, password }: { user: string; password: string },
): Promise<OtherReader> {
  const headers = { authorization: `GoogleLogin auth=${await logIn(asking, user, password)}` };
  const ask = async <Result>(path: string, schema: z.ZodType<Result>): Promise<Result> => {
    const question = { path: `${api}/reader/api/0${path}`, headers };
    const parsed = schema.safeParse(await askJson(asking, question));
    if (!parsed.success) throw notItsApi(asking, question);
    return parsed.data;
  };
  return {
    listFeeds: async () =>
      (await ask("/subscription/list?output=json", feedsSchema)).subscriptions.map((feed) => ({
        id: feed.id,
        url: feed.url,
        name: feed.title,
        folder: folderOf(feed.categories[0]?.label),
        needsLogin: false,
      })),
    readPage: async (mark, after) => {
      const { items, continuation } = await ask(pathOf(mark, after), streamSchema);
      return {
        items: items.map((item) => toOtherItem(item, item.origin.streamId)),
        total: null,
        // FreshRSS names a next page after a last one that is exactly full: that one is empty.
        next: items.length === 0 || continuation === after ? null : (continuation ?? null),
      };
    },
  };
}

async function logIn(asking: Asking, user: string, password: string): Promise<string> {
  const path = `${api}/accounts/ClientLogin`;
  const text = await askReader(asking, { path, form: { Email: user, Passwd: password } });
  const token = /^Auth=(\S+)$/m.exec(text)?.[1];
  if (token === undefined) throw new Refusal(`${asking.origin}${path} gives no login: check --url.`);
  return token;
}

function pathOf(mark: Mark, after: string | null): string {
  const query = new URLSearchParams({ output: "json", n: String(itemsPerPage) });
  if (mark === "read") query.set("it", readState);
  if (after !== null) query.set("c", after);
  const stream = mark === "starred" ? starredState : "user/-/state/com.google/reading-list";
  return `/stream/contents/${stream}?${query.toString()}`;
}

/** Every feed of FreshRSS is in a category, the first one unless it was sorted. */
function folderOf(label: string | undefined): string | null {
  return label === undefined || label === "" || label === "Uncategorized" ? null : label;
}
