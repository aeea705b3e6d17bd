import { type Html, html } from "./html.ts";
import { searchIcon } from "./icons.ts";

type Field = {
  name: string;
  /** Where the page has another field of that name. */
  id?: string;
  label: string;
  hint?: string | null;
  /** What is wrong with what was sent. */
  fault?: string | null | undefined;
  /** The id of an element elsewhere that says what is wrong. */
  describedBy?: string;
  /** It is shown and cannot be changed; the hint says why. */
  isDisabled?: boolean;
};

type InputField = Field & {
  type?: "text" | "email" | "password" | "url" | "number" | "time";
  value?: string | null;
  /** With `off` the browser does not change what is typed either: no capitals, no spelling. */
  autocomplete?: "email" | "username" | "current-password" | "new-password" | "one-time-code" | "off";
  isRequired?: boolean;
  /** Where a person begins to type. */
  hasCursor?: boolean;
  /** The id of a datalist: what the browser offers. */
  list?: string;
};

/** A labelled input. What is wrong with it stands below it and is read out with it. */
export function inputField(field: InputField): Html {
  const { name, id = name, type = "text", autocomplete } = field;
  const isOff = autocomplete === "off";
  return labelled(
    field,
    html`<input
      class="field"
      id="${id}"
      name="${name}"
      type="${type}"
      value="${field.value}"
      dir="${type === "text" && "auto"}"
      autocomplete="${autocomplete}"
      autocapitalize="${isOff && "off"}"
      spellcheck="${isOff && "false"}"
      list="${field.list}"
      disabled="${field.isDisabled === true}"
      required="${field.isRequired === true}"
      autofocus="${field.hasCursor === true}"
      aria-describedby="${describedBy(field)}"
      aria-invalid="${isInvalid(field)}"
    />`,
  );
}

type LinesField = Field & { value: string; rows: number; placeholder?: string };

export function linesField(field: LinesField): Html {
  const { name, id = name, value, rows, placeholder } = field;
  return labelled(
    field,
    html`<textarea
      class="field"
      id="${id}"
      name="${name}"
      rows="${rows}"
      dir="auto"
      autocomplete="off"
      spellcheck="false"
      placeholder="${placeholder}"
      aria-describedby="${describedBy(field)}"
      aria-invalid="${isInvalid(field)}"
    >
${value}</textarea>`,
  );
}

export function selectField(field: Field, options: readonly Html[]): Html {
  const { name, id = name } = field;
  return labelled(
    field,
    html`<select
      class="field"
      id="${id}"
      name="${name}"
      disabled="${field.isDisabled === true}"
      aria-describedby="${describedBy(field)}"
      aria-invalid="${isInvalid(field)}"
    >
      ${options}
    </select>`,
  );
}

export function option(value: string, label: string, chosen: string): Html {
  return html`<option value="${value}" selected="${value === chosen}">${label}</option>`;
}

type CheckField = Omit<Field, "label"> & {
  label: string | Html;
  value: string;
  isChecked: boolean;
  isRequired?: boolean;
};

export function checkField(field: CheckField): Html {
  const { name, label, value, isChecked, isRequired } = field;
  return html`<div class="entry">
    <label class="check"
      ><input
        type="checkbox"
        name="${name}"
        value="${value}"
        required="${isRequired === true}"
        checked="${isChecked}"
        aria-describedby="${describedBy(field)}"
        aria-invalid="${isInvalid(field)}"
      /><span>${label}</span></label
    >
    ${remarks(field)}
  </div>`;
}

export function searchField(label: string, value: string): Html {
  return html`<div class="find search">
    ${searchIcon}<input
      class="field"
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

function labelled(field: Field, input: Html): Html {
  return html`<div class="entry">
    <label for="${field.id ?? field.name}">${field.label}</label> ${input} ${remarks(field)}
  </div>`;
}

type Remarks = Pick<Field, "name" | "id" | "hint" | "fault" | "describedBy">;

function remarks({ name, id = name, hint, fault }: Remarks): Html {
  return html`${isGiven(hint) && html`<p class="hint" id="${id}-hint">${hint}</p>`}
  ${isGiven(fault) && html`<p class="fault" id="${id}-fault">${fault}</p>`}`;
}

function describedBy({ name, id = name, hint, fault, describedBy: elsewhere }: Remarks): string | false {
  const ids = [isGiven(hint) && `${id}-hint`, isGiven(fault) && `${id}-fault`, elsewhere ?? ""].filter(Boolean);
  return ids.length > 0 && ids.join(" ");
}

function isInvalid({ fault }: Remarks): "true" | false {
  return isGiven(fault) && "true";
}

function isGiven(text: string | null | undefined): boolean {
  return (text ?? "") !== "";
}
