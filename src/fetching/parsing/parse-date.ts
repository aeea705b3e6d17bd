import { hourMs, minuteMs } from "../../time.ts";

const dateCharsMax = 100;

/** A date in any form that feeds use, in UTC if it names no zone; null if it is not a date. Years 2 to 9999. */
export function parseDate(written: string): Date | null {
  if (written.length > dateCharsMax) return null;
  const text = written.trim();
  if (usual.test(text)) return dateWithin(Date.parse(text));
  for (const form of forms) {
    const parts = form.exec(text)?.groups;
    if (parts !== undefined) return dateFrom(parts, text);
  }
  return null;
}

// Date.parse reads these correctly, and four times as fast as the table below. It takes the year 0001 for 2001.
const usual =
  /^(?:[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} [1-9]\d{3} \d\d:\d\d:\d\d (?:GMT|[+-]\d{4})|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d))$/;

type Parts = Record<string, string | undefined>;

const weekday = String.raw`(?:\p{L}{2,}\.?(?:,\s*|\s+))?`;
const clock = String.raw`(?:(?<noon>오전|오후)\s*)?(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:[.,](?<fraction>\d+))?)?`;
const zone = String.raw`(?<zone>[a-z][a-z/_]*(?:[+-]\d{1,2}:?\d{2})?|(?:gmt|utc)[+-]\d{1,2}|[+-]\d{1,2}:?\d{2}Z?|[+-]\d{2})`;
// After an offset, the zone's name adds nothing: "+0100 CET", as Go writes it, or "+01:00[Europe/Berlin]", as Java does.
const zoneName = String.raw`(?:(?<=[+-]\d{2}:?\d{2})\s+[a-z]{1,5})?(?:\s*(?:\(.*\)|\[.*\]))?`;
const rest = String.raw`(?:(?:T|,?\s+|,?\s+at\s+|\s+-\s+)${clock}(?:\s*(?<half>[ap]\.?m\b\.?))?)?(?:\s*${zone})?${zoneName}$`;

const forms = [
  // Wed, 02 Oct 2002 13:00:00 GMT
  String.raw`${weekday}(?<day>\d{1,2})(?:st|nd|rd|th|\.)?[\s-]+(?<month>\p{L}+)[.,]*(?:\s+|-)(?<year>\d{4}|\d{2})(?!\d)${rest}`,
  // 03335, 2003-335: the day of the year
  String.raw`(?<year>\d{4}|\d{2})-?(?<ordinal>\d{3})$`,
  // 2003-12-31T10:14:55Z, 2003-12, 2003, Fri, 2006/09/15 08:19:53 EDT, 2004-július-13T9:15-05:00, 2004년 05월 28일 01:31:15
  String.raw`(?:${weekday}(?=\d+/))?(?<year>\d{4})(?:[-/.년年]\s*(?<month>\d{1,2}|0\d{2}(?=-)|\p{L}+)(?:[-/.월月]\s*(?<day>\d{1,2})[일日]?)?)?${rest}`,
  // Thu Aug 30 2012 17:26:16 +0200, Nov. 16, 2020, 10:57 a.m., Nov. 2020
  String.raw`${weekday}(?<month>\p{L}+)\.?\s+(?:(?<day>\d{1,2})(?:st|nd|rd|th)?,?\s+)?(?<year>\d{4})${rest}`,
  // Sun Jan  4 16:29:06 2004
  String.raw`${weekday}(?<month>\p{L}+)\s+(?<day>\d{1,2})\s+${clock}\s+(?:${zone}\s+)?(?<year>\d{4})$`,
  // 20031231T101455Z
  String.raw`(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})(?:T?(?<hour>\d{2}):?(?<minute>\d{2})(?::?(?<second>\d{2})(?:[.,](?<fraction>\d+))?)?)?${zone}?$`,
  // 031231, 03-12-31
  String.raw`(?<year>\d{2})(?<dash>-?)(?<month>\d{2})\k<dash>(?<day>\d{2})${rest}`,
  // -0312, -03-12
  String.raw`-(?<year>\d{2})-?(?<month>\d{2})$`,
  // 03/30/2020, 26/06/2020, 30.10.23, 11 04 2020
  String.raw`${weekday}(?<first>\d{1,2})(?<mark>[/.\s-])(?<then>\d{1,2})\k<mark>(?<year>\d{4}|\d{2})(?!\d)${rest}`,
  // 1520932969
  String.raw`(?<epochSeconds>\d{10})(?:\d{3})?$`,
].map((form) => new RegExp(`^${form}`, "iu"));

function dateFrom(parts: Parts, text: string): Date | null {
  if (parts["epochSeconds"] !== undefined) return dateWithin(Number(parts["epochSeconds"]) * 1_000);
  const day = parts["ordinal"] === undefined ? dayOf(parts) : dayOfYear(parts);
  const time = timeOf(parts);
  if (day === null || time === null) return null;
  const local = day + time;
  // Korean sites that name no zone mean Korean time.
  const offset = parts["zone"] === undefined ? (hangul.test(text) ? koreaMs : 0) : parseZone(parts["zone"], local);
  if (offset === null) return null;
  return dateWithin(local - offset);
}

// Programs that know no date write their zero: Go and .NET the first of January 1, others that of 1970. Such an item would be at
// the end of every list.
function dateWithin(ms: number): Date | null {
  const date = new Date(ms);
  const year = date.getUTCFullYear();
  return ms !== 0 && year >= 2 && year <= 9999 ? date : null;
}

