import { runTogether } from "../ground/run-together.ts";

runTogether("accounts", "extension", "http-client", "media", "moving", "webhooks", "websub");
