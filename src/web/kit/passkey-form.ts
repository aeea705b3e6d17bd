import type { RelyingParty } from "../../accounts/passkeys/relying-party.ts";
import type { Frame } from "./frame.ts";
import { type Html, html } from "./html.ts";

type PasskeyForm = {
  action: string;
  /** `create` makes a passkey, `get` uses one. */
  kind: "create" | "get";
  /** Where the script asks what the passkey shall answer. */
  challenge: string;
  party: RelyingParty;
  className?: string;
};

/** Hidden until the script (static/passkeys.js) shows it. Its field `answer` is what the passkey says. */
export function passkeyForm(
  frame: Frame,
  { action, kind, challenge, party, className }: PasskeyForm,
  body: Html,
): Html {
  const { script: texts } = frame.texts.waysIn;
  return html`<form
    class="${className}"
    method="post"
    action="${action}"
    data-passkey="${kind}"
    data-challenge="${challenge}"
    data-cancelled="${texts.cancelled}"
    data-known="${texts.known}"
    data-elsewhere="${texts.elsewhere(party.origin)}"
    data-failed="${texts.failed}"
    hidden
  >
    <input type="hidden" name="csrf" value="${frame.csrfToken()}" />
    <input type="hidden" name="answer" />
    ${body}
    <p class="alert" role="alert" hidden></p>
  </form>`;
}

/** Once on a page, after its forms. */
export function passkeyScript({ assets }: Frame): Html {
  return html`<script src="${assets.passkeyScript}"></script>`;
}
