import type { Behaviour } from "./hostile-origin.ts";
import { drip, head, pour, reply, stall } from "./hostile-origin-writing.ts";

export const hostileHeaders: Record<string, Behaviour> = {
  "/echo": (socket, request) => reply(socket, { body: JSON.stringify(request.headers) }),
  "/validators": (socket, request, args) =>
    request.headers.some(([name]) => name.toLowerCase() === "if-none-match")
      ? reply(socket, { status: 304 })
      : reply(socket, {
          headers: { ETag: args.getAll("etag").map(fromUtf8), "Last-Modified": args.getAll("modified") },
          body: "content",
        }),
  "/cookies": (socket) => reply(socket, { headers: { "Set-Cookie": ["a=1; Path=/", "b=2"] }, body: "content" }),
  "/not-modified-long": (socket) => void socket.write(head(304, { "Content-Length": "99999999", ETag: '"v2"' })),
  "/repeated-fields": (socket) =>
    reply(socket, {
      headers: { "Cache-Control": ["max-age=60", "private"], "Retry-After": ["5", "6"] },
      body: "content",
    }),
  "/proto-header": (socket) =>
    reply(socket, {
      headers: Object.fromEntries([
        ["__proto__", "x"],
        ["constructor", "y"],
      ]),
    }),

  "/silence": (socket) => stall(socket, ""),
  "/hang-up": (socket) => socket.end(),
  "/reset-at-once": (socket) => socket.resetAndDestroy(),
  "/header-drip": (socket) => drip(socket, "HTTP/1.1 200 OK\r\nA: ", "b"),
  "/endless-103": (socket) => drip(socket, "", "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"),
  "/pouring-103": (socket) => pour(socket, "", `HTTP/1.1 103 Early Hints\r\nLink: ${"x".repeat(10_000)}\r\n\r\n`),
  "/endless-100": (socket) => drip(socket, "", "HTTP/1.1 100 Continue\r\n\r\n"),
  "/endless-header": (socket) => pour(socket, "HTTP/1.1 200 OK\r\nA: ", "b".repeat(10_000)),
  "/many-headers": (socket) => pour(socket, "HTTP/1.1 200 OK\r\n", "a: b\r\n".repeat(1000)),
  "/header-60-kb": (socket) => reply(socket, { headers: { "X-Large": "x".repeat(60_000) } }),
  "/endless-status-line": (socket) => pour(socket, "HTTP/1.1 200 ", "O".repeat(10_000)),

  "/nul-in-header": (socket) => socket.end("HTTP/1.1 200 OK\r\nA: b\0c\r\nContent-Length: 0\r\n\r\n"),
  "/nul-in-name": (socket) => socket.end("HTTP/1.1 200 OK\r\nA\0b: c\r\nContent-Length: 0\r\n\r\n"),
  "/folded-header": (socket) => socket.end("HTTP/1.1 200 OK\r\nA: b\r\n  c\r\nContent-Length: 0\r\n\r\n"),
  "/lf-only": (socket) => socket.end("HTTP/1.1 200 OK\nContent-Length: 2\n\nok"),
  "/http-0-9": (socket) => socket.end("<rss></rss>"),
  "/http-2-preface": (socket) => socket.end("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
  "/not-http": (socket) => socket.end("220 smtp.example ESMTP ready\r\n"),
  "/two-lengths": (socket) => socket.end("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nabc"),
  "/negative-length": (socket) => socket.end("HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\nabc"),
  "/length-and-chunked": (socket) =>
    socket.end("HTTP/1.1 200 OK\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n"),
  "/upgrade": (socket) => socket.end("HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\nConnection: upgrade\r\n\r\n"),
  "/binary": (socket) => socket.end(Buffer.from(Array.from({ length: 4096 }, (_, index) => (index * 7919) % 256))),
};

/** Query strings are UTF-8; a header value is written byte by byte. */
function fromUtf8(text: string): string {
  return Buffer.from(text, "utf8").toString("latin1");
}
