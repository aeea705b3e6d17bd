import { type Context, Hono } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { parseEmail } from "../../accounts/parse-email.ts";
import { listInvites, makeInvitePass, makeResetPass, revokeInvite } from "../../accounts/pass-store.ts";
import { createPerson, findPersonEmail, listPeople, setPersonDisabled } from "../../accounts/people-store.ts";
import { isId } from "../dashboard/find-subscription.ts";
import { problem } from "../problem.ts";
import { readForm } from "../read-form.ts";
import { sessionOf } from "../require-person.ts";
import { textsOf } from "../texts/texts-of.ts";
import type { WebEnv } from "../web-env.ts";
import { logChange } from "./log-change.ts";
import type { OperatorParts } from "./operator-parts.ts";
import { noPeopleFaults, peoplePage, type PeopleView } from "./people-page.ts";

/** Who may log in, and who was invited to. Links are shown in the answer itself: they are known in that moment only. */
export function peopleRoutes(parts: OperatorParts): Hono<WebEnv> {
  const app = new Hono<WebEnv>();
  app.get("/operator/people", (c) => {
    const { revoked, disabled, enabled } = textsOf(c).operator.people.done;
    return show(parts, c, { done: { revoked, disabled, enabled }[c.req.query("done") ?? ""] ?? null });
  });
  app.post("/operator/people", (c) => create(parts, c));
  app.post("/operator/people/:id/disable", (c) => setDisabled(parts, c, true));
  app.post("/operator/people/:id/enable", (c) => setDisabled(parts, c, false));
  app.post("/operator/people/:id/reset", (c) => reset(parts, c));
  app.post("/operator/invitations", (c) => invite(parts, c));
  app.post("/operator/invitations/:id/revoke", (c) => revoke(parts, c));
  return app;
}

async function create(parts: OperatorParts, c: Context<WebEnv>): Promise<Response> {
  const { pool, now } = parts.operations;
  const { people: texts } = textsOf(c).operator;
  if (parts.accounts.provider.hasher === null) return show(parts, c, { failure: texts.elsewhere }, 409);
  const form = await readForm(c);
  const email = parseEmail(form("email"));
  const values = { ...noPeopleFaults, newEmail: form("email") };
  if (email === null) return show(parts, c, { ...values, createFault: texts.badEmail }, 400);

  const isOperator = form("operator") === "on";
  const id = await createPerson(pool, { email, operator: isOperator }, now());
  if (id === null) return show(parts, c, { ...values, createFault: texts.taken }, 409);
  logChange(parts, c, { change: "account created", personId: id, isOperator });
  return showResetLink(parts, c, email);
}

async function setDisabled(parts: OperatorParts, c: Context<WebEnv>, isDisabled: boolean): Promise<Response> {
  const { pool, now } = parts.operations;
  const id = c.req.param("id") ?? "";
  // Nobody could let the last operator in again but the command line.
  if (id === sessionOf(c).person.id) return show(parts, c, { failure: textsOf(c).operator.people.oneself }, 409);
  if (!isId(id) || !(await setPersonDisabled(pool, id, isDisabled, now()))) return personGone(parts, c);
  logChange(parts, c, { change: isDisabled ? "account disabled" : "account enabled", personId: id });
  return c.redirect(`/operator/people?done=${isDisabled ? "disabled" : "enabled"}`, 303);
}

async function reset(parts: OperatorParts, c: Context<WebEnv>): Promise<Response> {
  const id = c.req.param("id") ?? "";
  const email = isId(id) ? await findPersonEmail(parts.operations.pool, id) : null;
  if (email === null) return personGone(parts, c);
  logChange(parts, c, { change: "reset link made", personId: id });
  return showResetLink(parts, c, email);
}

async function showResetLink(parts: OperatorParts, c: Context<WebEnv>, email: string): Promise<Response> {
  const { people: texts } = textsOf(c).operator;
  const token = await makeResetPass(parts.operations.pool, email, parts.operations.now());
  if (token === null) return show(parts, c, { failure: texts.noReset }, 409);
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
  const token = await makeInvitePass(pool, email, now());
  logChange(parts, c, { change: "invitation made" });
  const address = `${parts.publicOrigin}/auth/register?token=${token}`;
  return show(parts, c, { link: { about: texts.inviteLink(email), address } });
}

async function revoke(parts: OperatorParts, c: Context<WebEnv>): Promise<Response> {
  const isRevoked = await revokeInvite(parts.operations.pool, c.req.param("id") ?? "");
  const { gone, goneWhy } = textsOf(c).operator.people.invitation;
  if (!isRevoked) return parts.refuse(c, { ...problem(404, goneWhy), heading: gone });
  logChange(parts, c, { change: "invitation revoked" });
  return c.redirect("/operator/people?done=revoked", 303);
}

function personGone({ refuse }: OperatorParts, c: Context<WebEnv>): Response {
  const { gone, goneWhy } = textsOf(c).operator.people;
  return refuse(c, { ...problem(404, goneWhy), heading: gone });
}

async function show(
  { operations: { pool, now }, accounts, frame }: OperatorParts,
  c: Context<WebEnv>,
  view: Partial<PeopleView>,
  status: ContentfulStatusCode = 200,
): Promise<Response> {
  const at = now();
  const usual = {
    ...noPeopleFaults,
    people: await listPeople(pool),
    invites: await listInvites(pool, at),
    ownId: sessionOf(c).person.id,
    keepsPasswords: accounts.provider.hasher !== null,
    now: at,
  };
  return c.html(peoplePage(frame(c), { ...usual, ...view }).text, status);
}
