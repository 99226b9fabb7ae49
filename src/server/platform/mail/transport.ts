export interface Attachment {
  filename: string;
  content: Buffer;
  contentType: string;
}

interface OutgoingMail {
  messageId: string;
  from: string;
  to: string;
  replyTo: string | null;
  subject: string;
  html: string;
  text: string;
  unsubscribeUrl: string | null;
  /** Marks the email as automatic, so that other programs do not reply to it. */
  isAutomatic?: boolean;
  /** Ids of earlier emails in the conversation, oldest first. */
  references: string[];
  attachments?: Attachment[] | undefined;
}

export interface Transport {
  /** Sends an email. @returns the last reply of the mail server, such as '250 OK' */
  send(mail: OutgoingMail): Promise<string>;
  /** Connects and signs in without sending anything. */
  verify(): Promise<void>;
  close(): void;
}

/** Timeout in milliseconds of each step of the SMTP dialogue. */
export const smtpDeadlineMs = 10_000;

/** Sends emails over SMTP. */
export function createTransport(smtpUrl: string, deadlineMs = smtpDeadlineMs): Transport {
  let loading: ReturnType<typeof load> | undefined;
  // Imported with the first email, so that startup does not wait for the library.
  const load = async () => {
    const { default: nodemailer } = await import('nodemailer');
    return nodemailer.createTransport({
      url: smtpUrl,
      pool: true,
      maxConnections: 2,
      connectionTimeout: deadlineMs,
      greetingTimeout: deadlineMs,
      socketTimeout: deadlineMs,
      dnsTimeout: deadlineMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    } as object);
  };
  return {
    async send({ replyTo, unsubscribeUrl, references, isAutomatic, ...mail }) {
      loading ??= load();
      const transporter = await loading;
      const { response } = await transporter.sendMail({
        ...mail,
        ...(replyTo && { replyTo }),
        ...(references.length > 0 && { references, inReplyTo: references.at(-1) ?? '' }),
        headers: {
          ...(isAutomatic && { 'Auto-Submitted': 'auto-generated' }),
          // Headers with which email programs offer to unsubscribe with one click (RFC 8058).
          ...(unsubscribeUrl && {
            'List-Unsubscribe': `<${unsubscribeUrl}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
        },
      });
      return response;
    },
    async verify() {
      loading ??= load();
      await (await loading).verify();
    },
    close: () => void loading?.then((transporter) => transporter.close()),
  };
}
