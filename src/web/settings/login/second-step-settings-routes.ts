import { type Context, Hono } from "hono";
import {
  beginTotp,
  confirmTotp,
  endTotp,
  openTotpSetup,
  renewRecoveryCodes,
  setPasskeyStep,
} from "../../../accounts/second-step/change-second-step.ts";
import { personHere } from "../../auth/passkey-parts.ts";
import type { PeopleParts } from "../../auth/people-parts.ts";
import { tellOfChange } from "../../auth/tell-of-change.ts";
import { readForm } from "../../kit/read-form.ts";
import { sessionOf } from "../../require-person.ts";
import { textsOf } from "../../texts/texts-of.ts";
import type { WebEnv } from "../../web-env.ts";
import { requireConfirmed } from "./show-login.ts";
import { recoveryCodesPage, totpPage } from "./totp-page.ts";

const path = "/settings/login";

/** Turns the second step on and off, and makes its recovery codes. */
export function secondStepSettingsRoutes(parts: PeopleParts): Hono<WebEnv> {
  const app = new Hono<WebEnv>();
  const { accounts } = parts;
  const confirmed = requireConfirmed(parts);
  const personOf = (c: Context<WebEnv>) => personHere(parts, c);

  app.get(`${path}/codes`, confirmed, (c) => showTotp(parts, c, {}));
  app.post(`${path}/codes`, confirmed, async (c) => {
    const text = await readForm(c);
    const texts = textsOf(c).waysIn;
    const setup = text("setup");
    const secret = openTotpSetup(accounts, personOf(c).id, setup);
    if (secret === null) return showTotp(parts, c, { failure: texts.totpStale });
    const result = await confirmTotp(accounts, personOf(c), secret, text("code"));
    if (result.kind === "wrong") return showTotp(parts, c, { begun: { secret, setup }, fault: texts.totpWrong });
    tellOfChange(parts, c, "codes-on");
    return finish(parts, c, result.codes, "codes-on");
  });
  app.post(`${path}/codes/end`, confirmed, async (c) => {
    const { isOther } = await endTotp(accounts, personOf(c));
    if (isOther) tellOfChange(parts, c, "codes-off");
    return c.redirect(`${path}?done=codes-off`, 303);
  });
  app.post(`${path}/second-step/passkey`, confirmed, async (c) => {
    const isAsked = (await readForm(c))("asks") === "yes";
    const { codes, isOther } = await setPasskeyStep(accounts, personOf(c), isAsked);
    const done = isAsked ? "passkey-asked" : "passkey-not-asked";
    if (isOther) tellOfChange(parts, c, done);
    return finish(parts, c, codes, done);
  });
  app.post(`${path}/recovery-codes`, confirmed, async (c) => {
    const codes = await renewRecoveryCodes(accounts, personOf(c));
    if (codes === null) return c.redirect(path, 303);
    tellOfChange(parts, c, "recovery-codes-made");
    return showCodes(parts, c, codes, null);
  });
  return app;
}

type Begun = { secret: Buffer; setup: string };
type TotpChanges = { begun?: Begun; fault?: string; failure?: string };

function showTotp({ accounts, frame, publicOrigin }: PeopleParts, c: Context<WebEnv>, changes: TotpChanges): Response {
  const { begun = beginTotp(accounts, sessionOf(c).person.id), fault = null, failure = null } = changes;
  const page = totpPage(frame(c), { ...begun, host: new URL(publicOrigin).hostname, fault, failure });
  c.header("Cache-Control", "no-store");
  return c.html(page.text, fault === null && failure === null ? 200 : 400);
}

/** New recovery codes are shown before anything else. */
function finish(
  parts: PeopleParts,
  c: Context<WebEnv>,
  codes: string[] | null,
  done: "codes-on" | "passkey-asked" | "passkey-not-asked",
): Response {
  if (codes === null) return c.redirect(`${path}?done=${done}`, 303);
  return showCodes(parts, c, codes, textsOf(c).waysIn.done[done] ?? null);
}

function showCodes({ frame }: PeopleParts, c: Context<WebEnv>, codes: string[], done: string | null): Response {
  c.header("Cache-Control", "no-store");
  return c.html(recoveryCodesPage(frame(c), codes, done).text);
}
