import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { createPictureCache } from "../../src/media/picture-cache.ts";

// A process of its own that fills a shared cache, reads what others wrote, and ends with 1 if the folder was ever too full.
const [folder = "", limit = "", fill = ""] = process.argv.slice(2);
const bytesMax = Number(limit);
const cache = createPictureCache({ folder, bytesMax, now: () => new Date() });

async function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  );
}

for (let n = 0; n < 150; n += 1) {
  const url = `http://a/${n % 90}`;
  await cache.save(url, { type: "image/png", etag: '"e"', bytes: Buffer.alloc(10_000, Number(fill)) });
  const found = await cache.find(`http://a/${(n * 7) % 90}`);
  if (found !== null) {
    const bytes = Buffer.alloc(found.bytes);
    const { bytesRead } = await found.file.read(bytes, 0, bytes.length, found.offset);
    await found.file.close();
    if (bytesRead !== 10_000 || new Set(bytes).size !== 1) process.exit(2);
  }
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const sizes = await Promise.all(paths.map(sizeOf));
  if (sizes.reduce((sum, size) => sum + size, 0) > bytesMax) process.exit(1);
}
