import { address, flag, optional, secret, setting, text } from "./setting.ts";

/** The rows of config.ts about logging in with what one has elsewhere. */
export const signInSettings = {
  oidcIssuer: setting(
    "OIDC_ISSUER",
    "",
    issuer,
    "Address of an OpenID Connect server that people may log in with, exactly as it names itself; PUBLIC_ORIGIN/auth/oidc/callback is the redirect URI to register there.",
  ),
  oidcClientId: setting("OIDC_CLIENT_ID", "", optional, "Our name there."),
  oidcClientSecret: secret("OIDC_CLIENT_SECRET", "", optional, "Its secret; without one we are a public client."),
  oidcName: setting("OIDC_NAME", "", optional, "What the button says: “Log in with …”; default is the issuer's host."),
  oidcScopes: setting("OIDC_SCOPES", "openid email profile", scopes, "What we ask to know, separated by blanks."),
  oidcAllowedGroups: setting(
    "OIDC_ALLOWED_GROUPS",
    "",
    list,
    "Comma-separated; only their members may log in that way, checked at each login against the claim “groups”.",
  ),
  oidcAllowedDomains: setting(
    "OIDC_ALLOWED_DOMAINS",
    "",
    domains,
    "Comma-separated domains of email addresses that get an account by AUTH_AUTO_CREATE.",
  ),
  authAutoCreate: setting(
    "AUTH_AUTO_CREATE",
    "false",
    flag,
    "Someone new who logs in with OIDC or is named by the proxy gets an account; with OIDC it needs allowed domains or groups.",
  ),
  authProxyHeader: setting(
    "AUTH_PROXY_HEADER",
    "",
    headerName,
    "Header in which a reverse proxy names the person's email address, such as Remote-Email; needs AUTH_PROXY_NETWORKS.",
  ),
  authProxyNetworks: setting(
    "AUTH_PROXY_NETWORKS",
    "",
    optional,
    "Comma-separated addresses or networks of the proxies that may send AUTH_PROXY_HEADER; from anyone else it is ignored.",
  ),
  authProxyLogoutUrl: setting(
    "AUTH_PROXY_LOGOUT_URL",
    "",
    address("http:", "https:"),
    "Where people log out of that proxy; shown after they logged out here.",
  ),
};

/** Codes, tokens and our secret travel there, so only this machine may be asked without TLS. */
function issuer(value: string): string | null {
  const written = address("https:", "http:")(value);
  if (written === null) return null;
  const { protocol, hostname, search, hash, username } = new URL(written);
  if (protocol === "http:" && !/^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)) {
    throw new RangeError("must start with https://, except on this machine");
  }
  if (search !== "" || hash !== "" || username !== "") throw new RangeError("must have no query and no user name");
  return written;
}

function scopes(value: string): string {
  const words = value.split(/[\s,]+/);
  if (!words.includes("openid")) throw new RangeError("must contain openid");
  return words.join(" ");
}

function list(value: string): string[] {
  return text(value)
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

function domains(value: string): string[] {
  const named = list(value).map((domain) => domain.toLowerCase().replace(/^@/, ""));
  if (!named.every((domain) => /^[a-z\d-]+(\.[a-z\d-]+)*$/.test(domain))) {
    throw new RangeError("must be domains such as example.org");
  }
  return named;
}

/** Those that every request has, or that say something else, would let anybody in or nobody. */
const otherHeaders =
  /^(host|cookie|accept|authorization|origin|referer|user-agent|forwarded|x-forwarded-(for|host|proto))$/;

function headerName(value: string): string | null {
  const name = value.toLowerCase();
  if (name === "") return null;
  if (!/^[a-z\d-]{1,100}$/.test(name) || otherHeaders.test(name)) {
    throw new RangeError("must be the name of a header of its own, such as Remote-Email");
  }
  return name;
}
