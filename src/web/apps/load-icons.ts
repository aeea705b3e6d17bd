import type { Queryable } from "../../database/transaction.ts";
import type { AppFeed } from "../../feeds/app-feed-store.ts";
import type { AppParts } from "./app-call.ts";

export type IconIds = {
  /** By address. */
  all: Map<string, number>;
  /** 0: it has none. */
  of: (feed: Pick<AppFeed, "feedId">) => number;
};

/** Numbers for the icons of all feeds of the person: those with the same one share its number, which is that of the first of them. */
export async function numberIcons(
  tx: Queryable,
  { media }: Pick<AppParts, "media">,
  feeds: readonly AppFeed[],
): Promise<IconIds> {
  const addresses = await media.icons.addressesOf(tx, null);
  const all = new Map<string, number>();
  for (const { feedId, number } of feeds) {
    const address = addresses.get(feedId);
    if (address !== undefined && !all.has(address)) all.set(address, Number(number));
  }
  return { all, of: ({ feedId }) => all.get(addresses.get(feedId) ?? "") ?? 0 };
}

export type LoadedIcon = { address: string; type: string; data: string };

const bytesMax = 4_000_000;

/** The icons at these addresses of ours, as apps want them: "image/png;base64,…". What goes over the limit is left out. */
export async function loadIcons(
  { media }: Pick<AppParts, "media">,
  addresses: readonly string[],
): Promise<LoadedIcon[]> {
  const loaded: LoadedIcon[] = [];
  let bytes = 0;
  for (const address of addresses) {
    const icon = await media.icons.find(address.slice(address.lastIndexOf("/") + 1));
    if (icon === null) continue;
    bytes += icon.bytes.length;
    if (bytes > bytesMax) break;
    loaded.push({ address, type: icon.type, data: `${icon.type};base64,${icon.bytes.toString("base64")}` });
  }
  return loaded;
}
