import { createInsideModels } from "../../../src/models/inside/inside-models.ts";

// Asks the model inside once, says which process answered, and keeps on asking. For a test that kills it.
const [, , dataDir = ""] = process.argv;
const inside = createInsideModels({
  config: {
    dataDir,
    fetchAllowNetworks: [],
    aiInsideThreads: 1,
    aiInsideMemoryBytes: 0,
    aiInsideIdleMs: 600_000,
  },
  userAgent: "Test",
  now: () => new Date(),
  onEvent: (event) => event.kind === "loaded" && process.send?.({ pid: event.pid }),
});
const prices = { promptUsdPerMillion: 0, completionUsdPerMillion: 0 };
const chat = inside.chat({ model: "tiny", contextTokens: 2_048, prices, timeoutMs: 240_000 });
const messages = [{ role: "user" as const, text: "until aborted" }];
const request = { system: "s", messages, format: null, outputTokensMax: 1_000, temperature: 1 };
for (;;) await chat.ask(request, new AbortController().signal);
