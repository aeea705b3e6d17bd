import type { Frame } from "../kit/frame.ts";
import { type Html, html } from "../kit/html.ts";
import type { PeopleParts } from "./people-parts.ts";

const command = "plainwire user create --operator you@example.org";

type Parts = Pick<PeopleParts, "accounts" | "isWithoutOperator">;

/** While there is no operator: that it is so, and how the person who runs the server becomes it. Else null. */
export async function missingOperator({ accounts, isWithoutOperator }: Parts, frame: Frame): Promise<Html | null> {
  if (!(await isWithoutOperator())) return null;
  const { none, byLink, orCommand } = frame.texts.setup;
  // The command only creates accounts whose password is kept here.
  const byCommand = () =>
    html`<p>${orCommand}</p>
      <p><code>${command}</code></p>`;
  return html`<div class="done" role="status">
    <p><strong>${none}</strong> ${byLink}</p>
    ${accounts.provider.hasher !== null && byCommand()}
  </div>`;
}
