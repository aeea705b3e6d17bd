// Forms that ask the browser for a passkey and send its answer. They are hidden until this script shows them: without script,
// and in browsers without passkeys, there are the other ways.
const decode = (text) =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
const encode = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer ?? [])))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

async function ask({ dataset, elements }) {
  const headers = { "X-CSRF-Token": elements.csrf.value, Accept: "application/json" };
  const answer = await fetch(dataset.challenge, { method: "POST", headers });
  if (!answer.ok) throw new Error(`${answer.status}`);
  const publicKey = await answer.json();
  publicKey.challenge = decode(publicKey.challenge);
  if (publicKey.user !== undefined) publicKey.user.id = decode(publicKey.user.id);
  for (const listed of [publicKey.allowCredentials, publicKey.excludeCredentials]) {
    for (const credential of listed ?? []) credential.id = decode(credential.id);
  }
  return dataset.passkey === "create"
    ? navigator.credentials.create({ publicKey })
    : navigator.credentials.get({ publicKey });
}

function write({ id, response }) {
  const parts = ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"];
  const bytes = Object.fromEntries(parts.map((part) => [part, encode(response[part])]));
  return JSON.stringify({ id, ...bytes, transports: response.getTransports?.() ?? [] });
}

const sentences = {
  NotAllowedError: "cancelled",
  AbortError: "cancelled",
  InvalidStateError: "known",
  SecurityError: "elsewhere",
};

async function send(form) {
  const fault = form.querySelector("[role=alert]");
  const button = form.querySelector("button");
  fault.hidden = true;
  button.disabled = true;
  try {
    form.elements.answer.value = write(await ask(form));
    form.submit();
  } catch (error) {
    fault.textContent = form.dataset[sentences[error.name] ?? "failed"];
    fault.hidden = false;
  }
  button.disabled = false;
}

for (const form of window.PublicKeyCredential === undefined ? [] : document.querySelectorAll("form[data-passkey]")) {
  form.hidden = false;
  for (const sentence of document.querySelectorAll("[data-without-passkeys]")) sentence.hidden = true;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void send(form);
  });
}
