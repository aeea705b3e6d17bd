import { type Context, Hono } from "hono";
import { deleteCookie, setCookie } from "hono/cookie";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { AccountParts } from "../../accounts/auth-provider.ts";
import { savePreferences } from "../../accounts/person-store.ts";
import { densities, languages, type Preferences, textSizes, themes } from "../../accounts/preferences.ts";
import { asPerson } from "../../database/transaction.ts";
import type { Frame } from "../kit/frame.ts";
import { type FormText, readForm } from "../kit/read-form.ts";
import { problem } from "../problem.ts";
import { type Refuse, sessionOf } from "../require-person.ts";
import { textsOf } from "../texts/texts-of.ts";
import type { WebEnv } from "../web-env.ts";
import { appearancePage, keyboardPage, languagePage, type PreferenceView } from "./preference-pages.ts";

type PreferenceParts = {
  accounts: AccountParts;
  canTranslate: () => Promise<boolean>;
  frame: (c: Context<WebEnv>) => Frame;
  refuse: Refuse;
};

/** The sections about how pages look and behave. Each form saves its own keys, so two open sections do not undo each other. */
export function preferenceRoutes(parts: PreferenceParts): Hono<WebEnv> {
  const app = new Hono<WebEnv>();
  const { accounts, canTranslate, frame, refuse } = parts;
  const show = async (
    c: Context<WebEnv>,
    section: SectionName,
    view: Partial<PreferenceView>,
    status?: ContentfulStatusCode,
  ) => {
    const done = c.req.query("done") === "saved" ? textsOf(c).settings.saved : null;
    const known = { done, zone: null, zoneFault: null, translates: section !== "language" || (await canTranslate()) };
    return c.html(sections[section].page(frame(c), { ...known, ...view }).text, status);
  };

  for (const section of sectionNames) {
    const path = `/settings/${section}`;
    app.get(path, (c) => show(c, section, {}));
    app.post(path, async (c) => {
      const text = await readForm(c);
      const changes = sections[section].read(text);
      if (changes === null) return refuse(c, problem(400, textsOf(c).settings.notSaved));
      const zone = section === "language" ? text("zone").trim() : null;
      const { person } = sessionOf(c);
      const isSaved = await asPerson(accounts.db, person.id, (tx) =>
        savePreferences(tx, changes, zone, accounts.now()),
      );
      if (!isSaved) return show(c, section, { done: null, zone, zoneFault: textsOf(c).settings.language.badZone }, 400);
      if (changes.theme !== undefined) rememberTheme(c, changes.theme);
      return c.redirect(`${path}?done=saved`, 303);
    });
  }
  app.post("/theme", (c) => switchTheme(accounts, c));
  return app;
}

type SectionName = "appearance" | "language" | "keyboard";
/** `read` is null where a value is not one of the form's. */
type Section = {
  page: (frame: Frame, view: PreferenceView) => ReturnType<typeof appearancePage>;
  read: (text: FormText) => Partial<Preferences> | null;
};

const sections: Record<SectionName, Section> = {
  appearance: {
    page: appearancePage,
    read: (text) => {
      const theme = text("theme") === "system" ? null : oneOf(themes, text("theme"));
      const density = oneOf(densities, text("density"));
      const textSize = oneOf(textSizes, text("text_size"));
      if (theme === undefined || density === undefined || textSize === undefined) return null;
      return { theme, density, textSize, plainTitles: text("plain_titles") !== "", pictures: text("pictures") !== "" };
    },
  },
  language: {
    page: languagePage,
    read: (text) => {
      const language = text("language") === "browser" ? null : oneOf(languages, text("language"));
      const into = text("translate_into");
      // A form that was open before this field came has none, and leaves it as it is.
      if (language !== undefined && into === "") return { language };
      const translateInto = into === "off" ? null : oneOf(languages, into);
      return language === undefined || translateInto === undefined ? null : { language, translateInto };
    },
  },
  keyboard: { page: keyboardPage, read: (text) => ({ keys: text("keys") !== "" }) },
};
const sectionNames = ["appearance", "language", "keyboard"] as const;

function oneOf<Value extends string>(values: readonly Value[], text: string): Value | undefined {
  return values.find((value) => value === text);
}

/**
 * Sets the theme and returns to the page. The server writes the theme into the page, so nothing flashes. A person's choice
 * goes with them to other browsers; the cookie is for the pages before the login.
 */
async function switchTheme({ db, now }: AccountParts, c: Context<WebEnv>): Promise<Response> {
  const theme = oneOf(themes, (await readForm(c))("theme"));
  if (theme !== undefined) {
    const person = c.var.session?.person;
    if (person !== undefined) await asPerson(db, person.id, (tx) => savePreferences(tx, { theme }, null, now()));
    rememberTheme(c, theme);
  }
  return c.redirect(pageBefore(c), 303);
}

const yearSeconds = 365 * 24 * 3600;

function rememberTheme(c: Context, theme: Preferences["theme"]): void {
  if (theme === null) deleteCookie(c, "theme", { path: "/" });
  else setCookie(c, "theme", theme, { path: "/", maxAge: yearSeconds, sameSite: "Lax", httpOnly: true });
}

/** Only our own pages: the path comes from the referrer, never the host. */
function pageBefore(c: Context): string {
  const referrer = c.req.header("Referer") ?? "";
  if (!URL.canParse(referrer)) return "/";
  const { pathname, search } = new URL(referrer);
  return pathname.startsWith("//") ? "/" : pathname + search;
}
