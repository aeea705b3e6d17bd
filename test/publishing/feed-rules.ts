// What the W3C feed validator asks of single values, in our own words.

/** Absolute, http(s), and of no other characters than RFC 3986 has. */
export function isUrl(value: string): boolean {
  return /^https?:\/\/[\w.~!$&'()*+,;=:@%[\]-]+(?:[/?#]|$)/.test(value) && isUri(value);
}

export function isUri(value: string): boolean {
  return /^[a-z][a-z0-9+.-]*:(?:[\w.~!$&'()*+,;=:@/?[\]-]|%[0-9A-Fa-f]{2})+(?:#(?:[\w.~!$&'()*+,;=:@/?-]|%[0-9A-Fa-f]{2})*)?$/i.test(
    value,
  );
}

/** RFC 822 with four digits of year; the day of the week must be right. */
export function isRfc822Date(value: string): boolean {
  return (
    /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/.test(value) &&
    new Date(value).toUTCString() === value
  );
}

export function isRfc3339Date(value: string): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/.test(value) && !Number.isNaN(Date.parse(value));
}

export function isMediaType(value: string): boolean {
  return /^[^\s()<>,;:\\"/[\]?=]+\/[^\s()<>,;:\\"/[\]?=]+$/.test(value);
}

export function isLanguage(value: string): boolean {
  return /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8})*$/.test(value);
}

/** Neither what HTML calls a control nor the specials that the validator reports as bad characters. */
export function isPlain(value: string): boolean {
  return !/[\0-\x08\x0B\x0C\x0E-\x1F\x7F-\x9F\uFFFE\uFFFF]/.test(value) && value.isWellFormed();
}
