import { askServer } from "./ask-server.ts";
import { api } from "./browser-api.ts";
import { byId, fillTexts, inputOf } from "./fill-texts.ts";
import { loadSettings, parseServer, saveSettings, styles } from "./settings.ts";
import { removeSite } from "./sites.ts";

fillTexts();
byId("account").addEventListener("submit", (event) => {
  event.preventDefault();
  void saveAccount();
});
void showSettings();

async function showSettings(): Promise<void> {
  const { server, password, style, sites } = await loadSettings();
  inputOf("server").value = server;
  inputOf("password").value = password;
  for (const one of styles) {
    const radio = inputOf(`style-${one}`);
    radio.checked = one === style;
    radio.addEventListener("change", () => void saveSettings({ style: one }));
  }
  showSites(sites);
}

/** Saved only once the server has answered: a wrong address or password would do nothing, without a word. */
async function saveAccount(): Promise<void> {
  const server = parseServer(inputOf("server").value);
  const password = inputOf("password").value.trim();
  if (server === null) return tell("wrong_address");
  if (!(await api.permissions.request({ origins: [`${server}/*`] }))) return tell("not_allowed");
  tell("asking");
  const asked = await askServer({ server, password }, "/api/me");
  if (asked.kind === "problem") return tell(`problem_${asked.problem.replaceAll("-", "_")}`);
  const { email } = (asked.body ?? {}) as { email?: unknown };
  if (typeof email !== "string") return tell("problem_wrong_answer");
  await saveSettings({ server, password });
  inputOf("server").value = server;
  tell("saved", [email]);
}

function tell(name: string, values: string[] = []): void {
  byId("result").textContent = api.i18n.getMessage(name, values);
}

function showSites(sites: readonly string[]): void {
  const list = byId("sites");
  list.replaceChildren(...sites.map(siteRow));
  byId("no-sites").hidden = sites.length > 0;
}

function siteRow(site: string): HTMLElement {
  const row = document.createElement("li");
  const button = document.createElement("button");
  button.textContent = api.i18n.getMessage("remove");
  button.setAttribute("aria-label", api.i18n.getMessage("remove_site", [site]));
  button.addEventListener("click", () => {
    void removeSite(site)
      .then(loadSettings)
      .then(({ sites }) => showSites(sites));
  });
  row.append(`${site} `, button);
  return row;
}
