/** undefined: it is no JSON. No JSON text stands for undefined, so the two cannot be confused. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
