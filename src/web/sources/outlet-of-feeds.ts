import { nameOutlet } from "../../feeds/outlet.ts";
import type { SourceOutlet } from "../../items/source-store.ts";
import type { LookOf, Outlet } from "../kit/outlet.ts";

/** An outlet as it is shown: under the name that its feeds share, with the first icon that one of them has. */
export function outletOfFeeds({ outlet, feedIds, names }: SourceOutlet, lookOf: LookOf): Outlet {
  const withIcon = feedIds.find((feedId) => lookOf(feedId).iconUrl !== null);
  const feedId = withIcon ?? feedIds[0] ?? "";
  return { feedId, name: nameOutlet(outlet, names), ...lookOf(feedId) };
}
