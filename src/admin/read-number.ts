import { InvalidArgumentError } from "commander";

/** A parser of settings as a parser of an option: its complaint becomes commander's. */
export function readNumber(parse: (text: string) => number): (text: string) => number {
  return (text) => {
    try {
      return parse(text);
    } catch (error) {
      if (error instanceof RangeError) throw new InvalidArgumentError(`It ${error.message}.`);
      throw error;
    }
  };
}
