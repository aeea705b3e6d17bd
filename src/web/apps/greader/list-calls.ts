import { listAppFeeds } from "../../../feeds/app-feed-store.ts";
import { listFolders } from "../../../feeds/folder-store.ts";
import { appAddresses } from "../app-address.ts";
import { exportFeeds } from "../change-feeds.ts";
import { withoutMarkupCharacters } from "../present-app-item.ts";
import { sendBody, sendJsonToApp } from "../send-to-app.ts";
import { asOwner, type Call } from "../app-call.ts";
import { labelPrefix, statePrefix } from "./parse-stream-id.ts";

/** All four are strings; NewsFlash needs each of them. */
export async function sendUserInfo({ c, access: { personId, email } }: Call): Promise<Response> {
  return sendJsonToApp(c, { userId: personId, userName: email, userProfileId: personId, userEmail: email });
}

export async function sendTags(call: Call): Promise<Response> {
  const folders = await asOwner(call, listFolders);
  const tags = [
    { id: `${statePrefix}starred` },
    ...folders.map(({ name }) => ({ id: labelPrefix + name, type: "folder" })),
  ];
  return sendJsonToApp(call.c, { tags }, { hasEtag: true });
}

/** Every key always: some apps refuse a feed without one of them, or without the list of categories. */
export async function sendSubscriptions(call: Call): Promise<Response> {
  const { parts } = call;
  const subscriptions = await asOwner(call, async (tx) => {
    const feeds = await listAppFeeds(tx);
    const icons = await parts.media.icons.addressesOf(tx, null);
    return feeds.map((feed) => {
      const { number, feedId, name, folderName, addedAt } = feed;
      const { url, siteUrl } = appAddresses(feed, parts.publicOrigin);
      const icon = icons.get(feedId);
      return {
        id: `feed/${number}`,
        title: withoutMarkupCharacters(name),
        categories: folderName === null ? [] : [{ id: labelPrefix + folderName, label: folderName }],
        sortid: BigInt(number).toString(16).toUpperCase().padStart(8, "0"),
        firstitemmsec: String(addedAt.getTime()),
        url,
        htmlUrl: siteUrl,
        iconUrl: icon === undefined ? "" : parts.publicOrigin + icon,
      };
    });
  });
  return sendJsonToApp(call.c, { subscriptions }, { hasEtag: true });
}

export async function sendOpml(call: Call): Promise<Response> {
  return sendBody(call.c, await exportFeeds(call), { type: "application/xml; charset=utf-8" });
}

/** What some old apps ask for at their start. */
export async function sendPreferences({ c }: Call): Promise<Response> {
  return sendJsonToApp(c, { prefs: [] });
}

export async function sendStreamPreferences({ c }: Call): Promise<Response> {
  return sendJsonToApp(c, { streamprefs: {} });
}

export async function sendFriends({ c }: Call): Promise<Response> {
  return sendJsonToApp(c, { friends: [] });
}
