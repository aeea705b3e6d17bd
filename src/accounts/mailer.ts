import { createTransport } from "nodemailer";

export type Mail = { to: string; subject: string; text: string };
export type SendMail = (mail: Mail) => Promise<void>;

const timeoutMs = 15_000;

/** Mail through the server of SMTP_URL. Plain text, one receiver, nothing from outside in a header but the address. */
export function createMailer(smtpUrl: string, from: string): SendMail {
  const transport = openTransport(smtpUrl);
  return async ({ to, subject, text }) => {
    await transport.sendMail({
      from,
      to: { name: "", address: to },
      subject,
      text,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  };
}

/** Whether it answers and takes our login. Sends nothing. */
export async function mailServerAnswers(smtpUrl: string): Promise<boolean> {
  const transport = openTransport(smtpUrl);
  return transport
    .verify()
    .then(
      () => true,
      () => false,
    )
    .finally(() => transport.close());
}

function openTransport(smtpUrl: string) {
  return createTransport({
    url: smtpUrl,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  });
}
