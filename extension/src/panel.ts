import type { BrowserApi } from "./browser-api.ts";
import type { Page, Report } from "./look-up.ts";

const { browser, chrome } = globalThis as unknown as { browser?: BrowserApi; chrome: BrowserApi };
export const extension = browser ?? chrome;
export const text = (name: string, values: string[] = []): string => extension.i18n.getMessage(name, values);

/** What the panel shows and does. `isPlain`: which title the page shows now; `swap` shows the other. */
export type PanelParts = {
  page: Page;
  server: string;
  opener: HTMLElement;
  isPlain: () => boolean;
  swap: () => void;
  loadReports: () => Promise<Report[]>;
};

let open: HTMLElement | null = null;

/** Both titles, and how other outlets put it. In a shadow of its own, so that page and panel cannot disturb each other. */
export async function openPanel(parts: PanelParts): Promise<void> {
  open?.remove();
  const { page, opener } = parts;
  const host = document.createElement("div");
  open = host;
  const close = () => {
    host.remove();
    opener.focus();
  };
  const box = make("section", { role: "dialog", ariaLabel: "Plainwire", tabIndex: -1 }, panelStyle + colours());
  box.addEventListener("keydown", (event) => {
    if (event.key === "Escape") close();
  });
  const list = make("div");
  const hasPlain = page.title !== page.original_title;
  box.append(
    line(text("level", [text(`level_${page.level ?? "none"}`)]), "font-weight:600"),
    line(text("published_as"), small),
    line(page.original_title, serif),
    ...(hasPlain ? [line(text("plain"), small), line(page.title, serif), swapButton(parts)] : []),
    list,
    foot(parts, close),
  );
  host.attachShadow({ mode: "closed" }).append(box);
  document.documentElement.append(host);
  box.focus();
  showReports(list, await parts.loadReports());
}

const panelStyle =
  "all:initial;position:fixed;z-index:2147483647;right:16px;bottom:16px;box-sizing:border-box;width:min(380px, calc(100vw - 32px));max-height:70vh;overflow:auto;padding:16px;border-radius:6px;font:15px/1.4 sans-serif;box-shadow:0 4px 24px #0005;";
const small = "margin-top:10px;font-size:12px";
const serif = "font-family:Georgia,serif;font-size:16px";
const buttonStyle = "font:inherit;font-size:13px;padding:4px 10px;cursor:pointer";

function colours(): string {
  const isDark = matchMedia("(prefers-color-scheme: dark)").matches;
  return isDark ? "background:#181c22;color:#eef0f2" : "background:#fffdf7;color:#14181f";
}

function swapButton({ isPlain, swap }: PanelParts): HTMLElement {
  const label = () => text(isPlain() ? "show_original" : "show_plain");
  const button = make("button", { textContent: label() }, `margin-top:8px;${buttonStyle}`);
  button.addEventListener("click", () => {
    swap();
    button.textContent = label();
  });
  return button;
}

const reportsMax = 8;

function showReports(list: HTMLElement, reports: readonly Report[]): void {
  if (reports.length === 0) return;
  list.append(line(text("others"), small));
  for (const { feed, original_title: title } of reports.slice(0, reportsMax)) {
    const row = make("div", {}, "margin-top:6px");
    row.append(line(feed, "font-size:12px;font-weight:600"), line(title, "font-family:Georgia,serif"));
    list.append(row);
  }
}

function foot({ page: { item, story }, server }: PanelParts, close: () => void): HTMLElement {
  const row = make("div", {}, "margin-top:12px;display:flex;gap:12px;justify-content:space-between");
  const href = `${server}${story === null ? `/items/${item}` : `/stories/${story}`}`;
  const button = make("button", { textContent: text("close") }, buttonStyle);
  button.addEventListener("click", close);
  row.append(
    make("a", { href, target: "_blank", rel: "noreferrer", textContent: text("open") }, "color:inherit"),
    button,
  );
  return row;
}

function line(content: string, css: string): HTMLElement {
  return make("div", { textContent: content, dir: "auto" }, css);
}

export function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]> = {},
  css = "",
): HTMLElementTagNameMap[Name] {
  const element = Object.assign(document.createElement(name), properties);
  dress(element, css);
  return element;
}

/** Property by property: a page's rules for styles do not reach these. */
export function dress(element: HTMLElement, css: string): void {
  for (const rule of css.split(";")) {
    const [name = "", ...value] = rule.split(":");
    element.style.setProperty(name, value.join(":"));
  }
}
