import { type Html, html } from "./html.ts";
import { searchIcon } from "./icons.ts";

type FormField = {
  name: string;
  label: string;
  type: "email" | "password";
  autocomplete: "email" | "username" | "current-password" | "new-password";
  value?: string;
  hint?: string;
  fault?: string | null;
  /** Where a person begins to type. */
  hasCursor?: boolean;
};

/** A labelled input; what is wrong with it stands below it and is read out with it. */
export function formField(field: FormField): Html {
  const { name, hint, fault = null } = field;
  const about = [hint === undefined ? "" : `${name}-hint`, fault === null ? "" : `${name}-fault`].filter(Boolean);
  return html`<div class="field">
    <label for="${name}">${field.label}</label>
    <input
      id="${name}"
      name="${name}"
      type="${field.type}"
      value="${field.value}"
      autocomplete="${field.autocomplete}"
      required
      aria-describedby="${about.length > 0 && about.join(" ")}"
      aria-invalid="${fault !== null && "true"}"
      autofocus="${field.hasCursor === true}"
    />
    ${hint !== undefined && html`<p class="hint" id="${name}-hint">${hint}</p>`} ${faultLine(name, fault)}
  </div>`;
}

export function faultLine(name: string, fault: string | null): Html | null {
  return fault === null ? null : html`<p class="fault" id="${name}-fault">${fault}</p>`;
}

/** What went wrong as a whole; read out as soon as the page is there. */
export function alertLine(sentence: string | null): Html | null {
  return sentence === null ? null : html`<p class="alert" role="alert">${sentence}</p>`;
}

export function statusLine(sentence: string | null): Html | null {
  return sentence === null ? null : html`<p class="done" role="status">${sentence}</p>`;
}

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
