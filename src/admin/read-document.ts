import { createReadStream } from "node:fs";
import { decodeBody } from "../fetching/parsing/decode-body.ts";
import { Refusal } from "../refusal.ts";

const fileBytesMax = 64_000_000;

/** A file, or standard input for "-", in whatever encoding it says it is. */
export async function readDocument(file: string): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of file === "-" ? process.stdin : createReadStream(file)) {
      bytes += (chunk as Buffer).length;
      if (bytes > fileBytesMax) throw new Refusal(`${file} is larger than ${fileBytesMax / 1_000_000} MB.`);
      chunks.push(chunk as Buffer);
    }
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}.`);
  }
  return decodeBody(Buffer.concat(chunks), null).text;
}
