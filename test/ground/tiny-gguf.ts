/**
 * A language model of noise in the GGUF format: two layers of width 64, one token for each byte. It loads and writes, and what
 * it writes means nothing.
 */
export function tinyGguf(seed = 1): Buffer {
  const random = noise(seed);
  const tensors = shapes.map(([name, ...dims]) => {
    const count = dims.reduce((product, dim) => product * dim, 1);
    const values = Float32Array.from({ length: count }, () => (name.includes("norm") ? 1 : random() * 0.4 - 0.2));
    return { name, dims, data: Buffer.from(values.buffer) };
  });
  let offset = 0;
  const infos = tensors.map(({ name, dims, data }) => {
    const info = Buffer.concat([text(name), u32(dims.length), ...dims.map(u64), u32(float32), u64(offset)]);
    offset += data.length;
    return info;
  });
  const head = Buffer.concat([
    Buffer.from("GGUF"),
    u32(3),
    u64(tensors.length),
    u64(facts.length),
    ...facts.map(([key, type, value]) => Buffer.concat([text(key), u32(type), value])),
    ...infos,
  ]);
  // Every tensor has a multiple of 32 bytes, so only the head needs padding.
  const padding = Buffer.alloc((alignment - (head.length % alignment)) % alignment);
  return Buffer.concat([head, padding, ...tensors.map(({ data }) => data)]);
}

const alignment = 32;
const [width, layers, inner, heads, context] = [64, 2, 128, 4, 4_096];
const tokens = ["<unk>", "<s>", "</s>", ...Array.from({ length: 256 }, (_, byte) => `<0x${hex(byte)}>`)];
// The format's numbers for types of values, of tokens and of tensors.
const [ofU32, ofI32, ofF32, ofText, ofList] = [4, 5, 6, 8, 9];
const [unknownToken, controlToken, byteToken] = [2, 3, 6];
const float32 = 0;

const facts: [key: string, type: number, value: Buffer][] = [
  ["general.architecture", ofText, text("llama")],
  ["general.name", ofText, text("noise")],
  ["llama.context_length", ofU32, u32(context)],
  ["llama.embedding_length", ofU32, u32(width)],
  ["llama.block_count", ofU32, u32(layers)],
  ["llama.feed_forward_length", ofU32, u32(inner)],
  ["llama.attention.head_count", ofU32, u32(heads)],
  ["llama.attention.head_count_kv", ofU32, u32(heads)],
  ["llama.rope.dimension_count", ofU32, u32(width / heads)],
  ["llama.attention.layer_norm_rms_epsilon", ofF32, f32(1e-5)],
  ["tokenizer.ggml.model", ofText, text("llama")],
  ["tokenizer.ggml.tokens", ofList, list(ofText, tokens.map(text))],
  [
    "tokenizer.ggml.scores",
    ofList,
    list(
      ofF32,
      tokens.map(() => f32(0)),
    ),
  ],
  [
    "tokenizer.ggml.token_type",
    ofList,
    list(
      ofI32,
      tokens.map((_, id) => u32(id === 0 ? unknownToken : id < 3 ? controlToken : byteToken)),
    ),
  ],
  ["tokenizer.ggml.bos_token_id", ofU32, u32(1)],
  ["tokenizer.ggml.eos_token_id", ofU32, u32(2)],
  ["tokenizer.ggml.unknown_token_id", ofU32, u32(0)],
];

const shapes: [name: string, ...dims: number[]][] = [
  ["token_embd.weight", width, tokens.length],
  ["output_norm.weight", width],
  ["output.weight", width, tokens.length],
  ...Array.from({ length: layers }, (_, layer) => layer).flatMap((layer): [string, ...number[]][] => [
    [`blk.${layer}.attn_norm.weight`, width],
    [`blk.${layer}.attn_q.weight`, width, width],
    [`blk.${layer}.attn_k.weight`, width, width],
    [`blk.${layer}.attn_v.weight`, width, width],
    [`blk.${layer}.attn_output.weight`, width, width],
    [`blk.${layer}.ffn_norm.weight`, width],
    [`blk.${layer}.ffn_gate.weight`, width, inner],
    [`blk.${layer}.ffn_up.weight`, width, inner],
    [`blk.${layer}.ffn_down.weight`, inner, width],
  ]),
];

function list(type: number, values: Buffer[]): Buffer {
  return Buffer.concat([u32(type), u64(values.length), ...values]);
}

function text(value: string): Buffer {
  return Buffer.concat([u64(Buffer.byteLength(value)), Buffer.from(value)]);
}

function u32(value: number): Buffer {
  const buffer = Buffer.alloc(4);
  buffer.writeUInt32LE(value);
  return buffer;
}

function u64(value: number): Buffer {
  const buffer = Buffer.alloc(8);
  buffer.writeBigUInt64LE(BigInt(value));
  return buffer;
}

function f32(value: number): Buffer {
  const buffer = Buffer.alloc(4);
  buffer.writeFloatLE(value);
  return buffer;
}

function hex(byte: number): string {
  return byte.toString(16).toUpperCase().padStart(2, "0");
}

/** Always the same numbers for a seed. */
function noise(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
