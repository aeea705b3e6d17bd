import { type Context, Hono } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import {
  type AccountDeletion,
  changePassword,
  deleteAccount,
  type PasswordChanged,
} from "../../accounts/change-account.ts";
import { exportAccount } from "../../accounts/export-store.ts";
import { findProof } from "../../accounts/identity-store.ts";
import { endOtherSessions, endSessionOf, listSessions } from "../../accounts/session-store.ts";
import { isUuid } from "../../ids.ts";
import { buildBookmarks } from "../../items/build-bookmarks.ts";
import { listBookmarks } from "../../items/starred-item-store.ts";
import { exportOpml } from "../../moving/export-opml.ts";
import { doneSentence } from "../kit/notice.ts";
import { smallPage } from "../kit/page.ts";
import { readForm } from "../kit/read-form.ts";
import { problem } from "../problem.ts";
import { requirePerson, sessionOf } from "../require-person.ts";
import { importPage } from "../settings/import-page.ts";
import { textsOf } from "../texts/texts-of.ts";
import type { WebEnv } from "../web-env.ts";
import {
  accountPage,
  type AccountView,
  dataPage,
  type DeletionFaults,
  deletionPage,
  noDeletionFaults,
  noPasswordFaults,
  type PasswordFaults,
  sessionsPage,
} from "./account-page.ts";
import { identityRoutes } from "./identity-routes.ts";
import { tellOfChange } from "./tell-of-change.ts";
import { forgetPages, letIn, logFailure, type PeopleParts, visitOf } from "./people-parts.ts";

/** The sections of the settings about the account itself, and their actions. */
export function accountRoutes(parts: PeopleParts): Hono<WebEnv> {
  const app = new Hono<WebEnv>();
  const { accounts, cookies, frame, refuse } = parts;
  for (const path of ["/account", "/account/*", "/settings", "/settings/*"]) app.use(path, requirePerson(refuse));
  app.route("/", exportRoutes(parts));
  app.route("/", sectionRoutes(parts));
  app.route("/", identityRoutes(parts));

  app.post("/account/sessions/end-others", async (c) => {
    const { id, person } = sessionOf(c);
    await endOtherSessions(accounts.db, person.id, id);
    return c.redirect("/settings/sessions?done=sessions", 303);
  });
  app.post("/account/sessions/:id/end", async (c) => {
    const id = c.req.param("id");
    const isEnded = isUuid(id) && (await endSessionOf(accounts.db, sessionOf(c).person.id, id));
    if (!isEnded) return refuse(c, problem(404, textsOf(c).account.sessionGone));
    return c.redirect("/settings/sessions?done=session", 303);
  });

  app.post("/account/password", async (c) => {
    const text = await readForm(c);
    const form = { current: text("current"), password: text("password"), repeated: text("repeated") };
    const result = await changePassword(accounts, sessionOf(c).person, form, visitOf(parts, c));
    if (result.kind === "changed") {
      letIn(parts, c, sessionOf(c).person.email, result.session);
      tellOfChange(parts, c, "password-changed");
      return c.redirect("/settings/account?done=password", 303);
    }
    const { status, faults } = passwordFailure(parts, c, result);
    return showAccount(parts, c, { status, faults });
  });

  app.post("/account/delete", async (c) => {
    const password = (await readForm(c))("confirmation");
    const result = await deleteAccount(accounts, sessionOf(c).person, password, visitOf(parts, c));
    if (result.kind === "deleted") {
      cookies.end(c);
      forgetPages(c);
      const texts = textsOf(c).account;
      const stranger = { ...frame(c), person: null };
      return c.html(smallPage(stranger, { title: texts.deletedTitle, lede: texts.deleted }).text);
    }
    const { status, fault, failure } = failureOf(parts, c, result);
    const faults = { password: fault, failure: failure ?? textsOf(c).account.deleteFailed };
    return showDeletion(parts, c, { status, faults });
  });

  return app;
}

type AccountShown = { status: ContentfulStatusCode } & Partial<Pick<AccountView, "faults" | "done" | "isList">>;

async function showAccount(parts: PeopleParts, c: Context<WebEnv>, shown: AccountShown): Promise<Response> {
  const { accounts, frame } = parts;
  const { status, ...rest } = shown;
  const { person, token } = sessionOf(c);
  const { hasPassword } = await findProof(accounts.db, person.id, token);
  const { passwordLengthMin } = accounts;
  const view = { passwordLengthMin, hasPassword, faults: noPasswordFaults, done: null, ...rest };
  return c.html(accountPage(frame(c), view).text, status);
}

type DeletionShown = { status: ContentfulStatusCode; faults: DeletionFaults };

async function showDeletion(
  { accounts, frame }: PeopleParts,
  c: Context<WebEnv>,
  { status, faults }: DeletionShown,
): Promise<Response> {
  const { person, token } = sessionOf(c);
  const { hasPassword } = await findProof(accounts.db, person.id, token);
  return c.html(deletionPage(frame(c), { faults, hasPassword }).text, status);
}

