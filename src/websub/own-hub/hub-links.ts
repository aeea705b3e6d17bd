/** What a feed says of our hub, in the header Link. `self`: its own address. */
export function hubLinks(publicOrigin: string, self: string): string {
  return `<${publicOrigin}/hub>; rel="hub", <${self}>; rel="self"`;
}
