export function yesOrNo(value: boolean): string {
  return value ? "yes" : "no";
}
