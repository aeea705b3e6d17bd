import type { FeedSettings } from "../../feeds/feed-settings.ts";

/** What the operator's pages say. */
export const operatorInEnglish = {
  link: "Operator",
  sections: "Operator’s pages",
  alerts: "Alerts",
  navigation: {
    overview: "Operations",
    deadLetters: "Dead letters",
    feeds: "Shared feeds",
    ai: "AI budget",
    people: "People",
  },
  overviewLede: "What is being fetched, by whom, and what stands in the way.",
  healthy: (workers: number) => `All is well: ${plural(workers, "worker")} at work, and nothing is late.`,
  noWorker: "no worker runs",
  unhealthy: (complaints: string[]) => `This needs a look: ${complaints.join("; ")}.`,

  fetches: {
    title: "The last 24 hours",
    fetches: (fetches: number, failed: number) =>
      `${plural(fetches, "fetch", "fetches")}, ${count(failed)} of them failed`,
    fetchesAt: (hour: string, fetches: number, failed: number) =>
      `${hour} UTC: ${count(fetches)}, ${count(failed)} failed`,
    newItems: (items: number) => plural(items, "new item"),
    newItemsAt: (hour: string, items: number) => `${hour} UTC: ${count(items)}`,
  },
  queue: {
    title: "Queue",
    due: "Due now",
    feeds: (due: number, scheduled: number) => `${count(due)} of ${plural(scheduled, "scheduled feed")}`,
    late: "Longest wait",
    notLate: "nothing is late",
    inFlight: "In flight",
    flying: (fetching: number, queued: number) => `${count(fetching)} being fetched, ${count(queued)} queued`,
    stuck: "Stuck",
    givenUp: "Given up",
    lettersWait: (letters: number) => plural(letters, "dead letter"),
  },
  workers: {
    title: "Workers",
    none: "No worker runs.",
    alive: "At work",
    silent: "Silent",
    about: (version: string, inFlight: number) => `${version}, ${count(inFlight)} in flight`,
    seen: "seen",
  },
  blocked: {
    title: "Hosts that asked to be left alone",
    none: "None: every host may be asked.",
    until: (time: string) => `until ${time}`,
    feeds: (feeds: number) => plural(feeds, "feed"),
    more: (shown: number) => `Only the ${shown} that wait longest are shown.`,
  },
  crowded: {
    title: "Where most feeds wait",
    due: (feeds: number) => `${plural(feeds, "feed")} due`,
    closed: (wait: string) => `free in ${wait}`,
  },

  deadLetters: {
    lede: "What was given up after repeated failures of ours. Have it tried again when its cause is mended, or forget it.",
    title: "Given up",
    none: "Nothing was given up.",
    nameless: "no address, or one person’s own feed",
    kind: { fetch: "Fetch", analysis: "Analysis" },
    replay: "Try again",
    replayOf: (name: string) => `Try again: ${name}`,
    replayAll: "Try all again",
    drop: "Forget",
    dropOf: (name: string) => `Forget: ${name}`,
    dropAll: "Forget all",
    cut: (shown: number) => `The newest ${shown} are shown, and “all” is these.`,
    done: { replay: "It is tried again.", drop: "It is forgotten." },
    gone: "That dead letter is gone",
    goneWhy: "It was tried again or forgotten already.",
  },

  feeds: {
    lede: "Feeds that are fetched for everybody. Those that are published have a clean feed for the whole world.",
    search: "Search by name or address",
    show: "Show",
    shows: { published: "Published", errors: "Errors", all: "All" },
    find: "Search",
    none: "No such feeds.",
    pages: "Pages of the list",
    published: "published",
    unpublished: "not published",
    readers: (readers: number) => plural(readers, "reader"),
    due: "due now",
    next: "next fetch",
    badQuestion: "That is not a list of feeds that could be shown.",
  },

  settings: {
    title: "Settings",
    nameless: "Feed without a name",
    url: "Address",
    urlHint: "Another address: what was learnt from the old one is forgotten",
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
      cacheScope: "Reuse of analyses",
    } satisfies Record<keyof FeedSettings, string>,
    best: "best available",
    usual: "as this server is set",
    force: "Fetch now, even if it was just fetched",
    forceHint: "A server's Retry-After and a closed host still hold.",
    headersHint: "For a feed that asks for them. They are stored encrypted and sent to this address alone.",
    forgetHeaders: "Forget login and headers",
    save: "Save",
    saved: "The settings are saved.",
    failed: "Nothing was saved.",
    asked: "The feed is due now; a worker fetches it as soon as its host may be asked.",
    taken: (by: string) => `Another feed has this address: ${by}`,
    gone: "There is no such feed",
    goneWhy: "It was deleted, or it belongs to one person alone.",

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
    lede: (type: string, model: string) =>
      type === "heuristic"
        ? "Items are analysed by words alone: that costs nothing."
        : `AI_TYPE is ${type}, asked for ${model}.`,
    stopped: {
      title: "No model is asked",
      since: "Since",
      whatToDo: {
        auth: "It goes on with another AI_API_KEY, AI_MODEL or AI_BASE_URL, or when you say so. Items are read by words until then.",
        payment: "Pay the bill, then say so. Items are read by words until then.",
      },
      again: "Ask again",
    },
    done: { again: "Models are asked again." },
    today: "Today (UTC)",
    money: "Spent",
    reserved: "Of it reserved",
    tokens: "Tokens",
    calls: "Calls",
    usd,
    count,
    ofUsd: (spent: number, max: number) => `${usd(spent)} of ${usd(max)}`,
    ofTokens: (used: number, max: number | null) => (max === null ? count(used) : `${count(used)} of ${count(max)}`),
    daysTitle: "The last 30 days",
    spent: (amount: number) => `${usd(amount)} spent`,
    used: (tokens: number, calls: number) => `${plural(tokens, "token")} in ${plural(calls, "call")}`,
    onDay: (day: string, amount: string) => `${day}: ${amount}`,
    byFeed: "By feed, last 30 days",
    nothing: "No model was asked.",
    briefs: "Briefs",
    feedGone: "A feed that is gone, or one person’s own",
    line: (line: { usd: number; tokens: number; calls: number }) =>
      `${usd(line.usd)} · ${plural(line.tokens, "token")} · ${plural(line.calls, "call")}`,
    dearest: (shown: number) => `The ${shown} dearest are shown.`,
  },

  people: {
    title: "Accounts",
    lede: (people: number) => `${plural(people, "account")} on this server.`,
    search: "Search by email",
    find: "Search",
    none: "No such accounts.",
    pages: "Pages of the accounts",
    badQuestion: "That is not a list of accounts that could be shown.",
    email: "Email",
    operator: "operator",
    disabled: "disabled",
    subscriptions: (feeds: number) => plural(feeds, "feed"),
    seen: "last seen",
    neverSeen: "never logged in",
    reset: "Reset link",
    resetOf: (email: string) => `Reset link for ${email}`,
    act: { disable: "Disable", enable: "Enable" },
    actOn: {
      disable: (email: string) => `Disable ${email}`,
      enable: (email: string) => `Enable ${email}`,
    },
    done: {
      revoked: "The invitation is revoked.",
      disabled: "The account is disabled: its sessions have ended. Nothing of theirs is lost.",
      enabled: "The account is enabled again.",
    },
    resetLink: (email: string) => `For ${email}, once and within 30 minutes. It is not shown again:`,
    inviteLink: (email: string | null) =>
      `For ${email ?? "one person"}, once and within seven days. It is not shown again:`,
    badEmail: "Please enter a valid email address",
    taken: "An account with this email already exists",
    resetDisabled: "No link can be made: the account is disabled. Enable it first.",
    resetElsewhere: "No link can be made: the password of this account is kept by a login service.",
    elsewhere: "Accounts are made at the login service here. An invitation lets somebody register.",
    oneself: "Your own account cannot be disabled here: you would be locked out.",
    gone: "There is no such account",
    goneWhy: "It may have been deleted.",
    invitation: {
      title: "Open invitations",
      newTitle: "Invite somebody",
      hint: "May stay empty; it only fills in the form.",
      make: "Make an invitation",
      none: "No invitation is open.",
      anybody: "For whoever has the link",
      expires: "ends",
      revoke: "Revoke",
      revokeOf: (name: string) => `Revoke the invitation: ${name}`,
      gone: "That invitation is gone",
      goneWhy: "It was used or revoked already, or it is too old.",
    },
    create: {
      title: "Make an account",
      hint: "You get a link with which its password is set.",
      operator: "May use these pages",
      make: "Make the account",
    },
  },
};

export type OperatorTexts = typeof operatorInEnglish;

function plural(amount: number, one: string, many = `${one}s`): string {
  return `${count(amount)} ${amount === 1 ? one : many}`;
}

function count(amount: number): string {
  return amount.toLocaleString("en");
}

/** A call may cost a tenth of a cent. */
function usd(amount: number): string {
  return `$${amount.toFixed(amount > 0 && amount < 1 ? 4 : 2)}`;
}
