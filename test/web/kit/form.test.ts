import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { test } from "node:test";
import { inputField } from "../../../src/web/kit/field.ts";
import { postButton, postForm } from "../../../src/web/kit/form.ts";
import type { Frame } from "../../../src/web/kit/frame.ts";
import { html } from "../../../src/web/kit/html.ts";

const frame = { csrfToken: () => "the-token" } as Frame;

test("every form carries the token, sent by htmx or not", () => {
  const forms = [
    postForm(frame, { action: "/a" }, html`<button>Go</button>`),
    postForm(frame, { action: "/a", htmx: { post: "/a", swap: "none" } }, html``),
    postForm(frame, { action: "/a", htmx: { post: "/a", target: "#x", swap: "morph" } }, html``),
    postForm(frame, { action: "/a", htmx: { post: "/a", target: "#x", swap: "slow-morph" } }, html``),
    postButton(frame, { action: "/a", label: "Go" }),
  ];
  for (const { text } of forms) assert.match(text, /<input type="hidden" name="csrf" value="the-token" \/>/);
});

test("no page writes a posting form by hand", () => {
  const folder = resolve(import.meta.dirname, "../../../src/web");
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
  const byHand = names.filter((name) => /<form\b[^>]*method="post"/.test(readFileSync(join(folder, name), "utf8")));
  // The link in a mail says who unsubscribes; no cookie is asked for, so there is no token to send. Forms for passkeys have it.
  assert.deepEqual(byHand.toSorted(), ["kit/form.ts", "kit/passkey-form.ts", "settings/unsubscribe-routes.ts"]);
  assert.match(
    readFileSync(join(folder, "kit/passkey-form.ts"), "utf8"),
    /name="csrf" value="\$\{frame\.csrfToken\(\)\}"/,
  );
});

test("a field refers to its hint and error by id, for screen readers", () => {
  const { text } = inputField({ name: "email", id: "invited", label: "Email", hint: "A hint", fault: "Wrong" });
  assert.match(text, /<label for="invited">Email</);
  assert.match(text, /aria-describedby="invited-hint invited-fault" aria-invalid="true"/);
  assert.match(text, /id="invited-hint">A hint<[\s\S]*id="invited-fault">Wrong</);
  const plain = inputField({ name: "email", label: "Email" }).text;
  assert.doesNotMatch(plain, /aria-describedby|aria-invalid|required|autofocus/);
});
