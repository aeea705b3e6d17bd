import { pluralInEnglish } from "./plural-in-english.ts";

export const todayInEnglish = {
  title: "Today",
  folders: "Folders",
  all: "All",
  show: "Show",
  unreadOnly: "Unread",
  outlets: (count: number) => pluralInEnglish(count, "outlet"),
  howTheyPutIt: "How they put it",
  itsOwnWords: "Its own words",
  wording: "Wording",
  brief: "Today’s brief",
  more: "More stories",
  sinceYesterday: "Since yesterday",
  moreReports: (count: number) => pluralInEnglish(count, "new report"),
  changedHeadline: (name: string, times: number) =>
    times === 1
      ? `${name} changed its headline`
      : `${name} changed its headline ${times === 2 ? "twice" : `${times} times`}`,
  nothingNew: "No new reports",
  needLook: (count: number) => (count === 1 ? "One feed needs a look" : `${count} feeds need a look`),
  seeWhy: "See why",
  nothingUnread: "You have read everything.",
  nothingUnreadWhy: "New stories appear here as they come in.",
  showAll: "Show all stories",
  empty: "No news yet",
  emptyWhy: "Stories appear here as soon as your feeds have been fetched.",
};
