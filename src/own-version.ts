import { readFileSync } from "node:fs";
import { resolve } from "node:path";

export function ownVersion(): string {
  const manifest: { version: string } = JSON.parse(
    readFileSync(resolve(import.meta.dirname, "../package.json"), "utf8"),
  );
  return manifest.version;
}
