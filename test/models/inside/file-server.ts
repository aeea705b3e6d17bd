import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { after } from "node:test";

export type FileServer = {
  url: string;
  /** What was asked for: the Range header, or "all". */
  asked: string[];
  /** What the next answers are; changed by tests. */
  file: { bytes: Buffer; etag: string | null; hasRanges: boolean };
  /** Answers are cut after so many bytes of the file and stay open; null: they are not. */
  stallAt: number | null;
  /** The same, and the connection is closed. */
  closeAt: number | null;
  /** The length that it tells; null: the real one. */
  claimedBytes: number | null;
};

/** A server with one large file, as RFC 9110 has ranges and If-Range. */
export async function startFileServer(bytes: Buffer): Promise<FileServer> {
  const world: FileServer = {
    url: "",
    asked: [],
    file: { bytes, etag: '"v1"', hasRanges: true },
    stallAt: null,
    closeAt: null,
    claimedBytes: null,
  };
  const server = createServer((request, response) => answer(world, request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  after(() => {
    server.close();
    server.closeAllConnections();
  });
  world.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/models/Tiny-Model.gguf`;
  return world;
}

function answer(world: FileServer, { headers }: IncomingMessage, response: ServerResponse): void {
  const { bytes, etag, hasRanges } = world.file;
  world.asked.push(headers.range ?? "all");
  const [, first] = /^bytes=(\d+)-$/.exec(headers.range ?? "") ?? [];
  const isCurrent = headers["if-range"] === undefined || headers["if-range"] === etag;
  const from = hasRanges && isCurrent && first !== undefined ? Number(first) : 0;
  if (etag !== null) response.setHeader("etag", etag);
  if (from >= bytes.length) return void response.writeHead(416).end();
  if (from > 0) response.setHeader("content-range", `bytes ${from}-${bytes.length - 1}/${bytes.length}`);
  response.writeHead(from > 0 ? 206 : 200, { "content-length": (world.claimedBytes ?? bytes.length) - from });
  const end = world.stallAt ?? world.closeAt ?? bytes.length;
  response.write(bytes.subarray(from, end), () => {
    if (world.closeAt !== null) response.destroy();
    else if (world.stallAt === null) response.end();
  });
}
