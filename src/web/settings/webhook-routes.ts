import { randomBytes } from "node:crypto";
import { type Context, Hono } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { AccountParts } from "../../accounts/auth-provider.ts";
import { asPerson } from "../../database/transaction.ts";
import { listFolders } from "../../feeds/folder-store.ts";
import { parseFeedUrl } from "../../feeds/new-feed.ts";
import { isUuid, uuidV7 } from "../../ids.ts";
import { parseSearch, searchCharsMax } from "../../items/search-words.ts";
import {
  type CredentialName,
  type Credentials,
  credentialsOf,
  eventsOf,
  isOptional,
  type WebhookKind,
  webhookKinds,
  webhooksMax,
} from "../../webhooks/webhook.ts";
import {
  addWebhook,
  deleteWebhook,
  enableWebhook,
  listWebhooks,
  queueTest,
  repeatDelivery,
} from "../../webhooks/webhook-store.ts";
import type { Frame } from "../kit/frame.ts";
import { doneSentence } from "../kit/notice.ts";
import { type FormText, readForm } from "../kit/read-form.ts";
import { problem } from "../problem.ts";
import { type Refuse, sessionOf } from "../require-person.ts";
import { textsOf } from "../texts/texts-of.ts";
import type { WebEnv } from "../web-env.ts";
import {
  newWebhookPage,
  type WebhookFaults,
  type WebhookForm,
  webhooksPage,
  type WebhooksView,
} from "./webhook-pages.ts";

type Parts = { accounts: AccountParts; frame: (c: Context<WebEnv>) => Frame; refuse: Refuse };

/** Where a person's news is sent. */
export function webhookRoutes(parts: Parts): Hono<WebEnv> {
  const app = new Hono<WebEnv>();
  const base = "/settings/webhooks";
  app.get(base, (c) => {
    const { removed, testQueued, enabled, repeated } = textsOf(c).webhooks;
    return show(parts, c, { done: doneSentence(c, { removed, tested: testQueued, enabled, repeated }) });
  });
  app.get(`${base}/new`, async (c) => {
    const kind = kindOf(c.req.query("kind")) ?? "webhook";
    const name = textsOf(c).webhooks.kinds[kind];
    const events = kind === "webhook" || kind === "ntfy" ? [] : (["item.saved", "item.starred"] as const);
    return showForm(parts, c, {
      kind,
      values: { name, url: "", events, folder: "", words: "" },
      faults: {},
      failure: null,
    });
  });
  app.post(base, (c) => create(parts, c));
  const actions = { test: queueTest, enable: enableWebhook, delete: deleteWebhook };
  const done = { test: "tested", enable: "enabled", delete: "removed" };
  for (const action of ["test", "enable", "delete"] as const) {
    app.post(`${base}/:id/${action}`, (c) => change(parts, c, { act: actions[action], done: done[action] }));
  }
  app.post(`${base}/deliveries/:id/repeat`, (c) => change(parts, c, { act: repeatDelivery, done: "repeated" }));
  return app;
}

function kindOf(written: string | undefined): WebhookKind | undefined {
  return webhookKinds.find((kind) => kind === written);
}

const nameCharsMax = 255;
const credentialCharsMax = 1_000;

