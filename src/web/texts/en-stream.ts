import type { ListOrder, ListView } from "../../items/item-list-store.ts";
import type { SearchShape } from "../../items/search-words.ts";
import { pluralInEnglish } from "./plural-in-english.ts";

export const streamInEnglish = {
  title: "Stream",
  shelf: "Folders and feeds",
  everything: "Everything",
  starred: "Starred",
  allOf: (folder: string) => `All of ${folder}`,
  noFolder: "No folder",
  yourFeeds: "Feeds",
  feedsAndFolders: "Feeds and folders",
  moreFeeds: "More feeds",
  /** `isMore`: counting stopped there. */
  unread: (count: number, isMore: boolean) => (isMore ? `${count}+` : String(count)),
  unreadLabel: "unread",
  nothingYet: { waiting: "not fetched yet", failed: "could not be fetched" },

  items: "Items",
  show: "Show",
  views: { unread: "Unread", all: "All", starred: "Starred", hidden: "Hidden" } satisfies Record<ListView, string>,
  sortTo: {
    newest: "Show the newest first",
    oldest: "Show the oldest first",
  } satisfies Record<ListOrder, string>,
  search: "Search",
  searchIn: (place: string) => `Search in ${place}`,
  searchHint: "Words, “a phrase”, -without",
  wordingUpTo: (level: string) => `Wording up to ${level}`,
  anyWording: "Show any wording",

  unreadItem: "unread",
  star: (title: string) => `Star: ${title}`,
  starTip: "Star (s)",
  markRead: (title: string) => `Mark read: ${title}`,
  markUnread: (title: string) => `Mark unread: ${title}`,
  markReadTip: "Mark read or unread (m)",
  upToHere: (title: string) => `Mark read up to here: ${title}`,
  upToHereTip: "Mark read up to here",
  markAbove: "Mark everything above as read",
  markAll: "Mark all read",
  moreOutlets: (count: number) => `+${pluralInEnglish(count, "outlet")}`,
  /** Begins with the words of `moreOutlets`, which are seen. */
  compare: (count: number, title: string) => `+${pluralInEnglish(count, "outlet")}, compare: ${title}`,

  marked: (count: number) => `${pluralInEnglish(count, "item")} marked as read.`,
  unmarked: (count: number) => `${pluralInEnglish(count, "item")} unread again.`,
  more: "More items",
  toStart: { newest: "Back to the newest", oldest: "Back to the oldest" } satisfies Record<ListOrder, string>,
  pick: "Choose an item to read it here.",

  empty: {
    unread: ["You have read everything.", "New items appear here as they come in."],
    all: ["No items yet", "They appear here as soon as one of your feeds is fetched."],
    starred: ["You have starred nothing yet.", "The star on a row keeps an item here."],
    hidden: ["Your filters have hidden nothing.", "What a filter hides can be found here."],
  } satisfies Record<ListView, [string, string]>,
  noFeeds: ["No feeds yet", "Add the address of a site, and its items appear here."],
  noMatch: {
    word: ["No item contains this word.", "Check the spelling, or try the beginning of the word."],
    phrase: ["No item contains this phrase.", "Without the quotes, its words may stand anywhere."],
    several: ["No item contains all of these words.", "Try fewer words."],
  } satisfies Record<SearchShape["wanted"], [string, string]>,
  phraseRule: "Words in quotes must stand next to each other, in this order.",
  unwantedRule: "Items with a word that has a - before it are left out.",
  noWords: ["Your search contains no words.", "Enter a word, or a phrase in quotes."],
  showAll: "Show all items",
  searchEverything: "Search everything",

  gone: "Not in your feeds",
  goneWhy: "You do not follow this feed, or the folder was deleted.",
  badQuestion: "This address has a parameter we do not understand.",
};
