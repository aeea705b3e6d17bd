/** Lines, functions and branches of one file, and how many of them were run. */
export type Covered = { file: string; lines: Share; functions: Share; branches: Share };
type Share = { hit: number; all: number };

/** The totals of each file in a report in the format of lcov. */
export function parseLcov(text: string): Covered[] {
  return text
    .split("end_of_record")
    .map(
      (record) =>
        new Map([...record.matchAll(/^(SF|LH|LF|FNH|FNF|BRH|BRF):(.*)$/gm)].map(([, key, value]) => [key, value])),
    )
    .filter((record) => record.has("SF"))
    .map((record) => {
      const share = (hit: string, all: string) => ({
        hit: Number(record.get(hit) ?? 0),
        all: Number(record.get(all) ?? 0),
      });
      return {
        file: record.get("SF") ?? "",
        lines: share("LH", "LF"),
        functions: share("FNH", "FNF"),
        branches: share("BRH", "BRF"),
      };
    });
}

export type Row = { folder: string; files: number; lines: number; functions: number; branches: number };

/** Percentages by the folder under src/, and of all. A file that no test loads is not in it. */
export function sumUp(covered: Covered[]): Row[] {
  const folderOf = (file: string) => /^src\/([^/]+)\//.exec(file)?.[1] ?? "(top)";
  const groups = Map.groupBy(covered, ({ file }) => folderOf(file));
  const rows = [...groups].map(([folder, files]) => rowOf(folder, files));
  return [...rows.toSorted((a, b) => a.folder.localeCompare(b.folder)), rowOf("all", covered)];
}

function rowOf(folder: string, files: Covered[]): Row {
  const percent = (kind: "lines" | "functions" | "branches") => {
    const [hit, all] = [sum(files.map((file) => file[kind].hit)), sum(files.map((file) => file[kind].all))];
    return all === 0 ? 100 : Math.floor((1_000 * hit) / all) / 10;
  };
  return {
    folder,
    files: files.length,
    lines: percent("lines"),
    functions: percent("functions"),
    branches: percent("branches"),
  };
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
