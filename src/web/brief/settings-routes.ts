import { type Context, Hono } from "hono";
import { findOfferedLanguages } from "../../briefs/brief-item-store.ts";
import { findTimeZone } from "../../accounts/time-zones.ts";
import { type BriefSchedule, findBriefSchedule, parseSchedule, planBriefs } from "../../briefs/brief-schedule-store.ts";
import {
  type BriefSettings,
  findBriefSettings,
  parseBriefSettings,
  saveBriefSettings,
} from "../../briefs/brief-settings-store.ts";
import { briefLengths } from "../../briefs/brief.ts";
import { asPerson } from "../../database/transaction.ts";
import type { Queryable } from "../../database/transaction.ts";
import { type Folder, listFolders } from "../../feeds/folder-store.ts";
import { sessionOf } from "../require-person.ts";
import type { WebEnv } from "../web-env.ts";
import { settingsPage } from "./brief-page.ts";
import type { BriefRouteParts } from "./brief-parts.ts";
import { looseFeeds, type SettingsFault, type SettingsView } from "./settings-form.ts";

export function settingsRoutes(parts: BriefRouteParts): Hono<WebEnv> {
  const app = new Hono<WebEnv>();
  const { db, writing, frame } = parts;

  app.get("/brief/settings", async (c) => c.html(settingsPage(frame(c), await loadSettings(parts, c)).text));

  app.post("/brief/settings", async (c) => {
    const form = await c.req.formData();
    const { id } = sessionOf(c).person;
    const now = writing.now();
    const fault = await asPerson(db, id, async (tx) => {
      const wanted = parseSettings(form, await listFolders(tx), parts.canMail);
      if (typeof wanted === "string") return wanted;
      if (!(await planBriefs(tx, wanted.schedule, now))) return "bad-zone";
      await saveBriefSettings(tx, id, wanted.settings, now);
      return null;
    });
    if (fault === null) return c.redirect("/brief?saved", 303);
    const stored = await loadSettings(parts, c);
    return c.html(settingsPage(frame(c), { ...stored, ...asTyped(form, stored), fault, isSaved: false }).text, 400);
  });

  return app;
}

/** What was sent, to show it again: right or wrong, as far as the form can. */
function asTyped(form: FormData, stored: SettingsView): Pick<SettingsView, "schedule" | "settings"> {
  const text = textsIn(form);
  const [at = "", zone = "", length = ""] = ["at", "zone", "length"].map((name) => text(name)[0]);
  const chosen = text("folder");
  return {
    schedule: { at: at === "" ? null : at, timeZone: zone },
    settings: {
      length: briefLengths.find((known) => known === length) ?? stored.settings.length,
      languages: text("language").filter((language) => stored.languages.includes(language)),
      leftOut: stored.folders.filter(({ id }) => !chosen.includes(id)).map(({ id }) => id),
      hasLoose: stored.folders.length === 0 || chosen.includes(looseFeeds),
      byMail: text("mail").length > 0,
    },
  };
}

function textsIn(form: FormData): (name: string) => string[] {
  return (name) => form.getAll(name).filter((value) => typeof value === "string");
}

type Wanted = { schedule: BriefSchedule; settings: BriefSettings };

/** Where the form offers no folders, or this server sends no mail, nothing is sent of them. */
function parseSettings(form: FormData, folders: readonly Folder[], canMail: boolean): Wanted | SettingsFault {
  const text = textsIn(form);
  const schedule = parseSchedule(text("at")[0] ?? "", findTimeZone(text("zone")[0] ?? ""));
  if (typeof schedule === "string") return schedule;
  const chosen = new Set(folders.length === 0 ? [looseFeeds] : text("folder"));
  const settings = parseBriefSettings({
    length: text("length")[0] ?? "normal",
    languages: text("language"),
    leftOut: folders.filter(({ id }) => !chosen.has(id)).map(({ id }) => id),
    hasLoose: chosen.has(looseFeeds),
    byMail: canMail && text("mail").length > 0,
  });
  if (settings === null) return "bad-settings";
  return settings.leftOut.length === folders.length && !settings.hasLoose ? "no-folders" : { schedule, settings };
}

export async function loadSettings(
  { db, writing, canMail }: BriefRouteParts,
  c: Context<WebEnv>,
): Promise<SettingsView> {
  const { id } = sessionOf(c).person;
  const isSaved = c.req.query("saved") !== undefined;
  return asPerson(db, id, async (tx: Queryable) => {
    const settings = await findBriefSettings(tx, id);
    const offered = await findOfferedLanguages(tx, id, writing.now());
    return {
      schedule: await findBriefSchedule(tx),
      settings,
      folders: await listFolders(tx),
      languages: [...new Set([...offered, ...settings.languages])].toSorted(),
      canMail,
      fault: null,
      isSaved,
    };
  });
}
