/** Where a browser on this machine reaches a server that listens so. */
export function urlOf(host: string, port: number): string {
  const isEverywhere = host === "0.0.0.0" || host === "::";
  return `http://${isEverywhere ? "localhost" : host.includes(":") ? `[${host}]` : host}:${port}`;
}
