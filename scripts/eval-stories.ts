import { describeEvaluation, evaluateStories } from "../test/reading/evaluate-stories.ts";

// How well items are put into stories, on test/fixtures/stories. Made-up reports by one author, so the figures are kind.
console.log(describeEvaluation(evaluateStories()).replaceAll("; ", "\n"));
