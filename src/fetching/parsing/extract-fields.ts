import { isUnread } from "./plain-text.ts";
import type { XmlElement } from "./xml-tree.ts";

/** Which elements may fill a field, the best first. */
export type FieldTable<Field extends string> = {
  ranks: Map<string, { field: Field; rank: number }>;
  none: Record<Field, XmlElement | null>;
};

export function fieldTable<Field extends string>(names: Record<Field, string[]>): FieldTable<Field> {
  const ranks: FieldTable<Field>["ranks"] = new Map();
  const none = {} as FieldTable<Field>["none"];
  for (const field of Object.keys(names) as Field[]) {
    none[field] = null;
    for (const [rank, name] of names[field].entries()) ranks.set(name, { field, rank });
  }
  return { ranks, none };
}

/** Finds the best element for each field. Of two with the same name, the first that is not empty, as in other parsers. */
export function extractFields<Field extends string>(
  parent: XmlElement,
  table: FieldTable<Field>,
): Record<Field, XmlElement | null> {
  const fields = { ...table.none };
  fillFields(fields, parent, table.ranks);
  return fields;
}

function fillFields<Field extends string>(
  fields: Record<Field, XmlElement | null>,
  parent: XmlElement,
  ranks: FieldTable<Field>["ranks"],
): void {
  for (const child of parent.children) {
    if (typeof child === "string" || isBlank(child)) continue;
    // YouTube puts its descriptions there.
    if (child.name === "media:group") fillFields(fields, child, ranks);
    const source = ranks.get(child.name);
    if (source === undefined) continue;
    const rival = fields[source.field];
    if (rival === null || (ranks.get(rival.name)?.rank ?? 0) > source.rank) fields[source.field] = child;
  }
}

function isBlank({ children }: XmlElement): boolean {
  const [only] = children;
  return only === undefined || (children.length === 1 && typeof only === "string" && !/\S/.test(only));
}

export function childrenNamed(parent: XmlElement, name: string): XmlElement[] {
  return parent.children.filter((child) => typeof child !== "string" && child.name === name) as XmlElement[];
}

export function attributeOf({ attributes }: XmlElement, name: string): string | null {
  if (attributes === null) return null;
  for (let i = 0; i + 1 < attributes.length; i += 2) if (attributes[i] === name) return attributes[i + 1] ?? null;
  return null;
}

/** All text inside an element and its children. */
export function textOf(element: XmlElement): string {
  let text = "";
  for (const child of element.children) {
    if (typeof child === "string") text += child;
    else if (!isUnread(child.name)) text += textOf(child);
  }
  return text;
}
