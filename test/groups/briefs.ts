import { runTogether } from "../ground/run-together.ts";

runTogether("briefs", "feed-notes", "chat", "reading", "alerts", "items", "publishing");
