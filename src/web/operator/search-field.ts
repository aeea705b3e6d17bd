import { type Html, html } from "../html.ts";
import { searchIcon } from "../icons.ts";

export function searchField(label: string, value: string): Html {
  return html`<div class="search">
    ${searchIcon}<input
      type="search"
      name="search"
      value="${value}"
      maxlength="255"
      placeholder="${label}"
      aria-label="${label}"
      autocomplete="off"
    />
  </div>`;
}
