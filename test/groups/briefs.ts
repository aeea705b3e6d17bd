import { runTogether } from "../ground/run-together.ts";

runTogether("briefs", "feed-notes", "chat", "models", "models/inside", "reading", "alerts", "items", "publishing");
