/** A document of the repository that is a page of the site. */
export type Listed = { file: string; title: string };
export type Chapter = { name: string; pages: Listed[] };

const page = (file: string, title: string): Listed => ({ file, title });

/** The order of the site. A document in docs/ that is not named here comes last, so that none is forgotten. */
export const chapters: Chapter[] = [
  {
    name: "Start",
    pages: [
      page("README.md", "Plainwire"),
      page("docs/tour.md", "A tour in pictures"),
      page("docs/install.md", "Install"),
      page("docs/getting-started.md", "Getting started"),
      page("docs/moving.md", "Moving in and out"),
      page("docs/sign-in.md", "Signing in"),
    ],
  },
  {
    name: "Read",
    pages: [
      page("docs/apps.md", "Apps"),
      page("docs/extension.md", "Browser extension"),
      page("docs/newsletters.md", "Newsletters"),
      page("docs/webhooks.md", "Send to"),
      page("docs/models.md", "Language models"),
      page("docs/analysis.md", "What the scores mean"),
    ],
  },
  {
    name: "Operate",
    pages: [
      page("docs/configuration.md", "Configuration"),
      page("docs/cli.md", "Command line"),
      page("docs/backup-and-upgrade.md", "Backup and upgrade"),
      page("docs/scaling.md", "Scaling and alerts"),
      page("docs/security.md", "Security"),
      page("SECURITY.md", "Reporting a security problem"),
      page("docs/websub.md", "WebSub"),
    ],
  },
  {
    name: "Build",
    pages: [
      page("docs/api.md", "API"),
      page("docs/rss-namespace.md", "What clean feeds contain"),
      page("ARCHITECTURE.md", "Architecture"),
      page("docs/decisions.md", "Decisions"),
      page("docs/extending.md", "Extending"),
      page("docs/parser.md", "The feed parser"),
      page("CONTRIBUTING.md", "Contributing"),
      page("docs/good-first-issues.md", "Good first issues"),
      page("CHANGELOG.md", "Changelog"),
    ],
  },
  {
    name: "Evidence",
    pages: [
      page("docs/evidence.md", "What is measured"),
      page("docs/comparison.md", "Compared with others"),
      page("docs/evaluation.md", "How plain are the titles?"),
      page("docs/politeness.md", "Politeness"),
      page("docs/simulate.md", "When to fetch: a comparison"),
      page("docs/simulate-month.md", "A month through the real program"),
      page("bench/results.md", "Benchmarks"),
      page("docs/traceability.md", "Requirements and their tests"),
      page("docs/licences.md", "Licences"),
    ],
  },
];

/** `README.md` is the front page; all others keep their name. */
export function addressOf(file: string): string {
  if (file === "README.md") return "index.html";
  if (file === "bench/results.md") return "benchmarks.html";
  // docs/security.md is another page.
  if (file === "SECURITY.md") return "security-reports.html";
  return `${(file.split("/").at(-1) ?? file).replace(/\.md$/, "").toLowerCase()}.html`;
}
