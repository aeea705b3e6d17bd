import type { EntryQuestion } from "../../../items/app-entry-store.ts";
import { parseSearch } from "../../../items/search-words.ts";
import type { Parameters } from "../read-parameters.ts";

const limitDefault = 100;
const limitMax = 1_000;
/** By number is the order in which they came. What we do not sort by is answered by date. */
const orders: Record<string, "number" | "published"> = {
  id: "number",
  created_at: "number",
  published_at: "published",
  changed_at: "published",
  status: "published",
  category_title: "published",
  category_id: "published",
  title: "published",
  author: "published",
};

/** A text says what is wrong with the query; null: nothing can be chosen so. */
export function readEntryQuestion(parameters: Parameters): EntryQuestion | string | null {
  const order = parameters.one("order") || "published_at";
  const direction = parameters.one("direction") || "asc";
  if (!Object.hasOwn(orders, order)) return "Unknown order.";
  if (direction !== "asc" && direction !== "desc") return "direction must be asc or desc.";
  const statuses = new Set(parameters.all("status").filter((status) => status !== ""));
  for (const status of statuses) if (!["read", "unread", "removed"].includes(status)) return "Unknown status.";
  const numbers = ["limit", "offset", "after_entry_id", "before_entry_id", ...Object.keys(times)];
  const wrong = numbers.find((name) => !/^(?:\d{1,15})?$/.test(parameters.one(name)));
  if (wrong !== undefined) return `${wrong} must be a number.`;

  statuses.delete("removed");
  if (statuses.size === 0 && parameters.has("status") && parameters.one("status") !== "") return null;
  const search = parameters.one("search");
  const parsed = search === "" ? null : parseSearch(search);
  if (parsed?.kind === "empty") return null;
  const limit = Number(parameters.one("limit") || limitDefault);
  const [afterNumber = "", beforeNumber = ""] = ["after_entry_id", "before_entry_id"].map((name) =>
    parameters.one(name).replace(/^0+/, ""),
  );
  return {
    isRead: statuses.size === 1 ? statuses.has("read") : null,
    isStarred: starredOf(parameters.one("starred")),
    afterNumber: afterNumber || null,
    beforeNumber: beforeNumber || null,
    isSettled: afterNumber !== "",
    ...timesOf(parameters),
    tsquery: parsed?.tsquery ?? null,
    order: orders[order] ?? "published",
    direction,
    skip: Number(parameters.one("offset") || 0),
    size: limit === 0 ? limitMax : Math.min(limit, limitMax),
  };
}

/** In any case: the Python client writes "True". */
function starredOf(text: string): boolean | null {
  const written = text.toLowerCase();
  return ["true", "t", "1"].includes(written) ? true : ["false", "f", "0"].includes(written) ? false : null;
}

type Times = Pick<EntryQuestion, "publishedAfterUs" | "publishedBeforeUs" | "changedAfterUs">;
const times: Record<string, keyof Times> = {
  after: "publishedAfterUs",
  before: "publishedBeforeUs",
  published_after: "publishedAfterUs",
  published_before: "publishedBeforeUs",
  changed_after: "changedAfterUs",
};
/** The year 9999. */
const secondsMax = 253_370_764_800n;

/** Seconds. In Miniflux they are exclusive, in the store they are not. */
function timesOf(parameters: Parameters): Times {
  const found: Times = {};
  for (const [name, field] of Object.entries(times)) {
    const written = parameters.one(name);
    if (written === "" || BigInt(written) === 0n) continue;
    const seconds = BigInt(written) > secondsMax ? secondsMax : BigInt(written);
    found[field] = seconds * 1_000_000n + (field === "publishedBeforeUs" ? -1n : 1n);
  }
  return found;
}
