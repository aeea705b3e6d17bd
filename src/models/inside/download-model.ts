import { open, readFile, rename, rm, writeFile } from "node:fs/promises";
import { z } from "zod";
import { createFolder } from "../../create-folder.ts";
import type { GuardedStreams, StreamResponse } from "../../http-client/guarded-stream.ts";
import { Refusal } from "../../refusal.ts";
import { parseJson } from "../../text/parse-json.ts";
import { fileOf, isGguf, type ModelFolder, noteEnding, partEnding, sha256Of, sizeOf } from "./model-files.ts";

export type Download = { name: string; url: string; sha256: string | null };

export type DownloadParts = { folder: ModelFolder; open: GuardedStreams["open"]; userAgent: string };

/** `bytes`: of the whole file; null: the server does not say. `haveBytes`: of an earlier attempt. */
export type DownloadSize = { bytes: number | null; haveBytes: number };

export type Running = { signal: AbortSignal; onProgress: (doneBytes: number, bytes: number | null) => void };

/** Asks the server how large the file is, and whether it goes on where an earlier attempt stopped. */
export async function measureDownload(
  parts: DownloadParts,
  download: Download,
  signal: AbortSignal,
): Promise<DownloadSize> {
  const answer = await request(parts, download, signal);
  answer.body.destroy();
  return { bytes: answer.bytes, haveBytes: answer.from };
}

/**
 * Downloads to NAME.gguf.part and renames it when it is complete and its checksum is right. Killed in between, the next
 * attempt goes on from there: bytes are written in order, each at its own place, so that even two processes with the same
 * download write the same file.
 */
export async function downloadModel(
  parts: DownloadParts,
  download: Download,
  { signal, onProgress }: Running,
): Promise<void> {
  const { folder } = parts;
  createFolder(folder.path);
  const part = fileOf(folder, download.name, partEnding);
  const answer = await request(parts, download, signal);
  await writeFile(fileOf(folder, download.name, noteEnding), JSON.stringify(noteOf(download, answer)));
  await append(part, answer, { signal, onProgress });
  const bytes = await sizeOf(part);
  if (answer.bytes !== null && bytes !== answer.bytes)
    throw new Refusal(
      `The server closed after ${bytes} of ${answer.bytes} bytes. Run it again: it goes on from there.`,
    );
  if (download.sha256 !== null) await checkSum(parts, download, signal);
  await rename(part, fileOf(folder, download.name));
  await rm(fileOf(folder, download.name, noteEnding), { force: true });
}

const note = z.object({ url: z.string(), etag: z.string().nullable(), bytes: z.number().nullable() });
type Note = z.infer<typeof note>;

/** What the bytes that we have are of. */
async function readNote({ folder }: DownloadParts, { name, url }: Download): Promise<(Note & { have: number }) | null> {
  const text = await readFile(fileOf(folder, name, noteEnding), "utf8").catch(() => "");
  const found = note.safeParse(parseJson(text)).data;
  const have = await sizeOf(fileOf(folder, name, partEnding));
  return found === undefined || found.url !== url || have === null || have === 0 ? null : { ...found, have };
}

function noteOf({ url }: Download, { etag, bytes }: Answered): Note {
  return { url, etag, bytes };
}

type Answered = { body: StreamResponse["body"]; from: number; bytes: number | null; etag: string | null };

async function request(parts: DownloadParts, download: Download, signal: AbortSignal): Promise<Answered> {
  const before = await readNote(parts, download);
  if (before !== null) {
    // The last byte again: for a file that is complete already, nothing would be left to ask for.
    const from = before.have === before.bytes ? before.have - 1 : before.have;
    const rest: Record<string, string> = { range: `bytes=${from}-` };
    if (before.etag !== null) rest["if-range"] = before.etag;
    const answer = await send(parts, download, { headers: rest, signal });
    const [, first, total] = /^bytes (\d+)-\d+\/(\d+)$/.exec(answer.headers["content-range"] ?? "") ?? [];
    const isRest = answer.status === 206 && Number(first) === from;
    if (isRest && (before.bytes === null || Number(total) === before.bytes))
      return { body: answer.body, from, bytes: Number(total), etag: before.etag };
    // Another file by now, or a server that cannot go on: from the beginning.
    answer.body.destroy();
  }
  const answer = await send(parts, download, { headers: {}, signal });
  const { status, start, body, headers } = answer;
  if (status === 200 && isGguf(start))
    return { body, from: 0, bytes: parseLength(headers["content-length"]), etag: strongTag(headers["etag"]) };
  body.destroy();
  if (status !== 200) throw new Refusal(`The model cannot be downloaded: the server answers ${status}.`);
  throw new Refusal("This is not a model: the file does not begin as a GGUF file does.");
}

const accept = "application/octet-stream, */*;q=0.5";

async function send(
  { open: openStream, userAgent }: DownloadParts,
  { url }: Download,
  { headers, signal }: { headers: Record<string, string>; signal: AbortSignal },
): Promise<StreamResponse> {
  const answer = await openStream({ url, userAgent, accept, headers, signal });
  if (answer.kind === "response") return answer;
  throw new Refusal(`The model cannot be downloaded. ${answer.failure.message}`);
}

function parseLength(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,18}$/.test(text) ? Number(text) : null;
}

/** A weak one may stand for other bytes. */
function strongTag(etag: string | undefined): string | null {
  return etag !== undefined && /^"[^"]{1,500}"$/.test(etag) ? etag : null;
}

async function append(part: string, { body, from, bytes }: Answered, { signal, onProgress }: Running): Promise<void> {
  const file = await open(part, from === 0 ? "w" : "r+");
  let done = from;
  try {
    onProgress(done, bytes);
    for await (const chunk of body as AsyncIterable<Buffer>) {
      await file.write(chunk, 0, chunk.length, done);
      done += chunk.length;
      onProgress(done, bytes);
    }
    await file.sync();
  } catch (error) {
    if (signal.aborted) throw new Refusal("Stopped. Run it again: it goes on from there.");
    if (isDiskFull(error))
      throw new Refusal("The disk is full. Free some space and run it again: it goes on from there.");
    throw new Refusal(`The download broke off (${String(error)}). Run it again: it goes on from there.`);
  } finally {
    await file.close();
  }
  if (signal.aborted) throw new Refusal("Stopped. Run it again: it goes on from there.");
}

function isDiskFull(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "ENOSPC" || error.code === "EDQUOT");
}

/** Wrong bytes are of no use for another attempt. */
async function checkSum({ folder }: DownloadParts, { name, sha256 }: Download, signal: AbortSignal): Promise<void> {
  const part = fileOf(folder, name, partEnding);
  const found = await sha256Of(part, signal);
  if (found === sha256) return;
  await rm(part, { force: true });
  await rm(fileOf(folder, name, noteEnding), { force: true });
  throw new Refusal(`The checksum is wrong: sha256 is ${found}, not ${sha256}. What was downloaded is deleted.`);
}
