import { readFileSync } from "node:fs";

export type EvaluationItem = {
  id: string;
  language: string;
  kind: "loaded" | "clickbait" | "neutral";
  title: string;
  description: string;
  body: string;
};

export type PlantedOrder = { item: EvaluationItem; order: string };

const folder = new URL("../fixtures/evaluation/", import.meta.url);

export function readEvaluationItems(): EvaluationItem[] {
  return ["en", "de", "pl"].flatMap((language) => {
    const items = readJson(`items-${language}.json`) as Omit<EvaluationItem, "language">[];
    return items.map((item) => ({ ...item, language }));
  });
}

// Orders to a language model, each with the item into whose text it is planted.
export function readPlantedOrders(items: readonly EvaluationItem[]): PlantedOrder[] {
  const byId = new Map(items.map((item) => [item.id, item]));
  const orders = readJson("injections.json") as { into: string; order: string }[];
  return orders.map(({ into, order }) => {
    const item = byId.get(into);
    if (!item) throw new Error(`injections.json names the item “${into}”, which is in no items-*.json.`);
    return { item, order };
  });
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(new URL(file, folder), "utf8"));
}
