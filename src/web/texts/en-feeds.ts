import { feedUrlSentences, newFeedSentences } from "../../feeds/new-feed.ts";
import type { ManualFetchBound } from "../../schedule/request-store.ts";
import { addingInEnglish } from "./en-adding.ts";
import { pluralInEnglish } from "./plural-in-english.ts";

/** What the pages of a person's feeds say. */
export const feedsInEnglish = {
  ...addingInEnglish,
  title: "Feeds and folders",
  dashboardFailed: "Failed to load dashboard. Please refresh the page.",
  filterWrong: "Invalid filter parameters",
  queryWrong: "Invalid query parameters",
  listFailed: "Failed to load feeds",
  search: "Search by name",
  searchLabel: "Search feeds by name",
  searchSubmit: "Search",
  status: "Status",
  filter: { all: "All", working: "Working", pending: "Pending", error: "Error" },
  summary: (counts: { working: number; pending: number; error: number }, shown: number) =>
    `${pluralInEnglish(shown, "feed")} shown. ${counts.working} working, ${counts.pending} pending, ${counts.error} with an error.`,
  noFeeds: "No feeds yet. Add the address of a site, or import a list from another reader.",
  noMatch: "None of your feeds match.",
  pages: "Pages of the list",
  range: (first: number, last: number, all: number) => `${first}–${last} of ${all}`,
  previous: "Previous",
  next: "Next",
  removed: (feeds: number) => `Removed in the last 24 hours: ${feeds}`,
  undo: "Undo",
  undoAll: "Undo all",
  undoSome: "Only some of them",
  removedTogether: (feeds: number) => `${pluralInEnglish(feeds, "feed")} removed at once`,
  undoOf: (name: string) => `Undo removing ${name}`,

  state: {
    working: "Working",
    pending: "Pending",
    retrying: "Retrying",
    stopped: "Stopped",
    gone: "Gone",
    missing: "Not found",
    locked: "Needs a login",
    slow: "Slow to answer",
    quiet: "Quiet for 3 weeks",
    moved: "Moved",
    paused: "Paused",
    off: "Off",
    listening: "Waiting for mail",
    deleted: "Deleted",
  },
  why: {
    slow: "Its last two answers took more than 20 seconds.",
    moved: "The server says that the feed has a new address. We read it from there. You need not do anything.",
    quiet: "last published",
    paused: "paused",
  },
  hint: {
    stopped: "Edit the address, or try again.",
    missing: "The server found nothing at this address. Edit the address, or try again.",
    missingTriedAgain: "The server found nothing at this address (HTTP 404). We try again later.",
    gone: "The server says that it no longer exists. Edit the address, or remove the feed.",
  },
  look: "Need a look",
  lookWhy: "stopped, or failing for a week",
  noFolder: "No folder",
  notInToday: "not in Today",
  feedCount: (feeds: number) => pluralInEnglish(feeds, "feed"),
  select: (name: string) => `Select ${name}`,
  pauseOf: (name: string) => `Pause ${name}`,
  resumeOf: (name: string) => `Resume ${name}`,
  isPaused: "You paused this feed. Resume it first.",
  bulkFailed: "The feeds could not be changed. Please try again.",
  bulk: {
    selected: "Selected feeds",
    folder: "Folder",
    action: {
      move: "Move to folder",
      pause: "Pause",
      resume: "Resume",
      hide: "Not in Today",
      show: "In Today",
      remove: "Remove",
    },
    none: "Select one or more feeds first.",
    gone: "These feeds, or this folder, are no longer on your list. Reload the page.",
    unreadable: "We cannot read this form. Reload the page and try again.",
  },
  folders: {
    title: "Folders",
    manage: "Folders",
    lede: "A feed is in one folder or in none. Folders are the tabs of Today, in this order.",
    name: "Name",
    nameOf: (name: string) => `Name of ${name}`,
    create: "Create folder",
    newName: "New folder",
    rename: "Rename",
    delete: "Delete",
    deleteOf: (name: string) => `Delete the folder ${name}`,
    deleteHint: "The feeds of a deleted folder stay on your list, without a folder.",
    up: (name: string) => `Move ${name} up`,
    down: (name: string) => `Move ${name} down`,
    none: "You have no folders yet.",
    failed: "The folders could not be changed. Please try again.",
    fault: {
      "name-missing": "Enter a name for the folder.",
      "name-taken": "You already have a folder of that name.",
      "too-many": "You have too many folders. Delete one first.",
      unknown: "This folder is not on your list any more. Reload the page.",
    },
  },
  stage: {
    waiting: "first fetch queued",
    queued: "first fetch queued",
    fetching: "being fetched now",
    again: "queued for a retry",
    due: "· next fetch queued",
  },
  again: "again",
  lastWorked: "last worked",
  lastChecked: "Last checked",
  byOperator: "by the operator",
  own: "Private: fetched with your login",
  columns: {
    select: "Select",
    feed: "Feed",
    twoWeeks: "Two weeks",
    health: "Health",
    next: "Next check",
    actions: "Actions",
  },
  rhythm: (days: readonly number[]) => {
    const all = days.reduce((sum, items) => sum + items, 0);
    if (all === 0) return "nothing new";
    const aDay = all / days.length;
    return aDay < 1 ? `${Math.max(1, Math.round(aDay * 7))} a week` : `${Math.round(aDay)} a day`;
  },
  activity: (name: string, days: number[]) =>
    `${name}: items a day in the last ${days.length} days: ${days.join(", ")}`,
  lockedHint: "Edit the feed to add the login it needs.",
  useCandidate: (title: string) => `Use “${title}”`,
  retry: "Try again",
  fetchNow: "Fetch now",
  fetchFailed: "The fetch could not be requested. Please try again.",
  fetchAgainAt: (time: string, reasons: readonly string[]) => `Possible again at ${time}: ${reasons.join(", and ")}.`,
  fetchBounds: {
    "retry-after": "the server asked for a pause",
    "host-closed": "its server is left alone until then",
    "just-fetched": "it was fetched just now",
  } satisfies Record<ManualFetchBound, string>,
  tooManyPages: "Too many pages are open. Reload this one to update it.",

  copyAddress: "Copy the address",
  cleanFeed: "Clean feed",
  copyCleanFeed: "Copy the address of the clean feed",
  byHand: "Add by hand, or with a login",
  add: "Add feed",
  addSubmit: "Add feed",
  addFailed: "Failed to add feed. Please try again.",
  edit: "Edit feed",
  editAction: "Edit",
  editOf: (name: string) => `Edit ${name}`,
  editSubmit: "Save",
  editFailed: "Failed to update feed",
  loadFailed: "Failed to load feed",
  cancel: "Cancel",
  delete: "Delete",
  deleteOf: (name: string) => `Delete ${name}`,
  deleteFailed: "Failed to delete feed",
  restoreFailed: "Failed to restore feed",
  notFound: "Feed not found",
  notFoundWhy: "It is not on your list.",
  name: "Name",
  url: "Address",
  urlHint: "Of a feed, or of a site: we find its feeds.",
  interval: {
    label: "How often to fetch it",
    asAsked: "As the site asks",
    every: (minutes: number) => {
      if (minutes < 60) return `Every ${minutes} minutes`;
      if (minutes === 60) return "Every hour";
      return minutes === 1440 ? "Once a day" : `Every ${minutes / 60} hours`;
    },
    own: "Your own number",
    minutes: "Minutes between two fetches",
    hint: "Never more often than the site allows. If others read this feed too, the shortest interval counts.",
    wrong: (min: number, max: number) => `Enter a whole number of minutes from ${min} to ${max}.`,
  },
  fullText: {
    label: "Text of its items",
    auto: "As the feed brings it. Where that is short, we load the item's page at once, otherwise when you open the item.",
    always: "From the page of each item, which we load as soon as the item is there.",
    never: "As the feed brings it. We load no pages of its items.",
    operatorOnly: "All its readers get the same text, so only the operator of this server can change this.",
    change: "Change it for all its readers",
  },
  ownTitle: "Login or headers",
  ownHint:
    "For feeds that need them. They are stored encrypted and sent only to this address. Nobody else sees this feed.",
  ownKept: "What you entered before is kept and never shown. Fill in these fields to replace it.",
  ownDrop: "Remove login and headers, and share the feed with everyone",
  username: "User name",
  password: "Password",
  headers: "Headers, one per line",
  fault: {
    ...newFeedSentences,
    address: feedUrlSentences,
    "headers-needed": "The login belongs to the old address. Enter it again, or remove it.",
    duplicate: "You have already added this feed",
    exists: "A feed with this URL already exists",
    full: "Your list is full. Remove a feed to add another.",
  },

  importOpml: "Import OPML",
  exportOpml: "Export OPML",
  opmlFile: "OPML file",
  opmlHint:
    "Every reader can export one. Folders come along. Feeds already on your list keep their name and folder; those without a folder get the one of the file.",
  importSubmit: "Import",
  importFailed: "Failed to import the file. Please try again.",
  importNoFile: "Choose an OPML file to import.",
  importFound: (feeds: number) =>
    `${pluralInEnglish(feeds, "feed")} found in the file. We fetch them one after another.`,
  importReport: "Report",
  importProgress: (done: number, all: number) => `${done} of ${all}`,
  importDone: (totals: { added: number; duplicate: number; full: number }, faults: number) =>
    `Done: ${totals.added} added, ${totals.duplicate} already on your list, ${totals.full} over the limit, ${faults} unreadable.`,
  importFolders: (folders: number) => `${pluralInEnglish(folders, "folder")} created.`,
  importMoved: (folder: string) => `Already on your list, now in the folder ${folder}`,
  importBroken: (done: number, feeds: number) =>
    `The import stopped after ${done} of ${pluralInEnglish(feeds, "feed")}. Import the file again for the rest.`,
  importMoreFaults: (faults: number) => `And ${pluralInEnglish(faults, "more problem")} in the file, not listed here.`,
  importMoreLines: (feeds: number) => `And ${pluralInEnglish(feeds, "more feed")}, not listed here.`,
  importLeftOut: (taken: number, leftOut: number) =>
    `A list can hold ${taken.toLocaleString("en")} feeds. ${pluralInEnglish(leftOut, "feed")} at the end of the file ${leftOut === 1 ? "was" : "were"} left out.`,
  importReload: "Show progress",
  importUnknown: "There is no such import. Reports are kept for one day.",
  outcome: { added: "Added", duplicate: "Already on your list", full: "List is full", wrong: "Unreadable" },
  toFeeds: "Feeds and folders",
  site: "Visit site",

  health: {
    title: "Health, last 14 days",
    fetches: (fetches: number, failed: number) => `${pluralInEnglish(fetches, "fetch", "fetches")}, ${failed} failed`,
    fetchesOn: (day: string, fetches: number, failed: number) => `${day}: ${fetches}, ${failed} failed`,
    newItems: (items: number) => pluralInEnglish(items, "new item"),
    newItemsOn: (day: string, items: number) => `${day}: ${items}`,
    time: (ms: number | null) => (ms === null ? "No response yet" : `Average response time ${ms} ms`),
    timeOn: (day: string, ms: number | null) => (ms === null ? `${day}: none` : `${day}: ${ms} ms`),
  },
  whyNext: "Next fetch, and why",
  neverFetched: "Not fetched yet.",
  notBefore: (time: string) => `The server asked us to wait until ${time}.`,
  attempts: {
    title: "Recent fetches",
    took: (httpStatus: number | null, ms: number) =>
      httpStatus === null ? `${ms} ms` : `HTTP ${httpStatus}, ${ms} ms`,
    outcome: (attempt: {
      outcome: string;
      error: string | null;
      httpStatus: number | null;
      created: number;
      updated: number;
      discarded: number;
    }) => {
      if (attempt.error !== null) return attempt.error;
      if (attempt.outcome === "not-modified") return "Nothing new (the server said so)";
      if (attempt.outcome === "same-body") return "Nothing new (same document)";
      const { created, updated, discarded } = attempt;
      return `${created} new, ${updated} changed${discarded > 0 ? `, ${discarded} left out` : ""}`;
    },
  },
  items: {
    title: (items: number) => (items === 0 ? "Items" : `Items (${items})`),
    none: "No items yet.",
    untitled: "Untitled",
    notAnalysed: "not analysed yet",
  },
};

export type FeedTexts = typeof feedsInEnglish;