function sectionRoutes(parts: PeopleParts): Hono<WebEnv> {
  const app = new Hono<WebEnv>();
  const { accounts, frame } = parts;
  const done = (c: Context<WebEnv>) => doneSentence(c, textsOf(c).account.done);

  // The old address.
  app.get("/account", (c) => {
    const { search } = new URL(c.req.url);
    return c.redirect(search === "" ? "/settings" : `/settings/account${search}`, 303);
  });
  app.on("GET", ["/settings", "/settings/account"], (c) =>
    showAccount(parts, c, { status: 200, done: done(c), isList: c.req.path === "/settings" }),
  );
  app.get("/settings/sessions", async (c) => {
    const { id: ownSessionId, person } = sessionOf(c);
    const now = accounts.now();
    const sessions = await listSessions(accounts.db, person.id, now);
    return c.html(sessionsPage(frame(c), { sessions, ownSessionId, done: done(c), now }).text);
  });
  app.get("/settings/import", (c) => c.html(importPage(frame(c)).text));
  app.get("/settings/data", (c) => c.html(dataPage(frame(c)).text));
  app.get("/settings/delete", (c) => showDeletion(parts, c, { status: 200, faults: noDeletionFaults }));
  return app;
}

type PasswordFailure = { status: ContentfulStatusCode; faults: PasswordFaults };

function passwordFailure(
  parts: PeopleParts,
  c: Context<WebEnv>,
  result: Exclude<PasswordChanged, { kind: "changed" }>,
): PasswordFailure {
  const { account: texts, passwordFault, passwordUnfit, register } = textsOf(c);
  if (result.kind === "invalid") {
    const { password, repeated } = result.faults;
    const found = {
      password: password && passwordFault(password),
      repeated: repeated && register.repeatedDifferent,
    };
    return { status: 400, faults: { ...noPasswordFaults, ...found, failure: texts.passwordFailed } };
  }
  if (result.kind === "unfit") {
    return { status: 400, faults: { ...noPasswordFaults, password: passwordUnfit, failure: texts.passwordFailed } };
  }
  const { status, fault, failure } = failureOf(parts, c, result);
  return { status, faults: { ...noPasswordFaults, current: fault, failure: failure ?? texts.passwordFailed } };
}

type ProofFailure = { status: ContentfulStatusCode; fault: string | null; failure: string | null };

/** Why the password was not accepted: `fault` if it was mistyped, `failure` if the cause is on our side. */
function failureOf(
  parts: PeopleParts,
  c: Context<WebEnv>,
  result: Exclude<AccountDeletion, { kind: "deleted" }>,
): ProofFailure {
  const { account: texts, throttled, tryLater } = textsOf(c);
  switch (result.kind) {
    case "wrong":
    case "unconfirmed":
      return { status: 403, fault: texts.currentWrong, failure: null };
    case "not-recent":
      return { status: 403, fault: null, failure: texts.notRecent };
    case "throttled":
      c.header("Retry-After", String(result.retryAfterSeconds));
      return { status: 429, fault: null, failure: throttled(result.retryAfterSeconds) };
    case "unavailable":
      logFailure(parts, c, result.reason);
      return { status: 500, fault: null, failure: tryLater };
  }
}

/** Downloads of a person's own data. */
function exportRoutes({ accounts }: PeopleParts): Hono<WebEnv> {
  const app = new Hono<WebEnv>();

  app.get("/account/export.json", (c) => {
    c.header("Content-Disposition", 'attachment; filename="plainwire.json"');
    c.header("Content-Type", "application/json");
    const text = exportAccount(accounts, sessionOf(c).person.id);
    return c.body(ReadableStream.from(text).pipeThrough(new TextEncoderStream()));
  });

  app.get("/account/export.opml", async (c) => {
    const { person } = sessionOf(c);
    const title = textsOf(c).account.opmlTitle(person.email);
    const text = await exportOpml(accounts.db, { personId: person.id, title }, accounts.now());
    c.header("Content-Disposition", 'attachment; filename="plainwire.opml"');
    c.header("Content-Type", "text/x-opml; charset=utf-8");
    return c.body(text);
  });

  app.get("/account/starred.html", (c) => {
    const { person } = sessionOf(c);
    // A download: opened here, the links of strangers would stand on our own origin.
    c.header("Content-Disposition", 'attachment; filename="starred.html"');
    c.header("Content-Type", "text/html; charset=utf-8");
    const text = buildBookmarks(textsOf(c).account.bookmarksTitle(person.email), listBookmarks(accounts.db, person.id));
    return c.body(ReadableStream.from(text).pipeThrough(new TextEncoderStream()));
  });

  return app;
}
