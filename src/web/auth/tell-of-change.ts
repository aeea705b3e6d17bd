import type { Context } from "hono";
import { admitMail } from "../../accounts/admit-attempt.ts";
import { describeInstant } from "../../time.ts";
import { sessionOf } from "../require-person.ts";
import { textsOf } from "../texts/texts-of.ts";
import type { LoginChange } from "../texts/en-ways-in.ts";
import type { WebEnv } from "../web-env.ts";
import { logFailure, type PeopleParts } from "./people-parts.ts";

type Parts = Pick<PeopleParts, "accounts" | "sendMail" | "publicOrigin" | "log">;

/** Where it can be taken back, if not among the ways in. Anyone who changed the password has logged its owner out. */
const pages: Partial<Record<LoginChange, string>> = {
  "app-password-made": "/settings/apps",
  "password-changed": "/auth/forgot",
};

/**
 * Mails the person that somebody changed how their account is opened: if it was not them, they learn of it. The change is done
 * already, so nothing here stops it or makes it wait. The mail names nothing that the person, or the thief, has typed.
 */
export function tellOfChange(parts: Parts, c: Context<WebEnv>, change: LoginChange): void {
  const { accounts, sendMail, publicOrigin } = parts;
  if (sendMail === null) return;
  const { email } = sessionOf(c).person;
  const { subject, changes, ...texts } = textsOf(c).waysIn.mail;
  const now = accounts.now();
  const text = change === "password-changed" ? texts.lockedOut : texts.text;
  const page = pages[change] ?? "/settings/login";
  const send = async () => {
    if (!(await admitMail(accounts, "notice", email, now))) return;
    const told = { email, what: changes[change], when: describeInstant(now.toISOString()), url: publicOrigin + page };
    await sendMail({ to: email, subject, text: text(told) });
  };
  send().catch((error: unknown) => {
    logFailure(parts, c, `no mail was sent: ${error instanceof Error ? error.message : String(error)}`);
  });
}
