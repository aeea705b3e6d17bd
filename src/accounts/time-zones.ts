/** Names that Intl still lists under their old form. Both are accepted; the new one is shown and stored. */
const renamed: Readonly<Record<string, string>> = {
  "Africa/Asmera": "Africa/Asmara",
  "America/Buenos_Aires": "America/Argentina/Buenos_Aires",
  "America/Catamarca": "America/Argentina/Catamarca",
  "America/Coral_Harbour": "America/Atikokan",
  "America/Cordoba": "America/Argentina/Cordoba",
  "America/Godthab": "America/Nuuk",
  "America/Indianapolis": "America/Indiana/Indianapolis",
  "America/Jujuy": "America/Argentina/Jujuy",
  "America/Louisville": "America/Kentucky/Louisville",
  "America/Mendoza": "America/Argentina/Mendoza",
  "Asia/Calcutta": "Asia/Kolkata",
  "Asia/Katmandu": "Asia/Kathmandu",
  "Asia/Rangoon": "Asia/Yangon",
  "Asia/Saigon": "Asia/Ho_Chi_Minh",
  "Atlantic/Faeroe": "Atlantic/Faroe",
  "Europe/Kiev": "Europe/Kyiv",
  "Pacific/Enderbury": "Pacific/Kanton",
  "Pacific/Ponape": "Pacific/Pohnpei",
  "Pacific/Truk": "Pacific/Chuuk",
};

let known: readonly string[] | null = null;

export function timeZones(): readonly string[] {
  known ??= [
    "UTC",
    ...Intl.supportedValuesOf("timeZone")
      .filter((name) => name !== "UTC")
      .map((name) => renamed[name] ?? name)
      .toSorted(),
  ];
  return known;
}

/** The zone that somebody means: by its name, an old name, or the city alone. Null if there is none. */
export function findTimeZone(written: string): string | null {
  const name = written.trim().replaceAll(/\s+/g, "_");
  const asked = name.toLowerCase();
  const isAsked = (zone: string) => zone.toLowerCase() === asked;
  const named = timeZones().find(isAsked) ?? renamed[Object.keys(renamed).find(isAsked) ?? ""];
  if (named !== undefined) return named;
  const [city, ...others] = timeZones().filter((zone) => zone.toLowerCase().endsWith(`/${asked}`));
  if (city !== undefined && others.length === 0) return city;
  return isTimeZone(name) ? name : null;
}

/**
 * Pages ask Intl, briefs ask the database, and a zone must mean the same to both: the database also takes "XYZ-3", which Intl
 * refuses, and reads "+05:30" as west of Greenwich.
 */
function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][\w+/-]{0,99}$/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).format(0) !== "";
  } catch {
    return false;
  }
}
