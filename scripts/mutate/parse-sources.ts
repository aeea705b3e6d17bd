import type { SourceFile } from "typescript/unstable/ast";
import { createVirtualFileSystem } from "typescript/unstable/fs";
import { API } from "typescript/unstable/sync";

export type ParsedSource = { file: string; text: string; tree: SourceFile };

/** The syntax trees of these sources, by path. TypeScript 7 parses in a separate process, which reads them from here. */
export function parseSources(sources: Record<string, string>): ParsedSource[] {
  const files = Object.keys(sources);
  // Syntax only: without libraries and imports, a hundred files take a fraction of a second.
  const config = { compilerOptions: { noLib: true, noResolve: true, types: [], noEmit: true }, files };
  const paths = Object.fromEntries(files.map((file) => [`/sources/${file}`, sources[file] ?? ""]));
  const fs = createVirtualFileSystem({ "/sources/tsconfig.json": JSON.stringify(config), ...paths });
  const api = new API({ cwd: "/sources", fs });
  try {
    using snapshot = api.updateSnapshot({ openProjects: ["/sources/tsconfig.json"] });
    const [project] = snapshot.getProjects();
    return files.map((file) => {
      const tree = project?.program.getSourceFile(`/sources/${file}`);
      if (tree === undefined) throw new Error(`TypeScript returned no tree for ${file}.`);
      return { file, text: sources[file] ?? "", tree };
    });
  } finally {
    api.close();
  }
}
