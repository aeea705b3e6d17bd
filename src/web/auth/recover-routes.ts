import { type Context, Hono } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { RecoveryLink } from "../../accounts/auth-provider.ts";
import { askForRecovery, finishRecovery, openRecovery, openRecoveryTicket } from "../../accounts/recover-password.ts";
import { postForm } from "../kit/form.ts";
import { html } from "../kit/html.ts";
import { smallPage } from "../kit/page.ts";
import { readForm } from "../kit/read-form.ts";
import { problem } from "../problem.ts";
import { textsOf } from "../texts/texts-of.ts";
import type { WebEnv } from "../web-env.ts";
import { failureText, logFailure, type PeopleParts, visitOf } from "./people-parts.ts";
import { forgotPage, resetPage, type ResetView } from "./reset-routes.ts";

const returnPath = "/auth/recover";
const passwordPath = "/auth/recover/password";

/** Resets a password by the login service's own mail, if it keeps the passwords. */
export function recoverRoutes(parts: PeopleParts): Hono<WebEnv> {
  const app = new Hono<WebEnv>();
  const { accounts, cookies, frame, refuse } = parts;
  if (accounts.provider.recovery === null) return app;
  const refuseLink = (c: Context<WebEnv>) => refuse(c, problem(404, textsOf(c).reset.badToken));

  app.get("/auth/forgot", (c) => c.html(forgotPage(frame(c), true, null).text));
  app.post("/auth/forgot", (c) => forgot(parts, c));

  app.get(returnPath, async (c) => {
    const { code = "", token_hash: tokenHash = "" } = c.req.query();
    if (code !== "") return enter(parts, c, { code });
    return tokenHash === "" ? refuseLink(c) : c.html(confirmPage(parts, c, tokenHash).text);
  });
  app.post(returnPath, async (c) => enter(parts, c, { tokenHash: (await readForm(c))("token_hash") }));

  const show = (c: Context<WebEnv>, status: ContentfulStatusCode, view: Partial<ResetView>) => {
    const empty = { faults: { password: null, repeated: null }, failure: null };
    const { passwordLengthMin } = accounts;
    return c.html(resetPage(frame(c), { action: passwordPath, passwordLengthMin, ...empty, ...view }).text, status);
  };
  app.get(passwordPath, (c) =>
    openRecoveryTicket(accounts, cookies.recovery(c)) === null ? refuseLink(c) : show(c, 200, {}),
  );
  app.post(passwordPath, async (c) => {
    const text = await readForm(c);
    const texts = textsOf(c);
    const form = { password: text("password"), repeated: text("repeated") };
    const result = await finishRecovery(accounts, cookies.recovery(c), form);
    switch (result.kind) {
      case "reset":
        cookies.endRecovery(c);
        return c.redirect("/auth/login?done=reset", 303);
      case "bad-link":
        return refuseLink(c);
      case "invalid": {
        const { password, repeated } = result.faults;
        const faults = {
          password: password && texts.passwordFault(password),
          repeated: repeated && texts.register.repeatedDifferent,
        };
        return show(c, 400, { faults });
      }
      case "unfit":
        return show(c, 400, { faults: { password: texts.passwordUnfit, repeated: null } });
      case "unavailable":
        logFailure(parts, c, result.reason);
        return show(c, 500, { failure: failureText(c, result) });
    }
  });
  return app;
}

/** Takes the one-time code out of the address and keeps what it gave in a cookie until the new password is set. */
async function enter(parts: PeopleParts, c: Context<WebEnv>, link: RecoveryLink): Promise<Response> {
  const opened = await openRecovery(parts.accounts, link);
  switch (opened.kind) {
    case "opened":
      parts.cookies.startRecovery(c, opened.ticket);
      return c.redirect(passwordPath, 303);
    case "bad-link":
      return parts.refuse(c, problem(404, textsOf(c).reset.badToken));
    case "unavailable":
      logFailure(parts, c, opened.reason);
      return parts.refuse(c, problem(503, failureText(c, opened)));
  }
}

/** Mail scanners open every link, but they do not press buttons. */
function confirmPage({ frame }: PeopleParts, c: Context<WebEnv>, tokenHash: string) {
  const texts = textsOf(c).reset;
  return smallPage(frame(c), {
    title: texts.title,
    lede: texts.lede,
    body: postForm(
      frame(c),
      { action: returnPath },
      html`<input type="hidden" name="token_hash" value="${tokenHash}" />
        <button class="btn go">${texts.proceed}</button>`,
    ),
  });
}

async function forgot(parts: PeopleParts, c: Context<WebEnv>): Promise<Response> {
  const { accounts, frame, publicOrigin } = parts;
  const { forgot: texts, throttled } = textsOf(c);
  const attempt = { email: (await readForm(c))("email"), address: visitOf(parts, c).address };
  const result = await askForRecovery(accounts, attempt, publicOrigin + returnPath);
  if (result.kind === "throttled") {
    c.header("Retry-After", String(result.retryAfterSeconds));
    return c.html(forgotPage(frame(c), true, throttled(result.retryAfterSeconds)).text, 429);
  }
  result.sending.catch((error: Error) => logFailure(parts, c, `no mail was sent: ${error.message}`));
  return c.html(smallPage(frame(c), { title: texts.sentTitle, lede: texts.sentElsewhere }).text);
}
