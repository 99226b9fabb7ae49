import nodemailer from 'nodemailer';

export interface OutgoingMail {
  /** As the operator wrote it, or the agency's name and address. */
  from: string | { name: string; address: string };
  to: string;
  replyTo: string | null;
  subject: string;
  html: string;
  text: string;
  /** The same at each attempt, so that a mail whose receipt got lost can be known again. */
  messageId: string;
}

export interface Transport {
  send(mail: OutgoingMail): Promise<void>;
  /** Ends what is under way, too. */
  close(): void;
}

export interface Deadlines {
  /** At each step: connecting, being greeted, waiting for an answer. */
  stepMs: number;
  /** For all of it; shorter than a claim lasts, so that no two ever send the same mail. */
  sendMs: number;
}

/** As many as the outbox sends at once. */
export const connectionsMax = 3;

/** Mail over SMTP. A server that does not answer is given up after ten seconds, at each step. */
export function createTransport(
  smtpUrl: string,
  { stepMs, sendMs }: Deadlines = { stepMs: 10_000, sendMs: 40_000 },
): Transport {
  const closing = new AbortController();
  const transporter = nodemailer.createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: connectionsMax,
    // The outbox tries again by itself; this is for a line that was idle and is gone.
    maxRequeues: 1,
    connectionTimeout: stepMs,
    greetingTimeout: stepMs,
    socketTimeout: stepMs,
    dnsTimeout: stepMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  } as object);
  return {
    async send({ to, replyTo, ...mail }) {
      try {
        await transporter.sendMail({
          ...mail,
          // As an object it is one address, whatever it looks like; a text would be read as a list.
          to: { name: '', address: to },
          ...(replyTo && { replyTo: { name: '', address: replyTo } }),
          // Absence notes are not answered with absence notes.
          headers: { 'Auto-Submitted': 'auto-generated' },
          signal: AbortSignal.any([closing.signal, AbortSignal.timeout(sendMs)]),
        } as object);
      } catch (error) {
        throw new Error(wordsOf(error, smtpUrl));
      }
    },
    close() {
      closing.abort(new Error('the sender was stopped'));
      transporter.close();
    },
  };
}

/** What went wrong, without what the server's address holds of secrets. */
function wordsOf(error: unknown, smtpUrl: string): string {
  const { username, password } = new URL(smtpUrl);
  const secrets = [username, password, decodeURIComponent(username), decodeURIComponent(password)];
  const encoded = secrets.map((secret) => Buffer.from(secret).toString('base64'));
  const message = error instanceof Error ? error.message : String(error);
  return [...secrets, ...encoded]
    .filter((secret) => secret.length > 2)
    .reduce((words, secret) => words.replaceAll(secret, '…'), message)
    .slice(0, 500);
}
