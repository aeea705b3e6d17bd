import { checkUrl, isLocalhost } from "../http-client/check-url.ts";
import { settle } from "../http-client/http-failure.ts";
import type { Network } from "../http-client/ip-network.ts";

/** Why a fetch of this URL will be refused, as far as its text tells (names are judged at connect); null where it is not. */
export async function doubtAddress(url: string, allowNetworks: readonly Network[]): Promise<string | null> {
  const asked = new URL(url);
  if (isLocalhost(asked)) asked.hostname = "127.0.0.1";
  const settled = await settle(async () => checkUrl(asked, allowNetworks));
  return settled === undefined ? null : settled.failure.detail;
}
