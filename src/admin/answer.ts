/** What a command says: to a program as JSON, to a person as text. */
export function answer(options: { json?: boolean }, data: unknown, toText: () => string): void {
  process.stdout.write(options.json ? `${JSON.stringify(data, null, 2)}\n` : toText());
}
