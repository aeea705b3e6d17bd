import { createReadStream, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { decodeBody } from "../fetching/decode-body.ts";
import { Refusal } from "../refusal.ts";
import type { Io } from "./io.ts";

const fileBytesMax = 64_000_000;

/** A file, or standard input for "-", decoded as it declares. */
export async function readDocument(io: Io, file: string): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of file === "-" ? io.in : createReadStream(resolve(io.cwd, file))) {
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

/** A small text file, for the value of a setting. */
export function readText(io: Io, file: string): string {
  try {
    return readFileSync(resolve(io.cwd, file), "utf8").trim();
  } catch (error) {
    throw new Refusal(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}.`);
  }
}
