import { runTogether } from "../ground/run-together.ts";

runTogether("web/feeds");
