import type { SpendPurpose } from "../../models/spend-store.ts";
import type { FeedSettings } from "../../feeds/feed-settings.ts";
import { peopleInEnglish } from "./en-people.ts";
import { pluralInEnglish } from "./plural-in-english.ts";

/** The sentences of the operator's pages. */
export const operatorInEnglish = {
  ...peopleInEnglish,
  link: "Operator",
  sections: "Operator pages",
  alerts: "Alerts",
  navigation: {
    overview: "This server",
    deadLetters: "Failed jobs",
    feeds: "Shared feeds",
    model: "Language model",
    ai: "AI budget",
    people: "People",
  },
  overviewLede: "What is being fetched, by which workers, and what is in the way.",
  healthy: (workers: number) => `All is well: ${pluralInEnglish(workers, "worker")} running, nothing is late.`,
  noWorker: "no worker is running",
  unhealthy: (complaints: string[]) => `Needs attention: ${complaints.join("; ")}.`,

  fetches: {
    title: "The last 24 hours",
    fetches: (fetches: number, failed: number) =>
      `${pluralInEnglish(fetches, "fetch", "fetches")}, ${count(failed)} of them failed`,
    fetchesAt: (hour: string, fetches: number, failed: number) => `${hour}: ${count(fetches)}, ${count(failed)} failed`,
    newItems: (items: number) => pluralInEnglish(items, "new item"),
    newItemsAt: (hour: string, items: number) => `${hour}: ${count(items)}`,
  },
  queue: {
    title: "Queue",
    due: "Due now",
    feeds: (due: number, scheduled: number) => `${count(due)} of ${pluralInEnglish(scheduled, "scheduled feed")}`,
    late: "Longest wait",
    notLate: "nothing is late",
    inFlight: "In progress",
    flying: (fetching: number, queued: number) => `${count(fetching)} being fetched, ${count(queued)} queued`,
    stuck: "Stuck",
    givenUp: "Failed jobs",
    lettersWait: (letters: number) => pluralInEnglish(letters, "failed job"),
  },
  backup: {
    title: "Backup",
    none: "No backup was made yet.",
    lastGood: "Last good backup",
    file: "File",
    size: "Size",
    encrypted: "encrypted",
    checked: "Check",
    restored: "restored into a scratch database; every row came back",
    readAgain: "read from end to end; this database user may not create databases",
    unchecked: "not checked",
    failed: (why: string) => `The last backup failed: ${why}`,
    unscheduled: "Backups are made only by the command plainwire backup. Set BACKUP_AT to have one each day.",
    scheduled: (time: string) => `Each day at ${time} UTC (BACKUP_AT).`,
  },
  workers: {
    title: "Workers",
    none: "No worker is running.",
    alive: "Running",
    silent: "Silent",
    about: (version: string, inFlight: number) => `${version}, ${count(inFlight)} in progress`,
    seen: "seen",
  },
  blocked: {
    title: "Hosts that asked us to wait",
    none: "None.",
    until: (time: string) => `until ${time}`,
    feeds: (feeds: number) => pluralInEnglish(feeds, "feed"),
    spread: (requests: number) => `At most ${pluralInEnglish(requests, "request")} a day, spread over the day`,
    more: (shown: number) => `Only the ${shown} with the longest wait are shown.`,
  },
  politeness: {
    title: "Politeness",
    none: "No host was asked yet.",
    total: (score: string) => `All hosts: ${score}.`,
    score: (requests: number, percent: number, size: string, early: number) =>
      `${pluralInEnglish(requests, "request")}, ${percent} % not modified, ${size}, ${early.toLocaleString("en")} early`,
    early: "Early: requests before the time that the server had asked for. There should be none.",
    slowed: "asked more slowly after a refusal",
    more: (shown: number) => `Only the ${shown} that were asked most are shown.`,
  },
  crowded: {
    title: "Hosts with the most feeds waiting",
    due: (feeds: number) => `${pluralInEnglish(feeds, "feed")} due`,
    closed: (wait: string) => `open in ${wait}`,
  },

  deadLetters: {
    lede: "Jobs that failed repeatedly on our side. Retry them once the cause is fixed, or discard them.",
    title: "Failed jobs",
    none: "No failed jobs.",
    nameless: "no address, or a private feed",
    kind: { fetch: "Fetch", analysis: "Analysis" },
    replay: "Retry",
    replayOf: (name: string) => `Retry: ${name}`,
    replayAll: "Retry all",
    drop: "Discard",
    dropOf: (name: string) => `Discard: ${name}`,
    dropAll: "Discard all",
    cut: (shown: number) => `Only the newest ${shown} are shown. “All” means these.`,
    done: { replay: "Queued for a retry.", drop: "Discarded." },
    gone: "Job not found",
    goneWhy: "It has already been retried or discarded.",
  },

  feeds: {
    lede: "Feeds fetched for everyone. Published ones have a public clean feed.",
    search: "Search by name or address",
    show: "Show",
    shows: { published: "Published", errors: "Errors", all: "All" },
    find: "Search",
    none: "No feeds found.",
    pages: "Pages of the list",
    published: "published",
    unpublished: "not published",
    readers: (readers: number) => pluralInEnglish(readers, "reader"),
    due: "due now",
    next: "next fetch",
    badQuestion: "This address has a parameter we do not understand.",
  },

  settings: {
    title: "Settings",
    nameless: "Feed without a name",
    url: "Address",
    urlHint: "Changing the address resets everything learned from the old one",
    names: {
      name: "Name",
      rootDomain: "Root domain",
      published: "Published",
      enabled: "Enabled",
      polling: "Polling",
      adaptive: "Adaptive interval",
      intervalMinutes: "Interval",
      failurePolicy: "When a fetch fails",
      enforceFeedDomain: "Own domain only",
      fullText: "Full text",
      analyzer: "Analyzer",
      prompt: "Prompt",
      cacheScope: "Reuse of answers",
    } satisfies Record<keyof FeedSettings, string>,
    analyzers: { best: "with the language model", heuristic: "with the offline reader only", off: "not analysed" },
    failurePolicies: { backoff: "try again, later each time", one_strike: "stop at the first failure" },
    hints: {
      name: "At most 255 characters. If empty, the feed’s own title.",
      rootDomain: "Such as example.org: /api/site finds the feed under it. May be empty.",
      published: "Everybody can read its clean feed at /rss and in the API.",
      enabled: "Turned off, it is neither fetched nor served.",
      polling: "Each successful fetch schedules the next one.",
      adaptive: "The interval follows how often the feed changes.",
      intervalMinutes:
        "Minutes between two fetches, from 1 to 100,000. An adaptive interval only starts with it. If empty, the server’s default (FETCHER_SUCCESS_INTERVAL).",
      enforceFeedDomain:
        "Items that link to other domains are left out. When you turn this off, the next fetch brings those that the feed still lists.",
      fullText: "Whether the page of each item is read for its whole text.",
      analyzer: "Where no language model is set up, the offline reader works alone.",
      prompt: "Added to what the language model is asked. At most 10,000 characters. May be empty.",
      cacheScope: "Whether an answer of the language model is used again for the same text.",
    } satisfies Record<Exclude<keyof FeedSettings, "failurePolicy">, string>,
    fullTexts: { auto: "where the feed’s own text is short", always: "always", never: "never" },
    cacheScopes: { feed: "within this feed", global: "for all feeds", off: "never" },
    wrong: "This value cannot be saved. The line above says what is possible.",
    statuses: {
      success: "working",
      temporary_error: "temporary error",
      permanent_error: "permanent error",
      unauthorized: "needs a login",
    } as Partial<Record<string, string>>,
    usual: "server default",
    force: "Fetch now, even if it was just fetched",
    forceHint: "Retry-After and closed hosts are still respected.",
    headersHint: "For feeds that need them. They are stored encrypted and sent only to this address.",
    forgetHeaders: "Remove login and headers",
    save: "Save",
    saved: "The settings have been saved.",
    failed: "Nothing was saved.",
    asked: "The feed is due now. A worker fetches it as soon as its host is free.",
    taken: (by: string) => `Another feed already has this address: ${by}`,
    gone: "Feed not found",
    goneWhy: "It was deleted, or it is a private feed.",

    state: "State",
    status: "Status",
    pending: "pending",
    suspended: "suspended",
    lastError: "Last error",
    lastFetched: "Last fetched",
    lastSuccess: "Last worked",
    nextRun: "Next fetch",
    unscheduled: "not scheduled",
    never: "never",
    host: "Host",
    readers: "Readers",
    items: "Items",
  },

  spend: {
    lede: (provider: string, model: string) =>
      provider === "none"
        ? "Only the offline reader is at work. That costs nothing."
        : `The language model is ${model}, at ${provider}.`,
    stopped: {
      title: "AI is paused",
      since: "Since",
      whatToDo: {
        auth: "Change the key, the model or the address on the page “Language model” (or AI_API_KEY, AI_MODEL, AI_BASE_URL), or press the button. Until then the offline reader works alone.",
        payment: "Pay the bill, then press the button. Until then the offline reader works alone.",
      },
      again: "Try again",
    },
    done: { again: "AI is in use again." },
    today: "Today (UTC)",
    money: "Spent",
    reserved: "Of that, reserved",
    tokens: "Tokens",
    calls: "Calls",
    month: "This month",
    spentOut: {
      day: "The day’s budget is used up. Until midnight (UTC), titles, summaries and briefs are made without a language model.",
      month:
        "The month’s budget is used up. Until the month ends (UTC), titles, summaries and briefs are made without a language model.",
    },
    byUse: "By day and use, last 30 days",
    tableOf: "Table of days and uses",
    columns: {
      day: "Day",
      use: "Use",
      calls: "Calls",
      tokens: "Tokens",
      usd: "Dollars",
      refusals: "Refused",
    },
    refusalsHint: "Refused: the server failed, the model declined, or its answer could not be used.",
    purposes: {
      analysis: "Items, whole",
      title: "Titles",
      summary: "Summaries",
      digest: "Briefs",
      trial: "Tried by an operator",
      translation: "Translations",
    } satisfies Record<SpendPurpose, string>,
    usd,
    count,
    ofUsd: (spent: number, max: number) => `${usd(spent)} of ${usd(max)}`,
    ofTokens: (used: number, max: number | null) => (max === null ? count(used) : `${count(used)} of ${count(max)}`),
    daysTitle: "The last 30 days",
    spent: (amount: number) => `${usd(amount)} spent`,
    used: (tokens: number, calls: number) => `${pluralInEnglish(tokens, "token")} in ${pluralInEnglish(calls, "call")}`,
    onDay: (day: string, amount: string) => `${day}: ${amount}`,
    byFeed: "By feed, last 30 days",
    nothing: "No AI calls.",
    briefs: "Briefs",
    severalFeeds: "Titles of several feeds, asked about together",
    feedGone: "A deleted or private feed",
    line: (line: { usd: number; tokens: number; calls: number }) =>
      `${usd(line.usd)} · ${pluralInEnglish(line.tokens, "token")} · ${pluralInEnglish(line.calls, "call")}`,
    dearest: (shown: number) => `Only the ${shown} most expensive are shown.`,
  },
};

export type OperatorTexts = typeof operatorInEnglish;

function count(amount: number): string {
  return amount.toLocaleString("en");
}

/** A call may cost a tenth of a cent. */
function usd(amount: number): string {
  return `$${amount.toFixed(amount > 0 && amount < 1 ? 4 : 2)}`;
}
