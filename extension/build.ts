// Builds the extension for Chrome and Firefox: npm run extension [-- FOLDER]. No bundler: types are stripped, files copied.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { join, resolve } from "node:path";

const root = import.meta.dirname;
/** A content script cannot import, so it is one file: in this order, each of these uses only those before it. */
const contentParts = ["find-headlines", "place-of", "panel", "content"];
const modules = [
  "background",
  "popup",
  "options",
  "browser-api",
  "settings",
  "sites",
  "look-up",
  "ask-server",
  "fill-texts",
];

/** `hosts`: allowed from the start, for tests, where nobody can click the browser's question. */
export function buildExtension(folder: string, hosts: readonly string[] = []): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const name of modules) writeFileSync(join(folder, `${name}.js`), strip(join(root, "src", `${name}.ts`)));
  // The same file decides on the server which addresses are one page.
  const shared = join(root, "../src/text/normalise-item-url.ts");
  writeFileSync(join(folder, "normalise-item-url.js"), strip(shared));
  const parts = contentParts.map((name) => joined(strip(join(root, "src", `${name}.ts`))));
  writeFileSync(join(folder, "content.js"), `(() => {\n${parts.join("\n")}\n})();\n`);
  for (const name of readdirSync(join(root, "pages"))) cpSync(join(root, "pages", name), join(folder, name));
  cpSync(join(root, "_locales"), join(folder, "_locales"), { recursive: true });
  for (const size of [192, 512]) {
    cpSync(join(root, `../src/web/static/icon-${size}.png`), join(folder, `icon-${size}.png`));
  }
  const manifest = JSON.parse(readFileSync(join(root, "manifest.json"), "utf8")) as object;
  const whole = { ...manifest, ...(hosts.length > 0 && { host_permissions: hosts }) };
  writeFileSync(join(folder, "manifest.json"), `${JSON.stringify(whole, null, 2)}\n`);
}

function strip(path: string): string {
  const script = stripTypeScriptTypes(readFileSync(path, "utf8"));
  return script
    .replaceAll(/^(import[^;]*?from ")(?:\.\/|\.\.\/\.\.\/src\/text\/)([\w-]+)\.ts";/gmu, '$1./$2.js";')
    .replaceAll(/[^\S\n]+$/gmu, "");
}

function joined(script: string): string {
  return script.replaceAll(/^import[^;]*;/gmu, "").replaceAll(/^export /gmu, "");
}

if (import.meta.main) {
  const folder = resolve(process.argv[2] ?? join(root, "dist"));
  buildExtension(folder);
  console.log(`The extension is in ${folder}. Load it as an unpacked extension, or zip the folder's content.`);
}
