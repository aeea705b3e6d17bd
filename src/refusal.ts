/**
 * A failure that a person can fix: one sentence that says what is wrong and what to do.
 * `main.ts` prints it without a stack trace; every other error is ours and is printed whole.
 */
export class Refusal extends Error {
  readonly exitCode: number;

  constructor(sentence: string, exitCode = 1) {
    super(sentence);
    this.name = "Refusal";
    this.exitCode = exitCode;
  }
}
