const browsers: [RegExp, string][] = [
  [/\bEdg(?:A|iOS)?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/(?:Chrome|CriOS|Chromium)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];
const systems: [RegExp, string][] = [
  [/\b(?:iPhone|iPad)\b/, "iOS"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b/, "macOS"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/, "Linux"],
];
const lengthMax = 60;

/** A session's User-Agent as a person would say it: "Firefox, Linux". Unknown programs keep their own first words. */
export function describeDevice(userAgent: string | null, unknown: string): string {
  if (userAgent === null || userAgent.trim() === "") return unknown;
  const words = [browsers, systems].flatMap((table) => table.find(([form]) => form.test(userAgent))?.[1] ?? []);
  return words.length > 0 ? words.join(", ") : userAgent.slice(0, lengthMax);
}
