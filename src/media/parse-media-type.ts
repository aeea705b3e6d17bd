/** Audio and video that browsers play. Nothing else is passed on, whatever its server calls it. */
const playable = new Set([
  "audio/aac",
  "audio/flac",
  "audio/mp4",
  "audio/mpeg",
  "audio/ogg",
  "audio/wav",
  "audio/webm",
  "video/mp4",
  "video/ogg",
  "video/quicktime",
  "video/webm",
]);

/** Other names for the same. */
const synonyms: Record<string, string> = {
  "application/mp4": "video/mp4",
  "application/ogg": "audio/ogg",
  "audio/m4a": "audio/mp4",
  "audio/m4b": "audio/mp4",
  "audio/mp3": "audio/mpeg",
  "audio/mpeg3": "audio/mpeg",
  "audio/opus": "audio/ogg",
  "audio/vorbis": "audio/ogg",
  "audio/wave": "audio/wav",
  "audio/x-aac": "audio/aac",
  "audio/x-flac": "audio/flac",
  "audio/x-m4a": "audio/mp4",
  "audio/x-m4b": "audio/mp4",
  "audio/x-mp3": "audio/mpeg",
  "audio/x-mpeg": "audio/mpeg",
  "audio/x-wav": "audio/wav",
  "video/m4v": "video/mp4",
  "video/x-m4v": "video/mp4",
};

const typeOfExtension: Record<string, string> = {
  aac: "audio/aac",
  flac: "audio/flac",
  m4a: "audio/mp4",
  m4b: "audio/mp4",
  m4v: "video/mp4",
  mov: "video/quicktime",
  mp3: "audio/mpeg",
  mp4: "video/mp4",
  oga: "audio/ogg",
  ogg: "audio/ogg",
  ogv: "video/ogg",
  opus: "audio/ogg",
  wav: "audio/wav",
  webm: "video/webm",
};

/** The usual name of a type of audio or video that is played here; null for any other. */
export function parseMediaType(type: string | null): string | null {
  const name = (type ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
  const usual = synonyms[name] ?? name;
  return playable.has(usual) ? usual : null;
}

/** By the first bytes of a file. Some containers hold both: `said`, the type by name, decides between audio and video. */
export function mediaTypeOfBytes(start: Buffer, said: string | null): string | null {
  const isAudio = said?.startsWith("audio/") ?? false;
  const text = start.toString("latin1", 0, 64);
  if (text.startsWith("ID3")) return "audio/mpeg";
  if (text.startsWith("OggS")) return said?.startsWith("video/") === true ? "video/ogg" : "audio/ogg";
  if (text.startsWith("fLaC")) return "audio/flac";
  if (/^RIFF[^]{4}WAVE/.test(text)) return "audio/wav";
  if (text.startsWith("\x1aE\xdf\xa3")) return isAudio ? "audio/webm" : "video/webm";
  if (text.slice(4, 8) === "ftyp") return typeOfBrand(text.slice(8, 12), isAudio);
  return typeOfFrame(start);
}

/** AVIF and HEIC are pictures in the same container. */
function typeOfBrand(brand: string, isAudio: boolean): string | null {
  if (/^(avi|hei|hev|mif|msf)/.test(brand)) return null;
  if (brand === "qt  ") return "video/quicktime";
  return isAudio || /^(M4A|M4B)/.test(brand) ? "audio/mp4" : "video/mp4";
}

/** Without a container: eleven set bits, then the layer. 0 is AAC, 3 (layer I) is used by nobody. */
function typeOfFrame(start: Buffer): string | null {
  const [first = 0, second = 0] = start;
  if (first !== 0xff || (second & 0xe0) !== 0xe0) return null;
  const layer = (second >> 1) & 3;
  if (layer === 0) return (second & 0xf0) === 0xf0 ? "audio/aac" : null;
  return layer === 3 ? null : "audio/mpeg";
}

/** By the name of the file, for servers that say "application/octet-stream". */
export function mediaTypeOfName(url: string): string | null {
  const [, extension = ""] = /\.(\w{2,5})$/.exec(URL.parse(url)?.pathname ?? "") ?? [];
  return typeOfExtension[extension.toLowerCase()] ?? null;
}
