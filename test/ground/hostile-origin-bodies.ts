import type { Socket } from "node:net";
import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import type { Behaviour } from "./hostile-origin.ts";
import { drip, head, pour, reply, reset, stall } from "./hostile-origin-writing.ts";

/** The body that well-behaved paths serve. */
export const feedText = `<?xml version="1.0"?><rss version="2.0"><channel><title>Größe</title>${"<item><title>one</title></item>".repeat(100)}</channel></rss>`;

const chunked = { "Transfer-Encoding": "chunked" };

export const hostileBodies: Record<string, Behaviour> = {
  "/feed": (socket) => reply(socket, { headers: { ETag: '"v1"' }, body: feedText }),
  "/empty": (socket) => reply(socket, {}),
  "/sized": (socket, _request, args) => reply(socket, { body: Buffer.alloc(Number(args.get("bytes")), "x") }),
  "/status": (socket, _request, args) => reply(socket, { status: Number(args.get("code")), body: "an explanation" }),

  "/gzip": (socket) => encoded(socket, "gzip", gzipSync(feedText)),
  "/x-gzip": (socket) => encoded(socket, "x-gzip", gzipSync(feedText)),
  "/br": (socket) => encoded(socket, "br", brotliCompressSync(feedText)),
  "/zstd": (socket) => encoded(socket, "zstd", zstdCompressSync(feedText)),
  "/deflate-zlib": (socket) => encoded(socket, "deflate", deflateSync(feedText)),
  "/deflate-raw": (socket) => encoded(socket, "deflate", deflateRawSync(feedText)),
  "/two-layers": (socket) => encoded(socket, "gzip, br", brotliCompressSync(gzipSync(feedText))),
  "/two-headers": (socket) =>
    reply(socket, { headers: { "Content-Encoding": ["gzip", "BR "] }, body: brotliCompressSync(gzipSync(feedText)) }),
  "/three-layers": (socket) => encoded(socket, "gzip, gzip, gzip", gzipSync(gzipSync(gzipSync(feedText)))),
  "/gz-file": (socket) => reply(socket, { headers: { "Content-Type": "application/gzip" }, body: gzipSync(feedText) }),
  "/gz-file-gzipped": (socket) => encoded(socket, "gzip", gzipSync(gzipSync(feedText))),
  "/gzip-label-on-plain": (socket) => encoded(socket, "gzip", Buffer.from(feedText)),
  "/zstd-label-on-plain": (socket) => encoded(socket, "zstd", Buffer.from(feedText)),
  "/identity": (socket) => encoded(socket, "identity", Buffer.from(feedText)),
  "/unknown-encoding": (socket) => encoded(socket, "sdch", Buffer.from(feedText)),
  "/broken-gzip": (socket) =>
    encoded(socket, "gzip", Buffer.concat([gzipSync(feedText).subarray(0, 40), Buffer.alloc(40, 7)])),
  "/truncated-gzip": (socket) => encoded(socket, "gzip", gzipSync(feedText).subarray(0, -10)),
  "/broken-br": (socket) => encoded(socket, "br", Buffer.from(feedText)),
  "/broken-deflate": (socket) => encoded(socket, "deflate", Buffer.from(feedText)),
  "/two-zstd-frames": (socket) =>
    encoded(socket, "zstd", Buffer.concat([zstdCompressSync(feedText), zstdCompressSync(feedText)])),
  "/zstd-huge-window": (socket) => encoded(socket, "zstd", zstdHugeWindow()),

  "/bomb-gzip": (socket) => encoded(socket, "gzip", gzipSync(zeros())),
  "/bomb-unlabelled": (socket) => reply(socket, { body: gzipSync(zeros()) }),
  "/bomb-deflate": (socket) => encoded(socket, "deflate", deflateSync(zeros())),
  "/bomb-raw-deflate": (socket) => encoded(socket, "deflate", deflateRawSync(zeros())),
  "/bomb-br": (socket) => encoded(socket, "br", brotliBomb()),
  "/bomb-zstd": (socket) => encoded(socket, "zstd", zstdCompressSync(zeros())),
  "/bomb-gzip-in-br": (socket) => encoded(socket, "gzip, br", brotliCompressSync(gzipSync(zeros()))),
  "/bomb-gzip-in-gzip": (socket) => encoded(socket, "gzip", gzipSync(gzipSync(zeros()))),
  "/bomb-error-page": (socket) =>
    reply(socket, { status: 500, headers: { "Content-Encoding": "br" }, body: brotliBomb() }),

  "/endless": (socket) => pour(socket, head(200), "x".repeat(65_536)),
  "/endless-chunks": (socket) => pour(socket, head(200, chunked), `8000\r\n${"x".repeat(0x8000)}\r\n`),
  "/one-byte-chunks": (socket) => pour(socket, head(200, chunked), "1\r\nx\r\n".repeat(5000)),
  "/endless-chunk-extension": (socket) => pour(socket, head(200, chunked, "1;"), "e".repeat(65_536)),
  "/endless-trailers": (socket) => pour(socket, head(200, chunked, "1\r\nx\r\n0\r\n"), `a: ${"b".repeat(1000)}\r\n`),
  "/dripping": (socket) => drip(socket, head(200, { "Content-Length": "100000" }), "x"),
  "/stalls": (socket) => stall(socket, head(200, { "Content-Length": "1000" }, "half of it")),
  "/error-dripping": (socket) => drip(socket, head(503, { "Content-Length": "100000", "Retry-After": "120" }), "wait "),
  "/error-endless": (socket) => pour(socket, head(500), "sorry ".repeat(10_000)),
  "/error-cut-off": (socket) => socket.end(head(429, { "Content-Length": "1000", "Retry-After": "60" }, "slow down")),

  "/claims-10-gb": (socket) => stall(socket, head(200, { "Content-Length": "10000000000" }, "x")),
  "/too-short": (socket) => socket.end(head(200, { "Content-Length": "1000" }, "short")),
  "/reset-mid-body": (socket) => reset(socket, head(200, { "Content-Length": "1000" }, "half of it")),
  "/truncated-chunk": (socket) => socket.end(head(200, chunked, "100\r\nshort")),
  "/bad-chunk": (socket) => socket.end(head(200, chunked, "zz\r\nwhat\r\n")),
  "/close-delimited": (socket) => socket.end(Buffer.concat([head(200), Buffer.from(feedText)])),
  "/second-answer": (socket) => {
    reply(socket, { body: "the first" });
    reply(socket, { body: "planted" });
  },
};

function encoded(socket: Socket, coding: string, body: Buffer): void {
  reply(socket, { headers: { "Content-Encoding": coding }, body });
}

/** Sixteen times the body limit of the tests, and more than the largest window a zstd frame may ask for. */
function zeros(): Buffer {
  return Buffer.alloc(16 * 1024 * 1024);
}

function brotliBomb(): Buffer {
  return brotliCompressSync(zeros(), { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
}

function zstdHugeWindow(): Buffer {
  const params = { [constants.ZSTD_c_windowLog]: 27, [constants.ZSTD_c_contentSizeFlag]: 0 };
  return zstdCompressSync(zeros(), { params });
}
