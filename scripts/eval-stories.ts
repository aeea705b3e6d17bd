import { describeEvents, evaluateEvents } from "../test/reading/evaluate-events.ts";
import { describeFacts, evaluateFacts } from "../test/reading/evaluate-facts.ts";
import { describeEvaluation, evaluateStories } from "../test/reading/evaluate-stories.ts";

// How well items are grouped into stories, on test/fixtures/stories. The figures of the fourth set are the ones to trust.
const evaluations = (["fourth", "third", "second", "own"] as const).flatMap(evaluateEvents);
console.log(describeEvents(evaluations));
for (const { set, input, wrong } of evaluations) {
  if (wrong.length > 0) console.log(`\nwrong pairs, ${set}, ${input}:\n${wrong.map((pair) => `  ${pair}`).join("\n")}`);
}
console.log(`\nfamilies of events in one language:\n${describeEvaluation(evaluateStories()).replaceAll("; ", "\n")}`);

const facts = evaluateFacts();
console.log(`\n${describeFacts(facts)}`);
for (const { languages, wrong } of facts)
  if (wrong.length > 0)
    console.log(`\ntaken for one fact, ${languages}:\n${wrong.map((pair) => `  ${pair}`).join("\n")}`);
