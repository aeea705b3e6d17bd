const ignoredByBrowsers = /[\u0000-\u0020]/g;
const knownScheme = /^(?:https?|mailto):/i;
const anyScheme = /^[a-z][a-z0-9+.-]*:/i;
const otherHost = /^[/\\]{2}/;

/**
 * May this stand in an href? Absolute addresses must be http, https or mailto; everything else must stay on our own
 * host. `//host` is refused: nobody writes it on purpose (feed addresses are stored absolute), and it looks relative.
 */
export function isSafeUrl(address: string): boolean {
  // Browsers drop tabs, line ends and leading controls before they read the scheme: "java\tscript:" runs.
  const seen = address.replace(ignoredByBrowsers, "");
  return knownScheme.test(seen) || !(anyScheme.test(seen) || otherHost.test(seen));
}
