import type { Socket } from "node:net";
import type { Behaviour } from "./hostile-origin.ts";
import { head, pour, reply, stall } from "./hostile-origin-writing.ts";

export const hostileRedirects: Record<string, Behaviour> = {
  /** `status` (302) and one `to` for each Location to send; any of them may be relative, empty or invalid. */
  "/redirect": (socket, _request, args) =>
    redirect(socket, Number(args.get("status") ?? 302), args.getAll("to").map(asBytes)),

  /** `statuses=301,302,…`: one redirect for each, then the feed. */
  "/chain": (socket, _request, args) => {
    const [status, ...rest] = (args.get("statuses") ?? "").split(",");
    redirect(socket, Number(status), [rest.length > 0 ? `/chain?statuses=${rest.join(",")}` : "/feed"]);
  },

  "/loop": (socket) => redirect(socket, 301, ["/loop"]),
  "/ping": (socket) => redirect(socket, 301, ["/pong"]),
  "/pong": (socket) => redirect(socket, 301, ["/ping"]),
  "/ever-new": (socket, _request, args) => redirect(socket, 302, [`/ever-new?n=${Number(args.get("n")) + 1}`]),
  "/no-location": (socket) => reply(socket, { status: 302 }),
  "/endless-redirect-body": (socket) => pour(socket, head(302, { Location: "/feed" }), "x".repeat(65_536)),
  "/silent-redirect-body": (socket) => stall(socket, head(302, { Location: "/feed", "Content-Length": "1000" })),
};

function redirect(socket: Socket, status: number, locations: string[]): void {
  reply(socket, { status, headers: { Location: locations, "Set-Cookie": "trap=1" }, body: "moved" });
}

function asBytes(location: string): string {
  return Buffer.from(location, "utf8").toString("latin1");
}
