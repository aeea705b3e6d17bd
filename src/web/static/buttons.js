// Buttons that need a script: copy a text, share a link, print. They are shown where the browser can do it.
const root = document.documentElement;
root.toggleAttribute("data-can-copy", navigator.clipboard !== undefined);
root.toggleAttribute("data-can-share", navigator.share !== undefined);
root.toggleAttribute("data-can-print", window.print !== undefined);

const toastMs = 4_000;

function say(text) {
  const toast = document.createElement("div");
  toast.className = "toast";
  toast.textContent = text;
  document.getElementById("toast")?.replaceChildren(toast);
  removeLater(toast);
}

const removeLater = (toast) => setTimeout(() => toast.remove(), toastMs);
addEventListener("htmx:after:swap", () => document.querySelectorAll("#toast > .toast").forEach(removeLater));

// Without an answer nothing on the page changes, so the page must say why.
addEventListener("htmx:error", ({ detail }) => {
  const text = document.getElementById("toast")?.dataset.unreachable;
  const { ctx, error } = detail ?? {};
  // A newer question stopped an older one: not the server's fault. Every other stop is a timeout.
  const isReplaced = error?.name === "AbortError" && ctx?.sourceElement?.closest('[hx-sync$="replace"]');
  if (text && ctx && !ctx.response && !isReplaced) say(text);
});

async function copyText({ copy, done, failed }) {
  try {
    await navigator.clipboard.writeText(copy);
    say(done);
  } catch {
    say(failed);
  }
}

async function shareLink({ share, title }) {
  try {
    await navigator.share({ title, url: share });
  } catch {
    // Closed without sharing.
  }
}

addEventListener("click", ({ target }) => {
  const { dataset } = target.closest?.("[data-copy], [data-share], [data-print]") ?? {};
  if (dataset?.copy !== undefined) void copyText(dataset);
  if (dataset?.share !== undefined) void shareLink(dataset);
  if (dataset?.print !== undefined) print();
});

// A picture that cannot be loaded leaves no trace: the browser's sign for it says nothing about the news. Icons of outlets
// keep their place. Errors do not bubble, so they are caught on their way down.
addEventListener(
  "error",
  ({ target }) => {
    if (!target.matches?.("main img:not(.o)")) return;
    const figure = target.closest("figure");
    target.remove();
    if (figure !== null && figure.querySelector("img, video, audio, figcaption") === null) figure.remove();
  },
  true,
);
