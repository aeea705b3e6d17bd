import type { Asked } from "./look-up.ts";

const timeoutMs = 10_000;
const answerCharsMax = 4_000_000;

/** One question to the person's own Plainwire. No cookie, no redirect, and nothing but JSON is read. */
export async function askServer(
  { server, password }: { server: string; password: string },
  path: string,
): Promise<Asked> {
  if (server === "" || password === "") return { kind: "problem", problem: "not-set-up" };
  try {
    const answer = await fetch(server + path, {
      headers: { Authorization: `Bearer ${password}`, Accept: "application/json" },
      credentials: "omit",
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (answer.status === 401 || answer.status === 403) return { kind: "problem", problem: "wrong-password" };
    if (answer.status === 429) return { kind: "problem", problem: "too-many" };
    const text = await answer.text();
    if (!answer.ok || text.length > answerCharsMax) return { kind: "problem", problem: "wrong-answer" };
    return { kind: "answer", body: JSON.parse(text) as unknown };
  } catch (error) {
    return { kind: "problem", problem: error instanceof SyntaxError ? "wrong-answer" : "unreachable" };
  }
}
