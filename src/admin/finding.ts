/** What one check of `doctor` found, and what an operator should do about it. */
export type Finding = { check: string; state: "ok" | "warn" | "fail"; found: string; advice: string | null };

export function ok(check: string, found: string): Finding {
  return { check, state: "ok", found, advice: null };
}

export function warn(check: string, found: string, advice: string): Finding {
  return { check, state: "warn", found, advice };
}

export function fail(check: string, found: string, advice: string): Finding {
  return { check, state: "fail", found, advice };
}
