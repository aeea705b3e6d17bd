/** A program of one's own, or a service that keeps pages or announces them. All are the same mechanism. */
export const webhookKinds = ["webhook", "ntfy", "readeck", "linkding", "karakeep", "wallabag"] as const;
export type WebhookKind = (typeof webhookKinds)[number];

/** What a person can choose to be sent. `item.saved`: they press "Send to …" on an item. */
export const webhookEvents = ["item.new", "item.starred", "item.saved", "brief.written", "feed.failing"] as const;
export type WebhookEvent = (typeof webhookEvents)[number];
export type DeliveryEvent = WebhookEvent | "test";

/** Services that keep pages are sent pages. */
export const eventsOf: Record<WebhookKind, readonly WebhookEvent[]> = {
  webhook: webhookEvents,
  ntfy: webhookEvents,
  readeck: ["item.new", "item.starred", "item.saved"],
  linkding: ["item.new", "item.starred", "item.saved"],
  karakeep: ["item.new", "item.starred", "item.saved"],
  wallabag: ["item.new", "item.starred", "item.saved"],
};

/** What each kind needs besides its address. Stored sealed, as JSON. */
export const credentialsOf = {
  webhook: [],
  ntfy: ["topic", "token"],
  readeck: ["token"],
  linkding: ["token"],
  karakeep: ["token"],
  wallabag: ["clientId", "clientSecret", "username", "password"],
} as const satisfies Record<WebhookKind, readonly string[]>;
export type CredentialName = (typeof credentialsOf)[WebhookKind][number];
/** `secret`: ours, which signs what is sent to a person's own program. */
export type Credentials = Partial<Record<CredentialName | "secret", string>>;

/** May be left out: a topic of ntfy can be open to everybody. */
export function isOptional(kind: WebhookKind, name: CredentialName): boolean {
  return kind === "ntfy" && name === "token";
}

export const webhooksMax = 20;
