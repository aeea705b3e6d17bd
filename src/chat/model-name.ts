// "openai/gpt-4o-mini", "llama3.1:8b", "models/qwen2.5-7b.gguf": no spaces, so no sentence.
const nameShape = /^[a-z0-9][\w.:/@+-]{0,99}$/iu;

/** The model as its server calls it, which is shown; as we asked for it where that is no name. */
export function modelName(answered: string | null, asked: string): string {
  const name = answered?.trim() ?? "";
  return nameShape.test(name) && !/:\/\/|www\./iu.test(name) ? name : asked;
}
