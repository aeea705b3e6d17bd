/**
 * The few functions of node-llama-cpp 3 that we use, as its own types declare them. The package is not a dependency: it is
 * installed on demand, so its types are not here.
 */
export type LlamaModule = {
  getLlama: (options: {
    gpu: false;
    build: "never";
    skipDownload: true;
    maxThreads: number;
    logLevel: "error";
    progressLogs: false;
  }) => Promise<Llama>;
  LlamaChatSession: new (options: { contextSequence: LlamaSequence; systemPrompt: string }) => LlamaSession;
};

export type Llama = {
  loadModel: (options: { modelPath: string; gpuLayers: 0 }) => Promise<LlamaModel>;
  createGrammarForJsonSchema: (schema: Record<string, unknown>) => Promise<LlamaGrammar>;
};

export type LlamaModel = {
  readonly trainContextSize: number;
  tokenize: (text: string) => readonly unknown[];
  createContext: (options: { contextSize: number; threads: number; sequences: 1 }) => Promise<LlamaContext>;
};

export type LlamaContext = { readonly contextSize: number; getSequence: () => LlamaSequence };

export type LlamaSequence = {
  readonly tokenMeter: { getState: () => { usedInputTokens: number; usedOutputTokens: number } };
};

type LlamaGrammar = { readonly isGrammar?: never };

type ChatHistory = ({ type: "system" | "user"; text: string } | { type: "model"; response: string[] })[];

type LlamaSession = {
  setChatHistory: (history: ChatHistory) => void;
  promptWithMeta: (
    prompt: string,
    options: {
      grammar?: LlamaGrammar;
      maxTokens: number;
      temperature: number;
      signal: AbortSignal;
      stopOnAbortSignal: true;
    },
  ) => Promise<{ responseText: string; stopReason: string }>;
  dispose: (options: { disposeSequence: false }) => void;
};
