// What markup alone cannot say: a feed that was added leaves the list of found ones; after the last, the place is as before.
addEventListener("htmx:after:request", ({ target, detail: { ctx } }) => {
  // A form with a field of the name "id" has no text as its id.
  if (ctx.response.status !== 204 || !target.getAttribute?.("id")?.startsWith("feed-add-form")) return;
  document.getElementById("feed-add-form-errors").replaceChildren();
  const found = target.closest("#found");
  if (target.matches(".candidate")) target.remove();
  const added = ctx.response.headers.get("Content-Location");
  if (added) void htmx.ajax("GET", `${added}/added`, { target: "#added", swap: "innerHTML" });
  if (found.querySelector(".candidate") !== null) return;
  void htmx.ajax("GET", "/feeds/find", { target: "#found", swap: "innerHTML" });
  document.getElementById("address").value = "";
});

// What was said of the feed before is no answer to the next address.
addEventListener("submit", ({ target }) => {
  if (target.getAttribute("id") === "add") document.getElementById("added")?.replaceChildren();
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

// Folders are dragged into their order; the buttons next to them do the same.
let dragged = null;
addEventListener("dragstart", ({ target }) => {
  dragged = target.closest?.("[data-folder]") ?? null;
});
addEventListener("dragover", (event) => {
  const over = event.target.closest?.("[data-folder]");
  if (dragged === null || !over) return;
  event.preventDefault();
  const { top, height } = over.getBoundingClientRect();
  if (over !== dragged) over[event.clientY < top + height / 2 ? "before" : "after"](dragged);
});
addEventListener("drop", (event) => {
  if (dragged === null) return;
  event.preventDefault();
  const order = document.getElementById("order");
  order.elements.ids.value = [...document.querySelectorAll("[data-folder]")].map((row) => row.dataset.folder).join();
  order.submit();
});
