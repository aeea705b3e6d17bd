import { type Context, Hono } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { type Admission, findAdmission, register, type RegistrationFaults } from "../../accounts/register.ts";
import { problem } from "../problem.ts";
import { type FormText, readForm } from "../read-form.ts";
import type { Texts } from "../texts/en.ts";
import { textsOf } from "../texts/texts-of.ts";
import type { WebEnv } from "../web-env.ts";
import { failureText, letIn, logFailure, type PeopleParts, visitOf } from "./people-parts.ts";
import { noFaults, registerPage, type RegisterView } from "./register-page.ts";
import { smallPage } from "./small-page.ts";

/** Registration (AUTH-5 to AUTH-8), also by an invitation's or the setup link. */
export function registerRoutes(parts: PeopleParts): Hono<WebEnv> {
  const app = new Hono<WebEnv>();
  const { accounts, frame, refuse } = parts;
  const refuseStranger = (c: Context<WebEnv>, { why }: Extract<Admission, { kind: "not-admitted" }>) =>
    refuse(c, problem(403, textsOf(c).register[why === "bad-token" ? "badToken" : why]));
  const show = (c: Context<WebEnv>, status: ContentfulStatusCode, view: Partial<RegisterView>) => {
    const passwordLengthMin = accounts.passwordLengthMin;
    const empty = {
      email: "",
      passToken: "",
      acceptsPrivacy: false,
      asOperator: false,
      faults: noFaults,
      failure: null,
    };
    return c.html(registerPage(frame(c), { ...empty, passwordLengthMin, ...view }).text, status);
  };

  app.get("/auth/register", async (c) => {
    if (c.var.session !== undefined) return c.redirect("/dashboard", 303);
    const passToken = c.req.query("token") ?? "";
    const admission = await findAdmission(accounts, passToken);
    if (admission.kind === "not-admitted") return refuseStranger(c, admission);
    const { email, asOperator } = admission;
    return show(c, 200, { passToken, email: email ?? "", asOperator });
  });

  app.post("/auth/register", async (c) => {
    const form = formOf(await readForm(c));
    const { register: texts, throttled, passwordUnfit } = textsOf(c);
    const { email, passToken, acceptsPrivacy } = form;
    const again = async (status: ContentfulStatusCode, view: Partial<RegisterView>) => {
      const admission = await findAdmission(accounts, passToken);
      const asOperator = admission.kind === "admitted" && admission.asOperator;
      return show(c, status, { email, passToken, acceptsPrivacy, asOperator, ...view });
    };

    const result = await register(accounts, form, visitOf(parts, c));
    switch (result.kind) {
      case "registered":
        letIn(parts, c, email, result.session);
        return c.redirect("/dashboard", 303);
      case "confirm-first":
        return c.html(smallPage(frame(c), { title: texts.confirmTitle, lede: texts.confirm }).text);
      case "not-admitted":
        return refuseStranger(c, result);
      case "invalid":
        return again(400, { faults: inWords(textsOf(c), result.faults) });
      case "unfit":
        return again(400, { faults: { ...noFaults, password: passwordUnfit } });
      case "taken":
        return again(409, { faults: { ...noFaults, email: texts.taken } });
      case "throttled":
        c.header("Retry-After", String(result.retryAfterSeconds));
        return again(429, { failure: throttled(result.retryAfterSeconds) });
      case "unavailable":
        logFailure(parts, c, result.reason);
        return again(500, { failure: failureText(c, result) });
    }
  });

  return app;
}

function inWords({ register: texts, passwordFault }: Texts, faults: RegistrationFaults): RegisterView["faults"] {
  const { email, password, repeated, privacy } = faults;
  return {
    email: email && texts.emailInvalid,
    password: password && passwordFault(password),
    repeated: repeated && texts.repeatedDifferent,
    privacy: privacy && texts.privacyMissing,
  };
}

function formOf(text: FormText) {
  return {
    email: text("email"),
    password: text("password"),
    repeated: text("repeated"),
    acceptsPrivacy: text("privacy") !== "",
    passToken: text("token"),
  };
}
