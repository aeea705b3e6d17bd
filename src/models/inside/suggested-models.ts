export type SuggestedModel = { name: string; url: string; bytes: number; sha256: string; licence: string };

/**
 * Models that can be installed by name. Addresses and checksums as public repositories named them in November 2026. We have
 * neither downloaded nor measured them; docs/models.md says more.
 */
export const suggestedModels: readonly SuggestedModel[] = [
  {
    name: "qwen2.5-1.5b",
    url: "https://huggingface.co/Qwen/Qwen2.5-1.5B-Instruct-GGUF/resolve/main/qwen2.5-1.5b-instruct-q4_k_m.gguf",
    bytes: 1_117_320_736,
    sha256: "6a1a2eb6d15622bf3c96857206351ba97e1af16c30d7a74ee38970e434e9407e",
    licence: "Apache-2.0",
  },
  {
    name: "qwen2.5-3b",
    url: "https://huggingface.co/Qwen/Qwen2.5-3B-Instruct-GGUF/resolve/main/qwen2.5-3b-instruct-q4_k_m.gguf",
    bytes: 2_104_932_768,
    sha256: "626b4a6678b86442240e33df819e00132d3ba7dddfe1cdc4fbb18e0a9615c62d",
    licence: "Qwen Research: not for commercial use",
  },
];
