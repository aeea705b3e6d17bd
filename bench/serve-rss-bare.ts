import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";

// The minimum a server can do: headers and body from memory, one comparison for the 304.
const folder = process.argv[2] ?? ".";
const recorded = JSON.parse(readFileSync(join(folder, "headers.json"), "utf8"));
const body = readFileSync(join(folder, "body"));
const full = Object.fromEntries(recorded[200]);
const unchanged = Object.fromEntries(recorded[304]);

const server = createServer((request, response) => {
  if (request.headers["if-none-match"] === full.etag) response.writeHead(304, unchanged).end();
  else response.writeHead(200, full).end(body);
});
server.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
process.once("SIGTERM", () => process.exit(0));
