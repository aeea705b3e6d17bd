export type Mail = {
  to: string;
  subject: string;
  text: string;
  /** The same as HTML. */
  html?: string;
  /** The address of a one-click unsubscribe (RFC 8058), for mail that a person gets regularly. */
  unsubscribeUrl?: string;
  /** "brief-42@news.example": the same mail sent again has the same. */
  id?: string;
};
export type SendMail = (mail: Mail) => Promise<void>;

const timeoutMs = 15_000;

/** Mail through the server of SMTP_URL. One receiver, nothing from outside in a header but the address and a subject. */
export function createMailer(smtpUrl: string, from: string): SendMail {
  let opened: ReturnType<typeof openTransport> | undefined;
  return async ({ to, subject, text, html, unsubscribeUrl, id }) => {
    opened ??= openTransport(smtpUrl);
    const transport = await opened;
    await transport.sendMail({
      from,
      to: { name: "", address: to },
      subject,
      text,
      ...(html !== undefined && { html }),
      ...(id !== undefined && { messageId: `<${id}>` }),
      ...(unsubscribeUrl !== undefined && {
        headers: {
          "List-Unsubscribe": `<${unsubscribeUrl}>`,
          "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        },
      }),
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  };
}

/** Whether the server answered and will not take this mail, now or later. */
export function isRefusedMail(error: unknown): boolean {
  const { responseCode = 0 } = error as { responseCode?: number };
  return responseCode >= 500 && responseCode < 600;
}

/** Whether it answers and takes our login. Sends nothing. */
export async function mailServerAnswers(smtpUrl: string): Promise<boolean> {
  const transport = await openTransport(smtpUrl);
  return transport
    .verify()
    .then(
      () => true,
      () => false,
    )
    .finally(() => transport.close());
}

/** Loaded with the first mail: 8 MB that a process without mail does not need. */
async function openTransport(smtpUrl: string) {
  const { createTransport } = await import("nodemailer");
  return createTransport({
    url: smtpUrl,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  });
}
