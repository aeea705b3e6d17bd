// Writes docs/licences.md: node scripts/licences.ts
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { buildLicencePage, type Lock } from "./licences/build-licence-page.ts";

const project = resolve(import.meta.dirname, "..");
const lock = JSON.parse(readFileSync(join(project, "package-lock.json"), "utf8")) as Lock;

writeFileSync(join(project, "docs/licences.md"), buildLicencePage(lock));
