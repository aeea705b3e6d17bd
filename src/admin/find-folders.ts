import { homedir } from "node:os";
import { isAbsolute, join, resolve } from "node:path";

type Start = { isPackage: boolean; env: Readonly<Record<string, string | undefined>>; cwd: string };

/** `usual` has the defaults of settings that differ from the table in config.ts. */
type Folders = { dotEnvFolder: string; usual: Record<string, string> };

/**
 * A clone keeps its data and its `.env` in the folder it is started in. A package is started anywhere, even in another
 * project's folder with that project's `.env`: its data is in the user's data folder, and so are its settings.
 * https://specifications.freedesktop.org/basedir-spec/latest/
 */
export function findFolders({ isPackage, env, cwd }: Start): Folders {
  if (!isPackage) return { dotEnvFolder: cwd, usual: {} };
  const dataDir = join(dataHome(env), "plainwire");
  return { dotEnvFolder: resolve(cwd, env["DATA_DIR"]?.trim() || dataDir), usual: { DATA_DIR: dataDir } };
}

/** The specification has a relative path ignored. */
function dataHome({ XDG_DATA_HOME: chosen = "", HOME: home = "" }: Start["env"]): string {
  return isAbsolute(chosen) ? chosen : join(home === "" ? homedir() : home, ".local/share");
}
