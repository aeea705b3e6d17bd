import type { BriefItem, BriefPlan, BriefSection } from "./brief.ts";

type Heading = Pick<BriefSection, "kind" | "name">;

/**
 * Puts the paragraphs of a brief under headings: the person's folders in their order, or topics in the order of their first
 * paragraph. What belongs to none comes last. A brief without folders, most of which is about no topic, has no headings: the few
 * would come before what matters more.
 */
export function sortSections<Paragraph>(
  paragraphs: readonly Paragraph[],
  itemsOf: (paragraph: Paragraph) => readonly BriefItem[],
  { folders }: Pick<BriefPlan, "folders">,
): { sorted: Paragraph[]; sections: BriefSection[] } {
  const headed = paragraphs.map((paragraph) => ({ paragraph, heading: findHeading(itemsOf(paragraph), folders) }));
  const loose = headed.filter(({ heading }) => isLast(heading)).length;
  if (loose === headed.length || (folders.length === 0 && loose * 2 > headed.length)) {
    return { sorted: [...paragraphs], sections: [] };
  }
  const groups = [...Map.groupBy(headed, ({ heading: { kind, name } }) => `${kind} ${name}`).values()].toSorted(
    ([a], [b]) => rank(a!.heading, folders) - rank(b!.heading, folders),
  );
  const sections = groups.map((group) => ({ ...group[0]!.heading, paragraphs: group.length }));
  return {
    sorted: groups.flat().map(({ paragraph }) => paragraph),
    sections,
  };
}

/** That of most items that have one; of equals the first one's. */
export function findHeading(items: readonly BriefItem[], folders: readonly string[]): Heading {
  const names = items.map((item) => nameOf(item, folders)).filter((name) => name !== "");
  const byName = [...Map.groupBy(names, (name) => name)].toSorted(([, a], [, b]) => b.length - a.length);
  const [[name] = [""]] = byName;
  const kind = folders.length > 0 ? "folder" : "topic";
  return { kind: name === "" ? `no-${kind}` : kind, name };
}

function nameOf({ folder, topic }: BriefItem, folders: readonly string[]): string {
  if (folders.length > 0) return folder ?? "";
  return topic === "other" ? "" : (topic ?? "");
}

/** Topics have the same rank: sorting keeps the order of their first paragraphs. */
function rank(heading: Heading, folders: readonly string[]): number {
  return isLast(heading) ? Number.MAX_SAFE_INTEGER : folders.indexOf(heading.name);
}

function isLast({ kind }: Heading): boolean {
  return kind === "no-folder" || kind === "no-topic";
}
