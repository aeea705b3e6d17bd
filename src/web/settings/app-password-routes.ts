import { type Context, Hono } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import {
  addAppPassword,
  appPasswordsMax,
  appProtocols,
  deleteAppPassword,
  listAppPasswords,
} from "../../accounts/app-password-store.ts";
import { asPerson } from "../../database/transaction.ts";
import { isUuid, uuidV7 } from "../../ids.ts";
import type { PeopleParts } from "../auth/people-parts.ts";
import { tellOfChange } from "../auth/tell-of-change.ts";
import { readForm } from "../kit/read-form.ts";
import { problem } from "../problem.ts";
import { sessionOf } from "../require-person.ts";
import { textsOf } from "../texts/texts-of.ts";
import type { WebEnv } from "../web-env.ts";
import { appPasswordsPage, type AppPasswordsView } from "./app-password-page.ts";

type Parts = Pick<PeopleParts, "accounts" | "publicOrigin" | "sendMail" | "log" | "frame" | "refuse">;

const nameCharsMax = 255;

/** Creates and revokes the passwords of apps. */
export function appPasswordRoutes(parts: Parts): Hono<WebEnv> {
  const app = new Hono<WebEnv>();
  app.get("/settings/apps", (c) => {
    const done = c.req.query("done") === "revoked" ? textsOf(c).apps.revoked : null;
    return show(parts, c, { done });
  });
  app.post("/settings/apps", (c) => create(parts, c));
  app.post("/settings/apps/:id/delete", (c) => revoke(parts, c));
  return app;
}

/** Answers with the page, not a redirect: the password is known only now. */
async function create(parts: Parts, c: Context<WebEnv>): Promise<Response> {
  const form = await readForm(c);
  const texts = textsOf(c).apps;
  const name = form("name").trim().toWellFormed();
  const protocol = appProtocols.find((one) => one === form("protocol"));
  if (protocol === undefined) return parts.refuse(c, problem(400, textsOf(c).settings.notSaved));
  if (name === "" || name.length > nameCharsMax || /\p{Cc}/u.test(name)) {
    return show(parts, c, { nameFault: texts.badName }, 400);
  }
  const { person } = sessionOf(c);
  const { db, now } = parts.accounts;
  const wanted = {
    id: uuidV7(now()),
    name,
    protocol,
    readOnly: form("access") === "read",
    plainTitles: form("titles") !== "published",
  };
  const password = await asPerson(db, person.id, (tx) =>
    addAppPassword(tx, wanted, { email: person.email, now: now() }),
  );
  if (password === null) return show(parts, c, { failure: texts.full(appPasswordsMax) }, 409);
  tellOfChange(parts, c, "app-password-made");
  return show(parts, c, { made: { protocol, password } });
}

async function revoke(parts: Parts, c: Context<WebEnv>): Promise<Response> {
  const id = c.req.param("id") ?? "";
  const { person } = sessionOf(c);
  const isRevoked = isUuid(id) && (await asPerson(parts.accounts.db, person.id, (tx) => deleteAppPassword(tx, id)));
  const { gone, goneWhy } = textsOf(c).apps;
  if (!isRevoked) return parts.refuse(c, { ...problem(404, goneWhy), heading: gone });
  return c.redirect("/settings/apps?done=revoked", 303);
}

async function show(
  { accounts, publicOrigin, frame }: Parts,
  c: Context<WebEnv>,
  changes: Partial<AppPasswordsView>,
  status: ContentfulStatusCode = 200,
): Promise<Response> {
  const { person } = sessionOf(c);
  const passwords = await asPerson(accounts.db, person.id, listAppPasswords);
  const view: AppPasswordsView = {
    passwords,
    email: person.email.toLowerCase(),
    origin: publicOrigin,
    made: null,
    nameFault: null,
    failure: null,
    done: null,
    now: accounts.now(),
    ...changes,
  };
  // A password that was just made must not stay in a cache of the browser.
  if (view.made !== null) c.header("Cache-Control", "no-store");
  return c.html(appPasswordsPage(frame(c), view).text, status);
}
