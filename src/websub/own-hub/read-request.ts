/** What a topic is: the clean feed of the feed at an address, or the personal feed that a token opens. */
export type Topic = { kind: "clean"; feedUrl: string } | { kind: "personal"; token: string };

/** What a program asks of our hub. */
export type ListenRequest = {
  mode: "subscribe" | "unsubscribe";
  topic: string;
  of: Topic;
  callback: string;
  host: string;
  secret: string | null;
  leaseSeconds: number;
};

const daySeconds = 86_400;
const leaseSecondsMax = 10 * daySeconds;
const callbackCharsMax = 2_000;
const topicCharsMax = 8_000;
const secretBytesMax = 199;

/** A string is what is wrong, in a sentence. What we do not know is passed over, as the standard says. */
export function readRequest(form: URLSearchParams, publicOrigin: string): ListenRequest | string {
  const given = (name: string) => form.get(`hub.${name}`) ?? "";
  const mode = given("mode");
  if (mode !== "subscribe" && mode !== "unsubscribe") return "hub.mode must be subscribe or unsubscribe.";
  const topic = given("topic");
  const of = readTopic(topic, publicOrigin);
  if (of === null) {
    return `hub.topic must be a clean or a personal feed of this server as RSS: ${publicOrigin}/rss?url=… or ${publicOrigin}/personal/…/rss`;
  }
  const callback = readCallback(given("callback"));
  if (callback === null) return "hub.callback must be an http or https address without a password or a fragment.";
  const secret = given("secret");
  if (Buffer.byteLength(secret) > secretBytesMax) return "hub.secret must be shorter than 200 bytes.";
  const leaseSeconds = readLease(given("lease_seconds"));
  if (leaseSeconds === null) return "hub.lease_seconds must be a whole number of seconds.";
  const { href, host } = callback;
  return { mode, topic, of, callback: href, host, secret: secret === "" ? null : secret, leaseSeconds };
}

/** Without further parameters: with a score, a feed would be another document for each who asks. */
function readTopic(topic: string, publicOrigin: string): Topic | null {
  const url = topic.length > topicCharsMax ? null : URL.parse(topic);
  if (url === null || url.origin !== publicOrigin || url.hash !== "") return null;
  const token = tokenIn(topic);
  if (token !== null) return url.search === "" ? { kind: "personal", token } : null;
  const feedUrl = url.searchParams.get("url");
  if (url.pathname !== "/rss" || url.searchParams.size !== 1 || feedUrl === null) return null;
  return { kind: "clean", feedUrl };
}

/** What opens the personal feed at this address. */
export function tokenIn(topic: string): string | null {
  return /\/personal\/([\w-]{43})\/rss$/.exec(new URL(topic).pathname)?.[1] ?? null;
}

function readCallback(written: string): URL | null {
  const url = written.length > callbackCharsMax ? null : URL.parse(written);
  if (url === null || !/^https?:$/.test(url.protocol) || written.includes("#")) return null;
  return url.username === "" && url.password === "" && url.href.length <= callbackCharsMax ? url : null;
}

/** From a day to ten, whatever is asked for. */
function readLease(written: string): number | null {
  if (written === "") return leaseSecondsMax;
  if (!/^\d{1,15}$/.test(written)) return null;
  return Math.min(Math.max(Number(written), daySeconds), leaseSecondsMax);
}
