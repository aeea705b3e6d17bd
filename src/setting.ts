/** One row of the table in config.ts. `parse` returns the value or throws a RangeError whose message completes "NAME …". */
export type Setting<Value> = {
  name: string;
  fallback: string;
  parse: (text: string) => Value;
  help: string;
  secret: boolean;
};

export function setting<Value>(name: string, fallback: string, parse: (text: string) => Value, help: string) {
  return { name, fallback, parse, help, secret: false } satisfies Setting<Value>;
}

export function secret<Value>(name: string, fallback: string, parse: (text: string) => Value, help: string) {
  return { name, fallback, parse, help, secret: true } satisfies Setting<Value>;
}

export function text(value: string): string {
  return value;
}

export function optional(value: string): string | null {
  return value === "" ? null : value;
}

export function whole(min: number, max: number) {
  return (value: string): number => {
    if (!/^\d{1,15}$/.test(value)) throw new RangeError(`must be a whole number from ${min} to ${max}`);
    return within(Number(value), min, max);
  };
}

export function decimal(min: number, max: number) {
  return (value: string): number => {
    if (!/^\d{1,12}(\.\d{1,6})?$/.test(value)) throw new RangeError(`must be a number from ${min} to ${max}`);
    return within(Number(value), min, max);
  };
}

/** Written in seconds (fractions allowed), used in milliseconds. */
export function seconds(min: number, max: number) {
  const parse = decimal(min, max);
  return (value: string): number => Math.round(parse(value) * 1000);
}

export function flag(value: string): boolean {
  if (/^(true|1|yes|on)$/i.test(value)) return true;
  if (/^(false|0|no|off)$/i.test(value)) return false;
  throw new RangeError("must be true or false");
}

export function oneOf<const Choice extends string>(...choices: Choice[]) {
  return (value: string): Choice => {
    const found = choices.find((choice) => choice === value);
    if (found === undefined) throw new RangeError(`must be one of: ${choices.join(", ")}`);
    return found;
  };
}

/** An address of a service the operator runs; the scheme is checked, the host is the operator's business. */
export function address(...schemes: string[]) {
  return (value: string): string | null => {
    if (value === "") return null;
    const url = URL.canParse(value) ? new URL(value) : null;
    if (url === null || !schemes.includes(url.protocol)) {
      throw new RangeError(`must be a URL that starts with ${schemes.map((scheme) => `${scheme}//`).join(" or ")}`);
    }
    return value;
  };
}

// A comma among the hosts, not in the password.
const severalHosts = /^[^/]+:\/\/(?:[^/?#]*@)?[^/?#@]*,[^/?#@]*(?:[/?#]|$)/;

/** libpq takes a list of hosts; our driver does not. */
export function databaseAddress(value: string): string | null {
  if (severalHosts.test(value))
    throw new RangeError("must name one host; for a primary with a standby, an address that follows the primary");
  return address("postgres:", "postgresql:")(value);
}

/** Minutes after midnight; null where none is set. */
export function timeOfDay(value: string): number | null {
  if (value === "") return null;
  const found = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(value);
  if (found === null) throw new RangeError("must be a time of the day such as 03:30");
  return Number(found[1]) * 60 + Number(found[2]);
}

export function mailAddress(value: string): string | null {
  if (value === "") return null;
  if (!/^[^\s@,;<>]+@[^\s@,;<>]+$/.test(value)) throw new RangeError("must be one mail address");
  return value;
}

export function origin(value: string): string | null {
  const url = address("http:", "https:")(value);
  if (url !== null && new URL(url).pathname !== "/") throw new RangeError("must be an origin without a path");
  return url === null ? null : new URL(url).origin;
}

function within(value: number, min: number, max: number): number {
  if (value < min || value > max) throw new RangeError(`must be from ${min} to ${max}`);
  return value;
}
