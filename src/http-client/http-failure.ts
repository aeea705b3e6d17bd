/** Everything that can go wrong between a request and its body. Each kind is handled differently. */
type FailureCause =
  | { kind: "blocked"; what: "address" | "header" | "port" | "scheme" | "url" | "userinfo" }
  | { kind: "dns"; what: "not-found" | "unavailable" }
  | { kind: "connect"; what: "refused" | "unreachable" | "lost" }
  | { kind: "tls"; what: "expired" | "wrong-name" | "untrusted" | "handshake" }
  | { kind: "timeout"; what: "connect" | "total" }
  | { kind: "too-large"; what: "wire" | "decoded" | "headers" | "chunks" | "socket" | "request" }
  | { kind: "bad-encoding" }
  | { kind: "protocol" }
  | { kind: "redirect"; what: "too-many" | "loop" | "bad-location" }
  | { kind: "host-busy" }
  | { kind: "aborted" };

/** `message` is for the person and never names a resolved address; `detail` is for the operator's log. */
export type HttpFailure = FailureCause & { message: string; detail: string };

export type Failed = { kind: "failed"; failure: HttpFailure };

/** The phase of a request; it says more about an error than the error's code. */
type Phase = "dns" | "connect" | "tls" | "exchange" | "decode";

/** Carries a failure up to `settle`. It has no `code`: undici would redial forever on some codes. */
export class HttpError extends Error {
  readonly failure: HttpFailure;

  constructor(failure: HttpFailure) {
    super(failure.detail);
    this.failure = failure;
  }
}

export function httpError(cause: FailureCause, detail: string): HttpError {
  return new HttpError({ ...cause, message: messageFor(cause), detail });
}

/** `host` is from the URL, `address` what it resolves to. */
export function addressRefused(host: string, address: string): HttpError {
  const resolved = host === address ? "" : ` (${address})`;
  const detail = `${host} is a private address${resolved}; to fetch it, add its network to FETCH_ALLOW_NETWORKS`;
  return httpError({ kind: "blocked", what: "address" }, detail);
}

/** Expected failures become values here; anything else is our own bug and is thrown. */
export async function settle<T>(work: () => Promise<T>): Promise<T | Failed> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof HttpError) return { kind: "failed", failure: error.failure };
    throw error;
  }
}

/** Runs one phase and turns what it throws into a failure of that phase. */
export async function during<T>(phase: Phase, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof HttpError || !(error instanceof Error)) throw error;
    const code = codeOf(error);
    if (code === "UND_ERR_INVALID_ARG" || isMachineExhausted(error)) throw error;
    throw httpError(causeIn[phase](code), `${phase}: ${code} ${error.message}`);
  }
}

/** Without descriptors or memory. EADDRNOTAVAIL is not in this list: dialling IPv6 on a machine without it always gives that. */
export function isMachineExhausted(error: unknown): boolean {
  return error instanceof Error && ["EMFILE", "ENFILE", "ENOBUFS", "ENOMEM"].includes(codeOf(error));
}

function codeOf(error: Error): string {
  return "code" in error && typeof error.code === "string" ? error.code : error.name;
}

const causeIn: Record<Phase, (code: string) => FailureCause> = {
  dns: (code) => ({ kind: "dns", what: code === "ENOTFOUND" || code === "ENODATA" ? "not-found" : "unavailable" }),
  connect: connectCause,
  tls: (code) => ({ kind: "tls", what: tlsProblem(code) }),
  exchange: exchangeCause,
  decode: (code) =>
    code === "ERR_BUFFER_TOO_LARGE" ? { kind: "too-large", what: "decoded" } : { kind: "bad-encoding" },
};

function connectCause(code: string): FailureCause {
  if (code === "ETIMEDOUT") return { kind: "timeout", what: "connect" };
  return { kind: "connect", what: code === "ECONNREFUSED" ? "refused" : "unreachable" };
}

function tlsProblem(code: string): "expired" | "wrong-name" | "untrusted" | "handshake" {
  if (code === "CERT_HAS_EXPIRED") return "expired";
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID") return "wrong-name";
  // OpenSSL's names for what may be wrong with a chain all say CERT, SIGNATURE or ISSUER.
  return /CERT|SIGNATURE|ISSUER/.test(code) ? "untrusted" : "handshake";
}

function exchangeCause(code: string): FailureCause {
  switch (code) {
    case "UND_ERR_HEADERS_OVERFLOW":
      return { kind: "too-large", what: "headers" };
    case "UND_ERR_DESTROYED":
    case "UND_ERR_CLOSED":
      return { kind: "aborted" };
    case "UND_ERR_SOCKET":
    case "ECONNRESET":
    case "EPIPE":
    case "ETIMEDOUT":
      return { kind: "connect", what: "lost" };
    default:
      return { kind: "protocol" };
  }
}

function messageFor(cause: FailureCause): string {
  const sentence: string | Readonly<Record<string, string>> = sentences[cause.kind];
  return typeof sentence === "string" ? sentence : (sentence["what" in cause ? cause.what : ""] ?? "");
}

/** One sentence for each kind, or for each of its variants. */
type Sentences = {
  [C in FailureCause as C["kind"]]:
    | string
    | (C extends { what: infer What extends string } ? Record<What, string> : never);
};

const responseTooLarge = "Response too large";

const sentences: Sentences = {
  // The same for all of them, so that nobody can explore the internal network by our answers.
  blocked: "This address cannot be fetched.",
  dns: {
    "not-found": "The server's name does not exist.",
    unavailable: "The server's name could not be looked up.",
  },
  connect: {
    refused: "The server refused the connection.",
    unreachable: "The server cannot be reached.",
    lost: "The server closed the connection before its answer was complete.",
  },
  tls: {
    expired: "The server's certificate has expired.",
    "wrong-name": "The server's certificate is for another name.",
    untrusted: "The server's certificate is not trusted.",
    handshake: "A secure connection to the server could not be set up.",
  },
  timeout: {
    connect: "The server could not be reached in time.",
    total: "The server took too long to answer.",
  },
  "too-large": {
    wire: responseTooLarge,
    decoded: responseTooLarge,
    headers: responseTooLarge,
    chunks: responseTooLarge,
    socket: responseTooLarge,
    request: "Request too large",
  },
  "bad-encoding": "The server's answer is compressed in a way that cannot be read.",
  protocol: "The server's answer is not valid HTTP.",
  redirect: {
    "too-many": "The server redirects too many times.",
    loop: "The server redirects in a circle.",
    "bad-location": "The server redirects to an address that is not valid.",
  },
  "host-busy": "Another request to this server is under way.",
  aborted: "The request was stopped.",
};
