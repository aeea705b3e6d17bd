import { type Context, Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { parseEmail } from "../../accounts/credentials-policy.ts";
import { createInvitePass, createResetPass, listInvites, revokeInvite } from "../../accounts/pass-store.ts";
import { createPerson, findPeople, findPerson, setPersonDisabled } from "../../accounts/person-store.ts";
import { isUuid } from "../../ids.ts";
import { doneSentence } from "../kit/notice.ts";
import { readForm } from "../kit/read-form.ts";
import { problem } from "../problem.ts";
import { sessionOf } from "../require-person.ts";
import { requireConfirmed } from "../settings/login/show-login.ts";
import { textsOf } from "../texts/texts-of.ts";
import type { WebEnv } from "../web-env.ts";
import { logChange, type OperatorParts } from "./operator-parts.ts";
import { type PageQuery, parsePageQuery } from "./page-query.ts";
import { noPeopleFaults, peopleAddress, peoplePage, type PeopleView } from "./people-page.ts";

/** SHA-256 in hexadecimal. */
const inviteIdForm = /^[\da-f]{64}$/;

/** Accounts and invitations. New links are shown in the answer itself, because they are known only then. */
export function peopleRoutes(parts: OperatorParts): Hono<WebEnv> {
  const app = new Hono<WebEnv>();
  // A reset link opens an account for good, the operator's own too: an open browser is not enough for that.
  const confirmed = requireConfirmed(parts);
  app.get("/operator/people", (c) => show(parts, c, { done: doneSentence(c, textsOf(c).operator.people.done) }));
  app.post("/operator/people", confirmed, (c) => create(parts, c));
  app.post("/operator/people/:id/disable", (c) => setDisabled(parts, c, true));
  app.post("/operator/people/:id/enable", (c) => setDisabled(parts, c, false));
  app.post("/operator/people/:id/reset", confirmed, (c) => reset(parts, c));
  app.post("/operator/invitations", (c) => invite(parts, c));
  app.post("/operator/invitations/:id/revoke", (c) => revoke(parts, c));
  return app;
}

async function create(parts: OperatorParts, c: Context<WebEnv>): Promise<Response> {
  const { pool, now } = parts.operations;
  const { people: texts } = textsOf(c).operator;
  if (!keepsPasswords(parts)) return show(parts, c, { failure: texts.elsewhere }, 409);
  const form = await readForm(c);
  const email = parseEmail(form("email"));
  const values = { ...noPeopleFaults, newEmail: form("email") };
  if (email === null) return show(parts, c, { ...values, createFault: texts.badEmail }, 400);

  const isOperator = form("operator") === "on";
  const id = await createPerson(pool, { email, operator: isOperator }, now());
  if (id === null) return show(parts, c, { ...values, createFault: texts.taken }, 409);
  logChange(parts, c, { change: "account created", personId: id, isOperator });
  return createResetLink(parts, c, { id, email });
}

async function setDisabled(parts: OperatorParts, c: Context<WebEnv>, isDisabled: boolean): Promise<Response> {
  const { pool, now } = parts.operations;
  const id = c.req.param("id") ?? "";
  const query = placeOf(c);
  // Otherwise the last operator could be locked out, and only the command line could help.
  if (id === sessionOf(c).person.id) return show(parts, c, { failure: textsOf(c).operator.people.oneself }, 409);
  if (!isUuid(id) || !(await setPersonDisabled(pool, id, isDisabled, now()))) return personGone(parts, c);
  logChange(parts, c, { change: isDisabled ? "account disabled" : "account enabled", personId: id });
  return c.redirect(peopleAddress(query, { done: isDisabled ? "disabled" : "enabled" }), 303);
}

async function reset(parts: OperatorParts, c: Context<WebEnv>): Promise<Response> {
  const id = c.req.param("id") ?? "";
  const person = isUuid(id) ? await findPerson(parts.operations.pool, id) : null;
  if (person === null) return personGone(parts, c);
  if (person.isDisabled) return show(parts, c, { failure: textsOf(c).operator.people.resetDisabled }, 409);
  return createResetLink(parts, c, { id, email: person.email });
}

async function createResetLink(
  parts: OperatorParts,
  c: Context<WebEnv>,
  { id, email }: { id: string; email: string },
): Promise<Response> {
  const { pool, now } = parts.operations;
  const { people: texts } = textsOf(c).operator;
  const token = keepsPasswords(parts) ? await createResetPass(pool, email, now()) : null;
  if (token === null) return show(parts, c, { failure: texts.resetElsewhere }, 409);
  logChange(parts, c, { change: "reset link made", personId: id });
  const address = `${parts.publicOrigin}/auth/reset/${token}`;
  return show(parts, c, { link: { about: texts.resetLink(email), address } });
}

async function invite(parts: OperatorParts, c: Context<WebEnv>): Promise<Response> {
  const { pool, now } = parts.operations;
  const { people: texts } = textsOf(c).operator;
  const written = (await readForm(c))("email");
  const email = parseEmail(written);
  if (written.trim() !== "" && email === null) {
    return show(parts, c, { invitedEmail: written, inviteFault: texts.badEmail }, 400);
  }
  const token = await createInvitePass(pool, email, now());
  logChange(parts, c, { change: "invitation made" });
  const address = `${parts.publicOrigin}/auth/register?token=${token}`;
  return show(parts, c, { link: { about: texts.inviteLink(email), address } });
}

async function revoke(parts: OperatorParts, c: Context<WebEnv>): Promise<Response> {
  const id = c.req.param("id") ?? "";
  const isRevoked = inviteIdForm.test(id) && (await revokeInvite(parts.operations.pool, id));
  const { gone, goneWhy } = textsOf(c).operator.people.invitation;
  if (!isRevoked) return parts.refuse(c, { ...problem(404, goneWhy), heading: gone });
  logChange(parts, c, { change: "invitation revoked" });
  return c.redirect("/operator/people?done=revoked", 303);
}

function personGone({ refuse }: OperatorParts, c: Context<WebEnv>): Response {
  const { gone, goneWhy } = textsOf(c).operator.people;
  return refuse(c, { ...problem(404, goneWhy), heading: gone });
}

function keepsPasswords({ accounts }: OperatorParts): boolean {
  return accounts.provider.hasher !== null;
}

function placeOf(c: Context<WebEnv>): PageQuery {
  const query = parsePageQuery(c.req.query());
  if (query === null) throw new HTTPException(400, { message: textsOf(c).operator.people.badQuestion });
  return query;
}

async function show(
  parts: OperatorParts,
  c: Context<WebEnv>,
  view: Partial<PeopleView>,
  status: ContentfulStatusCode = 200,
): Promise<Response> {
  const { pool } = parts.operations;
  const [query, now] = [placeOf(c), parts.operations.now()];
  const usual = {
    ...noPeopleFaults,
    ...(await findPeople(pool, query)),
    query,
    invites: await listInvites(pool, now),
    ownId: sessionOf(c).person.id,
    keepsPasswords: keepsPasswords(parts),
    now,
  };
  // A link that was just made must not stay in a cache of the browser.
  if (view.link) c.header("Cache-Control", "no-store");
  return c.html(peoplePage(parts.frame(c), { ...usual, ...view }).text, status);
}
