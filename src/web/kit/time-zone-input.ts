import { timeZones } from "../../accounts/time-zones.ts";
import { type Html, html } from "./html.ts";

type TimeZoneInput = { id: string; value: string; isWrong: boolean; describedBy?: string };

/** A field with suggestions: a list of four hundred zones is hard to search on a phone. */
export function timeZoneInput({ id, value, isWrong, describedBy }: TimeZoneInput): Html {
  return html`<input
      class="field"
      id="${id}"
      name="zone"
      value="${value}"
      list="zones"
      autocomplete="off"
      autocapitalize="off"
      spellcheck="false"
      required
      autofocus="${isWrong}"
      aria-invalid="${isWrong && "true"}"
      aria-describedby="${describedBy}"
    />
    <datalist id="zones">${timeZones().map((name) => html`<option value="${name}"></option>`)}</datalist>`;
}
