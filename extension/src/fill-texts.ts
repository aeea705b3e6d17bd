import { api } from "./browser-api.ts";

/** Puts the texts of the person's language into a page: `data-text` names them. */
export function fillTexts(): void {
  document.documentElement.lang = api.i18n.getUILanguage();
  for (const element of document.querySelectorAll<HTMLElement>("[data-text]")) {
    element.textContent = api.i18n.getMessage(element.dataset["text"] ?? "");
  }
}

export function byId(id: string): HTMLElement {
  return document.getElementById(id)!;
}

export function inputOf(id: string): HTMLInputElement {
  return byId(id) as HTMLInputElement;
}
