import { constants } from "node:fs";
import { copyFile, link, rename, rm, symlink } from "node:fs/promises";
import { basename, resolve } from "node:path";
import { createFolder } from "../../create-folder.ts";
import { Refusal } from "../../refusal.ts";
import { type DownloadParts, downloadModel, measureDownload } from "./download-model.ts";
import { installRuntime, isRuntimeInstalled, runtimeBytes, type RunNpm } from "./install-runtime.ts";
import { fileOf, freeBytes, isFileName, isGgufFile, sha256Of, sizeOf } from "./model-files.ts";
import { suggestedModels } from "./suggested-models.ts";

/** As a person writes it: a name of suggested-models.ts, an address, or a file on this machine. */
export type WantedModel = {
  source: string;
  name?: string | undefined;
  sha256?: string | undefined;
  /** Relative paths start here; null: no files, only names and addresses. */
  cwd: string | null;
  /** The file stays where it is. */
  inPlace?: boolean | undefined;
};

type Source = { kind: "url"; url: string } | { kind: "file"; file: string; inPlace: boolean };

/** What will be done, and what it takes: told before anything is. */
export type InstallPlan = {
  name: string;
  source: Source;
  sha256: string | null;
  /** Of the model; null: the server does not say. */
  bytes: number | null;
  haveBytes: number;
  freeBytes: number;
  /** llama.cpp itself is not here yet. */
  needsRuntime: boolean;
};

export type InstallStep =
  | { step: "runtime" }
  | { step: "model"; doneBytes: number; bytes: number | null }
  | { step: "check" };

export type InstallParts = DownloadParts & { runNpm?: RunNpm };

/** So much stays free for the database and everything else. */
const spareBytes = 1_000_000_000;

export async function planInstall(parts: InstallParts, wanted: WantedModel, signal: AbortSignal): Promise<InstallPlan> {
  const { folder } = parts;
  const { source, name, sha256 } = identify(wanted);
  if ((await sizeOf(fileOf(folder, name))) !== null)
    throw new Refusal(`A model ${name} is installed already. Remove it first: plainwire model remove ${name}`);
  const { bytes, haveBytes, neededBytes } = await measure(parts, { source, name, sha256 }, signal);
  const needsRuntime = !(await isRuntimeInstalled(folder.runtime));
  const free = await freeBytes(folder);
  const needed = neededBytes + (needsRuntime ? runtimeBytes : 0) + spareBytes;
  if (needed > free)
    throw new Refusal(
      `There is too little space in ${folder.path}: ${gigabytes(needed)} are needed (1 GB of them stays free), ${gigabytes(free)} are free.`,
    );
  return { name, source, sha256, bytes, haveBytes, freeBytes: free, needsRuntime };
}

export async function installModel(
  parts: InstallParts,
  plan: InstallPlan,
  { signal, onStep }: { signal: AbortSignal; onStep: (step: InstallStep) => void },
): Promise<void> {
  const { folder, runNpm } = parts;
  const { name, source, sha256, needsRuntime } = plan;
  if (needsRuntime) {
    onStep({ step: "runtime" });
    await installRuntime(folder.runtime, signal, runNpm === undefined ? {} : { runNpm });
  }
  if (source.kind === "file") {
    onStep({ step: "check" });
    return takeFile(parts, { ...source, name, sha256 }, signal);
  }
  await downloadModel(
    parts,
    { name, url: source.url, sha256 },
    {
      signal,
      onProgress: (doneBytes, bytes) =>
        onStep(doneBytes === bytes ? { step: "check" } : { step: "model", doneBytes, bytes }),
    },
  );
}

function identify({ source, name, sha256, cwd, inPlace = false }: WantedModel) {
  const written = source.trim();
  const sum = parseSum(sha256);
  const suggested = suggestedModels.find((one) => one.name === written);
  if (suggested !== undefined)
    return {
      source: { kind: "url", url: suggested.url } as const,
      name: name ?? suggested.name,
      sha256: sum ?? suggested.sha256,
    };
  if (/^https?:\/\//i.test(written)) {
    if (!URL.canParse(written)) throw new Refusal(`"${written}" is not an address.`, 2);
    const { pathname } = new URL(written);
    return { source: { kind: "url", url: written } as const, name: name ?? nameOf(pathname), sha256: sum };
  }
  if (cwd === null || written === "")
    throw new Refusal(`Enter an address that begins with https://, or one of: ${namesOf()}.`, 2);
  const file = resolve(cwd, written);
  return { source: { kind: "file", file, inPlace } as const, name: name ?? nameOf(file), sha256: sum };
}

function namesOf(): string {
  return suggestedModels.map(({ name }) => name).join(", ");
}

function parseSum(text: string | undefined): string | null {
  const sum = text?.trim().toLowerCase() ?? "";
  if (sum === "") return null;
  if (!/^[0-9a-f]{64}$/.test(sum)) throw new Refusal("A sha256 checksum has 64 digits from 0 to f.", 2);
  return sum;
}

/** "…/Some-Model-Q4_K_M.gguf" is some-model-q4_k_m. */
function nameOf(path: string): string {
  const name = basename(path)
    .replace(/\.gguf$/i, "")
    .toLowerCase();
  if (!isFileName(name)) throw new Refusal(`Give the model a name: --name. "${name}" cannot be one.`, 2);
  return name;
}

type Chosen = { source: Source; name: string; sha256: string | null };
type Measured = { bytes: number | null; haveBytes: number; neededBytes: number };

async function measure(parts: InstallParts, { source, name, sha256 }: Chosen, signal: AbortSignal): Promise<Measured> {
  if (source.kind === "url") {
    const { bytes, haveBytes } = await measureDownload(parts, { name, url: source.url, sha256 }, signal);
    return { bytes, haveBytes, neededBytes: Math.max(0, (bytes ?? 0) - haveBytes) };
  }
  const bytes = await sizeOf(source.file);
  if (bytes === null)
    throw new Refusal(`There is no file ${source.file}, and no model of this name. Names: ${namesOf()}.`);
  if (!(await isGgufFile(source.file))) throw new Refusal(`${source.file} is not a model: not a GGUF file.`);
  return { bytes, haveBytes: 0, neededBytes: source.inPlace ? 0 : bytes };
}

/** A hard link where it can be one: no copy, and the other name may go. */
async function takeFile(
  { folder }: InstallParts,
  { file, inPlace, name, sha256 }: { file: string; inPlace: boolean; name: string; sha256: string | null },
  signal: AbortSignal,
): Promise<void> {
  if (sha256 !== null) {
    const found = await sha256Of(file, signal);
    if (found !== sha256) throw new Refusal(`The checksum is wrong: sha256 of ${file} is ${found}, not ${sha256}.`);
  }
  createFolder(folder.path);
  const target = fileOf(folder, name);
  if (inPlace) return symlink(file, target);
  try {
    await link(file, target);
  } catch {
    // Another disk. Under another name first: half a copy must not look like a model.
    const copy = `${target}.copy`;
    try {
      await copyFile(file, copy, constants.COPYFILE_FICLONE);
      await rename(copy, target);
    } catch (error) {
      await rm(copy, { force: true });
      throw error;
    }
  }
}

function gigabytes(bytes: number): string {
  return `${(bytes / 1e9).toFixed(1)} GB`;
}
