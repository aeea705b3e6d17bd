import { type Context, Hono } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { StoredModel } from "../../models/model-settings.ts";
import {
  isKey,
  type KeyChange,
  modelFields,
  parseModelForm,
  type WrittenModel,
  writeModel,
} from "../../models/parse-model-form.ts";
import { findStart } from "../../models/working-hours.ts";
import { doneSentence } from "../kit/notice.ts";
import { type FormText, readForm } from "../kit/read-form.ts";
import { textsOf } from "../texts/texts-of.ts";
import type { WebEnv } from "../web-env.ts";
import { modelPage, type ModelView } from "./model-page.ts";
import { logChange, type OperatorParts } from "./operator-parts.ts";

/** Which model is asked, and for what. Listing and trying use what is typed; only saving changes anything. */
export function modelRoutes(parts: OperatorParts): Hono<WebEnv> {
  const { setup } = parts.operations;
  const app = new Hono<WebEnv>();
  app.get("/operator/model", async (c) => {
    const stored = await setup.read();
    const done = doneSentence(c, textsOf(c).model.done);
    return show(parts, c, { stored, written: writeModel(stored), done });
  });
  app.post("/operator/model", async (c) => {
    const sent = await readSent(parts, c);
    if (Object.keys(sent.faults).length > 0) return show(parts, c, { ...sent, status: 400 });
    await setup.save(sent.stored);
    const { provider, model } = sent.stored;
    logChange(parts, c, { change: "language model", provider, model, key: sent.key.kind });
    return c.redirect(`/operator/model?done=${sent.isKeyDropped ? "dropped" : "saved"}`, 303);
  });
  app.post("/operator/model/list", async (c) => {
    const sent = await readSent(parts, c);
    // A model is what the list is asked for, so its absence is no mistake here.
    const { model: _, ...faults } = sent.faults;
    if (Object.keys(faults).length > 0) return show(parts, c, { ...sent, faults, status: 400 });
    const listed = await setup.list(setup.resolve(sent.stored), c.req.raw.signal);
    return show(parts, c, { ...sent, faults, listed });
  });
  app.post("/operator/model/try", async (c) => {
    const sent = await readSent(parts, c);
    if (Object.keys(sent.faults).length > 0) return show(parts, c, { ...sent, status: 400 });
    const headline = sent.headline || textsOf(c).model.sample;
    const trial = await setup.tryOut(setup.resolve(sent.stored), headline, c.req.raw.signal);
    return show(parts, c, { ...sent, headline, trial });
  });
  return app;
}

const headlineCharsMax = 300;

/** What the form says. Its key is sealed by now, and travels so until it is saved. */
async function readSent({ operations: { setup }, frame }: OperatorParts, c: Context<WebEnv>) {
  const text = await readForm(c);
  const before = await setup.read();
  const written = Object.fromEntries(modelFields.map((field) => [field, text(field)])) as WrittenModel;
  const key = readKey(text);
  const isFixed = (field: string) => setup.fixedBy(field) !== null;
  const parsed = parseModelForm(written, { before, key, isFixed, timeZone: frame(c).timeZone });
  const carried = text("carriedKey") === "" ? null : Buffer.from(text("carriedKey"), "base64url");
  const typedKey = key.kind === "replace" && isKey(key.key) ? setup.seal(key.key) : null;
  const newKey = key.kind === "remove" ? null : (typedKey ?? carried);
  const stored: StoredModel = newKey === null ? parsed.stored : { ...parsed.stored, apiKey: newKey };
  const isKeyDropped = parsed.isKeyDropped && newKey === null;
  return {
    ...parsed,
    stored,
    written,
    key,
    isKeyDropped,
    carriedKey: newKey?.toString("base64url") ?? "",
    headline: text("headline").trim().slice(0, headlineCharsMax),
  };
}

/** Pasted keys have a space or a line's end around them. */
function readKey(text: FormText): KeyChange {
  const key = text("key").trim();
  if (key !== "") return { kind: "replace", key };
  return text("removeKey") === "on" ? { kind: "remove" } : { kind: "keep" };
}

type Shown = Pick<ModelView, "stored" | "written"> & Partial<ModelView> & { status?: ContentfulStatusCode };

async function show(
  { operations, frame }: OperatorParts,
  c: Context<WebEnv>,
  { status = 200, ...view }: Shown,
): Promise<Response> {
  const { setup, ai, now } = operations;
  const settings = setup.resolve(view.stored);
  const usual = {
    settings,
    inUse: setup.resolve(await setup.read()),
    fixedBy: setup.fixedBy,
    stop: await ai.stopped(),
    startsAt: findStart(settings.hours, now()),
    faults: {},
    listed: null,
    trial: null,
    carriedKey: "",
    headline: "",
    done: null,
    now: now(),
  };
  return c.html(modelPage(frame(c), { ...usual, ...view }).text, status);
}
