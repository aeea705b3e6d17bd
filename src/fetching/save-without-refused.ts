import type pg from "pg";
import type { ItemIdentity } from "../items/item-identity.ts";
import type { NewItem } from "../items/new-item.ts";
import { forgetSeen } from "../items/seen-items.ts";
import type { Completion, CompletionResult } from "./completion.ts";
import { isRefusal, refusalOfCompletion, saveCompletions } from "./completion-store.ts";
import { cutText, storableText } from "./parsing/plain-text.ts";
import { guidCharsMax, itemErrorsMax, titleCharsMax } from "./parsing/parse-limits.ts";
import type { ItemError } from "./parsing/parse-result.ts";

/**
 * Saves a batch; of a feed that is alone in it, as a batch that failed is split until one is, all but the items that the
 * database refuses: one bad entry must not cost the others (C24). What was left out is named in the fetch's log.
 */
export async function saveWithoutRefused(
  pool: pg.Pool,
  completions: Completion[],
  onRefused: (error: unknown) => void,
): Promise<CompletionResult[]> {
  try {
    return await saveCompletions(pool, completions);
  } catch (error) {
    const [only] = completions;
    if (only === undefined || completions.length > 1 || !isRefusal(error)) throw error;
    const rest = await withoutRefused(only, (completion) => refusalOfCompletion(pool, completion));
    if (rest === null) throw error;
    onRefused(error);
    return saveCompletions(pool, [rest]);
  }
}

type RefusalOf = (completion: Completion) => Promise<Error | null>;

// So many are no bad entries but a trouble of ours: a thousand held one of the two places for saving for 3.5 s.
const refusedItemsMax = 20;

/** Null where no item is to blame, for the feed is refused even without any, or where too many are. */
async function withoutRefused(completion: Completion, refusalOf: RefusalOf): Promise<Completion | null> {
  const tryItems = (items: NewItem[]) => refusalOf({ ...completion, items });
  if ((await tryItems([])) !== null) return null;
  const errors = new Map<NewItem, ItemError>();
  await findRefused(completion.items, tryItems, errors);
  if (errors.size > refusedItemsMax) return null;

  const { items, log, document } = completion;
  const known = (log.metadata?.["itemErrors"] ?? []) as ItemError[];
  const itemErrors = [...known, ...errors.values()].slice(0, itemErrorsMax);
  return {
    ...completion,
    items: items.filter((item) => !errors.has(item)),
    // Not remembered, so that it is tried again when the document changes: what is refused today may pass tomorrow.
    document: document && { ...document, seen: forgetSeen(document.seen, [...errors.keys()].map(identityOf)) },
    log: { ...log, failed: log.failed + errors.size, metadata: { ...log.metadata, itemErrors } },
  };
}

function identityOf({ hash, fingerprint }: NewItem): ItemIdentity {
  return { hash, fingerprint: fingerprint.toString("hex") };
}

/** By halves: one among a hundred takes some fifteen trials. Ends with the first that is one too many. */
async function findRefused(
  items: NewItem[],
  tryItems: (items: NewItem[]) => Promise<Error | null>,
  found: Map<NewItem, ItemError>,
): Promise<void> {
  const [first] = items;
  if (first === undefined || found.size > refusedItemsMax) return;
  const refusal = await tryItems(items);
  if (refusal === null) return;
  if (items.length === 1) {
    found.set(first, describe(first, refusal));
    return;
  }
  const half = Math.ceil(items.length / 2);
  await findRefused(items.slice(0, half), tryItems, found);
  await findRefused(items.slice(half), tryItems, found);
}

const reasonCharsMax = 300;

/** Storable, or the log would be refused for what the item was. */
function describe({ guid, title }: NewItem, refusal: Error): ItemError {
  const shown = (text: string, charsMax: number) => cutText(storableText(text), charsMax);
  return {
    guid: shown(guid ?? "", guidCharsMax),
    title: shown(title, titleCharsMax),
    message: `The item could not be saved: ${shown(refusal.message, reasonCharsMax)}`,
  };
}
