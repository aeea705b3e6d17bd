import type { ArticleFile } from "../../items/article-store.ts";
import { absoluteUrl } from "../../publishing/present-feed.ts";
import { fileSize } from "../kit/dates.ts";
import type { Frame } from "../kit/frame.ts";
import { type Html, html } from "../kit/html.ts";

/** The path of ours under which a file is played; null if it cannot be played here. */
export type SignMedia = (url: string, kind: "picture" | "stream") => string | null;

const filesMax = 10;

/** What the feed gives with an item: sound and film with a player, nothing loaded before someone presses play. */
export function articleFiles(frame: Frame, files: readonly ArticleFile[], sign: SignMedia): Html | null {
  const shown = files.flatMap((file) => {
    const url = absoluteUrl(file.url);
    const kind = kindOf(file);
    return url === null || kind === null ? [] : [{ ...file, url, kind }];
  });
  if (shown.length === 0) return null;
  return html`${shown.slice(0, filesMax).map((file) => player(frame, file, sign(file.url, "stream")))}`;
}

/** The picture that the feed gives with an item, for a text that has none of its own. Null: it gives none. */
export function articlePicture(files: readonly ArticleFile[], text: string, sign: SignMedia): Html | null {
  const url = files.find(({ type }) => /^image\//i.test(type ?? ""))?.url ?? null;
  const address = url === null || /<img\b/.test(text) ? null : absoluteUrl(url);
  const path = address === null ? null : sign(address, "picture");
  return path === null ? null : html`<img class="opening measure" src="${path}" alt="" decoding="async" />`;
}

type Playable = ArticleFile & { kind: "audio" | "video" };

/** Pictures have a place of their own; a file of another kind is no news to read or to hear. */
function kindOf({ type, url }: ArticleFile): Playable["kind"] | null {
  const said = /^(audio|video)\//i.exec(type ?? "")?.[1]?.toLowerCase();
  if (said === "audio" || said === "video") return said;
  if (type !== null && type !== "") return null;
  const ending = /\.([a-z0-9]{2,4})$/i.exec(URL.parse(url)?.pathname ?? "")?.[1]?.toLowerCase() ?? "";
  if (["mp3", "m4a", "ogg", "oga", "opus", "aac", "flac", "wav"].includes(ending)) return "audio";
  return ["mp4", "m4v", "webm", "mov", "ogv"].includes(ending) ? "video" : null;
}

function player(frame: Frame, { url, type, bytes, kind }: Playable, path: string | null): Html {
  const texts = frame.texts.article;
  const title = kind === "audio" ? texts.listen : texts.watch;
  const size = bytes !== null && bytes > 0 ? fileSize(frame, bytes) : null;
  return html`<figure class="audio">
    <figcaption class="line">
      <b>${title}</b>
      ${size !== null && html`<span class="note">${size}</span>`}
      <a class="end" href="${url}" rel="noopener noreferrer" target="_blank">${texts.download(type ?? kind)}</a>
    </figcaption>
    ${
      path !== null &&
      (kind === "audio"
        ? html`<audio src="${path}" controls preload="none" aria-label="${title}"></audio>`
        : html`<video src="${path}" controls playsinline preload="none" aria-label="${title}"></video>`)
    }
  </figure>`;
}
