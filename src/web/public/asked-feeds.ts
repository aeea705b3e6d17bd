import { dayMs } from "../../time.ts";

/** Called with every clean feed that is sent. */
export type NoteAsked = (feedId: string) => void;

type AskedParts = { save: (feedIds: string[]) => Promise<void>; now: () => Date; onError: (error: unknown) => void };

const batchMs = 2_000;
/** About 10 MB. After more than that in a day some are saved twice, and the database drops them. */
const feedsMax = 100_000;

/** Collects which clean feeds were asked for: one write for many, and of one process at most one per feed and day. */
export function createAskedFeeds({ save, now, onError }: AskedParts): NoteAsked {
  const noted = new Set<string>();
  let day = 0;
  let waiting: string[] = [];
  const flush = () => {
    const feedIds = waiting;
    waiting = [];
    // Nothing is lost: the next one who asks is noted again.
    save(feedIds).catch((error: unknown) => {
      for (const feedId of feedIds) noted.delete(feedId);
      onError(error);
    });
  };
  return (feedId) => {
    const today = Math.floor(now().getTime() / dayMs);
    if (today !== day || noted.size >= feedsMax) noted.clear();
    day = today;
    if (noted.has(feedId)) return;
    noted.add(feedId);
    if (waiting.length === 0) setTimeout(flush, batchMs).unref();
    waiting.push(feedId);
  };
}
