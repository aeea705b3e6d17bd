import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { etagOf } from "../../publishing/etag.ts";

const compress = promisify(gzip);

export async function makeDocument(text: string): Promise<{ body: Buffer; gzip: Buffer; etag: string }> {
  const body = Buffer.from(text);
  return { body, gzip: await compress(body), etag: etagOf(body) };
}
