import { runTogether } from "../ground/run-together.ts";

runTogether("briefs", "chat", "reading", "alerts", "items", "publishing");
