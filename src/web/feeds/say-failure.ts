import { privateAddressSentence } from "../../fetching/failed-outcome.ts";
import type { Frame } from "../kit/frame.ts";

/** Why a feed could not be fetched. Who runs the server is told what to change, and not to ask themselves. */
export function sayFailure({ person, texts }: Frame, { failureClass, error }: Failed): string {
  const isOwnRule = error === privateAddressSentence && person?.operator === true;
  return isOwnRule ? texts.feeds.find.privateForOperator : texts.engine.failure(failureClass, error);
}
type Failed = { failureClass: string | null; error: string };