const koreaMs = 9 * hourMs;
const hangul = /\p{Script=Hangul}/u;

// Midnight, in milliseconds.
function dayOf(parts: Parts): number | null {
  const [month, day] = parts["first"] === undefined ? monthAndDay(parts) : guessOrder(parts);
  if (month === null || month < 1 || month > 12 || day < 1 || day > 31) return null;
  // June 31 becomes July 1, as in Date.parse and other parsers.
  return new Date(0).setUTCFullYear(yearOf(parts), month - 1, day);
}

function monthAndDay({ month = "1", day = "1" }: Parts): [number | null, number] {
  return [parseMonth(month), Number(day)];
}

// 03/30/2020 is American. With any other separator, or a first number above twelve, the day comes first.
function guessOrder({ first = "", mark, then = "" }: Parts): [number, number] {
  return mark === "/" && Number(first) <= 12 ? [Number(first), Number(then)] : [Number(then), Number(first)];
}

function dayOfYear(parts: Parts): number | null {
  const ordinal = Number(parts["ordinal"]);
  return ordinal >= 1 && ordinal <= 366 ? new Date(0).setUTCFullYear(yearOf(parts), 0, ordinal) : null;
}

function yearOf({ year = "" }: Parts): number {
  if (year.length > 2) return Number(year);
  return Number(year) + (Number(year) < 70 ? 2_000 : 1_900);
}

// 24:00 is the end of the day, :60 a leap second.
function timeOf({ hour = "0", minute = "0", second = "0", fraction = "", half, noon }: Parts): number | null {
  const isAfternoon = noon === "오후" || half?.toLowerCase().startsWith("p");
  const isTwelveHours = half !== undefined || noon !== undefined;
  const hours = isTwelveHours ? (Number(hour) % 12) + (isAfternoon === true ? 12 : 0) : Number(hour);
  if (hours > 24 || Number(minute) > 59 || Number(second) > 60) return null;
  return (
    hours * hourMs + Number(minute) * minuteMs + Number(second) * 1_000 + Number(fraction.slice(0, 3).padEnd(3, "0"))
  );
}

// 1 to 12, from a number or a name in one of thirteen languages; null if it is neither.
function parseMonth(written: string): number | null {
  if (/^\d+$/.test(written)) return Number(written);
  const known = months.get(written.slice(0, 3));
  if (known !== undefined) return known;
  const name = written.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");
  return months.get(name.slice(0, 4)) ?? months.get(name.slice(0, 3)) ?? null;
}

// How month names start, without accents, in English, German, Dutch, Danish, French, Spanish, Italian, Portuguese, Hungarian,
// Polish, Turkish, Greek and Russian. Each language lists only what differs from those before it.
const months = new Map(
  [
    "Jan jan ene gen sty oca ιαν янв",
    "Feb feb fev lut sub φεβ фев",
    "Mar mar mrt maer μαρ мар",
    "Apr apr avr abr kwi nis απρ апр",
    "May may mai mei maj mag μαι мая май",
    "Jun jun juin giu cze haz ιουν ιον июн",
    "Jul jul juil lug lip tem ιουλ ιολ июл",
    "Aug aug aou ago sie αυγ авг",
    "Sep sep set wrz eyl sze σεπ сен",
    "Oct oct okt ott out paz eki οκτ окт",
    "Nov nov lis kas νοε ноя",
    "Dec dec dez dic des gru ara δεκ дек",
  ].flatMap((names, index) => names.split(" ").map((name) => [name, index + 1] as const)),
);

// How far a zone is ahead of UTC, in milliseconds, at the local time `localMs`; null for an impossible offset. An unknown
// name counts as UTC: a date that is some hours off is better than none.
function parseZone(written: string, localMs: number): number | null {
  const [, name = "", sign, hours, minutes = "0"] = zoneForm.exec(written) ?? [];
  if (sign === undefined) {
    const format = formatOf(name);
    return format === null ? (hoursAhead.get(name.toLowerCase()) ?? 0) * hourMs : offsetAt(format, localMs);
  }
  if (Number(hours) > 23 || Number(minutes) > 59) return null;
  const offset = Number(hours) * hourMs + Number(minutes) * minuteMs;
  return sign === "-" ? -offset : offset;
}

// EST, Europe/Brussels, +01:00, +1, GMT-0500, and -05:00Z, whose Z means nothing.
const zoneForm = /^([a-z/_]*)(?:([+-])(\d{1,2}?)(?::?(\d{2}))?Z?)?$/i;

// Creating a format takes 0.1 ms, and a feed of 5,000 items may need it twice per item. There are about 600 zone names, but
// a feed may invent any number.
const formats = new Map<string, Intl.DateTimeFormat | null>();
const formatsMax = 1_000;

// We don't ask Intl.supportedValuesOf: it lists each zone under one name only, Asia/Calcutta but not Asia/Kolkata.
function formatOf(name: string): Intl.DateTimeFormat | null {
  if (!name.includes("/")) return null;
  const known = formats.get(name);
  if (known !== undefined) return known;
  if (formats.size === formatsMax) formats.clear();
  const format = createFormat(name);
  formats.set(name, format);
  return format;
}

function createFormat(timeZone: string): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "longOffset" });
  } catch {
    return null;
  }
}

// We take the local time for UTC here. That is at most 14 hours off, which matters only around a clock change.
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
