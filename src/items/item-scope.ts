/** The items that a run is for; without one, all that wait. */
export type ItemScope = { itemId: string } | { feedId: string };

/** A condition on `items` and its value, as parameter number `place`. */
export function scopeCondition(scope: ItemScope | undefined, place: number): { condition: string; values: string[] } {
  if (scope === undefined) return { condition: "true", values: [] };
  return "itemId" in scope
    ? { condition: `id = $${place}`, values: [scope.itemId] }
    : { condition: `feed_id = $${place}`, values: [scope.feedId] };
}
