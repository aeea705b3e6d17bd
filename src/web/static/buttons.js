// The article's buttons that need a script: copy the link, share it. They are shown where the browser can do it.
const root = document.documentElement;
root.toggleAttribute("data-can-copy", navigator.clipboard !== undefined);
root.toggleAttribute("data-can-share", navigator.share !== undefined);

const toastMs = 4_000;

function say(text) {
  const toast = document.createElement("div");
  toast.className = "toast";
  toast.textContent = text;
  document.getElementById("toast")?.replaceChildren(toast);
  setTimeout(() => toast.remove(), toastMs);
}

async function copyLink({ copy, done, failed }) {
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
  const { dataset } = target.closest?.("[data-copy], [data-share]") ?? {};
  if (dataset?.copy !== undefined) void copyLink(dataset);
  if (dataset?.share !== undefined) void shareLink(dataset);
});
