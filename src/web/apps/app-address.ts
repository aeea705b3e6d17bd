import type { AppFeed } from "../../feeds/app-feed-store.ts";
import { isNewsletter } from "../../feeds/newsletter.ts";

/** Where an app may look for a feed and its site. A newsletter has neither: our page stands for both. */
export function appAddresses({ id, url, siteUrl }: AppFeed, publicOrigin: string): { url: string; siteUrl: string } {
  if (!isNewsletter(url)) return { url, siteUrl };
  const page = `${publicOrigin}/feeds/${id}`;
  return { url: page, siteUrl: page };
}
