import { createHash, randomUUID } from "node:crypto";
import { mkdir, open, readdir, rename, rm, stat, utimes, writeFile, type FileHandle } from "node:fs/promises";
import { join } from "node:path";
import { parseJson } from "../text/parse-json.ts";
import { minuteMs } from "../time.ts";

/** Its bytes begin at `offset` of the file. The function that gets it closes it. */
export type KeptPicture = { type: string; etag: string; bytes: number; file: FileHandle; offset: number };

export type PictureCache = {
  find: (url: string) => Promise<KeptPicture | null>;
  /** A picture larger than a tenth of the cache is not kept. */
  save: (url: string, picture: NewPicture) => Promise<void>;
};

type NewPicture = { type: string; etag: string; bytes: Buffer };

type CacheParts = {
  folder: string;
  /** 0 keeps nothing. */
  bytesMax: number;
  now: () => Date;
};

/** The facts stand before the bytes, padded, so that one read finds them and one rename saves both. */
const headBytes = 256;

/** What a file takes on disk, however small it is. */
const blockBytes = 4_096;

/** A folder that is fuller than `full` is emptied down to `emptied`. */
const shares = { full: 0.9, emptied: 0.8, betweenLooks: 0.02, onePicture: 0.1 };

/** No picture takes that long to write; its process has died. */
const strandedMs = 10 * minuteMs;

/**
 * Pictures on disk; those not seen for longest go first. The time of last use is the file's mtime, because many disks do not keep
 * atime. Processes share a folder without locks: each looks at the folder again after it has written a fiftieth of the limit, and
 * a tenth of the limit stays free, so five of them together stay below it.
 */
export function createPictureCache({ folder, bytesMax, now }: CacheParts): PictureCache {
  // As if all was written already: the first one that is saved looks at the folder.
  let unseenBytes = bytesMax;
  // One after the other: those that are written at the same time would not see each other's bytes.
  let lastSave: Promise<void> = Promise.resolve();

  const makeRoom = async (bytes: number) => {
    unseenBytes += bytes;
    if (unseenBytes <= bytesMax * shares.betweenLooks) return;
    await empty(folder, { bytesMax: bytesMax - bytes, now: now() });
    unseenBytes = bytes;
  };

  return {
    find: (url) => (bytesMax === 0 ? Promise.resolve(null) : findFile(pathOf(folder, url), now())),
    save: (url, picture) => {
      const size = sizeOnDisk(headBytes + picture.bytes.length);
      if (size > bytesMax * shares.onePicture) return Promise.resolve();
      const path = pathOf(folder, url);
      const saved = lastSave.then(async () => {
        await mkdir(join(path, ".."), { recursive: true, mode: 0o700 });
        await makeRoom(size);
        await writeWhole(path, picture, now());
      });
      lastSave = saved.catch(() => undefined);
      return saved;
    },
  };
}

async function findFile(path: string, now: Date): Promise<KeptPicture | null> {
  const file = await open(path).catch(unlessAbsent);
  if (file === null) return null;
  const facts = await readFacts(file).catch(async (error: unknown) => {
    await file.close();
    throw error;
  });
  if (facts === null) {
    await file.close();
    await rm(path, { force: true });
    return null;
  }
  // Another process may just have removed it, which harms nobody: the file is open.
  await utimes(path, now, now).catch(unlessAbsent);
  return { ...facts, file, offset: headBytes };
}

/** By rename: nobody ever opens half a picture. */
async function writeWhole(path: string, { type, etag, bytes }: NewPicture, now: Date): Promise<void> {
  const head = JSON.stringify({ type, etag, bytes: bytes.length }).padEnd(headBytes);
  const unfinished = `${path}.${randomUUID()}.new`;
  try {
    await writeFile(unfinished, Buffer.concat([Buffer.from(head), bytes]), { mode: 0o600 });
    await utimes(unfinished, now, now);
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

/** Two levels, because a folder with 100,000 files is slow to list on some disks. */
function pathOf(folder: string, url: string): string {
  const name = createHash("sha256").update(url).digest("hex");
  return join(folder, name.slice(0, 2), name);
}

/** null for a file that is not whole: the power failed before its bytes were on disk. */
async function readFacts(file: FileHandle): Promise<Pick<KeptPicture, "type" | "etag" | "bytes"> | null> {
  const head = Buffer.alloc(headBytes);
  const { bytesRead } = await file.read(head, 0, headBytes, 0);
  const facts = parseJson(head.toString("utf8", 0, bytesRead)) as Partial<KeptPicture> | undefined | null;
  const { type, etag, bytes } = facts ?? {};
  if (typeof type !== "string" || typeof etag !== "string" || typeof bytes !== "number") return null;
  return (await file.stat()).size === headBytes + bytes ? { type, etag, bytes } : null;
}

type KeptFile = { path: string; bytes: number; usedAtMs: number };

async function empty(folder: string, { bytesMax, now }: { bytesMax: number; now: Date }): Promise<void> {
  const files = await listFiles(folder);
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  let surplus = total > bytesMax * shares.full ? total - bytesMax * shares.emptied : 0;
  for (const { path, bytes, usedAtMs } of files.toSorted((a, b) => a.usedAtMs - b.usedAtMs)) {
    const isStranded = path.endsWith(".new") && usedAtMs < now.getTime() - strandedMs;
    if (surplus <= 0 && !isStranded) continue;
    await rm(path, { force: true });
    surplus -= bytes;
  }
}

async function listFiles(folder: string): Promise<KeptFile[]> {
  const files: KeptFile[] = [];
  for (const part of await readdir(folder)) {
    const names = await readdir(join(folder, part)).catch(unlessAbsent);
    for (const name of names ?? []) {
      const path = join(folder, part, name);
      const facts = await stat(path).catch(unlessAbsent);
      if (facts !== null) files.push({ path, bytes: sizeOnDisk(facts.size), usedAtMs: facts.mtimeMs });
    }
  }
  return files;
}

function sizeOnDisk(bytes: number): number {
  return Math.ceil(bytes / blockBytes) * blockBytes;
}

function unlessAbsent(error: unknown): null {
  const code = error instanceof Error && "code" in error ? error.code : null;
  if (code === "ENOENT" || code === "ENOTDIR") return null;
  throw error;
}
