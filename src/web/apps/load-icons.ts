import type { AppParts } from "./app-call.ts";

export type LoadedIcon = { address: string; type: string; data: string };

const bytesMax = 4_000_000;

/** The icons at these addresses of ours, as apps want them: "image/png;base64,…". What goes over the limit is left out. */
export async function loadIcons(
  { media }: Pick<AppParts, "media">,
  addresses: readonly string[],
): Promise<LoadedIcon[]> {
  const loaded: LoadedIcon[] = [];
  let bytes = 0;
  for (const address of addresses) {
    const icon = await media.icons.find(address.slice(address.lastIndexOf("/") + 1));
    if (icon === null) continue;
    bytes += icon.bytes.length;
    if (bytes > bytesMax) break;
    loaded.push({ address, type: icon.type, data: `${icon.type};base64,${icon.bytes.toString("base64")}` });
  }
  return loaded;
}
