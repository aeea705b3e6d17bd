/** An address on our own server; without parameters the path alone. */
export function withParameters(path: string, parameters: Record<string, string>): string {
  const written = new URLSearchParams(parameters).toString();
  return written === "" ? path : `${path}?${written}`;
}
