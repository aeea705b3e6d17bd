export function later(than: Date, byMs: number): Date {
  return new Date(than.getTime() + byMs);
}
