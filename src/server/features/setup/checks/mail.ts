import type { CheckResult } from '~/contract/setup/checks';
import type { Env } from '~/server/platform/env';
import { reasonFor } from '~/server/platform/mail/failures';
import { createTransport } from '~/server/platform/mail/transport';
import { resultsOf } from './result';

const patienceMs = 7_000;

const testText =
  'This message was sent to test the mail server. Its source, which mail programs show as “original” or “source”, has a line Authentication-Results: spf, dkim and dmarc should say pass there.';

const lineOf = (reply: string) => reply.replaceAll(/\s+/g, ' ').trim().slice(0, 300);

/**
 * Adds the network error to the message, because a refused port, an unknown name and failed encryption need different
 * solutions.
 */
function withCause(error: unknown): string {
  const { code = '', syscall, message } = error as NodeJS.ErrnoException;
  const ofConnection = ['ESOCKET', 'ECONNECTION', 'EDNS', 'ETLS'];
  const reason = reasonFor(error);
  return syscall === undefined && !ofConnection.includes(code)
    ? reason
    : `${reason.replace(/\.$/, '')} (${lineOf(message)}).`;
}

/**
 * Connects and signs in to the mail server.
 *
 * @param sendTo recipient of a message; if omitted, none is sent
 */
export async function checkMail(
  env: Pick<Env, 'SMTP_URL' | 'MAIL_FROM' | 'DEMO_MODE'>,
  sendTo?: { to: string; from: string },
): Promise<CheckResult> {
  const { ok, unused, failed } = resultsOf('mail');
  if (!env.SMTP_URL) return unused('SMTP_URL is unset: mails are kept and not sent');
  const { host } = new URL(env.SMTP_URL);
  const transport = createTransport(env.SMTP_URL, patienceMs);
  try {
    await transport.verify();
    if (!sendTo) return ok(`${host} lets this product in; no message was sent`);
    const reply = await transport.send({
      messageId: `<check.${Date.now().toString(36)}@${/@([^>\s]+)/.exec(sendTo.from)?.[1] ?? 'localhost'}>`,
      ...sendTo,
      replyTo: null,
      subject: 'Your mail server works',
      text: testText,
      html: `<p>${testText}</p>`,
      unsubscribeUrl: null,
      references: [],
    });
    return ok(`${host} took a message to ${sendTo.to} and replied “${lineOf(reply)}”`);
  } catch (error) {
    return failed(
      `${host}: ${withCause(error)}`,
      'Check host, port, user name and password in SMTP_URL (smtps:// for port 465, smtp:// for 587), and that outgoing connections to this port are allowed',
    );
  } finally {
    transport.close();
  }
}
