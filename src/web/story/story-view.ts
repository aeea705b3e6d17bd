import type { ListedItem, TitleVersion } from "../../items/listed-item-store.ts";
import type { LookOf, Outlet } from "../kit/outlet.ts";
import type { Translations } from "../reading/reading-parts.ts";

/** `fullTexts` and `versions` by item; `versions` newest first, only of items that were edited. */
export type StoryView = {
  storyId: string;
  items: readonly ListedItem[];
  fullTexts: ReadonlyMap<string, string>;
  versions: ReadonlyMap<string, TitleVersion[]>;
  translations: Translations;
  lookOf: LookOf;
  now: Date;
};
/** The outlet of a report. */
export type StoryOutlets = (itemId: string) => Outlet;
