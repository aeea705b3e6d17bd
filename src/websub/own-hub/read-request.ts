/** What a program asks of our hub. `feedUrl` is the address in the topic: the feed whose clean feed it is. */
export type ListenRequest = {
  mode: "subscribe" | "unsubscribe";
  topic: string;
  feedUrl: string;
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
  const feedUrl = feedIn(topic, publicOrigin);
  if (feedUrl === null) return `hub.topic must be a clean feed of this server: ${publicOrigin}/rss?url=…`;
  const callback = readCallback(given("callback"));
  if (callback === null) return "hub.callback must be an http or https address without a password or a fragment.";
  const secret = given("secret");
  if (Buffer.byteLength(secret) > secretBytesMax) return "hub.secret must be shorter than 200 bytes.";
  const leaseSeconds = readLease(given("lease_seconds"));
  if (leaseSeconds === null) return "hub.lease_seconds must be a whole number of seconds.";
  const { href, host } = callback;
  return { mode, topic, feedUrl, callback: href, host, secret: secret === "" ? null : secret, leaseSeconds };
}

/** The clean feed as it is stored: with a score it would be another document for each who asks. */
function feedIn(topic: string, publicOrigin: string): string | null {
  const url = topic.length > topicCharsMax ? null : URL.parse(topic);
  if (url === null || url.origin !== publicOrigin || url.pathname !== "/rss" || url.hash !== "") return null;
  const names = [...url.searchParams.keys()];
  return names.length === 1 ? url.searchParams.get("url") : null;
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
