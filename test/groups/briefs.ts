import { runTogether } from "../ground/run-together.ts";

runTogether(
  "newsletters",
  "briefs",
  "feed-notes",
  "chat",
  "models",
  "models/inside",
  "reading",
  "alerts",
  "items",
  "publishing",
);