/** Answers with the page, not a redirect: the secret is known only now. */
async function create(parts: Parts, c: Context<WebEnv>): Promise<Response> {
  const form = await readForm(c);
  const texts = textsOf(c).webhooks;
  const kind = kindOf(form("kind"));
  if (kind === undefined) return parts.refuse(c, problem(400, textsOf(c).settings.notSaved));
  const name = form("name").trim().toWellFormed();
  const url = parseFeedUrl(form("url"));
  const events = eventsOf[kind].filter((event) => form(`event ${event}`) === "on");
  const words = form("words").trim().slice(0, searchCharsMax);
  const query = words === "" ? null : parseSearch(words);
  const { credentials, faults } = readCredentials(kind, form, texts);
  if (name === "" || name.length > nameCharsMax || /\p{Cc}/u.test(name)) faults.name = texts.badName;
  if (url.kind === "wrong") faults.url = texts.badAddress;
  if (events.length === 0) faults.events = texts.noEvent;
  if (query?.kind === "empty") faults.words = texts.badWords;
  const again = {
    kind,
    values: { name, url: form("url"), events, folder: form("folder"), words },
    faults,
    failure: null,
  };
  if (url.kind === "wrong" || query?.kind === "empty" || Object.keys(faults).length > 0)
    return showForm(parts, c, again, 400);

  // As Standard Webhooks writes it.
  const secret = kind === "webhook" ? `whsec_${randomBytes(32).toString("base64")}` : null;
  const { accounts } = parts;
  const { person } = sessionOf(c);
  const now = accounts.now();
  const isAdded = await asPerson(accounts.db, person.id, async (tx) => {
    const folderId = (await listFolders(tx)).find(({ id }) => id === form("folder"))?.id ?? null;
    const sealed = accounts.secrets.seal(JSON.stringify(secret === null ? credentials : { ...credentials, secret }));
    const webhook = {
      id: uuidV7(now),
      name,
      kind,
      url: url.url,
      secret: sealed,
      events,
      folderId,
      words,
      tsquery: query?.tsquery ?? null,
    };
    return addWebhook(tx, webhook, now);
  });
  if (!isAdded) return showForm(parts, c, { ...again, failure: texts.full(webhooksMax) }, 409);
  return show(parts, c, { secret, done: texts.made });
}

function readCredentials(
  kind: WebhookKind,
  form: FormText,
  texts: Frame["texts"]["webhooks"],
): { credentials: Credentials; faults: WebhookFaults } {
  const credentials: Credentials = {};
  const faults: WebhookFaults = {};
  for (const name of credentialsOf[kind]) {
    const value = form(name).trim();
    if (value === "" && !isOptional(kind, name)) faults[name] = texts.missing(texts.credentials[name]);
    else if (!isSendable(name, value)) faults[name] = texts.badCredential(texts.credentials[name]);
    else if (value !== "") credentials[name] = value;
  }
  return { credentials, faults };
}

/** A token is sent in a header, which takes ASCII only; the others in a form or as JSON. */
function isSendable(name: CredentialName, value: string): boolean {
  const form = name === "token" ? /^[\x21-\x7e]*$/ : /^\P{Cc}*$/u;
  return value.length <= credentialCharsMax && form.test(value);
}

type Change = { act: (tx: Parameters<typeof queueTest>[0], id: string, now: Date) => Promise<boolean>; done: string };

async function change(parts: Parts, c: Context<WebEnv>, { act, done }: Change): Promise<Response> {
  const id = c.req.param("id") ?? "";
  const { db, now } = parts.accounts;
  const isDone = isUuid(id) && (await asPerson(db, sessionOf(c).person.id, (tx) => act(tx, id, now())));
  return isDone ? c.redirect(`/settings/webhooks?done=${done}`, 303) : refuseUnknown(parts, c);
}

function refuseUnknown(parts: Parts, c: Context<WebEnv>): Response | Promise<Response> {
  const { gone, goneWhy } = textsOf(c).webhooks;
  return parts.refuse(c, { ...problem(404, goneWhy), heading: gone });
}

async function show({ accounts, frame }: Parts, c: Context<WebEnv>, changes: Partial<WebhooksView>): Promise<Response> {
  const webhooks = await asPerson(accounts.db, sessionOf(c).person.id, listWebhooks);
  const view: WebhooksView = { webhooks, secret: null, done: null, now: accounts.now(), ...changes };
  // A secret that was just made must not stay in a cache of the browser.
  if (view.secret !== null) c.header("Cache-Control", "no-store");
  return c.html(webhooksPage(frame(c), view).text);
}

async function showForm(
  { accounts, frame }: Parts,
  c: Context<WebEnv>,
  form: Omit<WebhookForm, "folders">,
  status: ContentfulStatusCode = 200,
): Promise<Response> {
  const folders = await asPerson(accounts.db, sessionOf(c).person.id, listFolders);
  return c.html(newWebhookPage(frame(c), { ...form, folders }).text, status);
}
