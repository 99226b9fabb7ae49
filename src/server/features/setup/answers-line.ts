import type { AnswersTest, NetworkLine } from '~/contract/setup/setup-schema';
import type { Env } from '~/server/platform/env';
import { reasonFor } from '~/server/platform/mail/failures';
import { createTransport } from '~/server/platform/mail/transport';
import { checkAnswers } from './checks/answers';

/** State of incoming email, for the Setup page. */
export interface Answers {
  /** Address for replies, without a token. */
  address: string;
  /** Returns the Message-ID, without angle brackets, of the test email with this id. */
  testIdOf(test: string): string;
  hasArrived(test: string): Promise<boolean>;
  status(): Promise<{
    waiting: number;
    unmatched: number;
    mailbox: { failingSeconds: number; reason: string } | undefined;
  }>;
}

const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);
const patienceMs = 7_000;
/** Seconds after which an unreachable mailbox is reported, because short outages are normal. */
const outageSeconds = 60 * 60;

type AnswersEnv = Pick<
  Env,
  'INBOUND_ADDRESS' | 'INBOUND_IMAP_URL' | 'INBOUND_WEBHOOK_TOKEN' | 'SMTP_URL' | 'DEMO_MODE'
>;

/** Returns the state of reading replies by email. */
export async function answersLine(env: AnswersEnv, answers: Answers): Promise<NetworkLine> {
  const id = 'answers';
  const [result, { mailbox, waiting }] = await Promise.all([checkAnswers(env), answers.status()]);
  const found = sentence(result.detail);
  const notes = result.action ? [sentence(result.action)] : [];
  if (result.state === 'unused') return { id, state: 'todo', found, notes };
  if (result.state !== 'ok') return { id, state: 'attention', found, notes };
  const away = mailbox?.failingSeconds ?? 0;
  if (away > 0) {
    const minutes = Math.round(away / 60);
    const since = `The watch has not reached it for ${minutes} minutes: ${mailbox?.reason}`;
    return {
      id,
      state: away >= outageSeconds ? 'attention' : 'done',
      found,
      notes: [...notes, sentence(since)],
    };
  }
  const work = waiting > 0 ? [`${waiting} mails are being worked on.`] : [];
  return { id, state: 'done', found, notes: [...notes, ...work] };
}

/**
 * Sends a test email to this server's own mailbox, without the outbox. The email arrives in the same way as replies.
 */
export async function sendAnswersTest(
  env: AnswersEnv,
  answers: Answers,
  from: string,
): Promise<AnswersTest> {
  const to = answers.address;
  if (!env.INBOUND_ADDRESS) {
    return { test: '', to: '', problem: 'Set INBOUND_ADDRESS first.' };
  }
  if (!env.SMTP_URL) return { test: '', to, problem: 'Set SMTP_URL first. No emails are sent.' };
  const test = Date.now().toString(36);
  const transport = createTransport(env.SMTP_URL, patienceMs);
  const text = 'This email tests whether replies by email are received. It creates no message.';
  try {
    await transport.send({
      messageId: `<${answers.testIdOf(test)}>`,
      ...{ from, to, text },
      replyTo: null,
      subject: 'Test of replies by email',
      html: `<p>${text}</p>`,
      unsubscribeUrl: null,
      references: [],
    });
    return { test, to, problem: '' };
  } catch (error) {
    return { test: '', to, problem: reasonFor(error) };
  } finally {
    transport.close();
  }
}
