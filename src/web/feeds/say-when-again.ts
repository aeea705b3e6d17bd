import type { FetchRequest } from "../../schedule/request-store.ts";
import { exactTime } from "../kit/dates.ts";
import type { Frame } from "../kit/frame.ts";

type Waiting = Extract<FetchRequest, { kind: "waits" }>;

/** Why a feed cannot be fetched now, and when it can, in the person's language and time zone. */
export function sayWhenAgain(frame: Frame, { until, because }: Waiting): string {
  const { fetchAgainAt, fetchBounds } = frame.texts.feeds;
  return fetchAgainAt(
    exactTime(frame, until),
    because.map((bound) => fetchBounds[bound]),
  );
}
