import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, readdir, rm, stat, statfs } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createFolder } from "../../create-folder.ts";
import { Refusal } from "../../refusal.ts";

export type InstalledModel = { name: string; bytes: number; installedAt: Date };

/** DATA_DIR/models: each model is a file NAME.gguf; `runtime` has the program that runs them. */
export type ModelFolder = { path: string; runtime: string };

export function modelFolder(dataDir: string): ModelFolder {
  const path = join(dataDir, "models");
  return { path, runtime: join(path, "runtime") };
}

const ending = ".gguf";
/** A download that is not complete, and what it is of. */
export const partEnding = `${ending}.part`;
export const noteEnding = `${partEnding}.json`;

/** A file's name without surprises: no folder, no leading dot. */
export function isFileName(name: string): boolean {
  return /^[a-zA-Z0-9][\w.-]{0,99}$/.test(name);
}

export function fileOf({ path }: ModelFolder, name: string, end = ending): string {
  if (!isFileName(name)) throw new Refusal(`"${name}" is not a name for a model: letters, digits, dots and dashes.`, 2);
  return join(path, `${name}${end}`);
}

export async function listInstalled({ path }: ModelFolder): Promise<InstalledModel[]> {
  const names = (await readdir(path).catch(ifMissing([]))).filter((name) => name.endsWith(ending)).sort();
  const found = await Promise.all(
    names.map(async (file) => {
      const facts = await stat(join(path, file)).catch(ifMissing(null));
      const name = file.slice(0, -ending.length);
      return facts === null || !isFileName(name) ? [] : [{ name, bytes: facts.size, installedAt: facts.mtime }];
    }),
  );
  return found.flat();
}

/** null: there is no such model. */
export async function findModelFile(folder: ModelFolder, name: string): Promise<string | null> {
  if (!isFileName(name)) return null;
  const file = fileOf(folder, name);
  return (await sizeOf(file)) === null ? null : file;
}

/** False: there was none. What was left of a download goes as well. */
export async function removeModel(folder: ModelFolder, name: string): Promise<boolean> {
  const files = [ending, partEnding, noteEnding].map((end) => fileOf(folder, name, end));
  const sizes = await Promise.all(files.map(sizeOf));
  await Promise.all(files.map((file) => rm(file, { force: true })));
  return sizes.some((size) => size !== null);
}

/** null: there is no such file; a folder is none. */
export async function sizeOf(file: string): Promise<number | null> {
  const facts = await stat(file).catch(ifMissing(null));
  return facts?.isFile() ? facts.size : null;
}

export async function freeBytes({ path }: ModelFolder): Promise<number> {
  createFolder(path);
  const { bavail, bsize } = await statfs(path);
  return bavail * bsize;
}

/** "GGUF", the version (2 or 3), and at least one tensor. */
export function isGguf(start: Buffer): boolean {
  if (start.length < headBytes || start.toString("latin1", 0, 4) !== "GGUF") return false;
  const version = start.readUInt32LE(4);
  return (version === 2 || version === 3) && start.readBigUInt64LE(8) > 0n;
}

const headBytes = 24;

export async function isGgufFile(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    return isGguf(buffer.subarray(0, bytesRead));
  } finally {
    await handle.close();
  }
}

export async function sha256Of(file: string, signal: AbortSignal): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash, { signal });
  return hash.digest("hex");
}

function ifMissing<Value>(value: Value): (error: NodeJS.ErrnoException) => Value {
  return (error) => {
    if (error.code === "ENOENT" || error.code === "ENOTDIR") return value;
    throw error;
  };
}
