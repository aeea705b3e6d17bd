import { createHash } from "node:crypto";
import type { Queryable } from "../database/transaction.ts";
import type { SecretBox } from "../database/secret-box.ts";
import { dayMs, hourMs, later, weekMs } from "../time.ts";
import { putOffIcon, saveIcon, takeDueIcons, type IconFeed, type IconFile } from "./icon-store.ts";
import { lookForIcon, type IconParts } from "./look-for-icon.ts";

export type DueIconParts = IconParts & { pool: Queryable; secrets: Pick<SecretBox, "sign"> };

const batchMax = 10;
/** Longer than the slowest site takes. */
const takenMs = hourMs;

/** Looks for the icons of a few feeds whose time has come: weekly, a day later if a site did not answer. Returns how many. */
export async function fetchDueIcons(parts: DueIconParts, signal: AbortSignal): Promise<number> {
  const { pool, now } = parts;
  const feeds = await takeDueIcons(pool, { now: now(), againAt: later(now(), takenMs), count: batchMax });
  await Promise.all(feeds.map((feed) => renew(parts, feed, signal)));
  return feeds.length;
}

async function renew(parts: DueIconParts, feed: IconFeed, signal: AbortSignal): Promise<void> {
  const { pool, now } = parts;

  const found = await lookForIcon(parts, feed, signal);

  // Stopped: the feed is due again soon anyway.
  if (signal.aborted) return;
  if (found.kind === "later") return putOffIcon(pool, feed.id, later(now(), dayMs));
  const icon = found.kind === "icon" ? { ...found.icon, name: nameOf(found.icon, parts.secrets) } : null;
  await saveIcon(pool, feed.id, icon, later(now(), weekMs));
}

const nameBytes = 16;

/** Keyed: with a plain hash, anyone could ask whether somebody here reads a site whose icon they know. */
function nameOf({ bytes }: IconFile, { sign }: Pick<SecretBox, "sign">): string {
  const hash = createHash("sha256").update(bytes).digest("hex");
  return sign(`icon 1\n${hash}`).subarray(0, nameBytes).toString("base64url");
}
