import { type Context, Hono } from "hono";
import { askForNewPasskey } from "../../../accounts/passkeys/passkey-options.ts";
import { renamePasskey } from "../../../accounts/passkeys/passkey-store.ts";
import type { RelyingParty } from "../../../accounts/passkeys/relying-party.ts";
import { removePasskey } from "../../../accounts/passkeys/remove-passkey.ts";
import { addPasskey, passkeysMax } from "../../../accounts/passkeys/use-passkey.ts";
import { isUuid } from "../../../ids.ts";
import { passkeyPartyOf, personHere } from "../../auth/passkey-parts.ts";
import type { PeopleParts } from "../../auth/people-parts.ts";
import { tellOfChange } from "../../auth/tell-of-change.ts";
import { readForm } from "../../kit/read-form.ts";
import { problem } from "../../problem.ts";
import { sessionOf } from "../../require-person.ts";
import { textsOf } from "../../texts/texts-of.ts";
import type { WebEnv } from "../../web-env.ts";
import { requireConfirmed, showLogin } from "./show-login.ts";

const path = "/settings/login/passkeys";
const nameCharsMax = 100;

/** Adds, renames and removes passkeys. */
export function passkeyRoutes(parts: PeopleParts): Hono<WebEnv> {
  const app = new Hono<WebEnv>();
  const { accounts } = parts;
  const confirmed = requireConfirmed(parts);
  const party = passkeyPartyOf(parts);

  if (party !== null) {
    app.post(`${path}/challenge`, confirmed, async (c) => {
      const { person } = sessionOf(c);
      return c.json(await askForNewPasskey(accounts, { person, party, use: useOf(c) }));
    });
    app.post(path, confirmed, (c) => add(parts, party, c));
  }
  app.post(`${path}/:id/rename`, confirmed, async (c) => {
    const name = parseName((await readForm(c))("name"));
    if (name === null) return showLogin(parts, c, { failure: textsOf(c).waysIn.badName }, 400);
    const id = c.req.param("id");
    const isRenamed = isUuid(id) && (await renamePasskey(accounts.db, sessionOf(c).person.id, id, name));
    return isRenamed ? c.redirect("/settings/login?done=passkey-renamed", 303) : refuseGone(parts, c);
  });
  app.post(`${path}/:id/remove`, confirmed, async (c) => {
    const id = c.req.param("id");
    const outcome = isUuid(id) ? await removePasskey(accounts, personHere(parts, c), id) : "missing";
    if (outcome === "missing") return refuseGone(parts, c);
    if (outcome === "last") return showLogin(parts, c, { failure: textsOf(c).waysIn.lastWay }, 409);
    tellOfChange(parts, c, "passkey-removed");
    return c.redirect("/settings/login?done=passkey-removed", 303);
  });
  return app;
}

async function add(parts: PeopleParts, party: RelyingParty, c: Context<WebEnv>): Promise<Response> {
  const text = await readForm(c);
  const texts = textsOf(c).waysIn;
  const name = parseName(text("name"));
  if (name === null) return showLogin(parts, c, { nameFault: texts.badName }, 400);
  const given = { answer: text("answer"), party, use: useOf(c), name };
  const result = await addPasskey(parts.accounts, sessionOf(c).person, given);
  switch (result.kind) {
    case "added":
      tellOfChange(parts, c, "passkey-added");
      return c.redirect("/settings/login?done=passkey-added", 303);
    case "full":
      return showLogin(parts, c, { failure: texts.passkeysFull(passkeysMax) }, 409);
    case "known":
      return showLogin(parts, c, { failure: texts.passkeyKnown }, 409);
    case "refused":
      return showLogin(parts, c, { failure: texts.passkeyRefused[result.why] }, 403);
  }
}

function useOf(c: Context<WebEnv>) {
  return { purpose: "add", binding: sessionOf(c).token } as const;
}

function parseName(written: string): string | null {
  const name = written.trim().toWellFormed();
  return name === "" || [...name].length > nameCharsMax || /\p{Cc}/u.test(name) ? null : name;
}

function refuseGone({ refuse }: PeopleParts, c: Context<WebEnv>): Response {
  const { passkeyGone, passkeyGoneWhy } = textsOf(c).waysIn;
  return refuse(c, { ...problem(404, passkeyGoneWhy), heading: passkeyGone });
}
