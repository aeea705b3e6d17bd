import type { Context } from "hono";
import type { PasswordFault } from "../../accounts/password-policy.ts";
import { aboutFetcherInEnglish, homeInEnglish } from "./en-about.ts";
import { feedsInEnglish } from "./en-feeds.ts";
import { operatorInEnglish } from "./en-operator.ts";
import { readingInEnglish } from "./en-reading.ts";

/** Every sentence a page says, by page. A language is one such file; what has parts is a function. */
const en = {
  frame: {
    language: "en",
    skip: "Skip to content",
    mainNavigation: "Main",
    dashboard: "Dashboard",
    account: "Account",
    api: "API",
    fetcher: "Our fetcher",
    foot: (version: string) => `Plainwire ${version}, a self-hosted news engine.`,
    logIn: "Log in",
    logOut: "Log out",
    toDark: "Dark theme",
    toLight: "Light theme",
  },

  problem: {
    heading: "Something went wrong",
    headings: {
      400: "That request cannot be read",
      401: "Please log in",
      403: "That is not allowed",
      404: "Nothing is at this address",
      405: "That is not possible here",
      413: "That is too much at once",
      429: "That was too often",
      503: "Not available for a moment",
    } as Partial<Record<number, string>>,
    nothingHere: "The address may be mistyped, or what was here is gone.",
    wrongMethod: (method: string, allowed: string) => `This address answers ${allowed}, not ${method}.`,
    cutShort: "The request ended before it was complete.",
    databaseDown: "The database does not answer. Nothing is lost; please try again in a moment.",
    ourFault: "This is our fault, and it has been logged. Trying again may help.",
    toStart: "To the start page",
    request: "The log tells more under the name of this request:",
  },

  home: homeInEnglish,
  aboutFetcher: aboutFetcherInEnglish,

  register: {
    title: "Create your account",
    lede: "Your feeds, what you read and your daily brief stay on this server.",
    operatorTitle: "Create the operator’s account",
    operatorLede: "This account will be the operator of this server: it looks after shared feeds, people and spending.",
    email: "Email",
    password: "Password",
    passwordHint: (lengthMin: number) => `At least ${lengthMin} characters. A short sentence is easy to remember.`,
    repeated: "Password again",
    acceptBefore: "I have read and accept the ",
    acceptLink: "privacy policy",
    submit: "Create account",
    haveAccount: "You have an account?",
    logIn: "Log in",
    failed: "The account was not created.",
    emailInvalid: "Please enter a valid email address",
    repeatedDifferent: "The passwords do not match",
    privacyMissing: "You must accept the privacy policy",
    taken: "An account with this email already exists",
    closed: "This server takes no new accounts. Its operator can make one for you.",
    uninvited: "You need an invitation to register here. Its link brings you to the form.",
    badToken: "This link has been used or is too old. Ask for a new one.",
    confirmTitle: "Look into your mailbox",
    confirm: "If this address is new here, a message is on its way to it. Follow its link, then log in.",
  },

  passwordFault: (fault: PasswordFault): string => {
    switch (fault.kind) {
      case "missing":
        return "Please enter a password";
      case "too-short":
        return `The password must have at least ${fault.lengthMin} characters`;
      case "too-long":
        return `The password may have at most ${fault.lengthMax} characters`;
      case "guessable":
        return "This password is among the first that others would try";
    }
  },

  logIn: {
    title: "Log in",
    email: "Email",
    password: "Password",
    submit: "Log in",
    forgot: "Forgot your password?",
    noAccount: "No account yet?",
    register: "Create one",
    emailMissing: "Please enter your email",
    passwordMissing: "Please enter your password",
    wrong: "Invalid email or password",
    unconfirmed: "Please confirm your email first: follow the link in the message you got",
    resetDone: "Your password is changed. Log in with the new one. Personal feeds need new addresses.",
  },

  passwordUnfit: "The login service does not take this password. Please choose another.",
  tryLater: "Something went wrong. Please try again later.",
  wrongSetting:
    "This server and its login service are not set up for each other. Its operator finds out why with ‘plainwire doctor’.",
  throttled: (retryAfterSeconds: number) =>
    `Too many attempts. Please try again in ${Math.ceil(retryAfterSeconds / 60)} min.`,

  forgot: {
    title: "Reset your password",
    lede: "Tell us your email, and we send you a link that works once.",
    submit: "Send the link",
    byOperator: "This server sends no mail. Its operator can make a reset link for you.",
    sentTitle: "Look into your mailbox",
    sent: "If an account has this address, a link is on its way. It works once, for 30 minutes.",
    sentElsewhere: "If an account has this address, a link is on its way. It works once.",
    mailSubject: "Set a new password for Plainwire",
    mailText: (url: string) =>
      `Somebody, probably you, asked to set a new password for your account.\n\n` +
      `This link works once, for 30 minutes:\n${url}\n\nIf it was not you, do nothing: your password stays as it is.\n`,
  },

  reset: {
    title: "Set a new password",
    lede:
      "You will be logged out everywhere and can log in with the new password. Secret addresses of your personal feeds end " +
      "too: make new ones afterwards.",
    submit: "Set password",
    proceed: "Choose a new password",
    badToken: "This link has been used or is too old. Ask for a new one.",
  },

  setup: {
    title: "Become the operator",
    lede: (email: string) => `The account ${email} will be allowed to run this server.`,
    submit: "Become the operator",
    badToken: "This link has been used or is too old. Start the server again for a new one.",
    taken: "This link no longer works: the server has its operator. Log in with that account.",
  },

  account: {
    title: "Your account",
    operator: "You are an operator of this server.",
    done: {
      password: "Your password is changed. All other sessions have ended.",
      session: "That session has ended.",
      sessions: "All other sessions have ended.",
      operator: "You are now an operator of this server.",
    },
    passwordTitle: "Change password",
    current: "Current password",
    newPassword: "New password",
    repeated: "New password again",
    passwordSubmit: "Change password",
    passwordFailed: "The password was not changed.",
    currentWrong: "This is not your current password",
    sessionsTitle: "Where you are logged in",
    thisSession: "This session",
    unknownDevice: "Unknown device",
    lastSeen: "last seen",
    since: "since",
    endSession: "End",
    endSessionOf: (device: string) => `End the session on ${device}`,
    endOthers: "End all other sessions",
    sessionGone: "That session has ended already.",
    exportTitle: "Take your data with you",
    exportText: "Everything we keep about you, and your list of feeds for any other reader.",
    exportJson: "All data (JSON)",
    exportOpml: "Feeds (OPML)",
    opmlTitle: (email: string) => `Feeds of ${email}`,
    deleteTitle: "Delete account",
    deleteText:
      "Your subscriptions, what you read and starred, your briefs and settings are deleted at once, for good.",
    deletePassword: "Your password",
    deleteSubmit: "Delete my account and all its data",
    deleteFailed: "The account was not deleted.",
    deletedTitle: "Your account is deleted",
    deleted: "All your data has been deleted from this server. Thank you for having been here.",
  },

  privacy: {
    title: "Privacy policy",
    lede: "What this server keeps about you, why, and for how long.",
    points: [
      ["Your email and a hash of your password", "to let you in; the password itself is never stored here."],
      ["Sessions: device name, network address, times", "so that you can see and end them. At most 30 days."],
      ["Subscriptions, filters, what you read and starred, your briefs", "because that is what you are here for."],
      [
        "Events: that you registered, logged in, added a feed, had a brief written",
        "to see whether the server is of use.",
      ],
      [
        "Cookies: for your session, to guard forms, to know this browser at your next login, for the theme",
        "none of them follows you elsewhere.",
      ],
    ] as const,
    feeds: "Publishers see this server fetch their feeds, and how many people read them; never who.",
    rights: "You can take all of it with you or delete it at any time on the page of your account.",
    operator: "The operator of this server is responsible for it and may add to this policy.",
  },

  briefs: {
    title: "Briefs",
    lede: "What your feeds brought in a day, in a few paragraphs, with the items behind every statement.",
    yours: "Your brief",
    today: "Today’s brief",
    ofDay: (day: string) => `Brief of ${day}`,
    empty: "No brief yet. It tells in a few paragraphs what your feeds brought in the last 24 hours.",
    generate: "Generate",
    again: "Write again",
    writeWithoutModel: "Write it without AI",
    thinking:
      "The AI is writing. It may take two minutes. You can leave this page: the brief will be here when you come back.",
    written: "Written",
    fromItems: (count: number) => `from ${count} ${count === 1 ? "item" : "items"}`,
    byModel: (model: string) => `by ${model}`,
    withoutModel: "without AI",
    reference: (number: number, title: string) => `Item ${number}: ${title}`,
    cited: (count: number) => `What it rests on (${count})`,
    itemGone: "An item of a feed you no longer read.",
    toHistory: "All briefs",

    noItems: "No articles found from the last 24 hours",
    busy: "A brief is already being written",
    unavailable: "AI service is temporarily unavailable",
    failed: "Failed to generate summary. Please try again later.",
    loadFailed: "Failed to load summary",
    gone: "There is no such brief among yours.",
    badPage: "That is not a page of your briefs.",

    scheduleTitle: "A brief every day",
    time: "Time",
    timeHint: "Leave it empty, and a brief is written only when you ask.",
    zone: "Time zone",
    save: "Save",
    badTime: "Please enter a time such as 06:40",
    badZone: "Please choose a time zone from the list",
    planned: (at: string, timeZone: string) => `A brief will be written every day at ${at}, ${timeZone} time.`,
    unplanned: "Briefs are written only when you ask.",
    historyTitle: "All briefs",
    historyEmpty: "They will be listed here.",
    historyPages: "Pages of briefs",
    newer: "Newer",
    older: "Older",
  },

  feeds: feedsInEnglish,
  reading: readingInEnglish,
  operator: operatorInEnglish,

  csrf: {
    foreign: "This request came from another site. If it did not, open this page anew and try again.",
    stale: "This form is too old, or your browser keeps no cookies. Open the page anew and try again.",
  },

  needsLogIn: "Your session has ended. Log in to go on.",
  providerDown: "The login service does not answer. Please try again in a moment.",
};

export type Texts = typeof en;

/** The texts in the language of whoever asks. English is the only one so far. */
export function textsOf(_c: Context): Texts {
  return en;
}
