import { rewriteMedia } from "../../media/rewrite-media.ts";
import type { SignMedia } from "../../media/media-address.ts";
import type { WriteFullText } from "../../publishing/full-texts.ts";
import { printable } from "../../text/characters.ts";
import { bodyOf } from "../apps/present-app-item.ts";

/** The text of an item for a reader without a session: as apps get it, with the pictures of the article's page. */
export function createFullText(sign: SignMedia, publicOrigin: string): WriteFullText {
  // Sound and video are for signed-in people (media-routes.ts).
  const signPicture: SignMedia = (url, kind) => {
    const path = kind === "picture" ? sign(url, kind) : null;
    return path === null ? null : publicOrigin + path;
  };
  return (item, { hasPictures }) => {
    const { raw, base } = item;
    if (!hasPictures || raw === null || !/<img\b/i.test(raw)) return bodyOf(item);
    const pictured = rewriteMedia(raw, { sign: signPicture, baseUrl: base ?? "about:blank" });
    return printable(pictured ?? "").trim() || bodyOf(item);
  };
}
