import type pg from "pg";
import { createMicroBatch, type MicroBatch } from "../database/micro-batch.ts";
import type { ItemIdentity } from "../items/item-identity.ts";
import type { NewItem } from "../items/save-items-store.ts";
import { forgetSeen } from "../items/seen-items.ts";
import { storableText } from "../text/characters.ts";
import {
  type Completion,
  type CompletionResult,
  isRefusedData,
  refusalOfCompletion,
  saveCompletions,
} from "./completion-store.ts";
import type { LeaseKeeper } from "./lease-keeper.ts";
import { copyCut } from "./parsing/plain-text.ts";
import { guidCharsMax, type ItemError, itemErrorsMax, titleCharsMax } from "./parsing/parse-result.ts";

type SaveParts = {
  pool: pg.Pool;
  leases: Pick<LeaseKeeper, "isLost">;
  /** Notices that this process was silent for too long, so that `leases` knows it. */
  checkLife: () => void;
  onBatch: (size: number) => void;
  onRefused: (error: unknown) => void;
};

export type ResultBatch = MicroBatch<Completion, CompletionResult>;

/** Saves what many jobs bring in few statements. A job whose lease was lost gets `saved: false`, and nothing is written. */
export function createResultBatch(parts: SaveParts): ResultBatch {
  const { pool, leases, checkLife, onBatch, onRefused } = parts;
  return createMicroBatch<Completion, CompletionResult>({
    save: async (completions) => {
      // A process that stood still hears of its answers before its timers: it must not save under leases it has lost.
      checkLife();
      const ours = completions.filter(({ claim }) => !leases.isLost(claim));
      if (ours.length === 0) return completions.map(() => notOurs);
      onBatch(ours.length);
      const results = await saveWithoutRefused(pool, ours, onRefused);
      const saved = new Map(ours.map((completion, place) => [completion, results[place]]));
      return completions.map((completion) => saved.get(completion) ?? notOurs);
    },
    bytesOf: ({ items }) => items.reduce((sum, item) => sum + charsOf(item), 1_000),
  });
}

function charsOf({ content, reading }: NewItem): number {
  return content.length + (reading?.cleanHtml?.length ?? 0) + (reading?.text?.length ?? 0);
}

const notOurs: CompletionResult = { saved: false, created: [], updated: [], updatedFrom: [], nextRunAt: null };

/**
 * Saves a batch. If the database refuses a batch, the caller splits it until one feed is left. Of that feed we save everything
 * but the items that the database refuses: one bad item must not cost the others. The fetch log names the items left out.
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
    if (only === undefined || completions.length > 1 || !isRefusedData(error)) throw error;
    const rest = await withoutRefused(only, (completion) => refusalOfCompletion(pool, completion));
    if (rest === null) throw error;
    onRefused(error);
    return saveCompletions(pool, [rest]);
  }
}

type RefusalOf = (completion: Completion) => Promise<Error | null>;

// More than that are not bad items but a problem of ours: searching a thousand blocked one of the two writers for 3.5 s.
const refusedItemsMax = 20;

/** Null if the items are not the reason (the feed is refused without any, too), or if too many are refused. */
async function withoutRefused(completion: Completion, refusalOf: RefusalOf): Promise<Completion | null> {
  const tryItems = (items: NewItem[]) => refusalOf({ ...completion, items });
  if ((await tryItems([])) !== null) return null;
  // The first reading may be what is refused: without it the item waits for the stage analyse.
  const unread = completion.items.map((item) => ({ ...item, reading: null }));
  if ((await tryItems(unread)) === null) return { ...completion, items: unread };
  const errors = new Map<NewItem, ItemError>();
  await findRefused(completion.items, tryItems, errors);
  if (errors.size > refusedItemsMax) return null;

  const { items, log, document } = completion;
  const known = (log.metadata?.["itemErrors"] ?? []) as ItemError[];
  const itemErrors = [...known, ...errors.values()].slice(0, itemErrorsMax);
  return {
    ...completion,
    items: items.filter((item) => !errors.has(item)),
    // Not marked as seen, so that we try again when the document changes: what is refused today may pass tomorrow.
    document: document && { ...document, seen: forgetSeen(document.seen, [...errors.keys()].map(identityOf)) },
    log: { ...log, failed: log.failed + errors.size, metadata: { ...log.metadata, itemErrors } },
  };
}

function identityOf({ hash, fingerprint }: NewItem): ItemIdentity {
  return { hash, fingerprint: fingerprint.toString("hex") };
}

/** Bisects: one bad item among a hundred takes about fifteen trials. Stops once there are too many. */
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

/** Without the characters for which the item was refused, or the log row would be refused too. */
function describe({ guid, title }: NewItem, refusal: Error): ItemError {
  const shown = (text: string, charsMax: number) => copyCut(storableText(text), charsMax);
  return {
    guid: shown(guid ?? "", guidCharsMax),
    title: shown(title, titleCharsMax),
    message: `The item could not be saved: ${shown(refusal.message, reasonCharsMax)}`,
  };
}
