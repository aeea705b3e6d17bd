import { describeEvents, evaluateEvents } from "../test/reading/evaluate-events.ts";
import { describeEvaluation, evaluateStories } from "../test/reading/evaluate-stories.ts";

// How well items are grouped into stories, on test/fixtures/stories. One author made up the reports, so the figures are
// optimistic.
const evaluations = evaluateEvents();
console.log(describeEvents(evaluations));
for (const { input, wrong } of evaluations) {
  if (wrong.length > 0) console.log(`\nwrong pairs, ${input}:\n${wrong.map((pair) => `  ${pair}`).join("\n")}`);
}
console.log(`\nfamilies of events in one language:\n${describeEvaluation(evaluateStories()).replaceAll("; ", "\n")}`);
