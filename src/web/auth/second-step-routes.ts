import { type Context, Hono } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { askForPasskey } from "../../accounts/passkeys/passkey-options.ts";
import { listPasskeys } from "../../accounts/passkeys/passkey-store.ts";
import type { RelyingParty } from "../../accounts/passkeys/relying-party.ts";
import { passSecondStep, type SecondStepPassed } from "../../accounts/second-step/second-step.ts";
import { type BegunLogin, findBegunLogin, findSecondStep } from "../../accounts/second-step/second-step-store.ts";
import { inputField } from "../kit/field.ts";
import { postForm } from "../kit/form.ts";
import type { Frame } from "../kit/frame.ts";
import { type Html, html } from "../kit/html.ts";
import { alert } from "../kit/notice.ts";
import { smallPage } from "../kit/page.ts";
import { passkeyForm, passkeyScript } from "../kit/passkey-form.ts";
import { readForm } from "../kit/read-form.ts";
import { parseNext } from "../require-person.ts";
import { textsOf } from "../texts/texts-of.ts";
import type { WebEnv } from "../web-env.ts";
import { passkeyFailure, passkeyPartyOf } from "./passkey-parts.ts";
import { letIn, type PeopleParts, visitOf } from "./people-parts.ts";

const path = "/auth/second-step";

/** Where a login goes on whose password was right. */
export function secondStepAddress(next: string | null): string {
  return next === null ? path : `${path}?next=${encodeURIComponent(next)}`;
}

/** The second step of a login: a code or a passkey. The session starts after it. */
export function secondStepRoutes(parts: PeopleParts): Hono<WebEnv> {
  const app = new Hono<WebEnv>();
  const { accounts, cookies } = parts;
  if (accounts.provider.hasher === null) return app;
  const party = passkeyPartyOf(parts);

  app.get(path, async (c) => {
    const next = parseNext(c.req.query("next") ?? "");
    if (c.var.session !== undefined) return c.redirect(next ?? "/dashboard", 303);
    return show(parts, c, { next, fault: null, failure: null }, 200);
  });
  app.post(path, async (c) => {
    const text = await readForm(c);
    return goOn(parts, c, parseNext(text("next")), { code: text("code").slice(0, codeCharsMax) });
  });
  if (party === null) return app;

  app.post(`${path}/challenge`, async (c) => {
    const token = cookies.secondStep(c) ?? "";
    const login = await findBegunLogin(accounts.db, token, accounts.now());
    if (login === null) return c.json({}, 403);
    const use = { purpose: "second-step", binding: token } as const;
    return c.json(await askForPasskey(accounts, { personId: login.personId, party, use }));
  });
  app.post(`${path}/passkey`, async (c) => {
    const text = await readForm(c);
    return goOn(parts, c, parseNext(text("next")), { answer: text("answer"), party });
  });
  return app;
}

const codeCharsMax = 100;

type Given = { code: string } | { answer: string; party: RelyingParty };

async function goOn(parts: PeopleParts, c: Context<WebEnv>, next: string | null, given: Given): Promise<Response> {
  const token = parts.cookies.secondStep(c) ?? "";
  const result = await passSecondStep(parts.accounts, token, given, visitOf(parts, c));
  if (result.kind === "logged-in") {
    parts.cookies.endSecondStep(c);
    letIn(parts, c, result.email, result.session);
    return c.redirect(next ?? "/dashboard", 303);
  }
  const { status, ...faults } = faultsOf(c, result);
  return show(parts, c, { next, ...faults }, status);
}

type Faults = { fault: string | null; failure: string | null };

function faultsOf(
  c: Context<WebEnv>,
  result: Exclude<SecondStepPassed, { kind: "logged-in" }>,
): Faults & { status: ContentfulStatusCode } {
  switch (result.kind) {
    case "wrong":
      return { status: 401, fault: textsOf(c).waysIn.stepWrong, failure: null };
    case "ended":
      return { status: 401, fault: null, failure: null };
    case "refused":
    case "throttled":
      return { fault: null, ...passkeyFailure(c, result) };
  }
}

/** Back to the password where there is no login to go on with. */
async function show(
  parts: PeopleParts,
  c: Context<WebEnv>,
  view: Faults & { next: string | null },
  status: ContentfulStatusCode,
): Promise<Response> {
  const { accounts, cookies, frame } = parts;
  const login = await findBegunLogin(accounts.db, cookies.secondStep(c) ?? "", accounts.now());
  if (login === null) {
    cookies.endSecondStep(c);
    const query = view.next === null ? "" : `&next=${encodeURIComponent(view.next)}`;
    return c.redirect(`/auth/login?late=1${query}`, 303);
  }
  const party = passkeyPartyOf(parts);
  const passkeys = await listPasskeys(accounts.db, login.personId);
  const step = await findSecondStep(accounts.db, login.personId);
  const canUsePasskey = passkeys.some(({ host }) => host === party?.id);
  const hasCodes = (step?.sealedSecret ?? null) !== null;
  const page = secondStepPage(frame(c), { ...view, login, hasCodes, party: canUsePasskey ? party : null });
  return c.html(page.text, status);
}

type SecondStepView = Faults & {
  next: string | null;
  login: BegunLogin;
  hasCodes: boolean;
  party: RelyingParty | null;
};

function secondStepPage(frame: Frame, { next, login, hasCodes, party, fault, failure }: SecondStepView): Html {
  const texts = frame.texts.waysIn;
  const nextField = next !== null && html`<input type="hidden" name="next" value="${next}" />`;
  const address = { challenge: `${path}/challenge`, action: `${path}/passkey` };
  return smallPage(frame, {
    title: texts.stepTitle,
    lede: texts.stepLede(login.email),
    body: html`${alert(failure)}
    ${postForm(
      frame,
      { action: path },
      html`${nextField}
        ${inputField({
          isRequired: true,
          name: "code",
          label: hasCodes ? texts.stepCode : texts.stepRecovery,
          hint: hasCodes ? texts.stepCodeHint : null,
          autocomplete: "one-time-code",
          fault,
          hasCursor: hasCodes || party === null,
        })} <button class="btn go">${texts.stepSubmit}</button>`,
    )}
    ${
      party !== null &&
      html`${passkeyForm(
        frame,
        { ...address, kind: "get", party },
        html`${nextField}<button class="btn">${texts.stepPasskey}</button>`,
      )}
      ${passkeyScript(frame)}`
    }`,
    footer: html`<p>${texts.stepLost}</p>`,
  });
}
