// What markup alone cannot say: a form that was taken is empty again, and closes.
addEventListener("htmx:after:request", ({ target, detail: { ctx } }) => {
  if (ctx.response.status !== 204 || target.id !== "feed-add-form") return;
  target.reset();
  target.querySelector("#feed-add-form-errors").replaceChildren();
  target.closest("details")?.removeAttribute("open");
});

// A person who removes a feed is at its place in the list; the way back is the next thing they may want.
let removedBy = null;
addEventListener("htmx:after:request", ({ target, detail: { ctx } }) => {
  if (ctx.request.method === "DELETE" && ctx.response.status === 204) removedBy = target;
});
addEventListener("htmx:after:swap", () => {
  if (removedBy === null || removedBy.isConnected) return;
  removedBy = null;
  document.querySelector("#feeds-removed .btn")?.focus();
});
