import { base32, totpAddress } from "../../../accounts/second-step/totp.ts";
import { copyButton } from "../../kit/copy-button.ts";
import { inputField } from "../../kit/field.ts";
import { postForm } from "../../kit/form.ts";
import type { Frame } from "../../kit/frame.ts";
import { type Html, html, trusted } from "../../kit/html.ts";
import { alert } from "../../kit/notice.ts";
import { createQrCode } from "../../kit/qr-code.ts";
import { settingsPage } from "../settings-page.ts";

export type TotpView = {
  secret: Buffer;
  /** The same, sealed: it is stored when a code has shown that the app has it. */
  setup: string;
  host: string;
  fault: string | null;
  failure: string | null;
};

/** The key for an app, as a picture and in letters, and the field for the first code. */
export function totpPage(frame: Frame, { secret, setup, host, fault, failure }: TotpView): Html {
  const texts = frame.texts.waysIn;
  const address = totpAddress(secret, { host, email: frame.person?.email ?? "" });
  const code = createQrCode(address);
  return settingsPage(frame, {
    section: "login",
    title: texts.totpTitle,
    note: texts.totpLede,
    body: html`<div class="stack">
      ${alert(failure)}
      ${
        code !== null &&
        html`<p>${texts.totpScan}</p>
          ${qrPicture(code, texts.totpPicture)}`
      }
      <p>${texts.totpKey} <code class="totp-key">${base32(secret).replaceAll(/.{4}(?=.)/g, "$& ")}</code></p>
      <p>${appLink(address, texts.totpOpen)}</p>
      ${postForm(
        frame,
        { action: "/settings/login/codes", className: "entries" },
        html`<input type="hidden" name="setup" value="${setup}" />
          ${inputField({
            isRequired: true,
            name: "code",
            label: texts.totpCode,
            hint: texts.totpCodeHint,
            autocomplete: "one-time-code",
            fault,
            hasCursor: fault !== null,
          })}
          <div class="buttons">
            <button class="btn go">${texts.totpSubmit}</button>
            <a class="btn" href="/settings/login">${texts.back}</a>
          </div>`,
      )}
    </div>`,
  });
}

/** `html` allows only addresses of the web; this one was made here and has no quotes. */
function appLink(address: string, label: string): Html {
  if (!/^otpauth:\/\/totp\/[\w%.~!*()-]+:[\w%.~!*()-]+\?[\w%=&.~!*()-]+$/.test(address)) return html``;
  return html`${trusted(`<a href="${address.replaceAll("&", "&amp;")}">`)}${label}${trusted("</a>")}`;
}

/** Dark on light in both themes, with the four modules of margin that cameras need. */
function qrPicture(code: boolean[][], label: string): Html {
  const size = code.length + 8;
  const path = code
    .flatMap((line, y) => line.flatMap((isDark, x) => (isDark ? [`M${x + 4} ${y + 4}h1v1h-1z`] : [])))
    .join("");
  return html`<svg
    class="qr"
    viewBox="0 0 ${size} ${size}"
    role="img"
    aria-label="${label}"
    shape-rendering="crispEdges"
  >
    <path fill="#fff" d="M0 0h${size}v${size}H0z" />
    <path fill="#000" d="${path}" />
  </svg>`;
}

/** Shown once. */
export function recoveryCodesPage(frame: Frame, codes: string[], done: string | null): Html {
  const texts = frame.texts.waysIn;
  return settingsPage(frame, {
    section: "login",
    title: texts.recoveryTitle,
    note: texts.recoveryLede,
    done,
    body: html`<div class="panel form made">
      <p role="status"><strong>${texts.recoveryNow}</strong></p>
      <ol class="recovery-codes">
        ${codes.map((code) => html`<li><code>${code}</code></li>`)}
      </ol>
      <div class="buttons">
        <a class="btn go" href="/settings/login">${texts.recoveryKept}</a>
        ${copyButton(frame, { text: codes.join("\n"), label: texts.recoveryCopy })}
      </div>
    </div>`,
  });
}
