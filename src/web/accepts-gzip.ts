/** Whether a client's Accept-Encoding takes gzip; "gzip;q=0" is how one says no. */
export function acceptsGzip(acceptEncoding: string | undefined): boolean {
  return /(?:^|[\s,])gzip(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(acceptEncoding ?? "");
}
