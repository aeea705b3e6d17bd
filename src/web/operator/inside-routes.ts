import { type Context, Hono } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { Refusal } from "../../refusal.ts";
import { doneSentence } from "../kit/notice.ts";
import { readForm } from "../kit/read-form.ts";
import { textsOf } from "../texts/texts-of.ts";
import type { WebEnv } from "../web-env.ts";
import { insidePage, type InsideView } from "./inside-page.ts";
import { logChange, type OperatorParts } from "./operator-parts.ts";

const address = "/operator/model/inside";

/** Models that Plainwire runs itself. Only names and addresses: an operator must not read files of the server here. */
export function insideRoutes(parts: OperatorParts): Hono<WebEnv> {
  const { inside } = parts.operations.setup;
  const app = new Hono<WebEnv>();
  app.get(address, (c) => show(parts, c, { done: doneSentence(c, textsOf(c).model.inside.done) }));
  app.post(address, async (c) => {
    const sent = await readWanted(c);
    return orFault(parts, c, sent, async () =>
      show(parts, c, { ...sent, plan: await inside.plan({ ...sent, cwd: null }, c.req.raw.signal) }),
    );
  });
  app.post(`${address}/install`, async (c) => {
    const sent = await readWanted(c);
    return orFault(parts, c, sent, async () => {
      const plan = await inside.startInstall({ ...sent, cwd: null }, c.req.raw.signal);
      logChange(parts, c, { change: "model installation", name: plan.name, source: sent.source });
      return c.redirect(address, 303);
    });
  });
  app.post(`${address}/stop`, async (c) => {
    await inside.stopInstall();
    return c.redirect(address, 303);
  });
  app.post(`${address}/remove`, async (c) => {
    const name = (await readForm(c))("name");
    if (name !== (await findUsed(parts)) && (await inside.remove(name)))
      logChange(parts, c, { change: "model removed", name });
    return c.redirect(`${address}?done=removed`, 303);
  });
  return app;
}

type Wanted = { source: string; sha256: string };

const sourceCharsMax = 2_000;

async function readWanted(c: Context<WebEnv>): Promise<Wanted> {
  const text = await readForm(c);
  return { source: text("source").trim().slice(0, sourceCharsMax), sha256: text("sha256").trim() };
}

async function orFault(
  parts: OperatorParts,
  c: Context<WebEnv>,
  sent: Wanted,
  work: () => Promise<Response>,
): Promise<Response> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return show(parts, c, { ...sent, fault: error.message, status: 400 });
  }
}

async function findUsed({ operations: { setup } }: OperatorParts): Promise<string | null> {
  const { provider, model } = setup.resolve(await setup.read());
  return provider === "inside" ? model : null;
}

type Shown = Partial<InsideView> & { status?: ContentfulStatusCode };

async function show(parts: OperatorParts, c: Context<WebEnv>, { status = 200, ...view }: Shown): Promise<Response> {
  const { inside } = parts.operations.setup;
  const usual = { plan: null, source: "", sha256: "", fault: null, done: null };
  const now = { installed: await inside.list(), used: await findUsed(parts), state: inside.installState() };
  return c.html(insidePage(parts.frame(c), { ...usual, ...now, ...view }).text, status);
}
