import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { chatBehaviours } from "./stub-chat-server-behaviours.ts";

/** A request as received on the wire. */
export type StubQuestion = { path: string; headers: IncomingHttpHeaders; body: QuestionBody };

/** The parts of a body that tests check, for both dialects. */
export type QuestionBody = {
  model: string;
  system?: string;
  messages: { role: string; content: string }[];
  temperature?: number;
  max_tokens?: number;
  max_completion_tokens?: number;
  response_format?: { type: string; json_schema?: { strict: boolean; schema: Record<string, unknown> } };
  provider?: { require_parameters: boolean };
  tools?: { name: string; input_schema: unknown }[];
  tool_choice?: { type: string; name: string };
};

/** Answers one request in any way. */
export type ChatBehaviour = (response: ServerResponse, question: StubQuestion) => void;

export type StubChat = {
  baseUrl: string;
  questions: StubQuestion[];
  /** Answers the next requests like this, one after the other; after that all answers are normal. */
  willAnswer: (...behaviours: ChatBehaviour[]) => void;
  close: () => Promise<void>;
};

/** A model server on loopback that misbehaves on request, in every way we have seen. */
export async function startStubChat(): Promise<StubChat> {
  const questions: StubQuestion[] = [];
  const planned: ChatBehaviour[] = [];
  const server = createServer((request, response) => {
    void readQuestion(request).then((question) => {
      questions.push(question);
      (planned.shift() ?? chatBehaviours.good)(response, question);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");

  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    questions,
    willAnswer: (...behaviours) => void planned.splice(0, planned.length, ...behaviours),
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

async function readQuestion(request: IncomingMessage): Promise<StubQuestion> {
  const chunks: Buffer[] = await request.toArray();
  const body: QuestionBody = JSON.parse(Buffer.concat(chunks).toString("utf8"));
  return { path: request.url ?? "", headers: request.headers, body };
}
