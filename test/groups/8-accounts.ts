import { runTogether } from "../ground/run-together.ts";

runTogether("accounts", "docs-site", "extension", "http-client", "media", "moving", "webhooks", "websub");
