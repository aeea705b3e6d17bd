import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { createSecretBox } from "../../src/database/secret-box.ts";
import { createMediaAddresses, type MediaKind } from "../../src/media/media-address.ts";

export const testSecret = "k".repeat(32);

/** The path of an address, as the server with this key writes it into its pages. */
export function signed(url: string, kind: MediaKind = "picture", secret = testSecret): string {
  return createMediaAddresses(createSecretBox(secret), true).sign(url, kind) ?? "";
}

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

export type FileOrigin = {
  url: (path: string) => string;
  serve: (path: string, answer: Answer) => void;
  /** Every request that came, by path. */
  asked: { path: string; headers: IncomingMessage["headers"] }[];
};

/** A server on loopback whose answers are written by hand, byte for byte. */
export async function fileOrigin(): Promise<FileOrigin> {
  const answers = new Map<string, Answer>();
  const asked: FileOrigin["asked"] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? "/";
    asked.push({ path, headers: request.headers });
    const answer = answers.get(path);
    if (answer === undefined) response.writeHead(404).end("nothing here");
    else answer(request, response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  after(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: (path) => `http://127.0.0.1:${port}${path}`,
    serve: (path, answer) => void answers.set(path, answer),
    asked,
  };
}

export async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "plainwire-media-"));
  after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
