import { describeEvaluation, evaluateStories } from "../test/reading/evaluate-stories.ts";

// How well items are grouped into stories, on test/fixtures/stories. One author made up the reports, so the figures are optimistic.
console.log(describeEvaluation(evaluateStories()).replaceAll("; ", "\n"));
