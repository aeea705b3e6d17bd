const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

// How far a zone is ahead of UTC, in milliseconds, when it is `localMs` there; null for an impossible offset. A name
// that nobody knows counts as UTC: a date some hours off is better than none.
export function parseZone(written: string, localMs: number): number | null {
  const [, name = "", sign, hours, minutes = "0"] = zoneForm.exec(written) ?? [];
  if (sign === undefined) {
    const format = formatOf(name);
    return format === null ? (hoursAhead.get(name.toLowerCase()) ?? 0) * hourMs : offsetAt(format, localMs);
  }
  if (Number(hours) > 23 || Number(minutes) > 59) return null;
  const offset = Number(hours) * hourMs + Number(minutes) * minuteMs;
  return sign === "-" ? -offset : offset;
}

// EST, Europe/Brussels, +01:00, +1, GMT-0500, and -05:00Z, which means the same as without its Z.
const zoneForm = /^([a-z/_]*)(?:([+-])(\d{1,2}?)(?::?(\d{2}))?Z?)?$/i;

// A format takes 0.1 ms to make, and a feed of 5,000 items may ask for each twice. There are about 600 zones by all their
// names, but a feed may invent as many as it likes.
const formats = new Map<string, Intl.DateTimeFormat | null>();
const formatsMax = 1_000;

// Not by Intl.supportedValuesOf: it knows each zone by one name only, Asia/Calcutta and not Asia/Kolkata.
function formatOf(name: string): Intl.DateTimeFormat | null {
  if (!name.includes("/")) return null;
  const known = formats.get(name);
  if (known !== undefined) return known;
  if (formats.size === formatsMax) formats.clear();
  const format = makeFormat(name);
  formats.set(name, format);
  return format;
}

function makeFormat(timeZone: string): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "longOffset" });
  } catch {
    return null;
  }
}

// Read as if it were UTC, the local time is never more than 14 hours wrong: only around a clock change can that
// matter.
function offsetAt(format: Intl.DateTimeFormat, localMs: number): number {
  const offset = format.formatToParts(localMs).find(({ type }) => type === "timeZoneName")?.value ?? "GMT";
  return parseZone(offset, localMs) ?? 0;
}

const hoursAhead = new Map<string, number>([
  ...["ut", "utc", "gmt", "z", "wet"].map((name) => [name, 0] as const),
  ...["cet", "met", "mez", "bst", "west"].map((name) => [name, 1] as const),
  ...["cest", "mest", "mesz", "eet", "sast"].map((name) => [name, 2] as const),
  ...["eest", "msk"].map((name) => [name, 3] as const),
  ...["hkt", "sgt", "awst"].map((name) => [name, 8] as const),
  ...["jst", "kst"].map((name) => [name, 9] as const),
  ["ist", 5.5],
  ["acst", 9.5],
  ["aest", 10],
  ["acdt", 10.5],
  ["aedt", 11],
  ["nzst", 12],
  ["nzdt", 13],
  ["ndt", -2.5],
  ["nst", -3.5],
  ...["adt", "brt"].map((name) => [name, -3] as const),
  ...["ast", "at", "edt"].map((name) => [name, -4] as const),
  ...["est", "et", "cdt"].map((name) => [name, -5] as const),
  ...["cst", "ct", "mdt"].map((name) => [name, -6] as const),
  ...["mst", "mt", "pdt"].map((name) => [name, -7] as const),
  ...["pst", "pt", "akdt"].map((name) => [name, -8] as const),
  ["akst", -9],
  ["hst", -10],
]);
