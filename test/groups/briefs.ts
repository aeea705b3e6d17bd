import { runTogether } from "../ground/run-together.ts";

runTogether("briefs", "feed-notes", "chat", "models", "reading", "alerts", "items", "publishing");
