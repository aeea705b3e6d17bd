import type { PasswordFault } from "../../accounts/credentials-policy.ts";
import { aboutFetcherInEnglish, homeInEnglish } from "./en-about.ts";
import { appsInEnglish } from "./en-apps.ts";
import { newslettersInEnglish } from "./en-newsletters.ts";
import { webhooksInEnglish } from "./en-webhooks.ts";
import { articleInEnglish } from "./en-article.ts";
import { briefInEnglish } from "./en-brief.ts";
import { engineInEnglish } from "./en-engine.ts";
import { feedsInEnglish } from "./en-feeds.ts";
import { modelInEnglish } from "./en-model.ts";
import { operatorInEnglish } from "./en-operator.ts";
import { readingInEnglish } from "./en-reading.ts";
import { sourcesInEnglish } from "./en-sources.ts";
import { accountInEnglish, settingsInEnglish } from "./en-settings.ts";
import { signInInEnglish } from "./en-sign-in.ts";
import { storyInEnglish } from "./en-story.ts";
import { streamInEnglish } from "./en-stream.ts";
import { todayInEnglish } from "./en-today.ts";
import { waysInEnglish } from "./en-ways-in.ts";

/** Every sentence on our pages, by page. A translation is another file like this one. */
export const en = {
  frame: {
    language: "en",
    locale: "en-GB",
    skip: "Skip to content",
    mainNavigation: "Main",
    today: "Today",
    stream: "Stream",
    brief: "Brief",
    sources: "Sources",
    search: "Search",
    searchTitle: "Search ( / )",
    addFeed: "Add a feed",
    menu: "Menu",
    feeds: "Feeds and folders",
    filters: "Filters and personal feeds",
    settings: "Settings",
    operator: "This server",
    keyboard: "Keyboard",
    close: "Close",
    copied: "Copied.",
    copyFailed: "It could not be copied. Select it and copy it by hand.",
    keys: [
      [["j", "k"], "next, previous"],
      [["Enter"], "open"],
      [["o"], "open the original"],
      [["h"], "how others put it"],
      [["m"], "mark read or unread"],
      [["s"], "star"],
      [["Shift+A"], "mark all read"],
      [["Shift+J", "Shift+K"], "next, previous feed"],
      [["g t", "g s", "g b", "g f"], "go to Today, Stream, Brief, Feeds"],
      [["/"], "search"],
      [["Esc"], "back to the list"],
      [["?"], "this list"],
    ] as readonly (readonly [readonly string[], string])[],
    levels: { plain: "plain", mild: "mild", loaded: "loaded", heavy: "heavy" },
    notRead: "not read yet",
    unread: "unread",
    undo: "Undo",
    unreachable: "The server cannot be reached. Try again.",
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
      400: "We cannot read this request",
      401: "Please log in",
      403: "Not allowed",
      404: "Page not found",
      405: "Not possible here",
      413: "Too large",
      429: "Too many requests",
      500: "Sorry, that failed",
      503: "Temporarily unavailable",
    } as Partial<Record<number, string>>,
    nothingHere: "Check the address. The page may have been removed.",
    wrongMethod: (method: string, allowed: string) => `This address answers ${allowed}, not ${method}.`,
    cutShort: "The request ended before it was complete.",
    databaseDown: "The database is not responding. Nothing is lost. Try again in a moment.",
    databaseSlow:
      "The database took too long for this, so it was stopped. Nothing is lost. Try again in a few minutes.",
    ourFault: (requestId: string) =>
      `Something went wrong on our side (request ${requestId}). It has been logged. Try again.`,
    toStart: "Go to the home page",
    request: "Request",
  },

  apps: appsInEnglish,
  webhooks: webhooksInEnglish,
  newsletters: newslettersInEnglish,
  home: homeInEnglish,
  aboutFetcher: aboutFetcherInEnglish,
  // What the API itself says is part of /openapi.json, in English.
  api: { title: "The API", forPrograms: "The same for programs:" },

  register: {
    title: "Create your account",
    lede: "Your feeds, what you read and your daily brief stay on this server.",
    ordinaryTitle: "Create an ordinary account",
    ordinaryLede: "With an ordinary account you read and follow feeds. It cannot run this server.",
    operatorTitle: "Create the operator’s account",
    operatorLede: "This account will run this server: shared feeds, accounts and AI spending.",
    email: "Email",
    password: "Password",
    passwordHint: (lengthMin: number) => `At least ${lengthMin} characters. A short sentence is easy to remember.`,
    repeated: "Password again",
    acceptBefore: "I have read and accept the ",
    acceptLink: "privacy policy",
    submit: "Create account",
    haveAccount: "Already have an account?",
    logIn: "Log in",
    failed: "Your account was not created.",
    emailInvalid: "Please enter a valid email address",
    repeatedDifferent: "The passwords do not match",
    privacyMissing: "You must accept the privacy policy",
    taken: "An account with this email already exists",
    closed: "This server does not accept new accounts. Its operator can create one for you.",
    uninvited: "You need an invitation to register here. Open the link in your invitation.",
    badToken: "This link has expired or was already used. Ask for a new one.",
    confirmTitle: "Check your email",
    confirm: "If this address is new here, we have sent it a message. Open the link in it, then log in.",
  },

  passwordFault: (fault: PasswordFault): string => {
    switch (fault.kind) {
      case "missing":
        return "Please enter a password";
      case "too-short":
        return `The password must have at least ${fault.lengthMin} characters`;
      case "too-long":
        return `The password can have at most ${fault.lengthMax} characters`;
      case "guessable":
        return "This password is too easy to guess";
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
    unconfirmed: "Please confirm your email first: open the link in the message we sent you",
    loggedOut: "You are logged out. Log in again.",
    resetDone:
      "Your password has been changed. Log in with the new one. Your personal feeds need new addresses, and you may have to add your passkeys again.",
  },

  signIn: signInInEnglish,

  passwordUnfit: "The login service does not accept this password. Please choose another.",
  tryLater: "Something went wrong. Please try again later.",
  wrongSetting:
    "This server cannot reach its login service because of a wrong setting. The operator can run ‘plainwire doctor’ to see which.",
  throttled: (retryAfterSeconds: number) => `Too many attempts. Try again in ${inMinutes(retryAfterSeconds)}.`,

  forgot: {
    title: "Reset your password",
    lede: "Enter your email, and we will send you a link that works once.",
    submit: "Send the link",
    byOperator: "This server does not send email. Its operator can create a reset link for you.",
    sentTitle: "Check your email",
    sent: "If there is an account with this address, we have sent it a link. It works once, for 30 minutes.",
    sentElsewhere: "If there is an account with this address, we have sent it a link. It works once.",
    mailSubject: "Set a new password for Plainwire",
    mailText: (url: string) =>
      `Someone, probably you, asked to reset the password of your account.\n\n` +
      `This link works once, for 30 minutes:\n${url}\n\nIf it was not you, ignore this message: your password stays the same.\n`,
  },

  reset: {
    title: "Set a new password",
    lede:
      "This logs you out everywhere. The secret addresses of your personal feeds stop working too: create new ones " +
      "afterwards.",
    submit: "Set password",
    proceed: "Choose a new password",
    badToken: "This link has expired or was already used. Ask for a new one.",
  },

  setup: {
    none: "This server has no operator yet.",
    byLink: "If it is yours, open the link that it printed when it started: look for “No operator yet” in its log.",
    orCommand: "Or run this command:",
    title: "Become the operator",
    lede: (email: string) => `The account ${email} will run this server.`,
    submit: "Become the operator",
    badToken: "This link has expired or was already used. Restart the server to get a new one.",
    taken: "This link no longer works: this server already has an operator. Log in with that account.",
  },

  account: accountInEnglish,
  settings: settingsInEnglish,
  waysIn: waysInEnglish,

  privacy: {
    title: "Privacy policy",
    lede: "What this server stores about you, why, and for how long.",
    points: [
      ["Your email and a hash of your password", "to log you in. The password itself is never stored."],
      [
        "Logins at other servers that you linked: that server, its id and name for you",
        "so that you can log in with them. Until you unlink them.",
      ],
      [
        "Passkeys (their public halves) and, sealed, the key of the app that shows you codes",
        "if you set them up, to log you in.",
      ],
      ["Sessions: device name, network address, times", "so that you can see and end them. For at most 30 days."],
      [
        "Subscriptions, filters, what you read and starred, your briefs",
        "because this is what the service does for you.",
      ],
      [
        "Events: that you registered, logged in, changed how you log in, added a feed, had a brief written",
        "to see how the server is used.",
      ],
      [
        "Cookies: for your session, to protect forms, to recognise this browser at your next login, for the theme",
        "none of them tracks you on other sites.",
      ],
      [
        "In your own browser: Today and the last 50 articles you opened",
        "so that you can read them offline. They are erased when you log out or your session ends.",
      ],
    ] as readonly (readonly [string, string])[],
    feeds: "Publishers see that this server fetches their feeds and how many people read them, but never who.",
    rights: "You can export or delete all of it at any time in your settings.",
    operator: "The operator of this server is responsible for it and can extend this policy.",
  },

  brief: briefInEnglish,
  today: todayInEnglish,
  article: articleInEnglish,
  story: storyInEnglish,
  sources: sourcesInEnglish,
  stream: streamInEnglish,
  feeds: feedsInEnglish,
  engine: engineInEnglish,
  reading: readingInEnglish,
  operator: operatorInEnglish,
  model: modelInEnglish,

  csrf: {
    foreign: "This request came from another site. If it did not, reload the page and try again.",
    stale: "This form has expired, or your browser blocks cookies. Reload the page and try again.",
  },

  needsLogIn: "Your session has ended. Log in to continue.",
  providerDown: "The login service is not responding. Try again in a moment.",
};

export type Texts = typeof en;

function inMinutes(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? "1 minute" : `${minutes} minutes`;
}
