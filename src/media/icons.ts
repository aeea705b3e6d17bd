import type { Queryable } from "../database/transaction.ts";
import { findIcon, findIconNames, type IconFile } from "./icon-store.ts";

export type Icons = {
  /** The addresses of the icons of these feeds (null: all of the person), by feed id; a feed that is not in it has none. Within `asPerson`. */
  addressesOf: (db: Queryable, feedIds: string[] | null) => Promise<Map<string, string>>;
  find: (name: string) => Promise<IconFile | null>;
};

/** Feeds of one site often have the same icon, and then the same address: a browser loads it once. */
export function createIcons(pool: Queryable, isOn: boolean): Icons {
  return {
    addressesOf: async (db, feedIds) => {
      if (!isOn || feedIds?.length === 0) return new Map();
      const names = await findIconNames(db, feedIds);
      return new Map([...names].map(([feedId, name]) => [feedId, `/icons/${name}`]));
    },
    find: (name) => (isOn ? findIcon(pool, name) : Promise.resolve(null)),
  };
}
